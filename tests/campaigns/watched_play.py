"""A game played on a simulated board: hands, slow captures, moves nobody sees, irregularities, and the truth of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.chains import neighbours, put, surrounded
from tests.campaigns.watched_world import World

MOST_HIDDEN = 4


class Played(NamedTuple):
    """A move of the main line: `gone` is when the hand had left, `gap` numbers those made while all was hidden.

    It was `placed` at one time, and its point first in view from another on (`shown`).
    """

    colour: str
    vertex: str
    gone: float
    gap: int = 0
    placed: float = 0.0
    shown: float = 0.0


@dataclass
class Wanted:
    """An alert that should come: any of the ids, about one of the points, from `seen` to when it was put right."""

    ids: frozenset[str]
    points: frozenset[str]
    seen: float
    right: float = math.inf


@dataclass
class Truth:
    """What a world's record must say."""

    moves: list[Played] = field(default_factory=list)
    alerts: list[Wanted] = field(default_factory=list)


def vertex(point: int, n: int) -> str:
    """SGF letters."""
    return chr(97 + point % n) + chr(97 + point // n)


class Play:
    """Plays the moves of a real game on a world, as far as they are legal there.

    Parameters
    ----------
    world : World
    moves : sequence of (colour, point)
    """

    def __init__(self, world: World, moves: Sequence[tuple[int, int]]) -> None:
        self.world, self.truth = world, Truth()
        self.n = world.size
        self.turn = 1
        self.around = neighbours(self.n)
        self.gaps = 0
        self.last_taken: list[int] = []
        self._left = list(moves)
        self._boards = {bytes(world.board)}

    # What may be played

    @property
    def board(self) -> bytes:
        """What lies there."""
        return bytes(self.world.board)

    def taken(self, point: int, colour: int) -> list[int] | None:
        """What a move takes; None where it is not allowed."""
        if self.world.board[point]:
            return None
        after, taken, own = put(self.board, point, colour, self.around)
        return None if own or after in self._boards else taken

    def is_calm(self, board: Sequence[int]) -> bool:
        """Whether every chain has a liberty."""
        stones = bytes(board)
        return all(not c or surrounded(stones, p, self.around) is None for p, c in enumerate(stones))

    def next_point(self, colour: int) -> int | None:
        """The next point of the game that this colour may play on."""
        for i, (c, point) in enumerate(self._left):
            if c == colour and self.taken(point, colour) is not None:
                del self._left[i]
                return point
        return None

    # What is done

    def remember(self) -> None:
        """This position may not come back."""
        self._boards.add(self.board)

    def write(self, colour: int, point: int, gone: float, gap: int = 0) -> None:
        """A move of the main line."""
        self.truth.moves.append(Played("BW"[colour - 1], vertex(point, self.n), gone, gap))

    def want(self, ids: str, points: Sequence[int], seen: float, right: float = math.inf) -> Wanted:
        """An alert that should come."""
        wanted = Wanted(frozenset(ids.split()), frozenset(vertex(p, self.n) for p in points), seen, right)
        self.truth.alerts.append(wanted)
        return wanted

    def move(self, point: int, *, leave: float = 0.6) -> None:
        """The player whose turn it is plays there, takes stones off three at a time, and the turn passes."""
        world, colour = self.world, self.turn
        taken = self.taken(point, colour) or []
        world.random.shuffle(taken)
        self.last_taken = list(taken)
        first, later = taken[:3], taken[3:]
        acts = [(point, colour), *((p, 0) for p in first)]
        _, gone = world.visit(acts, colour, reach=0.5 if taken else 0.6, leave=leave)
        while later:
            part, later = later[:3], later[3:]
            world.wait(world.random.uniform(0.2, 0.7))
            _, gone = world.visit([(p, 0) for p in part], colour, reach=0.4)
        self.write(colour, point, gone)
        self.turn = 3 - colour
        self.remember()

    def pause(self) -> None:
        """Somebody thinks."""
        self.world.wait(0.9 + min(20.0, self.world.random.expovariate(1 / 3.0)))

    def play(self) -> bool:
        """One ordinary move, or False where the game is out of moves."""
        point = self.next_point(self.turn)
        if point is None:
            return False
        self.move(point)
        return True

    # Hard to see

    def hidden(self) -> bool:
        """One to four moves while nothing can be seen."""
        world = self.world
        self.gaps += 1
        start = world.now
        count = world.random.randint(1, MOST_HIDDEN)
        stones: list[int] = []
        for _ in range(count):
            point = self.next_point(self.turn)
            taken = self.taken(point, self.turn) if point is not None else None
            if point is None or taken is None:
                break
            if set(taken) & set(stones):
                self._left.insert(0, (self.turn, point))
                break  # a stone that came and went unseen is in no record
            world.now += world.random.uniform(1.0, 4.0)
            for p in taken:
                world.put(world.now, p, 0)
            world.put(world.now, point, self.turn)
            self.write(self.turn, point, 0.0, self.gaps)
            stones.append(point)
            self.turn = 3 - self.turn
            self.remember()
        world.now += world.random.uniform(0.5, 1.5)
        self.truth.moves = [m._replace(gone=world.now) if m.gap == self.gaps else m for m in self.truth.moves]
        world.hide(start, world.now)
        self.last_taken = []
        return bool(stones)

    def under_one_hand(self) -> bool:
        """The answer is played while the first hand still rests there."""
        point = self.next_point(self.turn)
        if point is None:
            return False
        colour, world = self.turn, self.world
        self.move(point, leave=0.05)
        world.rest(point, colour, 1.6)
        until = world.now + 1.6
        answer = self.next_point(self.turn)
        if answer is not None and point in (self.taken(answer, self.turn) or []):
            self._left.insert(0, (self.turn, answer))
            answer = None  # a stone that came and went unseen is in no record
        if answer is not None:
            self.move(answer)
            until = max(until, world.now)
        for i in (-2, -1) if answer is not None else (-1,):
            self.truth.moves[i] = self.truth.moves[i]._replace(gone=until)
        world.now = until + 0.1
        return True
