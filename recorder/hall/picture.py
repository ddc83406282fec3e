"""Pictures as people get them: small JPEGs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np

from vision.frame import Frame, Image
from vision.grid import Grid

QUALITY = 80
MARGIN = 1.2
"""Cells round the outermost lines that stay in a picture of the board: the board's edge and what leans over it."""


def to_jpeg(image: Image, width: int) -> bytes:
    """A picture as JPEG, made smaller where it is wider than `width` pixels."""
    return _encoded(_small(image, width))


class BoardPicture(NamedTuple):
    """A small picture of the board alone.

    Attributes
    ----------
    time : float
        Source time in seconds.
    jpeg : bytes
    grid : Grid
        Where the lines are in it.
    """

    time: float
    jpeg: bytes
    grid: Grid

    def marked(self, points: Iterable[tuple[int, int]]) -> bytes:
        """The JPEG with a ring round each of these points (row, col)."""
        where = list(points)
        if not where:
            return self.jpeg
        image = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        radius = max(round(self.grid.cell * 0.6), 4)
        for x, y in np.round(self.grid.pixels_of(np.array(where, np.float64))).astype(int):
            for colour, thickness in (((0, 0, 0), 4), ((0, 220, 255), 2)):
                cv2.circle(image, (int(x), int(y)), radius, colour, thickness, cv2.LINE_AA)
        return _encoded(np.asarray(image, np.uint8))


def board_picture(frame: Frame, grid: Grid, width: int = 640) -> BoardPicture | None:
    """The board alone, of `width` pixels at most: what is round it, people's faces, is blackened.

    None where the board is out of the picture.
    """
    low_end, high_end = -MARGIN, grid.size - 1 + MARGIN
    ends = [[low_end, low_end], [low_end, high_end], [high_end, high_end], [high_end, low_end]]
    corners = grid.pixels_of(np.array(ends))
    height, wide = frame.image.shape[:2]
    low = np.clip(np.floor(corners.min(axis=0)), 0, [wide, height]).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)) + 1, 0, [wide, height]).astype(int)
    if (high - low < 2).any():
        return None
    part = frame.image[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners - low).astype(np.int32), 255)
    scale = min(width / part.shape[1], 1.0)
    small = _small(np.asarray(cv2.bitwise_and(part, part, mask=mask), np.uint8), width)
    # The lens is left out: over so small a picture it shifts a ring by less than a stone.
    return BoardPicture(frame.time, _encoded(small), Grid(grid.size, (grid.corners - low) * scale))


def _small(image: Image, width: int) -> Image:
    scale = width / image.shape[1]
    if scale >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _encoded(image: Image) -> bytes:
    ok, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return coded.tobytes() if ok else b""
