"""Which corner of a grid is the record's first."""

from __future__ import annotations

from typing import Literal

import numpy as np

from vision.grid import Array, Grid

Side = Literal["left", "right", "top", "bottom"]

# Axis of the picture (0 x, 1 y) and sign by which a side of the board lies farthest out.
_OUTWARD = {"left": (0, -1), "right": (0, 1), "top": (1, -1), "bottom": (1, 1)}


def oriented(grid: Grid, top: Side | None = None) -> Grid:
    """The same lines, with the record's top left point first and the others clockwise as seen.

    Parameters
    ----------
    grid : Grid
        In any order of corners.
    top : {"left", "right", "top", "bottom"}, optional
        The side of the picture where the record's first row lies. Without it the first corner is the one
        nearest the picture's top left.

    Raises
    ------
    ValueError
        Where `top` is no side.
    """
    corners = grid.corners
    x, y = corners[:, 0], corners[:, 1]
    if np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)) < 0:
        corners = corners[::-1]
    if top is None:
        first = int(np.argmin(np.hypot(corners[:, 0], corners[:, 1])))
    elif top in _OUTWARD:
        axis, sign = _OUTWARD[top]
        # Clockwise, a side begins at the corner that has the record's left when looked at from inside.
        first = int(np.argmax(sign * (corners + np.roll(corners, -1, axis=0))[:, axis]))
    else:
        raise ValueError(f"a side of the picture is left, right, top or bottom, got {top!r}")
    return Grid(grid.size, np.roll(corners, -first, axis=0), grid.lens)


def grid_between(corners: Array, size: int, top: Side | None = None) -> Grid:
    """The grid between four corners given in any order, oriented as `oriented` does.

    Raises
    ------
    ValueError
        Where the four make no convex quadrilateral.
    """
    off = corners - corners.mean(axis=0)
    return oriented(Grid(size, corners[np.argsort(np.arctan2(off[:, 1], off[:, 0]))]), top)
