"""The demonstration: sample films as if they were cameras, one of them with irregularities for the referee."""

from __future__ import annotations

from pathlib import Path

import msgspec

from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore

IRREGULAR = Path(__file__).parent / "films" / "irregular.mp4"
GAME = Path("samples") / "game.mp4"


def set_up(store: HallStore) -> None:
    """Put the demonstration's boards into a hall that has none; in a clone also the long sample film."""
    known = store.boards()
    for board in known:
        if board.source.endswith(IRREGULAR.name) and board.source != str(IRREGULAR):
            store.put(msgspec.structs.replace(board, source=str(IRREGULAR)))  # installed elsewhere since
    if known:
        return
    boards = [("irregular", "Table 1: irregularities", IRREGULAR, ("Sakura", "Minho"))]
    for film in (GAME, Path(__file__).parents[2] / GAME):
        if film.is_file():
            boards.append(("game", "Table 2: a quiet game", film.resolve(), ("Li Ming", "Anna")))
            break
    for name, title, film, (black, white) in boards:
        told = GameFacts(event="Demonstration", komi=6.5, rules="Chinese", black=black, white=white)
        store.put(BoardConfig(id=name, name=title, source=str(film), looped=True, facts=told))
