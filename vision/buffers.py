"""Memory for pictures, used again once nobody holds the picture that lay in it."""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

MOST = 24
"""Buffers that are kept at most; whoever holds more pictures gets memory of their own for them."""


class Buffers:
    """Pictures of one size, in as few pieces of memory as are held at one time.

    Each picture of a film is as large as all that its reading takes, and goes from the thread that decodes it to the
    one that uses it: taken from the system and given back, picture by picture, such pieces leave holes behind.
    """

    def __init__(self) -> None:
        self._kept: list[NDArray[np.uint8]] = []

    def take(self, shape: tuple[int, ...]) -> Image:
        """Memory for a picture of this shape that nobody holds; to hold a part of a picture is to hold it."""
        if self._kept and self._kept[0].shape != shape:
            self._kept.clear()
        for index in range(len(self._kept)):
            # A part of an array counts for the one whose memory it is.
            if sys.getrefcount(self._kept[index]) == FREE:
                free = self._kept[index]
                free.flags.writeable = True
                return free
        fresh = np.empty(shape, np.uint8)
        if len(self._kept) < MOST:
            self._kept.append(fresh)
        return fresh


def _count_when_free() -> int:
    kept = [np.empty(1, np.uint8)]
    return sys.getrefcount(kept[0])


FREE = _count_when_free()
"""What Python counts for an array that only its list holds."""
