"""From a log to the SGF of one of its games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from recorder.log import LogError, LoggedGame
from recorder.log_mending import readable
from recorder.sgf import to_sgf


def export_sgf(
    path: Path, game: str | None = None, tell: Callable[[str], None] = lambda _text: None
) -> tuple[LoggedGame, bytes]:
    """The SGF of a game in a log, by default of the last one on whose board something was found.

    A game that was cut short (a crash, a kill) is exported as far as it was confirmed, and one in a broken log as
    far as it can be read; that is said to `tell`.

    Raises
    ------
    LogError
        Where the log cannot be read, or holds no such game, or nothing of a board.
    """
    with readable(path, tell) as log:
        games = log.games()
        if game is not None:
            games = [g for g in games if g.game == game]
            if not games:
                names = ", ".join(g.game for g in log.games()) or "none"
                raise LogError(f"the log {path} holds no game {game!r}; it holds: {names}")
        for logged in reversed(games):
            if (content := to_sgf(log.events(logged.game), log.facts(logged.game))) is not None:
                return logged, content
    raise LogError(f"the log {path} holds no board: there is nothing to export")
