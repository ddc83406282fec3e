"""Which board is taken where several are in view."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from calibration.detect import find_grid
from calibration.follow import follow
from recorder.session import Session
from recorder.settings import Settings
from recorder.sight.seeking import Seeker
from recorder.sight.several import LEAST_RIM, prominence, room_beside, with_rim
from samples.render.drawn import DrawnBoard, DrawnCamera, Light
from vision.frame import Frame, Image
from vision.grid import Grid, NoGrid

CAMERA = DrawnCamera(width=960, height=480)
LARGE, SMALL = ((-5.5, 0.0), 0.03, 0.7, 0.0), ((9.0, 0.0), -0.04, 0.42, 0.0)


def view(stones: dict[int, int] | None = None, *, covered: bool = False) -> Image:
    """A board of nine lines on the left and a smaller one of thirteen on the right; a cloth may lie over the first."""
    board, other = DrawnBoard(9, cell=32, seed=1), DrawnBoard(13, cell=28, seed=2)
    beside = other, other.draw({20: 1, 33: 2} if stones is None else stones), CAMERA.view(other, *SMALL)
    image = CAMERA.take(board, board.draw({}), CAMERA.view(board, *LARGE), Light(), beside)
    if covered:
        image[:, :480] = (90, 120, 70)
    return image


def frames(*images: Image, step: float = 0.5) -> list[Frame]:
    return [Frame(image, i * step, i) for i, image in enumerate(images)]


def seek(seeker: Seeker, looks: list[Frame]) -> Grid | None:
    return next((grid for frame in looks if (grid := seeker.seek(frame))), None)


@pytest.mark.parametrize("mirrored", [False, True])
def test_of_two_boards_the_one_that_fills_more_of_the_picture_is_filmed(mirrored: bool) -> None:
    image = np.ascontiguousarray(view()[:, ::-1]) if mirrored else view()
    grid = seek(Seeker(Settings(), None, None, find_grid, follow), frames(image, image))
    assert grid is not None
    assert grid.size == 9


def test_a_size_that_was_given_decides_between_two_boards() -> None:
    grid = seek(Seeker(Settings(size=13), None, None, find_grid, follow), frames(view(), view()))
    assert grid is not None
    assert grid.size == 13


def test_a_board_that_was_covered_at_first_is_taken_for_the_one_beside_it_before_anything_is_played() -> None:
    board = view(stones={})
    other = view(stones={}, covered=True)
    session = Session()
    sizes = []
    for frame in frames(*[other] * 4, *[board] * 16):
        session.feed(frame)
        sizes.append(session.grid.size if session.grid else None)
    assert 13 in sizes
    assert sizes[-1] == 9


@pytest.mark.parametrize(("zoom", "looks"), [(0.9, 2), (0.5, 3)])
def test_another_board_is_sought_only_where_there_is_room_for_one_that_fills_more(zoom: float, looks: int) -> None:
    board = DrawnBoard(9, cell=32, seed=1)
    image = CAMERA.take(board, board.draw({}), CAMERA.view(board, (0.0, 0.0), 0.03, zoom, 0.0), Light(), None)
    sought = []

    def find(picture: Image, size: int | None) -> Grid | NoGrid:
        sought.append(picture)
        return find_grid(picture, size)

    assert seek(Seeker(Settings(), None, None, find, follow), frames(image, image)) is not None
    assert len(sought) == looks


@pytest.mark.parametrize("seed", range(20))
def test_no_board_beside_another_one_is_more_prominent_than_there_is_room(seed: int) -> None:
    chance = np.random.default_rng(seed)
    shape = (480, 960)

    def anywhere() -> Grid:
        turn = chance.uniform(0, 2 * math.pi) + np.arange(4) * math.pi / 2 + chance.uniform(-0.3, 0.3, 4)
        way = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        return Grid(9, chance.uniform([60, 60], [900, 420]) + way * chance.uniform(40, 300))

    def lies_in(grid: Grid) -> bool:
        rim = with_rim(grid, LEAST_RIM)
        return bool((rim >= 0).all() and (rim <= [shape[1], shape[0]]).all())

    pairs = 0
    while pairs < 10:
        one, other = anywhere(), anywhere()
        rim, too = (with_rim(grid, LEAST_RIM).astype(np.float32) for grid in (one, other))
        if lies_in(one) and lies_in(other) and cv2.intersectConvexConvex(rim, too)[0] == 0:
            pairs += 1
            assert prominence(other.corners, shape) <= room_beside(one, shape)


@pytest.mark.parametrize(("lines", "first"), [(9, 480), (19, 480), (19, 380), (13, 700)])
def test_a_board_that_fills_all_that_another_one_leaves_has_room(lines: int, first: int) -> None:
    shape = (480, 960)

    def between(left: float, right: float, size: int) -> Grid:
        rim = LEAST_RIM / (size - 1 + 2 * LEAST_RIM)
        low = np.array([left, 0]) + rim * np.array([right - left, 480])
        high = np.array([right, 480]) - rim * np.array([right - left, 480])
        return Grid(size, np.array([low, [high[0], low[1]], high, [low[0], high[1]]]))

    one, other = between(0, first, 9), between(first, 960, lines)
    assert 0.75 * room_beside(one, shape) < prominence(other.corners, shape) <= room_beside(one, shape)
