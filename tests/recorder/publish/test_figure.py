"""Which number stands where on a printed figure, and what is told below it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import boards

from engine.point import Colour, Point
from recorder import events
from recorder.publish import figure as figures
from recorder.publish.stones import at_move
from recorder.record import Record, fold

Play = Callable[..., tuple[list[events.Event], boards.Board]]


def record_of(told: list[events.Event]) -> Record:
    record = fold(told)
    assert record is not None
    return record


def at(vertex: str) -> Point:
    return events.to_point(vertex)


def test_a_ko_is_told_below_the_board(play: Play) -> None:
    told, _ = play(
        ["Bba", "Wca", "Bab", "Wdb", "Bbc", "Wcc", "Bcb", "Wbb", "Bee", "Wed", "Bcb", "Wde", "Bae", "Wbb"], 5
    )
    drawn = figures.numbered(record_of(told))
    # Captured stones stay to be read; 11 and 14 were played where 7 and 8 are drawn.
    assert drawn.numbers[at("cb")] == 7
    assert drawn.numbers[at("bb")] == 8
    assert drawn.repeats == (figures.Repeat((11,), 7, at("cb")), figures.Repeat((14,), 8, at("bb")))
    assert set(drawn.numbers.values()) == set(range(1, 15)) - {11, 14}


def test_a_range_shows_what_stood_before_without_numbers(play: Play) -> None:
    told, _ = play(
        ["Bba", "Wca", "Bab", "Wdb", "Bbc", "Wcc", "Bcb", "Wbb", "Bee", "Wed", "Bcb", "Wde", "Bae", "Wbb"], 5
    )
    drawn = figures.numbered(record_of(told), 9, 14)
    assert drawn.stones[at("bb")] is Colour.WHITE
    assert at("bb") not in drawn.numbers  # White's stone of move 8
    assert drawn.numbers == {at("ee"): 9, at("ed"): 10, at("cb"): 11, at("de"): 12, at("ae"): 13}
    assert drawn.repeats == (figures.Repeat((14,), None, at("bb")),)


def test_a_pass_and_stones_changed_by_a_ruling_are_told(play: Play) -> None:
    told, _ = play(["Bcc", "Wdd", "B..", "Wee"], 9)
    told.insert(-1, events.Edit(t=35, after=3, black=("gg",), white=("cc",), empty=("dd",), cause="ruling"))
    drawn = figures.numbered(record_of(told))
    assert drawn.passes == (3,)
    assert drawn.changes == (figures.Change(3, (at("gg"),), (at("cc"),), (at("dd"),)),)
    assert drawn.marks == {"to": (at("gg"),)}
    assert drawn.stones[at("cc")] is Colour.BLACK  # as move 1 was played; the note tells the rest


def test_the_last_position_is_the_one_sgfmill_reaches(
    game: Callable[[int], tuple[list[events.Event], boards.Board]],
) -> None:
    for number in (0, 1, 2):
        told, board = game(number)
        drawn = figures.position(record_of(told))
        ours = {(board.side - 1 - p.row, p.col): "bw"[c is Colour.WHITE] for p, c in drawn.stones.items()}
        assert ours == {place: colour for colour, place in board.list_occupied_points()}
        assert drawn.shown is not None


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_every_move_of_a_range_is_on_the_board_or_below_it(data: st.DataObject) -> None:
    size = data.draw(st.integers(5, 9))
    points = [chr(97 + c) + chr(97 + r) for r in range(size) for c in range(size)]
    count = data.draw(st.integers(1, 60))
    # Any stones at all: figures know no rules, and the board of a broken game must be printed too.
    told: list[events.Event] = [events.Board(t=0, size=size, corners=((0, 0), (1, 0), (1, 1), (0, 1)))]
    stones: set[str] = set()
    for n in range(1, count + 1):
        point = data.draw(st.sampled_from(points))
        stones.add(point)
        taken = tuple(data.draw(st.sets(st.sampled_from(sorted(stones - {point}) or [point]), max_size=3)) - {point})
        stones -= set(taken)
        colour: events.Player = "B" if n % 2 else "W"
        told.append(events.Move(t=n, n=n, colour=colour, point=point, captured=taken, t_placed=n, confidence=1))
    record = record_of(told)
    first = data.draw(st.integers(1, count))
    last = data.draw(st.integers(first, count))
    drawn = figures.numbered(record, first, last)
    below = [number for repeat in drawn.repeats for number in repeat.numbers]
    assert sorted([*drawn.numbers.values(), *below]) == list(range(first, last + 1))
    before = at_move(record, first - 1)
    assert {p: c for p, c in drawn.stones.items() if p not in drawn.numbers} == before
    for step in record.line:
        event = step.event
        if isinstance(event, events.Move) and drawn.numbers.get(at(event.point)) == event.n:
            assert drawn.stones[at(event.point)] is (Colour.BLACK if event.colour == "B" else Colour.WHITE)


def test_ranges_cover_a_game_once_and_leave_no_scrap(
    game: Callable[[int], tuple[list[events.Event], boards.Board]],
) -> None:
    told, _ = game(0)
    record = record_of(told)
    end = figures.last_number(record)
    parts = figures.ranges(record, 50)
    assert [n for a, b in parts for n in range(a, b + 1)] == list(range(1, end + 1))
    assert all(b - a + 1 > 10 for a, b in parts)
    assert figures.ranges(record_of(told[:1])) == []


@pytest.mark.parametrize(("first", "last"), [(0, 5), (6, 5), (99, None)])
def test_a_range_without_moves_is_refused_with_the_number_there_are(play: Play, first: int, last: int | None) -> None:
    told, _ = play(["Bcc", "Wdd"], 9)
    with pytest.raises(ValueError, match="the game has 2 moves"):
        figures.numbered(record_of(told), first, last)


def test_a_game_without_moves_is_an_empty_board(play: Play) -> None:
    drawn = figures.numbered(record_of(play([], 9, ["cc", "gg"])[0]))
    assert drawn.numbers == {}
    assert set(drawn.stones) == {at("cc"), at("gg")}
