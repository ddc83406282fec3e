"""A game as it goes on: start, moves, what was taken back, result (Chinese rules 2002, articles 2, 7 and 13)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import IllegalMove
from engine.handicap import handicap_points
from engine.history import History
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.rules import Rules, Verdict, judge


class Game:
    """Moves on a board under a rule set.

    Parameters
    ----------
    rules : Rules
    start : Position
        Empty board, handicap or resumed diagram.
    """

    def __init__(self, rules: Rules, start: Position) -> None:
        self.rules = rules
        self.history = History(start)
        self.result: str | None = None
        """The result in SGF form (`B+3.5`, `W+R`), None while there is none."""

    @classmethod
    def even(cls, rules: Rules, size: int) -> Game:
        """A game from the empty board, Black to move."""
        return cls(rules, Position.empty(size))

    @classmethod
    def handicap(cls, rules: Rules, size: int, stones: int, points: Iterable[Point] | None = None) -> Game:
        """A game with handicap stones, White to move (Chinese rules, D0-A 4).

        Parameters
        ----------
        stones : int
            2 or more.
        points : iterable of Point, optional
            Where they stand, for free placement; by default the usual star points.

        Raises
        ------
        ValueError
            Where the number of points is another, or the board has no such fixed handicap.
        """
        where = tuple(handicap_points(size, stones) if points is None else points)
        if len(set(where)) != stones:
            raise ValueError(f"a handicap of {stones} needs as many points, got {len(set(where))}")
        return cls(rules, Position.empty(size).set_up(black=where, turn=Colour.WHITE))

    @property
    def position(self) -> Position:
        """The present position."""
        return self.history.position

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves and passes; what was laid or lifted by hand is not among them."""
        return tuple(move for move in self.history.moves if move is not None)

    @property
    def over(self) -> bool:
        """Whether there is a result or so many passes in succession that the rules end the game."""
        limit = self.rules.passes_to_end
        return self.result is not None or (limit is not None and self.history.passes >= limit)

    def judge(self, move: Move) -> Verdict:
        """Whether a move is legal now, and what it would do."""
        return judge(self.history, move, self.rules)

    def play(self, move: Move) -> Position:
        """Play a legal move or a pass.

        Raises
        ------
        IllegalMove
            With all reasons and the number the move would have had.
        """
        verdict = judge(self.history, move, self.rules)
        if verdict.breach or verdict.position is None:
            raise IllegalMove(move, verdict.breach, len(self.moves) + 1)
        self.history.push(move, verdict.position)
        return verdict.position

    def stand(self, move: Move) -> Position:
        """Enter an irregular move that was left standing; the board becomes what the stone makes of it.

        Raises
        ------
        IllegalMove
            Where the stone cannot be put on the board: off it or on another stone.
        """
        verdict = self.judge(move)
        if verdict.position is None:
            raise IllegalMove(move, verdict.breach, len(self.moves) + 1)
        self.history.push(move, verdict.position)
        return verdict.position

    def resign(self, colour: Colour) -> None:
        """A player resigns, at any time (article 7.2)."""
        self.result = f"{colour.other.letter}+R"

    def lose_on_time(self, colour: Colour) -> None:
        """A player has run out of time (articles 12.3, 12.4, 22.5)."""
        self.result = f"{colour.other.letter}+T"

    def forfeit(self, colour: Colour) -> None:
        """A player has lost by a ruling (article 13.1)."""
        self.result = f"{colour.other.letter}+F"

    def end_without_result(self) -> None:
        """No result, or both lose: SGF's `Void`."""
        self.result = "Void"

    def set_up(
        self,
        black: Iterable[Point] = (),
        white: Iterable[Point] = (),
        empty: Iterable[Point] = (),
        turn: Colour | None = None,
    ) -> Position:
        """Lay or lift stones by hand, or give the move to a player (a ruling, stones put back)."""
        position = self.position.set_up(black, white, empty, turn)
        self.history.push(None, position)
        return position

    def undo(self) -> Move | None:
        """Take back what came last; None where that was no move. Raises IndexError at the start."""
        self.result = None
        return self.history.pop()

    def illegal_points(self, colour: Colour | None = None) -> dict[Point, Verdict]:
        """The empty points that a player (by default who is to move) may not take, with the judgement."""
        position = self.position
        whose = position.turn if colour is None else colour
        found = {}
        for index, there in enumerate(position.stones):
            if there == 0:
                point = Point(*divmod(index, position.size))
                verdict = self.judge(Move(whose, point))
                if not verdict.legal:
                    found[point] = verdict
        return found
