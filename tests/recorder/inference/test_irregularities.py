"""Irregularities that a camera alone can see, each played with simulated readings: one alert, of its kind."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.rulesets import RULESETS
from recorder import events
from recorder.inference.inferencer import Inferencer
from recorder.settings import Settings

_PATH = Path(__file__).parents[2] / "campaigns" / "watched_games.py"
_SPEC = importlib.util.spec_from_file_location("watched_games_irregular", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
watched: Any = importlib.util.module_from_spec(_SPEC)
sys.modules["watched_games_irregular"] = watched
_SPEC.loader.exec_module(watched)

N = 9


class Board:
    """A board on which hands act: `Bcc` lays black, `Wcc` white, `.cc` takes off."""

    def __init__(self, black: str = "", white: str = "") -> None:
        self.world = watched.World(N, 8)
        for text, colour in ((black, 1), (white, 2)):
            for vertex in text.split():
                self.world.put(-1.0, watched.index_of(vertex, N), colour)
        self.world.wait(2.0)

    def hand(self, acts: str, side: int, pause: float = 1.6) -> None:
        """Several acts of one hand."""
        points = [(watched.index_of(a[1:], N), ".BW".index(a[0])) for a in acts.split()]
        self.world.visit(points, side, reach=0.4)
        self.world.wait(pause)

    def play(self, moves: str) -> None:
        """Moves, each by a hand of its own: `Bcc-dd` takes dd off."""
        for text in moves.split():
            move, *taken = text.split("-")
            self.hand(" ".join([move, *("." + t for t in taken)]), "BW".index(text[0]) + 1)

    def tell(self, **settings: Any) -> list[events.Event]:
        self.world.wait(2.5)
        inferencer = Inferencer(N, Settings(**settings))
        told = [e for reading in self.world.readings(10.0) for e in inferencer.update(reading)]
        return told + inferencer.finish(self.world.now)


def of(told: list[events.Event], kind: type[Any]) -> list[Any]:
    return [e for e in told if isinstance(e, kind)]


def alert_of(told: list[events.Event]) -> events.Alert:
    (alert,) = of(told, events.Alert)
    assert isinstance(alert, events.Alert)
    return alert


def moves(told: list[events.Event]) -> str:
    line, _ = watched.main_line(told)
    return " ".join(m.colour + m.point for m in line)


def sending_two() -> Board:
    """Black gives two stones, White takes them with one, Black takes that one: all is as it was."""
    board = Board(black="ba cb da db", white="ab bb gg gh")
    board.play("Baa Wca-aa-ba Bba-ca")
    return board


def test_a_board_that_was_there_before_is_repetition_where_the_rules_forbid_it() -> None:
    told = sending_two().tell(to_move="B")
    alert = alert_of(told)
    assert (alert.id, alert.colour, alert.severity) == ("superko_repetition", "B", "critical")
    assert alert.points[0] == "ba"
    assert moves(told) == "Baa Wca Bba"


def test_a_board_that_was_there_before_is_nothing_where_the_rules_allow_it() -> None:
    japanese = next(rules for rules in RULESETS.values() if rules.sgf_name == "Japanese")
    told = sending_two().tell(to_move="B", rules=japanese)
    assert of(told, events.Alert) == []
    assert moves(told) == "Baa Wca Bba"


def test_captured_stones_put_back_are_told_and_resolved_when_they_are_taken_off_again() -> None:
    board = Board(black="dc ec cd fd de", white="dd ed gg hh hg")
    board.play("Bee-dd-ed Wgc Bcg")
    board.hand("Wdd Wed", 2, pause=3.0)
    board.hand(".dd .ed", 1, pause=1.0)
    told = board.tell(to_move="B")
    alert = alert_of(told)
    assert alert.id == "capture_restored"
    assert set(alert.points) == {"dd", "ed"}
    assert [told[r.alert - 1] for r in of(told, events.Resolved)] == [alert]
    assert moves(told) == "Bee Wgc Bcg"


def test_a_stone_that_was_exchanged_for_one_of_the_other_colour_is_told() -> None:
    board = Board()
    board.play("Bcc Wgg Bcg Wgc Bee")
    board.hand("Bgg", 1, pause=2.0)
    told = board.tell()
    alert = alert_of(told)
    assert (alert.id, alert.points, alert.severity) == ("stone_colour_changed", ("gg",), "critical")
    assert moves(told) == "Bcc Wgg Bcg Wgc Bee"
    assert of(told, events.Edit)[-1].black == ("gg",)


def test_a_part_of_a_capture_left_lying_is_told() -> None:
    board = Board(black="dc ec cd fd de", white="dd ed gg hh hg")
    board.play("Bee-dd")
    board.world.wait(3.0)
    told = board.tell(to_move="B")
    alert = alert_of(told)
    assert alert.id == "partial_capture"
    assert set(alert.points) == {"ed", "ee"}


def test_stones_swept_together_by_a_sleeve_are_one_alert_and_no_moves() -> None:
    board = Board(black="cc dc ec cd ee", white="gg hg gh hh fc")
    board.play("Bcg Wgc")
    board.hand(".cc .dc .ec Bcb Bdb Beb Wfb .fc", 1, pause=4.0)
    told = board.tell(to_move="B")
    assert alert_of(told).id == "multiple_changes"
    assert moves(told) == "Bcg Wgc"


@pytest.mark.parametrize(("to_move", "played", "name"), [("W", "Bcg", "out_of_turn"), (None, "Wcg", "white_first")])
def test_a_first_stone_of_the_wrong_colour_is_told(to_move: str | None, played: str, name: str) -> None:
    board = Board(black="cc ee gc", white="gg ge") if to_move else Board()
    board.play(played)
    told = board.tell(to_move=to_move, handicap=None if to_move else 0)
    assert alert_of(told).id == name
    assert moves(told) == played


def test_handicap_stones_off_the_stars_or_of_another_number_are_told_once() -> None:
    for stones, wanted in (("cc gg", 3), ("cc gf", 2)):
        board = Board()
        for vertex in stones.split():
            board.hand("B" + vertex, 1)
        board.play("Wcg Bgc")
        told = board.tell(handicap=wanted)
        assert alert_of(told).id == "wrong_handicap"
        assert set(of(told, events.Setup)[0].black) == set(stones.split())
        assert moves(told) == "Wcg Bgc"
