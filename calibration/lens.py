"""Fitting a grid with its lens term to crossings."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.lattice import Lattice
from vision.grid import Grid, Lens

Array = NDArray[np.float64]
K1_SPREAD = 0.06  # how far from 0 lenses are expected to be: holds the term where crossings say little
K1_MOST = 0.32


def lens_for(k1: float, shape: tuple[int, int]) -> Lens:
    """A lens round the middle of a picture of shape (H, W)."""
    height, width = shape
    return Lens(k1, ((width - 1) / 2, (height - 1) / 2), float(np.hypot(width, height) / 2))


def fit_grid(lattice: Lattice, size: int, shape: tuple[int, int]) -> tuple[Grid, float]:
    """The grid through numbered crossings, and how far they lie from it.

    Parameters
    ----------
    lattice : Lattice
        Crossings with their numbers, row and column 0 to size - 1.
    size : int
        Lines of the board.
    shape : tuple of (H, W)
        The picture's, for the lens's centre.

    Returns
    -------
    Grid, float
        The corners are in the order of the lattice; the second value is the weighted root mean square of the
        distances in cells.
    """
    scale = float(np.hypot(*shape) / 2)
    middle = np.array([(shape[1] - 1) / 2, (shape[0] - 1) / 2])
    half = (size - 1) / 2
    board = (lattice.numbers[:, ::-1] - half) / half
    seen = (lattice.places - middle) / scale
    weight = np.sqrt(lattice.weights)[:, None]
    start, _ = cv2.findHomography(board.astype(np.float64), seen, cv2.RANSAC, 0.02)
    if start is None:
        start, _ = cv2.findHomography(board.astype(np.float64), seen, 0)
    start = start / start[2, 2]
    cell = float(np.sqrt(abs(np.linalg.det(start[:2, :2])))) / half + 1e-6
    columns = np.column_stack([board, np.ones(len(board))])

    def drawn(parameters: Array) -> Array:
        h = np.append(parameters[:8], 1.0).reshape(3, 3)
        p = columns @ h.T
        ideal = p[:, :2] / p[:, 2:]
        r2 = (ideal**2).sum(axis=1, keepdims=True)
        return np.asarray(ideal * (1 + parameters[8] * r2))

    def off(parameters: Array) -> Array:
        residual = ((drawn(parameters) - seen) * weight / cell).ravel()
        return np.append(residual, 0.15 * parameters[8] / K1_SPREAD)

    begin = np.append(start.ravel()[:8], 0.0)
    best = least_squares(off, begin, loss="soft_l1", f_scale=0.1, max_nfev=60)
    found = np.asarray(best.x, np.float64)
    found[8] = np.clip(found[8], -K1_MOST, K1_MOST)
    h = np.append(found[:8], 1.0).reshape(3, 3)
    rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    ideal = cv2.perspectiveTransform(rim[:, None], h)[:, 0] * scale + middle
    lens = lens_for(float(found[8]), shape) if abs(found[8]) > 0.004 else None
    corners = lens.distort(ideal) if lens else ideal
    distance = np.linalg.norm((drawn(found) - seen) / cell, axis=1)
    # A few crossings marked beside their place do not spoil the fit, so they should not spoil the figure.
    rms = float(np.sqrt(np.average(np.minimum(distance, 0.5) ** 2, weights=lattice.weights)))
    return Grid(size, corners, lens), rms
