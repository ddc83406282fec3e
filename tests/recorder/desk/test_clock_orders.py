"""The clock by orders: what is told, what stands in the SGF, and which irregularities it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sgfmill import sgf

from recorder import events
from recorder.facts import GameFacts
from recorder.orders import AdjustClock, Pause, PressClock, Resume, Rule, SetTime, StartClock
from recorder.settings import Settings
from recorder.timing import parse_time

New = Callable[..., Any]


def move(game: Any, text: str, press_after: float | None = 0.3) -> list[events.Event]:
    """A move, and the clock pressed when the hand has gone."""
    before = len(game.told)
    game.play(text, pause=0.0)
    game.run(press_after or 0.0)
    if press_after is not None:
        game.order(PressClock(colour="B" if text[0] == "B" else "W"))
    game.run(1.5)
    return game.told[before:]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("text", "tm", "ot"),
    [
        ("60m+5x60s", "3600", "5x60 byo-yomi"),
        ("90m", "5400", None),
        ("1h30m + 3x20s", "5400", "3x20 byo-yomi"),
        ("15m+10s/move", "900", "10 fischer"),
        ("30m+15/5m", "1800", "15/300 Canadian"),
        ("165m keep 5", "9600", "5x60 byo-yomi"),
        ("5x30s", "0", "5x30 byo-yomi"),
    ],
)
def test_a_time_is_written_as_people_do_and_stands_in_the_sgf(table: New, text: str, tm: str, ot: str | None) -> None:
    assert parse_time(text).sgf == {"TM": tm} | ({"OT": ot} if ot else {})
    game = table(facts=GameFacts(time=text))
    game.play("Bcc")
    root = sgf.Sgf_game.from_bytes(game.sgf()).get_root()
    assert root.get("TM") == float(tm)
    assert (root.get("OT") if root.has_property("OT") else None) == ot


@pytest.mark.parametrize("text", ["", "60", "abc", "60m+", "5xs", "1m keep 5", "10s/move"])
def test_what_is_no_time_is_refused(table: New, text: str) -> None:
    game = table()
    game.play("Bcc")
    assert game.refused(SetTime(system=text or " "))
    if text:
        with pytest.raises(ValueError, match=r"time|minutes"):
            GameFacts(time=text)


def test_each_press_writes_what_the_player_has_left(table: New) -> None:
    game = table(facts=GameFacts(time="10s+3x5s"))
    game.order(StartClock(colour="B"))
    start = game.told[-1].time
    move(game, "Bcc")
    first = game.told[-1] if isinstance(game.told[-1], events.Clock) else game.of(events.Clock)[-1]
    assert (first.action, first.colour, first.running) == ("press", "B", "W")
    assert first.black.main == pytest.approx(10 - (first.time - start), abs=0.01)
    move(game, "Wgg")
    game.run(12.0)
    move(game, "Bcg")
    clocks = game.of(events.Clock)
    assert [c.text for c in clocks if c.action == "call"] == ["byo_yomi 3", "periods_left 2"]
    last = clocks[-1]
    assert (last.black.main, last.black.periods, last.black.period) == (0, 2, 5)
    nodes = sgf.Sgf_game.from_bytes(game.sgf()).get_main_sequence()
    assert nodes[1].get("BL") == pytest.approx(first.black.main, abs=0.01)
    assert nodes[2].has_property("WL")
    assert (nodes[3].get("BL"), nodes[3].get("OB")) == (5, 2)
    assert not nodes[1].has_property("OB")
    assert game.alerts() == []


def test_a_press_told_before_its_move_belongs_to_it(table: New) -> None:
    game = table(facts=GameFacts(time="60s"))
    game.order(StartClock())
    game.play("Bcc Wgg", pause=0.1)  # so fast that nothing is told yet
    game.order(PressClock(colour="B"))
    game.order(PressClock(colour="W"))
    game.run(3)
    nodes = sgf.Sgf_game.from_bytes(game.sgf()).get_main_sequence()
    assert [n.get_move()[0] for n in nodes[1:]] == ["b", "w"]
    assert nodes[1].has_property("BL")
    assert nodes[2].has_property("WL")


def test_time_that_is_used_up_is_told_once_and_loses_by_a_ruling(table: New) -> None:
    game = table(facts=GameFacts(time="5s"))
    move(game, "Bcc")
    game.run(9.0)
    assert game.alerts() == ["time_overrun"]
    alert = game.of(events.Alert)[0]
    assert (alert.colour, alert.default, alert.severity) == ("W", "loses", "critical")
    pressed = next(c for c in game.of(events.Clock) if c.action == "press")
    assert alert.t_seen == pytest.approx(pressed.time + 5.0, abs=0.01)
    assert 0 < alert.t - alert.t_seen < 2.0
    game.order(Rule(alert=alert.seq, ruling="loses"))
    assert game.of(events.End)[-1].result == "B+T"
    assert b"RE[B+T]" in game.sgf()


def test_an_overrun_last_period_may_count_as_a_pass(table: New) -> None:
    game = table(facts=GameFacts(time="2s+1x3s"))
    move(game, "Bcc")
    game.run(9.0)
    game.order(Rule(alert=game.of(events.Alert)[0].seq, ruling="as_pass"))
    assert game.record() == "Bcc Wpass"
    assert game.of(events.Clock)[-1].running == "B"
    assert game.of(events.Clock)[-1].white.period == 3
    absolute = table(facts=GameFacts(time="5s"))
    move(absolute, "Bcc")
    absolute.run(9.0)
    assert "absolute" in absolute.refused(Rule(alert=absolute.of(events.Alert)[0].seq, ruling="as_pass"))


def test_the_clock_stands_in_a_pause_and_is_put_right_by_hand(table: New) -> None:
    game = table(facts=GameFacts(time="20s"))
    move(game, "Bcc")
    game.order(Pause())
    left = game.of(events.Clock)[-1].white.main
    game.run(60.0)
    game.order(Resume())
    assert game.of(events.Clock)[-1].white.main == left
    assert game.of(events.Clock)[-1].running == "W"
    game.order(AdjustClock(colour="W", main=100.0))
    game.run(30.0)
    assert game.alerts() == []
    move(game, "Wgg")
    assert game.of(events.Clock)[-1].white.main == pytest.approx(68, abs=3)


def test_a_press_before_the_stone_was_set_is_told_with_what_was_seen(table: New) -> None:
    game = table(facts=GameFacts(time="60m"))
    move(game, "Bcc")
    game.order(PressClock(colour="W"))
    game.run(2.0)
    move(game, "Wgg", press_after=None)
    assert game.alerts() == ["clock_before_move"]
    alert = game.of(events.Alert)[0]
    assert (alert.colour, alert.points, alert.options, alert.default) == ("W", ("gg",), ("warning",), "warning")
    game.order(Rule(alert=alert.seq, ruling="warning"))
    assert game.of(events.Ruling)[-1].warnings == {"B": 0, "W": 1}
    assert game.record() == "Bcc Wgg"
    move(game, "Bcg")
    assert game.alerts() == ["clock_before_move"]


def test_a_press_before_all_captured_stones_are_off_is_told(table: New) -> None:
    game = table(facts=GameFacts(time="60m"))
    stones = "Bab Waa Bgg Wcc"
    for text in stones.split():
        move(game, text)
    point = game.at("ba")
    game.world.visit([(point, 1)], 1)
    game.run(0.4)
    game.order(PressClock(colour="B"))
    game.run(0.8)
    game.world.visit([(game.at("aa"), 0)], 1)
    game.run(3.0)
    assert game.record() == f"{stones} Bba"
    assert "clock_before_capture_complete" in game.alerts()
    assert "clock_before_move" not in game.alerts()
    game.check()


def test_two_moves_in_a_row_with_the_clock_pressed_between_may_be_a_pass(table: New) -> None:
    game = table(facts=GameFacts(time="60m"))
    move(game, "Bcc")
    move(game, "Wgg")
    game.order(PressClock(colour="B"))
    game.run(2.0)
    game.play("Wcg", pause=3.0)
    alert = game.of(events.Alert)[0]
    assert "record_pass" in alert.options
    assert {alert.id, *alert.alternatives} >= {"pass_or_double_move"}
    game.order(Rule(alert=alert.seq, ruling="record_pass"))
    assert game.record() == "Bcc Wgg Bpass Wcg"


def test_presses_without_a_time_system_are_told_all_the_same(table: New) -> None:
    game = table()
    move(game, "Bcc")
    assert game.of(events.Clock)[-1].action == "press"
    assert b"BL[" not in game.sgf()
    assert "time system" in game.refused(StartClock())
    game.order(SetTime(system="30m+3x30s"))
    game.order(StartClock())
    assert b"TM[1800]" in game.sgf()
    assert [c.text for c in game.of(events.Clock) if c.action == "system"] == ["30m+3x30s"]


def test_an_unhurried_game_with_presses_has_no_alert(table: New) -> None:
    game = table(settings=Settings(handicap=0), facts=GameFacts(time="60m"))
    for text in ["Bcc", "Wgg", "Bcg", "Wgc", "Bab", "Waa", "Bee", "Whh", "Bba-aa", "Wbb"]:
        move(game, text)
    assert game.alerts() == []
    game.check()


def test_the_clock_stands_while_the_board_is_counted(table: New) -> None:
    game = table(facts=GameFacts(time="60s"))
    stones = " ".join("BW"[i % 2] + "abcdefgh"[i % 8] + "abcdefgh"[i // 8 * 2] for i in range(24))
    game.play(stones, pause=0.8)
    game.order(StartClock(colour="B"))
    game.act(" ".join("." + text[1:] for text in stones.split()[:12]), side=1, pause=4.0)
    assert [e.state for e in game.of(events.Pause)] == ["paused"]
    assert game.of(events.Clock)[-1].action == "pause"
    game.run(120.0)
    assert game.alerts() == []
    game.order(Resume())
    assert (game.of(events.Clock)[-1].action, game.of(events.Clock)[-1].running) == ("resume", "B")
