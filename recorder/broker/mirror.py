"""A board of another machine, as a hub keeps it: the same log, event by event, and what is known of the board."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from recorder.atomic import write_atomically
from recorder.broker.messages import Batch, EventHead, board_name
from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.forgetting import forget
from recorder.hall.store import move_aside
from recorder.log import EventLog, LogError, Sitting
from recorder.log_mending import forget_game

logger = logging.getLogger(__name__)

_head = msgspec.json.Decoder(EventHead)


class MirrorLog(EventLog):
    """A log whose events have their numbers and games already."""

    waits_for_disk = "NORMAL"
    """What a power cut takes of a copy is asked for again."""

    def take(
        self, lines: list[tuple[EventHead, bytes]], facts: Mapping[str, GameFacts], sittings: Sequence[Sitting] = ()
    ) -> bool:
        """Keep events as they came, in one go; whether more is known of their games than before.

        Raises
        ------
        LogError
            Where they could not be written; then none of them is kept.
        """
        rows = [(head.seq, self._board, head.game, head.t, head.kind, line.decode()) for head, line in lines]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany(
                "INSERT INTO events (seq, board, game, time, kind, line) VALUES (?, ?, ?, ?, ?, ?)", rows
            )
            news = {game: known for game, known in facts.items() if self.facts(game) != known}
            for game, known in news.items():
                self._insert_facts(game, known)
            kept = set(self.sittings()) if sittings else set()
            self._db.executemany(
                "INSERT INTO sittings (seq, wall, origin, source) VALUES (?, ?, ?, ?)",
                [sitting for sitting in sittings if sitting not in kept],
            )
            self._db.execute("COMMIT")
        except BaseException as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(error, LogError) or not isinstance(error, Exception):
                raise
            raise LogError(f"the log {self.path} cannot be written: {error}") from error
        if lines:
            self._seq = lines[-1][0].seq
        return bool(news)

    def ends(self) -> list[tuple[str, int]]:
        """The games, and the number of the last event of each."""
        return [
            (game, seq) for game, seq in self._db.execute("SELECT game, max(seq) FROM events GROUP BY game").fetchall()
        ]


class Known(msgspec.Struct, kw_only=True):
    """What a hub remembers of a board of another machine."""

    agent: str
    log: str
    board: BoardConfig
    gone: bool = False


class Taken(NamedTuple):
    """What came of a batch: how many events were new, after which number more is lacking (None: nothing), which were
    alerts, and whether more is known of the games than before."""

    new: int
    lacking: int | None
    alerts: tuple[int, ...] = ()
    facts: bool = False


class Mirror:
    """A board of another machine.

    Parameters
    ----------
    folder : Path
        Of the board, in the hub's data.
    known : Known
    """

    def __init__(self, folder: Path, known: Known) -> None:
        self.folder, self.known = folder, known
        self.name = board_name(known.agent, known.board.id)
        self.path = folder / "game.kifulog"
        self._log: MirrorLog | None = None

    @classmethod
    def load(cls, folder: Path) -> Mirror | None:
        """The mirror that a folder holds; None where it holds none."""
        try:
            return cls(folder, msgspec.json.decode((folder / "mirror.json").read_bytes(), type=Known))
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            logger.warning("%s cannot be read: %s", folder / "mirror.json", error)
            return None

    def remember(self, known: Known) -> None:
        """Keep what is known of the board; where its log is another, the old one is laid aside."""
        if self.known.log != known.log and self.path.exists():
            self.close()
            move_aside_as(self.path, self.known.log)
        self.known = known
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self.folder / "mirror.json", msgspec.json.encode(known))

    @property
    def last(self) -> int:
        """Number of the last event that is kept."""
        return self._open().last if self._log is not None or self.path.exists() else 0

    def take(self, batch: Batch) -> Taken:
        """Keep what is new in a batch of this log.

        Raises
        ------
        LogError
            Where it cannot be written.
        """
        log = self._open()
        if batch.after > log.last:
            return Taken(0, log.last)
        lines = [(_head.decode(line), bytes(line)) for line in batch.events]
        new = [(head, line) for head, line in lines if head.seq > log.last]
        facts = bool(new or batch.facts) and log.take(new, batch.facts, batch.sittings)
        alerts = tuple(head.seq for head, _ in new if head.kind == "alert")
        return Taken(len(new), log.last if log.last < batch.last else None, alerts, facts)

    def forget_all_but(self, games: Sequence[str], reach: int) -> list[str]:
        """Delete for good what was deleted on its own machine: games that ended before `reach` and are not named.

        Also out of logs that were laid aside. Raises LogError where that cannot be written.

        Returns
        -------
        list of str
            What was deleted.
        """
        gone = [game for game, end in self._open().ends() if end <= reach and game not in games]
        if gone:
            self.close()
            for game in gone:
                forget(self.folder, game)
                for aside in self.folder.glob(f"{self.path.stem}-*{self.path.suffix}"):
                    with suppress(LogError):
                        forget_game(aside, game)
        return gone

    def _open(self) -> MirrorLog:
        if self._log is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                self._log = MirrorLog(self.path, self.name)
            except LogError as error:
                if getattr(error, "fault", "") != "broken":
                    raise
                logger.warning("%s; it is laid aside and asked for anew", error)
                move_aside(self.path)
                self._log = MirrorLog(self.path, self.name)
        return self._log

    def close(self) -> None:
        """Close the log."""
        if self._log is not None:
            self._log.close()
            self._log = None


def move_aside_as(path: Path, name: str) -> None:
    """Lay a log aside under a name that tells which it was."""
    aside = path.with_name(f"{path.stem}-{name or 'old'}{path.suffix}")
    for ending in ("", "-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + ending))
