"""The overlay runs as long as its source and shows what was seen."""

from __future__ import annotations

import resource
import signal
from pathlib import Path

import cv2
import numpy as np
import pytest

from recorder.overlay_film import RATE, OverlayFilm
from vision.frame import Frame
from vision.grid import Grid
from vision.overlay import board_picture
from vision.reading import Reading

GRID = Grid(9, np.array([[80, 60], [240, 60], [240, 220], [80, 220]], float))


def frame(time: float, index: int) -> Frame:
    return Frame(np.full((240, 320, 3), 90, np.uint8), time, index)


def reading(time: float, index: int) -> Reading:
    chances = np.zeros((9, 9, 3), np.float32)
    chances[..., 0] = 1
    chances[0, 0] = (0, 0, 1)  # a white stone on the record's first point
    return Reading(chances, np.ones((9, 9), bool), np.zeros((9, 9, 2), np.float32), time, index)


def frames_of(path: Path) -> list[np.ndarray]:
    capture = cv2.VideoCapture(str(path))
    frames = []
    while True:
        ok, image = capture.read()
        if not ok:
            break
        frames.append(image)
    capture.release()
    return frames


def test_a_film_lasts_as_long_as_its_source_whatever_frames_were_looked_at(tmp_path: Path) -> None:
    film = OverlayFilm(tmp_path / "o.mp4")
    for index, time in enumerate([0.0, 0.2, 0.4, 3.0, 3.05, 6.0]):
        film.add(frame(time, index), GRID, reading(time, index))
    film.close()
    assert len(frames_of(tmp_path / "o.mp4")) == round(6.0 * RATE) + 1


def test_the_board_stands_beside_the_picture_once_it_is_found(tmp_path: Path) -> None:
    film = OverlayFilm(tmp_path / "o.avi")
    film.add(frame(0.0, 0), None, None)
    film.add(frame(1.0, 1), GRID, reading(1.0, 1))
    film.close()
    first, *_, last = frames_of(tmp_path / "o.avi")
    assert first.shape == last.shape == (240, 560, 3)
    assert first[:, 330:].max() < 30
    assert last[:, 330:].max() > 200
    white, empty = last[60, 80].mean(), last[100, 110].mean()
    assert white > 180 > empty


def test_a_picture_shows_the_last_frame(tmp_path: Path) -> None:
    film = OverlayFilm(tmp_path / "o.png")
    film.add(frame(0.0, 0), None, None)
    film.add(frame(1.0, 1), GRID, reading(1.0, 1))
    film.close()
    image = cv2.imread(str(tmp_path / "o.png"))
    assert image is not None
    assert image[60, 80].mean() > 180


def test_nothing_seen_makes_no_file(tmp_path: Path) -> None:
    OverlayFilm(tmp_path / "o.mp4").close()
    assert not list(tmp_path.iterdir())


def test_an_ending_that_is_no_film_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.mp4"):
        OverlayFilm(tmp_path / "o.txt")


def test_a_film_that_could_not_be_written_to_its_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cut.mp4"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    noise = np.random.default_rng(1).integers(0, 256, (240, 320, 3), np.uint8)
    film = OverlayFilm(path)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # what a full disk is like
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, before[1]))
    try:
        for n in range(10):
            film.add(Frame(noise, n / RATE, n), GRID, None)
        with pytest.raises(OSError, match="disk full"):
            film.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.parametrize("size", [9, 19])
def test_the_position_beside_the_picture_bears_the_names_that_are_used_of_its_points(size: int) -> None:
    chances = np.full((size, size, 3), 0.005, np.float32)
    chances[..., 0] = 0.99
    empty = Reading(chances, np.ones((size, size), np.bool_), np.zeros((size, size, 2), np.float32), 0.0, 0)
    board = board_picture(empty, 720).min(axis=2)
    cell = 720 / (size + 1)
    for i in range(size):
        middle, edge = round((i + 1) * cell), round(cell / 2)
        across = slice(middle - edge, middle + edge)
        for place in (board[: edge - 2, across], board[across, : edge - 2], board[across, 720 - edge + 2 :]):
            assert place.min() < 0.7 * place.max(), f"nothing stands at line {i}"
