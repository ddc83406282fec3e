"""A random moment of a random or real game, and what a trial of the referee's book consists of."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from engine.arrangement import Arrangement
from engine.chains import neighbours, put
from engine.game import Game
from engine.history import History
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.rulesets import ruleset
from engine.situation import Evidence, Observation, Phase, Situation

BLACK, WHITE = Colour.BLACK, Colour.WHITE
NOBODY = {BLACK: 0, WHITE: 0}
RULES = replace(ruleset("cn2002"), passes_to_end=None)
OLDER = ruleset("cn_old")
REAL_GAMES = Path(__file__).parent.parent / "engine" / "data" / "real_games.txt"


@dataclass(frozen=True)
class Right:
    """What the usual ruling must be; None is not asked for.

    Attributes
    ----------
    board : bytes or None
    turn : Colour or None
    warnings : mapping of Colour to int, or None
    forfeits : Colour or None
    result : str or None
    """

    board: bytes | None = None
    turn: Colour | None = None
    warnings: Mapping[Colour, int] | None = None
    forfeits: Colour | None = None
    result: str | None = None


@dataclass
class Trial:
    """A situation, what is observed, and the answer."""

    situation: Situation
    looks: list[Observation]
    answer: str | None
    points: frozenset[int] | None = None
    """The points it is about; None: not asked for."""
    moves: tuple[Move, ...] | None = None
    """The legal moves in it; None: not asked for."""
    right: Right | None = None


class Moment:
    """A random moment of a random game.

    Attributes
    ----------
    chance : random.Random
    rules : Rules
        Of 2002, or the older text.
    game : Game
    size : int
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.rules = RULES if chance.random() < 0.7 else OLDER
        if chance.random() < 0.5:
            self._begin_real()
        else:
            self._begin_random()

    def _begin_real(self) -> None:
        history = real_game(self.chance.choice(real_games()))
        start = history.positions[0]
        self.size = start.size
        self.game = Game(self.rules, start)
        for move in history.moves[: self.chance.randrange(2, len(history.moves))]:
            assert move is not None
            self.game.play(move)

    def _begin_random(self) -> None:
        self.size = self.chance.choice([5, 6, 7, 9, 9, 9, 13, 13, 19, 19])
        self.game = Game(self.rules, Position.empty(self.size))
        for _ in range(self.chance.randrange(2, self.size * self.size)):
            if not self.play_on():
                break

    def play_on(self) -> bool:
        """Play a random legal move; False where none was found."""
        for _ in range(30):
            point = self.anywhere()
            move = Move(self.turn, point)
            if self.position.get(point) == Colour.EMPTY and self.game.judge(move).legal:
                self.game.play(move)
                return True
        return False

    @property
    def position(self) -> Position:
        """The agreed position."""
        return self.game.position

    @property
    def turn(self) -> Colour:
        """Who is to move."""
        return self.position.turn

    @property
    def last(self) -> Move | None:
        """The last move or pass."""
        return self.game.moves[-1] if self.game.moves else None

    def anywhere(self) -> Point:
        """Any point."""
        return Point(self.chance.randrange(self.size), self.chance.randrange(self.size))

    def index(self, point: Point | None) -> int:
        """The index of a point."""
        assert point is not None
        return point.row * self.size + point.col

    def point(self, index: int) -> Point:
        """The point of an index."""
        return Point(*divmod(index, self.size))

    def situation(self, phase: Phase = Phase.PLAY, evidence: Evidence | None = None) -> Situation:
        """What is known at this moment."""
        history = self.game.history
        return Situation(
            self.rules,
            self.position,
            history.moves[-1] if history.moves else None,
            len(history.moves),
            phase,
            earlier=tuple(p.stones for p in history.positions[:-1]),
            evidence=evidence or Evidence(),
        )

    def look(self, board: bytes | bytearray, evidence: Evidence | None = None, settled: bool = True) -> Observation:
        """A look at a board."""
        return Observation(Arrangement(self.size, bytes(board)), settled, evidence or Evidence())

    def trial(
        self,
        answer: str | None,
        *boards: bytes,
        evidence: Evidence | None = None,
        points: set[int] | None = None,
        moves: tuple[Move, ...] | None = None,
        right: Right | None = None,
    ) -> Trial:
        """A trial with looks at these boards."""
        looks = [self.look(board) for board in boards]
        asked = None if points is None else frozenset(points)
        return Trial(self.situation(evidence=evidence), looks, answer, asked, moves, right)

    def stones(self, colour: Colour | None = None) -> list[int]:
        """Where stones lie."""
        board = self.position.stones
        return [i for i, there in enumerate(board) if there and (colour is None or there == colour)]

    def empty(self, board: bytes | bytearray | None = None) -> list[int]:
        """The empty points."""
        return [i for i, there in enumerate(self.position.stones if board is None else board) if not there]

    def legal(self, position: Position | None = None, capture: bool | None = None) -> Move | None:
        """A legal move of the player to move, with or without a capture where that is asked."""
        base = self.position if position is None else position
        order = self.empty(base.stones)
        self.chance.shuffle(order)
        for index in order[:80]:
            move = Move(base.turn, self.point(index))
            if capture is not None and bool(base.captured_by(move)) != capture:
                continue
            if base is self.position and not self.game.judge(move).legal:
                continue
            try:
                base.play(move)
            except ValueError:
                continue
            return move
        return None

    def stone_of(self, colour: Colour, position: Position) -> tuple[int, bytes] | None:
        """A stone of a colour on any empty point, and the board it makes; None where it would have no liberty."""
        index = self.chance.choice(self.empty(position.stones))
        board, _, own = put(position.stones, index, int(colour), neighbours(self.size))
        return None if own else (index, board)

    def warned(self, colour: Colour) -> dict[Colour, int]:
        """One warning for a player."""
        return {**NOBODY, colour: 1}


@cache
def real_games() -> list[str]:
    """The games of the tests' data file, one a line."""
    return [line for line in REAL_GAMES.read_text().splitlines() if not line.startswith("#")]


def real_game(line: str) -> History:
    """A game of the tests' data file."""
    size, _, handicap, *moves = line.split()
    stones = [] if handicap == "-" else [Point.from_sgf(text) for text in handicap.split(",")]
    start = Position.empty(int(size)).set_up(black=stones, turn=Colour.from_letter(moves[0][0]))
    game = Game(RULES, start)
    for text in moves:
        point = None if text[1:] == ".." else Point.from_sgf(text[1:])
        game.play(Move(Colour.from_letter(text[0]), point))
    return game.history
