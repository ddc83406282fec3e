"""Films decoded ahead, in a thread of their own, while what was decoded before is being read."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from vision.frame import Frame
from vision.source import FrameSource, Notice, Tell
from vision.wrapping import WrappingSource

LEAST, MOST, ROOM = 3, 16, 24_000_000
"""Frames that may wait, at least and at most, and bytes that they may take between: most frames are looked at in no
time, others make much work, and the more wait, the less do the two threads wait for one another."""


Waiting = queue.Queue[Frame | Notice | BaseException | None]


class Notices:
    """Passes notices on to a listener; while they are `kept` they wait for somebody who takes them."""

    def __init__(self, tell: Tell) -> None:
        self.tell, self.kept = tell, False
        self._waiting: list[Notice] = []

    def __call__(self, notice: Notice) -> None:
        if self.kept:
            self._waiting.append(notice)
        else:
            self.tell(notice)

    def take(self) -> list[Notice]:
        """Those that wait."""
        waiting, self._waiting = self._waiting, []
        return waiting


class AheadSource(WrappingSource):
    """A source whose next frames are fetched while the consumer is busy; the same frames, in the same order.

    Not for cameras: what waits here would grow old.

    Parameters
    ----------
    source : FrameSource
    notices : Notices
        Where the source tells its notices. They are passed on in the thread that iterates, each before the frame that
        followed it.
    """

    def __init__(self, source: FrameSource, notices: Notices) -> None:
        super().__init__(source)
        self._notices = notices
        self._closing = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        # The distance is asked for before the first frame: set anew later it would come into force by chance.
        self._source.step = self.step
        waiting: Waiting = queue.Queue(LEAST)
        left = threading.Event()
        thread = threading.Thread(target=self._fetch, args=(waiting, left), name="decode", daemon=True)
        self._notices.kept = True
        thread.start()
        try:
            while (item := waiting.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                if isinstance(item, Notice):
                    self._notices.tell(item)
                elif not self._closing.is_set():
                    yield item
        finally:
            left.set()
            while thread.is_alive():
                _drain(waiting)
                thread.join(0.05)
            self._notices.kept = False

    def close(self) -> None:
        """End the iteration before its next frame."""
        self._closing.set()
        super().close()

    def _fetch(self, waiting: Waiting, left: threading.Event) -> None:
        try:
            for frame in self._source:
                self._hand_on_notices(waiting)
                waiting.maxsize = min(max(ROOM // frame.image.nbytes, LEAST), MOST)
                frame.half  # noqa: B018 (made here, while the other thread reads and the picture is at hand)
                waiting.put(frame)
                if left.is_set():
                    return
            self._hand_on_notices(waiting)
        except BaseException as error:  # raised again where the frames are used
            waiting.put(error)
        else:
            waiting.put(None)

    def _hand_on_notices(self, waiting: Waiting) -> None:
        for notice in self._notices.take():
            waiting.put(notice)


def _drain(waiting: Waiting) -> None:
    while True:
        try:
            waiting.get_nowait()
        except queue.Empty:
            return
