"""Stones that players try before the game, in any order and of any colour: once all have left, none was a move."""

from __future__ import annotations

from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine

MOST_TRIED, SOME, FEW_HELD, SOME_HELD = 16, 3, 1.5, 0.8
"""Stones that may all have been tries; so many are few; seconds for which few of them, or more, must have been gone."""
GAME, PACE, TWICE = 10, 2.0, 1
"""Stones from which on a game that is given up soon is one: so many seconds a move, out of turn at most so often."""
LEAVING = 6.0
"""Seconds for which stones of the start may leave one after the other before one of them is missed."""


def is_game(line: MainLine) -> bool:
    """Whether what was laid is a game, though a short one: in turn, and taking the time that players take."""
    if len(line) > MOST_TRIED:
        return True
    moves = [e for e in line.entries if e.point is not None]
    if len(moves) + len(line.start) - line.start.count(0) < GAME or len(moves) < GAME // 2:
        return False
    colours = [line.first_turn or moves[0].colour, *(3 - e.colour for e in line.entries)]
    wrong = sum(e.colour != due for e, due in zip(line.entries, colours, strict=False))
    return wrong <= TWICE and moves[-1].placed - moves[0].placed >= PACE * (len(moves) - 1)


class Tries:
    """Watches the first stones of one game.

    Parameters
    ----------
    stills : bool
        Whether every look is one at a board at rest.
    """

    def __init__(self, *, stills: bool) -> None:
        self._stills = stills
        self._laid: set[int] = set()

    def forget(self) -> None:
        """They were tries: what comes now is told anew."""
        self._laid.clear()

    def are_leaving(self, line: MainLine, look: Look) -> bool:
        """Whether the stones that stood there at the start leave one after the other, before any move."""
        if len(line):
            return False
        stones = [p for p, s in enumerate(line.start) if s]
        if not 0 < len(stones) <= MOST_TRIED or self._stills:
            return False
        differ = [p for p, (s, b) in enumerate(zip(look.shown, line.start, strict=True)) if s not in (b, UNKNOWN)]
        gone = [p for p in stones if not look.shown[p]]
        return bool(gone) and len(gone) == len(differ) and look.time - float(look.since[gone].max()) < LEAVING

    def are_gone(self, line: MainLine, look: Look) -> bool:
        """Whether all stones there ever were have left, before there were many: then none of them was a move."""
        if is_game(line):
            return False
        self._laid.update(p for p, s in enumerate(line.start) if s)
        points = sorted(self._laid | {e.point for e in line.entries if e.point is not None})
        told = any(e.point is None or e.origin != "camera" or e.next_turn for e in line.entries)
        if not points or told or len(points) > MOST_TRIED or (len(points) == 1 and line.entries):
            return False
        held = SOME_HELD if len(points) > SOME else FEW_HELD
        gone = [p for p in points if not look.shown[p]]
        if 2 * len(gone) < len(points) or any(look.shown[p] == UNKNOWN for p in points):
            return False
        last = float(look.since[gone].max())
        # The first stones of the game may lie there already, also where others lay.
        if ((look.now > 0) & (look.since <= last)).any() or look.time - last < held:
            return False
        return not any(look.held[p] < held for p in gone)
