"""Small grey pictures made cheaply, for what needs neither colour nor detail."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Image


def halvings(shape: tuple[int, ...], cell: float, most: float) -> int:
    """How often a picture of shape (H, W, ...) is halved until a cell of `cell` pixels has at most `most`."""
    times, least = 0, min(shape[:2])
    while cell > most and least >= 4:
        times, cell, least = times + 1, cell / 2, least // 2
    return times


def grey(image: Image, times: int) -> Image:
    """A picture (H, W, 3) in grey, (h, w), halved so often: each 2 x 2 pixels averaged, what is left over left out."""
    small = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    for _ in range(times):
        height, width = small.shape[0] // 2, small.shape[1] // 2
        small = cv2.resize(small[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
