"""A board's log as the hall writes it: opened whatever state it is in, patient with a full disk, and resumed."""

from __future__ import annotations

import threading
import time as clocks
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from recorder import events
from recorder.facts import GameFacts, today
from recorder.hall.board import BoardConfig
from recorder.hall.feed import is_film
from recorder.hall.store import move_aside
from recorder.log import EventLog, LogError
from recorder.log_mending import salvage

LONG = 30 * 86400.0
"""Seconds an interruption can last; where the wall clock says more, it was set."""
WAITS = (0.5, 1.0, 2.0, 5.0)
"""Seconds before a full disk is tried again; the last repeats."""


class Complain(Protocol):
    """Takes what is wrong, in words (empty: nothing any more), about a topic."""

    def __call__(self, text: str, topic: str = ...) -> None: ...


class PatientLog(EventLog):
    """An event log that waits for a full disk to have room again; nothing is told before it is kept.

    Parameters
    ----------
    complain : callable
        Gets what is wrong, in words; an empty text when it is well again.
    stopping : threading.Event
        Ends the waiting.
    """

    def __init__(
        self,
        path: Path,
        board: str,
        facts: GameFacts,
        complain: Complain,
        stopping: threading.Event,
        *,
        resume: bool,
    ) -> None:
        self._complain, self._stopping = complain, stopping
        super().__init__(path, board, facts, resume=resume)

    def append(self, event: events.Event, traces: Sequence[tuple[float, str]] = ()) -> events.Event:
        """Keep an event for good, as soon as there is room for it."""
        tries = 0
        while True:
            try:
                kept = super().append(event, traces)
            except LogError as error:
                if error.fault != "full" or self._stopping.is_set():
                    raise
                self._complain(f"{error}. I try again; what is played meanwhile is not seen")
                self._stopping.wait(WAITS[min(tries, len(WAITS) - 1)])
                tries += 1
            else:
                if tries:
                    self._complain("")
                return kept


class Beginning(NamedTuple):
    """How a recording begins.

    Attributes
    ----------
    origin : float
        Source time in seconds of the source's beginning.
    start : float
        Seconds of a film that were recorded before.
    gap : str
        What is to be said of an interruption; empty for none.
    game : list of Event
        The last game, which goes on where it has not ended; empty where a new one begins.
    """

    origin: float
    start: float
    gap: str
    game: list[events.Event]


class Logbook:
    """A board's log, open.

    Parameters
    ----------
    log : EventLog
    board : BoardConfig
    clock : callable
        Wall time in seconds since 1970.
    """

    def __init__(self, log: EventLog, board: BoardConfig, clock: Callable[[], float] = clocks.time) -> None:
        self.log, self._board, self._clock = log, board, clock

    @property
    def facts(self) -> GameFacts:
        """What is known of the game that is on or to come."""
        return self.log.facts(self.log.game) if self.log.game else self._board.facts

    def begin(self) -> Beginning:
        """Where the next recording on this log begins; kept in the log."""
        film, now = is_film(self._board.source), self._clock()
        games = self.log.games()
        told = self.log.events(games[-1].game) if games else []
        last = told[-1].t if told else 0.0
        going = bool(told)
        for event in told:
            if isinstance(event, events.End):
                going = False
            elif isinstance(event, events.Pause):
                going = True  # taken up again
        if not going:
            self.log.end_game()
        sitting = self.log.last_sitting()
        gap, origin, start, said = 0.0, 0.0, 0.0, ""
        if sitting is not None:
            gap = max(now - sitting.wall - (last - sitting.origin), 0.0)
            if gap > LONG or now < sitting.wall:
                gap = 0.0  # the clock was set
            origin = last + gap
            if film and going and sitting.source == self._board.source:
                origin, start = sitting.origin, max(last - sitting.origin, 0.0)
            elif going:
                how_long = f"for {gap:.0f} s" if gap else "for an unknown time, since the clock was set"
                said = f"the recording was interrupted {how_long}: what happened meanwhile was not seen"
        self.log.add_sitting(now, origin, self._board.source)
        return Beginning(origin, start, said, told if going or not film else [])


@contextmanager
def open_logbook(path: Path, board: BoardConfig, complain: Complain, stopping: threading.Event) -> Iterator[Logbook]:
    """Open a board's log; one that is broken is moved aside, and what can still be read of it goes on in a new one.

    Raises
    ------
    LogError
        Where another process writes it, or it cannot be written.
    """
    facts = board.facts if is_film(board.source) or board.facts.date else today(board.facts)
    try:
        log = PatientLog(path, board.id, facts, complain, stopping, resume=True)
        try:
            log.check()
        except LogError:
            log.close()
            raise
    except LogError as error:
        if error.fault != "broken":
            raise
        aside = move_aside(path)
        saved = salvage(aside, path)
        complain(f"the log was broken and lies in {aside.name} now; {saved} events of it are in a new one", "broken")
        log = PatientLog(path, board.id, facts, complain, stopping, resume=True)
    with log:
        yield Logbook(log, board)
