"""The lines of a log as they stand in it, for sending them on; and the identity of a log among others."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from recorder.atomic import write_atomically
from recorder.broker.messages import Batch, without_password
from recorder.log import LogReader

BATCH = 200
"""Events in one message, at most."""


class LogLines(LogReader):
    """Reads a log's lines without looking into them."""

    def lines(self, after: int, most: int = BATCH) -> list[tuple[int, str, bytes]]:
        """Number, game and line of the events after a number."""
        rows = self._db.execute(
            "SELECT seq, game, line FROM events WHERE seq > ? ORDER BY seq LIMIT ?", (after, most)
        ).fetchall()
        return [(seq, game, line.encode()) for seq, game, line in rows]

    def last(self) -> int:
        """Number of the last event."""
        return int(self._db.execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0])

    def reach(self) -> int:
        """Up to which number the log has come; its last events may have been deleted for good since."""
        return max([self.last(), *(sitting.seq for sitting in self.sittings())])

    def last_game(self) -> str | None:
        """The game of the last event."""
        row = self._db.execute("SELECT game FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        return row[0] if row else None

    def batch(self, log: str, after: int) -> tuple[Batch, int]:
        """The next events after a number, with what is known of their games; and the number of the last of them."""
        lines = self.lines(after)
        end = lines[-1][0] if lines else after
        games = dict.fromkeys(game for _, game, _ in lines)
        batch = Batch(
            log=log,
            after=after,
            last=max(self.last(), end),
            events=[msgspec.Raw(line) for _, _, line in lines],
            facts={game: self.facts(game) for game in games},
            sittings=[s._replace(source=without_password(s.source)) for s in self.sittings() if after <= s.seq < end],
        )
        return batch, end


class _Mark(msgspec.Struct):
    """An event that a log had, by which it is known again."""

    log: str
    seq: int
    line: str


class LogIdentity:
    """Gives a log a name that stays while the log only grows, and another when it is another log.

    A log that was deleted or put back counts from 1 again; its events must not be taken for those of before.

    Parameters
    ----------
    log : Path
        Its mark is kept beside it.
    """

    def __init__(self, log: Path) -> None:
        self._path = log.with_name(log.name + ".mark")
        self._mark: _Mark | None = None
        self._kept: _Mark | None = None
        with suppress(OSError, msgspec.MsgspecError):
            self._mark = self._kept = msgspec.json.decode(self._path.read_bytes(), type=_Mark)

    def of(self, reader: LogLines) -> str:
        """The identity of the log that is there now."""
        if self._mark is None or not self._is_there(reader, self._mark):
            self._mark = _Mark(secrets.token_hex(8), 0, "")
        last = reader.lines(reader.last() - 1, 1)
        mark = _Mark(self._mark.log, last[0][0], _digest(last[0][2])) if last else self._mark
        self._mark = mark
        if mark != self._kept:
            with suppress(OSError):  # a full disk: what is recorded is told all the same
                write_atomically(self._path, msgspec.json.encode(mark))
                self._kept = mark
        return mark.log

    def _is_there(self, reader: LogLines, mark: _Mark) -> bool:
        if not mark.seq:
            return True  # it was empty when it was marked
        found = reader.lines(mark.seq - 1, 1)
        if found and found[0][0] == mark.seq:
            return _digest(found[0][2]) == mark.line
        # A log that was begun anew has no gaps: here a game was deleted for good.
        return reader.reach() >= mark.seq


def _digest(line: bytes) -> str:
    return hashlib.blake2s(line, digest_size=16).hexdigest()
