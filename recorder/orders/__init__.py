"""What people tell a running recording: the kinds of orders, and their JSON.

An order is one JSON object with the tag `order` (`{"order": "insert_move", "n": 12, "colour": "B", "point":
"dd"}`). What it did is told as events; where it cannot be done nothing is changed, and `OrderRefused` says why.
Points are two SGF letters, as in events; move numbers count from 1, passes count.
"""

from __future__ import annotations

import math
from typing import get_args

import msgspec

from recorder.orders.clock import AdjustClock, PressClock, SetTime, StartClock
from recorder.orders.moves import ChangeMove, DeclarePass, DeleteMove, InsertMove, SetStones, SetTurn
from recorder.orders.recording import End, FindAgain, NextGame, Pause, Resume, SetFacts, SetGrid, SetTop, Undo
from recorder.orders.referee import CountGame, DeclareDead, DeclareResult, Dismiss, Rule, WithdrawRuling
from recorder.orders.told import OrderRefused

__all__ = [
    "ORDERS",
    "AdjustClock",
    "ChangeMove",
    "CountGame",
    "DeclareDead",
    "DeclarePass",
    "DeclareResult",
    "DeleteMove",
    "Dismiss",
    "End",
    "FindAgain",
    "InsertMove",
    "NextGame",
    "Order",
    "OrderRefused",
    "Pause",
    "PressClock",
    "Resume",
    "Rule",
    "SetFacts",
    "SetGrid",
    "SetStones",
    "SetTime",
    "SetTop",
    "SetTurn",
    "StartClock",
    "Undo",
    "WithdrawRuling",
    "decode_order",
    "encode_order",
    "order_name",
]

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
