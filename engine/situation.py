"""What is known before something is judged: the agreed position, and what was observed since.

Phases and games are those of the Chinese rules (D0-A 4, D0-B 7, 13, 14 and 21).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.arrangement import Arrangement
from engine.chains import neighbours, put
from engine.history import History
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.rules import Rules


class Phase(Enum):
    """Where the game stands."""

    SETUP = "setup"
    """Handicap stones are being laid."""
    PLAY = "play"
    PAUSED = "paused"
    STOPPED = "stopped"
    """Passes have stopped it, the end is not yet confirmed."""
    COUNTING = "counting"
    """The end is confirmed by both."""


class GameType(Enum):
    """How the players start (D0-A 4)."""

    EVEN = "even"
    FIRST_MOVE = "first_move"
    """Black begins and gives nothing back."""
    HANDICAP = "handicap"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known beside the board; what is None or empty is unknown.

    Attributes
    ----------
    pass_declared_by : Colour or None
    presses : tuple of Colour
        Who pressed the clock since the last look, in order.
    last_press : Colour or None
        Who pressed last, where not all presses are known.
    hand : Colour or None
        Whose hand set the stone.
    stone_motion : str or None
        How a stone came to rest where it was not set: `fell_and_rolled`, `slid` ...
    opponent_away : bool
        The opponent's seat was empty when the stone was set (article 16.5).
    other_hand_pressed : bool
        The clock was pressed with another hand than the one that set the stone, under absolute time (12.4).
    """

    pass_declared_by: Colour | None = None
    presses: tuple[Colour, ...] = ()
    last_press: Colour | None = None
    hand: Colour | None = None
    stone_motion: str | None = None
    opponent_away: bool = False
    other_hand_pressed: bool = False

    @property
    def pressed(self) -> frozenset[Colour]:
        """All players known to have pressed."""
        return frozenset(self.presses) | ({self.last_press} if self.last_press else frozenset())

    @property
    def fell(self) -> bool:
        """Whether a stone slipped from the hand (article 17.3)."""
        motion = self.stone_motion or ""
        return any(word in motion for word in ("fell", "fall", "drop", "roll", "slip"))


@dataclass(frozen=True, slots=True)
class Observation:
    """One look at the board.

    Attributes
    ----------
    arrangement : Arrangement
    settled : bool
        False while a hand is over the board or the move is not closed. What a settled look does not show is
        taken to be unchanged.
    evidence : Evidence
        What happened between the look before and this one.
    offsets : mapping of Point to (right, up)
        How far stones lie from their points, in cells.
    signals : frozenset of Colour
        At whose seat a stone of the other colour lies beside the board (D3-II 4.2).
    """

    arrangement: Arrangement
    settled: bool = True
    evidence: Evidence = Evidence()
    offsets: Mapping[Point, tuple[float, float]] = field(default_factory=dict)
    signals: frozenset[Colour] = frozenset()


@dataclass(frozen=True, slots=True)
class Situation:
    """The last agreed position and what the referee knows of the game.

    Attributes
    ----------
    rules : Rules
    position : Position
        With the player to move and the simple ko.
    last_move : Move or None
        None at the start, and where it is not known.
    number : int
        Moves and passes played so far.
    phase : Phase
    game_type : GameType
    handicap : int
    earlier : tuple of bytes
        Boards that stood before, oldest first.
    evidence : Evidence
        What is known of the time after the agreed position as a whole.
    end_confirmed_by : frozenset of Colour or None
    agreed_dead : frozenset of Point or None
    black_seat, seat_of_black_hand : str or None
        The seat the pairing gives Black, and the seat whose hand sets black stones.

    Raises
    ------
    ValueError
        Where handicap and game type do not fit.
    """

    rules: Rules
    position: Position
    last_move: Move | None = None
    number: int = 0
    phase: Phase = Phase.PLAY
    game_type: GameType = GameType.EVEN
    handicap: int = 0
    earlier: tuple[bytes, ...] = ()
    evidence: Evidence = Evidence()
    end_confirmed_by: frozenset[Colour] | None = None
    agreed_dead: frozenset[Point] | None = None
    black_seat: str | None = None
    seat_of_black_hand: str | None = None

    def __post_init__(self) -> None:
        if self.game_type is GameType.HANDICAP and self.handicap < 2:
            raise ValueError(f"a handicap game has 2 stones or more, got {self.handicap}")

    def taken_last(self) -> frozenset[int]:
        """Indices of the stones that the last move took (article 4), as far as the board before it is known."""
        move = self.last_move
        if move is None or move.point is None or not self.earlier:
            return frozenset()
        size, before = self.position.size, self.earlier[-1]
        index = move.point.row * size + move.point.col
        if len(before) != size * size or before[index]:
            return frozenset()
        after, taken, _ = put(before, index, int(move.colour), neighbours(size))
        return frozenset(taken) if after == self.position.stones else frozenset()

    def history(self) -> History:
        """A history that ends with the agreed position."""
        return History(self.position, [(stones, None) for stones in self.earlier])
