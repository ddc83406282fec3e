"""What explains a step of the board: sequences of legal moves and what they assume."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from engine.point import Move, Point
from engine.position import Position


@dataclass(frozen=True, slots=True)
class Explanation:
    """One legal sequence of moves.

    Attributes
    ----------
    moves : tuple of Move
        In order; passes are assumed ones, nobody has seen them.
    captured : tuple of tuple of Point
        For each move the stones it takes.
    position : Position
        The position by the rules after the moves.
    pending : tuple of Point
        Where captured stones still lie in the arrangement (with `captures_pending`).
    hidden : tuple of Point
        Moves assumed on points that the arrangement does not show.
    turn_assumed : bool
        Whether the sequence begins with the player who was not to move (with `turn_unknown`).
    """

    moves: tuple[Move, ...]
    captured: tuple[tuple[Point, ...], ...]
    position: Position
    pending: tuple[Point, ...] = ()
    hidden: tuple[Point, ...] = ()
    turn_assumed: bool = False

    @property
    def passes(self) -> int:
        """How many passes it assumes."""
        return sum(move.point is None for move in self.moves)

    @property
    def assumptions(self) -> int:
        """Passes and hidden moves together."""
        return self.passes + len(self.hidden)


@dataclass(frozen=True)
class Explanations(Sequence[Explanation]):
    """All sequences found, the fewest assumptions and then the shortest first. Falsy where there is none.

    Attributes
    ----------
    found : tuple of Explanation
    complete : bool
        False where the search was cut off, so that there may be others.
    """

    found: tuple[Explanation, ...]
    complete: bool

    @overload
    def __getitem__(self, index: int) -> Explanation: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Explanation]: ...
    def __getitem__(self, index: int | slice) -> Explanation | Sequence[Explanation]:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    def groups(self) -> tuple[tuple[Explanation, ...], ...]:
        """The sequences sorted into those that hold the same moves in different orders."""
        groups: dict[tuple[Move, ...], list[Explanation]] = {}
        for explanation in self.found:
            key = tuple(sorted(explanation.moves, key=lambda m: (m.colour, m.point or Point(-1, -1))))
            groups.setdefault(key, []).append(explanation)
        return tuple(tuple(group) for group in groups.values())
