"""Finding the grid in rendered pictures of every kind, and refusing what is no whole board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.detect import find_grid
from calibration.follow import follow
from vision.frame import Image
from vision.grid import Grid, NoGrid
from vision.network import Network
from vision.picture import read_picture

PICTURES = Path(__file__).parent.parent / "pictures"
# Scenes by their number; those that were asked for by kind are in tests/vision/test_kinds_of_picture.
ENTRIES: list[dict[str, Any]] = [
    e for e in json.loads((PICTURES / "manifest.json").read_text()) if len(e["file"]) == len("04.jpg")
]
BOARDS = [pytest.param(e, id=e["kind"]) for e in ENTRIES if e["size"]]
OTHERS = [pytest.param(e, id=e["kind"]) for e in ENTRIES if not e["size"]]


def picture(name: str) -> Image:
    return read_picture(PICTURES / name)


def error(grid: Grid, corners: Any) -> float:
    """The worst corner's distance in cells, in the best of the four turns."""
    truth = np.array(corners, float)
    turned = [np.roll(truth, k, axis=0) for k in range(4)]
    return float(min(np.linalg.norm(grid.corners - way, axis=1).max() for way in turned) / grid.cell)


@pytest.mark.parametrize("entry", BOARDS)
def test_the_grid_is_found_with_its_size(entry: dict[str, Any]) -> None:
    grid = find_grid(picture(entry["file"]))
    assert isinstance(grid, Grid), grid.reason
    assert grid.size == entry["size"]
    assert error(grid, entry["corners"]) < 0.25


@pytest.mark.parametrize("entry", OTHERS)
def test_what_is_no_whole_board_is_refused_with_a_reason(entry: dict[str, Any]) -> None:
    found = find_grid(picture(entry["file"]))
    assert isinstance(found, NoGrid)
    assert found.reason


LAMPS = {"red": (0.02, 0.05, 1.0), "green": (0.05, 1.0, 0.05), "blue": (1.0, 0.06, 0.02), "pink": (0.8, 0.04, 1.0)}


@pytest.mark.parametrize("lamp", LAMPS)
def test_the_grid_is_found_under_a_coloured_lamp_that_drives_a_channel_into_its_end(lamp: str) -> None:
    entry = next(e for e in ENTRIES if e["file"] == "26.jpg")
    light = (picture("26.jpg") / 255.0) ** 2.2 * np.array(LAMPS[lamp])
    # Exposed for what the eye sees (Rec. 709), as cameras do.
    light *= 0.35 / np.quantile(light @ [0.07, 0.72, 0.21], 0.9)
    grid = find_grid((np.clip(light, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8))
    assert isinstance(grid, Grid), grid.reason
    assert grid.size == entry["size"]
    assert error(grid, entry["corners"]) < 0.3


def test_first_corner_is_nearest_the_top_left_and_the_rest_go_clockwise() -> None:
    grid = find_grid(picture("15.jpg"))
    assert isinstance(grid, Grid)
    distances = np.hypot(*grid.corners.T)
    assert distances.argmin() == 0
    sides = np.roll(grid.corners, -1, axis=0) - grid.corners
    turns = np.roll(sides, -1, axis=0)
    assert (sides[:, 0] * turns[:, 1] - sides[:, 1] * turns[:, 0] > 0).all()


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_a_turned_picture_shows_the_same_board(quarter: int) -> None:
    entry = next(e for e in ENTRIES if e["file"] == "04.jpg")
    image = np.ascontiguousarray(np.rot90(picture("04.jpg"), quarter))
    grid = find_grid(image)
    assert isinstance(grid, Grid)
    assert grid.size == entry["size"]
    width = picture("04.jpg").shape[1]
    height = picture("04.jpg").shape[0]
    corners = np.array(entry["corners"])
    for _ in range(quarter):
        corners = np.stack([corners[:, 1], width - 1 - corners[:, 0]], axis=1)
        width, height = height, width
    assert error(grid, corners) < 0.25


@pytest.mark.parametrize("scale", [0.5, 2.5], ids=["320 pixels wide", "1600 pixels wide"])
def test_size_of_the_picture_does_not_matter(scale: float) -> None:
    entry = next(e for e in ENTRIES if e["file"] == "04.jpg")
    image = cv2.resize(picture("04.jpg"), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grid = find_grid(np.asarray(image, np.uint8))
    assert isinstance(grid, Grid)
    assert error(grid, np.array(entry["corners"]) * scale) < 0.25


def test_a_size_that_does_not_fit_is_refused_and_an_impossible_one_is_an_error() -> None:
    found = find_grid(picture("17.jpg"), 19)
    assert isinstance(found, NoGrid)
    with pytest.raises(ValueError, match="5 to 25"):
        find_grid(picture("17.jpg"), 3)


@pytest.mark.parametrize(
    ("name", "size"), [*(("04.jpg", n) for n in (9, 13, 17, 23, 25)), *(("10.jpg", n) for n in (9, 13, 17, 23, 25))]
)
def test_no_smaller_board_is_seen_within_a_larger_one(name: str, size: int) -> None:
    found = find_grid(picture(name), size)
    assert isinstance(found, NoGrid)
    assert found.reason == f"a board of 19 lines, not of {size}"


@pytest.mark.parametrize("value", [0, 128, 255])
def test_a_blank_picture_holds_no_board(value: int) -> None:
    assert isinstance(find_grid(np.full((480, 640, 3), value, np.uint8)), NoGrid)


def test_noise_holds_no_board() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (480, 640, 3)).astype(np.uint8)
    assert isinstance(find_grid(noise), NoGrid)


def test_a_board_at_rest_is_followed_as_the_same_object() -> None:
    image = picture("04.jpg")
    grid = find_grid(image)
    assert isinstance(grid, Grid)
    assert follow(grid, image) is grid


@pytest.mark.parametrize(("turn", "shift"), [(4.0, (9.0, -7.0)), (-12.0, (30.0, 20.0))], ids=["bumped", "pushed"])
def test_a_moved_board_is_followed_with_its_orientation(turn: float, shift: tuple[float, float]) -> None:
    image = picture("26.jpg")
    grid = find_grid(image)
    assert isinstance(grid, Grid)
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 0.9)
    matrix[:, 2] = matrix[:, 2] + shift
    moved = np.asarray(cv2.warpAffine(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    found = follow(grid, moved)
    assert isinstance(found, Grid)
    expected = cv2.transform(grid.corners[None], matrix)[0]
    assert np.linalg.norm(found.corners - expected, axis=1).max() < 0.25 * grid.cell


def test_a_board_that_was_taken_away_is_not_followed() -> None:
    grid = find_grid(picture("26.jpg"))
    assert isinstance(grid, Grid)
    assert isinstance(follow(grid, picture("34.jpg")), NoGrid)


def looks(image: Image, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many times a network looks at a picture until it is decided whether there is a board."""
    counted = 0
    run = Network.run

    def counting(network: Network, seen: Image) -> np.ndarray:
        nonlocal counted
        counted += 1
        return run(network, seen)

    monkeypatch.setattr(Network, "run", counting)
    assert isinstance(find_grid(image), NoGrid)
    return counted


@pytest.mark.parametrize("name", ["51.jpg", "34.jpg", "44.jpg"])
def test_a_picture_without_a_whole_board_is_soon_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that sees no board is searched again and again; a look takes about a fortieth of a second."""
    assert looks(picture(name), monkeypatch) <= 12
