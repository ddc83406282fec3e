"""What is told about a board: the kinds of events, and their lines of JSON.

Events are plain frozen values. Whoever makes one leaves `seq` and `game` alone: the log gives both when it
keeps the event. Points are two SGF letters (`dd`: column, row, from the record's top left), as in every file.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from recorder.events.alerts import Alert, Resolved, Ruling
from recorder.events.clock import Clock, ClockAction, TimeLeft
from recorder.events.letters import to_colour, to_player, to_point, to_vertex
from recorder.events.play import (
    COUNTING,
    NOT_RESUMED,
    Board,
    Candidate,
    Cause,
    Correction,
    Counted,
    CountedBy,
    Edit,
    End,
    Move,
    Pass,
    Pause,
    Setup,
    Turn,
)
from recorder.events.told import Origin
from recorder.events.view import FactsKnown, Ordered, View
from recorder.notation import Chance, MoveNumber, Player, Seconds, Vertex

__all__ = [
    "COUNTING",
    "KINDS",
    "NOT_RESUMED",
    "Alert",
    "Board",
    "Candidate",
    "Cause",
    "Chance",
    "Clock",
    "ClockAction",
    "Correction",
    "Counted",
    "CountedBy",
    "Edit",
    "End",
    "Event",
    "FactsKnown",
    "Move",
    "MoveNumber",
    "Ordered",
    "Origin",
    "Pass",
    "Pause",
    "Player",
    "Resolved",
    "Ruling",
    "Seconds",
    "Setup",
    "TimeLeft",
    "Turn",
    "Vertex",
    "View",
    "decode",
    "encode",
    "to_colour",
    "to_player",
    "to_point",
    "to_vertex",
]

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
