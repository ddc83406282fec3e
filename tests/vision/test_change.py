"""What counts as a change of the board's picture."""

import cv2
import numpy as np
import pytest

from vision.change import ChangeWatch
from vision.frame import Image
from vision.grid import Grid

GRID = Grid(9, np.array([[200.0, 60], [440, 60], [440, 300], [200, 300]]))


def board(seed: int = 0, light: float = 1.0) -> Image:
    """Wood with grain and a camera's noise."""
    rng = np.random.default_rng(7)
    wood = np.full((360, 640, 3), (120.0, 180.0, 220.0)) + rng.normal(0, 12, (360, 640, 1))
    noise = np.random.default_rng(seed).normal(0, 3, wood.shape)
    return np.clip(wood * light + noise, 0, 255).astype(np.uint8)


def test_noise_is_no_change() -> None:
    watch = ChangeWatch(GRID)
    watch.look(board(1))
    watch.keep()
    change = watch.look(board(2))
    assert not change.moving.any()
    assert not change.changed.any()


@pytest.mark.parametrize("light", [0.7, 0.9, 1.15])
def test_light_that_changes_everywhere_is_no_change(light: float) -> None:
    watch = ChangeWatch(GRID)
    watch.look(board(1))
    watch.keep()
    assert not watch.look(board(2, light)).changed.any()


@pytest.mark.parametrize("colour", [30, 245])
def test_a_stone_changes_its_point_only_until_it_is_kept(colour: int) -> None:
    watch = ChangeWatch(GRID)
    watch.look(board(1))
    watch.keep()
    image = board(2)
    x, y = GRID.pixels_of([[3, 5]])[0]
    cv2.circle(image, (int(x), int(y)), 13, (colour,) * 3, -1)
    change = watch.look(image)
    assert change.changed[3, 5]
    assert change.changed.sum() <= 5
    again = watch.look(image)
    assert not again.moving.any()
    assert again.changed[3, 5]
    watch.keep()
    assert not watch.look(image).changed.any()


def test_before_the_first_picture_everything_is_new() -> None:
    change = ChangeWatch(GRID).look(board())
    assert change.moving.all()
    assert change.changed.all()


def banded(seed: int, phase: float, rows: float = 70) -> Image:
    """The board under a lamp that flickers with the mains, exposed line by line: `rows` a radian of its light."""
    bands = 0.8 + 0.16 * np.sin(np.arange(360) / rows + phase)
    return np.clip(board(seed) * bands[:, None, None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("rows", [70, 40, 28])
def test_bands_of_flickering_light_are_no_change(rows: float) -> None:
    watch = ChangeWatch(GRID)
    watch.look(banded(1, 0.0, rows))
    watch.keep()
    for i in range(1, 6):
        change = watch.look(banded(1 + i, 1.3 * i, rows))
        assert change.moving.sum() <= 2
        assert change.changed.sum() <= 2


def test_a_stone_and_an_arm_are_seen_in_bands_of_light() -> None:
    watch = ChangeWatch(GRID)
    watch.look(banded(1, 0.0))
    watch.keep()
    image = banded(2, 2.0)
    x, y = GRID.pixels_of([[2, 6]])[0]
    cv2.circle(image, (int(x), int(y)), 13, (30, 30, 30), -1)
    (left, _), (right, low) = GRID.pixels_of([[3.5, 0.5], [8.5, 3.5]])
    image[int(GRID.pixels_of([[3.5, 0]])[0][1]) : int(low), int(left) : int(right)] = (90, 60, 50)
    change = watch.look(image)
    assert change.changed[2, 6]
    assert change.changed[4:8, 1:4].all()
    assert not change.changed[:2].any()
    assert change.changed.sum() <= 1 + 30
