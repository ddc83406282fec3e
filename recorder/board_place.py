"""Where the board is, as far as the operator says: corners by hand, or a calibration kept from before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from calibration.manual import parse_corners
from calibration.orient import grid_between
from calibration.store import Calibration, load_calibration, save_grid
from recorder.settings import Settings
from vision.frame import Image
from vision.grid import Grid


@dataclass(eq=False)
class BoardPlace:
    """What the options say of the board's place, and where it shall be kept.

    Attributes
    ----------
    corners : str or None
        Four corners as a person writes them.
    calibration : Path or None
        A calibration to begin with.
    target : Path or None
        Where the grid that was found is kept.
    """

    corners: str | None = None
    calibration: Path | None = None
    target: Path | None = None
    _saved: Grid | None = field(default=None, init=False)

    def corners_for(self, settings: Settings) -> np.ndarray | None:
        """The corners by hand, (4, 2); raises ValueError where they make no grid."""
        if not self.corners:
            return None
        if self.calibration is not None:
            raise ValueError("corners by hand and a calibration are two places of one board: give one of them")
        if settings.size is None:
            raise ValueError("corners given by hand need the number of lines: add --size")
        return grid_between(parse_corners(self.corners), settings.size, settings.top).corners

    def kept_for(self, settings: Settings) -> Calibration | None:
        """The calibration from before; raises ValueError where it is none, or of another board."""
        if self.calibration is None:
            return None
        try:
            kept = load_calibration(self.calibration)
        except OSError as error:
            raise ValueError(f"{self.calibration} cannot be read: {error.strerror or error}") from error
        if settings.size not in (None, kept.grid.size):
            raise ValueError(
                f"{self.calibration} is of a board of {kept.grid.size} lines, not of {settings.size}: "
                "leave out --size or --calibration"
            )
        return kept

    def save(self, grid: Grid, image: Image, tell: Callable[[str], None]) -> None:
        """Keep the grid where that is wanted and it is another than the last one; a fault is told, once."""
        if self.target is None or grid is self._saved:
            return
        try:
            save_grid(self.target, grid, image)
        except OSError as error:
            tell(f"{self.target} cannot be written: {error.strerror or error}; the record goes on")
            self.target = None
        self._saved = grid
