"""The public's delay: exact to the second, in order, and the same after a restart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder import events
from recorder.log import Sitting
from recorder.publish.delay import Stamped, next_release, stamp, visible


def move(n: int, t: float) -> events.Move:
    colour: events.Player = "B" if n % 2 else "W"
    return events.Move(t=t, n=n, colour=colour, point="dd", captured=(), t_placed=t, confidence=1, seq=n)


def test_each_move_is_seen_exactly_fifteen_minutes_later() -> None:
    told = [move(n, 10.0 * n) for n in range(1, 6)]
    stamped = stamp(told, [Sitting(0, 1_000_000.0, 0.0, "0")])
    for n in range(1, 6):
        due = 1_000_000 + 10 * n + 900
        assert visible(stamped, 900, due - 0.001) == told[: n - 1]
        assert visible(stamped, 900, due) == told[:n]
        assert next_release(stamped, 900, due - 0.001) == due
    assert next_release(stamped, 900, 1_000_000 + 950) is None


def test_without_a_delay_everything_is_seen_at_once() -> None:
    told = [move(1, 5.0)]
    assert visible(stamp(told, [Sitting(0, 100.0, 0.0, "0")]), 0, 105.0) == told


def test_a_recording_that_was_interrupted_keeps_the_time_of_day() -> None:
    told = [move(1, 10), move(2, 20), move(3, 330)]
    # The program was away for five minutes; the camera's own time went on.
    camera = stamp(told, [Sitting(0, 1000, 0, "0"), Sitting(2, 1320, 320, "0")])
    assert [each.wall for each in camera] == [1010, 1020, 1330]
    # A film goes on where it was left, whenever that is.
    film = stamp([*told[:2], move(3, 30)], [Sitting(0, 1000, 0, "a.mp4"), Sitting(2, 5000, 0, "a.mp4")])
    assert [each.wall for each in film] == [1010, 1020, 5010]


def test_a_log_that_keeps_no_time_of_day_counts_from_when_it_is_asked() -> None:
    assert [each.wall for each in stamp([move(1, 10)], [], otherwise=77.0)] == [77.0]


@given(
    walls=st.lists(st.floats(0, 1e5), max_size=30), delay=st.floats(0, 3600), now=st.floats(0, 2e5)
)  # fmt: skip
def test_nothing_is_seen_early_or_out_of_order_even_when_the_clock_is_set(
    walls: list[float], delay: float, now: float
) -> None:
    stamped = [Stamped(wall, move(n, n)) for n, wall in enumerate(walls, 1)]
    seen = visible(stamped, delay, now)
    assert seen == [each.event for each in stamped[: len(seen)]]
    assert all(each.wall + delay <= now for each in stamped[: len(seen)])
    if len(seen) < len(stamped):
        due = next_release(stamped, delay, now)
        assert due is not None
        assert due > now
        assert len(visible(stamped, delay, due)) > len(seen)


@pytest.mark.parametrize("delay", [-1, 3601, float("nan")])
def test_a_delay_that_is_none_is_refused(delay: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 3600 seconds"):
        visible([], delay, 0)
