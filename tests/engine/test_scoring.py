"""Counting by area, by territory and by filling in; unconditional life; how a game ends."""

import random
import time
from fractions import Fraction

import pytest

from engine.chains import neighbours, put, surrounded
from engine.ending import Ending
from engine.estimate import Estimate, NoEstimate, certain_dead, gnugo_dead
from engine.life import unconditional_life
from engine.point import Colour, Point
from engine.position import Position
from engine.rulesets import ruleset
from engine.scoring import Terms, area_score, count, fill_in, final_score, mixed

BLACK, WHITE = Colour.BLACK, Colour.WHITE
CHINESE = ruleset("cn2002")

# Columns A to D are Black's but for a dead white stone, F to J White's, column E is a wall of each in turn.
SPLIT = """
. . . X X O . . .
. . . X O . . . .
. . . X O . . . .
. O . X X O . . .
. . . . X O . . .
. . . . X O . X .
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
"""
DEAD = [Point(3, 1), Point(5, 7)]


def on_19(black_columns: int, extra: int) -> Position:
    """Black holds so many columns from the left and `extra` points of the next one; all the rest is White's."""
    rows = []
    for row in range(19):
        edge = black_columns + (row < extra)
        line = ["."] * 19
        line[edge - 1], line[edge] = "X", "O"
        rows.append("".join(line))
    return Position.from_diagram("\n".join(rows))


def test_area_counts_stones_and_what_they_surround() -> None:
    position = Position.from_diagram(SPLIT)
    counted = count(position, DEAD)
    assert counted.area[0] + counted.area[1] + counted.shared == 81
    assert counted.dead == (1, 1)
    assert counted.area == (40, 41)
    with pytest.raises(ValueError, match="no stone"):
        count(position, [Point(0, 0)])


@pytest.mark.parametrize(
    ("black", "result", "stones"),
    [(185, "B+1.5", "B+3/4"), (184, "W+0.5", "W+1/4"), (200, "B+31.5", "B+15 3/4")],
)
def test_even_games_return_three_and_three_quarter_stones(black: int, result: str, stones: str) -> None:
    # Article 11: Black needs more than 184 1/4 of 361.
    position = on_19(*divmod(black, 19))
    assert count(position).area == (black, 361 - black)
    score = final_score(position, Terms(CHINESE, 7.5))
    assert (score.sgf, score.in_stones) == (result, stones)
    assert score.threshold == Fraction(737, 4)


@pytest.mark.parametrize(
    ("handicap", "black", "result"),
    [(3, 182, "Draw"), (9, 185, "Draw"), (2, 181, "W+1"), (5, 184, "B+2")],
)
def test_handicap_stones_are_returned_by_halves(handicap: int, black: int, result: str) -> None:
    # D0-A 4, D0-C: thresholds 180.5 plus half of the handicap.
    score = final_score(on_19(*divmod(black, 19)), Terms(CHINESE, 7.5, handicap))
    assert score.sgf == result


def test_first_move_games_return_nothing() -> None:
    score = final_score(on_19(9, 10), Terms(CHINESE, 7.5, first_move=True))
    assert score.sgf == "B+1"
    assert score.in_stones == "B+1/2"


def test_each_warning_costs_a_stone_and_two_lose() -> None:
    # Article 24: 185 wins by 3/4, with one warning it loses by 1/4.
    position, terms = on_19(*divmod(185, 19)), Terms(CHINESE, 7.5)
    assert final_score(position, terms, warnings={BLACK: 1}).sgf == "W+0.5"
    assert final_score(position, terms, warnings={BLACK: 1, WHITE: 1}).sgf == "B+1.5"
    assert final_score(position, terms, warnings={BLACK: 2}).sgf == "W+F"
    both = final_score(position, terms, warnings={BLACK: 2, WHITE: 2})
    assert both.both_lose
    assert both.sgf == "Void"
    # The older text records warnings without a fine (D3-II 12.2).
    old = Terms(ruleset("cn_old"), 7.5)
    assert final_score(position, old, warnings={BLACK: 1}).sgf == "B+1.5"


SEKI = """
.........
.........
.........
XXXXXXXXX
OOOOOOOOO
O.OOOOO.O
OOOOOOOOO
OXXXXXXXO
OX.OOO.XO
"""


def test_shared_points_of_a_seki_are_halved_by_area_and_nothing_by_territory() -> None:
    position = Position.from_diagram(SEKI)
    in_seki = [p for p in position.arrangement.points(BLACK) if p.row > 6]
    in_seki += [Point(8, col) for col in (3, 4, 5)] + list(position.chain(Point(8, 0)))
    counted = count(position, seki=in_seki)
    assert counted.shared == 2
    score = area_score(9, counted, 0, CHINESE)
    assert score.black == counted.area[0] + 1
    # White's two eyes belong to a chain in seki here: no points (D0-C, Japan and Korea).
    assert counted.territory == (27, 0)
    assert count(position).territory == (27, 2)


def test_territory_counts_prisoners_and_dead_stones() -> None:
    base = Position.from_diagram(SPLIT)
    position = Position(9, base.stones, BLACK, captives=(2, 3))
    counted = count(position, DEAD)
    score = final_score(position, Terms(ruleset("jp"), 6.5), DEAD)
    assert score.black == counted.territory[0] + 3 + 1
    assert score.white == counted.territory[1] + 2 + 1 + Fraction(13, 2)
    assert score.winner is WHITE


def test_filling_in_counts_spaces_and_stones_left_over() -> None:
    # D0-C, Ing: 185 to 176 leaves five spaces and four stones, worth nine points.
    filled = fill_in(count(on_19(*divmod(185, 19))), 180)
    assert filled.surplus_spaces == (5, 0)
    assert filled.leftover_stones == (0, 4)
    assert filled.difference == 9
    assert final_score(on_19(*divmod(185, 19)), Terms(ruleset("ing"), 8)).sgf == "B+1"


def test_mixed_fractions() -> None:
    assert [mixed(Fraction(n, 4)) for n in (3, 4, 7)] == ["3/4", "1", "1 3/4"]


def test_contested_points_are_halved_or_go_to_the_one_who_fights_on() -> None:
    # Articles 21.2 and 12.4
    position = Position.from_diagram("..X.O\n..X.O\n..XXO\n..XXO\n..XXO")
    terms = Terms(CHINESE, 0)
    assert final_score(position, terms).sgf == "B+13"
    assert final_score(position, terms, contested_to=WHITE).sgf == "B+11"
    assert final_score(position, terms, contested_to=BLACK).sgf == "B+15"


LIFE = {
    "two eyes": (".X.X.\nXXXX.\n.....\n.....\n.....", 6),
    "one eye": (".XX..\nXX...\n.....\n.....\n.....", 0),
    "an eye of two points holds one chain only": ("..X..\nXXX..\n.....\n.....\n.....", 0),
    "the false eye is none": (".X.XO\nXX.XO\n.XXO.\nXOOO.\n.O...", 0),
}


@pytest.mark.parametrize("name", LIFE)
def test_unconditional_life(name: str) -> None:
    diagram, alive = LIFE[name]
    assert len(unconditional_life(Position.from_diagram(diagram), BLACK)) == alive


def test_certainly_dead_stones_are_said_to_be_an_estimate() -> None:
    position = Position.from_diagram(".XOX.\nXXXXX\nOOOOO\n.....\n.....")
    assert certain_dead(position).dead == {Point(0, 2)}
    assert certain_dead(position).source == "Benson"


def test_gnu_go_finds_the_dead_stones() -> None:
    diagram = ".X.XO.O\nXXXXOOO\n...XO..\nXXXXOOO\n.O.XO..\n.XXXOOO\n.X.XO.O"
    estimate = gnugo_dead(Position.from_diagram(diagram))
    assert isinstance(estimate, Estimate), estimate
    assert estimate.source == "GNU Go"
    assert estimate.dead == {Point(4, 1)}


def test_gnu_go_is_not_waited_for_longer_than_asked() -> None:
    # Two walls on an open board: GNU Go thinks for minutes.
    began = time.monotonic()
    late = gnugo_dead(on_19(9, 14), seconds=0.5)
    assert time.monotonic() - began < 5
    assert isinstance(late, NoEstimate)
    assert not late
    assert late.reason == "late"
    assert "0.5 s" in late.message


def test_gnu_go_says_why_it_has_no_opinion() -> None:
    large = gnugo_dead(Position.empty(21))
    assert isinstance(large, NoEstimate)
    assert large.reason == "size"
    # A chain without liberties cannot be set up: no opinion rather than one on another board.
    refused = gnugo_dead(Position.from_diagram("OX...\nX....\n.....\n.....\n....."))
    assert isinstance(refused, NoEstimate)
    assert refused.reason == "failed"
    with pytest.raises(ValueError, match="some time"):
        gnugo_dead(Position.empty(9), seconds=0)


def test_the_end_is_proposed_confirmed_and_the_dead_agreed_on() -> None:
    ending = Ending(Position.from_diagram(SPLIT)).confirm(BLACK)
    assert not ending.confirmed
    ending = ending.confirm(WHITE).claim_dead(BLACK, DEAD).claim_dead(WHITE, DEAD[1:])
    assert ending.confirmed
    assert ending.agreed_dead is None
    assert ending.disputed == {DEAD[0]}
    # Article 21.4: the side that calls the stones dead moves first.
    assert ending.resumes is BLACK
    assert ending.claim_dead(WHITE, DEAD).agreed_dead == frozenset(DEAD)
    with pytest.raises(ValueError, match="no stone"):
        ending.claim_dead(WHITE, [Point(0, 0)])


def takable(position: Position, colour: Colour) -> set[int]:
    """The stones of a colour that fall to some sequence of the opponent's stones while their owner passes."""
    size, around, other = position.size, neighbours(position.size), int(colour.other)
    stones = {i for i, there in enumerate(position.stones) if there == colour}
    fallen: set[int] = set()
    seen = {position.stones}
    edge = [position.stones]
    while edge and fallen != stones:
        board = edge.pop()
        fallen |= {i for i in stones if board[i] != colour}
        for index in range(size * size):
            if board[index]:
                continue
            after, _, own = put(board, index, other, around)
            if not own and after not in seen:
                seen.add(after)
                edge.append(after)
    return fallen


def test_unconditional_life_is_what_no_sequence_of_stones_takes() -> None:
    chance = random.Random("Benson")
    compared = alive = 0
    while compared < 60:
        # Crowded boards of random play, walls of Black's more often than not.
        board = bytes(chance.choices([0, 1, 2], [5, 9, 2])[0] for _ in range(25))
        position = Position(5, board)
        around = neighbours(5)
        if board.count(0) > 8 or any(there and surrounded(board, i, around) for i, there in enumerate(board)):
            continue
        compared += 1
        living = {p.row * 5 + p.col for p in unconditional_life(position, BLACK)}
        stones = {i for i, there in enumerate(board) if there == BLACK}
        alive += bool(living)
        assert living == stones - takable(position, BLACK), position.diagram()
    assert alive > 5
