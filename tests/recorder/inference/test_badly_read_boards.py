"""Boards that are read badly: errors of reading that last for half a minute, and what is irregular nevertheless."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from recorder import events
from recorder.inference.audit import Audit
from recorder.inference.ballot import Ballot
from recorder.inference.change import Change, Spare
from recorder.inference.edits import edits
from recorder.inference.evidence import Evidence
from recorder.inference.history import History
from recorder.inference.hypothesis import Hypothesis, Play, with_stone
from recorder.inference.inferencer import Inferencer
from recorder.inference.irregularities import Finding, of_changes
from recorder.inference.look import Look
from recorder.inference.mainline import Entry, MainLine, Outstanding
from recorder.inference.offcentre import OffCentre
from recorder.inference.opening import Opening
from recorder.inference.pending import Pending
from recorder.inference.readiness import is_certain
from recorder.inference.stories import Change as Told
from recorder.inference.stories import Story
from recorder.inference.teller import Teller
from tests.campaigns.watched_games import SETTINGS, index_of, play_out, read_games, watch
from tests.campaigns.watched_play import Truth, vertex
from tests.campaigns.watched_world import World

BLACK, WHITE = 1, 2
NOISE = 0.01
GAMES = [g for g in read_games() if not g[1]]


def replayed(seed: int) -> tuple[World, Truth]:
    """The game of the campaign with this seed, with faults."""
    n, _, moves = GAMES[seed % len(GAMES)]
    return play_out(seed, moves, n, noise=NOISE, mischief=0.1, gaps=1 / 30, faults=0.05, count=200)


def opened(seed: int) -> tuple[World, int, list[int]]:
    """A board on which thirty moves were played, who made the last, and some points that are free."""
    n, _, moves = GAMES[23]
    world, truth = play_out(seed, moves, n, count=30)
    free = [p for p in range(3 * n, 6 * n) if not world.board[p]]
    return world, " BW".index(truth.moves[-1].colour), free


def play_on(world: World, colour: int, points: list[int]) -> None:
    """Moves of both in turn."""
    for point in points:
        world.visit([(point, colour)], colour)
        world.wait(6.0)
        colour = 3 - colour


def alerts(world: World) -> list[tuple[str, tuple[str, ...]]]:
    """What is told to be irregular where readings err."""
    world.err(NOISE)
    inferencer = Inferencer(world.size, SETTINGS)
    told = [e for reading in world.readings(5.0) for e in inferencer.update(reading)]
    return [(e.id, e.points) for e in told if isinstance(e, events.Alert)]


def test_a_forbidden_point_is_told_once_few_errors_would_last_so_long() -> None:
    world, colour, free = opened(3)
    n = world.size
    around = [index_of(v, n) for v in ("ab", "ba")]
    assert not any(world.board[p] for p in (0, *around))
    play_on(world, 3 - colour, [around[0], free.pop(), around[1]])
    play_on(world, colour, [0])  # no liberty, and nothing taken
    play_on(world, 3 - colour, free[:9])
    assert alerts(world) == [("forbidden_point", ("aa",))]


def test_a_stone_that_vanished_is_told_and_nothing_where_all_was_right() -> None:
    world, colour, free = opened(3)
    play_on(world, 3 - colour, free[:2])
    old = next(p for p in range(8 * world.size) if world.board[p])
    world.visit([(old, 0)], colour)
    world.wait(5.0)
    play_on(world, 3 - colour, free[2:9])
    assert alerts(world) == [("stone_vanished", (vertex(old, world.size),))]
    world, colour, free = opened(3)
    play_on(world, 3 - colour, free[:11])
    assert alerts(world) == []


def test_a_stone_that_was_moved_is_known_before_what_is_taken_beside_it() -> None:
    """Else the record takes stones that have liberties, and says that they were left lying."""
    world, truth = replayed(4038)
    result = watch(world, truth, 5.0)
    assert (result.errors, result.board, result.false) == (0, True, [])


def test_stones_that_are_swept_off_come_from_somewhere() -> None:
    n = 9
    board = bytes((BLACK, BLACK, WHITE)) + bytes(n * n - 3)

    def price(*now: tuple[int, int]) -> float:
        found = edits(Hypothesis(board, BLACK), [Change(-9.0, *c) for c in now], frozenset(), 0, Spare(99.0, {}), n)
        return max(h.cost + 9.0 * len(now) for h in found if len(h.touched) == len(now))

    swept = price((0, 0), (1, 0), (2, 0), (10, BLACK), (11, BLACK), (12, WHITE))
    assert price((10, BLACK), (11, BLACK), (12, WHITE), (13, BLACK), (14, WHITE), (15, BLACK)) > swept + 20.0
    assert price((0, 0), (1, 0), (2, 0), (10, BLACK), (11, BLACK), (12, BLACK)) > swept


def test_stones_that_lie_wrongly_are_counted_over_all_records() -> None:
    told, other = Hypothesis(bytes((1, 0, 2)), 1), Hypothesis(bytes((1, 0, 2)), 1)
    told.proper, other.cost = {2: 0}, math.log(3)
    ballot = Ballot([told, other])
    assert ballot.lies(2, 2) == 1.0
    assert ballot.lies_wrongly({2: 2}) == pytest.approx(0.75)
    assert ballot.lies_wrongly({2: 0}) == 0
    twice = Hypothesis(bytes(3), 1, (Play(1, 0), Play(1, 2, faults=("turn",))))
    again = Hypothesis(bytes(3), 1, (Play(1, 0), Play(2, 1), Play(1, 2)))
    again.cost = math.log(3)
    assert Ballot([twice, again]).breaks(1, (1, 2), "turn") == pytest.approx(0.75)
    assert Ballot([twice, again]).breaks(1, (1, 2), "ko") == 0
    assert Ballot([twice, again]).breaks(0, (1, 0), "turn") == 0


def test_a_stone_in_the_place_of_another_was_not_pushed_from_where_that_one_lay() -> None:
    n = 9
    point = index_of("ee", n)
    world = World(n, 5)
    world.put(-1.0, point, BLACK)
    world.pushes.append((0.0, point, (-0.3, 0.1)))
    world.wait(4.0)
    world.visit([(point, 0), (point, WHITE)], WHITE)
    changed = world.now
    world.wait(9.0)
    world.visit([(point + 1, BLACK)], BLACK)
    world.wait(3.0)
    evidence, centre = Evidence(n), OffCentre(n)
    told = []
    for reading in world.readings(10.0):
        look = evidence.add(reading)
        # That it is another is believed late.
        believed = bytearray(n * n)
        believed[point] = WHITE if reading.time > changed + 4.0 else BLACK
        pushed, _ = centre.update(reading, look, bytes(believed))
        told += pushed
    assert told == []


def test_what_is_read_badly_at_first_and_then_well_is_read_well() -> None:
    world = World(9, 3)
    world.visit([(40, BLACK)], BLACK)
    world.wait(12.0)
    for unsure, weight in ((0.0, 1.0), (8.0, 1.0), (30.0, 0.5)):
        world.errors = [(0.0, unsure, 40, -1, 0.7)]
        history = History(9)
        for reading in world.readings(5.0):
            history.add(reading)
        epoch = history.latest()
        assert epoch.label[40] == BLACK
        assert (epoch.weight[40] >= weight) == (unsure < 30.0), f"{unsure} s, {epoch.weight[40]}"


def look_at(believed: bytes) -> Look:
    """What is seen of an empty board where this is believed to lie there."""
    evidence, world = Evidence(9), World(9, 3)
    world.wait(1.0)
    return [evidence.add(reading, believed) for reading in world.readings(5.0)][-1]


def told_to_go(line: MainLine, keep: int) -> list[events.Event]:
    """What is told when the moves from there on leave the record."""
    look = look_at(line.board)
    story = Story(keep, (), (), (), 0.0, line.board_after(keep))
    opening = Opening(9, SETTINGS)
    opening.begun = True
    return Teller(9, SETTINGS).tell(line, story, [story], look, opening)


def test_nothing_is_wrong_with_a_stone_whose_move_has_left_the_record() -> None:
    line = MainLine(9, bytes(81), BLACK, sure_turn=True)
    board = bytearray(81)
    for colour, point in ((BLACK, 20), (WHITE, 60)):
        board[point] = colour
        line.entries.append(Entry(colour, point, bytes(board), (), 0.0, 0.0, 9.0, 0.0, True))
    gone = Outstanding(7, "stone_vanished", {60: WHITE})
    line.outstanding.append(gone)
    line.set_board(with_stone(line.board, 60, 0))
    told = told_to_go(line, 1)
    assert [(e.alert, e.how) for e in told if isinstance(e, events.Resolved)] == [(7, "the move was taken back")]
    assert line.outstanding == []


def test_a_stone_that_went_and_one_of_its_colour_that_came_are_one_that_was_moved() -> None:
    for colour, named in ((BLACK, ["moved_stone"]), (WHITE, ["extra_stone", "stone_vanished"])):
        line = MainLine(9, bytes(81), BLACK, sure_turn=True)
        pending = Pending()
        pending.add_stones(line, Finding("extra_stone", (20,), BLACK, 9.0, None, {20: 0}), {20: BLACK})
        pending.add_stones(line, Finding("stone_vanished", (60,), colour, 30.0, None, {60: colour}), {60: 0})
        assert [one.id for one in line.outstanding] == named
    assert line.proper() == {20: 0, 60: WHITE}


def test_a_stone_that_seemed_to_be_gone_and_is_taken_by_a_move_was_there() -> None:
    for point, left in ((1, 0), (40, 1)):
        line = MainLine(9, with_stone(with_stone(bytes(81), 0, BLACK), 9, WHITE), WHITE, sure_turn=True)
        pending = Pending()
        line.set_board(with_stone(line.board, 0, 0))
        pending.add_stones(line, Finding("stone_vanished", (0,), BLACK, 3.0, None, {0: BLACK}), {0: 0})
        after = with_stone(line.board, point, WHITE)
        line.entries.append(Entry(WHITE, point, after, (), 9.0, 9.0, 9.0, 9.0, True))
        pending.proven(line, look_at(after), Audit(9, SETTINGS))
        assert len(line.outstanding) == left


def test_how_long_a_taken_stone_was_seen_before_it_was_taken_does_not_count() -> None:
    line = MainLine(9, with_stone(with_stone(bytes(81), 0, WHITE), 9, BLACK), BLACK, sure_turn=True)
    board = with_stone(with_stone(line.start, 0, 0), 1, BLACK)
    line.entries.append(Entry(BLACK, 1, board, (0,), 70.0, 70.0, 9.0, 71.0, True))
    real = with_stone(board, 0, WHITE)
    story = Story(1, (), (Told("restored", (0,), (WHITE,)),), (), 0.0, real)
    for seconds, certain in ((10.0, False), (60.0, True)):
        world, evidence = World(9, 3), Evidence(9)
        world.changes = [(-1.0, 0, WHITE), (-1.0, 9, BLACK)]
        world.now = 70.0
        world.visit([(1, BLACK)], BLACK)
        world.wait(seconds)
        looks = [evidence.add(reading, board if reading.time > 71.0 else line.start) for reading in world.readings(5.0)]
        look = replace(looks[-1], noise=3.0)
        assert look.held[0] > 60.0
        assert is_certain(line, story, math.inf, look) == certain


def test_stones_of_both_colours_put_back_are_nobodys() -> None:
    """What was taken lies there again beside another stone: there is no one player to name."""
    line = MainLine(9, bytes(81), BLACK, sure_turn=True)
    taken = with_stone(bytes(81), 1, BLACK)
    line.entries.append(Entry(BLACK, 1, taken, (0,), 9.0, 9.0, 9.0, 9.0, True))
    real = with_stone(with_stone(taken, 0, WHITE), 9, BLACK)
    change = Told("restored", (0, 9), (WHITE, BLACK))
    (found,) = of_changes(line, Story(1, (), (change,), (), 0.0, real), taken, look_at(taken))
    assert found.colour == 0


def test_moves_that_take_otherwise_by_another_record_hold_it_up_for_a_while_only() -> None:
    """Two stories of the same moments are asked about in turn here, of which one takes stones and one does not."""
    n, _, moves = GAMES[9100 % len(GAMES)]
    world, truth = play_out(9100, moves, n, noise=NOISE, mischief=0.1, gaps=0.03, faults=0.05, count=200)
    inferencer = Inferencer(n, SETTINGS)
    until = 345.0
    for reading in world.readings(5.0, until):
        inferencer.update(reading)
    assert inferencer.moves >= sum(m.gone < until for m in truth.moves) - 3


@pytest.mark.parametrize("is_blurred", [True, False])
def test_in_the_first_minute_nothing_is_out_of_turn_where_points_are_read_badly(is_blurred: bool) -> None:
    """White's stone is not read for a while, and no such error can have ended yet."""
    world = World(9, 3)
    for point, colour in ((20, BLACK), (60, WHITE), (24, BLACK)):
        world.visit([(point, colour)], colour)
        world.wait(2.0)
    world.wait(4.0)
    world.errors = [(0.0, 60.0, 60, 0, 0.99)]
    if is_blurred:
        world.errors += [(0.0, 60.0, point, -1, 0.7) for point in (3, 77)]
    inferencer = Inferencer(9, SETTINGS)
    told = [e for reading in world.readings(5.0) for e in inferencer.update(reading)]
    assert [e.id for e in told if isinstance(e, events.Alert)] == ([] if is_blurred else ["double_move"])
