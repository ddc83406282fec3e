"""Games that were known before: resumed after a break, or joined from their record, and checked against the board."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from recorder import events
from recorder.inference.inferencer import Inferencer
from recorder.inference.resumption import resumed_line
from recorder.record import fold

_PATH = Path(__file__).parents[2] / "campaigns" / "watched_games.py"
_SPEC = importlib.util.spec_from_file_location("watched_games_joined", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
watched: Any = importlib.util.module_from_spec(_SPEC)
sys.modules["watched_games_joined"] = watched
_SPEC.loader.exec_module(watched)

N = 9
BOARD = events.Board(t=0.0, size=N, corners=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)))


def known(moves: str) -> list[events.Event]:
    """A game of moves; stones taken are written behind them: `Bcc-dd`."""
    told: list[events.Event] = [BOARD]
    for n, text in enumerate(moves.split(), 1):
        point, *captured = text[1:].split("-")
        told.append(
            events.Move(
                t=float(n), n=n, colour="B" if text[0] == "B" else "W", point=point, captured=tuple(captured),
                t_placed=float(n), confidence=1.0,
            )
        )  # fmt: skip
    return told


def look(stones: str, game: list[events.Event], moves: str = "", doubted: bool = False) -> list[events.Event]:
    """What is told of a board with these stones, on which moves follow, when a known game goes on there."""
    world = watched.World(N, 4)
    for text in stones.split():
        world.put(-1.0, watched.index_of(text[1:], N), "BW".index(text[0]) + 1)
    world.wait(2.0)
    for text in moves.split():
        colour = "BW".index(text[0]) + 1
        world.visit([(watched.index_of(text[1:], N), colour)], colour)
        world.wait(1.5)
    world.wait(1.0)
    inferencer = Inferencer(N)
    record = fold(game)
    assert record is not None
    inferencer.resume(resumed_line(record))
    if doubted:
        inferencer.doubt()
    return [e for reading in world.readings(10.0) for e in inferencer.update(reading)]


def moves(told: list[events.Event]) -> str:
    return " ".join(f"{e.n}{e.colour}{e.point}" for e in told if isinstance(e, events.Move))


def test_a_game_that_lies_as_it_was_goes_on_with_the_next_number() -> None:
    told = look("Bcc Wgg Bcg", known("Bcc Wgg Bcg"), "Wgc Bee")
    assert moves(told) == "4Wgc 5Bee"
    assert all(isinstance(e, events.Move) for e in told)


def test_moves_missed_in_the_gap_are_put_in_with_their_captures() -> None:
    # White's stone at ed is taken by Black's second missed move.
    game = known("Bdd Wed Bee Wgg Bfd Whh")
    told = look("Bdd Bee Wgg Bfd Whh Bec Wcc", game, "Bgc Wch")
    line = [e for e in told if isinstance(e, events.Move)]
    assert moves(told) == "7Bec 8Wcc 9Bgc 10Wch"
    assert line[0].captured == ("ed",)
    assert not [e for e in told if isinstance(e, events.Alert | events.Edit)]


def test_missed_moves_whose_order_is_open_say_so() -> None:
    told = look("Bcc Wgg Bcg Wgc Bee Whh", known("Bcc Wgg"))
    line = [e for e in told if isinstance(e, events.Move)]
    assert {e.point for e in line} == {"cg", "gc", "ee", "hh"}
    assert [e.colour for e in line] == ["B", "W", "B", "W"]
    assert all(e.candidates and e.confidence <= 0.5 for e in line)


def test_what_no_moves_explain_is_told_as_an_edit_and_the_turn_is_open() -> None:
    told = look("Bcc Bcg Bgc Bee Bdd Wfh", known("Bcc Wgg Bcg Wch"), "Wec Bhe")
    (edit,) = [e for e in told if isinstance(e, events.Edit)]
    assert (set(edit.black), set(edit.white), set(edit.empty)) == ({"gc", "ee", "dd"}, {"fh"}, {"gg", "ch"})
    assert (edit.after, edit.cause) == (4, "seen")
    assert moves(told) == "5Wec 6Bhe"
    assert not [e for e in told if isinstance(e, events.Alert)]


def test_another_game_on_the_board_ends_the_one_that_might_have_been_resumed() -> None:
    told = look("", known("Bcc Wgg Bcg Wch"), doubted=True)
    (end,) = told
    assert isinstance(end, events.End)
    assert "another game" in end.reason


LINE = "Bcc Wgg Bcg Wgc Bee Wec Bge Wce"


def test_a_position_that_is_laid_again_is_waited_for_and_no_stone_of_it_is_a_move() -> None:
    order = "Wgc Bee Wce Bcc Wgg Bge Wec Bcg"
    told = look("", known(LINE), f"{order} Bdd Wed")
    assert [(e.state, bool(e.reason)) for e in told if isinstance(e, events.View)] == [("poor", True), ("back", False)]
    assert moves(told) == "9Bdd 10Wed"
    assert {type(e) for e in told} == {events.View, events.Move}


def test_a_board_with_stones_of_another_game_ends_the_one_that_was_to_go_on() -> None:
    told = look("Bbb", known(LINE), "Whh Bbh Whb")
    assert [e.state for e in told[:-1] if isinstance(e, events.View)] == ["poor", "back"]
    assert len(told) == 3
    assert "another game" in told[-1].reason  # type: ignore[union-attr]


def test_a_stone_that_is_missing_holds_a_game_that_goes_on_up_only_for_a_moment() -> None:
    told = look("Wgg Bcg Wgc Bee Wec Bge Wce", known(LINE), "Bdd Wed Bdc Wfd")
    assert not [e for e in told if isinstance(e, events.View)]
    assert moves(told).endswith("9Bdd 10Wed 11Bdc 12Wfd")


def test_what_lies_otherwise_when_the_source_ends_before_the_board_was_laid_is_not_told() -> None:
    world = watched.World(N, 4)
    world.wait(5.0)
    inferencer = Inferencer(N)
    record = fold(known(LINE))
    assert record is not None
    inferencer.resume(resumed_line(record))
    told = [e for reading in world.readings(5.0) for e in inferencer.update(reading)] + inferencer.finish(5.0)
    assert len(told) == 2
    assert isinstance(told[0], events.View)
    assert isinstance(told[1], events.End)


def test_a_known_game_of_another_size_is_refused() -> None:
    record = fold(known("Bcc"))
    assert record is not None
    with pytest.raises(ValueError, match="9 lines, not of 13"):
        Inferencer(13).resume(resumed_line(record))
