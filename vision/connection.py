"""One connection to a camera: a thread that takes its pictures as fast as they come."""

from __future__ import annotations

import threading
from collections.abc import Callable

import cv2

from vision.backend import Capture
from vision.frame import Frame

BACKLOG = 20.0  # seconds after which a stream faster than its own rate is taken as it is
GRACE = 25  # failed grabs in a row (0.5 s) after which a connection counts as broken

Connect = Callable[[], Capture]
Clock = Callable[[], float]


class Connection(threading.Thread):
    """Takes pictures as fast as they come, so that none grows old in a buffer; hands out what is asked for.

    The mailbox holds one frame: the first one taken after it was asked for. All others are dropped.

    Parameters
    ----------
    connect : callable
        Opens the camera; raises SourceError where it cannot.
    clock : callable
        Seconds since the source began.
    first : int
        Index of the first frame.
    """

    def __init__(self, connect: Connect, clock: Clock, first: int) -> None:
        super().__init__(name="capture", daemon=True)  # a hung driver must not keep the program alive
        self.index = first
        self.delivered = 0
        self.begun = clock()
        self.seen: float | None = None
        self.failure: str | None = None
        self._connect = connect
        self._clock = clock
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._asked: float | None = None
        self._stopped = threading.Event()

    def run(self) -> None:
        """Connect and take pictures until stopped or broken."""
        try:
            capture = self._connect()
        except Exception as error:  # whatever a driver throws must end in a message, not in a traceback
            self._fail(str(error))
            return
        try:
            self._take_pictures(capture)
        except Exception as error:
            self._fail(f"its driver failed ({error})")
        finally:
            capture.release()

    def wait_seen(self, patience: float) -> str | None:
        """Wait for the first picture; None when it is there, else what is wrong."""
        with self._changed:
            self._changed.wait_for(lambda: self.seen is not None or self.failure is not None, patience)
            if self.seen is None and self.failure is None:
                return f"no picture within {patience:.0f} s"
            return self.failure

    def ask(self, earliest: float, stall: float, patience: float) -> Frame | str | None:
        """The next frame taken at or after `earliest`; else the fault as a text, or None when stopped."""
        with self._changed:
            self._asked = earliest
            while True:
                if self._frame is not None:
                    frame, self._frame = self._frame, None
                    self.delivered += 1
                    return frame
                if self._stopped.is_set():
                    return None
                if self.failure is not None:
                    return self.failure
                limit = self.begun + patience if self.seen is None else self.seen + stall
                left = limit - self._clock()
                if left <= 0:
                    return f"no picture for {stall if self.seen is not None else patience:.0f} s"
                self._changed.wait(left)

    def stop(self) -> None:
        """End the thread when it next gets a word in; does not wait for it."""
        self._stopped.set()
        with self._changed:
            self._changed.notify_all()

    def _take_pictures(self, capture: Capture) -> None:
        misses = 0
        backlog = True
        period = _period(capture)
        before = self._clock()
        while not self._stopped.is_set():
            if not capture.grab():
                misses += 1
                if misses > GRACE:
                    self._fail("it gives no more pictures")
                    return
                self._stopped.wait(0.02)
                continue
            misses = 0
            now = self._clock()
            # What was buffered while connecting comes at once, and is old.
            backlog = backlog and now - before < period / 2 and now - self.begun < BACKLOG
            before = now
            if not backlog:
                self._offer(capture, now)

    def _offer(self, capture: Capture, now: float) -> None:
        with self._changed:
            index, self.index = self.index, self.index + 1
            self.seen = now
            self._changed.notify_all()
            if self._asked is None or now < self._asked:
                return
        ok, image = capture.retrieve()
        if not ok or image is None or image.size == 0:
            return
        with self._changed:
            self._frame = Frame(image, now, index)
            self._asked = None
            self._changed.notify_all()

    def _fail(self, reason: str) -> None:
        with self._changed:
            self.failure = reason
            self._changed.notify_all()


def _period(capture: Capture) -> float:
    rate = capture.get(cv2.CAP_PROP_FPS)
    return 1 / rate if 1 <= rate <= 240 else 0.02
