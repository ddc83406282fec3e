"""The demonstration: sample films as if they were cameras."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore


def set_up(store: HallStore, say: Callable[[str], None]) -> None:
    """Put the demonstration's boards into a hall that has none."""
    if store.boards():
        return
    film = Path(__file__).parents[2] / "samples" / "game.mp4"
    if not film.is_file():
        say(f"there is no sample film {film}: --demo works in a clone of the repository")
        return
    facts = GameFacts(black="Black", white="White", event="Demonstration", komi=6.5)
    store.put(BoardConfig(id="demo", name="Demonstration", source=str(film), looped=True, facts=facts))
