"""Events keep to the contract's lines of JSON, and come back as they were."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.point import Point
from recorder import events
from recorder.events import decode, encode, to_point, to_vertex

VERTICES = st.text("abcdefghijklmnopqrstuvwxy", min_size=2, max_size=2)

# Every kind with each field the contract names, as a script would read it.
LINES = [
    '{"t": 1.5, "kind": "board", "size": 19, "corners": [[1,2],[300,2],[300,299],[1,299]], "seq": 1, "game": "g"}',
    '{"t": 2, "kind": "setup", "black": ["dd","pp"], "white": [], "to_move": "W", "seq": 2, "game": "g"}',
    '{"t": 2, "kind": "setup", "black": [], "white": [], "to_move": null, "seq": 2, "game": "g"}',
    '{"t": 9.1, "kind": "move", "n": 1, "colour": "W", "point": "dp", "captured": ["aa"], "t_placed": 8.4,'
    ' "confidence": 0.75, "candidates": [{"colour": "W", "point": "dq", "confidence": 0.25}],'
    ' "seq": 3, "game": "g"}',
    '{"t": 9.1, "kind": "move", "n": 1, "colour": "W", "point": "dp", "captured": [], "t_placed": 8.4,'
    ' "confidence": 1, "seq": 3, "game": "g"}',
    '{"t": 12, "kind": "pass", "n": 2, "colour": "B", "confidence": 0.5, "seq": 4, "game": "g"}',
    '{"t": 13, "kind": "alert", "id": "double_move", "points": ["cc"], "colour": null,'
    ' "article": "D0-B 17.2",'
    ' "severity": "critical", "message": "黑棋連下兩手", "t_seen": 12.5, "seq": 5, "game": "g"}',
    '{"t": 14, "kind": "edit", "after": 2, "black": ["ab"], "white": [], "empty": ["aa"], "cause": "seen",'
    ' "seq": 6, "game": "g"}',
    '{"t": 15, "kind": "ruling", "alert": 5, "ruling": "stands", "to_move": null, '
    '"warnings": {"B": 1, "W": 0}, "seq": 7, "game": "g", "origin": "referee"}',
    '{"t": 16, "kind": "resolved", "alert": 5, "how": "taken back", "seq": 8, "game": "g"}',
    '{"t": 17, "kind": "view", "state": "poor", "reason": "glare", "seq": 9, "game": "g"}',
    '{"t": 18, "kind": "correction", "n": 2, "reason": "taken back", "seq": 10, "game": "g"}',
    '{"t": 19, "kind": "end", "reason": "two passes", "result": null, "seq": 11, "game": "g"}',
    '{"t": 20, "kind": "order", "order": {"order": "insert_move", "n": 3, "colour": "B", "point": null, "id": "a1"},'
    ' "seq": 12, "game": "g", "origin": "operator"}',
    '{"t": 21, "kind": "pause", "state": "paused", "reason": "午休", "seq": 13, "game": "g", "origin": "operator"}',
    '{"t": 22, "kind": "turn", "after": 12, "to_move": "W", "seq": 14, "game": "g", "origin": "referee"}',
    '{"t": 23, "kind": "facts", "facts": {"black": "柯洁", "komi": 7.5}, "seq": 15, "game": "g"}',
    '{"t": 24, "kind": "clock", "action": "press", "colour": "B", "running": "W", "after": 7, "time": 23.5,'
    ' "black": {"main": 0, "periods": 3, "period": 60, "stones": 0},'
    ' "white": {"main": 12.5, "periods": 5, "period": 60, "stones": 0}, "seq": 16, "game": "g"}',
    '{"t": 25, "kind": "count", "dead": ["aa"], "result": "B+3.5", "black": 185, "white": 176,'
    ' "by": "GNU Go", "seq": 17, "game": "g"}',
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["kind"])
def test_a_line_of_the_contract_comes_back_with_the_same_fields_and_values(line: str) -> None:
    assert json.loads(encode(decode(line))) == json.loads(line)


def test_the_union_has_the_kinds_of_the_contract_and_what_people_told() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in events.KINDS}
    contract = {"board", "setup", "move", "pass", "alert", "edit", "ruling", "resolved", "view", "correction", "end"}
    assert kinds - contract == {"order", "pause", "turn", "facts", "clock", "count"}
    assert contract <= kinds


def test_a_line_is_one_line_even_with_a_line_end_in_its_text() -> None:
    line = encode(events.End(t=1.0, reason='first\nsecond "]" \\', result="B+R"))
    assert b"\n" not in line
    assert decode(line) == events.End(t=1.0, reason='first\nsecond "]" \\', result="B+R")


def test_names_in_any_script_are_written_as_themselves() -> None:
    assert "변상일 柯洁".encode() in encode(events.View(t=0.0, state="lost", reason="변상일 柯洁"))


def test_fields_of_a_newer_version_are_passed_over() -> None:
    line = '{"t": 1, "kind": "view", "state": "back", "reason": "", "sharpness": {"deep": [1]}}'
    assert decode(line) == events.View(t=1.0, state="back", reason="")


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("{", "truncated"),
        ('{"t": 1, "kind": "weather"}', "weather"),
        ('{"t": 1, "kind": "pass", "n": 1, "colour": "B"}', "confidence"),
        ('{"t": 1, "kind": "pass", "n": 0, "colour": "B", "confidence": 1}', "n"),
        ('{"t": 1, "kind": "pass", "n": 1, "colour": "R", "confidence": 1}', "R"),
        ('{"t": -1, "kind": "view", "state": "back", "reason": ""}', "t"),
        ('{"t": 1, "kind": "setup", "black": ["d4"], "white": [], "to_move": null}', "black"),
    ],
)
def test_what_is_no_event_is_refused_with_the_place(line: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        decode(line)


@pytest.mark.parametrize("t", [-0.1, float("nan"), float("inf")])
def test_a_time_that_is_none_is_refused(t: float) -> None:
    with pytest.raises(ValueError, match="seconds"):
        events.View(t=t, state="lost", reason="")


def test_times_are_kept_to_the_millisecond() -> None:
    move = events.Move(t=5.6000000000000005, n=1, colour="B", point="dd", captured=(), t_placed=1 / 3, confidence=1)
    assert b'"t":5.6,' in encode(move)
    assert b'"t_placed":0.333,' in encode(move)


def test_nothing_is_written_that_could_not_be_read() -> None:
    with pytest.raises(ValueError, match="point"):
        encode(events.Move(t=1, n=1, colour="B", point="D4", captured=(), t_placed=1, confidence=1))


@given(st.integers(0, 24), st.integers(0, 24))
def test_points_and_their_letters_are_one_to_one(row: int, col: int) -> None:
    letters = to_vertex(Point(row, col))
    assert to_point(letters) == Point(row, col)
    assert (ord(letters[0]) - ord("a"), ord(letters[1]) - ord("a")) == (col, row)


@pytest.mark.parametrize("text", ["", "d", "ddd", "D4", "az", "d\n", "dd\n"])
def test_letters_of_no_point_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="two letters"):
        to_point(text)


@given(
    st.builds(
        events.Move,
        t=st.floats(0, 1e6),
        n=st.integers(1, 999),
        colour=st.sampled_from("BW"),
        point=VERTICES,
        captured=st.lists(VERTICES, max_size=5).map(tuple),
        t_placed=st.floats(0, 1e6),
        confidence=st.floats(0, 1),
    )
)
def test_any_move_comes_back_as_it_was(move: events.Move) -> None:
    assert decode(encode(move)) == move
