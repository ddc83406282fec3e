"""One way in which the board may have come to look as it does.

The names are the ids of the catalogue of irregularities, the definitions those of the articles it cites.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.point import Colour, Move, Point
from engine.position import Position


@dataclass(frozen=True, slots=True)
class Story:
    """One way in which the board may have come to look as it does.

    Attributes
    ----------
    irregularity : str or None
        None where all moves are legal.
    moves : tuple of Move
        The legal moves in it, in order.
    orders : tuple of tuple of Move
        All orders of these moves that are legal, where there is more than one.
    points : mapping of str to tuple of Point
        The points by what they are to the story.
    colour : Colour or None
        The player at fault.
    weight : float
        The smaller, the likelier.
    proper : Position or None
        The position that the usual ruling restores, with the player to move then; None: not fixed.
    left : Position
        The position as it is left standing, with the player to move next.
    dead : frozenset of int
        Stones that ought to be off and still lie there.
    late : bool
        The opponent has answered: the time for a claim has passed (article 16.3).
    actors : tuple of Colour
        Who set stones, in order.
    """

    irregularity: str | None
    moves: tuple[Move, ...]
    points: Mapping[str, tuple[Point, ...]]
    weight: float
    left: Position
    colour: Colour | None = None
    proper: Position | None = None
    orders: tuple[tuple[Move, ...], ...] = ()
    dead: frozenset[int] = frozenset()
    late: bool = False
    actors: tuple[Colour, ...] = ()


def points_of(moves: tuple[Move, ...], taken: tuple[Point, ...]) -> dict[str, tuple[Point, ...]]:
    """The points of legal moves by role: `move` or `moves`, and what they `captured`."""
    points = tuple(move.point for move in moves if move.point)
    if not points:
        return {}
    roles = {"move" if len(points) == 1 else "moves": points}
    return roles | ({"captured": taken} if taken else {})


def captured_in(story: Story) -> dict[str, tuple[Point, ...]]:
    """The points of a capture not made at once (article 22.6): the move, and all that it takes."""
    due = [story.points.get(role, ()) for role in ("should_remove", "removed", "remaining")]
    return {"move": story.points["move"], "captured": tuple(sorted(p for each in due for p in each))}
