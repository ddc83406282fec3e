"""A sample of the campaign of drawn films: boards bumped and carried, lamps, counting, the next game."""

from __future__ import annotations

import msgspec
import pytest

from recorder import events
from tests.campaigns import watched_films as films


def test_a_board_that_is_found_while_it_still_moves_is_followed_from_there() -> None:
    film = films.make("turn", 3)
    result = films.watch(film)
    assert result.wrong(film) == []


@pytest.mark.parametrize(("kind", "seed"), [("bump", 7), ("lamp", 3)])
def test_nothing_that_befalls_the_camera_or_the_light_is_a_move(kind: str, seed: int) -> None:
    film = films.make(kind, seed, first=3)
    result = films.watch(film)
    assert result.wrong(film) == []
    assert result.withdrawn == 0


def test_stones_that_slide_in_a_bump_are_told_and_the_game_goes_on() -> None:
    film = films.make("knocked", 2, first=3)
    result = films.watch(film)
    assert result.wrong(film) == []
    # The campaign would have noticed an alert that is missing, and one of other points.
    alerts = [e for e in result.told if isinstance(e, events.Alert)]
    slid = [a for a in alerts if a.id in ("moved_stone", "multiple_changes")]
    assert films.judged([], film) == ([], film.due)
    elsewhere = [msgspec.structs.replace(a, points=("aa",)) for a in slid]
    assert films.judged(elsewhere, film) == (elsewhere, film.due)


@pytest.mark.parametrize("kind", films.KINDS)
def test_every_kind_of_film_can_be_scripted(kind: str) -> None:
    for seed in range(1, 40):
        film = films.make(kind, seed)
        assert film.now > 5
        assert film.changes


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
