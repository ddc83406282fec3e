"""What may stand on the board after some looks, as the exhaustive search keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

Board = tuple[int, ...]
Stone = tuple[int, int]
"""Colour and index."""


@dataclass(frozen=True)
class State:
    """What may stand after some looks.

    Attributes
    ----------
    board : tuple of int
        0 empty, 1 black, 2 white.
    turn : int or None
        Who is to move; None after a fault, either.
    seen : frozenset of boards
        Boards that stood before, this one included.
    last : (colour, index) or None
        The last stone; None at the start and after a pass.
    took : frozenset of int
        Points from which the last stone took others.
    names : tuple of str
        The faults so far.
    lifted : frozenset of (colour, index)
        Stones that were set and taken up again.
    """

    board: Board
    turn: int | None
    seen: frozenset[Board]
    last: Stone | None = None
    took: frozenset[int] = frozenset()
    names: tuple[str, ...] = ()
    lifted: frozenset[Stone] = frozenset()


def merged(states: Iterable[State]) -> list[State]:
    """The states with those that differ in the boards on the way only made one."""
    kept: dict[State, frozenset[Board]] = {}
    for state in states:
        key = replace(state, seen=frozenset())
        kept[key] = kept[key] & state.seen if key in kept else state.seen
    return [replace(key, seen=seen) for key, seen in kept.items()]
