"""When the place of a board is made sure of again."""

from __future__ import annotations

from itertools import pairwise

from recorder.sight.checks import Checks, Doubts

STEP = 0.1


def checked(checks: Checks, seconds: float, doubts: Doubts | None = None, moving: float = 0.0) -> list[float]:
    """When a board that always lies where it lay is checked."""
    times = []
    for i in range(1, round(seconds / STEP) + 1):
        time = i * STEP
        if checks.is_due(time, moving, 0.0, doubts or Doubts(), goes=False, doubtful=False):
            checks.done(time, steady=not doubts)
            times.append(time)
    return times


def test_a_board_that_lies_still_is_checked_soon_after_it_was_found_and_then_ever_more_seldom() -> None:
    checks = Checks()
    checks.begin(0.0)
    times = checked(checks, 300)
    pauses = [b - a for a, b in pairwise(times)]
    assert times[0] <= 1.1
    assert pauses == sorted(pauses)
    assert 59 < pauses[-1] < 61


def test_a_board_that_is_lost_is_looked_for_several_times_a_second_and_after_long_once() -> None:
    checks = Checks()
    checks.begin(0.0)
    times = checked(checks, 60, Doubts(upset=0.0))
    assert sum(t <= 3 for t in times) >= 7
    assert 8 <= sum(t > 50 for t in times) <= 11


def test_much_motion_puts_off_all_but_the_search_for_a_lost_board() -> None:
    checks = Checks()
    checks.begin(0.0)
    assert checked(checks, 60, moving=0.5) == []
    assert checked(checks, 60, Doubts(upset=0.0), moving=0.5)


def test_no_doubt_is_left_where_nothing_speaks_against_the_place() -> None:
    assert not Doubts()
    assert all((Doubts(upset=0.0), Doubts(astray=0.0), Doubts(rival=0.0), Doubts(unproven=0.0)))
