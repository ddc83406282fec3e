"""Deleting what was kept of a game: for people who ask for it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from recorder.hall.evidence import MOMENTS, picture_path
from recorder.hall.film import PIECE
from recorder.log import LogReader
from recorder.log_mending import forget_game


class Forgotten(NamedTuple):
    """What went: a game's identity, its events, pictures and pieces of film."""

    game: str
    events: int
    pictures: int
    films: int


def games_of(folder: Path, game: str | None = None, event: str | None = None) -> list[str]:
    """The games in a board's log with that identity, or of that event (tournament); all where neither is given.

    Raises
    ------
    LogError
        Where the log cannot be read.
    """
    path = folder / "game.kifulog"
    if not path.is_file():
        return []
    with LogReader(path) as log:
        found = [logged.game for logged in log.games()]
        if game is not None:
            found = [name for name in found if name == game]
        if event is not None:
            found = [name for name in found if log.facts(name).event == event]
        return found


def forget(folder: Path, game: str) -> Forgotten:
    """Delete a game of a board: its events, what is known of it, its pictures, and the films it is in.

    Raises
    ------
    LogError
        Where the board is being recorded, or has no such game.
    """
    gone = forget_game(folder / "game.kifulog", game)
    pictures = films = 0
    for told in gone:
        for moment in MOMENTS:
            path = picture_path(folder, told.seq, moment)
            pictures += path.is_file()
            path.unlink(missing_ok=True)
    first, last = gone[0].t, gone[-1].t
    for piece in (folder / "film").glob("*.mkv"):
        began = int(piece.stem) / 1000
        if began <= last and began + PIECE >= first:
            piece.unlink(missing_ok=True)
            films += 1
    (folder / f"{game}.sgf").unlink(missing_ok=True)
    return Forgotten(game, len(gone), pictures, films)
