"""Cameras and streams: frames taken now, the newest only."""

from __future__ import annotations

import threading
import time as clocks
from collections.abc import Iterator, Sequence

from vision.connection import Clock, Connect, Connection
from vision.frame import Frame
from vision.source import Notice, SourceError, Tell, log_notice

STALL = 4.0  # seconds without a picture after which a live source counts as lost; told within 5
PATIENCE = 20.0  # seconds that connecting may take
WAITS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # seconds before the tries to connect again; the last repeats
STEADY = 10.0  # seconds a connection must have lasted for the waits to start small again
ABANDONED = 3  # threads hung in a driver that may be left behind at once


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
