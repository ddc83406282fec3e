"""The games on one board, one after the other: which one is on, taken up again, ended and followed by the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from recorder import events
from recorder.desk.desk import Desk
from recorder.desk.past import PastGame
from recorder.desk.resumed import take_up
from recorder.desk.table import Watched
from recorder.facts import GameFacts
from recorder.inference.inferencer import Inferencer
from recorder.inference.succession import Succession
from recorder.record import fold
from recorder.settings import Settings
from vision.grid import Grid
from vision.reading import Reading


class Games:
    """What is believed of the games on a board, without the pictures: the part of a session that readings reach.

    Parameters
    ----------
    settings : Settings
    facts : GameFacts or None
        What is known of the game: komi and time for counting and clocks.

    Attributes
    ----------
    desk : Desk
        Where people's orders come in.
    """

    def __init__(self, settings: Settings, facts: GameFacts | None) -> None:
        self.settings = settings
        self.desk = Desk(settings, facts)
        self._inferencer: Inferencer | None = None
        self._untold: list[events.Event] = []
        self._lay: Grid | None = None
        self._succession: Succession | None = None
        self._unsaid = self._over = False
        self._count = 0
        self._time = 0.0

    @property
    def watched(self) -> Watched | None:
        """What is believed of the board, by the game that was told last; None before the board was found."""
        record = self.desk.chronicle.record() if self._unsaid else None
        return self._inferencer if record is None else PastGame(record, self.count)

    @property
    def count(self) -> int:
        """Number of the last event in the log; set it where the log holds events already."""
        return self._inferencer.count if self._inferencer else self._count

    @count.setter
    def count(self, value: int) -> None:
        self._count = value
        if self._inferencer:
            self._inferencer.count = value

    def resume(
        self, told: Sequence[events.Event], *, in_log: bool = True, doubted: bool = False, reopen: bool = True
    ) -> None:
        """Go on with a game that is known so far; to be called before the first frame.

        The board is found anew and turned so that it shows what lay there; what changed meanwhile is told as
        far as it can be explained.

        Parameters
        ----------
        told : sequence of Event
            All events of that game, with their numbers; nothing happens where there are none.
        in_log : bool
            Whether the log holds them already; else they are told when the board is found.
        doubted : bool
            Whether another game may have begun meanwhile: the board then decides at once. Else it is waited while
            the position is being laid on it.
        reopen : bool
            Whether a game that had ended goes on; else it stays as it is until the next one begins.

        Raises
        ------
        ValueError
            Where the settings name another size of the board.
        """
        if in_log:
            self.desk.replay(told)
        record = self.desk.chronicle.record() if in_log else fold(told)
        if record is None:
            return
        if self.settings.size not in (None, record.size):
            raise ValueError(
                f"the game so far is one of {record.size} lines, not of {self.settings.size}: leave out --size"
            )
        self.settings = replace(self.settings, size=record.size)
        first = record.setup.to_move if record.setup is not None else None
        if in_log and (doubted or self.settings.to_move == first):
            # Who was to move when the game began, and not who is now.
            self.settings = replace(self.settings, to_move=None)
        self._inferencer = Inferencer(record.size, self.settings)
        take_up(self._inferencer, record, told, self.settings.rules)
        if doubted:
            self._inferencer.doubt()
        if self.desk.chronicle.counting:
            self._inferencer.count_on()  # only people's pauses wait for people
        else:
            self._inferencer.paused = self.desk.chronicle.paused
        self._inferencer.count = self._count
        self._untold = [] if in_log else list(told)
        if in_log:
            corners = next((e.corners for e in reversed(told) if isinstance(e, events.Board)), None)
            self._lay = Grid(record.size, np.array(corners, np.float64)) if corners else None
        if self.desk.chronicle.ended and not reopen:
            self._inferencer.close()
            self._over = True

    def traces(self) -> list[tuple[float, str]]:
        """What was weighed since the last time: pairs of source time in seconds and a line of JSON."""
        return [(t.t, t.encode()) for t in self._inferencer.tracer.take()] if self._inferencer else []

    def finish(self, reason: str = "the source ended") -> list[events.Event]:
        """No more frames will come, for this reason; nothing where there never was a board."""
        if self._inferencer is None or self._unsaid:
            return []
        count = self.count
        return self._heard(self._inferencer.finish(self._time, reason), count)

    def _heard(self, told: list[events.Event], count: int) -> list[events.Event]:
        told = self.desk.seen(told, count, self._time, self._inferencer)
        self.count = count + len(told)
        return told

    def _tell_place(self, grid: Grid, time: float, *, begins: bool = False) -> list[events.Event]:
        if self.desk.chronicle.ended and not begins:
            return []  # told, it would begin another game
        a, b, c, d = ((round(float(x), 2), round(float(y), 2)) for x, y in grid.corners)
        return self._say(events.Board(t=time, size=grid.size, corners=(a, b, c, d)))

    def _say(self, event: events.Event | None) -> list[events.Event]:
        if event is None:
            return []
        self.count += 1
        return [event]

    def _infer(self, reading: Reading, grid: Grid) -> list[events.Event]:
        """What inference tells of a reading; after the end of a game the next one begins when something is played."""
        assert self._inferencer is not None
        if self._inferencer.ended and not self._unsaid:
            told = self._inferencer.update(reading)
            if self._is_free():
                self._succeed()
            return told
        if not self._unsaid:
            return self._inferencer.update(reading)
        # The place of the board, which begins the next game in the log, is told with its first event.
        self._inferencer.count += 1
        told = self._inferencer.update(reading)
        self._inferencer.count -= 1
        if not told:
            return []
        self._unsaid = False
        return self._tell_place(grid, reading.time, begins=True) + told

    def _succeed(self) -> None:
        """The next game begins when its first stone is told."""
        assert self._inferencer is not None
        count, before = self.count, self._inferencer
        self.settings = replace(self.settings, handicap=None, to_move=None)
        self._inferencer = Inferencer(before.size, self.settings)
        self._inferencer.inherit(before, self._succession.leaving if self._succession is not None else None)
        self._inferencer.count = count
        self._succession = None
        self._unsaid = True

    def _is_free(self) -> bool:
        before = self._inferencer
        assert before is not None
        if before.is_another:
            return True
        if before.look is None:
            return False
        self._succession = self._succession or Succession(before.leaving)
        return self._succession.is_free(before.look)
