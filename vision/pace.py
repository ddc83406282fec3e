"""Films shown at the pace of their own time, as if a camera took them now."""

from __future__ import annotations

import threading
import time as clocks
from collections.abc import Iterator

from vision.frame import Frame
from vision.source import FrameSource
from vision.wrapping import WrappingSource


class PacedSource(WrappingSource):
    """A source whose frames come when their time has come; where the consumer is late, frames are dropped.

    Parameters
    ----------
    source : FrameSource
        A film or a folder; the pictures of a folder are never dropped.
    start : float
        Seconds of the source's time that are passed over at once.
    """

    def __init__(self, source: FrameSource, start: float = 0.0) -> None:
        super().__init__(source)
        self._start = start
        self._closing = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        self._source.step = max(self.step, self._start)
        began: float | None = None
        for frame in self._source:
            if frame.time < self._start:
                self._source.step = max(self.step, self._start - frame.time)
                continue
            if began is None:
                began = clocks.monotonic() - self._start
            self._closing.wait(max(frame.time - (clocks.monotonic() - began), 0.0))
            if self._closing.is_set():
                return
            yield frame
            late = clocks.monotonic() - began - frame.time
            self._source.step = max(self.step, late)

    def close(self) -> None:
        """End the iteration."""
        self._closing.set()
        super().close()
