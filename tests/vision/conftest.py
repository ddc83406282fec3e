"""Pictures that bear a number, so that a test can tell which one it got."""

import os
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

Image = NDArray[np.uint8]
BITS = 10


class Numbered:
    """Draws and reads pictures with a number in ten black or white blocks that survive compression."""

    width, height = 320, 240

    def draw(self, number: int) -> Image:
        image = np.full((self.height, self.width, 3), 128, np.uint8)
        for bit in range(BITS):
            value = 235 if number >> bit & 1 else 20
            image[40:200, bit * 32 : bit * 32 + 32] = value
        return image

    def read(self, image: Image) -> int:
        blocks = [image[60:180, bit * 32 + 8 : bit * 32 + 24].mean() > 128 for bit in range(BITS)]
        return sum(1 << bit for bit, white in enumerate(blocks) if white)

    def jpeg(self, number: int) -> bytes:
        return cv2.imencode(".jpg", self.draw(number))[1].tobytes()


@pytest.fixture
def numbered() -> Numbered:
    return Numbered()


@pytest.fixture
def unprivileged() -> Iterator[None]:
    """Run as nobody where the tests run as root, who may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
