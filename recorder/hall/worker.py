"""A board's worker process: one source recorded, orders taken, pictures given, its own health told."""

from __future__ import annotations

import logging
import multiprocessing.connection
import signal
import sys
import threading
import time as clocks
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec

from recorder import events
from recorder.desk.docket import unruled
from recorder.desk.inbox import Answer, Inbox
from recorder.hall import wire
from recorder.hall.board import BoardConfig
from recorder.hall.evidence import Evidence, expire
from recorder.hall.feed import Feed, is_film
from recorder.hall.film import FilmKeeper
from recorder.hall.health import HealthKeeper
from recorder.hall.logbook import Logbook, open_logbook
from recorder.hall.picture import to_jpeg
from recorder.hall.records import RecordFiles
from recorder.log import LogError
from recorder.orders import OrderRefused, decode_order
from recorder.recording import Recording
from recorder.session import Session
from recorder.sinks import FanOut
from vision.frame import Frame
from vision.quiet import silence_libraries
from vision.source import Notice

logger = logging.getLogger(__name__)

STEP = 0.08
"""Seconds from one look at the board to the next, at least: a camera of ten pictures a second is seen wholly."""
WAITS = (1.0, 2.0, 5.0, 10.0)
"""Seconds before a log that cannot be used is tried again; the last repeats."""
EXPIRE_EVERY = 3600.0
"""Seconds from one look for pictures and films that are too old to the next."""
BETWEEN_GAMES = 4.0
"""Seconds from the end of a film to its beginning anew."""


def work(board: BoardConfig, folder: Path, pipe: multiprocessing.connection.Connection) -> None:
    """Record a board until told to stop, or until whoever started this process is gone."""
    silence_libraries()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all of the group; the hall says when to stop
    cv2.setNumThreads(1)  # boards share the processors among them
    try:
        Worker(board, folder, pipe).run()
    except Exception as error:
        logger.exception("the recording of %s failed", board.id)
        print(f"kifuwatch: {board.id}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        sys.exit(1)


class _Teller:
    """Tells the hall how far the log goes: a sink after all files."""

    name = "the console"

    def __init__(self, send: Callable[[wire.Told], None]) -> None:
        self._send = send

    def send(self, event: events.Event) -> None:
        self._send(wire.Woke(event.seq))

    def close(self) -> None:
        pass


class Worker:
    """Records one board.

    Parameters
    ----------
    board : BoardConfig
    folder : Path
        Where its log, record and pictures are.
    pipe : Connection
        To the hall.
    """

    def __init__(self, board: BoardConfig, folder: Path, pipe: multiprocessing.connection.Connection) -> None:
        self.board, self.folder = board, folder
        self._pipe = pipe
        self._sending = threading.Lock()
        self.stopping = threading.Event()
        self.health = HealthKeeper(self.send)
        self._feed: Feed | None = None
        self._recording: Recording | None = None
        self._inbox = Inbox()
        self._expire_at = 0.0

    def send(self, told: wire.Told) -> None:
        """Tell the hall; whoever is not there any more is told nothing."""
        with self._sending:
            try:
                self._pipe.send_bytes(wire.pack(told))
            except OSError:
                self.stop()

    def stop(self) -> None:
        """End in good order, soon."""
        self.stopping.set()
        feed = self._feed
        if feed is not None:
            feed.close()

    def run(self) -> None:
        """Record until stopped."""
        threading.Thread(target=self._listen, name="requests", daemon=True).start()
        self.health.start()
        path, tries = self.folder / "game.kifulog", 0
        while not self.stopping.is_set():
            try:
                self._expire()
                with open_logbook(path, self.board, self._complain, self.stopping) as book:
                    tries = 0
                    self.health.complain("", "log")
                    while not self.stopping.is_set() and self._play(book):
                        pass
            except LogError as error:
                self._complain(str(error))
                self.stopping.wait(WAITS[min(tries, len(WAITS) - 1)])
                tries += 1

    def _expire(self) -> None:
        """Delete what is too old, now and then."""
        now = clocks.monotonic()
        if now >= self._expire_at:
            self._expire_at = now + EXPIRE_EVERY
            expire(self.folder, self.board.keeping.days)

    def _complain(self, text: str, topic: str = "log") -> None:
        self.health.alive()
        self.health.complain(text, topic)

    def _play(self, book: Logbook) -> bool:
        """Record until the source ends; whether there is more to come."""
        beginning = book.begin()
        film = is_film(self.board.source)
        self._inbox = inbox = Inbox()
        feed = self._feed = Feed(
            self.board.source, self._notice, self.health.source,
            idle=self._idle, origin=beginning.origin, start=beginning.start, step=STEP,
        )  # fmt: skip
        settings = replace(self.board.settings(), stills=Path(self.board.source).is_dir(), live=not film)
        session = Session(settings, self.board.corners, facts=book.facts)
        session.resume(beginning.game, doubted=True, reopen=False)
        on = beginning.game[-1].game if beginning.game else ""
        session.desk.chronicle.unruled |= unruled(book.log.events(), settings.rules, on)
        evidence = Evidence(self.folder, self.board.keeping.evidence)
        fan = FanOut([RecordFiles(self.folder, book.log), evidence, _Teller(self.send)], self.health.files)
        recording = self._recording = Recording(session, book.log, fan, self.health)
        self.health.watch(session, feed)

        keeping = self.board.keeping
        keeper = FilmKeeper(self.folder, keeping.film_megabytes) if keeping.film else None

        def look(frame: Frame) -> None:
            self.health.saw(frame)
            self._expire()
            evidence.look(frame, session.grid)
            if keeper is not None:
                try:
                    keeper.add(frame)
                except OSError as error:
                    self.health.complain(f"the film is not kept: {error}", "film")

        if beginning.gap:
            feed.lose(beginning.gap)
        if self.stopping.is_set():
            return False
        try:
            recording.run(feed, look, self.stopping, inbox, endless=True)
        finally:
            self._recording = None
            feed.close()
            fan.close()
            if keeper is not None:
                keeper.close()
        if film and not self.board.looped:
            self.stopping.wait()
        else:
            self.stopping.wait(BETWEEN_GAMES)
        return not self.stopping.is_set()

    def _idle(self) -> None:
        """What goes on while there is no picture."""
        self.health.alive()
        if self._recording is not None and self._feed is not None:
            self._recording.obey(self._inbox, self._feed.now())

    def _notice(self, notice: Notice) -> None:
        if self._recording is not None:
            self._recording.notice(notice)

    # Requests

    def _listen(self) -> None:
        while True:
            try:
                asked = wire.unpack_asked(self._pipe.recv_bytes())
            except (EOFError, OSError):  # the hall is gone: nobody could stop us later
                self.stop()
                return
            match asked:
                case wire.Stop():
                    self.stop()
                case wire.WantPicture():
                    frame = self.health.frame
                    self.send(wire.Answer(asked.ticket, to_jpeg(frame.image, asked.width) if frame else b""))
                case wire.Order():
                    self._hand_in(asked)

    def _hand_in(self, asked: wire.Order) -> None:
        if self._recording is None:
            self.send(wire.Answer(asked.ticket, refused="no game is being recorded", code="not_running"))
            return
        try:
            answer = self._inbox.put(decode_order(asked.line))
        except ValueError as error:
            self.send(wire.Answer(asked.ticket, refused=str(error), code="no_order"))
            return
        answer.add_done_callback(lambda done: self.send(_answer(asked.ticket, done)))


def _answer(ticket: int, done: Answer) -> wire.Answer:
    """What came of an order."""
    error = done.exception()
    if error is None:
        return wire.Answer(ticket, msgspec.json.encode(done.result()))
    return wire.Answer(ticket, refused=str(error), code=error.code if isinstance(error, OrderRefused) else "refused")
