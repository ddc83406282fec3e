"""One picture of a source, with its time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture and when it was taken.

    Attributes
    ----------
    image : ndarray of shape (H, W, 3), uint8
        Blue, green, red; made read-only.
    time : float
        Seconds since the source began. The only clock of the pipeline.
    index : int
        Running number of the picture in its source, from 0; skipped pictures count.

    Raises
    ------
    ValueError
        Where the image has another shape or dtype, or the time is negative or not finite.
    """

    image: Image
    time: float
    index: int

    def __post_init__(self) -> None:
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8:
            raise ValueError(f"a frame's image must be (H, W, 3) uint8, got {self.image.shape} {self.image.dtype}")
        if not np.isfinite(self.time) or self.time < 0:
            raise ValueError(f"a frame's time must be a number of seconds from 0 on, got {self.time}")
        self.image.flags.writeable = False

    @cached_property
    def half(self) -> Image:
        """The picture in grey and half as large, (H // 2, W // 2), 2 x 2 pixels averaged; made when first wanted."""
        from vision.shrinking import grey

        return grey(self.image, 1)
