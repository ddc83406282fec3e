"""Peaks of a heat map."""

from __future__ import annotations

import numpy as np
import pytest

from vision.peaks import peaks


def heat_of(places: list[tuple[float, float]], sigma: float = 1.0) -> np.ndarray:
    y, x = np.mgrid[0:40, 0:60]
    heat = np.zeros((40, 60))
    for px, py in places:
        heat = np.maximum(heat, np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * sigma**2)))
    return heat.astype(np.float32)


@pytest.mark.parametrize("place", [(10.0, 10.0), (20.3, 15.7), (33.49, 8.51)])
def test_a_gaussian_peak_is_found_to_a_twentieth_of_a_pixel(place: tuple[float, float]) -> None:
    found, heights = peaks(heat_of([place]), 0.3)
    assert len(found) == 1
    assert np.abs(found[0] - place).max() < 0.05
    assert heights[0] > 0.7


def test_highest_peak_comes_first_and_faint_ones_are_left_out() -> None:
    heat = heat_of([(10, 10)])
    for place, height in (((40, 20), 0.5), ((50, 35), 0.1)):
        heat += np.float32(height) * heat_of([place])
    found, _ = peaks(heat, 0.3)
    assert found.round().tolist() == [[10, 10], [40, 20]]


def test_a_flat_plane_below_the_threshold_has_none() -> None:
    found, heights = peaks(np.full((20, 20), 0.1, np.float32), 0.2)
    assert len(found) == 0
    assert len(heights) == 0
