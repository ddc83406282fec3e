"""A sample of the campaign of drawn films: boards bumped and carried, lamps, counting, the next game."""

from __future__ import annotations

import shutil

import msgspec
import numpy as np
import pytest

from recorder import events
from tests.campaigns import watched_films as films
from tests.campaigns.film_takings import TAKINGS


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


@pytest.mark.parametrize(("kind", "seed"), [("vanished", 401), ("exchanged", 402), ("exchanged", 451)])
def test_what_is_put_right_after_some_seconds_was_told_to_the_referee(kind: str, seed: int) -> None:
    film = films.make(kind, seed)
    result = films.watch(film)
    assert result.wrong(film) == []
    assert len([e for e in result.told if isinstance(e, events.Resolved)]) == 1


@pytest.mark.parametrize(("kind", "seed"), [("shifted", 411), ("knocked", 491)])
def test_bands_of_light_that_go_over_the_board_hide_nothing(kind: str, seed: int) -> None:
    film = films.make(kind, seed)
    result = films.watch(film, taking=TAKINGS["banded"])
    assert result.wrong(film) == []


def test_a_stone_that_goes_after_others_were_played_is_no_move_taken_back() -> None:
    film = films.make("vanished", 491)
    result = films.watch(film, taking=TAKINGS["stuttering"])
    assert result.wrong(film) == []
    assert result.withdrawn == 0


def test_a_first_move_where_the_board_was_read_badly_at_the_start_is_a_move() -> None:
    film = films.make("taken_back", 402)
    result = films.watch(film)
    assert result.wrong(film) == []
    assert not [e for e in result.told if isinstance(e, events.Edit)]


@pytest.mark.parametrize("name", TAKINGS)
def test_every_taking_shows_the_whole_film(name: str) -> None:
    if name == "compressed" and shutil.which("ffmpeg") is None:
        pytest.skip("needs the program ffmpeg")
    film = films.make("calm", 1, first=1)
    film.now = 4.0
    frames, corners = zip(*TAKINGS[name](film.frames(), 1), strict=True)
    times = [frame.time for frame in frames]
    assert times == sorted(times)
    assert times[-1] > film.now - 1.5
    height, width = frames[0].image.shape[:2]
    assert all(frame.image.shape == (height, width, 3) for frame in frames)
    assert (np.array(corners) > 0).all()
    assert (np.array(corners) < [width, height]).all()
