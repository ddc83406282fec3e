"""The event log: the truth about a board, of which everything else is a projection.

One SQLite file. What `append` has returned is on the disk: a crash or a kill loses nothing of it. Nothing in
the log is ever changed or taken away; a mistake is put right by another event.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import filelock
import msgspec

from recorder import events
from recorder.facts import GameFacts
from recorder.log_file import APPLICATION, MIGRATIONS, told, version_of
from recorder.log_file import LogError as LogError
from recorder.log_file import LoggedGame as LoggedGame
from recorder.log_file import Sitting as Sitting
from recorder.log_reader import LogReader as LogReader


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

    waits_for_disk = "FULL"
    """SQLite's word for it: what was appended outlives a power cut."""

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
            with told(path):
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
        version = version_of(self._db, self.path)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute(f"PRAGMA synchronous = {self.waits_for_disk}")
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            pragmas = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number};"
            self._db.executescript(f"BEGIN IMMEDIATE; {script} {pragmas} COMMIT;")
        self._version = len(MIGRATIONS)
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

    def append(self, event: events.Event, traces: Sequence[tuple[float, str]] = ()) -> events.Event:
        """Keep an event for good, and with it what was weighed before, as for `append_traces`.

        Both at once, so that the disk is waited for once.

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
        with told(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._insert_traces(traces)
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
        with told(self.path):
            self._insert_traces(traces)

    def _insert_traces(self, traces: Iterable[tuple[float, str]]) -> None:
        rows = [(self._seq, time, line) for time, line in traces]
        if rows:
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
        with told(self.path):
            if self._db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise LogError(f"the log {self.path} is broken in part", "broken")

    def add_sitting(self, wall: float, origin: float, source: str) -> None:
        """Keep that a source begins to be recorded; see `Sitting`. Raises LogError where it cannot be written."""
        with told(self.path):
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
        with told(self.path):
            self._insert_facts(game, facts)

    def _insert_facts(self, game: str, facts: GameFacts) -> None:
        line = msgspec.json.encode(facts).decode()
        self._db.execute("INSERT INTO facts (game, line) VALUES (?, ?)", (game, line))

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
