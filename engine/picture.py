"""A board as it was seen, held against a position."""

from __future__ import annotations

from dataclasses import dataclass

from engine.arrangement import Arrangement
from engine.point import Colour, Point
from engine.position import Position


@dataclass(frozen=True, slots=True)
class Picture:
    """What is seen; points that cannot be told agree with anything.

    Attributes
    ----------
    seen : Arrangement
    """

    seen: Arrangement

    def differing(self, stones: bytes) -> list[int]:
        """Indices of the points that show something else than a board."""
        seen = self.seen.stones
        if stones == seen:
            return []
        return [i for i, (a, b) in enumerate(zip(stones, seen, strict=True)) if a != b and b != 3]

    def shows(self, position: Position) -> bool:
        """Whether it agrees with a position."""
        return not self.differing(position.stones)

    def changes(self, position: Position) -> dict[str, tuple[Point, ...]]:
        """The points that differ: `vanished`, `appeared`, `changed` (the other colour); only those there are."""
        roles: dict[str, tuple[Point, ...]] = {}
        for index in self.differing(position.stones):
            role = "vanished" if not self.seen.stones[index] else "changed"
            if not position.stones[index]:
                role = "appeared"
            roles[role] = (*roles.get(role, ()), self.point(index))
        order = ("vanished", "appeared", "changed")
        return {role: roles[role] for role in order if role in roles}

    def left(self, position: Position, turn: Colour) -> Position:
        """The position with the stones as they are seen and a player to move."""
        stones = bytes(a if b == 3 else b for a, b in zip(position.stones, self.seen.stones, strict=True))
        return Position(position.size, stones, turn, position.captives)

    def point(self, index: int) -> Point:
        """The point of an index."""
        return Point(*divmod(index, self.seen.size))

    def points(self, indices: list[int]) -> tuple[Point, ...]:
        """The points of some indices, in order."""
        return tuple(self.point(i) for i in sorted(indices))

    def index(self, point: Point) -> int:
        """The index of a point."""
        return point.row * self.seen.size + point.col
