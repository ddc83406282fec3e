"""What orders leave in the SGF: side lines, comments that move with their moves, and the board at every place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sgfmill import sgf

from recorder import events
from recorder.orders import DeclareResult, DeleteMove, InsertMove, Rule, SetTurn

New = Callable[..., Any]


def side_lines(game: Any) -> list[tuple[str, str]]:
    found = []
    for node in sgf.Sgf_game.from_bytes(game.sgf()).get_main_sequence():
        for child in list(node)[1:]:
            colour, square = child.get_move()
            found.append((colour.upper() + game.letters(square), child.get("C")))
    return found


def comments(game: Any) -> dict[str, str]:
    nodes = sgf.Sgf_game.from_bytes(game.sgf()).get_main_sequence()
    return {game.letters(n.get_move()[1]): n.get("C") for n in nodes if n.get_move()[1] and n.has_property("C")}


def test_a_void_move_is_a_side_line_with_the_alert_and_the_ruling_and_the_main_line_ends_before_it(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.play("Wcg", pause=3.0)
    game.order(Rule(alert=game.of(events.Alert)[0].seq, ruling="second_void_warning", note="清源"))
    assert game.shown() == {"cc": "B", "gg": "W"}
    ((move, text),) = side_lines(game)
    assert move == "Wcg"
    for words in ("[withdrawn]", "[double_move] White played twice", "[ruling] second_void_warning", "White 1"):
        assert words in text


def test_what_was_said_of_a_move_goes_with_it_to_its_new_number(table: New) -> None:
    game = table()
    game.play("Bcc Wgg Bcg")
    game.act(".cc Bdc", side=2, pause=5.0)
    game.play("Wgc Bhh")
    before = comments(game)
    assert any("[moved_stone]" in text for text in before.values())
    game.order(InsertMove(n=1, colour="B", point="aa"))
    assert comments(game) == before
    game.order(Rule(alert=game.of(events.Alert)[0].seq, ruling="stands"))
    assert any("[moved_stone]" in text and "[ruling] stands" in text for text in comments(game).values())
    game.order(DeleteMove(n=1))
    game.run(3)
    game.check()


def test_an_illegal_move_that_stands_bears_ko_also_after_other_moves_were_put_in(table: New) -> None:
    game = table()
    game.play("Bdc Wec Bcd Wfd Bde Wee Bhh Wdd Bed-dd")
    game.play("Wdd-ed", pause=4.0)
    game.order(Rule(alert=game.of(events.Alert)[0].seq, ruling="stands"))
    game.order(InsertMove(n=1, colour="W", point="aa"))
    nodes = sgf.Sgf_game.from_bytes(game.sgf()).get_main_sequence()
    marked = [game.letters(n.get_move()[1]) for n in nodes if n.has_property("KO")]
    assert marked == ["dd"]
    stones = game.shown()
    assert (stones["dd"], "ed" in stones, stones["aa"]) == ("W", False, "W")


def test_a_turn_given_by_hand_is_a_node_of_its_own(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(SetTurn(to_move="W"))
    game.play("Wcg")
    nodes = sgf.Sgf_game.from_bytes(game.sgf()).get_main_sequence()
    (given,) = [n for n in nodes if n.has_property("PL")]
    assert given.get("PL") == "w"
    assert given.get_move() == (None, None)
    assert given.get("C") == "[turn] White is to move"
    game.check()


def test_a_declared_result_is_said_at_the_last_move(table: New) -> None:
    game = table()
    game.play("Bcc Wgg")
    game.order(DeclareResult(result="W+T", reason="Black's time was up"))
    assert comments(game)["gg"] == "[end] Black's time was up: W+T"
    assert b"RE[W+T]" in game.sgf()
