"""A sample of the campaign of drawn films: boards bumped and carried, lamps, counting, the next game."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from recorder import events

_PATH = Path(__file__).parents[1] / "campaigns" / "watched_films.py"
_SPEC = importlib.util.spec_from_file_location("watched_films_sample", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
films: Any = importlib.util.module_from_spec(_SPEC)
sys.modules["watched_films_sample"] = films
_SPEC.loader.exec_module(films)


@pytest.mark.parametrize(("kind", "seed"), [("bump", 7), ("lamp", 3)])
def test_nothing_that_befalls_the_camera_or_the_light_is_a_move(kind: str, seed: int) -> None:
    film = films.make(kind, seed, first=3)
    result = films.watch(film)
    assert result.wrong(film) == []
    assert result.withdrawn == 0


def test_a_board_that_is_carried_away_is_told_as_lost_and_found_again() -> None:
    film = films.make("carry", 3, first=3)
    result = films.watch(film)
    assert result.wrong(film) == []
    assert list(result.views) == ["lost", "back"]


def test_counting_is_a_pause_in_which_nothing_becomes_a_move() -> None:
    film = films.make("counting", 1)
    result = films.watch(film)
    assert result.wrong(film) == []
    assert [e.reason for e in result.told if isinstance(e, events.Pause)] == ["counting begins"]


def test_a_swept_board_ends_the_game_and_the_next_one_is_another() -> None:
    film = films.make("resign", 1)
    result = films.watch(film)
    assert result.wrong(film) == []
    assert len(result.games) == 2
    ends = [e.reason for e in result.told if isinstance(e, events.End)]
    assert ends == ["the board was cleared", "the source ended"]
    second = result.told[[isinstance(e, events.End) for e in result.told].index(True) + 1 :]
    assert isinstance(second[0], events.Board)
    (setup,) = [e for e in second if isinstance(e, events.Setup)]
    assert (len(setup.black), setup.to_move) == (2, "W")
