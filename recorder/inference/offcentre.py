"""Stones that a hand pushed off their points without their leaving them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from recorder.inference.look import UNKNOWN, Look
from vision.reading import Reading

PUSHED = 0.15
"""Cells by which a stone must have come off where it lay."""
WITH_IT = 0.06
"""Cells for stones beside one that was pushed."""
NEAR = 3
"""Lines within which a stone counts as beside another."""
BACK = 0.08
"""Cells within which it lies where it lay."""
MEMORY = 0.3
"""Seconds over which offsets are averaged."""
AT_REST = 0.7
"""Seconds in view before offsets are believed."""


@dataclass
class Push:
    """Stones that were pushed together; `seq` is the number of the alert that told it."""

    points: list[int]
    seen: float
    seq: int = 0


@dataclass
class OffCentre:
    """Watches where the stones of one board lie on their points.

    Parameters
    ----------
    size : int
    """

    size: int
    pushes: list[Push] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """The board or the camera moved: offsets of before say nothing any more."""
        m = self.size**2
        self._stone = np.zeros(m, np.uint8)
        self._home: NDArray[np.float64] = np.full((m, 2), np.nan)
        self._now: NDArray[np.float64] = np.zeros((m, 2))
        self._touched = np.zeros(m, np.bool_)
        self._lay: NDArray[np.float64] = np.full(m, np.inf)
        self._time: float | None = None
        self.pushes.clear()

    def update(self, reading: Reading, look: Look, board: bytes) -> tuple[list[Push], list[Push]]:
        """Stones pushed since the last time, and earlier pushes that were put right."""
        step = 0.1 if self._time is None else reading.time - self._time
        self._time = reading.time
        stones = np.frombuffer(board, np.uint8)
        shown = np.frombuffer(look.shown, np.uint8)
        other = stones != self._stone
        self._home[other] = np.nan
        self._touched[other] = False
        self._stone = stones.copy()
        lying = (stones > 0) & (shown == stones)
        offsets = reading.offsets.reshape(-1, 2).astype(np.float64)
        # Another stone may lie elsewhere on the point: what was measured before is not its place.
        fresh = lying & ((look.clear <= step) | other | ~np.isfinite(self._lay))
        self._lay = np.where(lying, np.where(fresh, reading.time, self._lay), np.inf)
        share = np.where(fresh, 1.0, 1 - np.exp(-step / MEMORY))[:, None]
        self._now = np.where(lying[:, None], self._now + share * (offsets - self._now), self._now)
        self._touched |= look.unseen & (stones > 0)
        rested = lying & (reading.time - self._lay >= AT_REST - step) & (shown != UNKNOWN)
        new = rested & np.isnan(self._home[:, 0])
        self._home[new] = self._now[new]
        self._touched[new] = False
        shift = np.linalg.norm(self._now - self._home, axis=1)
        told = self._new_push(rested & self._touched, shift, look)
        right = [p for p in self.pushes if all(rested[i] and shift[i] <= BACK for i in p.points)]
        self.pushes = [p for p in self.pushes if p not in right]
        return told, right

    def _new_push(self, candidates: NDArray[np.bool_], shift: NDArray[np.float64], look: Look) -> list[Push]:
        known = {i for p in self.pushes for i in p.points}
        pushed = [int(i) for i in np.flatnonzero(candidates & (shift >= PUSHED)) if int(i) not in known]
        settled = candidates & (shift < PUSHED)
        if not pushed:
            self._touched[settled & (shift < WITH_IT)] = False
            return []
        n = self.size
        beside = [
            int(i)
            for i in np.flatnonzero(settled & (shift >= WITH_IT))
            if int(i) not in known and any(abs(i // n - j // n) <= NEAR and abs(i % n - j % n) <= NEAR for j in pushed)
        ]
        seen = look.time - float(min(look.clear[i] for i in pushed))
        push = Push(sorted({*pushed, *beside}), max(0.0, seen))
        self.pushes.append(push)
        self._touched[candidates] = False
        return [push]
