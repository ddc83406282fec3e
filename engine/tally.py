"""What lies on a finished board: stones, surrounded and shared points, dead stones (article 9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.chains import chain_of, neighbours
from engine.point import Point
from engine.position import Position


@dataclass(frozen=True, slots=True)
class Count:
    """Points of each kind on the board once dead stones are off.

    Attributes
    ----------
    stones : tuple of int
        Living stones of Black, of White.
    surrounded : tuple of int
        Empty points that only Black's, only White's stones border.
    shared : int
        Empty points that both border, or neither.
    dead : tuple of int
        Dead stones of Black, of White.
    in_seki : tuple of int
        Of the surrounded points those that a stone in seki borders.
    """

    stones: tuple[int, int]
    surrounded: tuple[int, int]
    shared: int
    dead: tuple[int, int]
    in_seki: tuple[int, int]

    @property
    def area(self) -> tuple[int, int]:
        """Living stones and surrounded points, of Black, of White (article 9)."""
        return (self.stones[0] + self.surrounded[0], self.stones[1] + self.surrounded[1])

    @property
    def territory(self) -> tuple[int, int]:
        """Surrounded points outside seki, of Black, of White (D0-C, Japan and Korea)."""
        return (self.surrounded[0] - self.in_seki[0], self.surrounded[1] - self.in_seki[1])


def count(position: Position, dead: Iterable[Point] = (), seki: Iterable[Point] = ()) -> Count:
    """Count what is on the board.

    Parameters
    ----------
    position : Position
        The final position with dead stones still on it.
    dead, seki : iterable of Point
        Stones the players agree to be dead, to be in seki.

    Raises
    ------
    ValueError
        Where no stone lies on one of these points.
    """
    size, around = position.size, neighbours(position.size)
    board = bytearray(position.stones)
    fallen = [0, 0]
    for point in set(dead):
        colour = position.get(point)
        if not colour:
            raise ValueError(f"no stone lies on {point} that could be dead")
        fallen[colour - 1] += 1
        board[point.row * size + point.col] = 0
    in_seki = {point.row * size + point.col for point in seki}
    if any(not board[i] for i in in_seki):
        raise ValueError("a point without a living stone cannot be in seki")
    surrounded, of_seki, shared = [0, 0], [0, 0], 0
    seen: set[int] = set()
    for index, there in enumerate(board):
        if there or index in seen:
            continue
        region = chain_of(board, index, around)
        seen.update(region)
        walls = {j for i in region for j in around[i] if board[j]}
        colours = {board[j] for j in walls}
        if len(colours) != 1:
            shared += len(region)
            continue
        side = colours.pop() - 1
        surrounded[side] += len(region)
        if walls & in_seki:
            of_seki[side] += len(region)
    return Count(
        (board.count(1), board.count(2)),
        (surrounded[0], surrounded[1]),
        shared,
        (fallen[0], fallen[1]),
        (of_seki[0], of_seki[1]),
    )
