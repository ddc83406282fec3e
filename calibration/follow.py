"""Following a known grid when the board or the camera moves."""

from __future__ import annotations

import numpy as np

from calibration.detect import find_sight, settle
from calibration.sight import Sight
from vision.frame import Image
from vision.grid import Grid, NoGrid

SAME = 0.12  # cells: nearer than that the grid counts as unmoved


def like(found: Grid, known: Grid) -> Grid:
    """The found grid turned so that its first corner lies nearest to the known grid's first."""
    errors = [float(np.abs(np.roll(found.corners, -k, axis=0) - known.corners).max()) for k in range(4)]
    return found.turned(int(np.argmin(errors)))


def shift(a: Grid, b: Grid) -> float:
    """How far two grids lie apart at most, in cells."""
    return float(np.linalg.norm(a.corners - b.corners, axis=1).max() / a.cell)


def follow(grid: Grid, image: Image) -> Grid | NoGrid:
    """Where a known grid is now.

    Parameters
    ----------
    grid : Grid
    image : ndarray of shape (H, W, 3), uint8

    Returns
    -------
    Grid or NoGrid
        The very same object where it did not move; another, in the same orientation, where it did; a reason
        where no board of that size can be seen.
    """
    near = settle(image, grid.corners, grid.size, rounds=2)
    if not isinstance(near, Sight) or near.grid.size != grid.size:
        near = find_sight(image, grid.size)
    if not isinstance(near, Sight):
        return near
    found = like(near.grid, grid)
    return grid if shift(grid, found) < SAME else found
