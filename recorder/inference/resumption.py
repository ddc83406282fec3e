"""A game that goes on after an interruption: the main line as its events tell it."""

from __future__ import annotations

import math

from engine.chains import neighbours, put
from recorder import events
from recorder.inference.mainline import Entry, MainLine
from recorder.record import Record


def resumed_line(record: Record) -> MainLine:
    """The main line of a record, with what lay on the board after each move.

    Raises
    ------
    ValueError
        Where an event names a point that is not on the board.
    """
    size = record.size
    setup = record.setup
    board = bytearray(size * size)
    if setup is not None:
        _set(board, size, setup)
    first = setup.to_move if setup is not None else None
    turn = int(events.to_colour(first)) if first else 2 if setup is not None and setup.black else 1
    line = MainLine(size, bytes(board), turn, sure_turn=setup is None or first is not None)
    around = neighbours(size)
    for step in record.line:
        match event := step.event:
            case events.Move():
                point, colour = _index(event.point, size), int(events.to_colour(event.colour))
                taken = [] if board[point] else put(bytes(board), point, colour, around)[1]
                board[point] = colour
                for vertex in event.captured:
                    board[_index(vertex, size)] = 0
                line.entries.append(_entry(event, colour, point, bytes(board), tuple(taken), event.t_placed))
            case events.Pass():
                colour = int(events.to_colour(event.colour))
                line.entries.append(_entry(event, colour, None, bytes(board), (), event.t))
            case events.Edit() | events.Setup():
                if isinstance(event, events.Setup):
                    board[:] = bytes(size * size)
                _set(board, size, event)
                line.set_board(bytes(board))
            case events.Turn():
                colour = int(events.to_colour(event.to_move))
                if line.entries:
                    line.entries[-1].next_turn = colour
                else:
                    line.first_turn, line.sure_turn = colour, True
    return line


def _entry(
    event: events.Move | events.Pass, colour: int, point: int | None, after: bytes, taken: tuple[int, ...], at: float
) -> Entry:
    return Entry(
        colour, point, after, taken, placed=at, possible=-math.inf, missed=1.0, told=event.t, visited=True,
        confidence=event.confidence, origin=event.origin,
    )  # fmt: skip


def _set(board: bytearray, size: int, event: events.Setup | events.Edit) -> None:
    for vertex in event.empty if isinstance(event, events.Edit) else ():
        board[_index(vertex, size)] = 0
    for colour, vertices in ((1, event.black), (2, event.white)):
        for vertex in vertices:
            board[_index(vertex, size)] = colour


def _index(vertex: str, size: int) -> int:
    point = events.to_point(vertex)
    if not point.lies_on(size):
        raise ValueError(f"the point {vertex} is not on a board of {size} lines")
    return point.row * size + point.col
