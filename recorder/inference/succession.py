"""When the next game may begin on a board on which one has ended: the stones of the old one must be gone.

Players who begin at once do not wait until the empty board has been seen: what came after the old stones had left
belongs to the next game.
"""

from __future__ import annotations

import math

import numpy as np

from recorder.inference.look import UNKNOWN, Look

LEFT, IN_VIEW = 0.03, 0.6
"""Share of all points that may still bear white stones, and share of the points that must be in view."""
HELD = 1.0
"""Seconds for which the old stones must have been gone."""
HANDICAP = 9
"""Black stones that may lie there: the next game may have a handicap."""
STAYING = 0.08
"""Share of the old stones that may leave later than the others, or never."""
BEGUN = 8
"""Stones of the next game that may have come by the time the board is known to be free."""


class Leaving:
    """Watches the stones of a game leave the board; each needs to be seen gone once.

    Parameters
    ----------
    old : bytes
        What lay there, n * n values.

    Attributes
    ----------
    bare : float or None
        When nearly all had left, source time in seconds; None until then.
    """

    def __init__(self, old: bytes) -> None:
        board = np.frombuffer(old, np.uint8)
        self._stones = np.flatnonzero(board)
        self._there = board[self._stones]
        self._left = np.full(len(self._stones), math.inf)
        self._stayed = np.zeros(len(self._stones), np.bool_)
        self.bare: float | None = None

    @property
    def stones(self) -> int:
        """How many there were."""
        return len(self._stones)

    def see(self, look: Look) -> float | None:
        """Take a look in; when nearly all stones had left, None while they lie there."""
        if self.bare is not None or not len(self._stones):
            return self.bare
        now = look.now[self._stones]
        gone = (now != self._there) & (now != UNKNOWN)
        self._left = np.where(gone, np.minimum(self._left, look.since[self._stones]), self._left)
        latest = float(np.sort(self._left)[len(self._left) - 1 - int(STAYING * len(self._left))])
        self.bare = latest if math.isfinite(latest) else None
        if self.bare is not None:
            in_view = look.time - look.clear[self._stones] < self.bare - 1e-6
            self._stayed = (now == self._there) & in_view  # seen to lie there when the others had left
        return self.bare

    def came_unseen(self, look: Look) -> list[int]:
        """Points under a hand when the others had left, on which a stone like the old one lies: it may be a new one."""
        again = np.isinf(self._left) & ~self._stayed & (look.now[self._stones] == self._there)
        return [] if self.bare is None else self._stones[again].tolist()

    def is_untouched(self, look: Look) -> bool:
        """Whether all of them lie there still, as far as can be seen."""
        now = look.now[self._stones]
        return bool(((now == self._there) | (now == UNKNOWN)).all())


class Succession:
    """Watches a board between two games.

    Parameters
    ----------
    leaving : Leaving
        Of the stones that lay there when the game was over.
    """

    def __init__(self, leaving: Leaving) -> None:
        self.leaving = leaving

    def is_free(self, look: Look) -> bool:
        """Whether the next game may begin."""
        leaving = self.leaving
        if not leaving.stones and leaving.bare is None:
            leaving.bare = look.time
        bare = leaving.see(look)
        if bare is None or (look.now != UNKNOWN).mean() < IN_VIEW:
            return False
        stones = (look.now == 1) | (look.now == 2)
        fresh = stones & (look.since >= bare)
        if fresh.sum() > BEGUN:
            return False
        few = LEFT * look.size**2
        stale = look.now[stones & ~fresh]
        clear = (stale == 2).sum() <= few and (stale == 1).sum() <= max(few, HANDICAP)
        return bool(clear) and look.time - bare >= HELD
