"""A game figure as books print it: the moves of a range as numbered stones, and what found no place below.

A figure shows the stones that stood before its first move without numbers, and every stone that was played in
its range with one. Nothing is taken off: a stone captured within the range stays to be read. What is played
where something is drawn already is told in a note (`44 at 12`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.point import Colour, Point
from recorder import events
from recorder.publish.stones import after, at_move, at_start
from recorder.record import Record


class Repeat(NamedTuple):
    """Moves played where something is drawn: on the stone with that number, or on one without."""

    numbers: tuple[int, ...]
    at: int | None
    point: Point


class Change(NamedTuple):
    """Stones that came or went without being a move, after the move of that number."""

    after: int
    black: tuple[Point, ...]
    white: tuple[Point, ...]
    empty: tuple[Point, ...]


@dataclass(frozen=True)
class Figure:
    """What is drawn.

    Attributes
    ----------
    size : int
        Number of lines each way.
    stones : mapping of Point to Colour
        Everything that is drawn, with a number or without.
    numbers : mapping of Point to int
    first, last : int
        Numbers of the first and the last move of the range; `last < first` where it shows a position only.
    repeats : tuple of Repeat
        In the order of their first move.
    passes : tuple of int
    changes : tuple of Change
    marks : mapping of str to tuple of Point
        Points by the role they play (`recorder.web.svg.SHAPES`).
    shown : Point or None
        Marked as the last move.
    """

    size: int
    stones: Mapping[Point, Colour]
    numbers: Mapping[Point, int] = field(default_factory=dict)
    first: int = 1
    last: int = 0
    repeats: tuple[Repeat, ...] = ()
    passes: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    marks: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    shown: Point | None = None

    def __post_init__(self) -> None:
        for point in {*self.stones, *(each for points in self.marks.values() for each in points)}:
            if not (0 <= point.row < self.size and 0 <= point.col < self.size):
                raise ValueError(f"{point} is not on a board of {self.size} lines")


def last_number(record: Record) -> int:
    """Number of the last move of a record; 0 where there is none."""
    return next((step.number for step in reversed(record.line) if step.is_turn), 0)


def numbered(record: Record, first: int = 1, last: int | None = None) -> Figure:
    """The figure of the moves `first` to `last`, by default of all.

    Raises
    ------
    ValueError
        Where the range holds no move of the record.
    """
    end = last_number(record)
    last = end if last is None else min(last, end)
    if first < 1 or (last < first and not (end == 0 and first == 1)):
        raise ValueError(f"there is no move from {first} to {last}: the game has {end} moves")
    drawing = _Drawing(at_move(record, first - 1) if first > 1 else at_start(record))
    for step in record.line:
        if step.is_turn and first <= step.number <= last:
            drawing.turn(step.event, step.number)
        elif not step.is_turn and (first <= step.number <= last or (step.number == 0 and first == 1)):
            drawing.change(step.event, step.number)
    return Figure(
        record.size,
        drawing.stones,
        drawing.numbers,
        first,
        last,
        tuple(Repeat(tuple(numbers), drawing.numbers.get(point), point) for point, numbers in drawing.again.items()),
        tuple(drawing.passes),
        tuple(drawing.changes),
        {"to": tuple(sorted(drawing.came))} if drawing.came else {},
    )


def position(record: Record, number: int | None = None, marks: Mapping[str, tuple[Point, ...]] | None = None) -> Figure:
    """The figure of the position after a move, by default the last, without numbers.

    Raises
    ------
    ValueError
        Where the game has no such move.
    """
    end = last_number(record)
    number = end if number is None else number
    if not 0 <= number <= end:
        raise ValueError(f"there is no move {number}: the game has {end} moves")
    stones = at_move(record, number)
    played = next((s.event for s in reversed(record.line) if s.is_turn and s.number <= number), None)
    shown = events.to_point(played.point) if isinstance(played, events.Move) else None
    return Figure(
        record.size,
        stones,
        first=number + 1,
        last=number,
        marks=marks or {},
        shown=shown if shown in stones else None,
    )


def of_stones(size: int, black: Iterable[str], white: Iterable[str], shown: str | None = None) -> Figure:
    """The figure of stones given as SGF letters, the last move marked."""
    stones = dict.fromkeys(map(events.to_point, black), Colour.BLACK)
    stones |= dict.fromkeys(map(events.to_point, white), Colour.WHITE)
    return Figure(size, stones, shown=events.to_point(shown) if shown else None)


def parse_range(text: str) -> tuple[int, int | None]:
    """First and last move of a range as people write it: `1-100`, `50-`, `37`; all moves where it is empty.

    Raises
    ------
    ValueError
        Where it is none.
    """
    if not text:
        return 1, None
    first, dash, last = text.partition("-")
    try:
        return int(first or 1), int(last) if last else None if dash else int(first)
    except ValueError:
        raise ValueError(f"moves are given as 1-100, 50- or 37, got {text!r}") from None


def ranges(record: Record, length: int = 100) -> list[tuple[int, int]]:
    """The moves of a record in ranges of at most `length`; a short rest goes with the one before it."""
    if length < 1:
        raise ValueError(f"a figure shows at least one move, got {length}")
    end = last_number(record)
    firsts = list(range(1, end + 1, length))
    if len(firsts) > 1 and end - firsts[-1] + 1 <= length // 5:
        firsts.pop()
    return list(zip(firsts, [*(first - 1 for first in firsts[1:]), *([end] if end else [])], strict=True))


class _Drawing:
    def __init__(self, stones: Mapping[Point, Colour]) -> None:
        self.stones, self.board = dict(stones), dict(stones)
        self.numbers: dict[Point, int] = {}
        self.came: set[Point] = set()
        self.again: dict[Point, list[int]] = {}
        self.passes: list[int] = []
        self.changes: list[Change] = []

    def turn(self, event: object, number: int) -> None:
        if not isinstance(event, events.Move):
            self.passes.append(number)
            return
        point = events.to_point(event.point)
        if point in self.stones:
            self.again.setdefault(point, []).append(number)
        else:
            self.stones[point] = events.to_colour(event.colour)
            self.numbers[point] = number
        self.board = after(self.board, event)

    def change(self, event: object, number: int) -> None:
        if not isinstance(event, events.Edit | events.Setup):
            return
        board = after(self.board, event)
        put = {point: colour for point, colour in board.items() if self.board.get(point) != colour}
        empty = tuple(sorted(point for point in self.board if point not in board))
        self.board = board
        if not put and not empty:
            return
        black, white = (
            tuple(sorted(p for p, c in put.items() if c is colour)) for colour in (Colour.BLACK, Colour.WHITE)
        )
        self.changes.append(Change(number, black, white, empty))
        for point, colour in put.items():
            if point not in self.stones:  # it stands there now, though nobody played it
                self.stones[point] = colour
                self.came.add(point)
