"""A whole record as one explanation of all that was seen: moves, irregularities, and what lies on the board."""

from __future__ import annotations

from typing import NamedTuple

from recorder.inference.stories import Fault

Moves = tuple[tuple[int, int | None], ...]
"""Colours and points of a record's moves."""

NEGLIGIBLE = 6.0
"""Nats by which what is less likely is not remembered."""
LATELY = 16
"""Moves among which records of one key differ."""


class Play(NamedTuple):
    """A move, or a pass (`point` None), with the number of the epoch from which on it lay there (-1: before all).

    `captured` are the stones it takes by the rules.
    """

    colour: int
    point: int | None
    captured: tuple[int, ...] = ()
    epoch: int = -1
    faults: tuple[Fault, ...] = ()


class Hypothesis:
    """A record and what it costs.

    Parameters
    ----------
    board : bytes
        What would lie there by the moves and the edits, n * n values.
    turn : int
        Who is to move; 0 where that is not known.
    plays : tuple of Play
    boards : tuple of bytes
        The boards after the last moves, for kos; the latest last.

    Attributes
    ----------
    cost : float
        Nats so far and, at the least, for all that follows.
    spent : float
        Nats so far.
    lying : bytes
        What lies there: `board`, and captured stones that were not taken off yet.
    proper : dict of int to int
        What points would hold if all edits were put right.
    edited : int
        How many moves there were at the last of them.
    touched : frozenset of int
        Points that changed in this epoch.
    visit : int
        The visit of hands up to which it has come.
    made : int
        Moves made in this visit.
    swept, lifted : int
        The visit in which several stones were swept off their points, and that in which the last move was taken up;
        -2 for none.
    idle : float
        Nats that were paid for this visit's having no purpose, given back when it turns out to have one.
    bound : float
        What it may come to when all else that changed in this epoch is explained for nothing.
    told : bool
        Whether its moves are the beginning of the record as it was told, or go on from it.
    open : dict of int to float
        Places at which it might have other moves, and by how many nats that is less likely: other records that came
        to the same and are not carried any further.
    parent : Hypothesis or None
        What it was at the end of the epoch before.
    """

    __slots__ = (
        "board", "boards", "bound", "cost", "edited", "idle", "lifted", "lying", "made", "open", "parent", "plays",
        "proper", "spent", "swept", "told", "touched", "turn", "visit",
    )  # fmt: skip

    def __init__(self, board: bytes, turn: int, plays: tuple[Play, ...] = (), boards: tuple[bytes, ...] = ()) -> None:
        self.board = self.lying = board
        self.turn = turn
        self.plays = plays
        self.boards = boards or (board,)
        self.cost = self.spent = self.bound = 0.0
        self.proper: dict[int, int] = {}
        self.edited = 0
        self.touched: frozenset[int] = frozenset()
        self.visit, self.made = -1, 0
        self.swept = self.lifted = -2
        self.idle = 0.0
        self.told = True
        self.open: dict[int, float] = {}
        self.parent: Hypothesis | None = None

    def copy(self) -> Hypothesis:
        """Another one like it."""
        other = Hypothesis.__new__(Hypothesis)
        # Written out: nothing is done as often.
        other.board = self.board
        other.boards = self.boards
        other.bound = self.bound
        other.cost = self.cost
        other.edited = self.edited
        other.idle = self.idle
        other.lifted = self.lifted
        other.lying = self.lying
        other.made = self.made
        other.open = self.open
        other.parent = self.parent
        other.plays = self.plays
        other.proper = self.proper
        other.spent = self.spent
        other.swept = self.swept
        other.told = self.told
        other.touched = self.touched
        other.turn = self.turn
        other.visit = self.visit
        return other

    def absorb(self, other: Hypothesis) -> None:
        """Another record of the same key, a less likely one, is not carried any further."""
        less = max(0.0, other.cost - self.cost)
        if less < NEGLIGIBLE and self.plays is not other.plays:
            places = range(max(0, len(self.plays) - LATELY), len(self.plays))
            differ = [i for i in places if self.plays[i][:2] != other.plays[i][:2]]
            if differ:
                self.open = {**self.open, **{i: min(less, self.open.get(i, less)) for i in differ}}

    def is_beside(self, moves: Moves) -> bool:
        """Whether its moves are the beginning of others, or go on from them."""
        both = min(len(moves), len(self.plays))
        return all(p[:2] == m for p, m in zip(self.plays[:both], moves[:both], strict=True))

    def origin(self, steps: int) -> Hypothesis:
        """What it was so many epochs before."""
        one = self
        for _ in range(steps):
            assert one.parent is not None
            one = one.parent
        return one

    @property
    def key(self) -> tuple[object, ...]:
        """Hypotheses of one key go on alike: the cheapest stands for them."""
        return self.board, self.lying, self.turn, len(self.plays), self.plays[-2:], self.told

    @property
    def moves(self) -> Moves:
        """Colours and points of its moves."""
        return tuple((p.colour, p.point) for p in self.plays)


def with_stone(board: bytes, point: int, colour: int) -> bytes:
    """The board with another content at one point."""
    return board[:point] + bytes((colour,)) + board[point + 1 :]


def alike(moves: Moves, others: Moves) -> int:
    """How many moves two records have in common from the start on."""
    pairs = enumerate(zip(moves, others, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(moves), len(others)))
