"""What lies on the board at each step of a record, as it was seen: no rule is applied, so none can be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.point import Colour, Point
from recorder import events
from recorder.record import Record, Step, StepEvent

Stones = Mapping[Point, Colour]


def at_start(record: Record) -> dict[Point, Colour]:
    """The stones before the first step."""
    return _laid(record.setup) if record.setup else {}


def after(stones: Stones, event: StepEvent) -> dict[Point, Colour]:
    """The stones once a step was made; those given are left as they are."""
    match event:
        case events.Move():
            board = dict(stones)
            board[events.to_point(event.point)] = events.to_colour(event.colour)
            for vertex in event.captured:
                board.pop(events.to_point(vertex), None)
            return board
        case events.Edit():
            empty = {events.to_point(vertex) for vertex in event.empty}
            return {point: colour for point, colour in stones.items() if point not in empty} | _laid(event)
        case events.Setup():
            return _laid(event)
    return dict(stones)


def along(record: Record) -> Iterator[tuple[Step, dict[Point, Colour]]]:
    """Each step of the main line with the stones after it."""
    stones = at_start(record)
    for step in record.line:
        stones = after(stones, step.event)
        yield step, stones


def at_move(record: Record, number: int) -> dict[Point, Colour]:
    """The stones after a move, and after what changed on the board before the next one; 0 is the start."""
    stones = at_start(record)
    for step, following in along(record):
        if step.number > number:
            break
        stones = following
    return stones


def _laid(event: events.Setup | events.Edit) -> dict[Point, Colour]:
    black = {events.to_point(vertex): Colour.BLACK for vertex in event.black}
    return black | {events.to_point(vertex): Colour.WHITE for vertex in event.white}
