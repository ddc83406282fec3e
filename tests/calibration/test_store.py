"""Calibrations by hand, kept and loaded again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.manual import grid_by_hand, parse_corners
from calibration.store import load_calibration, save_grid
from vision.grid import Grid, Lens, NoGrid
from vision.picture import read_picture

CORNERS = np.array([[100.5, 60.25], [540.0, 80.0], [610.0, 440.0], [35.0, 410.0]])
PICTURE = np.full((480, 640, 3), 90, np.uint8)


def test_a_calibration_comes_back_as_it_was_with_its_picture(tmp_path: Path) -> None:
    path = tmp_path / "棋盤.toml"
    grid = Grid(19, CORNERS, Lens(-0.08, (319.5, 239.5), 400.0))
    save_grid(path, grid, PICTURE)
    again = load_calibration(path).fitting(PICTURE)
    assert isinstance(again, Grid)
    assert again.size == 19
    assert np.allclose(again.corners, grid.corners, atol=1e-3)
    assert again.lens is not None
    assert again.lens.k1 == pytest.approx(-0.08)
    assert read_picture(path.with_suffix(".jpg")).shape == PICTURE.shape


@pytest.mark.parametrize(
    "text", ["", "size = 19", 'size = "x"\ncorners = []', "size = 19\ncorners = [[1, 2]]", "not toml at all ["]
)
def test_a_broken_calibration_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "grid.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"grid\.toml is no calibration"):
        load_calibration(path)


def test_a_calibration_fits_the_same_view_in_another_resolution_and_no_other_view(tmp_path: Path) -> None:
    grid = Grid(19, CORNERS, Lens(-0.08, (319.5, 239.5), 400.0))
    save_grid(tmp_path / "grid.toml", grid, PICTURE)
    kept = load_calibration(tmp_path / "grid.toml")
    double = kept.fitting(np.zeros((960, 1280, 3), np.uint8))
    assert isinstance(double, Grid)
    points = np.array([[0, 0], [9, 4], [18, 18]])
    assert np.allclose(double.pixels_of(points) + 0.5, 2 * (grid.pixels_of(points) + 0.5), atol=0.01)
    upright = kept.fitting(np.zeros((640, 480, 3), np.uint8))
    assert isinstance(upright, NoGrid)
    assert upright.reason == "the calibration is for pictures of 640 x 480 pixels"


def test_corners_by_hand_come_in_any_order_and_start_at_the_top_left() -> None:
    grid = grid_by_hand(PICTURE, CORNERS[[2, 0, 3, 1]], 13)
    assert np.allclose(grid.corners, CORNERS)


def test_a_corner_outside_the_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="outside the picture of 640 x 480"):
        grid_by_hand(PICTURE, CORNERS + 100, 13)


@pytest.mark.parametrize("text", ["1,2 3,4 5,6", "a,b c,d e,f g,h", ""])
def test_corners_that_are_no_corners_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="four corners are written like"):
        parse_corners(text)


def test_corners_are_read_from_text() -> None:
    assert parse_corners("1,2 3.5,4; 5 6 7,8").tolist() == [[1, 2], [3.5, 4], [5, 6], [7, 8]]
