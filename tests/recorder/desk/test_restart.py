"""The recorder is started anew in the middle of a game: all that people told goes on from the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from recorder import events
from recorder.facts import GameFacts
from recorder.orders import (
    DeclarePass,
    DeleteMove,
    InsertMove,
    Pause,
    PressClock,
    Resume,
    Rule,
    SetFacts,
    SetTurn,
    StartClock,
    Undo,
    WithdrawRuling,
)

New = Callable[..., Any]


def test_a_game_goes_on_after_a_restart_with_its_corrections(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    game.order(InsertMove(n=2, colour="W", point="ee"))
    game.order(SetTurn(to_move="B"))
    game.restart()
    game.play("Bgc Whh")
    assert game.record() == "Bcc Wee Wgg Bcg Bgc Whh"
    assert game.alerts() == []
    assert game.shown()["ee"] == "W"


def test_a_stone_misread_still_is_not_told_after_a_restart_either(table: New) -> None:
    game = table()
    game.play("Bcc")
    game.misread("gg", 2, 60.0)
    game.run(4)
    game.order(DeleteMove(n=2))
    game.restart()
    game.play("Wee Bcg")
    game.run(20)
    assert game.record() == "Bcc Wee Bcg"
    assert game.alerts() == []


def test_an_alert_is_ruled_on_after_a_restart(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.play("Wcg", pause=3.0)
    game.restart()
    game.order(Rule(alert=game.of(events.Alert)[0].seq, ruling="second_void_warning"))
    assert game.record() == "Bcc Wgg"
    game.act(".cg", side=2)
    game.play("Bgc")
    assert game.record() == "Bcc Wgg Bgc"
    assert game.alerts() == ["double_move"]
    game.check()


def test_warnings_and_rulings_are_remembered(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.play("Wcg", pause=3.0)
    game.order(Rule(alert=game.of(events.Alert)[0].seq, ruling="second_void_warning"))
    ruling = game.of(events.Ruling)[0].seq
    game.restart()
    game.act(".cg", side=2)
    assert game.of(events.Resolved) == []
    assert game.alerts() == ["double_move"]
    game.order(WithdrawRuling(ruling=ruling))
    game.order(Rule(alert=0, ruling="spoke to a spectator", warnings={"W": 1}))
    assert game.of(events.Ruling)[-1].warnings == {"B": 0, "W": 1}


def test_what_stands_wrong_on_the_board_is_resolved_after_a_restart(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    game.act(".cc Bdc", side=2, pause=5.0)
    assert game.alerts() == ["moved_stone"]
    game.restart()
    game.act(".dc Bcc", side=2)
    assert [e.alert for e in game.of(events.Resolved)] == [game.of(events.Alert)[0].seq]
    game.play("Wgc")
    assert game.record() == "Bcc Wgg Bcg Wgc"
    game.check()


def test_a_pause_lasts_over_a_restart(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(Pause())
    game.restart()
    game.act("Bee")
    game.act(".ee")
    game.order(Resume())
    game.play("Bcg")
    assert game.record() == "Bcc Wgg Bcg"
    assert game.alerts() == []


def test_orders_are_taken_once_and_undone_over_a_restart(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(DeclarePass(id="p"))
    game.restart()
    assert game.order(DeclarePass(id="p")) == []
    game.order(Undo(undone="p"))
    game.play("Bcg")
    assert game.record() == "Bcc Wgg Bcg"
    game.check()


def test_the_clock_goes_on_from_what_was_left(table: New) -> None:
    game = table(facts=GameFacts(time="60s"))
    game.order(StartClock(colour="B"))
    game.play("Bcc")
    game.order(PressClock(colour="B"))
    left = game.of(events.Clock)[-1]
    game.order(SetFacts(facts=GameFacts(black="A")))
    game.restart(away=10.0)
    game.play("Wgg")
    game.order(PressClock(colour="W"))
    now = game.of(events.Clock)[-1]
    assert now.black.main == left.black.main
    assert abs(now.white.main - (60 - (now.time - left.time))) < 0.01
    assert game.desk.chronicle.facts.black == "A"


def test_a_stone_misread_now_and_then_is_not_told_after_a_restart_either(table: New) -> None:
    """Read as it is for a while, and then again as the person said that it is not, without any hand."""
    game = table()
    game.play("Bcc")
    game.misread("gg", 2, 10.0)
    game.run(4)
    assert game.record() == "Bcc Wgg"
    game.order(DeleteMove(n=2))
    game.run(1)
    game.restart(away=10.0)
    game.play("Wee Bcg")
    game.run(3)
    again = game.world.now
    game.world.errors.append((again, again + 30.0, game.at("gg"), 2, 0.99))
    game.run(25)
    assert game.record() == "Bcc Wee Bcg"
    assert game.alerts() == []


def test_a_stone_really_laid_where_one_was_misread_is_told_after_a_restart(table: New) -> None:
    game = table()
    game.play("Bcc")
    game.misread("gg", 2, 10.0)
    game.run(4)
    game.order(DeleteMove(n=2))
    game.restart(away=10.0)
    game.play("Wee Bcg Wgg Bgc")
    game.run(5)
    assert game.record() == "Bcc Wee Bcg Wgg Bgc"
    game.check()


def test_a_game_that_is_being_counted_is_counted_on_after_a_restart(table: New) -> None:
    game = table()
    stones = " ".join("BW"[i % 2] + "abcdefgh"[i % 8] + "abcdefgh"[i // 8 * 2] for i in range(24))
    game.play(stones, pause=0.8)
    game.act(" ".join("." + text[1:] for text in stones.split()[:12]), side=1, pause=4.0)
    assert [(e.state, e.reason) for e in game.of(events.Pause)] == [("paused", "counting begins")]
    told = len(game.told)
    game.restart()
    game.act(".ac Wbd", side=2)
    assert game.told[told:] == []
    game.act(" ".join("." + text[1:] for text in stones.split()[12:]), side=1, pause=6.0)
    game.act(".bd", side=1, pause=6.0)
    (end,) = game.told[told:]
    assert isinstance(end, events.End)
    assert end.reason == "the board was cleared"
    assert game.record() == stones
