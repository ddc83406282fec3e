"""One board from frames to events: the grid found and kept, readings taken where something changed."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.store import Calibration
from recorder import events
from recorder.inference.inferencer import Inferencer
from recorder.settings import Settings
from vision.change import Change, ChangeWatch
from vision.frame import Frame, Image
from vision.grid import Grid, NoGrid
from vision.reading import Reading
from vision.source import SourceError

FIRST_TRIES, SLOWEST_TRIES = 0.2, 2.0
"""Seconds from one search for the grid to the next, at first and at most."""
AGREE = 0.3
"""Cells by which two findings of one grid may differ."""
READ_LEAST = 1.0
"""Seconds after which a board is read again although nothing changed."""
READ_MOVING = 0.35
"""Seconds between readings while something moves."""
CHECK_EVERY, CHECK_DOUBT = 6.0, 0.6
"""Seconds between checks of the grid: as a rule, and where something does not fit."""
UPSET = 0.5
"""Share of the points in view that all change at once when the board or the camera moves."""
COVERED, COVERED_PATIENCE = 0.35, 3.0
"""Share of points in view below which the board counts as lost, and after how many seconds."""


class ReadsBoards(Protocol):
    """Reads the stones of a board in a frame."""

    def read(self, frame: Frame, grid: Grid) -> Reading:
        """What each point shows."""


FindGrid = Callable[[Image, int | None], Grid | NoGrid]
FollowGrid = Callable[[Grid, Image], Grid | NoGrid]


class Session:
    """Folds the frames of one source into events.

    Parameters
    ----------
    settings : Settings
    corners : array-like of shape (4, 2), optional
        The grid's corners in pixels, given by hand; `settings.size` says how many lines it has.
    kept : Calibration, optional
        A grid from before: the board is taken to be there at once, and followed from then on.
    find, follow : callable, optional
        How a grid is found, and found again; by default those of `calibration`.
    reader : ReadsBoards, optional
        By default the learned reader.

    Attributes
    ----------
    grid : Grid or None
        Where the board is now.
    reading : Reading or None
        The latest reading.
    reason : str
        Why no board was found in the last frame in which one was looked for; empty before.

    Raises
    ------
    ValueError
        Where corners are given without a size, or make no grid.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        corners: ArrayLike | None = None,
        *,
        kept: Calibration | None = None,
        find: FindGrid | None = None,
        follow: FollowGrid | None = None,
        reader: ReadsBoards | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.grid: Grid | None = None
        self.reading: Reading | None = None
        self.reason = ""
        self._fixed: Grid | None = None
        if corners is not None:
            if self.settings.size is None:
                raise ValueError("corners given by hand need the number of lines as well")
            self._fixed = Grid(self.settings.size, np.asarray(corners, np.float64))
        self._kept = kept
        self._find = find or _default_find()
        self._follow = follow or _default_follow()
        self._reader = reader or _default_reader(self.settings.stills)
        self._inferencer: Inferencer | None = None
        self._watch: ChangeWatch | None = None
        self._count = 0
        self._time = 0.0
        self._guess: Grid | None = None
        self._next_try, self._spacing = -math.inf, FIRST_TRIES
        self._read_at = self._checked_at = -math.inf
        self._upset_since: float | None = None
        self._covered_since: float | None = None
        self._lost = False

    @property
    def count(self) -> int:
        """Number of the last event in the log; set it where the log holds events already."""
        return self._inferencer.count if self._inferencer else self._count

    @count.setter
    def count(self, value: int) -> None:
        self._count = value
        if self._inferencer:
            self._inferencer.count = value

    def feed(self, frame: Frame) -> list[events.Event]:
        """What this frame confirms, in order; raises SourceError where corners by hand are not in the picture."""
        self._time = frame.time
        if self.settings.stills:
            return self._still(frame)
        if self.grid is None:
            return self._seek(frame)
        return self._look(frame)

    def finish(self) -> list[events.Event]:
        """The source has ended; nothing where there never was a board."""
        return self._inferencer.finish(self._time) if self._inferencer else []

    # Finding the board

    def _seek(self, frame: Frame) -> list[events.Event]:
        """Look for the grid; two findings must agree, so that a hand or a blur is not believed."""
        if self._fixed is not None:
            check_inside(self._fixed, frame.image)
            return self._found(self._fixed, frame)
        if self._kept is not None and (grid := self._from_before(frame.image)):
            return self._found(grid, frame)
        if frame.time < self._next_try:
            return []
        found = self._find(frame.image, self.settings.size)
        self._next_try = frame.time + self._spacing
        if isinstance(found, NoGrid):
            self.reason = found.reason
            self._spacing = min(self._spacing * 1.4, SLOWEST_TRIES)
            return []
        found = self._oriented(found)
        guess, self._guess = self._guess, found
        if guess is None or guess.size != found.size or _apart(guess, found) > AGREE:
            return []
        return self._found(found, frame)

    def _from_before(self, image: Image) -> Grid | NoGrid:
        """The kept grid in this picture, put right where the camera was touched since."""
        kept, self._kept = self._kept, None
        assert kept is not None
        grid = kept.fitting(image)
        if not grid:
            self.reason = grid.reason
            return grid
        # What cannot be found (a hand in the way, lines too faint) is where it was.
        grid = self._follow(grid, image) or grid
        return self._oriented(grid) if self.settings.top else grid

    def _oriented(self, grid: Grid) -> Grid:
        from calibration.orient import oriented

        return oriented(grid, self.settings.top)

    def _found(self, grid: Grid, frame: Frame) -> list[events.Event]:
        told = self._place(grid, frame.time)
        return told + (self._look(frame) if not self.settings.stills else [])

    def _place(self, grid: Grid, time: float) -> list[events.Event]:
        """The board is here now."""
        if self._inferencer is None:
            self._inferencer = Inferencer(grid.size, self.settings)
            self._inferencer.count = self._count
        self.grid = grid
        self._watch = ChangeWatch(grid)
        self._read_at = -math.inf
        self._checked_at = time
        a, b, c, d = ((round(float(x), 2), round(float(y), 2)) for x, y in grid.corners)
        return [self._say(events.Board(t=time, size=grid.size, corners=(a, b, c, d)))]

    def _say(self, event: events.Event) -> events.Event:
        self.count += 1
        return event

    # A film or a camera

    def _look(self, frame: Frame) -> list[events.Event]:
        assert self.grid is not None
        assert self._watch is not None
        assert self._inferencer is not None
        change = self._watch.look(frame.image)
        told: list[events.Event] = []
        if self._needs_check(change, frame.time):
            told += self._check(frame)
            change = self._watch.look(frame.image) if told else change
        if self._upset_since is not None and frame.time - self._upset_since < COVERED_PATIENCE:
            return told
        reading = self._read(frame, change)
        told += self._coverage(reading)
        told += self._inferencer.update(reading)
        return told

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

    def _needs_check(self, change: Change, time: float) -> bool:
        assert self._inferencer is not None
        if self._fixed is not None:
            return False
        age = time - self._checked_at
        still = change.moving.mean() < 0.1
        upset = change.changed.mean() > UPSET and self._read_at > -math.inf
        if upset and self._upset_since is None:
            self._upset_since = time
        if self._upset_since is not None:
            return bool(still) and age >= 0.3
        doubt = self._inferencer.suspicious
        return bool(still) and age >= (CHECK_DOUBT if doubt else CHECK_EVERY)

    def _check(self, frame: Frame) -> list[events.Event]:
        """See whether the grid is where it was."""
        assert self.grid is not None
        assert self._inferencer is not None
        self._checked_at = frame.time
        found = self._follow(self.grid, frame.image)
        if isinstance(found, NoGrid):
            return []
        upset, self._upset_since = self._upset_since, None
        if found is self.grid:
            return []
        apart = _apart(self.grid, found)
        told = self._place(found, frame.time)
        if upset is not None or apart > AGREE:
            self._inferencer.forget()
        return told

    def _coverage(self, reading: Reading) -> list[events.Event]:
        """Tell when the board cannot be seen for long, and when it can again."""
        share = float(reading.seen.mean())
        if share < COVERED:
            if self._covered_since is None:
                self._covered_since = reading.time
            if not self._lost and reading.time - self._covered_since >= COVERED_PATIENCE:
                self._lost = True
                return [self._say(events.View(t=reading.time, state="lost", reason="the board is covered"))]
        elif share > 2 * COVERED or not self._lost:
            self._covered_since = None
            if self._lost:
                self._lost = False
                return [self._say(events.View(t=reading.time, state="back", reason=""))]
        return []

    # A folder of pictures

    def _still(self, frame: Frame) -> list[events.Event]:
        """One settled look: the board is found anew in every picture."""
        size = self.grid.size if self.grid else self.settings.size
        known = self.grid
        if self._fixed is not None:
            check_inside(self._fixed, frame.image)
        kept = self._from_before(frame.image) if self._kept is not None else None
        found = self._fixed or kept or self._find(frame.image, size)
        if isinstance(found, NoGrid) and known is not None:
            found = self._follow(known, frame.image)
        if isinstance(found, NoGrid):
            self.reason = found.reason
            if known is not None and not self._lost:
                self._lost = True
                return [self._say(events.View(t=frame.time, state="lost", reason=found.reason))]
            return []
        told: list[events.Event] = []
        if self._lost:
            self._lost = False
            told.append(self._say(events.View(t=frame.time, state="back", reason="")))
        if known is None:
            if self._fixed is None and not kept:
                found = self._oriented(found)
            told += self._place(found, frame.time)
            self.reading = self._reader.read(frame, found)
        else:
            reading = self._reader.read(frame, found)
            found, self.reading = self._turned(found, known, reading)
            if _apart(found, known) > AGREE / 2:
                told += self._place(found, frame.time)
        assert self._inferencer is not None
        assert self.reading is not None
        return told + self._inferencer.update(self.reading)

    def _turned(self, found: Grid, known: Grid, reading: Reading) -> tuple[Grid, Reading]:
        """The quarter turn in which the picture fits what lay there, nearly the same view preferred."""
        assert self._inferencer is not None
        board = self._inferencer.board
        best: tuple[float, int] | None = None
        for k in range(4):
            turned = turn_reading(reading, k)
            cost = misfit(turned, board) if board else 0.0
            cost += 0.5 * min(4.0, _apart(found.turned(k), known) / known.size * 8)
            if best is None or cost < best[0]:
                best = cost, k
        assert best is not None
        return found.turned(best[1]), turn_reading(reading, best[1])


def check_inside(grid: Grid, image: Image) -> None:
    """Raise SourceError where a grid that was given by hand lies outside the picture, or is too small in it."""
    height, width = image.shape[:2]
    if (grid.corners < -0.5).any() or (grid.corners > [width - 0.5, height - 0.5]).any():
        raise SourceError(f"a corner given by hand lies outside the picture of {width} x {height} pixels")
    if grid.cell < 5:
        raise SourceError(
            f"the corners given by hand leave {grid.cell:.1f} pixels from line to line: at least 5 it takes"
        )


def _apart(a: Grid, b: Grid) -> float:
    """How far two grids lie apart at most, in cells."""
    return float(np.linalg.norm(a.corners - b.corners, axis=1).max() / a.cell)


def turn_reading(reading: Reading, quarter_turns: int) -> Reading:
    """The reading of the same board whose corner number `quarter_turns` is the first (see `Grid.turned`)."""
    k = quarter_turns % 4
    offsets = np.rot90(reading.offsets, k).copy()
    for _ in range(k):
        offsets = np.stack([offsets[..., 1], -offsets[..., 0]], axis=2)
    return replace(
        reading,
        chances=np.ascontiguousarray(np.rot90(reading.chances, k)),
        seen=np.ascontiguousarray(np.rot90(reading.seen, k)),
        offsets=np.ascontiguousarray(offsets),
    )


def misfit(reading: Reading, board: bytes) -> float:
    """How badly a reading fits a board, in nats: minus the logarithm of the chances, clipped point by point."""
    n = reading.size
    wanted = np.frombuffer(board, np.uint8).reshape(n, n).astype(np.int64)
    chances: NDArray[np.float32] = np.take_along_axis(reading.chances, wanted[..., None], axis=2)[..., 0]
    return float(-np.log(np.clip(chances, 0.02, 1.0))[reading.seen].sum())


def _default_find() -> FindGrid:
    from calibration.detect import find_grid

    return find_grid


def _default_follow() -> FollowGrid:
    from calibration.follow import follow

    return follow


def _default_reader(stills: bool) -> ReadsBoards:
    from vision.reader import Reader

    return Reader(turns=4 if stills else 1)
