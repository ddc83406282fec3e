"""How a board's recording goes: gathered while it runs, told every second and when it changes."""

from __future__ import annotations

import threading
import time as clocks
from collections import deque
from collections.abc import Callable

from recorder.hall import wire
from recorder.hall.feed import Feed
from recorder.hall.view_words import words_of
from recorder.session import Session
from vision.frame import Frame

EVERY = 1.0
"""Seconds from one report to the next."""


class HealthKeeper(threading.Thread):
    """Watches a recording from within its process; also the recording's `Watcher`.

    Parameters
    ----------
    send : callable
        Takes what is told to the hall.
    """

    def __init__(self, send: Callable[[wire.Told], None]) -> None:
        super().__init__(name="health", daemon=True)
        self.frame: Frame | None = None
        self._send = send
        self._source: wire.SourceState = "connecting"
        self._lost = ""
        self._complaints: dict[str, str] = {}
        self._session: Session | None = None
        self._feed: Feed | None = None
        self._looks: deque[float] = deque(maxlen=50)
        self._late = 0.0
        self._active = clocks.monotonic()
        self._bell = threading.Event()

    def source(self, state: wire.SourceState, message: str) -> None:
        """The source's state has changed, perhaps."""
        if (state, message) != (self._source, self._lost):
            self._source, self._lost = state, message
            self._bell.set()

    def complain(self, text: str, topic: str = "files") -> None:
        """Something is wrong; an empty text when it is well again. Each topic has one complaint at a time."""
        if text != self._complaints.get(topic, ""):
            self._complaints[topic] = text
            self._bell.set()

    def files(self, text: str) -> None:
        """What is said of files that are written beside the log: `... cannot be written`, `... is written again`."""
        name = text.partition(" cannot be written")[0].partition(" is written again")[0]
        self.complain("" if text.endswith("is written again") else text, name)

    def watch(self, session: Session, feed: Feed) -> None:
        """Another recording begins."""
        self._session, self._feed = session, feed
        self._active = clocks.monotonic()

    def saw(self, frame: Frame) -> None:
        """A frame has been looked at."""
        now = self._active = clocks.monotonic()
        self.frame = frame
        self._looks.append(now)
        if self._feed is not None:
            self._late = max(self._feed.now() - frame.time, 0.0)

    def alive(self) -> None:
        """The recording is waiting for something, and well."""
        self._active = clocks.monotonic()

    # Watcher

    def at(self, time: float, text: str | None = None) -> None:
        """What a recording tells of its progress; the log says more."""

    def say(self, text: str) -> None:
        """What a recording tells people: the health says it."""

    def run(self) -> None:
        """Tell the hall, for ever."""
        while True:
            self._bell.clear()
            self._send(self.report())
            self._bell.wait(EVERY)

    def report(self) -> wire.Health:
        """How it goes now."""
        now = clocks.monotonic()
        session, frame, looks = self._session, self.frame, list(self._looks)
        grid = session.grid if session is not None else None
        recent = [t for t in looks if now - t < 5.0]
        return wire.Health(
            source=self._source,
            message="; ".join(filter(None, (*self._complaints.values(), self._lost))),
            age=round(now - looks[-1], 1) if looks else None,
            late=round(self._late, 2),
            looks=round((len(recent) - 1) / (recent[-1] - recent[0]), 1) if len(recent) > 1 else 0.0,
            size=grid.size if grid else None,
            corners=tuple((round(float(x), 1), round(float(y), 1)) for x, y in grid.corners) if grid else None,
            picture=(frame.image.shape[1], frame.image.shape[0]) if frame else None,
            words=words_of(frame.image if frame else None, grid, session.reading if session else None),
            reason=session.reason if session is not None and grid is None else "",
            idle=round(now - self._active, 1),
        )
