"""What each point of the board shows in one frame."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

EMPTY, BLACK, WHITE = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Reading:
    """Chances for every point of an n x n board, row 0 at the top, as `Grid` has it.

    Attributes
    ----------
    chances : ndarray of shape (n, n, 3), float32
        Chance of empty, black, white; they sum to 1. What they say of a point that is not seen is worthless.
    seen : ndarray of shape (n, n), bool
        Whether the point can be seen: False under a hand, an arm, a head.
    offsets : ndarray of shape (n, n, 2), float32
        Where the stone's foot lies from its point, (to the right, down) in cells; 0 where no stone is read.
    time : float
        Seconds, as the frame's.
    index : int
        The frame's running number.

    Raises
    ------
    ValueError
        Where shapes do not fit one another.
    """

    chances: NDArray[np.float32]
    seen: NDArray[np.bool_]
    offsets: NDArray[np.float32]
    time: float
    index: int

    def __post_init__(self) -> None:
        n = self.chances.shape[0]
        expected = {"chances": (n, n, 3), "seen": (n, n), "offsets": (n, n, 2)}
        for name, shape in expected.items():
            got = getattr(self, name).shape
            if got != shape:
                raise ValueError(f"a reading's {name} must have shape {shape}, got {got}")
        for name in expected:
            getattr(self, name).flags.writeable = False

    @property
    def size(self) -> int:
        """Number of lines of the board."""
        return int(self.chances.shape[0])

    @cached_property
    def colours(self) -> NDArray[np.int8]:
        """The likeliest content of each point, (n, n): EMPTY, BLACK or WHITE."""
        colours = np.asarray(self.chances.argmax(axis=2), dtype=np.int8)
        colours.flags.writeable = False
        return colours

    @property
    def confidence(self) -> NDArray[np.float32]:
        """Chance of the likeliest content of each point, (n, n)."""
        return np.asarray(self.chances.max(axis=2), dtype=np.float32)
