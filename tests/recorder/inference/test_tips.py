"""Where the tips of hands rested, and what they say of where a stone was laid."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from recorder.inference.grip import Grip
from recorder.inference.history import History
from recorder.inference.reach import EDGES, Reach
from recorder.inference.sides import Sides
from recorder.inference.tips import Touch, untouched
from recorder.inference.trellis import ONSET, Column
from tests.campaigns.watched_games import index_of
from tests.campaigns.watched_world import World

N = 9
BLACK = 1


def at(vertex: str) -> int:
    return index_of(vertex, N)


def arm(rows: range, cols: range) -> NDArray[np.bool_]:
    """What is seen while these points are hidden."""
    seen = np.ones((N, N), np.bool_)
    seen[rows.start : rows.stop, cols.start : cols.stop] = False
    return seen.reshape(-1)


def rested(*views: NDArray[np.bool_], each: float = 0.1) -> tuple[Reach, Touch]:
    reach = Reach(N)
    t = 1.0
    for seen in views:
        reach.add(seen, t, each)
        t += each
    return reach, reach.touch_since(0.0)


def off(found: Touch, vertex: str) -> tuple[float, float]:
    """Lines from the tip to a point."""
    known = found.at(at(vertex))
    assert known is not None
    return known


def touch(onward: float, aside: float, *, cut: bool = False, vague: bool = False) -> Touch:
    found = untouched(1)
    found.onward[0], found.aside[0], found.cut[0], found.vague[0] = onward, aside, cut, vague
    return found


def test_how_far_points_are_from_the_tip_of_a_hand_is_told_as_the_hand_points() -> None:
    for rows, cols, behind, right in (
        (range(3, N), range(3, 6), "ee", "fd"),  # from the bottom: row 3, column 4
        (range(0, 6), range(3, 6), "ee", "df"),  # from the top: row 5, column 4
        (range(3, 6), range(0, 6), "ee", "ff"),  # from the left
        (range(3, 6), range(3, N), "ee", "dd"),  # from the right
    ):
        found = rested(*[arm(rows, cols)] * 3)[1]
        assert off(found, behind) == pytest.approx((-1.0, 0.0), abs=0.3)
        assert off(found, right) == pytest.approx((0.0, 1.0), abs=0.3)


def test_a_hand_that_passes_rests_nowhere() -> None:
    rows = (8, 6, 4, 2, 2, 2, 2, 2, 2)
    found = rested(*(arm(range(row, N), range(3, 6)) for row in rows), each=0.05)[1]
    assert off(found, "ec") == pytest.approx((0.0, 0.0), abs=0.3)
    assert off(found, "eg") == pytest.approx((-4.0, 0.0), abs=0.3)
    assert np.isnan(rested(arm(range(5, N), range(3, 6)), each=0.05)[1].onward).all()


def test_a_hand_under_another_and_one_that_reaches_the_far_edge_may_reach_farther() -> None:
    _, found = rested(*[arm(range(0, N), range(3, 6)) | arm(range(0, 1), range(N))] * 3)
    assert found.at(at("eb")) is None or not found.cut[at("eb")]
    resting = arm(range(0, 5), range(3, 6))
    both = resting & arm(range(4, N), range(3, 6))
    found = rested(*[resting] * 4, *[both] * 4)[1]
    assert found.vague[at("ee")]
    assert found.at(at("ee")) is None
    assert Grip().costs(touch(6.0, 0.0, vague=True))[0] <= 0
    assert Grip().costs(touch(2.0, 0.0, cut=True))[0] < 0 < Grip().costs(touch(2.5, 0.0))[0]


def test_what_a_tip_touched_stays_touched_while_it_is_hidden() -> None:
    reach, _ = rested(*[arm(range(5, N), range(3, 6))] * 3, *[arm(range(2, N), range(3, 6))] * 60)
    assert off(reach.touch_since(7.0), "ef") == pytest.approx((0.0, 0.0), abs=0.3)
    reach.add(np.ones(N * N, np.bool_), 7.4, 0.1)
    assert reach.touch_since(7.3).at(at("ef")) is not None, "it has just come into view"
    for t in (7.5, 9.5):
        reach.add(np.ones(N * N, np.bool_), t, 0.1)
    assert reach.touch_since(8.0).at(at("ef")) is None


def test_how_hands_hold_stones_is_learned_and_tells_neighbours_apart() -> None:
    grip = Grip()
    apart = [float(grip.costs(touch(*off))[0]) for off in ((-1.0, 0.0), (-1.0, 1.0))]
    for _ in range(60):
        grip.add((-1.0, 0.0))
        grip.add(None)
        grip.add((9.0, 0.0))  # no tip of that hand
    known = [float(grip.costs(touch(*off))[0]) for off in ((-1.0, 0.0), (-1.0, 1.0), (-1.0, 2.0), (1.0, 0.0))]
    assert known[1] - known[0] > 1.0 > apart[1] - apart[0]
    assert known[2] > known[1]
    assert known[3] > known[1]
    assert grip.costs(touch(-7.0, 5.0))[0] < 8.0, "a tip may have been overlooked"
    assert grip.costs(untouched(1))[0] == 0
    grip.forget()
    assert [float(grip.costs(touch(*off))[0]) for off in ((-1.0, 0.0), (-1.0, 1.0))] == apart


def test_a_move_costs_least_where_the_tip_was() -> None:
    world = World(N, 5)
    world.wait(1.0)
    world.visit([(at("ee"), BLACK)], BLACK)
    world.wait(2.0)
    history = History(N)
    for reading in world.readings(10.0):
        history.add(reading)
    epoch = next(e for e in history.window() if e.label[at("ee")] == BLACK)
    grip = Grip()
    for _ in range(30):
        grip.add((-1.0, 0.0))
    column = Column(epoch, ONSET, Sides(), grip)
    aside = column.aside[:, BLACK]
    assert aside[at("ee")] < aside[[at(v) for v in ("de", "fe", "ed", "ef", "eg", "ei")]].min()
    assert not Column(epoch, ONSET, Sides(), None).aside.any()


def test_under_a_covered_board_hands_may_be_anywhere_also_where_one_was_before() -> None:
    reach, before = rested(*[arm(range(4, N), range(3, 6))] * 4)
    assert not before.vague[at("ef")]
    for i in range(4):
        reach.add(np.zeros(N * N, np.bool_), 1.4 + 0.1 * i, 0.1)
    assert reach.since(1.3)[EDGES, at("ef")]
    assert reach.touch_since(1.3).vague[at("ef")]
