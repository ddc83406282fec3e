"""What is told about a board: the kinds of events, and their lines of JSON.

Events are plain frozen values. Whoever makes one leaves `seq` and `game` alone: the log gives both when it
keeps the event. Points are two SGF letters (`dd`: column, row, from the record's top left), as in every file.
"""

from __future__ import annotations

import math
import re
from typing import Annotated, Literal, get_args

import msgspec

from engine.point import Colour, Point
from recorder.facts import GameFacts
from recorder.notation import Chance as Chance
from recorder.notation import MoveNumber as MoveNumber
from recorder.notation import Player as Player
from recorder.notation import Seconds as Seconds
from recorder.notation import SizeOfBoard
from recorder.notation import Vertex as Vertex
from recorder.orders import Order

Origin = Literal["camera", "operator", "referee"]
Cause = Literal["seen", "ruling", "operator"]
CountedBy = Literal["players", "Benson", "GNU Go"]
ClockAction = Literal["system", "start", "press", "pause", "resume", "adjust", "call", "over"]

_VERTEX = re.compile("[a-y][a-y]")


class _Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What all events have.

    Attributes
    ----------
    t : float
        Source time in seconds at which the event was confirmed; like all times kept to the millisecond.
    seq : int
        Number in the log: 1, 2, 3 ...; 0 until the log has given it.
    game : str
        Identity of the game; empty until the log has given it.
    origin : {"camera", "operator", "referee"}
        Who says so. Left out of the JSON where it is the camera.

    Raises
    ------
    ValueError
        Where the time is negative or not finite.
    """

    t: Seconds
    seq: int = 0
    game: str = ""
    origin: Origin = "camera"

    def __post_init__(self) -> None:
        if not math.isfinite(self.t) or self.t < 0:
            raise ValueError(f"an event's time must be a number of seconds from 0 on, got {self.t}")
        for name in ("t", "t_placed", "t_seen"):
            if (time := getattr(self, name, None)) is not None:
                msgspec.structs.force_setattr(self, name, round(time, 3))


class Board(_Told, frozen=True, kw_only=True, tag="board"):
    """The grid was found, or found anew where it moved. The first one after an `End` begins another game.

    Attributes
    ----------
    size : int
        Number of lines each way, 5 to 25.
    corners : tuple of four (x, y)
        Pixels of the outermost crossings: that of `aa`, then clockwise as seen in the picture.
    """

    size: SizeOfBoard
    corners: tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


class Setup(_Told, frozen=True, kw_only=True, tag="setup"):
    """Stones that stood there at the start: handicap, an adjourned game."""

    black: tuple[Vertex, ...]
    white: tuple[Vertex, ...]
    to_move: Player | None


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Another move that might have been the one told."""

    colour: Player
    point: Vertex
    confidence: Chance


class Move(_Told, frozen=True, kw_only=True, tag="move"):
    """A stone was played.

    Attributes
    ----------
    n : int
        Number of the move in the main line, from 1 on; passes count.
    captured : tuple of points
        The stones that were seen to leave with it.
    t_placed : float
        Source time in seconds at which the stone was first visible.
    confidence : float
        0 to 1, of colour, point and place in the order together.
    candidates : tuple of Candidate
        What else it may have been, where point or order is open. Left out of the JSON where empty.
    """

    n: MoveNumber
    colour: Player
    point: Vertex
    captured: tuple[Vertex, ...]
    t_placed: Seconds
    confidence: Chance
    candidates: tuple[Candidate, ...] = ()


class Pass(_Told, frozen=True, kw_only=True, tag="pass"):
    """A player passed: inferred, or entered by a person."""

    n: MoveNumber
    colour: Player
    confidence: Chance


class Alert(_Told, frozen=True, kw_only=True, tag="alert"):
    """An irregularity the referee should see; `id` is one of the catalogue of irregularities.

    Attributes
    ----------
    points : tuple of points
    colour : {"B", "W"} or None
        The player at fault.
    article : str
        Where it is written.
    message : str
        In English; `recorder.wording` says it in other languages.
    t_seen : float
        Source time in seconds at which it was first visible.
    options : tuple of str
        Ids of the rulings there are, the usual one first. These and what follows are left out where empty.
    default : str
        The ruling that the rule set provides.
    alternatives : tuple of str
        Ids of what else fits what was seen.
    look_alikes : tuple of str
        Ids of what may look the same.
    roles : dict of str to points
        The points by what they are to it: `from`, `to`, `should_remove` ...
    late : bool
        The opponent has answered already: the time for a claim has passed.
    after : int or None
        Number of the last move when it was told.
    """

    id: str
    points: tuple[Vertex, ...]
    colour: Player | None
    article: str
    severity: Literal["info", "warning", "critical"]
    message: str
    t_seen: Seconds
    options: tuple[str, ...] = ()
    default: str = ""
    alternatives: tuple[str, ...] = ()
    look_alikes: tuple[str, ...] = ()
    roles: dict[str, tuple[Vertex, ...]] = {}
    late: bool = False
    after: int | None = None


class Edit(_Told, frozen=True, kw_only=True, tag="edit"):
    """Stones came, went or moved without being a move.

    Attributes
    ----------
    after : int
        Number of the last move before it; 0 before the first.
    black, white, empty : tuple of points
        What these points hold from now on.
    cause : {"seen", "ruling", "operator"}
    """

    after: Annotated[int, msgspec.Meta(ge=0)]
    black: tuple[Vertex, ...]
    white: tuple[Vertex, ...]
    empty: tuple[Vertex, ...]
    cause: Cause


class Ruling(_Told, frozen=True, kw_only=True, tag="ruling"):
    """What the referee decided on the alert whose `seq` is `alert` (0: a ruling of the referee's own).

    Attributes
    ----------
    ruling : str
        Id of an option of the alert's, or the referee's words; `withdrawn` where it takes another back.
    to_move : {"B", "W"} or None
    warnings : dict of player to int
        All warnings so far.
    added : dict of player to int
        Those of this ruling.
    note : str
        The referee's words.
    forfeits : {"B", "W"} or None
        Who lost a turn by it.
    result : str
        The result where it ended the game.
    withdraws : int
        `seq` of the ruling it takes back; 0 for none.
    """

    alert: int
    ruling: str
    to_move: Player | None
    warnings: dict[Player, int]
    added: dict[Player, int] = {}
    note: str = ""
    forfeits: Player | None = None
    result: str = ""
    withdraws: int = 0


class Resolved(_Told, frozen=True, kw_only=True, tag="resolved"):
    """The irregularity of the alert whose `seq` is `alert` went away, or was dealt with."""

    alert: int
    how: str


class View(_Told, frozen=True, kw_only=True, tag="view"):
    """The board cannot be seen well, or can again."""

    state: Literal["lost", "back", "poor"]
    reason: str


class Correction(_Told, frozen=True, kw_only=True, tag="correction"):
    """The record from move `n` on is withdrawn; what still holds follows anew, with the same numbers."""

    n: MoveNumber
    reason: str


class End(_Told, frozen=True, kw_only=True, tag="end"):
    """The game, or the recording of it, is over; `result` as SGF writes it (`B+3.5`, `W+R`), or None."""

    reason: str
    result: str | None


class Ordered(_Told, frozen=True, kw_only=True, tag="order"):
    """A person's order was taken; what it did is told by the events after it, with the same `t`."""

    order: Order


COUNTING = "counting begins"
"""Reason of the pause that begins when the camera sees dead stones taken off to be counted."""


class Pause(_Told, frozen=True, kw_only=True, tag="pause"):
    """The game is paused, or goes on: between the two nothing that was seen became a move."""

    state: Literal["paused", "resumed"]
    reason: str = ""


class Turn(_Told, frozen=True, kw_only=True, tag="turn"):
    """A person says who is to move after move number `after`."""

    after: Annotated[int, msgspec.Meta(ge=0)]
    to_move: Player


class FactsKnown(_Told, frozen=True, kw_only=True, tag="facts"):
    """Facts of the game that a person gave while it ran; fields that are given replace those of before."""

    facts: GameFacts


class TimeLeft(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has left.

    Attributes
    ----------
    main : float
        Seconds of main time.
    periods : int
        Byo-yomi periods, the running one included.
    period : float
        Seconds of the running period.
    stones : int
        Stones to be played in the running Canadian period.
    """

    main: Seconds
    periods: Annotated[int, msgspec.Meta(ge=0)] = 0
    period: Seconds = 0.0
    stones: Annotated[int, msgspec.Meta(ge=0)] = 0


class Clock(_Told, frozen=True, kw_only=True, tag="clock"):
    """Something happened to the clock; `time` is source time in seconds at which both players had this left.

    Attributes
    ----------
    action : {"system", "start", "press", "pause", "resume", "adjust", "call", "over"}
        `call`: something is called out; `over`: the time of `colour` is used up.
    colour : {"B", "W"} or None
        Whom it is about.
    running : {"B", "W"} or None
        Whose time runs from now on.
    after : int
        Number of the last move then.
    text : str
        With `system`: how time is kept, as people write it. With `call`: what is called out, `byo_yomi N` (the
        main time is used up, N periods or moves) or `periods_left N`.
    """

    action: ClockAction
    colour: Player | None
    running: Player | None
    after: Annotated[int, msgspec.Meta(ge=0)]
    time: Seconds
    black: TimeLeft
    white: TimeLeft
    text: str = ""


class Counted(_Told, frozen=True, kw_only=True, tag="count"):
    """A count of the board.

    Attributes
    ----------
    dead : tuple of points
        Stones held to be dead.
    result : str or None
        As SGF writes it; None where only the dead stones were named.
    black, white : float
        What each side has as the rule set counts: stones of area, or points with prisoners and komi.
    by : {"players", "Benson", "GNU Go"}
        Who says which stones are dead; all but `players` are estimates.
    colour : {"B", "W"} or None
        Which player named the dead stones; None: both.
    """

    dead: tuple[Vertex, ...]
    result: str | None
    black: float | None = None
    white: float | None = None
    by: CountedBy = "players"
    colour: Player | None = None


Event = (
    Board
    | Setup
    | Move
    | Pass
    | Alert
    | Edit
    | Ruling
    | Resolved
    | View
    | Correction
    | End
    | Ordered
    | Pause
    | Turn
    | FactsKnown
    | Clock
    | Counted
)
KINDS: tuple[type[Event], ...] = get_args(Event)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """One line of JSON (UTF-8, no line end).

    Raises
    ------
    ValueError
        Where a field holds what the format does not allow (a point off the largest board, say).
    """
    line = _encoder.encode(event)
    # A struct does not check its fields when it is made; nothing is told that could not be read again.
    decode(line)
    return line


def decode(line: bytes | str) -> Event:
    """The event of a line of JSON. Fields this version does not know are passed over.

    Raises
    ------
    ValueError
        Where the line is no JSON, its kind is unknown, or a field is missing or out of range.
    """
    try:
        return _decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise ValueError(f"not an event of this version: {error}") from error


def to_vertex(point: Point) -> str:
    """SGF letters of a point: `Point(row=3, col=0)` is `ad`.

    Raises
    ------
    ValueError
        Where the point is on no board of up to 25 lines.
    """
    if not (0 <= point.row < 25 and 0 <= point.col < 25):
        raise ValueError(f"{point} is on no board of up to 25 lines")
    return chr(97 + point.col) + chr(97 + point.row)


def to_point(vertex: str) -> Point:
    """The point of two SGF letters; raises ValueError for anything else."""
    if not _VERTEX.fullmatch(vertex):
        raise ValueError(f"a point is two letters from a to y (column, row), got {vertex!r}")
    return Point(row=ord(vertex[1]) - 97, col=ord(vertex[0]) - 97)


def to_colour(player: Player) -> Colour:
    """Black for `B`, white for `W`."""
    return Colour.BLACK if player == "B" else Colour.WHITE


def to_player(colour: Colour) -> Player:
    """`B` or `W`; raises ValueError for EMPTY and UNKNOWN."""
    return "B" if colour.letter == "B" else "W"
