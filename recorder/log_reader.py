"""Reading an event log, also while another process writes it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from recorder import events
from recorder.facts import GameFacts
from recorder.log_file import (
    FIRST_WITH_SITTINGS,
    FIRST_WITH_TRACES,
    LogError,
    LoggedGame,
    LoggedTrace,
    Sitting,
    told,
    version_of,
)


class LogReader:
    """Reads a log, also while another process writes it, and also one that a crash left behind.

    Raises
    ------
    LogError
        Where there is no such log, or the file is broken, or of a newer version of the program.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise LogError(f"there is no log {path}: check the name", "missing")
        with told(path):
            # In a folder that cannot be written SQLite cannot open a log as one that may be growing. Where no
            # unfinished part lies beside it, it is whole as it is.
            whole = not os.access(path.parent, os.W_OK) and not path.with_name(path.name + "-wal").exists()
            how = "mode=ro&immutable=1" if whole else "mode=ro"
            # Readers are handed from thread to thread under a lock of their owner's.
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, check_same_thread=False
            )
            try:
                self._version = version_of(self._db, path)
                if not self._version:
                    raise LogError(f"the log {path} is empty", "missing")
            except BaseException:
                self._db.close()
                raise

    def events(self, game: str | None = None, after: int = 0) -> list[events.Event]:
        """The events with a number above `after`, in order; of one game, or of all."""
        with told(self.path):
            rows = self._db.execute(
                "SELECT line FROM events WHERE seq > ? AND (? IS NULL OR game = ?) ORDER BY seq",
                (after, game, game),
            ).fetchall()
        try:
            return [events.decode(line) for (line,) in rows]
        except ValueError as error:
            raise LogError(f"the log {self.path} holds what this version cannot read: {error}", "broken") from error

    def games(self) -> list[LoggedGame]:
        """The games in the order in which they began."""
        with told(self.path):
            rows = self._db.execute(
                "SELECT game, board, count(*) FROM events GROUP BY game ORDER BY min(seq)"
            ).fetchall()
        return [LoggedGame(*row) for row in rows]

    def facts(self, game: str) -> GameFacts:
        """What was last told of a game; empty facts where nothing was."""
        with told(self.path):
            row = self._db.execute("SELECT line FROM facts WHERE game = ? ORDER BY id DESC LIMIT 1", (game,)).fetchone()
        try:
            return msgspec.json.decode(row[0], type=GameFacts) if row else GameFacts()
        except ValueError as error:
            raise LogError(
                f"the log {self.path} holds facts that this version cannot read: {error}", "broken"
            ) from error

    def traces(self, first: int = 0, last: int | None = None) -> list[LoggedTrace]:
        """What was weighed from event number `first` to event number `last`, in order.

        Logs written by versions that kept no traces have none.
        """
        if self._version < FIRST_WITH_TRACES:
            return []
        with told(self.path):
            rows = self._db.execute(
                "SELECT seq, time, CAST(line AS BLOB) FROM traces WHERE seq >= ? AND (? IS NULL OR seq <= ?) "
                "ORDER BY id",
                (first, last, last),
            ).fetchall()
        return [LoggedTrace(seq, time, bytes(line).decode(errors="replace")) for seq, time, line in rows]

    def sittings(self) -> list[Sitting]:
        """Each time a source began to be recorded, in order; none where that was not kept."""
        if self._version < FIRST_WITH_SITTINGS:
            return []
        with told(self.path):
            rows = self._db.execute("SELECT seq, wall, origin, source FROM sittings ORDER BY id").fetchall()
        return [Sitting(*row) for row in rows]

    def last_sitting(self) -> Sitting | None:
        """The last time a source began to be recorded; None where that was not kept."""
        if self._version < FIRST_WITH_SITTINGS:
            return None
        with told(self.path):
            row = self._db.execute("SELECT seq, wall, origin, source FROM sittings ORDER BY id DESC LIMIT 1").fetchone()
        return Sitting(*row) if row else None

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
