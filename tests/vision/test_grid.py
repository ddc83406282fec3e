"""The lines of a board in a picture: mapping there and back, lens, the flat view."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.grid import Grid, Lens, NoGrid

CORNERS = np.array([[120.0, 60.0], [520.0, 90.0], [600.0, 430.0], [40.0, 400.0]])


def board_points(size: int) -> np.ndarray:
    rows, cols = np.mgrid[0:size, 0:size]
    return np.stack([rows.ravel(), cols.ravel()], axis=1).astype(float)


@pytest.mark.parametrize("k1", [0.0, -0.12, 0.05], ids=["pinhole", "barrel", "cushion"])
@pytest.mark.parametrize("size", [9, 13, 19])
def test_points_go_to_pixels_and_back(size: int, k1: float) -> None:
    lens = Lens(k1, (319.5, 239.5), 400.0) if k1 else None
    grid = Grid(size, CORNERS, lens)
    points = board_points(size)
    assert np.abs(grid.points_of(grid.pixels_of(points)) - points).max() < 1e-3


def test_corners_are_the_outermost_crossings_also_through_a_lens() -> None:
    grid = Grid(19, CORNERS, Lens(-0.1, (319.5, 239.5), 400.0))
    rim = np.array([[0, 0], [0, 18], [18, 18], [18, 0]])
    assert np.abs(grid.pixels_of(rim) - CORNERS).max() < 0.01


def test_a_barrel_lens_bends_lines_outward() -> None:
    grid = Grid(19, CORNERS, Lens(-0.1, (319.5, 239.5), 400.0))
    middle_of_top = grid.pixels_of([[0, 9]])[0]
    chord = (CORNERS[0] + CORNERS[1]) / 2
    assert middle_of_top[1] < chord[1] - 2


@pytest.mark.parametrize("k1", [0.0, -0.1])
def test_flat_view_puts_every_point_where_it_says(k1: float) -> None:
    lens = Lens(k1, (319.5, 239.5), 400.0) if k1 else None
    grid = Grid(9, CORNERS, lens)
    image = np.zeros((480, 640, 3), np.uint8)
    marked = (2, 6)
    x, y = grid.pixels_of([marked])[0]
    cv2.circle(image, (round(x * 16), round(y * 16)), 5 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
    flat = grid.flatten(image, spacing=20, margin=1.5)
    assert flat.shape == (220, 220, 3)
    rows, cols = np.nonzero(flat[..., 0] > 127)
    assert rows.mean() + 0.5 == pytest.approx((marked[0] + 1.5) * 20, abs=1.0)
    assert cols.mean() + 0.5 == pytest.approx((marked[1] + 1.5) * 20, abs=1.0)


def test_turning_names_another_corner_first() -> None:
    grid = Grid(9, CORNERS).turned(1)
    assert np.allclose(grid.corners[0], CORNERS[1])
    assert np.allclose(grid.pixels_of([[0, 0]])[0], CORNERS[1], atol=1e-3)


@pytest.mark.parametrize("size", [4, 26, 0])
def test_impossible_sizes_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="5 to 25"):
        Grid(size, CORNERS)


def test_corners_that_cross_are_refused() -> None:
    with pytest.raises(ValueError, match="one after the other"):
        Grid(19, CORNERS[[0, 2, 1, 3]])


def test_no_grid_is_falsy_and_says_why() -> None:
    assert not NoGrid("too dark")
    assert NoGrid("too dark").reason == "too dark"
