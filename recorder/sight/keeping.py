"""Keeping the grid of one board true: tracked by its marks, made sure of by its lines, found again where it is lost.

The marks tell small ways and every picture, the lines tell the place; what one of them says alone is not believed at
once. A place is *proven* when the board is found there a second time, lying still.
"""

from __future__ import annotations

from dataclasses import dataclass

from recorder.sight.checks import Checks, Doubts
from recorder.sight.glances import ReadsBoards
from recorder.sight.marks import GONE, Marks
from recorder.sight.seeking import AGREE, FollowGrid, is_cut_off
from recorder.sight.several import painted_over
from recorder.sight.turning import LIKE, apart, fitting_turn, is_unlike, likeness
from vision.change import Change
from vision.frame import Frame
from vision.grid import Grid, NoGrid
from vision.reading import Reading

TOLD = 0.15
"""Cells from the place told last from which on a new place is told."""
UPSET, PATIENCE = 0.5, 3.0
"""Share of the points in view that all change at once when the board or the camera moves; seconds to find it again."""
ASTRAY = 0.8
"""Seconds after which a board of which no marks are found is elsewhere, where what is read does not fit either."""
GLIMPSE = 0.25
"""Seconds after which a second look at a place counts."""
STRANGE = 60.0
"""Seconds after which a board elsewhere, with other stones, is taken for the one that was lost: it may be another."""
BETTER = 0.2
"""By how much more like what is believed the stones must be that are read where lines are seen than where marks are."""


@dataclass(frozen=True, eq=False)
class Place:
    """What a check of the grid came to.

    Attributes
    ----------
    grid : Grid or None
        Where the board is now, where that has to be told.
    anew : bool
        Whether it was lost between, so that what was read before must be forgotten.
    """

    grid: Grid | None = None
    anew: bool = False


class Keeper:
    """Keeps the grid of one board.

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
        None before the board was found.
    upset_since : float or None
        Since when the board is taken to be elsewhere, seconds; None while it is not.
    """

    def __init__(self, follow: FollowGrid, reader: ReadsBoards, *, fixed: bool = False) -> None:
        self.grid: Grid | None = None
        self.fixed = fixed
        self.upset_since: float | None = None
        self._follow, self._reader = follow, reader
        self._marks = Marks()
        self._told: Grid | None = None
        self._checks = Checks()
        self._unproven_since: float | None = None
        self._rival: Grid | None = None
        self._rival_since: float | None = None

    def lose(self) -> None:
        """Nothing is known any more of where the board is."""
        self.grid = self.upset_since = None
        self.fixed = False

    def place(self, grid: Grid, time: float) -> None:
        """The board is here, as was made sure of: in the next picture that comes."""
        self.grid = self._told = grid
        self._marks.begin(time)
        self._checks.begin(time)
        self.upset_since = self._unproven_since = self._rival_since = self._rival = None

    @property
    def is_sure(self) -> bool:
        """Whether what is read there may be believed, whatever it is."""
        return not self._doubts

    @property
    def _doubts(self) -> Doubts:
        return Doubts(self.upset_since, self._marks.astray_since, self._rival_since, self._unproven_since)

    def track(self, frame: Frame, *, at_once: bool = False) -> float | None:
        """See where the board has gone: by how many cells since the picture before; None where that is not known.

        It is not looked every time but where `at_once` asks for it.
        """
        assert self.grid is not None
        if self.fixed:
            return 0.0
        gone, self.grid = self._marks.track(frame, self.grid, at_once=at_once)
        if gone is not None and self._marks.tracked_at == frame.time:
            self._checks.tracked()
        return gone

    def check(
        self,
        frame: Frame,
        change: Change,
        gone: float | None,
        reading: Reading | None,
        believed: bytes | None,
        *,
        doubtful: bool,
    ) -> Place:
        """Make sure of the grid by its lines, where it is time for that.

        Parameters
        ----------
        frame : Frame
        change : Change
            What is seen to change on the board.
        gone : float or None
            What `track` said of this frame.
        reading : Reading or None
            What was read last.
        believed : bytes or None
            What is believed to lie on the board.
        doubtful : bool
            Whether what was read last speaks for another place of the board.
        """
        self._marks.watch(change)
        if self.fixed:
            return Place()
        if self.upset_since is None and self._is_upset(frame, change, gone, reading, believed):
            self.upset_since = frame.time
        assert self.grid is not None
        assert self._told is not None
        goes = apart(self.grid, self._told) > TOLD
        moving = float(change.moving.mean())
        if not self._checks.is_due(frame.time, moving, gone, self._doubts, goes=goes, doubtful=doubtful):
            return Place()
        return self._make_sure(frame, gone, reading, believed)

    def _is_upset(
        self, frame: Frame, change: Change, gone: float | None, reading: Reading | None, believed: bytes | None
    ) -> bool:
        """Whether the board must be elsewhere."""
        assert self.grid is not None
        since = self._marks.astray_since
        if is_cut_off(self.grid, frame.image.shape) or (
            gone is None and reading is not None and change.changed.mean() > UPSET
        ):
            return True
        astray = since is not None and frame.time - since >= ASTRAY
        unproven = self._unproven_since is not None and frame.time - self._unproven_since >= PATIENCE + ASTRAY
        return (astray or unproven) and is_unlike(reading, believed)

    def _make_sure(self, frame: Frame, gone: float | None, reading: Reading | None, believed: bytes | None) -> Place:
        assert self.grid is not None
        assert self._told is not None
        found = self._follow(self.grid, frame.image)
        self._checks.done(frame.time, steady=found is self.grid and self.upset_since is None and gone is not None)
        if isinstance(found, NoGrid):
            if gone is None or self.upset_since is not None or apart(self.grid, self._told) <= TOLD:
                return Place()
            return self._refine(frame, self.grid)  # the lines cannot be made out just now, but the marks can
        if apart(self.grid, found) > AGREE:
            return self._weigh(frame, found, gone, believed)
        self._rival = self._rival_since = None
        if believed is not None and is_unlike(reading, believed):
            # A board that was turned by a quarter meanwhile has the same lines.
            turned, now = fitting_turn(found, found, self._reader.read(frame, found), believed)
            if apart(turned, found) > AGREE and likeness(now, believed) >= LIKE:
                return self._begin_anew(frame, turned)
        if self.upset_since is not None and (found is not self.grid or apart(self._told, found) > AGREE):
            return self._begin_anew(frame, found)
        if found is self.grid and self._is_proven(frame.time, reading, believed):
            self._unproven_since = None
        self.upset_since = self._marks.astray_since = None
        return self._refine(frame, found)

    def _is_proven(self, time: float, reading: Reading | None, believed: bytes | None) -> bool:
        """Whether a board that was found twice is the one: what lies there does not speak against it for long."""
        if self._unproven_since is None:
            return True
        if reading is None and believed is not None and any(believed):
            return False
        return not is_unlike(reading, believed) or time - self._unproven_since >= PATIENCE

    def _weigh(self, frame: Frame, found: Grid, gone: float | None, believed: bytes | None) -> Place:
        """The lines are seen elsewhere: there is the board if its stones lie there, or if they are seen there again."""
        assert self.grid is not None
        assert self._told is not None
        missed = gone is None or self.upset_since is not None
        there = here = 0.0
        if believed is not None and any(believed):
            found, there = self._fitting(frame, found, believed)
            if not missed:
                here = likeness(self._reader.read(frame, self.grid), believed)
            elif there < LIKE and (other := self._follow(self.grid, painted_over(frame.image, found))):
                other, as_well = self._fitting(frame, other, believed)
                found, there = (other, as_well) if as_well >= LIKE else (found, there)
        since = self._rival_since
        if self._rival is None or since is None or apart(self._rival, found) > AGREE:
            self._rival_since = since = frame.time
        self._rival = found
        seen_for = frame.time - since
        near = apart(self._told, found) < self._told.size / 2
        patience = (PATIENCE if near and missed else STRANGE) if believed is not None and any(believed) else GLIMPSE
        if (there >= LIKE and there > here + BETTER) or seen_for >= patience:
            return self._begin_anew(frame, found)
        if missed or seen_for < GLIMPSE:
            return Place()
        return self._refine(frame, self.grid)  # the lines may lead astray: other stones are read there

    def _fitting(self, frame: Frame, found: Grid, believed: bytes) -> tuple[Grid, float]:
        """The quarter turn of a grid in which its stones are most like those that are believed, and how much so."""
        assert self._told is not None
        found, reading = fitting_turn(found, self._told, self._reader.read(frame, found), believed)
        return found, likeness(reading, believed)

    def _begin_anew(self, frame: Frame, found: Grid) -> Place:
        """The board is there, and has to prove it."""
        self.place(found, frame.time)
        self._marks.anchor(frame, found, moves=True)
        self._unproven_since = frame.time
        return Place(found, anew=True)

    def _refine(self, frame: Frame, found: Grid) -> Place:
        """The board is where it was taken to be, or a little beside."""
        assert self._told is not None
        moved = apart(self._told, found) > (GONE if self.grid is self._told else TOLD)
        self.grid = found
        self._marks.anchor(frame, found)
        if not moved:
            return Place()
        self._told = found
        return Place(found)
