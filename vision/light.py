"""How much brighter a board was before, point by point: light that changes smoothly all over it is no change.

Clouds and exposure change the whole board alike; lamps that flicker with the mains go over it in bands, since a
picture is exposed line by line, and lamps that are switched change it more on one side. Where one number for the whole
board leaves much unexplained, a smooth surface is fitted to the points, in which those that differ count little
(iteratively reweighted least squares: Huber 1964, then Geman and McClure 1987): hands and stones are no light.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.polynomial.chebyshev import chebvander
from numpy.typing import NDArray

from vision.grid import Grid

Floats = NDArray[np.float32]

PLAIN = 1.5
"""Grey levels that a point usually differs by at most where the light changed everywhere alike, or not at all."""
WAVES, BANDS = 4, 8
"""Degree of the surface across the picture and down it, one and a half waves of light; and down it where that leaves
much, three waves: narrow bands lie across. Where the plainer one will do the finer one would follow hands."""
FINER = 0.7
"""Share of what the plainer surface leaves that the finer one may leave at most to be taken; no more than `PLAIN`."""
ROUNDS = 6
TOLERANCE = 0.03
"""Share of the brightness by which a point may miss the surface and still count fully."""
MOST = 0.7
"""Natural logarithm of how much brighter a part of the board may have become, against the whole."""


def median(values: Floats) -> np.float32:
    """The value in the middle of some, (M,) with M > 0, or the mean of the two there: NumPy's, without its checks."""
    half = len(values) // 2
    if len(values) % 2:
        return np.float32(np.partition(values, half)[half])
    return np.float32(np.partition(values, (half - 1, half))[half - 1 : half + 1].mean())


class Light:
    """The light on one board.

    Parameters
    ----------
    grid : Grid
        In the picture, or in a smaller one.
    """

    def __init__(self, grid: Grid) -> None:
        n = grid.size
        places = grid.pixels_of(np.stack(np.divmod(np.arange(n * n), n), axis=1))
        low, high = places.min(axis=0), places.max(axis=0)
        x, y = np.clip(2 * (places - low) / np.maximum(high - low, 1e-6) - 1, -1, 1).T
        across, down = chebvander(x, WAVES)[:, 1:], chebvander(y, BANDS)[:, 1:]
        self._bands = np.column_stack([np.ones_like(x), across, down, x * y])
        self._waves = np.column_stack([np.ones_like(x), across, down[:, :WAVES], x * y])
        self._size = grid.size

    def gain(self, view: Floats, before: Floats) -> Floats:
        """How much brighter the board was before: one number, (1, 1), or a surface, of the views' own shape.

        By the point in the middle of all points, not by the whole: a dark sleeve over some makes the others no
        brighter.

        Parameters
        ----------
        view, before : ndarray of shape (m, m), float32
            Grey levels, the same number of them to each point of the board; nan where nothing is known.
        """
        n = self._size
        was = cv2.resize(before, (n, n), interpolation=cv2.INTER_AREA)
        now = cv2.resize(view, (n, n), interpolation=cv2.INTER_AREA)
        ratios = np.asarray((was + 1) / (now + 1), np.float32).ravel()
        known = ~np.isnan(ratios)
        if not known.any():
            return np.ones((1, 1), np.float32)
        middle = median(ratios[known])
        plain = np.full((1, 1), middle, np.float32)
        left = np.abs(now.ravel() * middle - was.ravel())[known]
        if median(left) < PLAIN:
            return plain
        surface: Floats = plain
        for shapes in (self._waves, self._bands):
            if known.sum() < 4 * shapes.shape[1]:
                break
            other: Floats = np.exp(_surface(shapes, np.log(np.maximum(ratios / middle, 1e-3)), known)) * middle
            leaves = np.abs(now.ravel() * other - was.ravel())[known]
            if surface is plain or float(median(leaves)) < min(PLAIN, FINER * float(median(left))):
                surface, left = other, leaves
        if surface is plain:
            return plain
        times = view.shape[0] // n
        side = (n + 2) * times
        # The board's rim lies beyond the points: there the light goes on as it goes between the last two.
        rimmed = np.pad(surface.reshape(n, n), 1, mode="reflect", reflect_type="odd")
        wide = cv2.resize(rimmed, (side, side), interpolation=cv2.INTER_LINEAR)
        return np.asarray(wide[times:-times, times:-times], np.float32)


def _surface(shapes: NDArray[np.float64], wanted: Floats, known: NDArray[np.bool_]) -> Floats:
    """The surface of such shapes, (n * n, S), through values (n * n,) where they are known, at all points."""
    some, values = shapes[known], wanted[known].astype(np.float64)
    fitted = np.zeros_like(values)
    for turn in range(ROUNDS):
        weights = TOLERANCE / np.maximum(np.abs(values - fitted), TOLERANCE)
        weights = weights if turn < ROUNDS // 2 else weights**4  # what still differs does not count at all
        weighed = some * weights[:, None]
        heights = np.linalg.solve(weighed.T @ some + 1e-3 * np.eye(some.shape[1]), weighed.T @ values)
        fitted = some @ heights
    return np.asarray(np.clip(shapes @ heights, -MOST, MOST), np.float32)
