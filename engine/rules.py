"""What a rule set says about moves, and the judgement of one move.

Chinese rules 2002, articles 2 to 9, 20 and 24; where another text differs the field of the record says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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


class Scoring(Enum):
    """How the result is counted."""

    AREA = "area"
    """Living stones and what they surround (Chinese rules 2002, article 9)."""
    TERRITORY = "territory"
    """Surrounded points and prisoners; none in seki (D0-C, Japan and Korea)."""
    FILL_IN = "fill-in"
    """Each side fills its area with its own stones (D0-C, Ing)."""


class HandicapReturn(Enum):
    """What Black gives back for handicap stones, beside komi."""

    NONE = "none"
    HALF = "half"
    """Half a stone, that is one point, for each (D0-A 4, D0-C)."""
    ALL_BUT_ONE = "all but one"
    """One point for each but the first (AGA)."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a rule set provides for an irregularity; a person decides whether it is so.

    Attributes
    ----------
    warnings : int or None
        Warnings for the player at fault; None where the rules do not fix it.
    forfeits_turn : bool
        The move is void and the turn lost.
    loses : bool
        The player at fault loses the game.
    articles : tuple of str
        Where it is written.
    """

    warnings: int | None = 0
    forfeits_turn: bool = False
    loses: bool = False
    articles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set. A new one is one record, not new code.

    Attributes
    ----------
    name : str
        Short name, as the command line takes it.
    ko : Ko
        All kinds but NONE forbid the immediate recapture of a single ko.
    suicide : Suicide
    komi : float
        Points for White in an even game on 19 lines; other boards get theirs from the event.
    passes_to_end : int or None
        Passes in succession that end the game (article 7.3), None where passes do not.
    scoring : Scoring
    handicap_return : HandicapReturn
    free_handicap : bool
        Handicap stones may stand anywhere, not on star points only.
    warning_stones : float
        Stones off the count for each warning (article 24.1), so twice as many points.
    warnings_to_lose : int or None
        Warnings that lose the game (article 24.2).
    stones_per_side : int or None
        For filling in: stones each side has on 19 lines.
    in_stones : bool
        The result is told in stones (子) beside points (目).
    end_signal_stones : bool
        A stone of the other colour beside the board proposes or confirms the end (D3-II 4.2).
    uncaptured_corner : int
        Points that the texts name for a corner shape that is not captured (不提三目, 不提兩目; D0-C). It is for
        people to know: the count never gives them by itself.
    sgf_name : str
        What SGF's RU says.
    penalties : mapping of irregularity id to Penalty
        What is not named here is for the referee to decide.
    """

    name: str
    ko: Ko = Ko.POSITIONAL
    suicide: Suicide = Suicide.FORBIDDEN
    komi: float = 7.5
    passes_to_end: int | None = 2
    scoring: Scoring = Scoring.AREA
    handicap_return: HandicapReturn = HandicapReturn.NONE
    free_handicap: bool = False
    warning_stones: float = 1
    warnings_to_lose: int | None = 2
    stones_per_side: int | None = None
    in_stones: bool = False
    end_signal_stones: bool = False
    uncaptured_corner: int = 0
    sgf_name: str = ""
    penalties: Mapping[str, Penalty] = field(default_factory=dict, compare=False, repr=False)


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
        rules.ko is Ko.POSITIONAL or (rules.ko is Ko.SITUATIONAL and history.earlier(stones, after.turn) is not None)
    ):
        breach |= Breach.SUPERKO
    captured = tuple([Point(*divmod(i, size)) for i in taken]) if taken else ()
    return Verdict(move, breach, captured, repeats, after)
