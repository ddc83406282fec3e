"""The file of an event log: its schema, and what can be wrong with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

APPLICATION = 0x4B494655  # "KIFU": tells our files from other SQLite files

KEEP = "CREATE TRIGGER events_keep BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;"
# One script a version; a file of version v is brought up to date by the scripts from v on.
MIGRATIONS = (
    """
    CREATE TABLE events (
        seq INTEGER PRIMARY KEY, board TEXT NOT NULL, game TEXT NOT NULL,
        time REAL NOT NULL, kind TEXT NOT NULL, line TEXT NOT NULL
    );
    CREATE INDEX events_of_game ON events (game, seq);
    CREATE TABLE facts (id INTEGER PRIMARY KEY, game TEXT NOT NULL, line TEXT NOT NULL);
    CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
    """
    + KEEP,
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
FIRST_WITH_TRACES, FIRST_WITH_SITTINGS = 2, 3

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
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite says into what a user can act upon."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        fault: Fault = "other"
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT) or "Could not decode" in str(error):
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


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """Schema version of a file, 0 for an empty one; raises LogError for a file that is not ours."""
    application = int(db.execute("PRAGMA application_id").fetchone()[0])
    tables = int(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if application != APPLICATION and tables:
        raise LogError(f"{path} is a database of another program; give another file with --log", "foreign")
    if version > len(MIGRATIONS):
        raise LogError(
            f"the log {path} was written by a newer kifuwatch (version {version}); update this one", "foreign"
        )
    return version
