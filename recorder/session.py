"""One board from frames to events: the grid found and kept, readings taken where something changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from calibration.store import Calibration
from recorder import events
from recorder.desk.past import OF_PLAY
from recorder.facts import GameFacts
from recorder.games import Games
from recorder.inference.inferencer import Inferencer
from recorder.inference.joining import as_known
from recorder.orders import FindAgain, Order, OrderRefused, SetGrid, SetTop
from recorder.settings import Settings
from recorder.sight.glances import ReadsBoards
from recorder.sight.looking import Onlooker
from recorder.sight.quality import FrozenPicture, ViewQuality
from recorder.sight.seeking import AGREE, FindGrid, FollowGrid, Seeker, check_inside
from recorder.sight.turning import agrees, apart, fitting_turn
from recorder.sight.usual import usual_find, usual_follow, usual_reader
from vision.frame import Frame
from vision.grid import Grid, NoGrid
from vision.reading import Reading
from vision.source import SourceError

LOST = "the board is not where it was, and is looked for"
FROZEN = "the picture does not change at all: the camera may hang"


class Session(Games):
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
    facts : GameFacts, optional
        What is known of the game: komi and time for counting and clocks.

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
        facts: GameFacts | None = None,
    ) -> None:
        super().__init__(settings or Settings(), facts)
        fixed: Grid | None = None
        if corners is not None:
            if self.settings.size is None:
                raise ValueError("corners given by hand need the number of lines as well")
            fixed = Grid(self.settings.size, np.asarray(corners, np.float64))
        self._find = find or usual_find()
        self._follow = follow or usual_follow()
        self._seeker = Seeker(self.settings, fixed, kept, self._find, self._follow)
        self._onlooker = Onlooker(self._follow, reader or usual_reader(self.settings.stills), fixed=fixed is not None)
        self._quality = ViewQuality()
        self._frozen = FrozenPicture()
        self._shape: tuple[int, int] | None = None
        self._agreed = False

    @property
    def grid(self) -> Grid | None:
        """Where the board is now."""
        return self._onlooker.grid

    @property
    def reading(self) -> Reading | None:
        """The latest reading."""
        return self._onlooker.reading

    @property
    def reason(self) -> str:
        """Why no board was found in the last frame in which one was looked for; empty before."""
        return self._seeker.reason

    def resume(
        self, told: Sequence[events.Event], *, in_log: bool = True, doubted: bool = False, reopen: bool = True
    ) -> None:
        """As for `Games`; the board is found anew and turned so that it shows what lay there."""
        super().resume(told, in_log=in_log, doubted=doubted, reopen=reopen)
        self._seeker.settings = self.settings

    def feed(self, frame: Frame) -> list[events.Event]:
        """What this frame confirms, in order; raises SourceError where corners by hand are not in the picture."""
        self._time, self._shape = frame.time, (frame.image.shape[0], frame.image.shape[1])
        count = self.count
        return self._heard(self._feed(frame), count)

    def order(self, order: Order, time: float) -> list[events.Event]:
        """What a person's order does, in between two frames.

        Parameters
        ----------
        order : Order
        time : float
            Source time in seconds.

        Returns
        -------
        list of Event
            Nothing where an order of this id was taken before.

        Raises
        ------
        OrderRefused
            Where it cannot be done, with a message for people; nothing was changed then.
        """
        if self._unsaid and isinstance(order, OF_PLAY):
            raise OrderRefused(
                "the next game has not begun yet: give the order for it, or wait for its first stone", "next_not_begun"
            )
        count = self.count
        told = self.desk.order(order, max(time, self._time), self)
        self.count = count + len(told)
        self.desk.hear(told, count)
        return told

    def order_place(self, order: SetGrid | SetTop | FindAgain, time: float) -> list[events.Event]:
        """Put the grid elsewhere, turn it, or look for it anew; raises OrderRefused where it cannot be done."""
        if isinstance(order, SetTop):
            if self._inferencer is not None and self._inferencer.begun:
                raise OrderRefused("the record has begun: its points would all be others", "begun")
            self.settings = self._seeker.settings = replace(self.settings, top=order.side)
            grid = self.grid
            return [] if grid is None else self._place_anew(self._seeker.upright(grid), time)
        if isinstance(order, SetGrid):
            if self._inferencer is not None and self._inferencer.begun and order.size != self._inferencer.size:
                size = self._inferencer.size
                raise OrderRefused(f"the record is one of {size} lines, and stays so", "other_size", size=size)
            try:
                grid = Grid(order.size, np.asarray(order.corners, np.float64))
                if self._shape is not None:
                    check_inside(grid, self._shape)
            except (ValueError, SourceError) as error:
                raise OrderRefused(str(error), "no_grid") from error
            self._seeker.fixed = grid
            self._onlooker.fixed = True
            return self._place_anew(grid, time)
        self._seeker.start_again()
        self._onlooker.lose()
        if self._inferencer is not None:
            self._inferencer.forget()
        return []

    def order_next(self, time: float) -> list[events.Event]:
        """Another game begins on the same board, where it is now."""
        before, self._count = self._inferencer, self.count
        self._inferencer, self._unsaid, self._succession = None, False, None
        self.settings = replace(self.settings, handicap=None, to_move=None)
        if self.grid is None:
            return []
        told = self._place(self.grid, time)
        if before is not None and self._inferencer is not None and before.size == self.grid.size:
            self._inferencer.inherit(before)
        return told

    def _place_anew(self, grid: Grid, time: float) -> list[events.Event]:
        """The board is here, as a person says; what was read of it before says nothing."""
        if self._inferencer is not None and not self._inferencer.begun:
            self._count = self.count
            self._inferencer = None
        told = self._place(grid, time)
        assert self._inferencer is not None
        self._inferencer.forget()
        return told

    def _feed(self, frame: Frame) -> list[events.Event]:
        if self.settings.stills:
            return self._still(frame)
        told: list[events.Event] = []
        if self.grid is None:
            grid = self._seeker.seek(frame)
            if grid is None or (self._inferencer is not None and grid.size != self._inferencer.size):
                return []
            if self._inferencer is not None and self.settings.top is None:
                # Looked for again: turned so that it shows what lay there.
                reading = self._onlooker.read(frame, grid)
                grid, _ = fitting_turn(grid, self._lay or grid, reading, self._inferencer.board)
            told = self._place(grid, frame.time)
        elif self._inferencer is not None and self._inferencer.begun:
            self._seeker.stay()
        elif other := self._seeker.elsewhere(frame, self.grid):
            told = self._place_anew(other, frame.time)  # what was found was the board beside the one that is filmed
        return told + self._look(frame)

    def _place(self, grid: Grid, time: float) -> list[events.Event]:
        """The board is here now."""
        begins = self._inferencer is None
        if self._inferencer is None:
            self._inferencer = Inferencer(grid.size, self.settings)
            self._inferencer.count = self._count
        self._onlooker.place(grid, time)
        if self._over:
            self._over, self._lay = False, None
            return []  # told, it would begin another game
        told: list[events.Event] = []
        if self.desk.chronicle.ended and self._lay is not None:
            # Else the board would begin another game.
            told += self._say(events.Pause(t=time, state="resumed", reason="the recording goes on"))
            begins = True
        self._lay = None
        told += self._tell_place(grid, time, begins=begins)
        untold, self._untold = self._untold, []
        for event in as_known(untold, time):
            told += self._say(event)
        return told

    def _look(self, frame: Frame) -> list[events.Event]:
        """A frame of a film or a camera."""
        assert self._inferencer is not None
        told: list[events.Event] = []
        if self.settings.live:
            if self._frozen.at(frame):
                return self._say(self._quality.fails(frame.time, FROZEN, "poor"))
            told += self._say(self._quality.mends(frame.time, FROZEN))
        believed, resting = self._inferencer.board, self._inferencer.resting and self._agreed
        glance = self._onlooker.look(frame, doubtful=self._inferencer.suspicious, believed=believed, resting=resting)
        if glance.moved is not None:
            told += self._tell_place(glance.moved, frame.time)
            self._inferencer.jolted(frame.time)
            if glance.stale:
                self._inferencer.forget()
        if glance.lost:
            told += self._say(self._quality.fails(frame.time, LOST))
        if glance.reading is not None:
            told += self._say(self._quality.mends(frame.time, LOST))
            told += self._say(self._quality.watch(glance.reading))
            self._agreed = agrees(glance.reading, believed)
            for reading in (*glance.earlier, glance.reading):
                assert self.grid is not None
                told += self._infer(reading, self.grid)
        return told

    def _still(self, frame: Frame) -> list[events.Event]:
        """One settled look of a folder of pictures: the board is found anew in every picture."""
        known, fixed = self.grid, self._seeker.fixed
        if fixed is not None:
            check_inside(fixed, frame.image.shape[:2])
        kept = self._seeker.from_before(frame.image)
        found = fixed or kept or self._find(frame.image, known.size if known else self.settings.size)
        if isinstance(found, NoGrid) and known is not None:
            found = self._follow(known, frame.image)
        if isinstance(found, NoGrid):
            self._seeker.reason = found.reason
            return self._say(self._quality.fails(frame.time, found.reason)) if known is not None else []
        told = self._say(self._quality.mends(frame.time))
        if known is None:
            if fixed is None and not kept:
                found = self._seeker.upright(found)
            reading = self._onlooker.read(frame, found)
            if self._inferencer is not None:
                found, reading = fitting_turn(found, self._lay or found, reading, self._inferencer.board)
            told += self._place(found, frame.time)
        else:
            assert self._inferencer is not None
            reading = self._onlooker.read(frame, found)
            found, reading = fitting_turn(found, known, reading, self._inferencer.board)
            if apart(found, known) > AGREE / 2:
                told += self._place(found, frame.time)
        assert self._inferencer is not None
        self._onlooker.reading = reading
        return told + self._infer(reading, found)
