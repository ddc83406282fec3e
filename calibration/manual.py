"""A grid from four corners that a person gave."""

from __future__ import annotations

import numpy as np

from calibration.orient import grid_between
from vision.frame import Image
from vision.grid import Grid


def parse_corners(text: str) -> np.ndarray:
    """Four corners, (4, 2), from a text such as `120,80 610,75 640,470 90,480`.

    Raises
    ------
    ValueError
        Where the text is not four pairs of numbers.
    """
    numbers = text.replace(",", " ").replace(";", " ").split()
    try:
        values = [float(v) for v in numbers]
    except ValueError:
        values = []
    if len(values) != 8:
        raise ValueError(f'four corners are written like "120,80 610,75 640,470 90,480", got "{text}"')
    return np.array(values).reshape(4, 2)


def grid_by_hand(image: Image, corners: np.ndarray, size: int) -> Grid:
    """The grid between four corners of a picture.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3), uint8
    corners : ndarray of shape (4, 2)
        x, y of the outermost crossings, in any order.
    size : int
        Lines of the board.

    Raises
    ------
    ValueError
        Where a corner lies outside the picture, or the four make no quadrilateral.
    """
    height, width = image.shape[:2]
    if (corners < 0).any() or (corners > [width - 1, height - 1]).any():
        raise ValueError(f"a corner lies outside the picture of {width} x {height} pixels")
    return grid_between(corners, size)
