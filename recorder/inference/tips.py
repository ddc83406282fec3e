"""Where the tips of hands rested on a board."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from recorder.inference.doubt import Floats, Mask

STAY = 0.15
"""Seconds that a hand rests where it puts or takes a stone; elsewhere it passes."""
TIP = 0.75
"""Lines behind the farthest point of a hand that are its tip; it rests while that moves no farther."""
BEHIND = 0.7
"""Lines behind the tip at which a stone is looked for."""
FAR = 4.0
"""Lines that a hand reaches onto the board from which on it points where it lies."""
MOST = 64
"""Places at which tips rested that are kept."""


class Tip(NamedTuple):
    """The tip of a hand, (row, col), and the direction in which the hand points.

    `is_cut` says that the tip is where the board ends: the hand may reach farther. `is_veiled` that it is at another
    hand, over or under which it may go on.
    """

    row: float
    col: float
    down: float
    right: float
    is_cut: bool
    is_veiled: bool


class Touch(NamedTuple):
    """How far from each point of a board the nearest tip of a hand rested; arrays of shape (n * n,).

    Attributes
    ----------
    onward, aside : ndarray, float64
        Lines from the tip to the point, as the hand points and to the right of that; not a number where none was.
    cut : ndarray, bool
        Whether the tip was where the board ends.
    vague : ndarray, bool
        Whether there was also a hand whose tip nobody saw.
    """

    onward: Floats
    aside: Floats
    cut: Mask
    vague: Mask

    def at(self, point: int) -> tuple[float, float] | None:
        """Lines from tip to point where that is known well."""
        if self.cut[point] or self.vague[point] or np.isnan(self.onward[point]):
            return None
        return float(self.onward[point]), float(self.aside[point])

    def renew(self, points: NDArray[np.intp], later: Touch) -> None:
        """Take over what was seen later at these points, (k,); it holds no others."""
        for mine, other in zip(self, later, strict=True):
            mine[points] = other


def untouched(count: int) -> Touch:
    """No hand rested anywhere."""
    return Touch(np.full(count, np.nan), np.full(count, np.nan), np.zeros(count, np.bool_), np.zeros(count, np.bool_))


def tip_of(
    rows: Floats, cols: Floats, far: Floats, entry: tuple[float, float], inward: tuple[float, float]
) -> tuple[Tip, Mask]:
    """The tip of a hand over these points, (k,), and which of them it is.

    `far` is how far they are from `entry`, where it came in; `inward` the direction from that edge, by which it is
    taken to point as long as it does not reach far.
    """
    tip = far >= far.max() - TIP
    row, col = float(rows[tip].mean()), float(cols[tip].mean())
    length = float(np.hypot(row - entry[0], col - entry[1]))
    down, right = inward if length < FAR else ((row - entry[0]) / length, (col - entry[1]) / length)
    return Tip(row, col, down, right, False, False), tip


class Tips:
    """Follows the tips of hands over one board.

    Parameters
    ----------
    size : int
        Number of lines.
    """

    def __init__(self, size: int) -> None:
        rows, cols = np.divmod(np.arange(size * size), size)
        self._rows, self._cols = rows.astype(np.float64), cols.astype(np.float64)
        self._still: dict[int, tuple[Tip, float]] = {}
        self._rested: dict[Tip, float] = {}
        m = size * size
        self._vague = np.full(m, -np.inf)
        self._seen = np.full(m, -np.inf)
        self._in_view = np.ones(m, np.bool_)

    def add(self, seen: Mask, hands: dict[int, tuple[Tip, Mask]], time: float, step: float) -> None:
        """Take in what could be seen, and the tips of hands by name, with the points at which each may be."""
        # What comes into view only now was out of it up to now.
        self._seen[seen & self._in_view] = time
        self._in_view = seen
        still: dict[int, tuple[Tip, float]] = {}
        for name, (tip, around) in hands.items():
            last, seconds = self._still.get(name, (tip, 0.0))
            if np.hypot(tip.row - last.row, tip.col - last.col) > TIP:
                seconds = 0.0
            still[name] = tip, seconds + step
            if seconds + step < STAY:
                continue
            if tip.is_veiled:
                self._vague[around] = time
            else:
                self._rested.pop(tip, None)
                self._rested[tip] = time
        self._still = still
        while len(self._rested) > MOST:
            del self._rested[next(iter(self._rested))]

    def guess(self, points: Mask, time: float) -> None:
        """Hands were at these points, nobody knows how."""
        self._vague[points] = time

    def since(self, time: float, points: NDArray[np.intp] | None = None) -> Touch:
        """Where tips rested since then, or since a point was hidden; of these points, (k,), or of all."""
        since = np.minimum(time, self._seen if points is None else self._seen[points])
        found = untouched(len(since))
        vague = self._vague if points is None else self._vague[points]
        found.vague[:] = (vague >= since) & np.isfinite(vague)
        first = since.min(initial=np.inf)
        tips = [(*tip[:5], last) for tip, last in self._rested.items() if last >= first]
        if not tips:
            return found
        rows, cols = (self._rows, self._cols) if points is None else (self._rows[points], self._cols[points])
        row, col, down, right, cut, last = np.array(tips, np.float64).T[:, :, None]
        onward = (rows - row) * down + (cols - col) * right
        aside = (rows - row) * right - (cols - col) * down
        far = np.where(last >= since, (onward + BEHIND) ** 2 + aside**2, np.inf)
        nearest, every = far.argmin(axis=0), np.arange(len(since))
        known = np.isfinite(far[nearest, every])
        found.onward[known] = onward[nearest, every][known]
        found.aside[known] = aside[nearest, every][known]
        found.cut[known] = cut[nearest, 0][known] > 0
        return found
