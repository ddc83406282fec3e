"""The hall's own memory: boards, secrets and sessions, in one SQLite file of the data folder."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import msgspec

from recorder.hall.board import BoardConfig

_APPLICATION = 0x4B494648  # "KIFH"
_MIGRATIONS = (
    """
    CREATE TABLE boards (id TEXT PRIMARY KEY, place INTEGER NOT NULL, line TEXT NOT NULL);
    CREATE TABLE secrets (role TEXT PRIMARY KEY, hash TEXT NOT NULL);
    CREATE TABLE sessions (
        hash TEXT PRIMARY KEY, roles TEXT NOT NULL, csrf TEXT NOT NULL, began REAL NOT NULL, used REAL NOT NULL
    );
    """,
)


class StoreError(Exception):
    """The hall's memory cannot be used; the message says why and what to do."""


class HallStore:
    """Keeps what the hall must know after a restart. Safe from several threads.

    Parameters
    ----------
    folder : Path
        Made where it is not there.

    Attributes
    ----------
    mended : str
        What had to be done to open it, for people; empty as a rule.

    Raises
    ------
    StoreError
        Where the folder cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "hall.sqlite"
        self.mended = ""
        self._lock = threading.RLock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "boards").mkdir(exist_ok=True)
            try:
                self._db = self._open()
            except sqlite3.DatabaseError as error:
                self._move_aside(error)
                self._db = self._open()
            self.path.chmod(0o600)
        except (OSError, sqlite3.Error) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or error
            raise StoreError(f"the data folder {folder} cannot be used: {reason}. Give another with --data") from error

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            application = int(db.execute("PRAGMA application_id").fetchone()[0])
            tables = int(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
            version = int(db.execute("PRAGMA user_version").fetchone()[0])
            if (application != _APPLICATION and tables) or version > len(_MIGRATIONS):
                raise StoreError(f"{self.path} is of another or a newer program; give another folder with --data")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA busy_timeout = 2000")
            for number, script in enumerate(_MIGRATIONS[version:], version + 1):
                pragmas = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {number};"
                db.executescript(f"BEGIN IMMEDIATE; {script} {pragmas} COMMIT;")
        except BaseException:
            db.close()
            raise
        return db

    def _move_aside(self, error: sqlite3.DatabaseError) -> None:
        if (getattr(error, "sqlite_errorcode", 0) & 0xFF) not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise error
        aside = move_aside(self.path)
        self.mended = (
            f"the settings in {self.path} were broken and lie in {aside.name} now: "
            "boards and secrets must be set up anew, the games are kept"
        )

    def boards(self) -> list[BoardConfig]:
        """The boards in the order in which they were added."""
        with self._lock:
            rows = self._db.execute("SELECT line FROM boards ORDER BY place").fetchall()
        return [msgspec.json.decode(line, type=BoardConfig) for (line,) in rows]

    def put(self, board: BoardConfig) -> None:
        """Keep a board, new or changed."""
        line = msgspec.json.encode(board).decode()
        with self._lock:
            self._db.execute(
                "INSERT INTO boards (id, place, line) VALUES (?, (SELECT coalesce(max(place), 0) + 1 FROM boards), ?) "
                "ON CONFLICT (id) DO UPDATE SET line = excluded.line",
                (board.id, line),
            )

    def drop(self, board: str) -> None:
        """Forget that a board is there; its log stays where it is."""
        with self._lock:
            self._db.execute("DELETE FROM boards WHERE id = ?", (board,))

    def secret(self, role: str) -> str | None:
        """The hash of a role's secret."""
        with self._lock:
            row = self._db.execute("SELECT hash FROM secrets WHERE role = ?", (role,)).fetchone()
        return row[0] if row else None

    def set_secret(self, role: str, hashed: str) -> None:
        """Keep the hash of a role's secret."""
        with self._lock:
            self._db.execute("INSERT OR REPLACE INTO secrets (role, hash) VALUES (?, ?)", (role, hashed))

    def session(self, hashed: str) -> tuple[str, str, float, float] | None:
        """Roles, CSRF token, and the wall times at which it began and was last used."""
        with self._lock:
            row = self._db.execute("SELECT roles, csrf, began, used FROM sessions WHERE hash = ?", (hashed,)).fetchone()
        return (row[0], row[1], row[2], row[3]) if row else None

    def put_session(self, hashed: str, roles: str, csrf: str, began: float, used: float) -> None:
        """Keep a session under the hash of its token."""
        with self._lock:
            self._db.execute(
                "INSERT OR REPLACE INTO sessions (hash, roles, csrf, began, used) VALUES (?, ?, ?, ?, ?)",
                (hashed, roles, csrf, began, used),
            )

    def drop_session(self, hashed: str) -> None:
        """End a session."""
        with self._lock:
            self._db.execute("DELETE FROM sessions WHERE hash = ?", (hashed,))

    def drop_sessions_before(self, began: float, used: float) -> None:
        """End the sessions that began, or were last used, before these wall times."""
        with self._lock:
            self._db.execute("DELETE FROM sessions WHERE began < ? OR used < ?", (began, used))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()


def move_aside(path: Path) -> Path:
    """Give a broken file, and what SQLite laid beside it, a name under which nobody looks; the new path."""
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    path.rename(aside)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    return aside
