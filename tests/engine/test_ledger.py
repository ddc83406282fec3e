"""Warnings add up, rulings change board, turn and result."""

import pytest

from engine.arrangement import Arrangement
from engine.finding import Ruling
from engine.game import Game
from engine.ledger import Ledger, apply
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.referee import classify
from engine.rulesets import ruleset
from engine.situation import Observation, Situation

BLACK, WHITE = Colour.BLACK, Colour.WHITE
RULES = ruleset("cn2002")
KO = ".XO..\nX.XO.\n.XO..\n.....\n....."


def warning(colour: Colour) -> Ruling:
    return Ruling("warning", warnings={colour: 1})


def test_two_warnings_lose_the_game_and_each_costs_a_stone() -> None:
    ledger = Ledger(RULES).ruled(warning(BLACK), 10, "clock_before_move")
    assert ledger.warnings == {BLACK: 1, WHITE: 0}
    assert ledger.penalty_stones == {BLACK: 1, WHITE: 0}
    assert ledger.result is None
    ledger = ledger.ruled(warning(WHITE), 20).ruled(warning(BLACK), 30)
    assert ledger.result == "W+F"
    assert ledger.ruled(warning(WHITE), 40).result == "Void"
    assert Ledger(ruleset("cn_old")).ruled(warning(BLACK), 1).penalty_stones[BLACK] == 0


def test_a_ruling_taken_back_stays_readable() -> None:
    ledger = Ledger(RULES).ruled(warning(BLACK), 1, note="pressed early").ruled(warning(BLACK), 2)
    ledger = ledger.withdrawn(1)
    assert ledger.result is None
    assert [entry.number for entry in ledger.standing] == [2]
    assert ledger.entries[0].note == "pressed early"
    with pytest.raises(ValueError, match="no ruling 3"):
        ledger.withdrawn(3)


def test_the_ruling_on_a_retaken_ko_is_carried_out() -> None:
    game = Game(RULES, Position.from_diagram(KO, WHITE))
    agreed = game.play(Move(WHITE, Point(1, 1)))
    retaken = game.stand(Move(BLACK, Point(1, 2)))
    situation = Situation(RULES, agreed, Move(WHITE, Point(1, 1)), 1)
    ruling = classify(situation, [Observation(Arrangement(5, retaken.stones))]).ruling
    assert ruling is not None
    apply(ruling, game)
    ledger = Ledger(RULES).ruled(ruling, 1, "ko_retake")
    assert game.position.stones == agreed.stones
    assert game.position.turn is WHITE
    assert ledger.forfeited_turns == (BLACK,)
    assert ledger.warnings[BLACK] == 1
    # A forfeited turn is no pass, and the void move is no earlier position.
    assert game.history.passes == 0
    assert not game.over
    assert game.play(Move(WHITE, Point(4, 4)))


def test_a_ruling_may_set_up_any_board_and_end_the_game() -> None:
    game = Game.even(RULES, 5)
    game.play(Move(BLACK, Point(2, 2)))
    board = Position.from_diagram("X....\n.....\n.....\n.....\n....O", BLACK)
    apply(Ruling("restore", board, BLACK), game)
    assert game.position.diagram() == board.diagram()
    assert game.position.turn is BLACK
    apply(Ruling("loses", result="W+F"), game)
    assert game.result == "W+F"
    assert game.over
    with pytest.raises(ValueError, match="lines"):
        apply(Ruling("restore", Position.empty(9)), game)
