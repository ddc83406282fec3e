"""Follows a board's log by its numbers and tells the hub: what is shown was on the disk before.

The public may be delayed: it sees each event so many seconds after the wall time at which it happened.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from recorder import events
from recorder.hall.hub import AUDIENCES, INSIDE, OUTSIDE, Hub
from recorder.log import LogError, LogReader
from recorder.projection import Projection
from recorder.publish.delay import Stamper, check_delay

logger = logging.getLogger(__name__)

_LOOK_AGAIN = 60.0
"""Seconds after which held back events are looked at again, in case the clock was set."""


class Follower:
    """Reads what is new in one log.

    Parameters
    ----------
    board : str
    path : Path
        The log; it may not be there yet, and another may take its place.
    hub : Hub
    delay : float
        Seconds, 0 to 3600, after which the public sees what the operator and the referee see at once.
    clock : callable
        Wall time in seconds since 1970.
    """

    def __init__(
        self, board: str, path: Path, hub: Hub, delay: float = 0.0, clock: Callable[[], float] = time.time
    ) -> None:
        self._board, self._path, self._hub, self._clock = board, path, hub, clock
        self._delay = check_delay(delay)
        self._lock = threading.Lock()
        self._reader: LogReader | None = None
        self._file = (0, 0)
        self._timer: threading.Timer | None = None
        self._closed = False
        self._clear()

    def _clear(self) -> None:
        self._seq, self._shown, self._shown_game = 0, 0, ""
        self._projection, self._outside = Projection(self._board), Projection(self._board)
        self._held: deque[tuple[float, events.Event]] = deque()
        self._stamper, self._release_of_last = Stamper(), 0.0

    @property
    def shown(self) -> int | None:
        """Number of the last event the public may know of; None where nothing is held back."""
        with self._lock:
            return self._shown if self._delay else None

    def set_delay(self, delay: float) -> None:
        """Delay the public by so many seconds; what it has seen too early for that it sees no more."""
        with self._lock:
            if check_delay(delay) == self._delay:
                return
            self._delay = delay
            self._begin()
        self.read()

    def read(self) -> None:
        """Tell the hub of everything since the last time."""
        with self._lock:
            try:
                self._read()
            except LogError as error:
                # A log that is just being made, or was moved aside: the next event finds the new one.
                logger.debug("%s", error)
                self._close()

    def _read(self) -> None:
        try:
            status = self._path.stat()
        except OSError:
            self._begin()
            self._hub.tell(self._board, self._projection)
            return
        if self._reader is None or (status.st_dev, status.st_ino) != self._file:
            self._begin()
            self._reader, self._file = LogReader(self._path), (status.st_dev, status.st_ino)
        first = self._seq == 0
        at_once = INSIDE if self._delay else AUDIENCES
        told = self._reader.events(after=self._seq)
        if self._delay and told:
            self._stamper.take_sittings(self._reader.sittings())
        game = ""
        for event in told:
            self._projection.take(event)
            self._seq = event.seq
            if event.game != game:
                game = event.game
                self._projection.tell(self._reader.facts(game))
            if self._delay:
                self._hold(event)
            if not first:
                self._hub.tell(self._board, self._projection, at_once)
        if first:
            self._hub.tell(self._board, self._projection, at_once)
        if self._delay:
            self._release(one_by_one=not first)

    def _hold(self, event: events.Event) -> None:
        due = self._stamper.wall_of(event, self._clock()) + self._delay
        self._release_of_last = max(self._release_of_last, due)
        self._held.append((self._release_of_last, event))

    def _release(self, *, one_by_one: bool = True) -> None:
        """Tell the public what it may know by now, and come back when it may know more."""
        now = self._clock()
        while self._held and self._held[0][0] <= now:
            event = self._held.popleft()[1]
            self._outside.take(event)
            self._shown = event.seq
            if event.game != self._shown_game and self._reader is not None:
                self._shown_game = event.game
                self._outside.tell(self._reader.facts(event.game))
            if one_by_one:
                self._hub.tell(self._board, self._outside, OUTSIDE)
        if not one_by_one:
            self._hub.tell(self._board, self._outside, OUTSIDE)
        self._stop_timer()
        if self._held and not self._closed:
            self._timer = threading.Timer(min(max(self._held[0][0] - now, 0.0), _LOOK_AGAIN), self._wake)
            self._timer.daemon = True
            self._timer.start()

    def _wake(self) -> None:
        with self._lock:
            if not self._closed:
                try:
                    self._release()
                except LogError as error:
                    logger.debug("%s", error)

    def refresh(self) -> None:
        """Read the facts anew: they changed without an event."""
        with self._lock:
            told = (
                ((self._projection, INSIDE), (self._outside, OUTSIDE))
                if self._delay
                else ((self._projection, AUDIENCES),)
            )
            for projection, audiences in told:
                if self._reader is not None and projection.state.game:
                    projection.tell(self._reader.facts(projection.state.game))
                    self._hub.tell(self._board, projection, audiences)

    def _begin(self) -> None:
        self._close()
        self._clear()

    def _close(self) -> None:
        self._stop_timer()
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        """Close the log."""
        with self._lock:
            self._closed = True
            self._close()
