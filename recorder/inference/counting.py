"""Stones while a game is counted: taken off, laid together, and the one that somebody adds."""

from __future__ import annotations

import math

import numpy as np

from recorder.inference.look import UNKNOWN, Look

SEEN_SO = 0.6
"""Seconds for which a point must have shown its new content."""
LAST_LOOK = 4.0
"""Seconds without any other change after which a stone that came while dead ones were taken off was added."""
SEVERAL = 2
"""Stones that may lie on new points before they are being laid together."""


class Counting:
    """Watches one counting.

    Who lays a stone elsewhere takes it from where it lay; that point may be under a hand by the time the stone is
    seen, or bear another one already: what was seen to leave is remembered.

    Parameters
    ----------
    board : bytes
        What lay there when it began, n * n values.

    Attributes
    ----------
    lying : ndarray of shape (n * n,), uint8
        What was seen last on each point.
    """

    def __init__(self, board: bytes) -> None:
        self.lying = np.frombuffer(board, np.uint8).copy()
        self._left = self._changed = -math.inf
        self._arranged = False
        self._added: set[int] = set()

    def added(self, look: Look, new: list[int], changed: list[int]) -> tuple[int, ...]:
        """The stones that somebody added, each told once; none where stones are laid together.

        Parameters
        ----------
        look : Look
        new, changed : list of int
            Points of the game's last board that were empty and bear a stone now, and that bear one of the other colour.
        """
        self._see(look)
        self._arranged = self._arranged or bool(changed) or len(new) > SEVERAL
        fresh = [p for p in new if p not in self._added]
        if self._arranged or not fresh or look.time - self._changed < LAST_LOOK:
            return ()
        if self._left > min(float(look.since[p]) for p in fresh) - LAST_LOOK:
            self._arranged = True
            return ()
        if any(self._may_come_from_under_a_hand(look, p) for p in fresh):
            return ()
        self._added.update(fresh)
        return tuple(fresh)

    def _see(self, look: Look) -> None:
        firm = (look.now != UNKNOWN) & ~look.unseen & ((look.held >= SEEN_SO) | (look.clear >= 100))
        other = firm & (look.now != self.lying)
        if not other.any():
            return
        self._changed = max(self._changed, float(look.since[other].max()))
        if (left := other & (self.lying > 0)).any():
            self._left = max(self._left, float(look.since[left].max()))
        self.lying[other] = look.now[other]

    def _may_come_from_under_a_hand(self, look: Look, point: int) -> bool:
        """Whether a stone of its colour was not seen again since this one came."""
        same = self.lying == look.now[point]
        same[point] = False
        return bool((same & (look.last_seen < look.since[point])).any())
