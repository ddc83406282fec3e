"""A film (or a last picture) of what was seen, to look at."""

from __future__ import annotations

from pathlib import Path

import cv2

from recorder.atomic import write_atomically
from vision.frame import Frame, Image
from vision.grid import Grid
from vision.overlay import beside, board_picture, overlay
from vision.reading import Reading

PICTURES = (".jpg", ".jpeg", ".png", ".webp")
FILMS = {".mp4": "mp4v", ".m4v": "mp4v", ".mov": "mp4v", ".mkv": "mp4v", ".avi": "MJPG"}
RATE = 5.0  # frames per second of the film
HEIGHT = 720  # pixels; a larger picture is made smaller


class OverlayFilm:
    """Draws the grid and the reading on the frames, with the position beside them.

    Parameters
    ----------
    path : Path
        The ending says whether it is a film (mp4, m4v, mov, mkv, avi) or a picture of the last frame.

    Raises
    ------
    ValueError
        Where the ending is none of these.
    """

    def __init__(self, path: Path) -> None:
        ending = path.suffix.lower()
        if ending not in PICTURES and ending not in FILMS:
            raise ValueError(f"an overlay is a film or a picture: {path} should end in .mp4 or .jpg")
        self.path = path
        self._code = FILMS.get(ending)
        self._writer: cv2.VideoWriter | None = None
        self._size = (0, 0)
        self._frames = 0
        self._last: Image | None = None

    def add(self, frame: Frame, grid: Grid | None, reading: Reading | None) -> None:
        """Take a frame and what was seen in it; raises OSError where no film can be written."""
        if self._code is not None and self._last is not None:
            # What was shown before stays until now, so that the film runs as long as its source.
            self._repeat(self._last, until=frame.time)
        drawn = overlay(frame.image, grid, reading, f"{frame.time:.1f} s")
        if reading is not None:
            drawn = beside(drawn, board_picture(reading))
        self._last = _fitted(drawn)

    def _repeat(self, image: Image, until: float) -> None:
        while self._frames < until * RATE:
            self._write(image)

    def _write(self, image: Image) -> None:
        if self._writer is None:
            # The first frames may have no board yet: room for it is kept beside them.
            height, width = image.shape[:2]
            width += height if self._frames == 0 and width < 1.9 * height else 0
            self._size = (width - width % 2, height - height % 2)
            code = cv2.VideoWriter.fourcc(*(self._code or ""))
            self._writer = cv2.VideoWriter(str(self.path), code, RATE, self._size)
            if not self._writer.isOpened():
                raise OSError(None, "no film of this kind can be written here", str(self.path))
        self._writer.write(_padded(image, self._size))
        self._frames += 1

    def close(self) -> None:
        """Finish the file; raises OSError where it cannot be written."""
        if self._last is None:
            return
        if self._code is None:
            content = cv2.imencode(self.path.suffix.lower(), self._last)[1].tobytes()
            write_atomically(self.path, content)
        else:
            self._write(self._last)
            if self._writer is not None:
                self._writer.release()
                # OpenCV keeps a full disk to itself: only the film says whether it is one.
                film = cv2.VideoCapture(str(self.path))
                whole = film.isOpened()
                film.release()
                if not whole:
                    raise OSError(None, "it could not be finished; is the disk full?", str(self.path))
        self._last = None


def _fitted(image: Image) -> Image:
    height, width = image.shape[:2]
    if height <= HEIGHT:
        return image
    smaller = cv2.resize(image, (round(width * HEIGHT / height), HEIGHT), interpolation=cv2.INTER_AREA)
    return smaller.astype(image.dtype)


def _padded(image: Image, size: tuple[int, int]) -> Image:
    """The picture in the upper left of one of this size (width, height), made smaller where it is too large."""
    width, height = size
    scale = min(1.0, width / image.shape[1], height / image.shape[0])
    if scale < 1:
        fitting = (min(width, round(image.shape[1] * scale)), min(height, round(image.shape[0] * scale)))
        image = cv2.resize(image, fitting, interpolation=cv2.INTER_AREA).astype(image.dtype)
    below, right = height - image.shape[0], width - image.shape[1]
    return cv2.copyMakeBorder(image, 0, below, 0, right, cv2.BORDER_CONSTANT).astype(image.dtype)
