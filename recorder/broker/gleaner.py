"""Fetches the pictures of alerts from the machines that took them, for the archive of a hub."""

from __future__ import annotations

import heapq
import logging
import threading
import time as clocks
from collections.abc import Callable
from pathlib import Path

from recorder.atomic import write_atomically
from recorder.hall.evidence import MOMENTS, expire, picture_path

logger = logging.getLogger(__name__)

WAITS = (3.0, 10.0, 60.0, 300.0)
"""Seconds after an alert at which its pictures are asked for: the one after it is taken later."""
PATIENCE = 10.0
"""Seconds a machine has to send a picture."""
EXPIRY = 3600.0
"""Seconds from one time old pictures are looked for to the next."""

Fetch = Callable[[str, int, str], bytes]
"""Takes a board, an alert and a moment; the JPEG, empty where there is none. Raises where nobody answers."""


class Gleaner(threading.Thread):
    """Fetches pictures, one after the other.

    Parameters
    ----------
    folder : callable
        The folder of a board.
    fetch : callable
        See `Fetch`.
    keep_days : callable
        For each board there is: how many days pictures are kept (0: for ever).
    """

    def __init__(
        self,
        folder: Callable[[str], Path],
        fetch: Fetch,
        keep_days: Callable[[], dict[str, int]],
        waits: tuple[float, ...] = WAITS,
    ) -> None:
        super().__init__(name="gleaner", daemon=True)
        self._folder, self._fetch, self._keep_days, self._waits = folder, fetch, keep_days, waits
        self._due: list[tuple[float, str, int, int]] = []
        self._changed = threading.Condition()
        self._closing = False

    def want(self, board: str, alert: int) -> None:
        """An alert of a board, by its number."""
        with self._changed:
            heapq.heappush(self._due, (clocks.monotonic() + self._waits[0], board, alert, 0))
            self._changed.notify()

    def close(self) -> None:
        """Stop fetching."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self.is_alive():
            self.join(PATIENCE + 1)

    def run(self) -> None:
        """Fetch until closed."""
        next_expiry = clocks.monotonic()
        while True:
            with self._changed:
                now = clocks.monotonic()
                wait = min(self._due[0][0] if self._due else next_expiry, next_expiry) - now
                if wait > 0 and not self._closing:
                    self._changed.wait(wait)
                if self._closing:
                    return
                now = clocks.monotonic()
                job = heapq.heappop(self._due) if self._due and self._due[0][0] <= now else None
            if job is not None:
                self._glean(*job[1:])
            if now >= next_expiry:
                next_expiry = now + EXPIRY
                for board, days in self._keep_days().items():
                    expire(self._folder(board), days)

    def _glean(self, board: str, alert: int, tries: int) -> None:
        lacking = False
        for moment in MOMENTS:
            path = picture_path(self._folder(board), alert, moment)
            if path.is_file():
                continue
            try:
                content = self._fetch(board, alert, moment)
                if content:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    write_atomically(path, content)
                lacking |= not content
            except Exception as error:  # nobody answers, or the disk is full: later
                logger.debug("%s, alert %d: %s", board, alert, error)
                lacking = True
                break
        if lacking and tries + 1 < len(self._waits):
            with self._changed:
                heapq.heappush(self._due, (clocks.monotonic() + self._waits[tries + 1], board, alert, tries + 1))
