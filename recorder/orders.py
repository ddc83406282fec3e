"""What people tell a running recording: the kinds of orders, and their JSON.

An order is one JSON object with the tag `order` (`{"order": "insert_move", "n": 12, "colour": "B", "point":
"dd"}`). What it did is told as events; where it cannot be done nothing is changed, and `OrderRefused` says why.
Points are two SGF letters, as in events; move numbers count from 1, passes count.
"""

from __future__ import annotations

import math
from typing import Annotated, Literal, get_args

import msgspec

from recorder.facts import GameFacts, is_result
from recorder.notation import MoveNumber, Player, Seconds, SizeOfBoard, Vertex

Corner = tuple[float, float]
EventNumber = Annotated[int, msgspec.Meta(ge=1)]


class OrderRefused(ValueError):  # noqa: N818 (a refusal is an answer, not a fault of the program)
    """The order cannot be carried out; nothing was changed.

    Parameters
    ----------
    message : str
        A sentence for people, in English.
    code : str
        Key of the sentence in `recorder.wording`, so that a page can say it in another language.
    **arguments
        What the sentence names: move numbers, points, players.
    """

    def __init__(self, message: str, code: str = "refused", **arguments: object) -> None:
        super().__init__(message)
        self.code = code
        self.arguments = arguments


class _Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="order"):
    """What all orders have.

    Attributes
    ----------
    id : str
        Any text of the sender's. An order with an id that was taken before does nothing more; without an id it
        is always taken, and cannot be undone.
    by : str
        Who gives it: `operator`, `referee`, a name.
    """

    id: str = ""
    by: str = "operator"


# Moves


class InsertMove(_Told, frozen=True, kw_only=True, tag="insert_move"):
    """A move, or a pass where `point` is None, becomes number `n`; what was number `n` and later comes after it.

    With `force` also where the rules forbid it: it was played and left standing.
    """

    n: MoveNumber
    colour: Player
    point: Vertex | None
    force: bool = False


class ChangeMove(_Told, frozen=True, kw_only=True, tag="change_move"):
    """Number `n` was this move, or a pass where `point` is None. `force` as in `InsertMove`."""

    n: MoveNumber
    colour: Player
    point: Vertex | None
    force: bool = False


class DeleteMove(_Told, frozen=True, kw_only=True, tag="delete_move"):
    """Number `n` was no move; what came after it moves up."""

    n: MoveNumber


class DeclarePass(_Told, frozen=True, kw_only=True, tag="declare_pass"):
    """A player passed just now: who is to move, where `colour` is None."""

    colour: Player | None = None


class SetTurn(_Told, frozen=True, kw_only=True, tag="set_turn"):
    """This player is to move next."""

    to_move: Player


class SetStones(_Told, frozen=True, kw_only=True, tag="set_stones"):
    """What these points hold now, without a move: the record is put right by hand."""

    black: tuple[Vertex, ...] = ()
    white: tuple[Vertex, ...] = ()
    empty: tuple[Vertex, ...] = ()


# The recording


class Pause(_Told, frozen=True, kw_only=True, tag="pause"):
    """Until `Resume` nothing that is seen becomes a move, and clocks stand."""

    reason: str = ""


class Resume(_Told, frozen=True, kw_only=True, tag="resume"):
    """Go on after a pause; what lies otherwise than before is told as an edit, and an alert asks about it.

    With `played` it was played: then it is told as moves, as ever.
    """

    played: bool = False


class Undo(_Told, frozen=True, kw_only=True, tag="undo"):
    """Take back the order with this id, where what it did still stands."""

    undone: str


class SetFacts(_Told, frozen=True, kw_only=True, tag="set_facts"):
    """Names, ranks, komi ... of this game: fields that are given replace those known so far."""

    facts: GameFacts


class SetGrid(_Told, frozen=True, kw_only=True, tag="set_grid"):
    """Where the board is: its lines and the pixels of its outermost crossings, `aa` first, then clockwise."""

    size: SizeOfBoard
    corners: tuple[Corner, Corner, Corner, Corner]


class SetTop(_Told, frozen=True, kw_only=True, tag="set_top"):
    """Side of the picture where the record's first row lies; only before the first stone."""

    side: Literal["left", "right", "top", "bottom"]


class FindAgain(_Told, frozen=True, kw_only=True, tag="find_again"):
    """Look for the board anew, wherever it is."""


class NextGame(_Told, frozen=True, kw_only=True, tag="next_game"):
    """The game is over; the next one on the same board begins."""

    facts: GameFacts | None = None


class End(_Told, frozen=True, kw_only=True, tag="end"):
    """The game or the recording is over, without a result being said."""

    reason: str = ""


# The referee


class Rule(_Told, frozen=True, kw_only=True, tag="rule"):
    """The referee's decision on the alert with this number.

    Attributes
    ----------
    alert : int
        `seq` of the alert; 0 for a ruling of the referee's own.
    ruling : str
        One of the alert's `options`, or any words of the referee's where the fields below say what it means.
    note : str
        The referee's words.
    to_move : {"B", "W"} or None
        Who moves next, where it is not what the option provides.
    warnings : dict
        Warnings it adds, by player, where they are not those that the option provides.
    stones : SetStones or None
        What points hold after it, where it is not what the option provides.
    forfeits : {"B", "W"} or None
        Who loses a turn.
    result : str
        The result, where the ruling ends the game.
    move : Vertex or None
        Where an option leaves a choice of point (`reasonable_point`): that point.
    """

    alert: Annotated[int, msgspec.Meta(ge=0)]
    ruling: str
    note: str = ""
    to_move: Player | None = None
    warnings: dict[Player, Annotated[int, msgspec.Meta(ge=0, le=9)]] | None = None
    stones: SetStones | None = None
    forfeits: Player | None = None
    result: str = ""
    move: Vertex | None = None
    by: str = "referee"


class Dismiss(_Told, frozen=True, kw_only=True, tag="dismiss"):
    """The alert with this number is nothing."""

    alert: EventNumber
    note: str = ""
    by: str = "referee"


class WithdrawRuling(_Told, frozen=True, kw_only=True, tag="withdraw_ruling"):
    """The ruling with this number (`seq` of its event) no longer holds."""

    ruling: EventNumber
    note: str = ""
    by: str = "referee"


# End and counting


class DeclareResult(_Told, frozen=True, kw_only=True, tag="declare_result"):
    """The game is over with this result, as SGF writes it: `B+3.5`, `W+R`, `B+T`, `Draw`, `Void`."""

    result: str
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.result or not is_result(self.result):
            raise ValueError(f"a result is written like B+3.5, W+R, Draw or Void, got {self.result!r}")


class DeclareDead(_Told, frozen=True, kw_only=True, tag="declare_dead"):
    """These stones are dead, each point standing for its chain; says one player, or both where it is None."""

    points: tuple[Vertex, ...]
    colour: Player | None = None


class CountGame(_Told, frozen=True, kw_only=True, tag="count_game"):
    """Count by the rule set with the dead stones declared so far, and end the game with that result.

    With `estimate` nothing ends: the dead stones are estimated, and the count is told as an estimate.
    """

    estimate: bool = False


# Clocks


class SetTime(_Told, frozen=True, kw_only=True, tag="set_time"):
    """How time is kept: `60m+5x60s`, `90m`, `15m+10s/move`, `30m+15/5m`; White's where it differs."""

    system: str
    white: str = ""


class StartClock(_Told, frozen=True, kw_only=True, tag="start_clock"):
    """A player's time begins to run: that of who is to move, where `colour` is None."""

    colour: Player | None = None


class PressClock(_Told, frozen=True, kw_only=True, tag="press_clock"):
    """A player has pressed the clock: who is to move, where `colour` is None; at source time `t`, else now."""

    colour: Player | None = None
    t: Seconds | None = None


class AdjustClock(_Told, frozen=True, kw_only=True, tag="adjust_clock"):
    """What a player has left: main time in seconds, periods, seconds of the running one, stones to play in it."""

    colour: Player
    main: Seconds | None = None
    periods: Annotated[int, msgspec.Meta(ge=0)] | None = None
    period: Seconds | None = None
    stones: Annotated[int, msgspec.Meta(ge=0)] | None = None


Order = (
    InsertMove
    | ChangeMove
    | DeleteMove
    | DeclarePass
    | SetTurn
    | SetStones
    | Pause
    | Resume
    | Undo
    | SetFacts
    | SetGrid
    | SetTop
    | FindAgain
    | NextGame
    | End
    | Rule
    | Dismiss
    | WithdrawRuling
    | DeclareResult
    | DeclareDead
    | CountGame
    | SetTime
    | StartClock
    | PressClock
    | AdjustClock
)
ORDERS: tuple[type[Order], ...] = get_args(Order)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Order)


def encode_order(order: Order) -> bytes:
    """An order as JSON (UTF-8); raises ValueError where a field holds what the format does not allow."""
    line = _encoder.encode(order)
    decode_order(line)  # a struct does not check its fields when it is made
    return line


def decode_order(line: bytes | str) -> Order:
    """The order of a JSON object.

    Raises
    ------
    ValueError
        Where the text is no JSON, the kind is unknown, or a field is missing, unknown or out of range.
    """
    try:
        order = _decoder.decode(line)
        given: dict[str, object] = msgspec.json.decode(line)
    except msgspec.MsgspecError as error:
        raise ValueError(f"this is no order: {error}") from error
    # Here and not in the types: what a later version has put into a log must still be readable.
    if unknown := given.keys() - {"order", *order.__struct_fields__}:
        raise ValueError(f"this is no order: {order_name(order)} has no {', '.join(sorted(unknown))}")
    if isinstance(order, SetGrid) and not all(math.isfinite(v) for corner in order.corners for v in corner):
        raise ValueError("this is no order: corners are pixels")
    return order


def order_name(order: Order) -> str:
    """The tag of an order: `insert_move`."""
    return str(type(order).__struct_config__.tag)
