"""Seats left, clocks at fault, times lost, sealed moves the rules forbid, and what each rule set says."""

from dataclasses import replace

import pytest

from engine.arrangement import Arrangement
from engine.clock import Clock
from engine.finding import Outcome
from engine.game import Game
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.referee import classify
from engine.rules import HandicapReturn, Ko, Penalty, Rules, Scoring
from engine.rulesets import RULESETS, ruleset
from engine.scoring import Terms, final_score
from engine.sealed import SealedMove
from engine.situation import Observation, Situation
from engine.stoppage import clock_fault, lost_times, may_leave_seat
from engine.timekeeping import TimeSystem

BLACK, WHITE = Colour.BLACK, Colour.WHITE


@pytest.mark.parametrize(
    ("in_byo_yomi", "own_time", "permitted", "before", "may"),
    [
        (False, True, False, 3, True),
        (True, False, True, 0, True),
        (True, True, True, 0, False),
        (True, False, False, 0, False),
        (True, False, True, 1, False),
    ],
)
def test_leaving_the_seat_in_byo_yomi(
    in_byo_yomi: bool, own_time: bool, permitted: bool, before: int, may: bool
) -> None:
    assert may_leave_seat(in_byo_yomi, own_time, permitted, before) is may


def test_a_clock_that_runs_wrongly_is_reset_from_two_minutes_an_hour_on() -> None:
    # Article 22.8: after half an hour by a right clock it shows 31 minutes: two minutes an hour.
    grave = clock_fault(7200, shown_left=3480, shown=31 * 60, true=30 * 60)
    assert grave.must_replace
    assert grave.left == pytest.approx(3600)
    slight = clock_fault(7200, shown_left=3480, shown=30 * 60 + 59, true=30 * 60)
    assert (slight.must_replace, slight.left) == (False, 3480)
    slow = clock_fault(3600, shown_left=100, shown=3000, true=3600)
    assert (slow.must_replace, slow.left) == (True, 0)
    for senseless in ((3600, 100, 0, 60), (3600, 4000, 60, 60)):
        with pytest.raises(ValueError, match=r"watch|cannot be left"):
            clock_fault(*senseless)


def test_times_lost_at_a_pause_are_halved() -> None:
    clock = Clock(TimeSystem.absolute(3600))
    for colour in (BLACK, WHITE):
        clock.adjust(colour, main=3600 - lost_times(2400))
    assert clock.sgf(BLACK) == {"BL": "2400"}
    with pytest.raises(ValueError, match="nobody"):
        lost_times(-1)


def test_a_sealed_move_that_the_rules_forbid_is_an_event() -> None:
    start = Position.from_diagram(".O...\nO....\n.....\n.....\n.....", BLACK)
    for point, name in ((Point(0, 0), "forbidden_point"), (Point(0, 1), "occupied_point")):
        sealed = SealedMove(start, Move(BLACK, point))
        finding = sealed.opened(Move(BLACK, Point(4, 4)), ruleset("cn_old"))
        assert (finding.outcome, finding.irregularity) == (Outcome.IRREGULARITY, name)
        assert finding.all_points == {point}
    with pytest.raises(ValueError, match="not on a board"):
        SealedMove(start, Move(BLACK, Point(5, 0)))


TABLE = {
    # name: (ko, scoring, komi, handicap return, warnings that lose, free handicap, SGF's RU)
    "cn2002": (Ko.POSITIONAL, Scoring.AREA, 7.5, HandicapReturn.HALF, 2, False, "Chinese"),
    "cn_old": (Ko.POSITIONAL, Scoring.AREA, 7.5, HandicapReturn.HALF, 2, False, "Chinese"),
    "jp": (Ko.SIMPLE, Scoring.TERRITORY, 6.5, HandicapReturn.NONE, None, False, "Japanese"),
    "kr": (Ko.SIMPLE, Scoring.TERRITORY, 6.5, HandicapReturn.NONE, 2, False, "Korean"),
    "ing": (Ko.POSITIONAL, Scoring.FILL_IN, 8, HandicapReturn.NONE, 2, True, "GOE"),
    "aga": (Ko.SITUATIONAL, Scoring.AREA, 7.5, HandicapReturn.ALL_BUT_ONE, None, False, "AGA"),
    "nz": (Ko.SITUATIONAL, Scoring.AREA, 7, HandicapReturn.NONE, None, True, "NZ"),
}


def test_the_rule_sets_there_are() -> None:
    assert TABLE.keys() == RULESETS.keys()
    for name, expected in TABLE.items():
        r = RULESETS[name]
        told = (r.ko, r.scoring, r.komi, r.handicap_return, r.warnings_to_lose, r.free_handicap, r.sgf_name)
        assert told == expected, name
        assert ruleset(r.sgf_name.lower()).sgf_name == r.sgf_name


def test_a_new_rule_set_is_one_record() -> None:
    club = Rules(
        "club",
        Ko.SIMPLE,
        komi=5.5,
        scoring=Scoring.TERRITORY,
        warnings_to_lose=3,
        sgf_name="Club",
        penalties={"double_move": Penalty(2, articles=("Club 7",))},
    )
    start = Position.from_diagram(".....\n..X..\n.....\n.....\n.....", WHITE)
    look = Observation(Arrangement.from_diagram(".....\n..XX.\n.....\n.....\n....."))
    finding = classify(Situation(club, start, Move(BLACK, Point(1, 2)), 1), [look])
    assert finding.irregularity == "double_move"
    assert finding.articles == ("Club 7",)
    assert finding.ruling is not None
    assert finding.ruling.warnings == {BLACK: 2, WHITE: 0}
    split = Position.from_diagram("..XO.\n..XO.\n..XO.\n..XO.\n..XO.")
    assert final_score(split, Terms(club, 5.5), warnings={BLACK: 2}).sgf == "W+4.5"
    assert final_score(split, Terms(club, 5.5), warnings={BLACK: 3}).sgf == "W+F"
    game = Game.even(replace(club, passes_to_end=3), 5)
    for _ in range(3):
        game.play(Move(game.position.turn, None))
    assert game.over


def test_the_corner_that_is_not_captured_is_never_scored_by_itself() -> None:
    assert [RULESETS[name].uncaptured_corner for name in ("jp", "kr", "cn2002")] == [3, 2, 0]
    corner = Position.from_diagram("XOOX.\nXXOX.\nOOOXX\nXXXX.\n.....")
    named = final_score(corner, Terms(ruleset("jp"), 0))
    assert named == final_score(corner, Terms(replace(ruleset("jp"), uncaptured_corner=0), 0))
