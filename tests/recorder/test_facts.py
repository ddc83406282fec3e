"""What people say about a game is checked before it is written."""

from __future__ import annotations

import msgspec
import pytest

from engine.rulesets import RULESETS
from recorder.facts import GameFacts, find_rules, is_result


@pytest.mark.parametrize("text", ["B+3.5", "W+0.25", "B+R", "W+Resign", "B+T", "W+F", "B+", "0", "Draw", "Void", "?"])
def test_results_that_sgf_knows(text: str) -> None:
    assert is_result(text)


@pytest.mark.parametrize("text", ["", "black", "B", "B+x", "b+r", "B+3.", "+3", "B+3.5 ", "B+3.5\n"])
def test_results_that_sgf_does_not_know(text: str) -> None:
    assert not is_result(text)


@pytest.mark.parametrize("date", ["2026", "2026-11", "2026-11-30", "2026-12-30,31", "2026-11-30,12-01"])
def test_dates_as_sgf_writes_them(date: str) -> None:
    assert GameFacts(date=date).date == date


def test_bytes_that_are_no_text_do_not_keep_facts_from_being_written() -> None:
    facts = GameFacts(black="caf\udce9", white="柯洁")
    assert msgspec.json.decode(msgspec.json.encode(facts), type=GameFacts) == facts
    assert (facts.black, facts.white) == ("caf?", "柯洁")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"date": "30.11.2026"}, "YYYY-MM-DD"),
        ({"date": "2026-02-30"}, "no day 2026-02-30"),
        ({"date": "2026-13"}, "no day 2026-13"),
        ({"date": "2026-02-27,28,29"}, "no day 2026-02-29"),
        ({"komi": float("inf")}, "komi"),
        ({"komi": 1000.0}, "komi"),
        ({"handicap": 1}, "handicap"),
        ({"handicap": -2}, "handicap"),
        ({"result": "black wins"}, "result"),
    ],
)
def test_facts_that_are_none_are_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GameFacts(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "name"),
    [("Chinese", "cn2002"), ("japanese", "jp"), ("GOE", "ing"), ("Ing", "ing"), (" NZ ", "nz"), ("AGA", "aga")],
)
def test_rules_are_found_by_what_people_call_them(text: str, name: str) -> None:
    assert find_rules(text) is RULESETS[name]


def test_every_rule_set_of_the_engine_can_be_asked_for() -> None:
    assert {name: find_rules(name) for name in RULESETS} == RULESETS


def test_rules_that_are_none_are_refused_with_those_that_are() -> None:
    with pytest.raises(ValueError, match=r"chess.*chinese.*japanese"):
        find_rules("chess")
