"""A board's log as SGF: the whole of it, and what everybody may have of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from recorder import events
from recorder.atomic import write_atomically
from recorder.facts import GameFacts
from recorder.log import LogError, LogReader
from recorder.record import fold
from recorder.sgf import to_sgf


def public_events(told: Iterable[events.Event]) -> list[events.Event]:
    """A game as its main line stands now: without alerts, rulings, what was withdrawn, and reasons."""
    told = list(told)
    record = fold(told)
    if record is None:
        return []
    board = next(e for e in told if isinstance(e, events.Board))
    line: list[events.Event] = [events.Board(t=board.t, size=record.size, corners=board.corners)]
    line += [record.setup] if record.setup else []
    line += [step.event for step in record.line]
    line += [e for e in told if isinstance(e, events.FactsKnown)]
    if record.end:
        line.append(events.End(t=record.end.t, reason="", result=record.end.result))
    return line


def last_game(path: Path, up_to: int | None = None) -> tuple[list[events.Event], GameFacts] | None:
    """Events and facts of a log's last game on whose board something was found; None where there is none.

    With `up_to` as if the log had ended with the event of that number.
    """
    try:
        with LogReader(path) as log:
            for game in reversed(log.games()):
                told = [e for e in log.events(game.game) if up_to is None or e.seq <= up_to]
                if any(isinstance(e, events.Board) for e in told):
                    return told, log.facts(game.game)
    except LogError:
        return None
    return None


def public_sgf(path: Path, up_to: int | None = None) -> bytes | None:
    """The last game's record for everybody, as `last_game`; None where nothing was recorded."""
    last = last_game(path, up_to)
    return to_sgf(public_events(last[0]), last[1]) if last else None


def full_sgf(path: Path) -> bytes | None:
    """The last game's record with variations and all that was said; None where nothing was recorded."""
    last = last_game(path)
    return to_sgf(*last) if last else None


class RecordFiles:
    """A sink: beside the log each game's SGF, `GAME.sgf`, whole and right after every event.

    Parameters
    ----------
    folder : Path
        The board's.
    log : LogReader
        Has what was told before, and what is known of the games.
    """

    name = "the record"

    def __init__(self, folder: Path, log: LogReader) -> None:
        self._folder, self._log = folder, log
        self._game: list[events.Event] = []
        self._stale = False

    def send(self, event: events.Event) -> None:
        """Bring the file up to date; raises OSError where it cannot be written."""
        if self._game and self._game[-1].game == event.game:
            self._game.append(event)
        else:
            self.close()
            self._game = self._log.events(event.game)
        self._stale = self._stale or not isinstance(event, events.View | events.Ordered)
        self.close()

    def close(self) -> None:
        """Write what could not be written before."""
        if self._stale:
            game = self._game[-1].game
            if (content := to_sgf(self._game, self._log.facts(game))) is not None:
                write_atomically(self._folder / f"{game}.sgf", content)
            self._stale = False
