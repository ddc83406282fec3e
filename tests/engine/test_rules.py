"""Ko, superko and the end of the game, judged with the history."""

import pytest

from engine.errors import Breach, IllegalMove
from engine.game import Game
from engine.point import Colour, Move, Point
from engine.position import Position, Suicide
from engine.rules import Ko, Rules
from engine.rulesets import RULESETS, ruleset

BLACK, WHITE = Colour.BLACK, Colour.WHITE

KO = ".XO..\nX.XO.\n.XO..\n.....\n....."
ONE_KO_EACH = [".XO......", "XO.O.....", ".XO......", ".XO......", "X.XO.....", ".XO......"]
TRIPLE_KO = "\n".join([*ONE_KO_EACH, *ONE_KO_EACH[:3]])


def play_all(rules: Rules, diagram: str, turn: Colour, text: str) -> tuple[Game, Breach]:
    """Play GTP names in turn until one is illegal; the game and the last judgement."""
    game = Game(rules, Position.from_diagram(diagram, turn))
    for name in text.split():
        point = None if name == "pass" else Point.from_name(name, game.position.size)
        verdict = game.judge(Move(game.position.turn, point))
        if not verdict.legal:
            return game, verdict.breach
        game.play(verdict.move)
    return game, Breach(0)


def test_a_ko_may_be_retaken_after_an_exchange_only() -> None:
    rules = ruleset("cn2002")
    game, breach = play_all(rules, KO, WHITE, "B4 C4")
    assert breach == Breach.KO | Breach.SUPERKO
    assert breach.first is Breach.KO
    assert game.judge(Move(BLACK, Point(1, 2))).repeats == 0
    _, breach = play_all(rules, KO, WHITE, "B4 E1 A1 C4")
    assert not breach


def test_simple_ko_rules_do_not_see_the_whole_board() -> None:
    assert play_all(ruleset("jp"), KO, WHITE, "B4 C4")[1] == Breach.KO
    cycle = "C8 B5 C2 B8 C5 B2"
    assert not play_all(ruleset("jp"), TRIPLE_KO, BLACK, cycle)[1]
    for kind in (Ko.POSITIONAL, Ko.SITUATIONAL):
        game, breach = play_all(Rules("any", kind), TRIPLE_KO, BLACK, cycle)
        assert breach == Breach.SUPERKO
        assert len(game.moves) == 5


def test_no_ko_rule_lets_the_ko_be_retaken() -> None:
    assert not play_all(Rules("none", Ko.NONE), KO, WHITE, "B4 C4 B4")[1]


def test_sending_two_returning_one_differs_between_the_superkos() -> None:
    diagram = "XX.O.\nOXXXO\n.O.OO\nXXX..\nOOOOO"
    names = "C5 E5 D5 pass C5"
    game, breach = play_all(Rules("p", Ko.POSITIONAL), diagram, WHITE, names)
    assert (len(game.moves), breach) == (2, Breach.SUPERKO)
    game, breach = play_all(Rules("s", Ko.SITUATIONAL), diagram, WHITE, names)
    assert (len(game.moves), breach) == (4, Breach.SUPERKO)
    assert not play_all(ruleset("jp"), diagram, WHITE, names)[1]


def test_eternal_life_repeats_the_board_by_a_stone_that_takes_nothing() -> None:
    diagram = "X.O.X\nXXXOO\nXOO.O\n.XOXX\n..OOX"
    game, breach = play_all(ruleset("cn2002"), diagram, WHITE, "B5 D5 C5 E5")
    assert (len(game.moves), breach) == (3, Breach.SUPERKO)


def test_single_stone_suicide_is_a_repetition_under_positional_superko() -> None:
    diagram = ".X...\nX....\n.....\n.....\n....O"
    positional = Rules("p", Ko.POSITIONAL, Suicide.ALLOWED)
    situational = Rules("s", Ko.SITUATIONAL, Suicide.ALLOWED)
    assert play_all(positional, diagram, WHITE, "A5")[1] == Breach.SUPERKO
    assert not play_all(situational, diagram, WHITE, "A5")[1]


def test_two_passes_end_the_game_where_the_rules_say_so() -> None:
    empty = Position.empty(5).diagram()
    assert play_all(ruleset("cn2002"), empty, BLACK, "pass pass A1")[1] == Breach.GAME_OVER
    assert not play_all(ruleset("cn_old"), empty, BLACK, "pass pass A1")[1]


def test_undo_forgets_the_board_that_was_taken_back() -> None:
    game, _ = play_all(ruleset("cn2002"), KO, WHITE, "B4")
    taken_back = game.position
    assert game.undo() == Move(WHITE, Point(1, 1))
    assert game.position.diagram() == KO
    assert game.play(Move(WHITE, Point(1, 1))) == taken_back
    with pytest.raises(IndexError, match="nothing"):
        [game.undo() for _ in range(2)]


def test_a_move_left_standing_changes_the_board() -> None:
    game, _ = play_all(ruleset("cn2002"), KO, WHITE, "B4")
    retake = Move(BLACK, Point(1, 2))
    with pytest.raises(IllegalMove, match="move 2, black row 1, col 2: ko, superko"):
        game.play(retake)
    assert game.stand(retake).diagram() == KO
    assert game.moves[-1] == retake


def test_handicap_games_begin_with_white() -> None:
    game = Game.handicap(ruleset("cn2002"), 19, 4)
    assert game.position.turn is WHITE
    assert game.position.stones.count(BLACK) == 4
    free = Game.handicap(ruleset("ing"), 9, 2, [Point(0, 0), Point(4, 4)])
    assert free.position.get(Point(0, 0)) is BLACK
    with pytest.raises(ValueError, match="as many points"):
        Game.handicap(ruleset("ing"), 9, 2, [Point(0, 0)])


def test_setting_up_gives_the_move_and_captures_nothing() -> None:
    game = Game.even(ruleset("cn2002"), 5)
    game.set_up(black=[Point(0, 1), Point(1, 0)], white=[Point(0, 0)], turn=WHITE)
    assert game.position.diagram().startswith("OX...\nX....")
    assert game.position.turn is WHITE
    assert game.moves == ()


def test_rule_sets_are_found_by_name() -> None:
    assert {"cn2002", "cn_old", "jp", "kr", "ing", "aga", "nz"} <= set(RULESETS)
    with pytest.raises(ValueError, match="cn2002"):
        ruleset("chess")
