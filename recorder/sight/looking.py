"""Looking at a board whose place is known: readings where something changed, and whether it is still there."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from recorder.sight.seeking import AGREE, FollowGrid
from recorder.sight.turning import apart
from vision.change import Change, ChangeWatch
from vision.frame import Frame
from vision.grid import Grid, NoGrid
from vision.reading import Reading

READ_LEAST = 1.0
"""Seconds after which a board is read again although nothing changed."""
READ_MOVING = 0.35
"""Seconds between readings while something moves."""
CHECK_EVERY, CHECK_DOUBT = 6.0, 0.6
"""Seconds between checks of the grid: as a rule, and where something does not fit."""
UPSET, PATIENCE = 0.5, 3.0
"""Share of the points in view that all change at once when the board or the camera moves; seconds to find it again."""


class ReadsBoards(Protocol):
    """Reads the stones of a board in a frame."""

    def read(self, frame: Frame, grid: Grid) -> Reading:
        """What each point shows."""


@dataclass(frozen=True, eq=False)
class Glance:
    """What one frame gave.

    Attributes
    ----------
    reading : Reading or None
        None while the board moves and nothing that is read of it can be believed.
    moved : Grid or None
        Where the board is now, if that is another place than before.
    stale : bool
        Whether what was read before the board moved must be forgotten.
    """

    reading: Reading | None
    moved: Grid | None = None
    stale: bool = False


class Onlooker:
    """Looks at one board.

    Parameters
    ----------
    follow : callable
        How a grid is found again.
    reader : ReadsBoards
    fixed : bool
        Whether the board is where it is said to be, whatever is seen.

    Attributes
    ----------
    grid : Grid or None
    reading : Reading or None
        The latest one taken from a picture.
    """

    def __init__(self, follow: FollowGrid, reader: ReadsBoards, *, fixed: bool = False) -> None:
        self.grid: Grid | None = None
        self.reading: Reading | None = None
        self._follow, self._reader, self.fixed = follow, reader, fixed
        self._watch: ChangeWatch | None = None
        self._read_at = self._checked_at = -math.inf
        self._upset_since: float | None = None

    def lose(self) -> None:
        """Nothing is known any more of where the board is."""
        self.grid = self.reading = None
        self.fixed = False
        self._upset_since = None

    def place(self, grid: Grid, time: float) -> None:
        """The board is here from now on."""
        self.grid = grid
        self._watch = ChangeWatch(grid)
        self._read_at = -math.inf
        self._checked_at = time

    def read(self, frame: Frame, grid: Grid) -> Reading:
        """A settled picture by itself."""
        self.reading = self._reader.read(frame, grid)
        return self.reading

    def look(self, frame: Frame, *, doubtful: bool) -> Glance:
        """Look at a frame of a film; `doubtful` where what was read last speaks for another place of the board."""
        assert self._watch is not None
        change = self._watch.look(frame.image)
        moved, stale = None, False
        if self._needs_check(change, frame.time, doubtful=doubtful):
            moved, stale = self._check(frame)
            change = self._watch.look(frame.image) if moved else change
        if self._upset_since is not None and frame.time - self._upset_since < PATIENCE:
            return Glance(None, moved, stale)
        return Glance(self._read(frame, change), moved, stale)

    def _read(self, frame: Frame, change: Change) -> Reading:
        """A new reading, or the last one where nothing changed since; what moves is not seen."""
        assert self.grid is not None
        assert self._watch is not None
        age = frame.time - self._read_at
        moves = bool(change.moving.any())
        if self.reading is None or (age >= READ_MOVING if moves else bool(change.changed.any()) or age >= READ_LEAST):
            self.reading = self._reader.read(frame, self.grid)
            self._watch.keep()
            self._read_at = frame.time
            hidden = change.moving if age < READ_LEAST else np.zeros_like(change.moving)
        else:
            hidden = change.changed | change.moving
        return replace(self.reading, seen=self.reading.seen & ~hidden, time=frame.time, index=frame.index)

    def _needs_check(self, change: Change, time: float, *, doubtful: bool) -> bool:
        if self.fixed:
            return False
        age = time - self._checked_at
        still = change.moving.mean() < 0.1
        upset = change.changed.mean() > UPSET and self._read_at > -math.inf
        if upset and self._upset_since is None:
            self._upset_since = time
        if self._upset_since is not None:
            return bool(still) and age >= 0.3
        return bool(still) and age >= (CHECK_DOUBT if doubtful else CHECK_EVERY)

    def _check(self, frame: Frame) -> tuple[Grid | None, bool]:
        """See whether the grid is where it was: its new place, and whether that is far from the old one."""
        assert self.grid is not None
        self._checked_at = frame.time
        found = self._follow(self.grid, frame.image)
        if isinstance(found, NoGrid):
            return None, False
        upset, self._upset_since = self._upset_since, None
        if found is self.grid:
            return None, False
        far = upset is not None or apart(self.grid, found) > AGREE
        self.place(found, frame.time)
        return found, far
