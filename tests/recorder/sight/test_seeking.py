"""Which board is taken where several are in view."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.detect import find_grid
from calibration.follow import follow
from recorder.session import Session
from recorder.settings import Settings
from recorder.sight.seeking import Seeker
from samples.render.drawn import DrawnBoard, DrawnCamera, Light
from vision.frame import Frame, Image
from vision.grid import Grid

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
