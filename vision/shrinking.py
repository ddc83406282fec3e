"""Small grey pictures made cheaply, for what needs neither colour nor detail."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def halvings(shape: tuple[int, ...], cell: float, most: float) -> int:
    """How often a picture of shape (H, W, ...) is halved until a cell of `cell` pixels has at most `most`."""
    times, least = 0, min(shape[:2])
    while cell > most and least >= 4:
        times, cell, least = times + 1, cell / 2, least // 2
    return times


def grey(image: Image, times: int, half: Image | None = None) -> Image:
    """A picture in grey, halved so often: each 2 x 2 pixels averaged, what is left over at the end left out.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3), uint8
    times : int
    half : ndarray of shape (H // 2, W // 2), uint8, optional
        The same halved once, where it is known already.
    """
    if half is not None and times:
        return _halved(half, times - 1)
    return _halved(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), times)


def _halved(small: Image, times: int) -> Image:
    for _ in range(times):
        height, width = small.shape[0] // 2, small.shape[1] // 2
        pairs = small[: 2 * height, : 2 * width]
        small = np.asarray(cv2.resize(pairs, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return small
