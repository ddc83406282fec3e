"""Reading the stones of rendered pictures, in every light."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.lens import lens_for
from vision.frame import Image
from vision.grid import Grid
from vision.overlay import SURE
from vision.picture import read_picture
from vision.reader import Reader
from vision.reading import Reading

PICTURES = Path(__file__).parent.parent / "pictures"
# Scenes by their number; those that were asked for by kind are in test_kinds_of_picture.
ENTRIES: dict[str, dict[str, Any]] = {
    e["file"]: e for e in json.loads((PICTURES / "manifest.json").read_text()) if len(e["file"]) == len("04.jpg")
}


def hand_in(name: str) -> bool:
    """Whether a hand is over the board."""
    return "hand" in ENTRIES[name]["kind"]


STRAIGHT = [n for n, e in ENTRIES.items() if e["size"] and "lens" not in e["kind"]]


def picture(name: str) -> Image:
    return read_picture(PICTURES / name)


def true_grid(name: str) -> Grid:
    return Grid(ENTRIES[name]["size"], np.array(ENTRIES[name]["corners"], float))


def mistakes(name: str, reading: Reading) -> NDArray[np.bool_]:
    """Which points that can be seen, (n, n), are read wrong."""
    entry = ENTRIES[name]
    truth = np.array([[".XO".index(c) for c in row] for row in entry["position"]])
    covered = np.array([[c == "#" for c in row] for row in entry["covered"]])
    return np.asarray((reading.colours != truth) & ~covered)


def wrong(name: str, image: Image, turns: int = 1) -> int:
    """How many points that can be seen are read wrong."""
    return int(mistakes(name, Reader(turns).read_image(image, true_grid(name))).sum())


@pytest.mark.parametrize("name", [pytest.param(n, id=ENTRIES[n]["kind"]) for n in STRAIGHT if not hand_in(n)])
def test_every_point_is_read_right(name: str) -> None:
    assert wrong(name, picture(name), turns=4) == 0


@pytest.mark.parametrize("name", [pytest.param(n, id=ENTRIES[n]["kind"]) for n in STRAIGHT if hand_in(n)])
def test_beside_a_hand_what_is_wrong_is_at_least_unsure(name: str) -> None:
    reading = Reader(4).read_image(picture(name), true_grid(name))
    missed = mistakes(name, reading)
    assert missed.sum() <= 5
    assert not (missed & reading.seen & (reading.confidence >= SURE)).any()


LIGHTS = {
    "red": (0.05, 0.1, 1.0),
    "orange": (0.05, 0.4, 1.0),
    "yellow": (0.05, 0.9, 1.0),
    "green": (0.1, 1.0, 0.1),
    "cyan": (1.0, 0.9, 0.05),
    "blue": (1.0, 0.15, 0.05),
    "violet": (1.0, 0.1, 0.45),
    "pink": (0.7, 0.2, 1.0),
}


@pytest.mark.parametrize("light", LIGHTS)
def test_coloured_light_changes_nothing(light: str) -> None:
    linear = (picture("04.jpg") / 255.0) ** 2.2 * np.array(LIGHTS[light])
    image = (np.clip(linear, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
    assert wrong("04.jpg", image) == 0


def spoilt(kind: str) -> Image:
    """Picture 04 as a poor camera or a bad lamp would show it."""
    image = picture("04.jpg").astype(np.float64)
    rng = np.random.default_rng(7)
    width = image.shape[1]
    if kind == "dark":
        image = image * 0.15 + rng.normal(0, 2, image.shape)
    elif kind == "noise":
        image = image + rng.normal(0, 14, image.shape)
    elif kind == "blur":
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.8), np.float64)
    elif kind == "shadow":
        image[:, : width // 2] *= 0.45
    elif kind == "gradient":
        image *= np.linspace(0.35, 1.1, width)[None, :, None]
    elif kind == "bright":
        image = image * 1.35
    return np.clip(image, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("kind", ["dark", "noise", "blur", "shadow", "gradient", "bright"])
def test_a_poor_picture_is_read_nearly_as_well(kind: str) -> None:
    assert wrong("04.jpg", spoilt(kind), turns=4) <= 1


def test_points_under_hands_are_said_to_be_hidden() -> None:
    hidden = np.array([[c == "#" for c in row] for row in ENTRIES["12.jpg"]["covered"]])
    seen = Reader().read_image(picture("12.jpg"), true_grid("12.jpg")).seen
    assert (~seen[hidden]).mean() > 0.8
    assert seen[~hidden].mean() > 0.95


def test_chances_sum_to_one_and_time_is_the_frames() -> None:
    reading = Reader().read_image(picture("17.jpg"), true_grid("17.jpg"), time=3.5, index=35)
    assert reading.size == 9
    assert np.allclose(reading.chances.sum(axis=2), 1, atol=1e-5)
    assert (reading.time, reading.index) == (3.5, 35)


def test_turning_the_board_turns_the_reading_and_its_offsets() -> None:
    grid = true_grid("47.jpg")
    upright = Reader(4).read_image(picture("47.jpg"), grid)
    turned = Reader(4).read_image(picture("47.jpg"), grid.turned(1))
    assert (np.rot90(upright.colours) == turned.colours).all()
    # What lay to the right of its point lies above it once the right side has become the top.
    assert np.abs(np.rot90(upright.offsets)[..., 0] + turned.offsets[..., 1]).max() < 0.1


def test_a_lens_is_undone_before_reading() -> None:
    """A picture bent by a lens reads as before with the grid that knows the lens."""
    image = picture("04.jpg")
    height, width = image.shape[:2]
    lens = lens_for(-0.12, (height, width))
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    ideal = lens.undistort(np.stack([x.ravel(), y.ravel()], 1)).astype(np.float32).reshape(height, width, 2)
    bent = np.asarray(
        cv2.remap(image, ideal[..., 0], ideal[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    straight = true_grid("04.jpg")
    grid = Grid(19, lens.distort(straight.corners), lens)
    truth = Reader(4).read_image(image, straight).colours
    assert (Reader(4).read_image(bent, grid).colours == truth).mean() > 0.997


@pytest.mark.parametrize("turns", [0, 3, 5])
def test_other_numbers_of_turns_are_refused(turns: int) -> None:
    with pytest.raises(ValueError, match="1, 2 or 4"):
        Reader(turns)
