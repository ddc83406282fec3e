"""What an agent has to tell: its boards' logs, and how far each was told.

The outbox is the log itself. Nothing is queued for a broker that is away: when it is back, the heads are told again,
and whoever misses something asks for it.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time as clocks
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from recorder.broker.log_lines import LogIdentity, LogLines
from recorder.broker.messages import Batch, Head, without_password
from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.log import LogError

logger = logging.getLogger(__name__)

QUIET = 1.0
"""Seconds after which a board that has told nothing more tells how far it is: the end of a gap is seen by that."""

MARKING = 30.0
"""Seconds from one time a log's mark is kept anew to the next, at least."""

Tell = Callable[[str, str, bytes, bool], bool]
"""Takes a board, what is told of it, the message, and whether the broker shall keep it; whether it went out."""


class _Board:
    """A board's log, and how far it was told."""

    def __init__(self, config: BoardConfig, path: Path) -> None:
        self.config, self.path = config, path
        self.identity = LogIdentity(path)
        self.log, self.sent, self.last = "", 0, 0
        self.facts: dict[str, GameFacts] = {}
        self.reader: LogLines | None = None
        self.file = (0, 0)
        self.owes_head = self.dirty = True
        self.skip = False
        self.told_at = self.marked_at = 0.0

    def open(self) -> LogLines | None:
        """The reader of the log that is there now; None where there is none."""
        try:
            status = self.path.stat()
            if self.reader is None or (status.st_dev, status.st_ino) != self.file:
                self.close()
                self.reader, self.file = LogLines(self.path), (status.st_dev, status.st_ino)
                if (log := self.identity.of(self.reader)) != self.log:
                    self.log, self.sent, self.facts, self.owes_head = log, 0, {}, True
        except (LogError, OSError, sqlite3.Error) as error:
            logger.debug("%s", error)
            self.close()
        return self.reader

    def close(self) -> None:
        if self.reader is not None:
            self.reader.close()
            self.reader = None


class Outbox(threading.Thread):
    """Tells what is new in the logs, in a thread of its own.

    Parameters
    ----------
    tell : callable
        See `Tell`.
    """

    def __init__(self, tell: Tell) -> None:
        super().__init__(name="outbox", daemon=True)
        self._tell = tell
        self._lock = threading.RLock()
        self._boards: dict[str, _Board] = {}
        self._bell = threading.Event()
        self._closing = False

    def put(self, board: BoardConfig, log: Path) -> None:
        """A board that is new, or set up differently."""
        with self._lock:
            known = self._boards.get(board.id)
            if known is None:
                self._boards[board.id] = _Board(board, log)
            else:
                known.config, known.owes_head, known.told_at = board, True, 0.0
        self._bell.set()

    def drop(self, board: str) -> None:
        """A board that is not there any more."""
        with self._lock:
            known = self._boards.pop(board, None)
            if known is not None:
                known.close()
        self._tell(board, "head", b"", True)

    def grown(self, board: str) -> None:
        """A board's log has grown, or what is known of its game has changed."""
        with self._lock:
            if (known := self._boards.get(board)) is not None:
                known.dirty = True
        self._bell.set()

    def again(self) -> None:
        """The broker is back: tell all heads, and go on from the ends of the logs."""
        with self._lock:
            for board in self._boards.values():
                board.owes_head, board.told_at, board.skip = True, 0.0, True
        self._bell.set()

    def batch(self, board: str, after: int) -> Batch | None:
        """The events after a number; None where there is no such board or log."""
        with self._lock:
            known = self._boards.get(board)
            reader = known.open() if known is not None else None
            return reader.batch(known.log, after)[0] if known is not None and reader is not None else None

    def run(self) -> None:
        """Tell until closed."""
        while not self._closing:
            wait = self._round()
            self._bell.wait(wait)
            self._bell.clear()

    def close(self) -> None:
        """Stop telling."""
        self._closing = True
        self._bell.set()
        if self.is_alive():
            self.join()
        with self._lock:
            for board in self._boards.values():
                with suppress(LogError, OSError, sqlite3.Error):
                    if board.reader is not None:
                        board.identity.of(board.reader)
                board.close()

    def _round(self) -> float | None:
        """Tell what there is; seconds until something is to be told though nothing happens."""
        with self._lock:
            boards = list(self._boards)
        owing = False
        for name in boards:
            with self._lock:
                if (board := self._boards.get(name)) is None or not (board.dirty or board.owes_head):
                    continue
                try:
                    self._serve(name, board)
                except (LogError, OSError, sqlite3.Error) as error:
                    logger.debug("%s", error)
                    board.close()
                owing |= board.owes_head
        return QUIET / 4 if owing else None

    def _serve(self, name: str, board: _Board) -> None:
        if board.skip and (reader := board.open()) is not None:
            board.sent = reader.last()  # whoever lacks something sees it by the head
        board.skip = False
        while board.dirty and (reader := board.open()) is not None:
            batch, end = reader.batch(board.log, board.sent)
            facts = batch.facts or self._last_facts(reader)
            news = {game: known for game, known in facts.items() if board.facts.get(game) != known}
            if not batch.events and not news:
                break
            batch = msgspec.structs.replace(batch, facts=news)
            if not self._tell(name, "events", msgspec.json.encode(batch), False):
                return  # the broker is away; `again` comes when it is back
            board.facts |= news
            board.sent, board.owes_head, board.told_at = end, True, clocks.monotonic()
        board.dirty = False
        now = clocks.monotonic()
        if board.owes_head and now - board.told_at >= QUIET:
            shown = msgspec.structs.replace(board.config, source=without_password(board.config.source))
            head = Head(log=board.log, last=board.sent, board=shown)
            if board.reader is not None:
                games = tuple(game.game for game in board.reader.games())
                reach = board.reader.reach() if board.reader.last() <= board.sent else board.sent
                head = msgspec.structs.replace(head, games=games, reach=reach)
            board.owes_head = not self._tell(name, "head", msgspec.json.encode(head), True)
            if board.reader is not None and now - board.marked_at > MARKING:
                board.marked_at = now
                board.identity.of(board.reader)

    def _last_facts(self, reader: LogLines) -> dict[str, GameFacts]:
        """Facts of the game that is on: they may be told anew without an event."""
        game = reader.last_game()
        return {game: reader.facts(game)} if game else {}
