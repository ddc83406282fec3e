"""A board's source as the hall needs it: tried for ever, with one clock over all interruptions."""

from __future__ import annotations

import queue
import threading
import time as clocks
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from recorder.hall.wire import SourceState
from vision.film import SUFFIXES as FILMS
from vision.frame import Frame
from vision.pace import PacedSource
from vision.source import FrameSource, Notice, Tell
from vision.sources import open_source

WAITS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before each try to open a source that cannot be opened; the last repeats."""
UNTOLD = 4.5
"""Seconds without a picture after which people are told, whatever the source says itself."""
IDLE = 0.1
"""Seconds from one look round to the next while there is no picture."""


_Found = Frame | Notice | None


def is_film(source: str) -> bool:
    """Whether a source is a film or a folder, which can be shown from any point and has an end."""
    path = Path(source)
    return "://" not in source and (path.suffix.lower() in FILMS or path.is_dir() or path.is_file())


class Feed:
    """Frames of one source, whatever happens to it.

    Films come at their own pace, from `start` seconds of their time on; after their end the iteration ends.
    Cameras and streams are opened again for ever.

    Parameters
    ----------
    source : str
        As `open_source` takes it.
    origin : float
        Time in seconds that the first frames get; for films the time of their beginning.
    start : float
        Seconds of a film that were shown before.
    step : float
        Seconds from one frame to the next, at least.
    tell : callable
        Gets notices, with times of this clock, in the thread that iterates.
    change : callable
        Gets the state of the source and what is wrong.
    idle : callable
        Called about ten times a second while there is no picture: what must not wait for one.
    """

    live = True
    settled = False
    duration = None

    def __init__(
        self,
        source: str,
        tell: Tell,
        change: Callable[[SourceState, str], None],
        *,
        idle: Callable[[], None] = lambda: None,
        origin: float = 0.0,
        start: float = 0.0,
        step: float = 0.1,
        waits: Sequence[float] = WAITS,
    ) -> None:
        self.name = source
        self.step = step
        self._source, self._origin, self._start, self._waits = source, origin, start, waits
        self._tell, self._change, self._idle = tell, change, idle
        self._began = clocks.monotonic()
        self._base = origin
        self._closing = threading.Event()
        self._open: FrameSource | None = None
        self._lost_at: float | None = None
        self._last = origin + start
        self._found: queue.SimpleQueue[_Found] = queue.SimpleQueue()
        self._wanted = threading.Semaphore(0)
        self.waiting_since: float | None = None
        """Since when (monotonic seconds) a picture is waited for; None while one is looked at."""

    def now(self) -> float:
        """The time on this source's clock; never before the last frame's."""
        if is_film(self._source):
            return self._last
        return max(self._origin + clocks.monotonic() - self._began, self._last)

    def __iter__(self) -> Iterator[Frame]:
        # Whatever opening or a driver hangs in, hangs in that thread.
        threading.Thread(target=self._pump, name="source", daemon=True).start()
        asked = self.waiting_since = clocks.monotonic()
        told = False
        self._wanted.release()
        while not self._closing.is_set():
            try:
                found = self._found.get(timeout=IDLE)
            except queue.Empty:
                self._idle()
                if not told and self._lost_at is None and clocks.monotonic() - asked > UNTOLD:
                    told = True
                    self._lose("there is no picture")
                continue
            if found is None:
                self._change("ended", "")
                return
            if isinstance(found, Notice):
                self._hear(found)
                continue
            self._last = max(found.time, self._last)
            self._find_again(self._last)
            self.waiting_since = None
            yield Frame(found.image, self._last, found.index)
            asked, told = clocks.monotonic(), False
            self.waiting_since = asked
            self._wanted.release()

    def _pump(self) -> None:
        """Open the source for ever; one frame whenever one is wanted. Runs in a thread of its own."""
        tries = 0
        while not self._closing.is_set():
            try:
                source = self._open = self._opened()
                with closing(source):
                    self._wanted.acquire()
                    for frame in source:
                        tries = 0
                        self._found.put(Frame(frame.image, frame.time + self._base, frame.index))
                        self._wanted.acquire()
                    self._wanted.release()  # nothing came of it
            except Exception as error:  # whatever a source or a driver throws, it is tried again
                self._found.put(Notice("lost", str(error), self.now()))
                self._closing.wait(self._waits[min(tries, len(self._waits) - 1)])
                tries += 1
                continue
            if not source.live:
                self._found.put(None)
                return

    def _opened(self) -> FrameSource:
        self._base = self._origin if is_film(self._source) else self.now()
        source = open_source(self._source, tell=self._pass_on)
        if not source.live:
            source = PacedSource(source, start=self._start)
        source.step = self.step
        if self._closing.is_set():
            source.close()
        return source

    def _pass_on(self, notice: Notice) -> None:
        self._found.put(replace(notice, time=notice.time + self._base))

    def _hear(self, notice: Notice) -> None:
        time = max(notice.time, self._last)
        if notice.kind == "lost":
            self._lose(notice.text, time)
        elif notice.kind != "back":  # that is told with the first picture
            self._tell(replace(notice, time=time))

    def _lose(self, text: str, time: float | None = None) -> None:
        self._change("lost", text)
        if self._lost_at is None:
            self._lost_at = self.now() if time is None else time
            self._tell(Notice("lost", text, self._lost_at))

    def _find_again(self, time: float) -> None:
        if self._lost_at is not None:
            gap = (
                f"seen again after {time - self._lost_at:.0f} s without pictures: what happened meanwhile was not seen"
            )
            self._lost_at = None
            self._tell(Notice("back", gap, time))
        self._change("live", "")

    def lose(self, text: str) -> None:
        """Say at the first frame that the recording was interrupted before: it begins as a lost source."""
        self._lose(text, self._last)

    def close(self) -> None:
        """End the iteration soon."""
        self._closing.set()
        self._wanted.release()
        if self._open is not None:
            self._open.close()
