"""Numbering crossings and telling where a lattice ends."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.extent import REACH, ends
from calibration.numbering import number

SQUARE = np.array([[12, 12], [92, 12], [92, 92], [12, 92]], np.float32)


def places_of(size: int, shift: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Numbers and places of a lattice whose corners are shifted from a square."""
    n = size - 1
    board = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32)
    matrix = cv2.getPerspectiveTransform(board, SQUARE + shift.astype(np.float32))
    rows, cols = np.mgrid[0:size, 0:size]
    numbers = np.stack([rows.ravel(), cols.ravel()], axis=1)
    return numbers, cv2.perspectiveTransform(numbers[:, ::-1].astype(np.float64)[:, None], matrix)[:, 0]


@pytest.mark.parametrize("size", [9, 13, 19])
@pytest.mark.parametrize("seed", range(5))
def test_crossings_of_a_skewed_lattice_get_their_numbers(size: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth, places = places_of(size, rng.uniform(-5, 5, (4, 2)))
    places = places + rng.normal(0, 0.15, places.shape)
    keep = rng.random(len(places)) < 0.85
    truth, places = truth[keep], places[keep]
    stray = rng.uniform(0, 104, (6, 2))
    numbers, known = number(np.concatenate([places, stray]))
    got = numbers[: len(places)][known[: len(places)]]
    want = truth[known[: len(places)]]
    assert known[: len(places)].mean() > 0.9
    shift = np.median(got - want, axis=0)
    assert ((got - want) == shift).all(axis=1).mean() > 0.97


def marks_of(size: int, first: tuple[int, int], hidden: tuple[slice, slice] | None = None) -> np.ndarray:
    side = 2 * REACH + 1
    marks = np.full((side, side), 0.05)
    r, c = first[0] + REACH, first[1] + REACH
    marks[r : r + size, c : c + size] = 0.9
    if hidden:
        marks[r : r + size, c : c + size][hidden] = 0.05
    return marks


@pytest.mark.parametrize("size", [9, 13, 19])
def test_ends_are_where_the_marks_end(size: int) -> None:
    assert ends(marks_of(size, (-4, -6)), None) == (REACH - 4, REACH - 5 + size, REACH - 6, REACH - 7 + size)


def test_a_hidden_quarter_does_not_move_the_ends() -> None:
    marks = marks_of(19, (-9, -9), (slice(0, 10), slice(0, 9)))
    assert ends(marks, None) == (REACH - 9, REACH + 9, REACH - 9, REACH + 9)


def test_a_faint_line_inside_does_not_cut_the_lattice() -> None:
    marks = marks_of(19, (-9, -9), (slice(12, 13), slice(0, 19)))
    assert ends(marks, None) == (REACH - 9, REACH + 9, REACH - 9, REACH + 9)


def test_a_known_size_takes_the_window_with_most_marks() -> None:
    marks = marks_of(19, (-9, -9))
    marks[REACH + 10, REACH - 9 : REACH + 10] = 0.4  # a shadow looks like one line more
    assert ends(marks, 19) == (REACH - 9, REACH + 9, REACH - 9, REACH + 9)


def test_no_window_is_cut_out_of_a_larger_board_of_which_a_band_is_hidden() -> None:
    marks = marks_of(19, (-9, -9), (slice(6, 8), slice(0, 19)))
    marks[:, : REACH - 4] = 0.05  # and only a part of it lies in the flat view
    extent = ends(marks, 13)
    assert extent is not None
    top, bottom, left, right = extent
    assert (bottom - top + 1, right - left + 1) != (13, 13)


def test_nothing_marked_is_no_lattice() -> None:
    assert ends(np.zeros((2 * REACH + 1, 2 * REACH + 1)), None) is None
