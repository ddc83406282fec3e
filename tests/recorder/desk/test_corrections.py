"""The operator's hand on the moves, while the film runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from recorder import events
from recorder.orders import ChangeMove, DeclarePass, DeleteMove, InsertMove, SetStones, SetTurn
from recorder.wording import reason_text

New = Callable[..., Any]


def test_a_move_is_put_in_and_what_follows_keeps_its_place(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    # White's move was never seen: nothing can be told of it but by a person.
    told = game.order(InsertMove(n=2, colour="W", point="ee"))
    assert [type(e) for e in told[:2]] == [events.Ordered, events.Correction]
    assert game.record() == "Bcc Wee Wgg Bcg"
    assert game.of(events.Move)[3].origin == "operator"
    assert game.of(events.Move)[4].origin == "camera"
    game.play("Wgc")
    assert game.record() == "Bcc Wee Wgg Bcg Wgc"


def test_the_camera_does_not_take_back_what_the_operator_put_in(table: New) -> None:
    game = table()
    game.play("Bcc")
    game.order(InsertMove(n=2, colour="W", point="ee"))
    game.run(20)
    game.play("Bgc Wgg")
    assert game.record() == "Bcc Wee Bgc Wgg"
    assert game.alerts() == []


def test_a_misread_stone_that_was_taken_out_is_not_told_again(table: New) -> None:
    game = table()
    game.play("Bcc")
    game.misread("gg", 2, 30.0)
    game.run(4)
    assert game.record() == "Bcc Wgg"
    game.order(DeleteMove(n=2))
    game.run(20)
    assert game.record() == "Bcc"
    game.play("Wee Bcg")
    game.run(20)
    assert game.record() == "Bcc Wee Bcg"
    assert game.alerts() == []
    game.check()


def test_a_stone_played_later_where_one_was_misread_is_told(table: New) -> None:
    game = table()
    game.play("Bcc")
    game.misread("gg", 2, 5.0)
    game.run(4)
    game.order(DeleteMove(n=2))
    game.run(8)
    game.play("Wgg Bee")
    assert game.record() == "Bcc Wgg Bee"
    assert game.alerts() == []
    game.check()


def test_a_changed_move_stands_whatever_the_camera_reads(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    game.order(ChangeMove(n=2, colour="W", point="gf"))
    game.run(20)
    game.play("Wgc")
    assert game.record() == "Bcc Wgf Bcg Wgc"
    assert game.alerts() == []
    assert "gg" not in game.shown()


def test_a_deleted_capture_brings_the_stones_back_into_the_record(table: New) -> None:
    game = table()
    game.play("Bab Waa Bgg Wcc Bba-aa")
    assert game.of(events.Move)[-1].captured == ("aa",)
    game.check()
    game.order(DeleteMove(n=5))
    assert game.record() == "Bab Waa Bgg Wcc"
    assert game.shown()["aa"] == "W"


def test_a_move_changed_into_a_capture_takes_the_stones_off(table: New) -> None:
    game = table()
    game.play("Bab Waa Bgg Wcc")
    game.order(ChangeMove(n=3, colour="B", point="ba"))
    told = game.of(events.Move)
    assert (told[-2].point, told[-2].captured) == ("ba", ("aa",))
    assert "aa" not in game.shown()


def test_what_cannot_stand_is_refused_with_the_move_and_the_reason(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    assert game.refused(InsertMove(n=1, colour="W", point="gg")) == (
        "move 3 (White G3) cannot stand: there is a stone already"
    )
    said = reason_text(game.refused(InsertMove(n=1, colour="W", point="gg")), "zh_hans")
    assert said == "第3手（白方 G3）不能成立：该处已有棋子"
    for order in (DeleteMove(n=9), InsertMove(n=6, colour="W", point="aa")):
        for language in ("zh_hans", "zh_hant", "ja", "ko"):
            refusal = game.refused(order)
            assert reason_text(refusal, language) != refusal
    assert "there is no move 9" in game.refused(DeleteMove(n=9))
    assert "number 4 at most" in game.refused(InsertMove(n=6, colour="W", point="aa"))
    assert "9 lines" in game.refused(InsertMove(n=1, colour="W", point="tt"))
    assert "is that already" in game.refused(ChangeMove(n=1, colour="B", point="cc"))


def test_a_move_the_rules_forbid_is_put_in_only_where_it_was_left_standing(table: New) -> None:
    game = table()
    game.play("Bab Wgg Bba Wgc")
    order = InsertMove(n=5, colour="W", point="aa", force=True)
    assert "no liberty" in game.refused(InsertMove(n=5, colour="W", point="aa"))
    game.order(order)
    assert game.record() == "Bab Wgg Bba Wgc Waa"
    assert b"KO[]" in game.sgf()
    assert game.shown()["aa"] == "W"


def test_a_declared_pass_makes_the_next_move_one_in_turn(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(DeclarePass())
    game.play("Wcg")
    assert game.record() == "Bcc Wgg Bpass Wcg"
    assert game.alerts() == []
    game.check()


def test_a_pass_put_in_later_deals_with_the_alert_of_the_double_move(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Wcg", pause=3.0)
    assert game.alerts() == ["double_move"]
    game.order(InsertMove(n=3, colour="B", point=None))
    assert game.record() == "Bcc Wgg Bpass Wcg"
    assert [e.alert for e in game.of(events.Resolved)] == [game.of(events.Alert)[0].seq]
    game.check()


def test_the_turn_is_set_and_the_move_of_the_same_colour_is_in_order(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(SetTurn(to_move="W"))
    assert "to move already" in game.refused(SetTurn(to_move="W"))
    game.play("Wcg Bgc")
    assert game.record() == "Bcc Wgg Wcg Bgc"
    assert game.alerts() == []
    assert game.sgf().count(b"PL[W]") == 1
    game.check()


def test_a_stone_seen_as_an_extra_one_becomes_the_move_it_was(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    game.act("Bee", side=2, pause=9.0)  # nobody's turn allows it
    before = game.record()
    if before != "Bcc Wgg Bcg":
        before = "with"  # told as a double move: then it is a move already
    assert set(game.alerts()) <= {"extra_stone", "double_move"}
    if before == "Bcc Wgg Bcg":
        game.order(InsertMove(n=4, colour="B", point="ee"))
        assert game.record() == "Bcc Wgg Bcg Bee"
    game.check()


def test_stones_set_by_hand_are_an_edit_of_the_operator(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(SetStones(black=("ee",), empty=("gg",)))
    edit = game.of(events.Edit)[-1]
    assert (edit.after, edit.black, edit.empty, edit.cause) == (2, ("ee",), ("gg",), "operator")
    game.run(10)
    assert game.record() == "Bcc Wgg"
    assert game.shown() == {"cc": "B", "ee": "B"}
    assert "so already" in game.refused(SetStones(black=("ee",)))
    assert "twice" in game.refused(SetStones(black=("aa",), empty=("aa",)))


def test_an_order_of_the_same_id_is_taken_once(table: New) -> None:
    game = table()
    game.play("Bcc")
    assert game.order(DeclarePass(id="x1"))
    assert game.order(DeclarePass(id="x1")) == []
    assert game.record() == "Bcc Wpass"


def test_moves_in_the_middle_of_forty_are_corrected_while_frames_arrive(table: New) -> None:
    n, _, moves = next(g for g in __import__("sys").modules["watched_games_of_the_desk"].read_games() if g[0] == 19)
    game = table(19)
    letters = [chr(97 + p % n) + chr(97 + p // n) for _, p in moves[:40]]
    game.play(" ".join("BW"[c - 1] + v for (c, _), v in zip(moves[:20], letters[:20], strict=True)), pause=1.0)
    game.order(ChangeMove(n=12, colour="W" if moves[11][0] == 2 else "B", point="jj"))
    game.play(" ".join("BW"[c - 1] + v for (c, _), v in zip(moves[20:24], letters[20:24], strict=True)), pause=1.0)
    line = game.record().split()
    assert line[11][1:] == "jj"
    assert [m[1:] for m in line[:11] + line[12:]] == letters[:11] + letters[12:24]


def test_a_pass_that_was_told_stays_where_the_camera_puts_an_earlier_move_in(table: New) -> None:
    game = table(19)
    game.play("Bdd Wpp")
    game.world.rest(game.at("dp"), 1, 14.0)
    game.world.put(game.world.now + 1.0, game.at("dp"), 1)
    game.run(2.0)
    game.order(InsertMove(n=3, colour="B", point="dp"))
    game.order(DeclarePass(colour="W"))
    game.play("Bpd Wjj")
    game.run(10.0)
    game.play("Bqf")
    assert game.record() == "Bdd Wpp Bdp Wpass Bpd Wjj Bqf"
    assert game.alerts() == []
    game.check()


def test_a_declared_pass_is_not_dropped_to_make_a_move_fit(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(DeclarePass())
    game.play("Bcg", pause=9.0)
    assert game.record() == "Bcc Wgg Bpass Bcg"
    assert game.alerts() == ["double_move"]


def test_a_stone_seen_where_another_lay_lies_there_still_after_a_correction(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    # As when the board was looked for anew: the stone that lay there went meanwhile.
    game._see([events.Move(t=9.0, n=3, colour="B", point="gg", captured=(), t_placed=8.5, confidence=0.9)])
    game.restart()
    game.order(DeclarePass())
    assert game.record() == "Bcc Wgg Bgg Wpass"
    assert game.shown() == {"cc": "B", "gg": "B"}
    assert game.inferencer.board[game.at("gg")] == 1
