"""Small grey pictures made cheaply, for what needs neither colour nor detail."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Image


def shrunk_grey(image: Image, cell: float, most: float) -> tuple[Image, float]:
    """A picture in grey, halved (each 2 x 2 pixels averaged) until a cell of the board has at most `most` pixels.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3), uint8
    cell : float
        Pixels from line to line in it.
    most : float

    Returns
    -------
    grey : ndarray of shape (h, w), uint8
    scale : float
        Of its sides against the picture's: 1, 1/2, 1/4 ...
    """
    grey, scale = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 1.0
    while cell * scale > most and min(grey.shape) >= 4:
        height, width = grey.shape[0] // 2, grey.shape[1] // 2
        grey = cv2.resize(grey[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
        scale /= 2
    return np.asarray(grey, np.uint8), scale
