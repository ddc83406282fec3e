"""The event log: the truth about a board, of which everything else is a projection.

One SQLite file. What `append` has returned is on the disk: a crash or a kill loses nothing of it. Nothing in
the log is ever changed or taken away; a mistake is put right by another event.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple, Self

import filelock
import msgspec

from recorder import events
from recorder.facts import GameFacts

_APPLICATION = 0x4B494655  # "KIFU": tells our files from other SQLite files

_KEEP = "CREATE TRIGGER events_keep BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;"
# One script a version; a file of version v is brought up to date by the scripts from v on.
_MIGRATIONS = (
    """
    CREATE TABLE events (
        seq INTEGER PRIMARY KEY, board TEXT NOT NULL, game TEXT NOT NULL,
        time REAL NOT NULL, kind TEXT NOT NULL, line TEXT NOT NULL
    );
    CREATE INDEX events_of_game ON events (game, seq);
    CREATE TABLE facts (id INTEGER PRIMARY KEY, game TEXT NOT NULL, line TEXT NOT NULL);
    CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
    """
    + _KEEP,
    """
    CREATE TABLE traces (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, time REAL NOT NULL, line TEXT NOT NULL);
    CREATE INDEX traces_at ON traces (seq);
    """,
    """
    CREATE TABLE sittings (
        id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, wall REAL NOT NULL, origin REAL NOT NULL, source TEXT NOT NULL
    );
    """,
)
_FIRST_WITH_TRACES, _FIRST_WITH_SITTINGS = 2, 3

Fault = Literal["busy", "broken", "full", "permissions", "foreign", "missing", "other"]


class LogError(Exception):
    """The log cannot be used; the message says why and what to do.

    Parameters
    ----------
    message : str
    fault : str
        What kind of trouble it is: another process writes it, its content is broken, the disk is full or
        failing, it may not be opened or written, it is of another or a newer program, it is not there.
    """

    def __init__(self, message: str, fault: Fault = "other") -> None:
        super().__init__(message)
        self.fault: Fault = fault


class Sitting(NamedTuple):
    """A source being recorded from some time on.

    Attributes
    ----------
    seq : int
        Number of the last event before.
    wall : float
        Wall time in seconds since 1970 at which it began.
    origin : float
        Source time in seconds of then; for a film that of its beginning.
    source : str
    """

    seq: int
    wall: float
    origin: float
    source: str


class LoggedTrace(NamedTuple):
    """What was weighed at a time, as JSON; `seq` is the number of the last event then, those it led to included."""

    seq: int
    time: float
    line: str


class LoggedGame(NamedTuple):
    """A game the log holds: its identity, its board, and how many events it has."""

    game: str
    board: str
    events: int


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn what SQLite says into what a user can act upon."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        fault: Fault = "other"
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            why = "is broken or is no event log; it was left as it is. Give another file with --log"
            fault = "broken"
        elif code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            why = "cannot grow: the disk is full or failing. What was confirmed before is kept"
            fault = "full"
        elif code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            why = "cannot be opened or written. Check its permissions and those of its folder, or use another folder"
            fault = "permissions"
        elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            why = "is in use by another program"
            fault = "busy"
        else:
            why = f"cannot be used: {error}"
        raise LogError(f"the log {path} {why}", fault) from error


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
        with _told(path):
            # In a folder that cannot be written SQLite cannot open a log as one that may be growing. Where no
            # unfinished part lies beside it, it is whole as it is.
            whole = not os.access(path.parent, os.W_OK) and not path.with_name(path.name + "-wal").exists()
            how = "mode=ro&immutable=1" if whole else "mode=ro"
            # Readers are handed from thread to thread under a lock of their owner's.
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, check_same_thread=False
            )
            try:
                self._version = _version(self._db, path)
                if not self._version:
                    raise LogError(f"the log {path} is empty", "missing")
            except BaseException:
                self._db.close()
                raise

    def events(self, game: str | None = None, after: int = 0) -> list[events.Event]:
        """The events with a number above `after`, in order; of one game, or of all."""
        with _told(self.path):
            rows = self._db.execute(
                "SELECT line FROM events WHERE seq > ? AND (? IS NULL OR game = ?) ORDER BY seq",
                (after, game, game),
            ).fetchall()
        try:
            return [events.decode(line) for (line,) in rows]
        except ValueError as error:
            raise LogError(f"the log {self.path} holds what this version cannot read: {error}") from error

    def games(self) -> list[LoggedGame]:
        """The games in the order in which they began."""
        with _told(self.path):
            rows = self._db.execute(
                "SELECT game, board, count(*) FROM events GROUP BY game ORDER BY min(seq)"
            ).fetchall()
        return [LoggedGame(*row) for row in rows]

    def facts(self, game: str) -> GameFacts:
        """What was last told of a game; empty facts where nothing was."""
        with _told(self.path):
            row = self._db.execute("SELECT line FROM facts WHERE game = ? ORDER BY id DESC LIMIT 1", (game,)).fetchone()
        return msgspec.json.decode(row[0], type=GameFacts) if row else GameFacts()

    def traces(self, first: int = 0, last: int | None = None) -> list[LoggedTrace]:
        """What was weighed from event number `first` to event number `last`, in order.

        Logs written by versions that kept no traces have none.
        """
        if self._version < _FIRST_WITH_TRACES:
            return []
        with _told(self.path):
            rows = self._db.execute(
                "SELECT seq, time, line FROM traces WHERE seq >= ? AND (? IS NULL OR seq <= ?) ORDER BY id",
                (first, last, last),
            ).fetchall()
        return [LoggedTrace(*row) for row in rows]

    def sittings(self) -> list[Sitting]:
        """Each time a source began to be recorded, in order; none where that was not kept."""
        if self._version < _FIRST_WITH_SITTINGS:
            return []
        with _told(self.path):
            rows = self._db.execute("SELECT seq, wall, origin, source FROM sittings ORDER BY id").fetchall()
        return [Sitting(*row) for row in rows]

    def last_sitting(self) -> Sitting | None:
        """The last time a source began to be recorded; None where that was not kept."""
        if self._version < _FIRST_WITH_SITTINGS:
            return None
        with _told(self.path):
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


class EventLog(LogReader):
    """Appends to a log; made where there is none. One process at a time writes a log.

    Every opening begins a new game, unless the last one is resumed, and so does the first `Board` event after
    an `End`.

    Parameters
    ----------
    path : Path
    board : str
        Name of the board the events are of; part of the games' identities.
    facts : GameFacts
        What is known of the games to come.
    resume : bool
        Whether the last game of this board goes on; a new one begins where the log has none.

    Raises
    ------
    LogError
        Where another process writes this log, the file is no log or broken, or cannot be written.
    """

    def __init__(
        self, path: Path, board: str = "board", facts: GameFacts | None = None, *, resume: bool = False
    ) -> None:
        self.path = path
        self._board, self._facts = board, facts
        self._game, self._ended = "", True
        if not path.parent.is_dir():
            raise LogError(f"the folder {path.parent} of the log does not exist")
        self._lock = filelock.FileLock(path.with_name(path.name + ".lock"), thread_local=False)
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout as error:
            raise LogError(f"the log {path} is being written by another kifuwatch; give --log", "busy") from error
        except OSError as error:
            raise LogError(f"the log {path} cannot be written: {error.strerror or error}", "permissions") from error
        try:
            with _told(path):
                self._db = sqlite3.connect(path, isolation_level=None)
                try:
                    self._prepare()
                    if resume and (own := [logged.game for logged in self.games() if logged.board == board]):
                        self._game, self._ended = own[-1], False
                except BaseException:
                    self._db.close()
                    raise
        except BaseException:
            self._unlock()
            raise

    def _prepare(self) -> None:
        # The header is looked at before anything is written: a file that is not ours stays as it is.
        version = _version(self._db, self.path)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        for number, script in enumerate(_MIGRATIONS[version:], version + 1):
            pragmas = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {number};"
            self._db.executescript(f"BEGIN IMMEDIATE; {script} {pragmas} COMMIT;")
        self._version = len(_MIGRATIONS)
        # Numbers of events and games that were forgotten are not given again.
        self._seq = int(
            self._db.execute(
                "SELECT max((SELECT coalesce(max(seq), 0) FROM events), (SELECT coalesce(max(seq), 0) FROM sittings))"
            ).fetchone()[0]
        )
        numbers = (game.game.rpartition("-")[2] for game in self.games() if game.board == self._board)
        self._count = max((int(number) for number in numbers if number.isdecimal()), default=0)

    @property
    def game(self) -> str:
        """Identity of the game that is on; empty before the first event of one that is not resumed."""
        return self._game

    @property
    def last(self) -> int:
        """Number of the last event; 0 where there is none."""
        return self._seq

    def append(self, event: events.Event) -> events.Event:
        """Keep an event for good.

        Returns
        -------
        Event
            The event with its `seq` and `game`. It is on the disk: it may be told.

        Raises
        ------
        LogError
            Where it could not be written; the log holds what it held before.
        ValueError
            Where the event holds what its line of JSON must not.
        """
        begins = not self._game or (self._ended and isinstance(event, events.Board))
        count = self._count + begins
        kept = msgspec.structs.replace(event, seq=self._seq + 1, game=f"{self._board}-{count}")
        line = events.encode(kept).decode()
        kind = kept.__struct_config__.tag
        with _told(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.execute(
                    "INSERT INTO events (seq, board, game, time, kind, line) VALUES (?, ?, ?, ?, ?, ?)",
                    (kept.seq, self._board, kept.game, kept.t, kind, line),
                )
                if begins and self._facts is not None:
                    self._insert_facts(kept.game, self._facts)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        self._seq, self._count, self._game = kept.seq, count, kept.game
        goes_on = begins or (isinstance(event, events.Pause) and event.state == "resumed")
        self._ended = isinstance(event, events.End) or (self._ended and not goes_on)
        return kept

    def extend(self, many: Iterable[events.Event]) -> list[events.Event]:
        """Append events one after the other."""
        return [self.append(event) for event in many]

    def append_traces(self, traces: Iterable[tuple[float, str]]) -> None:
        """Keep what was weighed: pairs of source time in seconds and a line of JSON.

        Raises
        ------
        LogError
            Where it could not be written.
        """
        rows = [(self._seq, time, line) for time, line in traces]
        if rows:
            with _told(self.path):
                # One statement, so that the disk is waited for once.
                self._db.execute(
                    f"INSERT INTO traces (seq, time, line) VALUES {', '.join(['(?, ?, ?)'] * len(rows))}",
                    [value for row in rows for value in row],
                )

    def end_game(self) -> None:
        """The next board begins another game, also where no end was told."""
        self._ended = True

    def check(self) -> None:
        """Look through the whole file; raises LogError where a part of it is broken."""
        with _told(self.path):
            if self._db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise LogError(f"the log {self.path} is broken in part", "broken")

    def add_sitting(self, wall: float, origin: float, source: str) -> None:
        """Keep that a source begins to be recorded; see `Sitting`. Raises LogError where it cannot be written."""
        with _told(self.path):
            self._db.execute(
                "INSERT INTO sittings (seq, wall, origin, source) VALUES (?, ?, ?, ?)",
                (self._seq, wall, origin, source),
            )

    def set_facts(self, facts: GameFacts, game: str | None = None) -> None:
        """Tell what is known of a game, by default the one that is on. What was told before stays in the log.

        Raises
        ------
        LogError
            Where it could not be written.
        ValueError
            Where no game has begun.
        """
        game = game or self._game
        if not game:
            raise ValueError("no game has begun: give its facts when the log is opened")
        with _told(self.path):
            self._insert_facts(game, facts)

    def _insert_facts(self, game: str, facts: GameFacts) -> None:
        line = msgspec.json.encode(facts).decode()
        self._db.execute("INSERT INTO facts (game, line) VALUES (?, ?)", (game, line))

    def forget(self, game: str) -> list[events.Event]:
        """Delete a game for good: the one thing a log lets go; its events.

        What was written over is not left in the file either.

        Raises
        ------
        LogError
            Where there is no such game, or the log cannot be written.
        """
        gone = self.events(game)
        if not gone:
            raise LogError(f"the log {self.path} holds no game {game!r}", "missing")
        after = self._db.execute("SELECT min(seq) FROM events WHERE seq > ?", (gone[-1].seq,)).fetchone()[0]
        last = self.last_sitting()
        with _told(self.path):
            self._db.execute("PRAGMA secure_delete = ON")
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("DROP TRIGGER events_keep")
            self._db.execute("DELETE FROM events WHERE game = ?", (game,))
            self._db.execute("DELETE FROM facts WHERE game = ?", (game,))
            self._db.execute(
                "DELETE FROM traces WHERE seq >= ? AND seq < ?", (gone[0].seq - 1, after or gone[-1].seq + 1)
            )
            if last is not None:
                self._db.execute(
                    "INSERT INTO sittings (seq, wall, origin, source) VALUES (?, ?, ?, ?)",
                    (self._seq, last.wall, last.origin, last.source),
                )
            self._db.execute(_KEEP)
            self._db.execute("COMMIT")
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return gone

    def _copy(self, rows: list[tuple[object, ...]], facts: list[tuple[object, ...]]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany("INSERT INTO events (seq, board, game, time, kind, line) VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._db.executemany("INSERT INTO facts (game, line) VALUES (?, ?)", facts)
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Close the file and let others write it."""
        try:
            self._db.close()
        finally:
            self._unlock()

    def _unlock(self) -> None:
        # Taken away while it is still held: nobody can be waiting for it, for nobody waits. (A system that
        # takes no open file away keeps it: that does no harm.)
        with suppress(OSError):
            Path(self._lock.lock_file).unlink(missing_ok=True)
        self._lock.release()


def salvage(broken: Path, fresh: Path) -> int:
    """Copy what can still be read of a broken log into a new one, up to the first event that cannot; how many.

    Raises
    ------
    LogError
        Where the new log cannot be made.
    """
    rows: list[tuple[object, ...]] = []
    facts: list[tuple[object, ...]] = []
    try:
        with closing(sqlite3.connect(f"{broken.absolute().as_uri()}?mode=ro", uri=True)) as db:
            for row in db.execute("SELECT seq, board, game, time, kind, line FROM events ORDER BY seq"):
                events.decode(row[5])
                rows.append(row)
    except (sqlite3.Error, ValueError):
        pass  # what came before the break is what there is
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{broken.absolute().as_uri()}?mode=ro", uri=True)) as db:
        facts += db.execute("SELECT game, line FROM facts ORDER BY id").fetchall()
    with EventLog(fresh) as log, _told(fresh):
        log._copy(rows, facts)
    return len(rows)


def _version(db: sqlite3.Connection, path: Path) -> int:
    """Schema version of a file, 0 for an empty one; raises LogError for a file that is not ours."""
    application = int(db.execute("PRAGMA application_id").fetchone()[0])
    tables = int(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if application != _APPLICATION and tables:
        raise LogError(f"{path} is a database of another program; give another file with --log", "foreign")
    if version > len(_MIGRATIONS):
        raise LogError(
            f"the log {path} was written by a newer kifuwatch (version {version}); update this one", "foreign"
        )
    return version
