"""Which points of the board look otherwise than a moment ago, and which look as they did when they were read."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.grid import Grid, Lens
from vision.light import Light, median
from vision.shrinking import grey, halvings

Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]

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
        Points that differ from the frame in which they were kept last, and from that in which they were kept as free.
    free : ndarray of shape (n, n), bool
        Points that look as they did when they were kept as free.
    """

    moving: Mask
    changed: Mask
    free: Mask


class ChangeWatch:
    """Compares small flat views of one board.

    Parameters
    ----------
    grid : Grid
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._sight: _Sight | None = None
        self._last: Floats | None = None
        n = grid.size
        # What a point looked like when it was kept as free, and when as covered, in the light of the first picture
        # that was kept; nan: never.
        self._free, self._covered = np.full((2, n * FINE, n * FINE), np.nan, np.float32)

    def look(self, image: Image, half: Image | None = None) -> Change:
        """What changed in this picture, (H, W, 3); everything, where there was none before.

        `half` is the same in grey and half as large, where that is known already.
        """
        n = self._grid.size
        view, last = self._flat(image, half), self._last
        self._last = view
        if last is None:
            moving = np.ones((n, n), np.bool_)
        else:
            differs = self._difference(view, last, self._gain(view, last))
            moving = differs > _least(differs)
        gain = self._gain(view, self._free)
        from_free = self._difference(view, self._free, gain)
        differs = np.minimum(from_free, self._difference(view, self._covered, gain))
        least = _least(differs)
        return Change(moving, differs > least, from_free <= least)

    def move_to(self, grid: Grid) -> None:
        """The board is here from now on; later pictures are still compared with those of before, point by point."""
        self._grid = grid

    def keep(self, points: Mask | None = None, free: Mask | None = None) -> None:
        """Compare later pictures with the last one looked at.

        Parameters
        ----------
        points : ndarray of shape (n, n), bool, optional
            Where; everywhere without it.
        free : ndarray of shape (n, n), bool, optional
            Where nothing covers the point; everywhere without it. A point that is covered still counts as free when
            it looks again as it did before, unless it looks so now.
        """
        if self._last is None:
            return
        n, now = self._grid.size, self._last
        everywhere = np.ones((n, n), np.bool_)
        points = everywhere if points is None else points
        free = everywhere if free is None else free
        covered = _fine(points & ~free)
        gain = self._gain(now, self._free)
        differs = self._difference(now, self._free, gain)
        unlike = _fine(differs > _least(differs))
        now = now * gain
        self._free[covered & ~unlike] = np.nan
        self._covered[covered] = now[covered]
        plain = _fine(points & free)
        self._free[plain] = now[plain]

    def _flat(self, image: Image, half: Image | None) -> Floats:
        if self._sight is None or not self._sight.serves(self._grid, image):
            self._sight = _Sight(self._grid, image.shape)
        return self._sight.flat(image, half)

    def _gain(self, view: Floats, before: Floats) -> Floats:
        assert self._sight is not None
        return self._sight.light.gain(view, before)

    def _difference(self, view: Floats, before: Floats, gain: Floats) -> Floats:
        """By how many grey levels each point differs, (n, n); infinite where nothing is known of before."""
        difference = np.abs(view - before / gain)
        cells = cv2.resize(difference, (self._grid.size, self._grid.size), interpolation=cv2.INTER_AREA)
        return np.where(np.isnan(cells), np.float32(np.inf), cells)


def _least(differences: Floats) -> float:
    """By how much a point must differ to be another than before: noise differs everywhere."""
    usual = float(median(differences.ravel()))
    return max(LEAST, 3.0 * usual) if np.isfinite(usual) else LEAST


def _fine(mask: Mask) -> Mask:
    return np.repeat(np.repeat(mask, FINE, axis=0), FINE, axis=1)


class _Sight:
    """A small flat view of one grid in pictures of one shape."""

    def __init__(self, grid: Grid, shape: tuple[int, ...]) -> None:
        self._grid, self._shape = grid, shape
        self._times = halvings(shape, grid.cell, 2.0 * FINE)
        scale = 0.5**self._times
        lens = grid.lens
        near = Lens(lens.k1, (lens.centre[0] * scale, lens.centre[1] * scale), lens.radius * scale) if lens else None
        self._near = Grid(grid.size, grid.corners * scale, near)
        self.light = Light(self._near)

    def serves(self, grid: Grid, image: Image) -> bool:
        """Whether this is the view of that grid in that picture."""
        return grid is self._grid and image.shape == self._shape

    def flat(self, image: Image, half: Image | None) -> Floats:
        """The board of n lines in grey, (n * FINE, n * FINE)."""
        small = grey(image, self._times, half)
        return self._near.flatten(small, FINE, 0.5, self._grid.size).astype(np.float32)
