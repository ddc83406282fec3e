"""Orders taken back, pauses, results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from recorder import events
from recorder.facts import GameFacts
from recorder.orders import (
    ChangeMove,
    DeclareDead,
    DeclarePass,
    DeclareResult,
    DeleteMove,
    End,
    InsertMove,
    Pause,
    PressClock,
    Resume,
    SetFacts,
    SetStones,
    SetTurn,
    StartClock,
    Undo,
)
from recorder.projection import Projection

New = Callable[..., Any]


def test_each_order_about_moves_can_be_taken_back_after_more_was_played(table: New) -> None:
    for order in (
        InsertMove(n=2, colour="W", point="ee", id="x"),
        ChangeMove(n=2, colour="W", point="ge", id="x"),
        SetStones(black=("ee",), empty=("gg",), id="x"),
    ):
        game = table()
        game.play("Bcc Wgg")
        before = game.shown()
        game.order(order)
        assert (game.record() != "Bcc Wgg") or game.shown() != before
        game.play("Bcg")
        game.order(Undo(undone="x"))
        assert game.record() == "Bcc Wgg Bcg"
        game.play("Wgc")
        assert game.record() == "Bcc Wgg Bcg Wgc"
        game.check()
        assert "already" in game.refused(Undo(undone="x"))


def test_a_move_taken_out_by_mistake_comes_back(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(DeleteMove(n=2, id="x"))
    game.run(3)
    assert game.record() == "Bcc"
    game.order(Undo(undone="x"))
    game.play("Bcg")
    assert game.record() == "Bcc Wgg Bcg"
    assert game.alerts() == []
    game.check()


def test_a_pass_and_a_turn_are_taken_back(table: New) -> None:
    game = table()
    game.order(SetTurn(to_move="W", id="t"))
    game.order(Undo(undone="t"))
    game.play("Bcc Wgg")
    assert game.alerts() == []
    game.order(DeclarePass(id="p"))
    game.order(Undo(undone="p"))
    game.order(SetTurn(to_move="W", id="s"))
    game.order(Undo(undone="s"))
    game.play("Bcg")
    assert game.record() == "Bcc Wgg Bcg"
    assert game.alerts() == []
    game.check()


def test_what_was_changed_since_is_not_taken_back(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    game.order(ChangeMove(n=2, colour="W", point="ge", id="one"))
    game.order(ChangeMove(n=2, colour="W", point="gf", id="two"))
    assert "changed there since" in game.refused(Undo(undone="one"))
    game.order(Undo(undone="two"))
    game.order(Undo(undone="one"))
    assert game.record() == "Bcc Wgg Bcg"
    assert "no such order" in game.refused(Undo(undone="three"))
    game.check()


def test_nothing_seen_in_a_pause_is_a_move_and_what_was_put_back_is_nothing(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(Pause(reason="午休"))
    assert "already" in game.refused(Pause())
    game.act("Bee Wef Beg")
    game.act(".ee .ef .eg")
    game.run(5)
    game.order(Resume())
    assert "not paused" in game.refused(Resume())
    game.play("Bcg")
    assert game.record() == "Bcc Wgg Bcg"
    assert game.alerts() == []
    assert [(e.state, e.reason) for e in game.of(events.Pause)] == [("paused", "午休"), ("resumed", "")]
    game.check()


def test_what_changed_in_a_pause_is_an_edit_and_asked_about(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    game.order(Pause())
    game.act(".cc Bdc", side=2, pause=4.0)
    assert game.alerts() == []
    game.order(Resume())
    assert [(e.black, e.empty, e.cause) for e in game.of(events.Edit)] == [(("dc",), ("cc",), "seen")]
    alert = game.of(events.Alert)[0]
    assert (alert.id, alert.default, set(alert.points)) == ("moved_stone", "restore", {"cc", "dc"})
    assert alert.message
    game.act(".dc Bcc", side=2)
    assert [e.alert for e in game.of(events.Resolved)] == [alert.seq]
    game.play("Wgc")
    assert game.record() == "Bcc Wgg Bcg Wgc"
    game.check()


def test_what_was_played_before_the_operator_let_it_go_on_can_count_as_moves(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(Pause())
    game.play("Bcg Wgc")
    game.order(Resume(played=True))
    game.run(3)
    assert game.record() == "Bcc Wgg Bcg Wgc"
    assert game.alerts() == []
    game.check()


def test_a_resignation_ends_the_game_and_can_be_taken_back(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(DeclareResult(result="B+R", reason="White resigned", id="r"))
    assert b"RE[B+R]" in game.sgf()
    assert "over already" in game.refused(End())
    game.play("Bcg")
    assert game.record() == "Bcc Wgg"
    game.order(Undo(undone="r"))
    assert b"RE[" not in game.sgf()
    game.run(3)
    game.play("Wgc")
    assert game.record() == "Bcc Wgg Bcg Wgc"
    game.check()


def test_facts_are_put_right_everywhere(table: New) -> None:
    game = table(facts=GameFacts(black="A", white="B", komi=6.5))
    game.play("Bcc")
    game.order(SetFacts(facts=GameFacts(black="柯洁", white="변상일")))
    text = game.sgf().decode()
    assert "PB[柯洁]" in text
    assert "PW[변상일]" in text
    assert "KM[6.5]" in text


def test_counting_that_was_none_is_ended_by_the_operator(table: New) -> None:
    game = table()
    stones = " ".join("BW"[i % 2] + "abcdefgh"[i % 8] + "abcdefgh"[i // 8 * 2] for i in range(24))
    game.play(stones, pause=0.8)
    assert game.record() == stones
    game.act(" ".join("." + text[1:] for text in stones.split()[:12]), side=1, pause=4.0)
    assert [(e.state, e.reason) for e in game.of(events.Pause)] == [("paused", "counting begins")]
    game.order(Resume())
    game.run(3.0)
    assert len(game.of(events.Pause)) == 2
    assert game.alerts() == ["multiple_changes"]
    game.check()
    game.play("Bhh")
    assert game.record() == f"{stones} Bhh"


def test_a_game_that_is_over_is_neither_paused_nor_resumed(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(Pause())
    game.order(DeclareResult(result="B+R", id="r"))
    for order in (Pause(), Resume(), SetTurn(to_move="W"), StartClock(), PressClock()):
        assert "over already" in game.refused(order)
    projection = Projection("b")
    for event in game.told:
        projection.take(event)
    assert (projection.state.phase, projection.state.paused) == ("ended", False)
    # What was a mistake is taken back: then the game is played, and no pause holds its moves up.
    game.order(Undo(undone="r"))
    game.play("Bcg")
    assert game.record() == "Bcc Wgg Bcg"
    game.check()


def test_dead_stones_are_named_as_people_name_points(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    assert game.refused(DeclareDead(points=("eg",))) == "no stone lies on E3"
    assert "9 lines" in game.refused(DeclareDead(points=("tt",)))
