"""Colours, points and moves, and how people and files write them."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Colour(IntEnum):
    """What lies on a point. The numbers are those of the bytes of an arrangement."""

    EMPTY = 0
    BLACK = 1
    WHITE = 2
    UNKNOWN = 3

    @property
    def other(self) -> Colour:
        """The opponent's colour; raises ValueError for EMPTY and UNKNOWN."""
        if self not in (Colour.BLACK, Colour.WHITE):
            raise ValueError(f"{self.name} has no opponent")
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @property
    def letter(self) -> str:
        """`B` or `W`; raises ValueError for EMPTY and UNKNOWN."""
        if self not in (Colour.BLACK, Colour.WHITE):
            raise ValueError(f"{self.name} is no player's colour")
        return "B" if self is Colour.BLACK else "W"


class Point(NamedTuple):
    """A crossing of the board; row 0 is the top row, col 0 the left one, as in SGF."""

    row: int
    col: int


class Move(NamedTuple):
    """A stone played by a colour on a point, or a pass (point None)."""

    colour: Colour
    point: Point | None
