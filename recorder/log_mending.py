"""What is done to a log as a whole: what can be read of a broken one saved, and a game deleted for good."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import msgspec

from recorder import events
from recorder.facts import GameFacts
from recorder.log import EventLog
from recorder.log_file import KEEP, LogError, told
from recorder.log_reader import LogReader


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
    with (
        suppress(sqlite3.Error, ValueError),
        closing(sqlite3.connect(f"{broken.absolute().as_uri()}?mode=ro", uri=True)) as db,
    ):
        for row in db.execute("SELECT game, line FROM facts ORDER BY id"):
            msgspec.json.decode(row[1], type=GameFacts)
            facts.append(row)
    with EventLog(fresh), told(fresh), closing(sqlite3.connect(fresh)) as db, db:
        db.executemany("INSERT INTO events (seq, board, game, time, kind, line) VALUES (?, ?, ?, ?, ?, ?)", rows)
        db.executemany("INSERT INTO facts (game, line) VALUES (?, ?)", facts)
    return len(rows)


@contextmanager
def readable(path: Path, tell: Callable[[str], None]) -> Iterator[LogReader]:
    """A log to be read: itself, or where it is broken what can still be read of it, which people are told.

    Raises
    ------
    LogError
        Where it cannot be read for another reason, or nothing of it can be.
    """
    with ExitStack() as stack:
        try:
            reader = stack.enter_context(LogReader(path))
            for game in reader.games():
                reader.events(game.game)
                reader.facts(game.game)
            reader.traces()
        except LogError as error:
            if error.fault != "broken":
                raise
            fresh = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))) / path.name
            if not (saved := salvage(path, fresh)):
                raise
            tell(f"the log {path} is broken; {saved} events of it can still be read, and the rest is left out")
            reader = stack.enter_context(LogReader(fresh))
            reader.path = path  # as people know it
        yield reader


def forget_game(path: Path, game: str) -> list[events.Event]:
    """Delete a game for good, the one thing a log lets go; its events.

    What was written over is not left in the file either.

    Raises
    ------
    LogError
        Where there is no such game, or the log is being written or cannot be.
    """
    with EventLog(path) as log:
        gone = log.events(game)
        if not gone:
            raise LogError(f"the log {path} holds no game {game!r}", "missing")
        latest, sitting = log.last, log.last_sitting()
        with told(path), closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA secure_delete = ON")
            db.execute("BEGIN IMMEDIATE")
            after = db.execute("SELECT min(seq) FROM events WHERE seq > ?", (gone[-1].seq,)).fetchone()[0]
            db.execute("DROP TRIGGER events_keep")
            db.execute("DELETE FROM events WHERE game = ?", (game,))
            db.execute("DELETE FROM facts WHERE game = ?", (game,))
            db.execute("DELETE FROM traces WHERE seq >= ? AND seq < ?", (gone[0].seq - 1, after or gone[-1].seq + 1))
            db.execute(KEEP)
            db.execute("COMMIT")
            if sitting is not None:
                # It remembers which number was the last: none is given twice.
                log.add_sitting(sitting.wall, sitting.origin, sitting.source)
            assert log.last == latest
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return gone
