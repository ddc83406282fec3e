"""Where a board has gone since its grid was last made sure of: its marks followed from picture to picture.

Method: corners of lines and stones on the board are tracked from the picture in which the grid was fitted to the
present one (Lucas and Kanade 1981, in pyramids), there and back, and one homography that most of them share
(RANSAC) says how the board or the camera moved. Always from that picture, never from step to step, so that errors
do not add up. Arms, and stones that came or went, are outvoted.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.grid import Grid
from vision.shrinking import grey, halvings

CELL = 11.0
"""Pixels from line to line in the small pictures that are compared."""
MOST, LEAST = 100, 20
"""Marks to follow, and how many must agree."""
AGREE = 0.6
"""Share of the marks that were found again which must move together."""
STILL = 0.25
"""Pixels, in the small picture, that a mark could have gone at most where it looks as it did."""
WINDOW = (17, 17)
"""Pixels round a mark that are compared."""
THERE_AND_BACK = 0.7
"""Pixels, in the small picture, by which a mark may miss itself when it is tracked back."""

Floats = NDArray[np.float32]


class Tracker:
    """Follows one board."""

    def __init__(self) -> None:
        self._grid: Grid | None = None
        self._scale = 1.0
        self._picture: Image | None = None
        self._marks: Floats | None = None
        self._places: Floats | None = None
        self._slopes: Floats | None = None

    def anchor(self, grid: Grid, image: Image) -> None:
        """The grid is sure in this picture."""
        self._grid = grid
        self._scale = min(1.0, CELL / grid.cell)
        self._picture = self._small(image)
        n = grid.size
        rim = grid.pixels_of([[-0.5, -0.5], [-0.5, n - 0.5], [n - 0.5, n - 0.5], [n - 0.5, -0.5]]) * self._scale
        mask = np.zeros(self._picture.shape, np.uint8)
        cv2.fillConvexPoly(mask, rim.astype(np.int32), (255,))
        found = cv2.goodFeaturesToTrack(self._picture, MOST, 0.02, 0.9 * self._scale * grid.cell, mask=mask)
        self._marks = np.asarray(found, np.float32) if found is not None and len(found) >= LEAST else None
        self._places = self._marks
        if self._marks is not None:
            across = cv2.absdiff(self._picture[:-1, 1:], self._picture[:-1, :-1])
            down = cv2.absdiff(self._picture[1:, :-1], self._picture[:-1, :-1])
            self._slopes = _around(np.asarray(cv2.addWeighted(across, 0.5, down, 0.5, 0), np.uint8), self._marks)

    def track(self, image: Image, half: Image | None = None) -> Grid | None:
        """The grid in this picture, (H, W, 3); None where that cannot be said.

        `half` is the same in grey and half as large, where that is known already.
        """
        if self._grid is None or self._picture is None or self._marks is None or self._places is None:
            return None
        now = self._small(image, half)
        if now.shape != self._picture.shape:
            return None
        if self._is_still(now):
            self._places = self._marks
            return self._grid
        there, ok = _flow(self._picture, now, self._marks, self._places)
        back, ok_back = _flow(now, self._picture, there, self._marks)
        missed = np.linalg.norm((back - self._marks)[:, 0], axis=1)
        good = ok & ok_back & (missed < THERE_AND_BACK)
        if good.sum() < LEAST:
            self._places = self._marks
            return None
        way, agreeing = cv2.findHomography(self._marks[good], there[good], cv2.RANSAC, 1.0)
        if way is None or agreeing.sum() < max(LEAST, AGREE * good.sum()):
            self._places = self._marks
            return None
        places = cv2.perspectiveTransform(self._marks, way)
        self._places = np.asarray(places, np.float32)
        corners = cv2.perspectiveTransform((self._grid.corners[:, None] * self._scale), way)[:, 0] / self._scale
        try:
            return Grid(self._grid.size, np.asarray(corners, np.float64), self._grid.lens)
        except ValueError:
            return None

    def _is_still(self, now: Image) -> bool:
        """Whether most marks look as they did, so far that they cannot have gone: that is seen sooner than tracked."""
        assert self._picture is not None
        assert self._marks is not None
        assert self._slopes is not None
        differ = _around(np.asarray(cv2.absdiff(now, self._picture), np.uint8), self._marks)
        still = int((differ < STILL * self._slopes).sum())
        return still >= max(LEAST, AGREE * len(self._marks))

    def _small(self, image: Image, half: Image | None = None) -> Image:
        height, width = image.shape[:2]
        size = (max(16, round(width * self._scale)), max(16, round(height * self._scale)))
        # From less than twice the size on, nothing aliases that matters, and averaging would take ten times as long.
        small = cv2.resize(grey(image, halvings(image.shape, 1.0, 2 * self._scale), half), size)
        # Brightness against that of the surroundings: light that changes is no motion.
        around = cv2.blur(small, (31, 31))
        return np.asarray(cv2.divide(small, around + 4, scale=110), np.uint8)


def _around(picture: Image, marks: Floats) -> Floats:
    """The mean of a grey picture round each of the marks, (M, 1, 2)."""
    mean = cv2.blur(picture.astype(np.float32), WINDOW)
    rows, cols = (np.clip(np.rint(marks[:, 0, axis]).astype(int), 0, mean.shape[1 - axis] - 1) for axis in (1, 0))
    return np.asarray(mean[rows, cols], np.float32)


def _flow(before: Image, after: Image, marks: Floats, guess: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Where marks, (M, 1, 2), of one picture lie in another, and which were found."""
    there, ok, _ = cv2.calcOpticalFlowPyrLK(
        before, after, marks, guess.copy(), winSize=WINDOW, maxLevel=3, flags=cv2.OPTFLOW_USE_INITIAL_FLOW
    )
    return np.asarray(there, np.float32), np.asarray(ok[:, 0] > 0, np.bool_)
