"""What can be wrong with a move, and the errors of the engine.

ValueError
    IllegalMove     a move the rules forbid; `breach` says why, all reasons at once
"""

from __future__ import annotations

from enum import Flag, auto

from engine.point import Move


class Breach(Flag):
    """Reasons why a move is not allowed; several can hold at once, none means legal.

    The order is the one in which a single reason is named (`first`).
    """

    GAME_OVER = auto()
    OFF_BOARD = auto()
    WRONG_TURN = auto()
    OCCUPIED = auto()
    SUICIDE = auto()
    KO = auto()
    SUPERKO = auto()

    @property
    def first(self) -> Breach:
        """The one reason to name; NONE stays empty."""
        for one in Breach:
            if one in self:
                return one
        return self


class IllegalMove(ValueError):  # noqa: N818 - the noun people look for
    """A move that the rules forbid.

    Attributes
    ----------
    move : Move
    breach : Breach
        All reasons that hold.
    number : int or None
        Number of the move in its game, from 1, where it belongs to one.
    """

    def __init__(self, move: Move, breach: Breach, number: int | None = None) -> None:
        self.move = move
        self.breach = breach
        self.number = number
        what = "pass" if move.point is None else f"row {move.point.row}, col {move.point.col}"
        which = "" if number is None else f"move {number}, "
        reasons = ", ".join(one.name.lower() for one in Breach if one in breach and one.name)
        super().__init__(f"{which}{move.colour.name.lower()} {what}: {reasons}")
