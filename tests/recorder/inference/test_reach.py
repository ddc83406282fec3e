"""Hands over the board: from where they came, where their fingers were, and whose they are."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from recorder.inference.epoch import Epoch
from recorder.inference.history import History
from recorder.inference.reach import EDGES, Reach
from recorder.inference.sides import Sides
from tests.campaigns.watched_games import index_of
from tests.campaigns.watched_world import World

N = 9
BLACK, WHITE = 1, 2
BOTTOM, TOP, RIGHT, LEFT = range(EDGES)


def at(vertex: str) -> int:
    return index_of(vertex, N)


def seen_epoch(world: World, vertex: str, colour: int) -> Epoch:
    """The first epoch in which this stone is seen."""
    history = History(N)
    for reading in world.readings(10.0):
        history.add(reading)
    return next(e for e in history.window() if e.label[at(vertex)] == colour)


def arm(rows: range, cols: range) -> NDArray[np.bool_]:
    """What is seen while these points are hidden."""
    seen = np.ones((N, N), np.bool_)
    seen[rows.start : rows.stop, cols.start : cols.stop] = False
    return seen.reshape(-1)


def edges_at(reach: Reach, vertex: str) -> list[int]:
    return np.flatnonzero(reach.since(0.0)[:, at(vertex)]).tolist()


def test_fingers_are_where_an_arm_ends_and_come_over_the_edge_where_it_begins() -> None:
    for side, near, edge in ((BLACK, "ei", BOTTOM), (WHITE, "ea", TOP)):
        world = World(N, 5)
        world.visit([(at("ee"), BLACK)], side)
        world.wait(2.0)
        epoch = seen_epoch(world, "ee", BLACK)
        assert np.flatnonzero(epoch.reached[:, at("ee")]).tolist() == [edge]
        assert epoch.visited[at(near)]
        assert not epoch.reached[:, at(near)].any()


def test_fingers_pass_over_what_lies_on_their_way() -> None:
    reach, t = Reach(N), 1.0
    for row in (7, 5, 3, 1, 1, 1, 1, 1):
        reach.add(arm(range(row, N), range(3, 6)), t, 0.05)
        t += 0.05
    assert edges_at(reach, "eb") == [BOTTOM]
    assert edges_at(reach, "eg") == []


def test_what_fingers_did_stays_theirs_while_the_arm_lies_there() -> None:
    reach, t = Reach(N), 1.0
    for row in (5, 5, 5, 1, 1, 1):
        reach.add(arm(range(row, N), range(3, 6)), t, 0.1)
        t += 0.1
    assert edges_at(reach, "ef") == [BOTTOM]
    assert reach.since(t - 0.15)[BOTTOM, at("ef")]


def test_at_a_corner_a_hand_may_have_come_over_either_edge() -> None:
    reach = Reach(N)
    for i in range(4):
        reach.add(arm(range(0, 6), range(0, 2)), 1.0 + 0.1 * i, 0.1)
    assert edges_at(reach, "af") == [TOP, LEFT]
    assert edges_at(reach, "aa") == []


def test_a_covered_board_says_nothing_of_hands() -> None:
    reach = Reach(N)
    for i in range(4):
        reach.add(arm(range(0, N), range(0, N)), 1.0 + 0.1 * i, 0.1)
    assert edges_at(reach, "ee") == [EDGES]
    assert reach.sides == 1


def test_a_hand_that_comes_while_another_rests_is_another_also_where_they_meet() -> None:
    reach, t = Reach(N), 1.0
    resting = arm(range(4, N), range(3, 6))
    for _ in range(6):
        reach.add(resting, t, 0.2)
        t += 0.2
    assert reach.sides == 1
    for _ in range(4):
        reach.add(resting & arm(range(0, 5), range(4, 7)), t, 0.2)
        t += 0.2
    assert reach.sides == 2
    assert TOP in edges_at(reach, "gd")
    # Under the first one too.
    assert TOP in edges_at(reach, "ee")
    reach.begin_visit()
    assert reach.sides == 1


def test_fingers_seen_before_their_arm_are_known_when_it_comes() -> None:
    reach, t = Reach(N), 1.0
    for rows in (range(3, 5), range(3, 5), range(3, N), range(3, N)):
        reach.add(arm(rows, range(3, 6)), t, 0.1)
        t += 0.1
    assert edges_at(reach, "ed") == [BOTTOM]


def test_between_readings_far_apart_a_hand_may_have_been_anywhere_it_hid() -> None:
    reach = Reach(N)
    reach.add(arm(range(3, N), range(3, 6)), 1.0, 1.0)
    assert EDGES in edges_at(reach, "ei")


def test_whose_hands_come_over_which_edge_is_learned_from_moves() -> None:
    sides = Sides()
    reached = np.zeros((EDGES + 1, 3), np.bool_)
    reached[BOTTOM, 0] = reached[TOP, 1] = True
    assert not sides.costs(reached).any()
    for _ in range(12):
        sides.add(BLACK, reached[:, 0])
        sides.add(WHITE, reached[:, 1])
    costs = sides.costs(reached)
    assert costs[0, BLACK] == costs[1, WHITE] == 0
    assert costs[1, BLACK] > 2
    assert costs[0, WHITE] > 2
    assert not costs[2].any(), "nobody was seen there: that costs elsewhere"
    for also in (BOTTOM, EDGES):
        both = reached.copy()
        both[also, 1] = True
        assert sides.costs(both)[1, BLACK] == 0, "it may have been either"
    sides.forget()
    assert not sides.costs(reached).any()


def test_players_who_reach_over_any_edge_cost_nothing() -> None:
    sides = Sides()
    reached = np.eye(EDGES + 1, dtype=np.bool_)
    for i in range(40):
        sides.add(BLACK, reached[:, i % 2])
    assert sides.costs(reached)[BOTTOM, BLACK] == pytest.approx(sides.costs(reached)[TOP, BLACK], abs=0.1)


def test_an_arm_that_comes_beside_another_one_at_the_same_moment_has_its_own_fingers() -> None:
    n = 19
    reach, first, both = Reach(n), np.ones((n, n), np.bool_), np.ones((n, n), np.bool_)
    first[2:, 5:8] = both[2:, 5:8] = False
    both[12:, 11:14] = both[17:, 8:14] = False
    for i, seen in enumerate((first, both, both, both, both)):
        reach.add(seen.reshape(-1), 1.0 + 0.2 * i, 0.2)
    fingers = reach.since(0.0)[BOTTOM].reshape(n, n)
    assert fingers[13, 12]
    assert fingers[3, 6]
    assert not fingers[13, 6], "there only the first one's arm lies"
