"""Colours, points and moves (Chinese rules 2002, article 2), and how people (GTP) and files (SGF) write them."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

SIZES = range(5, 26)
"""Numbers of lines a board may have."""

_SGF = "abcdefghijklmnopqrstuvwxy"
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Letters of the columns as people write them (GTP), from the left; without I, which reads like 1."""


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

    @classmethod
    def from_letter(cls, text: str) -> Colour:
        """The player's colour written `B` or `W` (either case); raises ValueError for anything else."""
        try:
            return {"B": cls.BLACK, "W": cls.WHITE}[text.upper()]
        except KeyError:
            raise ValueError(f"a colour is written B or W, got {text!r}") from None


class Point(NamedTuple):
    """A crossing of the board; row 0 is the top row, col 0 the left one, as in SGF."""

    row: int
    col: int

    @property
    def sgf(self) -> str:
        """SGF letters, column first: `dd` (FF[4], Go-specific properties); raises ValueError beyond 25."""
        if not (0 <= self.row < len(_SGF) and 0 <= self.col < len(_SGF)):
            raise ValueError(f"SGF letters end at 25 lines, got row {self.row}, col {self.col}")
        return _SGF[self.col] + _SGF[self.row]

    @classmethod
    def from_sgf(cls, text: str) -> Point:
        """The point written in SGF letters; raises ValueError where the text is no pair of a to y."""
        if len(text) != 2 or text[0] not in _SGF or text[1] not in _SGF:
            raise ValueError(f"a point is two letters a to y such as dd, got {text!r}")
        return cls(_SGF.index(text[1]), _SGF.index(text[0]))

    def name(self, size: int) -> str:
        """GTP name on a board of `size` lines, rows counted from the bottom: `D16` (GTP 2, 2.11).

        Raises ValueError where the point does not lie on such a board.
        """
        if not self.lies_on(size):
            raise ValueError(f"row {self.row}, col {self.col} is not on a board of {size} lines")
        return f"{COLUMNS[self.col]}{size - self.row}"

    @classmethod
    def from_name(cls, text: str, size: int) -> Point:
        """The point of a GTP name such as `D16`; it need not lie on the board, see `lies_on`.

        Raises ValueError where the text is no letter A to Z without I, followed by a number.
        """
        letter, number = text[:1].upper(), text[1:]
        if not letter or letter not in COLUMNS or not (number.isascii() and number.isdigit()):
            raise ValueError(f"a point is a letter A to Z without I and a row number, got {text!r}")
        return cls(size - int(number), COLUMNS.index(letter))

    def lies_on(self, size: int) -> bool:
        """Whether a board of `size` lines has this point."""
        return 0 <= self.row < size and 0 <= self.col < size


class Move(NamedTuple):
    """A stone played by a colour on a point, or a pass (point None)."""

    colour: Colour
    point: Point | None
