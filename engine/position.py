"""A position of the game: what lies where, who is to move, what the last capture forbids.

Chinese rules 2002, articles 2 to 6: turns, liberties, captures, forbidden points, the simple ko.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engine.arrangement import Arrangement, draw_diagram, parse_diagram
from engine.chains import chain_of, liberties_of, neighbours, put
from engine.errors import Breach, IllegalMove
from engine.point import SIZES, Colour, Move, Point


class Suicide(Enum):
    """Whether a move may leave its own stones without liberty (Chinese rules 2002, article 5: no)."""

    FORBIDDEN = "forbidden"
    SEVERAL = "several"
    """A stone that dies together with others only, as in Ing's rules."""
    ALLOWED = "allowed"


@dataclass(frozen=True, slots=True)
class Position:
    """Stones, turn, prisoners and simple ko. Immutable and hashable; equal where all five are equal.

    Attributes
    ----------
    size : int
        Number of lines, 5 to 25.
    stones : bytes
        size * size values of `Colour` without UNKNOWN, row by row, row 0 at the top.
    turn : Colour
        Who is to move.
    captives : tuple of int
        Black stones taken off so far, white stones taken off so far.
    ko : Point or None
        Where `turn` may not take back at once (Chinese rules 2002, articles 6 and 20.1).

    Raises
    ------
    ValueError
        Where size, bytes, turn and ko do not fit one another.
    """

    size: int
    stones: bytes
    turn: Colour = Colour.BLACK
    captives: tuple[int, int] = (0, 0)
    ko: Point | None = None

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise ValueError(f"a board has 5 to 25 lines, got {self.size}")
        if len(self.stones) != self.size * self.size:
            raise ValueError(f"{self.size} lines need {self.size**2} points, got {len(self.stones)} bytes")
        if self.stones.translate(None, b"\0\1\2"):
            raise ValueError("a position's bytes are 0 empty, 1 black, 2 white; unknown points go elsewhere")
        if self.turn != 1 and self.turn != 2:
            raise ValueError(f"black or white is to move, got {self.turn!r}")
        if self.ko is not None and self.get(self.ko) != 0:
            raise ValueError(f"the ko point must be empty, {self.ko} is not")

    @classmethod
    def empty(cls, size: int) -> Position:
        """The empty board, Black to move (article 2.2)."""
        return cls(size, bytes(size * size))

    @classmethod
    def from_diagram(cls, text: str, turn: Colour = Colour.BLACK) -> Position:
        """The position that a diagram of `X`, `O` and `.` shows; raises ValueError where it is none."""
        size, stones = parse_diagram(text)
        return cls(size, stones, turn)

    @property
    def arrangement(self) -> Arrangement:
        """What a camera can see of it."""
        return Arrangement(self.size, self.stones)

    def diagram(self) -> str:
        """Rows of `X`, `O` and `.`, top row first."""
        return draw_diagram(self.size, self.stones)

    def get(self, point: Point) -> Colour:
        """The content of a point; raises ValueError off the board."""
        return Colour(self.stones[self._index(point)])

    def chain(self, point: Point) -> frozenset[Point]:
        """The stones of the chain at a point, itself included; raises ValueError where there is no stone."""
        index = self._index(point)
        if not self.stones[index]:
            raise ValueError(f"no stone lies on {point}")
        return self._points(chain_of(self.stones, index, neighbours(self.size)))

    def liberties(self, point: Point) -> frozenset[Point]:
        """The liberties of the chain at a point (article 3); raises ValueError where there is no stone."""
        chain = [self._index(p) for p in self.chain(point)]
        return self._points(liberties_of(self.stones, chain, neighbours(self.size)))

    def captured_by(self, move: Move) -> frozenset[Point]:
        """The opposing stones that a stone on an empty point takes (article 4), whoever is to move.

        Raises ValueError where the point is off the board or occupied.
        """
        if move.point is None:
            return frozenset()
        index = self._index(move.point)
        if self.stones[index]:
            raise ValueError(f"{move.point} is occupied")
        return self._points(put(self.stones, index, int(move.colour), neighbours(self.size))[1])

    def play(self, move: Move, suicide: Suicide = Suicide.FORBIDDEN) -> Position:
        """The position after a move, by the rules that need no history.

        Parameters
        ----------
        move : Move
            By the player to move; a pass lifts the ko ban.
        suicide : Suicide
            Whether the move may take its own stones.

        Raises
        ------
        IllegalMove
            Where the turn is wrong, the point off the board, occupied or forbidden, or the ko taken at once.
        """
        colour, point = move
        if point is None:
            if colour != self.turn:
                raise IllegalMove(move, Breach.WRONG_TURN)
            return self.passed(colour)
        breach = Breach(0) if colour == self.turn else Breach.WRONG_TURN
        row, col = point
        size = self.size
        if not (0 <= row < size and 0 <= col < size):
            raise IllegalMove(move, breach | Breach.OFF_BOARD)
        index = row * size + col
        if self.stones[index]:
            raise IllegalMove(move, breach | Breach.OCCUPIED)
        stones, taken, own = put(self.stones, index, int(colour), neighbours(size))
        if self.ko is not None and point == self.ko and colour == self.turn:
            breach |= Breach.KO
        if own and forbids(suicide, len(own)):
            breach |= Breach.SUICIDE
        if breach:
            raise IllegalMove(move, breach)
        return self.after(stones, index, colour, taken, own)

    def after(self, stones: bytes, index: int, colour: Colour, taken: list[int], own: list[int]) -> Position:
        """The position that `chains.put(self.stones, index, colour)` leads to, given what it returned."""
        black, white = self.captives
        size = self.size
        ko = None
        if taken:
            if colour == 1:
                white += len(taken)
            else:
                black += len(taken)
            if len(taken) == 1 and self._takes_back(stones, index, colour):
                ko = Point(*divmod(taken[0], size))
        if own:
            if colour == 1:
                black += len(own)
            else:
                white += len(own)
            return trusted(size, stones, _OTHER[colour], (black, white), ko)
        if taken:
            return trusted(size, stones, _OTHER[colour], (black, white), ko)
        return trusted(size, stones, _OTHER[colour], self.captives, None)

    def passed(self, colour: Colour) -> Position:
        """The position after a pass by a colour, whoever is to move."""
        return trusted(self.size, self.stones, _OTHER[colour], self.captives, None)

    def set_up(
        self,
        black: Iterable[Point] = (),
        white: Iterable[Point] = (),
        empty: Iterable[Point] = (),
        turn: Colour | None = None,
    ) -> Position:
        """The position with stones laid or lifted by hand: nothing is captured, the ko ban falls.

        Raises ValueError where a point is off the board.
        """
        board = bytearray(self.stones)
        for points, colour in ((empty, Colour.EMPTY), (black, Colour.BLACK), (white, Colour.WHITE)):
            for point in points:
                board[self._index(point)] = colour
        return Position(self.size, bytes(board), turn or self.turn, self.captives)

    def with_turn(self, turn: Colour) -> Position:
        """The same stones with another player to move; the ko ban binds only the player it was made for."""
        if turn == self.turn:
            return self
        return Position(self.size, self.stones, turn, self.captives)

    def _takes_back(self, stones: bytes, index: int, colour: Colour) -> bool:
        # A ko: the capturing stone stands alone and has the emptied point as its only liberty.
        free = 0
        for j in neighbours(self.size)[index]:
            there = stones[j]
            if there == colour:
                return False
            if there == 0:
                free += 1
        return free == 1

    def _index(self, point: Point) -> int:
        if not point.lies_on(self.size):
            raise ValueError(f"{point} is not on a board of {self.size} lines")
        return point.row * self.size + point.col

    def _points(self, indices: Iterable[int]) -> frozenset[Point]:
        return frozenset(Point(*divmod(i, self.size)) for i in indices)


_OTHER = (Colour.EMPTY, Colour.WHITE, Colour.BLACK)
_SET_SIZE, _SET_STONES, _SET_TURN, _SET_CAPTIVES, _SET_KO = (
    Position.__dict__[name].__set__ for name in ("size", "stones", "turn", "captives", "ko")
)


def trusted(size: int, stones: bytes, turn: Colour, captives: tuple[int, int], ko: Point | None) -> Position:
    """A position whose parts are known to fit: without the checks, for the engine's own moves."""
    position = object.__new__(Position)
    _SET_SIZE(position, size)
    _SET_STONES(position, stones)
    _SET_TURN(position, turn)
    _SET_CAPTIVES(position, captives)
    _SET_KO(position, ko)
    return position


def forbids(suicide: Suicide, stones: int) -> bool:
    """Whether a self-capture of so many stones is forbidden."""
    return suicide is Suicide.FORBIDDEN or (suicide is Suicide.SEVERAL and stones == 1)
