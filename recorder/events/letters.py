"""Points and players as events write them."""

from __future__ import annotations

import re

from engine.point import Colour, Point
from recorder.notation import Player

_VERTEX = re.compile("[a-y][a-y]")


def to_vertex(point: Point) -> str:
    """SGF letters of a point: `Point(row=3, col=0)` is `ad`.

    Raises
    ------
    ValueError
        Where the point is on no board of up to 25 lines.
    """
    if not (0 <= point.row < 25 and 0 <= point.col < 25):
        raise ValueError(f"{point} is on no board of up to 25 lines")
    return chr(97 + point.col) + chr(97 + point.row)


def to_point(vertex: str) -> Point:
    """The point of two SGF letters; raises ValueError for anything else."""
    if not _VERTEX.fullmatch(vertex):
        raise ValueError(f"a point is two letters from a to y (column, row), got {vertex!r}")
    return Point(row=ord(vertex[1]) - 97, col=ord(vertex[0]) - 97)


def to_colour(player: Player) -> Colour:
    """Black for `B`, white for `W`."""
    return Colour.BLACK if player == "B" else Colour.WHITE


def to_player(colour: Colour) -> Player:
    """`B` or `W`; raises ValueError for EMPTY and UNKNOWN."""
    return "B" if colour.letter == "B" else "W"
