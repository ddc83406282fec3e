"""Cameras and streams: frames taken now, the newest only."""

from __future__ import annotations

import threading
import time as clocks
from collections.abc import Callable, Iterator, Sequence

import cv2

from vision.backend import Capture
from vision.frame import Frame
from vision.source import Notice, SourceError, Tell, log_notice

STALL = 4.0  # seconds without a picture after which a live source counts as lost; told within 5
PATIENCE = 20.0  # seconds that connecting may take
WAITS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # seconds before the tries to connect again; the last repeats
STEADY = 10.0  # seconds a connection must have lasted for the waits to start small again
GRACE = 25  # failed grabs in a row (0.5 s) after which a connection counts as broken
ABANDONED = 3  # threads hung in a driver that may be left behind at once

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
            backlog = backlog and now - before < period / 2 and now - self.begun < PATIENCE
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


class CameraSource:
    """A camera or stream that is connected again for ever when it is lost.

    Each iteration step gets a picture taken after it was asked for; what comes in between is dropped, so
    that a slow consumer loses pictures and not time. Only here is a clock read.

    Parameters
    ----------
    connect : callable
        Opens the camera; raises SourceError where it cannot. Called in a thread, for every try.
    name : str
    tell : callable, optional
        Gets one notice when the source is lost and one when it is back, not one for each try.
    stall : float
        Seconds without a picture after which the source counts as lost, even where a read hangs.
    waits : sequence of float
        Seconds before each try to connect again; the last one repeats.
    clock : callable
        A clock that only goes forward, seconds.

    Raises
    ------
    SourceError
        Where it cannot be connected at the start.
    """

    live = True
    settled = False
    duration = None

    def __init__(
        self,
        connect: Connect,
        name: str,
        *,
        tell: Tell = log_notice,
        stall: float = STALL,
        patience: float = PATIENCE,
        waits: Sequence[float] = WAITS,
        clock: Clock = clocks.monotonic,
    ) -> None:
        began = clock()
        self.name = name
        self.step = 0.0
        self._connect = connect
        self._tell = tell
        self._stall = stall
        self._patience = patience
        self._waits = waits
        self._clock: Clock = lambda: clock() - began
        self._closing = threading.Event()
        self._hung: list[Connection] = []
        self._delivered = 0
        self._connection = self._start(0)
        fault = self._connection.wait_seen(patience)
        if fault is not None:
            self.close()
            raise SourceError(fault if name in fault else f"{name}: {fault}")

    @property
    def dropped(self) -> int:
        """Number of pictures taken and not handed on, because nobody waited for them."""
        return self._connection.index - self._delivered - self._connection.delivered

    def __iter__(self) -> Iterator[Frame]:
        lost_at: float | None = None
        tries = 0
        earliest = 0.0
        while not self._closing.is_set():
            got = self._connection.ask(earliest, self._stall, self._patience)
            if isinstance(got, Frame):
                if lost_at is not None:
                    text = f"{self.name} is back after {got.time - lost_at:.0f} s"
                    self._tell(Notice("back", text, got.time))
                    lost_at = None
                if got.time - self._connection.begun > STEADY:
                    tries = 0
                yield got
                earliest = got.time + self.step
            elif got is not None:
                if lost_at is None:
                    lost_at = self._clock()
                    reason = got.removeprefix(self.name).lstrip(": ")
                    text = f"{self.name} is lost: {reason}; it is tried again until it is back"
                    self._tell(Notice("lost", text, lost_at))
                self._reconnect(self._waits[min(tries, len(self._waits) - 1)])
                tries += 1

    def close(self) -> None:
        """Stop taking pictures; an iteration that waits for one ends."""
        self._closing.set()
        self._connection.stop()
        if threading.current_thread() is not self._connection:
            self._connection.join(timeout=2.0)

    def _start(self, first: int) -> Connection:
        connection = Connection(self._connect, self._clock, first)
        connection.start()
        return connection

    def _reconnect(self, wait: float) -> None:
        old = self._connection
        old.stop()
        self._hung.append(old)
        self._closing.wait(wait)
        self._hung = [thread for thread in self._hung if thread.is_alive()]
        while len(self._hung) >= ABANDONED and not self._closing.is_set():
            self._hung[0].join(timeout=1.0)
            self._hung = [thread for thread in self._hung if thread.is_alive()]
        self._delivered += old.delivered
        self._connection = self._start(old.index)
        if self._closing.is_set():
            self._connection.stop()


def _period(capture: Capture) -> float:
    rate = capture.get(cv2.CAP_PROP_FPS)
    return 1 / rate if 1 <= rate <= 240 else 0.02
