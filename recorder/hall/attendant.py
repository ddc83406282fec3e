"""The hall's side of one board: its worker process started, watched, started again; requests to it and answers."""

from __future__ import annotations

import logging
import multiprocessing as mp
import multiprocessing.connection
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

from recorder.hall import wire
from recorder.hall.board import BoardConfig

logger = logging.getLogger(__name__)

WAITS = (0.2, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before a worker that ended by itself is started again; the last repeats."""
STEADY = 60.0
"""Seconds a worker must have lived for the waits to start small again."""
SILENCE, BEGINNING = 10.0, 40.0
"""Seconds without a word after which a worker is taken to hang: as a rule, and while it loads what sees."""
HANGS = 30.0
"""Seconds in which the recording did nothing, though the worker still talks."""
PARTING = 10.0
"""Seconds a worker has to end in good order."""

_spawn = mp.get_context("spawn")  # a fork would take locks and threads of the server along


class NotRunning(Exception):  # noqa: N818 (an answer, no fault)
    """The board has no worker that could answer."""


class Refused(Exception):  # noqa: N818 (an answer, no fault)
    """The worker says why it does not do what was asked; `code` is the same as a key."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class Attendant(threading.Thread):
    """Keeps one board's worker going.

    Parameters
    ----------
    board : BoardConfig
    folder : Path
        Where the board's files are.
    woke : callable
        Called in this thread when the log has grown.
    changed : callable
        Called in this thread with the health when it has changed.
    """

    def __init__(
        self,
        board: BoardConfig,
        folder: Path,
        woke: Callable[[], None],
        changed: Callable[[wire.Health], None],
        waits: Sequence[float] = WAITS,
    ) -> None:
        super().__init__(name=f"attendant of {board.id}", daemon=True)
        self.board, self.folder = board, folder
        self.health = wire.Health(source="connecting")
        self.starts = 0
        self._woke, self._changed, self._waits = woke, changed, waits
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._tickets = 0
        self._waiting: dict[int, Future[bytes]] = {}
        self._pipe: multiprocessing.connection.Connection | None = None
        self._process: BaseProcess | None = None

    @property
    def pid(self) -> int | None:
        """The worker's process."""
        process = self._process
        return process.pid if process is not None else None

    def order(self, line: bytes) -> Future[bytes]:
        """Pass an order on; the JSON of the events, or Refused, or NotRunning."""
        return self._ask(lambda ticket: wire.Order(ticket, line))

    def picture(self, width: int) -> Future[bytes]:
        """The latest picture as JPEG; empty where there is none."""
        return self._ask(lambda ticket: wire.WantPicture(ticket, width))

    def _ask(self, make: Callable[[int], wire.Asked]) -> Future[bytes]:
        answer: Future[bytes] = Future()
        with self._lock:
            if self._pipe is None:
                answer.set_exception(NotRunning("the board is not running"))
                return answer
            self._tickets += 1
            self._waiting[self._tickets] = answer
            try:
                self._pipe.send_bytes(wire.pack(make(self._tickets)))
            except OSError:
                del self._waiting[self._tickets]
                answer.set_exception(NotRunning("the board's worker has just ended; it is started again"))
        return answer

    def run(self) -> None:
        """Start the worker, and again whenever it ends or hangs, until closed."""
        tries = 0
        while not self._closing.is_set():
            began = time.monotonic()
            why = self._attend()
            if self._closing.is_set():
                break
            tries = 0 if time.monotonic() - began > STEADY else tries
            wait = self._waits[min(tries, len(self._waits) - 1)]
            tries += 1
            logger.warning("%s: %s; started again in %g s", self.board.id, why, wait)
            self._set(wire.Health(source="restarting", message=why))
            self._closing.wait(wait)
        self._set(wire.Health(source="off"))

    def close(self) -> None:
        """Let the worker end in good order, and wait for it."""
        self._closing.set()
        with self._lock:
            if self._pipe is not None:
                with suppress(OSError):
                    self._pipe.send_bytes(wire.pack(wire.Stop()))
        if self.is_alive() and threading.current_thread() is not self:
            self.join(PARTING + 5)

    def _attend(self) -> str:
        """One life of a worker; why it ended."""
        from recorder.hall.worker import work

        ours, theirs = _spawn.Pipe()
        self._process = process = _spawn.Process(
            target=work, args=(self.board, self.folder, theirs), name=f"board {self.board.id}", daemon=True
        )
        process.start()
        self.starts += 1
        theirs.close()
        with self._lock:
            self._pipe = ours
        try:
            return self._listen(ours)
        finally:
            # First of all: somebody may hold the lock and wait for a worker that takes nothing any more.
            process.join(1.0)
            if process.is_alive():
                process.kill()
                process.join()
            with self._lock:
                self._pipe = None
                left, self._waiting = self._waiting, {}
            for future in left.values():
                future.set_exception(NotRunning("the board's worker ended before it answered"))
            ours.close()
            process.close()
            self._process = None
            self._woke()  # what was still told before the end

    def _listen(self, pipe: multiprocessing.connection.Connection) -> str:
        heard, limit, parting = time.monotonic(), BEGINNING, None
        while True:
            now = time.monotonic()
            if self._closing.is_set():
                parting = parting or now + PARTING
                if now > parting:
                    return "it did not end in time"
            elif now - heard > limit:
                return f"the recording has said nothing for {limit:.0f} s"
            elif self.health.idle > HANGS:
                return f"the recording has done nothing for {self.health.idle:.0f} s"
            try:
                if not pipe.poll(0.5):
                    continue
                told = wire.unpack_told(pipe.recv_bytes())
            except (EOFError, OSError):
                return "the recording ended unexpectedly"
            heard, limit = time.monotonic(), SILENCE
            match told:
                case wire.Woke():
                    self._woke()
                case wire.Health():
                    self._set(told)
                case wire.Answer():
                    self._answer(told)

    def _answer(self, told: wire.Answer) -> None:
        with self._lock:
            future = self._waiting.pop(told.ticket, None)
        if future is None:
            return
        if told.refused:
            future.set_exception(Refused(told.refused, told.code))
        else:
            future.set_result(told.content)

    def _set(self, health: wire.Health) -> None:
        self.health = health
        self._changed(health)
