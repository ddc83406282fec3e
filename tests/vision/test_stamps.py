"""Times out of the stamps of a stream, good ones and broken ones."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.stamps import Stamps


def times(stamps: list[float], rate: float = 25.0, duration: float | None = None) -> list[float]:
    clock = Stamps(rate, duration)
    return [clock.time_of(stamp) for stamp in stamps]


@given(st.lists(st.integers(1, 5000), max_size=40), st.floats(-1e4, 1e4), st.floats(1, 120))
def test_good_stamps_are_kept_whatever_their_rate(strides: list[int], first: float, rate: float) -> None:
    stamps = [first]
    for stride in strides:
        stamps.append(stamps[-1] + stride / 1000)
    assert times(stamps, rate) == pytest.approx([stamp - first for stamp in stamps], abs=1e-6)


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=40), st.floats())
def test_times_go_forward_and_stay_finite_whatever_the_stamps(stamps: list[float], rate: float) -> None:
    got = times(stamps, rate, duration=60.0)
    assert all(math.isfinite(time) for time in got)
    assert all(later > earlier for earlier, later in itertools.pairwise(got))


@pytest.mark.parametrize("stamp", [0.0, math.nan, -1.0])
def test_stamps_that_stand_still_give_way_to_the_nominal_rate(stamp: float) -> None:
    assert times([stamp] * 4, rate=5.0) == pytest.approx([0.0, 0.2, 0.4, 0.6])


def test_a_rate_that_makes_no_sense_is_taken_as_25() -> None:
    for rate in (0.0, -1.0, math.nan, math.inf, 1e9):
        assert times([0.0, 0.0, 0.0], rate) == pytest.approx([0.0, 0.04, 0.08])


def test_two_frames_in_the_wrong_order_do_not_shift_the_rest() -> None:
    got = times([0.0, 0.04, 0.12, 0.08, 0.16, 0.20, 0.24, 0.28])
    assert got[-2:] == pytest.approx([0.24, 0.28])


def test_stamps_that_begin_anew_go_on_where_they_were() -> None:
    got = times([100.0, 100.04, 100.08, 0.0, 0.04, 0.08])
    assert got == pytest.approx([0.0, 0.04, 0.08, 0.12, 0.16, 0.20])


def test_a_leap_beyond_the_films_own_length_is_one_period() -> None:
    got = times([0.0, 0.04, 95443.0, 95443.04], duration=10.0)
    assert got == pytest.approx([0.0, 0.04, 0.08, 0.12])


def test_a_long_pause_within_the_film_is_kept() -> None:
    assert times([0.0, 0.04, 9.0], duration=10.0)[-1] == pytest.approx(9.0)
