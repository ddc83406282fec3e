"""What a rule set says about moves, and the judgement of one move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine.chains import neighbours, put
from engine.errors import Breach
from engine.history import History
from engine.point import Move, Point
from engine.position import Position, Suicide, forbids


class Ko(Enum):
    """Which repetitions a move may not make (Chinese rules 2002, articles 6 and 20)."""

    NONE = "none"
    SIMPLE = "simple"
    POSITIONAL = "positional"
    SITUATIONAL = "situational"


@dataclass(frozen=True, slots=True)
class Rules:
    """What decides whether a move is legal.

    Attributes
    ----------
    name : str
        Short name, as the command line takes it.
    ko : Ko
        All kinds but NONE forbid the immediate recapture of a single ko.
    suicide : Suicide
    komi : float
        Points for White in an even game.
    passes_to_end : int or None
        Passes in succession that end the game (article 7.3), None where passes do not.
    """

    name: str
    ko: Ko = Ko.POSITIONAL
    suicide: Suicide = Suicide.FORBIDDEN
    komi: float = 7.5
    passes_to_end: int | None = 2


class Verdict(NamedTuple):
    """Whether a move is legal and what it does.

    Attributes
    ----------
    move : Move
    breach : Breach
        Empty where the move is legal.
    captured : tuple of Point
        Opposing stones it takes; empty where it cannot be put on the board.
    repeats : int or None
        Number of the earlier position it makes again, whatever the rules say of it.
    position : Position or None
        The board after it, legal or not; None where it cannot be put on the board.
    """

    move: Move
    breach: Breach
    captured: tuple[Point, ...] = ()
    repeats: int | None = None
    position: Position | None = None

    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.breach


_LEGAL = Breach(0)


def judge(history: History, move: Move, rules: Rules) -> Verdict:
    """Judge a move at the end of a history by the rules.

    A pass is never a repetition. An immediate recapture is KO, and SUPERKO too where the rules forbid
    whole-board repetition.
    """
    position = history.position
    size = position.size
    colour, point = move
    breach = _LEGAL if colour == position.turn else Breach.WRONG_TURN
    if rules.passes_to_end is not None and history.passes >= rules.passes_to_end:
        breach |= Breach.GAME_OVER
    if point is None:
        return Verdict(move, breach, position=position.passed(colour))
    row, col = point
    if not (0 <= row < size and 0 <= col < size):
        return Verdict(move, breach | Breach.OFF_BOARD)
    index = row * size + col
    if position.stones[index]:
        return Verdict(move, breach | Breach.OCCUPIED)
    stones, taken, own = put(position.stones, index, colour, neighbours(size))
    after = position.after(stones, index, colour, taken, own)
    repeats = history.earlier(stones)
    if own and forbids(rules.suicide, len(own)):
        breach |= Breach.SUICIDE
    if point == position.ko and rules.ko is not Ko.NONE and colour == position.turn:
        breach |= Breach.KO
    if repeats is not None and (
        rules.ko is Ko.POSITIONAL
        or (rules.ko is Ko.SITUATIONAL and history.earlier(stones, after.turn) is not None)
    ):
        breach |= Breach.SUPERKO
    captured = tuple([Point(*divmod(i, size)) for i in taken]) if taken else ()
    return Verdict(move, breach, captured, repeats, after)
