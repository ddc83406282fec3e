"""Rulings of the referee: what they do to record, board, turn, warnings and result, and that the camera agrees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from recorder import events
from recorder.orders import Dismiss, Rule, SetStones, WithdrawRuling

New = Callable[..., Any]


def doubled(table: New) -> Any:
    game = table()
    game.play("Bcc Wgg")
    game.play("Wcg", pause=3.0)
    assert game.alerts() == ["double_move"]
    return game


def last_alert(game: Any) -> events.Alert:
    alert: events.Alert = game.of(events.Alert)[-1]
    return alert


def test_an_alert_says_which_rulings_there_are(table: New) -> None:
    alert = last_alert(doubled(table))
    assert alert.default == "second_void_warning"
    assert alert.options == ("second_void_warning", "loses", "record_pass")
    assert alert.article == "17.2"
    assert alert.after == 3
    assert alert.roles == {"first": ("gg",), "second": ("cg",)}
    assert set(alert.look_alikes) >= {"pass_or_double_move", "out_of_turn"}


def test_the_second_move_is_void_and_taking_it_off_is_no_irregularity(table: New) -> None:
    game = doubled(table)
    alert = last_alert(game)
    told = game.order(Rule(alert=alert.seq, ruling="second_void_warning", note="art. 17.2"))
    ruling = game.of(events.Ruling)[0]
    assert (ruling.warnings, ruling.to_move, ruling.origin) == ({"B": 0, "W": 1}, "B", "referee")
    edits = [e for e in told if isinstance(e, events.Edit)]
    assert [(e.cause, e.empty, e.after) for e in edits] == [("ruling", ("cg",), 2)]
    assert game.record() == "Bcc Wgg"
    # The stone still lies there for a while; nothing is told of it, nor of its being taken off.
    game.run(5)
    game.act(".cg", side=2)
    game.play("Bgc Wcg")
    assert game.record() == "Bcc Wgg Bgc Wcg"
    assert game.alerts() == ["double_move"]
    assert game.of(events.Resolved) == []
    game.check()
    assert rb"[ruling\] second_void_warning (art. 17.2); warnings: White 1" in game.sgf()


def test_a_ko_taken_back_is_void_and_costs_the_turn(table: New) -> None:
    game = table()
    game.play("Bdc Wec Bcd Wfd Bde Wee Bhh Wdd Bed-dd")
    game.play("Wdd-ed", pause=4.0)
    assert game.alerts() == ["ko_retake"]
    game.order(Rule(alert=last_alert(game).seq, ruling="void_forfeit_warning"))
    assert game.record().endswith("Bed Wpass")
    assert game.of(events.Ruling)[-1].forfeits == "W"
    assert game.of(events.Ruling)[-1].to_move == "B"
    game.act(".dd Bed", side=2)
    game.play("Bhc Whe")
    assert game.alerts() == ["ko_retake"]
    assert game.record().endswith("Bed Wpass Bhc Whe")
    game.check()


def test_captured_stones_left_are_taken_off_by_a_ruling(table: New) -> None:
    game = table()
    game.play("Bab Waa Bgg Wcc")
    game.play("Bba", pause=4.0)
    assert game.alerts() == ["missed_capture"]
    alert = last_alert(game)
    assert alert.options == ("off_warning",)
    told = game.order(Rule(alert=alert.seq, ruling="off_warning"))
    assert [e.empty for e in told if isinstance(e, events.Edit)] == [("aa",)]
    game.act(".aa")
    game.play("Wgc")
    assert game.alerts() == ["missed_capture"]
    assert game.record() == "Bab Waa Bgg Wcc Bba Wgc"
    game.check()


def test_stones_taken_off_wrongly_go_back_and_the_move_stands(table: New) -> None:
    game = table()
    game.play("Bab Waa Bgg Wac Bcc Whh")
    game.play("Bba-aa-ac", pause=4.0)
    assert game.alerts() == ["wrong_capture"]
    game.order(Rule(alert=last_alert(game).seq, ruling="back_warning"))
    game.act("Wac")
    game.play("Wgc")
    assert game.alerts() == ["wrong_capture"]
    assert game.shown()["ac"] == "W"
    game.check()


def test_a_moved_stone_goes_back_or_stands(table: New) -> None:
    for option, lies in (("restore", "cc"), ("stands", "dc")):
        game = table()
        game.play("Bcc Wgg Bcg")
        game.act(".cc Bdc", side=2, pause=5.0)
        assert game.alerts() == ["moved_stone"]
        game.order(Rule(alert=last_alert(game).seq, ruling=option))
        if option == "restore":
            game.act(".dc Bcc", side=2)
        game.play("Wgc Bee")
        assert game.alerts() == ["moved_stone"]
        assert game.record() == "Bcc Wgg Bcg Wgc Bee"
        assert lies in game.shown()
        assert game.of(events.Resolved) == []
        game.check()


def test_a_moved_stone_goes_to_a_reasonable_point(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    game.act(".cc Bdc", side=2, pause=5.0)
    alert = last_alert(game).seq
    assert "point" in game.refused(Rule(alert=alert, ruling="reasonable_point"))
    game.order(Rule(alert=alert, ruling="reasonable_point", move="db"))
    game.act(".dc Bdb", side=2)
    game.play("Wgc")
    assert game.alerts() == ["moved_stone"]
    game.check()


def test_a_move_taken_back_goes_to_where_it_was_released(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg", pause=2.5)
    game.act(".cg Bdg", side=1, pause=5.0)
    assert game.alerts() == ["take_back"]
    game.order(Rule(alert=last_alert(game).seq, ruling="back_warning_on_claim"))
    assert game.record() == "Bcc Wgg Bcg"
    assert game.of(events.Ruling)[-1].warnings == {"B": 1, "W": 0}
    game.act(".dg Bcg", side=1)
    game.play("Wgc")
    assert game.alerts() == ["take_back"]
    assert game.record() == "Bcc Wgg Bcg Wgc"
    game.check()


def test_the_pass_that_was_not_seen_is_recorded(table: New) -> None:
    game = doubled(table)
    game.order(Rule(alert=last_alert(game).seq, ruling="record_pass"))
    assert game.record() == "Bcc Wgg Bpass Wcg"
    assert game.of(events.Ruling)[-1].warnings == {"B": 0, "W": 0}
    game.check()


def test_the_second_warning_loses_the_game(table: New) -> None:
    game = doubled(table)
    game.order(Rule(alert=last_alert(game).seq, ruling="second_void_warning"))
    game.act(".cg", side=2)
    game.play("Bgc Wee")
    game.play("Web", pause=3.0)
    game.order(Rule(alert=last_alert(game).seq, ruling="second_void_warning"))
    assert game.of(events.Ruling)[-1].warnings == {"B": 0, "W": 2}
    assert [(e.result, e.origin) for e in game.of(events.End)] == [("B+F", "referee")]
    assert b"RE[B+F]" in game.sgf()
    game.play("Bha")
    assert game.record() == "Bcc Wgg Bgc Wee"


def test_a_ruling_of_the_referee_s_own_says_all_itself(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(
        Rule(alert=0, ruling="talked to a spectator", warnings={"B": 1}, to_move="W", stones=SetStones(black=("ee",)))
    )
    ruling = game.of(events.Ruling)[-1]
    assert (ruling.ruling, ruling.warnings, ruling.to_move) == ("talked to a spectator", {"B": 1, "W": 0}, "W")
    assert game.shown() == {"cc": "B", "gg": "W", "ee": "B"}


def test_what_makes_no_ruling_is_refused(table: New) -> None:
    game = doubled(table)
    seq = last_alert(game).seq
    assert "no alert 99" in game.refused(Rule(alert=99, ruling="stands"))
    assert "there are second_void_warning, loses" in game.refused(Rule(alert=seq, ruling="second_void_waring"))
    assert "names no player" in game.refused(Rule(alert=0, ruling="warning"))
    assert "written like" in game.refused(Rule(alert=seq, ruling="stands", result="Black wins"))
    assert "9 lines" in game.refused(Rule(alert=seq, ruling="stands", stones=SetStones(black=("ss",))))
    game.order(Rule(alert=seq, ruling="second_void_warning"))
    assert "ruled on already" in game.refused(Rule(alert=seq, ruling="loses"))
    assert "dealt with" in game.refused(Dismiss(alert=seq))


def test_a_dismissed_alert_is_dealt_with_and_stays_so(table: New) -> None:
    game = doubled(table)
    game.order(Dismiss(alert=last_alert(game).seq, note="Black had passed"))
    resolved = game.of(events.Resolved)
    assert [(e.alert, e.origin) for e in resolved] == [(last_alert(game).seq, "referee")]
    assert "Black had passed" in resolved[0].how
    game.play("Bgc")
    assert len(game.of(events.Resolved)) == 1
    assert game.alerts() == ["double_move"]


def test_a_withdrawn_ruling_takes_its_warning_and_its_change_with_it(table: New) -> None:
    game = doubled(table)
    game.order(Rule(alert=last_alert(game).seq, ruling="second_void_warning"))
    ruling = game.of(events.Ruling)[-1]
    game.order(WithdrawRuling(ruling=ruling.seq, note="it was a pass"))
    assert game.of(events.Ruling)[-1].withdraws == ruling.seq
    assert game.of(events.Ruling)[-1].warnings == {"B": 0, "W": 0}
    assert game.record() == "Bcc Wgg Wcg"
    game.run(5)
    assert game.alerts() == ["double_move"]
    game.check()
    assert "withdrawn already" in game.refused(WithdrawRuling(ruling=ruling.seq))
    assert "no ruling 1" in game.refused(WithdrawRuling(ruling=1))
    game.order(Rule(alert=last_alert(game).seq, ruling="record_pass"))
    assert game.record() == "Bcc Wgg Bpass Wcg"


def test_a_withdrawn_loss_lets_the_game_go_on(table: New) -> None:
    game = doubled(table)
    game.order(Rule(alert=last_alert(game).seq, ruling="loses"))
    assert game.of(events.End)[-1].result == "B+F"
    game.order(WithdrawRuling(ruling=game.of(events.Ruling)[-1].seq))
    assert b"RE[" not in game.sgf()
    game.play("Bgc")
    assert game.record() == "Bcc Wgg Wcg Bgc"
    game.check()


def test_after_a_ruling_was_played_on_withdrawing_it_leaves_the_moves(table: New) -> None:
    game = doubled(table)
    game.order(Rule(alert=last_alert(game).seq, ruling="second_void_warning"))
    game.act(".cg", side=2)
    game.play("Bgc Wee")
    game.order(WithdrawRuling(ruling=game.of(events.Ruling)[-1].seq))
    assert game.record() == "Bcc Wgg Bgc Wee"
    assert game.of(events.Ruling)[-1].warnings == {"B": 0, "W": 0}
    game.check()


@pytest.mark.parametrize(
    ("before", "fault", "name", "default", "roles", "right", "after"),
    [
        ("Bcc Wgg Bcg", ".cc", "stone_vanished", "restore", {"points"}, "Bcc", "Wgc"),
        ("Bcc Wgg Bcg", "Wcc", "stone_colour_changed", "restore", {"point"}, "Bcc", "Wgc"),
        ("Bab Wgg Bba Wgc Bhh", "Waa", "forbidden_point", "void_forfeit", {"move"}, ".aa", "Bee"),
        ("Bac Wab Bgg Waa Bbb Whh", "Bba .aa", "partial_capture", "off_warning", {"move", "removed", "remaining"},
         ".ab", "Wgc"),
        ("Bab Waa Bgg Wcc Bba-aa", "Waa", "capture_restored", "off_again", {"points", "move"}, ".aa", "Wgc"),
        ("Bcc Wgg Bcg Wgc", ".cc .gg Bcd Wgf .cg Bdg", "multiple_changes", "reconstruct", {"vanished", "appeared"},
         "Bcc Wgg .cd .gf Bcg .dg", "Bee"),
        ("", "Wgg", "white_first", "stone_off", {"move"}, ".gg", "Bcc"),
    ],
)  # fmt: skip
def test_each_irregularity_is_ruled_on_as_the_rules_provide_put_right_and_the_game_goes_on(
    table: New, before: str, fault: str, name: str, default: str, roles: set[str], right: str, after: str
) -> None:
    game = table()
    game.play(before)
    game.act(fault, side=2, pause=9.0)
    assert game.alerts() == [name]
    alert = last_alert(game)
    assert (alert.default, set(alert.roles)) == (default, roles)
    assert set(alert.points) <= {p for points in alert.roles.values() for p in points}
    told = game.order(Rule(alert=alert.seq, ruling=default))
    assert [e.cause for e in told if isinstance(e, events.Edit)] == ["ruling"]
    game.act(right, side=2, pause=4.0)
    game.play(after)
    assert game.alerts() == [name]
    assert game.of(events.Resolved) == []
    assert game.record().endswith(after)
    game.check()
