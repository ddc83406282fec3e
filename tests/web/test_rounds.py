"""Boards by event and round: which belong together, and in which order."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.facts import GameFacts
from recorder.game_state import GameState
from recorder.web.rounds import place_of, rounds


def order(*names: str) -> list[str]:
    """The rounds of one event as they are shown."""
    return [each.round for each in rounds((f"b{k}", "Open", name) for k, name in enumerate(names))]


@pytest.mark.parametrize(
    "newest_first",
    [
        ["Round 10", "Round 9", "Round 2", "Round 1"],
        ["10", "9", "1"],
        ["第十一轮", "第十轮", "第九轮", "第二轮", "第一轮"],
        ["第１０回戦", "第９回戦"],
        ["三番棋第二局", "三番棋第一局"],
        ["决赛", "3", "2"],
        ["2b", "2a", "1b"],
    ],
)
def test_the_newest_round_comes_first(newest_first: list[str]) -> None:
    assert order(*newest_first) == newest_first
    assert order(*sorted(newest_first)) == newest_first


def test_events_and_rounds_are_kept_apart_and_boards_without_either_come_last() -> None:
    told = rounds(
        [
            ("free", "", ""),
            ("alone", "", "2"),
            ("z2", "Zagreb Open", "2"),
            ("z1", "Zagreb Open", "1"),
            ("a2", "Amsterdam", "2"),
            ("z", "Zagreb Open", ""),
            ("z2b", "Zagreb Open", "2"),
        ]
    )
    assert [(each.event, each.round, each.boards) for each in told] == [
        ("Amsterdam", "2", ("a2",)),
        ("Zagreb Open", "", ("z",)),
        ("Zagreb Open", "2", ("z2", "z2b")),
        ("Zagreb Open", "1", ("z1",)),
        ("", "2", ("alone",)),
        ("", "", ("free",)),
    ]


def test_a_name_written_in_several_ways_is_one() -> None:
    names = ["Café  Cup", unicodedata.normalize("NFD", "café cup"), " CAFÉ CUP"]
    told = rounds((f"b{k}", name, "Round 1") for k, name in enumerate(names))
    assert [(each.event, each.boards) for each in told] == [("Café Cup", ("b0", "b1", "b2"))]


def test_a_link_to_a_round_stays_good_when_other_rounds_come() -> None:
    first = rounds([("b1", "世界杯", "决赛")])[0].anchor
    assert first == "round-世界杯-决赛"
    later = rounds([("b0", "Open", "1"), ("b2", "世界杯", "半决赛"), ("b1", "世界杯", "决赛")])
    assert [each.anchor for each in later if "b1" in each.boards] == [first]


names = st.text(max_size=12) | st.sampled_from(["", "1", "2", "Round 1", "round-1", "A B", "A-B", "十", "〇"])


@given(st.lists(st.tuples(names, names), max_size=8))
def test_every_board_has_one_place_and_every_round_one_address(given_names: list[tuple[str, str]]) -> None:
    told = rounds((str(k), *each) for k, each in enumerate(given_names))
    assert sorted(board for each in told for board in each.boards) == sorted(map(str, range(len(given_names))))
    anchors = [each.anchor for each in told if each.event or each.round]
    assert len(set(anchors)) == len(anchors)
    assert not [anchor for anchor in anchors if not anchor or re.search(r"\s", anchor)], "HTML allows no blanks"
    # An event is not torn apart.
    events = [each.event for each in told]
    assert len([k for k in range(len(events)) if k == 0 or events[k] != events[k - 1]]) == len(set(events))


def test_a_game_says_where_it_belongs_and_before_it_the_boards_setting_does() -> None:
    setting = GameFacts(event="Open", round="2")
    assert place_of(GameState(board="a"), setting) == ("Open", "2")
    assert place_of(GameState(board="a", game="g", facts=GameFacts(event="Open", round="1")), setting) == ("Open", "1")
    assert place_of(GameState(board="a", game="g"), setting) == ("", "")
