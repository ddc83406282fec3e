"""The count by order: dead stones as the players name them, the rule set's result with its margin, estimates."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import pytest

from engine.rulesets import RULESETS
from recorder import events
from recorder.facts import GameFacts
from recorder.orders import CountGame, DeclareDead, DeclarePass, DeclareResult, Rule, SetFacts, SetStones, Undo
from recorder.settings import Settings

New = Callable[..., Any]
# Black has four columns and White four; between them lies a column of White's wall: 36 points to 45.
BLACK = tuple("d" + row for row in "abcdefghi")
WHITE = tuple("e" + row for row in "abcdefghi")


def settled(table: New, rules: str = "cn2002", **facts: Any) -> Any:
    facts = {"komi": 7.0} | facts
    game = table(settings=Settings(handicap=0, rules=RULESETS[rules]), facts=GameFacts(**facts))
    game.order(SetStones(black=(*BLACK, "hb"), white=WHITE))
    return game


@pytest.mark.parametrize(
    ("rules", "result"),
    [
        # Area: Black 36, White 45 (the stone in White's area is dead); White wins by 9 and 7 of komi.
        ("cn2002", "W+16"),
        # Territory: Black 27, White 36 and a prisoner.
        ("jp", "W+17"),
        ("aga", "W+16"),
    ],
)
def test_the_count_goes_by_the_rule_set_and_ends_the_game(table: New, rules: str, result: str) -> None:
    game = settled(table, rules)
    game.order(DeclareDead(points=("hb",)))
    told = game.order(CountGame())
    counted = told[1]
    assert (counted.result, counted.dead, counted.by) == (result, ("hb",), "players")
    assert [e.result for e in game.of(events.End)] == [result]
    assert f"RE[{result}]".encode() in game.sgf()
    assert "over already" in game.refused(CountGame())


def test_both_players_must_name_the_same_stones(table: New) -> None:
    game = settled(table)
    game.order(DeclareDead(points=("hb",), colour="B"))
    assert "White has not said" in game.refused(CountGame())
    game.order(DeclareDead(points=(), colour="W"))
    assert "do not agree on the stones H8" in game.refused(CountGame())
    game.order(DeclareDead(points=("hb",), colour="W"))
    game.order(CountGame())
    assert game.of(events.End)[-1].result == "W+16"


def test_a_point_stands_for_its_chain_and_must_hold_a_stone(table: New) -> None:
    game = settled(table)
    told = game.order(DeclareDead(points=("dd",)))
    assert set(told[1].dead) == set(BLACK)
    assert "no stone" in game.refused(DeclareDead(points=("aa",)))
    assert "9 lines" in game.refused(DeclareDead(points=("ss",)))


def test_what_was_called_dead_before_more_was_played_says_nothing(table: New) -> None:
    game = settled(table)
    game.order(DeclareDead(points=tuple(BLACK[:1])))
    game.play("Bha Wgb", pause=2.0)
    game.order(CountGame())
    # Nothing is dead now: Black's two stones have an area of their own or share it.
    assert game.of(events.Counted)[-1].dead == ()


def test_warnings_cost_what_the_rule_set_says(table: New) -> None:
    game = settled(table)
    game.order(Rule(alert=0, ruling="clock pressed too early", warnings={"W": 1}))
    game.order(DeclareDead(points=("hb",)))
    game.order(CountGame())
    assert game.of(events.End)[-1].result == "W+14"  # one stone is two points


def test_a_komi_that_is_not_known_is_asked_for(table: New) -> None:
    game = table(settings=Settings(handicap=0))
    game.order(SetStones(black=BLACK, white=WHITE))
    assert "komi on 9 lines" in game.refused(CountGame())
    game.order(SetFacts(facts=GameFacts(komi=0)))
    game.order(CountGame())
    assert game.of(events.End)[-1].result == "W+9"


def test_the_count_is_taken_back(table: New) -> None:
    game = settled(table)
    game.order(CountGame(id="c"))
    game.order(Undo(undone="c"))
    assert b"RE[" not in game.sgf()
    game.order(DeclarePass(colour="B"))
    game.order(DeclareResult(result="B+R"))
    assert b"RE[B+R]" in game.sgf()


def test_an_estimate_ends_nothing_and_says_whose_it_is(table: New) -> None:
    game = settled(table)
    game.order(CountGame(estimate=True))
    first = game.of(events.Counted)[0]
    assert first.by == "Benson"
    assert game.of(events.End) == []
    if shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games"):
        game.desk.estimates.wait(60)
        game.run(0.5)
        opinion = game.of(events.Counted)[1]
        assert (opinion.by, opinion.dead, opinion.result) == ("GNU Go", ("hb",), "W+16")
    assert b"RE[" not in game.sgf()
