"""When the marks of a board are tracked: as seldom as a board at rest allows, in every picture of one that moves."""

from __future__ import annotations

import math

from recorder.sight.tracking import Tracker
from recorder.sight.turning import apart
from vision.change import Change
from vision.frame import Frame
from vision.grid import Grid

TRACK_EVERY, TRACK_OFTEN, RESTLESS = 1.0, 0.35, 0.05
"""Seconds after which the board is tracked again, and from which share of points that differ on more often; in every
picture where it moved when it was tracked last."""
GONE = 0.06
"""Cells by which a tracked board must have gone to be believed to move at all."""


class Marks:
    """The marks of one board.

    Attributes
    ----------
    astray_since : float or None
        Since when they are not found, seconds; None while they are.
    tracked_at : float
        When they were looked for last, seconds.
    """

    def __init__(self) -> None:
        self.astray_since: float | None = None
        self._tracker = Tracker()
        self._anchored = False
        self._restless = self._moves = False
        self.tracked_at = -math.inf

    def begin(self, time: float) -> None:
        """The board lies elsewhere: where, the next picture shows."""
        self._anchored, self.astray_since, self.tracked_at = False, None, time

    def anchor(self, frame: Frame, grid: Grid, *, moves: bool = False) -> None:
        """The grid is sure in this very picture: in the next one the board may have gone on already."""
        self._tracker.anchor(grid, frame.image)
        self._anchored = True
        self._moves |= moves

    def track(self, frame: Frame, grid: Grid, *, at_once: bool = False) -> tuple[float | None, Grid]:
        """By how many cells the board has gone since the picture before, and where it is now.

        Nowhere where it was not looked, which `at_once` does in any case; None where that is not known.
        """
        if not self._anchored:
            self.anchor(frame, grid)
            return 0.0, grid
        pause = 0.0 if self._moves else TRACK_OFTEN if self._restless else TRACK_EVERY
        if frame.time - self.tracked_at < pause and not (at_once and self.tracked_at < frame.time):
            return 0.0, grid
        self.tracked_at, self._moves = frame.time, True
        now = self._tracker.track(frame.image, frame.half)
        if now is None:
            self.astray_since = frame.time if self.astray_since is None else self.astray_since
            return None, grid
        self.astray_since = None
        gone = apart(grid, now)
        self._moves = gone > GONE / 2
        return gone, now if gone > GONE else grid

    def watch(self, change: Change) -> None:
        """What is seen to change on the board says how often it is worth looking."""
        self._restless = (change.changed | change.moving).mean() > RESTLESS or self.astray_since is not None
