"""Which points of the board look otherwise than a moment ago: motion, and whether a new reading is needed."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.grid import Grid, Lens

Mask = NDArray[np.bool_]

FINE = 4
"""Pixels of the thumbnail to a cell."""
LEAST = 4.0
"""Grey levels, of 256, by which a point must differ."""


@dataclass(frozen=True, eq=False)
class Change:
    """What changed on a board of n lines.

    Attributes
    ----------
    moving : ndarray of shape (n, n), bool
        Points that differ from the frame before: something moves there.
    changed : ndarray of shape (n, n), bool
        Points that differ from the frame last kept.
    """

    moving: Mask
    changed: Mask


class ChangeWatch:
    """Compares small flat views of one board.

    Parameters
    ----------
    grid : Grid
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._last: NDArray[np.float32] | None = None
        self._kept: NDArray[np.float32] | None = None
        self._thumbnail: NDArray[np.float32] | None = None

    def look(self, image: Image) -> Change:
        """What changed in this picture; everything, where there was none before."""
        n = self._grid.size
        view = self._thumbnail = self._flat(image)
        moving = self._differing(view, self._last)
        changed = self._differing(view, self._kept)
        self._last = view
        return Change(moving.reshape(n, n), changed.reshape(n, n))

    def move_to(self, grid: Grid) -> None:
        """The board is here from now on; later pictures are still compared with those of before, point by point."""
        self._grid = grid

    def keep(self) -> None:
        """Compare later pictures with the last one looked at."""
        self._kept = self._thumbnail

    def _flat(self, image: Image) -> NDArray[np.float32]:
        scale = min(1.0, FINE * 1.5 / self._grid.cell)
        height, width = image.shape[:2]
        small = cv2.resize(
            image, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA
        )
        lens = self._grid.lens
        near = Grid(
            self._grid.size,
            self._grid.corners * scale,
            Lens(lens.k1, (lens.centre[0] * scale, lens.centre[1] * scale), lens.radius * scale) if lens else None,
        )
        flat = near.flatten(np.asarray(small, np.uint8), FINE, 0.5, self._grid.size)
        return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.float32)

    def _differing(self, view: NDArray[np.float32], before: NDArray[np.float32] | None) -> Mask:
        n = self._grid.size
        if before is None:
            return np.ones((n, n), np.bool_)
        # Light that changes all over the board is no motion.
        ratio = float(np.median(view) + 1) / float(np.median(before) + 1)
        difference = np.abs(view - before * ratio)
        cells = difference.reshape(n, FINE, n, FINE).mean(axis=(1, 3))
        return np.asarray(cells > max(LEAST, 3.0 * float(np.median(cells))), np.bool_)
