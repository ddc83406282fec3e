"""Looking at a board whose place is known: readings where something changed, and whether it is still there."""

from __future__ import annotations

import math
from dataclasses import dataclass

from recorder.sight.glances import Memory, ReadsBoards
from recorder.sight.seeking import AGREE, FollowGrid
from recorder.sight.tracking import Tracker
from recorder.sight.turning import apart, fitting_turn, likeness
from vision.change import Change, ChangeWatch
from vision.frame import Frame
from vision.grid import Grid, NoGrid
from vision.network import let_go
from vision.reading import Reading

CHECK_EVERY, CHECK_DOUBT = 6.0, 0.6
"""Seconds between checks of the grid: as a rule, and where something does not fit."""
CHECK_STEADY, STEADIER = 60.0, 2.0
"""The same while the grid is always found where it was: at most, and by how much longer it becomes each time."""
CHECK_MOVED, CHECK_UPSET = 1.0, 0.3
"""Seconds between checks while the board is tracked to another place, and while it is lost."""
TRACK_EVERY, TRACK_OFTEN, RESTLESS = 1.0, 0.35, 0.05
"""Seconds after which the board is tracked again, and from which share of points that differ on more often; in every
picture where it moved when it was tracked last."""
GONE = 0.06
"""Cells by which a tracked board must have gone to be believed to move at all."""
TOLD = 0.15
"""Cells from the place told last from which on a new place is told."""
SWEEPS = 0.3
"""Cells in one picture above which a board is too fast to be read."""
UPSET, PATIENCE = 0.5, 3.0
"""Share of the points in view that all change at once when the board or the camera moves; seconds to find it again."""
ASTRAY = 0.8
"""Seconds after which a board of which no marks are found is elsewhere, where what is read does not fit either."""
CUT_OFF = 0.5
"""Cells by which a corner may lie outside the picture."""
LIKE = 0.7
"""Likeness to what is believed from which on a reading of a board that may have gone is one of the board."""


@dataclass(frozen=True, eq=False)
class Glance:
    """What one frame gave.

    Attributes
    ----------
    reading : Reading or None
        None while the board moves and nothing that is read of it can be believed.
    moved : Grid or None
        Where the board is now, if that is another place than the one told before.
    stale : bool
        Whether what was read before the board moved must be forgotten.
    lost : bool
        Whether the board is not where it was, and cannot be found.
    earlier : tuple of Reading
        What is only known now of the frame before.
    """

    reading: Reading | None
    moved: Grid | None = None
    stale: bool = False
    lost: bool = False
    earlier: tuple[Reading, ...] = ()


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
        self._memory: Memory | None = None
        self._tracker = Tracker()
        self._told: Grid | None = None
        self._anchored = False
        self._checked_at = self._tracked_at = -math.inf
        self._check_every = CHECK_EVERY
        self._restless = self._moves = False
        self._astray_since: float | None = None
        self._upset_since: float | None = None

    def lose(self) -> None:
        """Nothing is known any more of where the board is."""
        self.grid = self.reading = None
        self.fixed = False
        self._upset_since = None

    def place(self, grid: Grid, time: float) -> None:
        """The board is here from now on."""
        let_go()  # from now on the grid is only checked, seldom
        self.grid = self._told = grid
        self._watch = ChangeWatch(grid)
        self._memory = Memory(self._reader, self._watch)
        self._anchored = False
        self._checked_at = self._tracked_at = time
        self._check_every = CHECK_EVERY
        self._upset_since = self._astray_since = None

    def read(self, frame: Frame, grid: Grid) -> Reading:
        """A settled picture by itself."""
        self.reading = self._reader.read(frame, grid)
        return self.reading

    def look(self, frame: Frame, *, doubtful: bool, believed: bytes | None = None, resting: bool = False) -> Glance:
        """Look at a frame of a film.

        Parameters
        ----------
        frame : Frame
        doubtful : bool
            Whether what was read last speaks for another place of the board.
        believed : bytes, optional
            What is believed to lie on the board.
        resting : bool
            Whether all that was seen last is what is believed, so that no news is waited for.
        """
        assert self._watch is not None
        tracked = self._track(frame)
        change = self._watch.look(frame.image, frame.half)
        if tracked is not None and self._tracked_at == frame.time:
            self._astray_since = None
        elif tracked is None and self._astray_since is None:
            self._astray_since = frame.time
        self._restless = (change.changed | change.moving).mean() > RESTLESS or self._astray_since is not None
        moved, stale = None, False
        if (
            self._upset_since is None
            and not self.fixed
            and (self._is_cut_off(frame) or self._is_astray(frame.time, believed))
        ):
            self._upset_since = frame.time
        if self._needs_check(change, frame.time, tracked, doubtful=doubtful):
            moved, stale = self._check(frame, tracked, believed)
            if stale:
                change = self._watch.look(frame.image, frame.half)
        if tracked is not None and tracked > SWEEPS:
            return Glance(None, moved, stale)
        if self._upset_since is None:
            assert self.grid is not None
            assert self._memory is not None
            *earlier, reading = self._memory.look(frame, self.grid, change, resting=resting)
            self.reading = self._memory.latest
            return Glance(reading, moved, stale, earlier=tuple(earlier))
        return self._upset(frame, believed)

    def _track(self, frame: Frame) -> float | None:
        """See where the board has gone: by how many cells since the picture before; None where that is not known."""
        assert self.grid is not None
        assert self._watch is not None
        if self.fixed:
            return 0.0
        if not self._anchored:
            self._tracker.anchor(self.grid, frame.image)
            self._anchored = True
            return 0.0
        pause = 0.0 if self._moves else TRACK_OFTEN if self._restless else TRACK_EVERY
        if frame.time - self._tracked_at < pause:
            return 0.0
        self._tracked_at, self._moves = frame.time, True
        now = self._tracker.track(frame.image, frame.half)
        if now is None:
            return None
        gone = apart(self.grid, now)
        self._moves = gone > GONE / 2
        if gone > GONE:
            self.grid = now
            self._watch.move_to(now)
        return gone

    def _is_astray(self, time: float, believed: bytes | None) -> bool:
        """Whether the marks of the board have not been found for a while, and other stones are read there."""
        if self._astray_since is None or time - self._astray_since < ASTRAY:
            return False
        if self.reading is None or believed is None or not any(believed):
            return False
        return likeness(self.reading, believed) < LIKE

    def _is_cut_off(self, frame: Frame) -> bool:
        """Whether the board has gone so far that a part of it lies outside the picture."""
        assert self.grid is not None
        height, width = frame.image.shape[:2]
        rim, corners = CUT_OFF * self.grid.cell, self.grid.corners
        return bool((corners < -rim).any() or (corners > [width + rim, height + rim]).any())

    def _upset(self, frame: Frame, believed: bytes | None) -> Glance:
        """The board may be elsewhere: a reading only where it shows what is believed to lie there."""
        assert self.grid is not None
        assert self._upset_since is not None
        if frame.time - self._upset_since < PATIENCE:
            return Glance(None)
        reading = self._reader.read(frame, self.grid)
        if believed is None or likeness(reading, believed) < LIKE:
            return Glance(None, lost=True)
        self.reading = reading
        return Glance(reading)

    @property
    def _has_read(self) -> bool:
        return self._memory is not None and self._memory.latest is not None

    def _needs_check(self, change: Change, time: float, tracked: float | None, *, doubtful: bool) -> bool:
        if self.fixed:
            return False
        assert self.grid is not None
        assert self._told is not None
        age = time - self._checked_at
        upset = tracked is None and change.changed.mean() > UPSET and self._has_read
        if upset and self._upset_since is None:
            self._upset_since = time
        if change.moving.mean() >= 0.1 and not (tracked and apart(self.grid, self._told) > TOLD):
            return False
        if self._upset_since is not None:
            return age >= CHECK_UPSET
        if tracked is not None and tracked <= SWEEPS and apart(self.grid, self._told) > TOLD:
            return age >= CHECK_MOVED or tracked <= GONE
        return age >= (CHECK_DOUBT if doubtful else self._check_every)

    def _check(self, frame: Frame, tracked: float | None, believed: bytes | None) -> tuple[Grid | None, bool]:
        """Make sure of the grid: its place where it is another than the one told, and whether it was lost between."""
        assert self.grid is not None
        assert self._told is not None
        self._checked_at = frame.time
        found = self._follow(self.grid, frame.image)
        steady = found is self.grid and self._upset_since is None and tracked is not None
        self._check_every = min(self._check_every * STEADIER, CHECK_STEADY) if steady else CHECK_EVERY
        if isinstance(found, NoGrid):
            if tracked is None or self._upset_since is not None or apart(self.grid, self._told) <= TOLD:
                return None, False
            found = self.grid  # the lines cannot be made out just now, but the marks can
        upset = self._upset_since is not None
        if not upset and tracked is not None and apart(self.grid, found) > AGREE and self.grid is not self._told:
            found = self.grid  # the marks know better than lines that all look alike
        if upset:
            far = apart(self._told, found) > AGREE
            if far and believed is not None and any(believed):
                found, _ = fitting_turn(found, self._told, self._reader.read(frame, found), believed)
            self._upset_since = None
            if found is not self.grid or far:
                self.place(found, frame.time)
                return found, True
            self._tracker.anchor(found, frame.image)
            return None, False
        moved = apart(self._told, found) > (GONE if self.grid is self._told else TOLD)
        far = self.grid is self._told and apart(self._told, found) > AGREE
        if far:
            self.place(found, frame.time)
            return found, True
        self.grid = found
        assert self._watch is not None
        self._watch.move_to(found)
        self._tracker.anchor(found, frame.image)
        if moved:
            self._told = found
            return found, False
        return None, False
