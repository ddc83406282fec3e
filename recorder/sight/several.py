"""Several boards in one picture: which one is filmed, and whether another one can be in it at all."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.grid import Grid

RIM, LEAST_RIM = 0.9, 0.5
"""Cells from the outermost lines to the edge of a board: at most, and at least."""
OFF_MIDDLE = 0.5
"""Share that a board in the picture's corner loses of its prominence."""
DIRECTIONS = 36
"""In how many directions from a board room for another one is sought."""
INSIDE = 0.9
"""Share of a board, seen with its rim, that lies within its outermost lines, at most."""

Floats = NDArray[np.float64]


def prominence(corners: Floats, shape: tuple[int, ...]) -> float:
    """How likely a board is the one that is filmed: its area in pixels, less where it lies away from the middle.

    Parameters
    ----------
    corners : ndarray of shape (M, 2)
        Of its grid, or of any convex area, x and y in pixels.
    shape : tuple of int
        The picture's: height, width in pixels, and whatever follows.
    """
    points = corners.astype(np.float32)
    area = float(cv2.contourArea(points))
    if area < 1:
        return 0.0
    moments = cv2.moments(points)
    centre = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
    middle = np.array([shape[1], shape[0]]) / 2
    away = float(np.linalg.norm(centre - middle) / np.linalg.norm(middle))
    return area * (1 - OFF_MIDDLE * away)


def room_beside(grid: Grid, shape: tuple[int, ...]) -> float:
    """How prominent another board in the picture can be at most: between the two a line runs, on whatever side.

    A board that fills only a part of the room beyond that line has lost more by its size than it can have won by lying
    nearer to the middle.
    """
    height, width = shape[:2]
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    rim = with_rim(grid, LEAST_RIM)
    most = 0.0
    for angle in np.arange(DIRECTIONS) * (2 * math.pi / DIRECTIONS):
        way = np.array([math.cos(angle), math.sin(angle)])
        most = max(most, prominence(_beyond(picture, way, float((rim @ way).max())), shape))
    return INSIDE * most


def with_rim(grid: Grid, rim: float) -> Floats:
    """The corners (4, 2) of a board whose edge lies so many cells from the outermost lines, clockwise."""
    first, last = -rim, grid.size - 1 + rim
    return grid.pixels_of([[first, first], [first, last], [last, last], [last, first]])


def painted_over(image: Image, grid: Grid) -> Image:
    """A picture (H, W, 3) in which that board, with its rim, bears one colour: where another one is sought."""
    painted = image.copy()
    colour = image[::8, ::8].reshape(-1, 3).mean(axis=0).tolist()
    cv2.fillConvexPoly(painted, np.rint(with_rim(grid, RIM)).astype(np.int32), colour)
    return painted


def _beyond(polygon: Floats, way: Floats, reach: float) -> Floats:
    """The part of a convex polygon that lies further than `reach` in a direction (Sutherland and Hodgman 1974)."""
    kept: list[Floats] = []
    far = polygon @ way - reach
    for point, after, here, there in zip(polygon, np.roll(polygon, -1, axis=0), far, np.roll(far, -1), strict=True):
        if here >= 0:
            kept.append(point)
        if (here >= 0) != (there >= 0):
            kept.append(point + (after - point) * here / (here - there))
    return np.array(kept).reshape(-1, 2)
