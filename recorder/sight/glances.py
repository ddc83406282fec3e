"""What was read last of each point, and when the board has to be read again."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Change, ChangeWatch
from vision.frame import Frame
from vision.grid import Grid
from vision.reading import Reading

READ_LEAST = 1.0
"""Seconds after which a board is read again although nothing changed."""
READ_RESTING, READ_LONGEST, SLOWER = 2.0, 4.0, 1.5
"""The same where all that is seen is what is believed: at first, at most, and how much longer it becomes each time."""
READ_MOVING = 0.35
"""Seconds between readings while something moves, and something else has changed."""
READ_VISIT = 1.0
"""The same where what has changed lies beside what moves, and may well be the hand itself."""
LEAVING = 0.5
"""What moves is leaving where it is less than this share of what moved in the frame before."""
BESIDE = 2
"""Points that far from one that moves lie beside it."""

Mask = NDArray[np.bool_]


class ReadsBoards(Protocol):
    """Reads the stones of a board in a frame."""

    def read(self, frame: Frame, grid: Grid) -> Reading:
        """What each point shows."""


class Memory:
    """Readings of one board, put together point by point: each from when it was last at rest.

    A point that looks as it did when it was read still holds what was read there, also when a hand was over it
    meanwhile; so the board is read where something looks otherwise, not where something moves.

    Parameters
    ----------
    reader : ReadsBoards
    watch : ChangeWatch

    Attributes
    ----------
    latest : Reading or None
        The latest one taken from a picture, as it was.
    read_at : float
        When that was, seconds.
    """

    def __init__(self, reader: ReadsBoards, watch: ChangeWatch) -> None:
        self._reader, self._watch = reader, watch
        self.latest: Reading | None = None
        self.read_at = -math.inf
        self._known: Reading | None = None
        self._stirred = self._covered = False
        self._patience = READ_RESTING
        self._looked_at = self._calm_at = -math.inf
        self._moved = 0
        self._given: Reading | None = None

    def look(self, frame: Frame, grid: Grid, change: Change, *, resting: bool) -> list[Reading]:
        """What is known of each point in this frame.

        Where something new is read that does not move, it lay there in the frame before as well, though nobody had
        read it then: what that frame shows is then told again, before this one.

        Parameters
        ----------
        frame : Frame
        grid : Grid
        change : Change
            What the watch saw in this frame.
        resting : bool
            Whether all that was seen is what is believed, so that no news is waited for.
        """
        seldom = frame.time - self._looked_at >= READ_LEAST
        self._looked_at = frame.time
        # Of a point that is covered news may come at any time.
        resting = resting and not self._covered
        # What looks again as it did when it was read holds still, though it differs from the picture before; where
        # looks are few, so may everything else.
        moving = np.zeros_like(change.moving) if seldom else change.moving & ~change.free
        still = change.changed & ~moving
        self._stirred |= bool(moving.any() or still.any())
        if not moving.any():
            self._calm_at = frame.time
        if self._known is None or self._is_due(frame.time, moving, still, resting=resting):
            self._take(frame, grid, moving, resting=resting)
            assert self._known is not None
            known = replace(self._known, seen=self._known.seen & ~moving)
            news, self._given = self._news(known), known
            return [news, known] if news is not None else [known]
        seen = change.free & ~moving
        self._given = replace(self._known, seen=seen, time=frame.time, index=frame.index)
        return [self._given]

    def _news(self, known: Reading) -> Reading | None:
        """The frame before, with what has only now been read of it; None where that is nothing new."""
        given = self._given
        if given is None or known.time - given.time >= READ_LEAST:
            return None
        new = known.seen & ~given.seen & (known.colours != given.colours)
        if not new.any():
            return None
        return Reading(
            np.where(new[..., None], known.chances, given.chances),
            given.seen | new,
            np.where(new[..., None], known.offsets, given.offsets),
            given.time,
            given.index,
        )

    def _is_due(self, time: float, moving: Mask, still: Mask, *, resting: bool) -> bool:
        before, self._moved = self._moved, int(moving.sum())
        age = time - self.read_at
        if not self._moved:
            return bool(still.any()) or age >= (self._patience if resting else READ_LEAST)
        if still.any() and self._moved < LEAVING * before:
            return True  # a hand leaves, and shows what it did
        age = min(age, time - self._calm_at)  # what comes just now has done nothing yet
        if not still.any():
            return age >= READ_LEAST
        return age >= (READ_MOVING if (still & ~_grown(moving)).any() else READ_VISIT)

    def _take(self, frame: Frame, grid: Grid, moving: Mask, *, resting: bool) -> None:
        now = self.latest = self._reader.read(frame, grid)
        self.read_at = frame.time
        self._patience = min(self._patience * SLOWER, READ_LONGEST) if resting and not self._stirred else READ_RESTING
        if not moving.any():
            self._stirred = False
        self._covered = not (now.seen | moving).all()
        before, free = self._known or now, now.seen & ~moving
        self._known = Reading(
            np.where(free[..., None], now.chances, before.chances),
            free,
            np.where(free[..., None], now.offsets, before.offsets),
            now.time,
            now.index,
        )
        self._watch.keep(~moving, now.seen)


def _grown(mask: Mask) -> Mask:
    """The points of a mask and those beside them."""
    side = 2 * BESIDE + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8)) > 0, np.bool_)
