"""The learned networks: what goes into them, and running them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

THREADS = 2
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
    # In place, and the spread from what is left: in two thirds of the time.
    flat -= flat.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.square(flat).mean(axis=1, keepdims=True))
    flat /= spread + np.float32(4.0)
    return x


class Network(Protocol):
    """Answers a picture."""

    def run(self, image: Image) -> NDArray[np.float32]:
        """Planes (C, h, w) that the network answers for a picture (H, W, 3)."""


class OpenCVNetwork:
    """A network run by OpenCV, which loads it sooner."""

    def __init__(self, weights: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))

    def run(self, image: Image) -> NDArray[np.float32]:
        self._net.setInput(standardised(image)[None])
        planes: NDArray[np.float32] = np.asarray(self._net.forward(), np.float32)[0]
        return planes


class RuntimeNetwork:
    """A network run by ONNX Runtime, in half of OpenCV's time.

    Parameters
    ----------
    weights : bytes
    often : bool
        Whether its memory is kept from one picture to the next, since it is asked several times a second.
    """

    def __init__(self, weights: bytes, *, often: bool) -> None:
        import onnxruntime as runtime  # only now: most commands need none

        runtime.disable_telemetry_events()
        options = runtime.SessionOptions()
        # Few threads, which sleep while there is nothing to do: other processors have a film to decode, or boards of
        # their own. Their number does not change what is answered.
        options.intra_op_num_threads, options.inter_op_num_threads = min(THREADS, os.cpu_count() or 1), 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.enable_cpu_mem_arena = often
        options.log_severity_level = 4
        self._session = runtime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def run(self, image: Image) -> NDArray[np.float32]:
        (answer,) = self._session.run(None, {self._input: standardised(image)[None]})
        planes: NDArray[np.float32] = np.asarray(answer, np.float32)[0]
        return planes


_loaded: dict[str, Network] = {}


def network(name: str) -> Network:
    """The network of that name, loaded once: `locator`, `lattice` or `stones`.

    Raises
    ------
    FileNotFoundError
        Where the weights are not where the package keeps them.
    """
    if name not in _loaded:
        path = FOLDER / f"{name}.onnx"
        if not path.exists():
            raise FileNotFoundError(f"the network {path.name} is missing: install kifuwatch again")
        _loaded[name] = _run_by(name, path.read_bytes())
    return _loaded[name]


def _run_by(name: str, weights: bytes) -> Network:
    if name == "locator":  # asked for new boards only; some boards in coloured light hang on how it rounds
        return OpenCVNetwork(weights)
    return RuntimeNetwork(weights, often=name == "stones")


def let_go() -> None:
    """Give back the memory of the network that only finds boards: 15 MB, and a hundredth of a second to load again."""
    _loaded.pop("locator", None)
