"""Looking at a board whose place is known: readings where something changed, and whether it is still there."""

from __future__ import annotations

from dataclasses import dataclass

from recorder.sight.checks import SWEEPS
from recorder.sight.glances import Memory, ReadsBoards
from recorder.sight.keeping import PATIENCE, Keeper
from recorder.sight.marks import GONE
from recorder.sight.seeking import FollowGrid
from recorder.sight.turning import LIKE, is_unlike, likeness
from vision.change import ChangeWatch
from vision.frame import Frame
from vision.grid import Grid
from vision.network import let_go
from vision.reading import Reading


@dataclass(frozen=True, eq=False)
class Glance:
    """What one frame gave.

    Attributes
    ----------
    reading : Reading or None
        None while the board moves, or may be elsewhere, and nothing that is read of it can be believed.
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
    reading : Reading or None
        The latest one taken from a picture.
    """

    def __init__(self, follow: FollowGrid, reader: ReadsBoards, *, fixed: bool = False) -> None:
        self.reading: Reading | None = None
        self._reader = reader
        self._keeper = Keeper(follow, reader, fixed=fixed)
        self._watch: ChangeWatch | None = None
        self._memory: Memory | None = None

    @property
    def grid(self) -> Grid | None:
        """Where the board is; None before it was found."""
        return self._keeper.grid

    @property
    def fixed(self) -> bool:
        """Whether the board is where it is said to be, whatever is seen."""
        return self._keeper.fixed

    @fixed.setter
    def fixed(self, value: bool) -> None:
        self._keeper.fixed = value

    def lose(self) -> None:
        """Nothing is known any more of where the board is."""
        self.reading = None
        self._keeper.lose()

    def place(self, grid: Grid, time: float) -> None:
        """The board is here from now on."""
        let_go()  # from now on the grid is only checked, seldom
        self._keeper.place(grid, time)
        self._begin(grid)

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
        assert self._memory is not None
        keeper = self._keeper
        gone = keeper.track(frame)
        assert keeper.grid is not None
        self._watch.move_to(keeper.grid)
        change = self._watch.look(frame.image, frame.half)
        place = keeper.check(frame, change, gone, self._memory.latest, believed, doubtful=doubtful)
        if place.anew:
            self._begin(keeper.grid)
            change = self._watch.look(frame.image, frame.half)
        self._watch.move_to(keeper.grid)
        if gone is not None and gone > SWEEPS:
            return Glance(None, place.grid, place.anew)
        if keeper.upset_since is not None:
            return self._upset(frame, keeper.upset_since, believed)
        *earlier, reading = self._memory.look(frame, keeper.grid, change, resting=resting)
        if is_unlike(reading, believed) and (keeper.track(frame, at_once=True) or 0.0) > GONE:
            # The board was pushed since it was tracked last: what was read of it lies elsewhere.
            self._begin(keeper.grid)
            return Glance(None, place.grid, place.anew)
        self.reading = self._memory.latest
        if not keeper.is_sure and is_unlike(reading, believed):
            return Glance(None, place.grid, place.anew)
        return Glance(reading, place.grid, place.anew, earlier=tuple(earlier))

    def _begin(self, grid: Grid) -> None:
        """Nothing of what was read before counts any more."""
        self._watch = ChangeWatch(grid)
        self._memory = Memory(self._reader, self._watch)

    def _upset(self, frame: Frame, since: float, believed: bytes | None) -> Glance:
        """The board may be elsewhere: a reading only where it shows what is believed to lie there."""
        assert self.grid is not None
        if frame.time - since < PATIENCE:
            return Glance(None)
        reading = self._reader.read(frame, self.grid)
        if believed is None or likeness(reading, believed) < LIKE:
            return Glance(None, lost=True)
        self.reading = reading
        return Glance(reading)
