"""The sample film and photos are what their truth says they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from sgfmill import boards, sgf

SAMPLES = Path(__file__).parents[2] / "samples"
PHOTOS = json.loads((SAMPLES / "photos.json").read_text())


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SAMPLES / "game.json").read_text())
    return found


def brightness(image: NDArray[np.uint8], corners: list[list[float]], size: int) -> NDArray[np.float64]:
    """Mean brightness (size, size) round every point of a picture of a board."""
    side = 24 * (size - 1)
    ideal = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) + 24
    to_flat = cv2.getPerspectiveTransform(np.array(corners, np.float32), ideal)
    flat = cv2.warpPerspective(image, to_flat, (side + 48, side + 48)).mean(axis=2)
    spots = [[flat[24 * r + 18 : 24 * r + 31, 24 * c + 18 : 24 * c + 31] for c in range(size)] for r in range(size)]
    return np.array([[spot.mean() for spot in row] for row in spots])


def shows(image: NDArray[np.uint8], corners: list[list[float]], rows: list[str]) -> bool:
    """Whether black stones are darker and white ones (but for a few in the shade) brighter than what is round them."""
    light = brightness(image, corners, len(rows))
    kinds = np.array([list(row) for row in rows])
    bare = cv2.blur(np.where(kinds == ".", light, 0), (7, 7), borderType=cv2.BORDER_CONSTANT)
    shade = bare / (cv2.blur((kinds == ".").astype(float), (7, 7), borderType=cv2.BORDER_CONSTANT) + 1e-9)
    black, white = (light / shade)[kinds == "X"], (light / shade)[kinds == "O"]
    return bool(black.max() < 0.75 and white.min() > 0.9 and np.median(white) > 1.15)


def test_film_can_be_read_and_is_as_long_as_told(truth: dict[str, Any]) -> None:
    film = SAMPLES / "game.mp4"
    assert film.stat().st_size < 8_000_000
    video = cv2.VideoCapture(str(film))
    count, image = 0, None
    while (got := video.read())[0]:
        count, image = count + 1, got[1]
    assert image is not None
    assert count == round(truth["duration"] * truth["fps"])
    assert [image.shape[1], image.shape[0]] == truth["frame_size"]
    assert shows(np.asarray(image, np.uint8), truth["corners"], truth["final_position"])


def test_record_of_the_film_is_its_truth(truth: dict[str, Any]) -> None:
    game = sgf.Sgf_game.from_bytes((SAMPLES / "game.sgf").read_bytes())
    board, taken = boards.Board(19), []
    moves = [node.get_move() for node in game.get_main_sequence()[1:]]
    for colour, (row, col) in moves:
        before = len(board.list_occupied_points())
        board.play(row, col, colour)
        taken.append(before + 1 - len(board.list_occupied_points()))
    assert [(c.upper(), f"{chr(97 + col)}{chr(97 + 18 - row)}") for c, (row, col) in moves] == [
        (m["colour"], m["point"]) for m in truth["main_line"]
    ]
    assert len(moves) >= 40
    assert sum(n > 0 for n in taken) >= 3
    assert max(taken) > 1  # taken off one after the other
    rows = ["".join({"b": "X", "w": "O", None: "."}[board.get(18 - r, c)] for c in range(19)) for r in range(19)]
    assert rows == truth["final_position"]


@pytest.mark.parametrize("entry", PHOTOS, ids=[entry["file"] for entry in PHOTOS])
def test_photo_shows_its_position(entry: dict[str, Any]) -> None:
    image = cv2.imread(str(SAMPLES / entry["file"]))
    assert image is not None
    assert [image.shape[1], image.shape[0]] == entry["image_size"]
    assert shows(np.asarray(image, np.uint8), entry["corners"], entry["position"])
