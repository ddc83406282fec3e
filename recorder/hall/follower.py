"""Follows a board's log by its numbers and tells the hub: what is shown was on the disk before."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from recorder.hall.hub import Hub
from recorder.log import LogError, LogReader
from recorder.projection import Projection

logger = logging.getLogger(__name__)


class Follower:
    """Reads what is new in one log.

    Parameters
    ----------
    board : str
    path : Path
        The log; it may not be there yet, and another may take its place.
    hub : Hub
    """

    def __init__(self, board: str, path: Path, hub: Hub) -> None:
        self._board, self._path, self._hub = board, path, hub
        self._lock = threading.Lock()
        self._reader: LogReader | None = None
        self._file = (0, 0)
        self._seq = 0
        self._projection = Projection(board)

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
        game = ""
        for event in self._reader.events(after=self._seq):
            self._projection.take(event)
            self._seq = event.seq
            if event.game != game:
                game = event.game
                self._projection.tell(self._reader.facts(game))
            if not first:
                self._hub.tell(self._board, self._projection)
        if first:
            self._hub.tell(self._board, self._projection)

    def refresh(self) -> None:
        """Read the facts anew: they changed without an event."""
        with self._lock:
            if self._reader is not None and self._projection.state.game:
                self._projection.tell(self._reader.facts(self._projection.state.game))
                self._hub.tell(self._board, self._projection)

    def _begin(self) -> None:
        self._close()
        self._seq, self._projection = 0, Projection(self._board)

    def _close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def close(self) -> None:
        """Close the log."""
        with self._lock:
            self._close()
