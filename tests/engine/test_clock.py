"""Clocks driven by event times."""

import pytest

from engine.clock import Clock
from engine.point import Colour
from engine.timekeeping import TimeSystem, early_press, lateness

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def kinds(clock: Clock, *times: float) -> list[tuple[float, str, int]]:
    return [(call.time, call.kind, call.number) for time in times for call in clock.advance(time)]


def test_kept_minutes_are_called_and_counted_down() -> None:
    # Article 12.3, with ten minutes of which the last two are kept.
    clock = Clock(TimeSystem.kept_minutes(600, 2))
    clock.start(BLACK, 0)
    assert kinds(clock, 479) == []
    assert kinds(clock, 600) == [
        (480, "byo_yomi", 2),
        (510, "seconds", 30),
        (520, "seconds", 40),
        (530, "seconds", 50),
        (535, "seconds", 55),
        (538, "seconds", 58),
        (540, "period_used", 1),
        (540, "periods_left", 1),
        (570, "seconds", 30),
        (580, "seconds", 40),
        (590, "seconds", 50),
        *((590 + n, "count", n) for n in range(1, 11)),
        (600, "time_over", 0),
    ]
    assert clock.overrun == (BLACK, 600)


def test_calls_do_not_depend_on_how_often_time_is_told() -> None:
    often, once = (Clock(TimeSystem.byo_yomi(5, 3, 30)) for _ in range(2))
    often.start(BLACK, 0)
    once.start(BLACK, 0)
    assert kinds(often, *(n / 4 for n in range(0, 400))) == kinds(once, 99.75)


def test_a_move_within_the_period_costs_nothing_and_at_sixty_seconds_one() -> None:
    clock = Clock(TimeSystem.kept_minutes(300, 5))
    clock.start(BLACK, 0)
    clock.press(BLACK, 59.9)
    assert clock.faces[BLACK].periods == 5
    clock.press(WHITE, 59.9 + 60)
    assert clock.faces[WHITE].periods == 4
    assert clock.faces[WHITE].period == 60
    assert clock.running is BLACK


def test_absolute_time_loses_at_zero() -> None:
    clock = Clock(TimeSystem.absolute(100))
    clock.start(BLACK, 10)
    clock.press(BLACK, 40)
    clock.press(WHITE, 41)
    assert clock.sgf(BLACK) == {"BL": "70"}
    assert kinds(clock, 111) == [(111, "time_over", 0)]
    assert clock.overrun == (BLACK, 111)


def test_a_pause_does_not_count() -> None:
    clock = Clock(TimeSystem.absolute(100))
    clock.start(WHITE, 0)
    clock.pause(30)
    clock.resume(1000)
    clock.press(WHITE, 1010)
    assert clock.sgf(WHITE) == {"WL": "60"}
    assert clock.running is BLACK


def test_pressing_while_the_own_face_stands_does_nothing() -> None:
    clock = Clock(TimeSystem.absolute(100))
    clock.start(BLACK, 0)
    clock.press(WHITE, 10)
    assert clock.running is BLACK


def test_moves_per_period_carry_saved_time_over() -> None:
    # Article 12.5: two moves in ten seconds.
    clock = Clock(TimeSystem.canadian(5, 2, 10))
    clock.start(BLACK, 0)
    clock.press(BLACK, 6)
    assert clock.sgf(BLACK) == {"BL": "9", "OB": "1"}
    clock.press(WHITE, 7)
    clock.press(BLACK, 10)
    assert clock.sgf(BLACK) == {"BL": "16", "OB": "2"}


def test_fischer_adds_time_after_each_move() -> None:
    clock = Clock(TimeSystem.fischer(60, 10))
    clock.start(BLACK, 0)
    clock.press(BLACK, 20)
    assert clock.faces[BLACK].main == 50


def test_an_overrun_may_count_as_a_pass_on_request() -> None:
    # Article 22.5
    clock = Clock(TimeSystem.byo_yomi(0, 1, 60))
    with pytest.raises(ValueError, match="has not run out"):
        clock.allow_pass(BLACK, 0)
    clock.start(BLACK, 0)
    clock.advance(61)
    clock.allow_pass(BLACK, 70)
    assert clock.running is WHITE
    assert clock.overrun is None
    assert clock.sgf(BLACK) == {"BL": "60", "OB": "1"}


def test_a_clock_may_be_put_right() -> None:
    clock = Clock(TimeSystem.kept_minutes(600, 2))
    clock.adjust(BLACK, main=0, periods=1, period=30)
    assert clock.sgf(BLACK) == {"BL": "30", "OB": "1"}
    clock.deduct(WHITE, 100)
    assert clock.sgf(WHITE) == {"WL": "380"}
    with pytest.raises(ValueError, match="main"):
        clock.adjust(WHITE, main=-1)


def test_time_runs_forwards() -> None:
    clock = Clock(TimeSystem.absolute(10))
    clock.advance(5)
    with pytest.raises(ValueError, match="forwards"):
        clock.advance(4)


@pytest.mark.parametrize(
    ("system", "sgf"),
    [
        (TimeSystem.kept_minutes(7200, 5), {"TM": "6900", "OT": "5x60 byo-yomi"}),
        (TimeSystem.canadian(3600, 15, 600), {"TM": "3600", "OT": "15/600 Canadian"}),
        (TimeSystem.fischer(1800, 30), {"TM": "1800", "OT": "30 fischer"}),
        (TimeSystem.absolute(1800), {"TM": "1800"}),
    ],
)
def test_sgf_of_time_systems(system: TimeSystem, sgf: dict[str, str]) -> None:
    assert system.sgf == sgf


@pytest.mark.parametrize(
    ("main", "periods", "period", "stones", "increment"),
    [(-1, 0, 0, 0, 0), (0, 0, 0, 0, 0), (60, 3, 30, 15, 0), (60, 3, 0, 0, 0)],
)
def test_senseless_time_systems_are_refused(
    main: float, periods: int, period: float, stones: int, increment: float
) -> None:
    with pytest.raises(ValueError, match=r"time|period|choose"):
        TimeSystem(main, periods, period, stones, increment)


def test_coming_late_costs_double_or_the_game() -> None:
    # Articles 22.1, 22.2: one hour, or a quarter of an hour where the players lodge at the hall.
    assert lateness(1200, lodging_at_hall=False).deduct == 2400
    assert not lateness(3600, lodging_at_hall=False).loses
    assert lateness(3601, lodging_at_hall=False).loses
    assert lateness(901, lodging_at_hall=True).loses


@pytest.mark.parametrize(
    ("press", "released", "cleared", "takes", "name"),
    [
        (1.0, None, None, False, "clock_before_move"),
        (1.0, 1.0, None, False, "clock_before_move"),
        (2.0, 1.0, None, False, None),
        (2.0, 1.0, 3.0, True, "clock_before_capture_complete"),
        (2.0, 1.0, None, True, "clock_before_capture_complete"),
        (4.0, 1.0, 3.0, True, None),
    ],
)
def test_presses_that_come_too_early(
    press: float, released: float | None, cleared: float | None, takes: bool, name: str | None
) -> None:
    assert early_press(press, released, cleared, takes) == name
