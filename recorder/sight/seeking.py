"""Finding the board at the start: two findings must agree, so that a hand or a blur is not believed."""

from __future__ import annotations

import math
from collections.abc import Callable

from calibration.orient import oriented
from calibration.store import Calibration
from recorder.settings import Settings
from recorder.sight.several import painted_over, prominence, room_beside
from recorder.sight.turning import apart
from vision.frame import Frame, Image
from vision.grid import Grid, NoGrid
from vision.network import let_go
from vision.source import SourceError

FIRST_TRIES, SLOWEST_TRIES = 0.2, 2.0
"""Seconds from one search for the grid to the next, at first and at most."""
AGREE = 0.3
"""Cells by which two findings of one grid may differ."""
LIKELIER = 1.1
"""Times as prominent as the board found first that another one in view must be to be the one that is filmed."""
OTHERS_FIRST, OTHERS_SLOWEST = 1.5, 20.0
"""Seconds from one look for other boards to the next while nothing was played, at first and at most."""
CUT_OFF = 0.5
"""Cells by which a corner may lie outside the picture."""

FindGrid = Callable[[Image, int | None], Grid | NoGrid]
FollowGrid = Callable[[Grid, Image], Grid | NoGrid]


class Seeker:
    """Looks for the grid of one board.

    Parameters
    ----------
    settings : Settings
    fixed : Grid or None
        The grid given by hand, which is taken as it is.
    kept : Calibration or None
        A grid from before: the board is taken to be there at once.
    find, follow : callable
        How a grid is found, and found again.

    Attributes
    ----------
    reason : str
        Why no board was found in the last frame in which one was looked for; empty before.
    """

    def __init__(
        self, settings: Settings, fixed: Grid | None, kept: Calibration | None, find: FindGrid, follow: FollowGrid
    ) -> None:
        self.fixed, self.reason = fixed, ""
        self.settings, self._kept, self._find, self._follow = settings, kept, find, follow
        self._guess: Grid | None = None
        self._next_try, self._spacing = -math.inf, FIRST_TRIES
        self._next_look, self._pause = -math.inf, OTHERS_FIRST
        self._other: Grid | None = None

    def start_again(self) -> None:
        """Look for the board wherever it is: neither what was given by hand nor an earlier finding counts."""
        self.fixed = self._kept = self._guess = None
        self._next_try, self._spacing = -math.inf, FIRST_TRIES

    def seek(self, frame: Frame) -> Grid | None:
        """The grid, where this frame makes it sure; raises SourceError where corners by hand are not in it."""
        if self.fixed is not None:
            check_inside(self.fixed, frame.image.shape)
            return self.fixed
        if grid := self.from_before(frame.image):
            return grid
        if frame.time < self._next_try:
            return None
        found = self._find_sized(frame.image)
        self._next_try = frame.time + self._spacing
        if isinstance(found, NoGrid):
            self.reason = found.reason
            self._spacing = min(self._spacing * 1.4, SLOWEST_TRIES)
            return None
        found = self.upright(found)
        if _are_one(self._guess, found):
            return found  # for another board it was looked when this one was found first, and will be again
        if other := self._more_prominent(frame.image, found):
            found = self.upright(other)
        guess, self._guess = self._guess, found
        return found if _are_one(guess, found) else None

    def elsewhere(self, frame: Frame, grid: Grid) -> Grid | None:
        """Another board that is filmed rather than the one that was found, seen twice; looked for more and more seldom.

        A hand may have been over it when the other one was found.
        """
        if self.fixed is not None or frame.time < self._next_look:
            return None
        first = self._next_look == -math.inf
        self._next_look, self._pause = frame.time + self._pause, min(1.4 * self._pause, OTHERS_SLOWEST)
        if first:
            return None
        before, other = self._other, self._more_prominent(frame.image, grid)
        self._other = other = self.upright(other) if other is not None else None
        if other is None or not _are_one(before, other):
            return None
        self._other = None
        return other

    def stay(self) -> None:
        """The board that was found is the one: a game has begun on it."""
        self._next_look = math.inf

    def _find_sized(self, image: Image) -> Grid | NoGrid:
        """A board of the size that was given, also where one of another size is seen better."""
        found = self._find(image, self.settings.size)
        if found or self.settings.size is None:
            return found
        other = self._find(image, None)
        return self._find(painted_over(image, other), self.settings.size) or found if other else found

    def _more_prominent(self, image: Image, found: Grid) -> Grid | None:
        """Another board in the picture that is clearly more likely to be the one that is filmed; None without one."""
        least = LIKELIER * prominence(found.corners, image.shape)
        if room_beside(found, image.shape) < least:
            return None
        other = self._find(painted_over(image, found), self.settings.size)
        let_go()  # it may be long before a board is sought again
        return other if other and prominence(other.corners, image.shape) >= least else None

    def from_before(self, image: Image) -> Grid | None:
        """The kept grid in the first picture, put right where the camera was touched since."""
        kept, self._kept = self._kept, None
        if kept is None:
            return None
        grid = kept.fitting(image)
        if not grid:
            self.reason = grid.reason
            return None
        self.stay()
        # What cannot be found (a hand in the way, lines too faint) is where it was.
        grid = self._follow(grid, image) or grid
        return self.upright(grid) if self.settings.top else grid

    def upright(self, grid: Grid) -> Grid:
        """The grid with the record's top where the settings say it is."""
        return oriented(grid, self.settings.top)


def _are_one(guess: Grid | None, found: Grid) -> bool:
    """Whether a grid was found again."""
    return guess is not None and guess.size == found.size and apart(guess, found) <= AGREE


def check_inside(grid: Grid, shape: tuple[int, ...]) -> None:
    """Raise SourceError where a grid that was given by hand lies outside the picture, or is too small in it.

    `shape` is that of the picture: height, width in pixels, and whatever follows.
    """
    height, width = shape[:2]
    if (grid.corners < -0.5).any() or (grid.corners > [width - 0.5, height - 0.5]).any():
        raise SourceError(f"a corner given by hand lies outside the picture of {width} x {height} pixels")
    if grid.cell < 5:
        raise SourceError(
            f"the corners given by hand leave {grid.cell:.1f} pixels from line to line: at least 5 it takes"
        )


def is_cut_off(grid: Grid, shape: tuple[int, ...]) -> bool:
    """Whether a part of the board lies outside a picture of that shape (height, width, ...)."""
    rim = CUT_OFF * grid.cell
    return bool((grid.corners < -rim).any() or (grid.corners > [shape[1] + rim, shape[0] + rim]).any())
