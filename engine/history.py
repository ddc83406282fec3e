"""The positions a game has gone through, and whether one of them comes again."""

from __future__ import annotations

from collections.abc import Iterable

from engine.point import Colour, Move
from engine.position import Position


class History:
    """Positions in order, the start first, and the moves between them.

    Parameters
    ----------
    start : Position
        Empty board, handicap or resumed diagram; it counts as an earlier position (Chinese rules 2002,
        article 6).
    before : iterable of (bytes, Colour or None)
        Boards that stood before the start, with who was to move then (None: not known), oldest first.
    """

    def __init__(self, start: Position, before: Iterable[tuple[bytes, Colour | None]] = ()) -> None:
        self._seen: dict[bytes, list[tuple[int, Colour | None]]] = {}
        for stones, turn in before:
            self._seen.setdefault(stones, []).append((-1, turn))
        self.passes = 0
        """How many passes the game ends with so far."""
        self._positions = [start]
        self._moves: list[Move | None] = []
        self._seen.setdefault(start.stones, []).append((0, start.turn))

    def copy(self) -> History:
        """Another history of the same positions, to be continued on its own."""
        other = History.__new__(History)
        other._seen = {stones: list(entries) for stones, entries in self._seen.items()}
        other._positions = list(self._positions)
        other._moves = list(self._moves)
        other.passes = self.passes
        return other

    @property
    def position(self) -> Position:
        """The present position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, the start first."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move | None, ...]:
        """What led from each position to the next; None where stones were laid or lifted by hand."""
        return tuple(self._moves)

    def push(self, move: Move | None, position: Position) -> None:
        """Append a position and the move that led to it (None: set up by hand)."""
        self._moves.append(move)
        self._positions.append(position)
        entry = (len(self._moves), position.turn)
        if position.stones in self._seen:
            self._seen[position.stones].append(entry)
        else:
            self._seen[position.stones] = [entry]
        self.passes = self.passes + 1 if move is not None and move.point is None else 0

    def pop(self) -> Move | None:
        """Take the last position back and return the move; raises IndexError at the start."""
        if not self._moves:
            raise IndexError("nothing has been played that could be taken back")
        position = self._positions.pop()
        self._seen[position.stones].pop()
        if not self._seen[position.stones]:
            del self._seen[position.stones]
        last = self._moves.pop()
        self.passes = 0
        for move in reversed(self._moves):
            if move is None or move.point is not None:
                break
            self.passes += 1
        return last

    def earlier(self, stones: bytes, turn: Colour | None = None) -> int | None:
        """Number of the first position with this board (-1: before the start), None where there is none.

        With `turn` only positions with this player to move count, and those where that is not known.
        """
        for number, whose in self._seen.get(stones, ()):
            if turn is None or whose is None or whose == turn:
                return number
        return None
