"""A board that moves is tracked by its marks: through light that changes and arms, and not into another picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from recorder.sight.tracking import Tracker
from samples.render.drawn import Arm, DrawnBoard, DrawnCamera, Light
from vision.grid import Grid

BOARD = DrawnBoard(9, cell=30, seed=2)
CAMERA = DrawnCamera(480, 360, seed=3)
HOME: dict[str, Any] = {"shift": (0.0, 0.2), "turn": 0.03, "zoom": 0.8, "tilt": 0.4}
STONES = {20: 1, 24: 2, 40: 1, 56: 2, 61: 1}


def off(tracker: Tracker, light: Light, arms: list[Arm], stones: dict[int, int], **moved: Any) -> float:
    """Cells by which the tracked grid lies off, at most; infinite where it was not tracked."""
    view = CAMERA.view(BOARD, **(HOME | moved))
    picture = CAMERA.take(BOARD, BOARD.add_arms(BOARD.draw(stones), arms), view, light)
    grid = tracker.track(picture)
    if grid is None:
        return float("inf")
    return float(np.linalg.norm(grid.corners - CAMERA.corners(BOARD, view), axis=1).max() / grid.cell)


@pytest.fixture
def tracker() -> Tracker:
    tracker = Tracker()
    view = CAMERA.view(BOARD, **HOME)
    picture = CAMERA.take(BOARD, BOARD.draw(STONES), view, Light())
    tracker.anchor(Grid(9, CAMERA.corners(BOARD, view)), picture)
    return tracker


@pytest.mark.parametrize(
    "moved",
    [
        {},
        {"shift": (0.03, 0.22)},
        {"shift": (0.08, 0.14)},
        {"shift": (0.7, -0.4)},
        {"turn": 0.12},
        {"zoom": 0.86},
        {"shift": (-1.3, 0.5), "turn": -0.06},
        {"tilt": 0.5},
    ],
)
def test_a_board_is_tracked_to_a_twentieth_of_a_cell(tracker: Tracker, moved: dict[str, Any]) -> None:
    assert off(tracker, Light(), [], STONES, **moved) < 0.05


@pytest.mark.parametrize(
    "light",
    [Light(gain=0.4), Light(gain=1.5), Light(tint=(0.7, 1.0, 1.2), slope=(0.4, -0.2)), Light(shadow=(3, 3, 4, 0.5))],
)
def test_light_that_changes_is_no_motion(tracker: Tracker, light: Light) -> None:
    assert off(tracker, light, [], STONES) < 0.05
    assert off(tracker, light, [], STONES, shift=(0.4, 0.3)) < 0.06


def test_an_arm_and_new_stones_do_not_pull_the_board_along(tracker: Tracker) -> None:
    arm = Arm((5.0, 4.0), (6.0, 15.0), stone=1)
    assert off(tracker, Light(), [arm], STONES | {44: 2, 33: 1}) < 0.05
    assert off(tracker, Light(), [replace(arm, tip=(4.0, 2.0))], STONES, shift=(0.3, 0.2)) < 0.06


def test_a_picture_without_the_board_is_no_place_of_it(tracker: Tracker) -> None:
    noise = np.random.default_rng(4).integers(0, 255, (360, 480, 3)).astype(np.uint8)
    assert tracker.track(noise) is None
    assert tracker.track(np.zeros((240, 320, 3), np.uint8)) is None
    assert off(tracker, Light(), [], STONES) < 0.05


def test_nothing_is_tracked_before_there_was_a_board() -> None:
    assert Tracker().track(np.zeros((360, 480, 3), np.uint8)) is None
