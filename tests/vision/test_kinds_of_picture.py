"""From the picture to the position, for every kind of difficulty that boards, lamps and cameras bring."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.detect import find_grid
from vision.frame import Image
from vision.grid import Grid
from vision.overlay import SURE
from vision.picture import read_picture
from vision.reader import Reader

PICTURES = Path(__file__).parent.parent / "pictures"
ENTRIES: dict[str, dict[str, Any]] = {e["kind"]: e for e in json.loads((PICTURES / "manifest.json").read_text())}
FAINT = "faint lines, hardly to be seen"
BOARDS = [kind for kind, entry in ENTRIES.items() if entry["size"] and kind != FAINT]
# Known faults: how many points may be read wrong, and how many of these may be told as sure.
KNOWN: dict[str, tuple[int, int]] = {
    "20 degrees above the board, crowded": (1, 0),
    "green board, worn lines": (1, 0),
    "lamps mirrored in board and stones": (3, 0),
    "glass stones": (1, 0),
    "hard shadows": (2, 1),
    "cyan": (1, 0),
}
READER = Reader(4)


def checked(kind: str, change: Callable[[Image], Image] | None = None) -> tuple[int, int, int]:
    """How many points in view of a picture are read wrong, how many of these are told as sure, and the board's size.

    Fails where the grid is not found, or not where it is.
    """
    entry = ENTRIES[kind]
    image = read_picture(PICTURES / entry["file"])
    corners = np.array(entry["corners"], float)
    if change is not None:
        height, width = image.shape[:2]
        image = change(image)
        corners = (corners + 0.5) * [image.shape[1] / width, image.shape[0] / height] - 0.5
    grid = find_grid(image)
    assert isinstance(grid, Grid), grid.reason
    assert grid.size == entry["size"]
    # The first corner is the one nearest the picture's top left; in the file it may be another.
    off = [np.linalg.norm(grid.turned(k).corners - corners, axis=1).max() / grid.cell for k in range(4)]
    assert min(off) < 0.35
    reading = READER.read_image(image, grid.turned(int(np.argmin(off))))
    truth = np.array([[".XO".index(c) for c in row] for row in entry["position"]])
    shown = np.array([[c != "#" for c in row] for row in entry["covered"]])
    wrong = (reading.colours != truth) & shown
    return int(wrong.sum()), int((wrong & reading.seen & (reading.confidence >= SURE)).sum()), grid.size


@pytest.mark.parametrize("kind", [k for k in BOARDS if "hand" not in k])
def test_the_whole_position_is_read(kind: str) -> None:
    wrong, told, _ = checked(kind)
    most_wrong, most_told = KNOWN.get(kind, (0, 0))
    assert wrong <= most_wrong
    assert told <= most_told


def test_a_board_that_can_hardly_be_seen_is_read_right_or_not_at_all() -> None:
    entry = ENTRIES[FAINT]
    grid = find_grid(read_picture(PICTURES / entry["file"]))
    if isinstance(grid, Grid):
        assert grid.size == entry["size"]
        off = [np.linalg.norm(grid.turned(k).corners - entry["corners"], axis=1).max() / grid.cell for k in range(4)]
        assert min(off) < 0.35
    else:
        assert grid.reason


@pytest.mark.parametrize("kind", [k for k in BOARDS if "hand" in k])
def test_beside_a_hand_nothing_wrong_is_told_as_sure(kind: str) -> None:
    wrong, told, size = checked(kind)
    assert told == 0
    assert wrong <= 0.02 * size**2


def streaks(image: Image) -> Image:
    """Two lamps mirrored across the picture."""
    glare = np.zeros(image.shape[:2], np.float32)
    height, width = image.shape[:2]
    cv2.line(glare, (width // 4, 0), (width // 2, height), 1.0, width // 40)
    cv2.ellipse(glare, (2 * width // 3, height // 2), (width // 9, height // 30), 20, 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(glare, (0, 0), width / 60)[..., None]
    return np.asarray(np.clip(image + 110.0 * soft, 0, 255), np.uint8)


def shaded(image: Image) -> Image:
    """The sun through a window: the sharp shadow of its frame and of somebody's head."""
    height, width = image.shape[:2]
    light = np.ones((height, width, 1), np.float32)
    cv2.line(light, (0, height // 3), (width, height // 5), (0.4,), width // 12, cv2.LINE_AA)
    cv2.line(light, (width // 2, 0), (2 * width // 5, height), (0.4,), width // 25, cv2.LINE_AA)
    cv2.circle(light, (width // 4, 4 * height // 5), width // 7, (0.3,), -1, cv2.LINE_AA)
    return np.asarray(image * light, np.uint8)


def moved(image: Image) -> Image:
    """A hand that was not still: blurred along a slanting line of 5 pixels."""
    return np.asarray(cv2.filter2D(image, -1, np.eye(5) / 5), np.uint8)


def coded(image: Image) -> Image:
    """As a stream of few bits shows it."""
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 25])[1], cv2.IMREAD_COLOR))


def scaled(x: float, y: float) -> Callable[[Image], Image]:
    def change(image: Image) -> Image:
        how = cv2.INTER_AREA if x * y < 1 else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(image, None, fx=x, fy=y, interpolation=how), np.uint8)

    return change


def dim(image: Image) -> Image:
    noise = np.random.default_rng(3).normal(0, 2.0, image.shape)
    return np.asarray(np.clip(image * 0.16 + noise, 0, 255), np.uint8)


def noisy(image: Image) -> Image:
    return np.asarray(np.clip(image + np.random.default_rng(4).normal(0, 14, image.shape), 0, 255), np.uint8)


def grey(image: Image) -> Image:
    return np.asarray(np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2), np.uint8)


CHANGES: dict[str, Callable[[Image], Image]] = {
    "glare streaks": streaks,
    "hard shadows": shaded,
    "moved while it was taken": moved,
    "few bits": coded,
    "pixels stretched sideways": scaled(1.35, 1.0),
    "pixels stretched upward": scaled(1.0, 1.3),
    "the board some 250 pixels wide": scaled(0.55, 0.55),
    "12 megapixels": scaled(6.25, 6.25),
    "a dim room": dim,
    "noise": noisy,
    "black and white": grey,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_camera_does_to_a_picture_changes_nothing(change: str) -> None:
    wrong, told, _ = checked("from above, stones at the rim", CHANGES[change])
    most_wrong, most_told = KNOWN.get(change, (0, 0))
    assert wrong <= most_wrong
    assert told <= most_told


LAMPS = {
    "red": (0.02, 0.08, 1.0), "orange": (0.02, 0.4, 1.0), "yellow": (0.02, 0.9, 1.0), "green": (0.08, 1.0, 0.08),
    "cyan": (1.0, 0.9, 0.02), "blue": (1.0, 0.12, 0.02), "violet": (1.0, 0.08, 0.4), "pink": (0.7, 0.15, 1.0),
}  # fmt: skip


@pytest.mark.parametrize("lamp", LAMPS)
def test_a_crowded_board_is_read_in_every_colour_of_light(lamp: str) -> None:
    """The lamp stands to one side; the camera exposes for what the eye sees (Rec. 709) and makes colours vivid."""

    def lit(image: Image) -> Image:
        ramp = np.linspace(1.0, 0.35, image.shape[1])[None, :, None]
        light = (image / 255.0) ** 2.2 * np.array(LAMPS[lamp]) * ramp
        light = np.maximum(light @ (1.3 * np.eye(3) - 0.1), 0)
        light *= 0.35 / np.quantile(light @ [0.07, 0.72, 0.21], 0.9)
        return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)

    wrong, told, _ = checked("19x19, crowded", lit)
    most_wrong, most_told = KNOWN.get(lamp, (0, 0))
    assert wrong <= most_wrong
    assert told <= most_told
