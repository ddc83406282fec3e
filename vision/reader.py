"""Reading the stones of a flattened board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Image
from vision.grid import Grid
from vision.network import STONES, network
from vision.reading import Reading

Array = NDArray[np.float32]


class Reader:
    """Reads every point of a board at once.

    Parameters
    ----------
    turns : int
        In how many quarter turns (1, 2 or 4) the board is shown to the network, the answers being averaged:
        more is slower and a little surer.

    Raises
    ------
    ValueError
        Where `turns` is another number.
    FileNotFoundError
        Where the package's weights are missing.
    """

    def __init__(self, turns: int = 1) -> None:
        if turns not in (1, 2, 4):
            raise ValueError(f"a board is read in 1, 2 or 4 turns, got {turns}")
        self._quarters = range(0, 4, 4 // turns)

    def read(self, frame: Frame, grid: Grid) -> Reading:
        """What each point of the grid shows in the frame."""
        return self.read_image(frame.image, grid, frame.time, frame.index)

    def read_image(self, image: Image, grid: Grid, time: float = 0.0, index: int = 0) -> Reading:
        """What each point of the grid shows in a picture (H, W, 3)."""
        n = grid.size
        cells = max(STONES.cells, n + 2)
        first = (cells - n) // 2
        flat = grid.flatten(image, STONES.spacing, first + 0.5, cells)
        total = sum(self._planes(flat, q) for q in self._quarters) / len(self._quarters)
        planes = np.asarray(total, np.float32)[:, first : first + n, first : first + n]
        logits = planes[:3].transpose(1, 2, 0)
        chances = np.exp(logits - logits.max(axis=2, keepdims=True))
        chances /= chances.sum(axis=2, keepdims=True)
        offsets = planes[4:6].transpose(1, 2, 0).copy()
        offsets[chances.argmax(axis=2) == 0] = 0
        return Reading(
            np.ascontiguousarray(chances, np.float32),
            np.ascontiguousarray(planes[3] < 0),
            np.clip(offsets, -0.5, 0.5),
            time,
            index,
        )

    @staticmethod
    def _planes(flat: Image, quarters: int) -> Array:
        """The network's planes for the flat board shown turned anticlockwise, turned back."""
        planes = network("stones").run(np.ascontiguousarray(np.rot90(flat, quarters)))
        back = np.rot90(planes, -quarters, (1, 2)).copy()
        for _ in range(quarters):  # clockwise: right becomes down
            back[4], back[5] = -back[5].copy(), back[4].copy()
        return np.asarray(back, np.float32)
