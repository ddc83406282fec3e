"""The record's top lies where the user said."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.orient import Side, grid_between, oriented
from vision.grid import Grid

TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT = [120, 80], [500, 90], [600, 430], [40, 420]
CLOCKWISE = np.array([TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT], float)


@pytest.mark.parametrize(
    ("top", "first_row"),
    [
        (None, [TOP_LEFT, TOP_RIGHT]),
        ("top", [TOP_LEFT, TOP_RIGHT]),
        ("right", [TOP_RIGHT, BOTTOM_RIGHT]),
        ("bottom", [BOTTOM_RIGHT, BOTTOM_LEFT]),
        ("left", [BOTTOM_LEFT, TOP_LEFT]),
    ],
)
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_first_row_runs_along_the_side_that_was_named(
    top: Side | None, first_row: list[list[int]], turns: int, mirrored: bool
) -> None:
    corners = np.roll(CLOCKWISE, turns, axis=0)
    got = oriented(Grid(19, corners[::-1] if mirrored else corners), top)
    assert got.corners[:2].tolist() == first_row
    assert got.corners[2].tolist() == CLOCKWISE[(CLOCKWISE.tolist().index(first_row[1]) + 1) % 4].tolist()


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0]])
def test_corners_by_hand_may_come_in_any_order(order: list[int]) -> None:
    got = grid_between(CLOCKWISE[order], 13, "right")
    assert got.size == 13
    assert got.corners.tolist() == [TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT, TOP_LEFT]


def test_corners_that_make_no_board_are_refused() -> None:
    with pytest.raises(ValueError, match="corners"):
        grid_between(np.array([[0, 0], [100, 0], [100, 100], [90, 10]], float), 9)


def test_a_side_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="left, right, top or bottom"):
        oriented(Grid(9, CLOCKWISE), "north")  # type: ignore[arg-type]
