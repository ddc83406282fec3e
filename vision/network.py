"""The learned networks: what goes into them, and running them by cv2.dnn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

FOLDER = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class Locator:
    """Whole picture, longest side fitted into a square of `side` pixels -> planes of a quarter of that."""

    side: int = 320


@dataclass(frozen=True)
class Lattice:
    """Roughly flattened board in a square of `side` pixels, the grid `margin` pixels from the rim."""

    side: int = 416
    margin: int = 48


@dataclass(frozen=True)
class Stones:
    """Flat board of `spacing` pixels a cell, `cells` cells each way: a 19 x 19 grid has a cell to spare."""

    spacing: int = 16
    cells: int = 21


LOCATOR, LATTICE, STONES = Locator(), Lattice(), Stones()


def standardised(image: Image) -> NDArray[np.float32]:
    """Picture (H, W, 3) uint8 -> (3, H, W) float32: each channel less its mean, over its spread.

    A lamp's colour and the exposure scale the channels; this takes most of both away. A channel that holds
    next to nothing is not blown up to noise: at least 4 of 255 count as its spread.
    """
    x = np.ascontiguousarray(image.transpose(2, 0, 1), np.float32)
    flat = x.reshape(3, -1)
    mean = flat.mean(axis=1)[:, None, None]
    spread = flat.std(axis=1)[:, None, None]
    return np.asarray((x - mean) / (spread + 4.0), np.float32)


class Network:
    """An ONNX network run by OpenCV.

    Raises
    ------
    FileNotFoundError
        Where the weights are not where the package keeps them.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise FileNotFoundError(f"the network {path.name} is missing: install kifuwatch again")
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(path.read_bytes(), np.uint8))

    def run(self, image: Image) -> NDArray[np.float32]:
        """Planes (C, h, w) that the network answers for a picture (H, W, 3)."""
        self._net.setInput(standardised(image)[None])
        planes: NDArray[np.float32] = np.asarray(self._net.forward(), np.float32)[0]
        return planes


@lru_cache(maxsize=8)
def network(name: str) -> Network:
    """The network of that name, loaded once: `locator`, `lattice` or `stones`."""
    return Network(FOLDER / f"{name}.onnx")
