"""Any way of keeping time, any sequence of presses, pauses and looks: what must always hold."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import Call, Clock
from engine.point import Colour
from engine.timekeeping import TimeSystem

BLACK, WHITE = Colour.BLACK, Colour.WHITE
MAINS = st.integers(0, 90)
SYSTEMS = st.one_of(
    st.builds(TimeSystem.kept_minutes, st.integers(120, 300), st.integers(1, 2)),
    st.builds(TimeSystem.byo_yomi, MAINS, st.integers(1, 4), st.sampled_from([10, 20, 30, 60])),
    st.builds(TimeSystem.absolute, st.integers(1, 300)),
    st.builds(TimeSystem.canadian, MAINS, st.integers(1, 4), st.integers(5, 40)),
    st.builds(TimeSystem.fischer, st.integers(1, 90), st.integers(1, 15)),
)


@dataclass(frozen=True)
class Step:
    """Something that happens some quarters of a second after the step before."""

    what: str
    quarters: int


STEPS = st.lists(
    st.builds(Step, st.sampled_from(["press", "wrong press", "look", "pause", "resume"]), st.integers(0, 160)),
    max_size=25,
)


def drive(clock: Clock, steps: list[Step], looks: int = 1) -> tuple[list[Call], float]:
    """All calls, and the seconds during which a face ran."""
    calls, now, ran = clock.start(BLACK, 0), 0.0, 0.0
    for step in steps:
        for part in range(1, looks):
            calls += clock.advance(now + step.quarters / 4 * part / looks)
        before, over = clock.running, clock.overrun
        now += step.quarters / 4
        calls += clock.advance(now)
        if before is not None and over is None:
            ran += step.quarters / 4
            if clock.overrun is not None:
                ran -= now - clock.overrun[1]
        if step.what == "press":
            calls += clock.press(clock.running or BLACK, now)
        elif step.what == "wrong press" and clock.running is not None:
            calls += clock.press(clock.running.other, now)
        elif step.what == "pause":
            calls += clock.pause(now)
        elif step.what == "resume":
            calls += clock.resume(now)
    return calls, ran


@given(SYSTEMS, STEPS)
@settings(max_examples=150, deadline=None)
def test_time_is_never_negative_and_calls_come_in_order(system: TimeSystem, steps: list[Step]) -> None:
    clock = Clock(system)
    calls, _ = drive(clock, steps)
    assert [call.time for call in calls] == sorted(call.time for call in calls)
    for colour in (BLACK, WHITE):
        face = clock.faces[colour]
        assert face.main >= 0
        assert face.period >= 0
        told = {key: float(value) for key, value in clock.sgf(colour).items()}
        assert min(told.values()) >= 0
        assert set(told) <= {f"{colour.letter}L", f"O{colour.letter}"}
        assert 0 <= face.periods <= system.periods
        assert 0 <= face.stones <= system.stones
    over = [call for call in calls if call.kind == "time_over"]
    assert len(over) == (clock.overrun is not None)
    if clock.overrun is not None:
        assert clock.overrun == (over[0].colour, over[0].time)
        assert calls[-1] == over[0], "nothing is called after the loss"


@given(SYSTEMS, STEPS, st.integers(2, 4))
@settings(max_examples=100, deadline=None)
def test_it_does_not_matter_how_often_time_is_told(system: TimeSystem, steps: list[Step], looks: int) -> None:
    once, often = Clock(system), Clock(system)
    # Quarters of a second are exact in binary; their thirds are not.
    looks = 4 if looks == 3 else looks
    assert drive(once, steps)[0] == drive(often, steps, looks)[0]
    assert (once.faces, once.overrun, once.running) == (often.faces, often.overrun, often.running)


@given(st.integers(1, 300), STEPS)
@settings(max_examples=100, deadline=None)
def test_under_absolute_time_what_is_used_is_what_ran(main: int, steps: list[Step]) -> None:
    # Pauses cost nothing, and a press of the wrong player changes nothing (articles 12.4, 14).
    clock = Clock(TimeSystem.absolute(main))
    _, ran = drive(clock, steps)
    assert 2 * main - sum(face.main for face in clock.faces.values()) == ran


@given(st.sampled_from([10, 20, 30, 60]), st.integers(1, 4), st.lists(st.integers(0, 400), max_size=12))
@settings(max_examples=100, deadline=None)
def test_a_move_costs_the_full_periods_it_took(period: int, periods: int, quarters: list[int]) -> None:
    # Article 12.3: under the period nothing, from its last second on one, and so on; the last one loses.
    clock, now, left = Clock(TimeSystem.byo_yomi(0, periods, period)), 0.0, {BLACK: periods, WHITE: periods}
    clock.start(BLACK, 0)
    turn = BLACK
    for each in quarters:
        now += each / 4
        left[turn] -= int(each / 4 // period)
        clock.press(turn, now)
        assert (clock.overrun is not None) == (left[turn] <= 0)
        if clock.overrun is not None:
            return
        assert clock.sgf(turn) == {f"{turn.letter}L": f"{period:g}", f"O{turn.letter}": str(left[turn])}
        turn = turn.other


@given(st.integers(1, 5), st.integers(10, 60), st.lists(st.integers(0, 30), max_size=20))
@settings(max_examples=100, deadline=None)
def test_saved_time_carries_over_to_the_next_period(stones: int, period: int, seconds: list[int]) -> None:
    # Article 12.5, one player alone.
    clock, now, left, to_play = Clock(TimeSystem.canadian(0, stones, period)), 0.0, float(period), stones
    for each in seconds:
        clock.start(BLACK, now)
        now += each
        clock.press(BLACK, now)
        left -= each
        if left <= 0:
            assert clock.overrun is not None
            return
        to_play -= 1
        if not to_play:
            left, to_play = left + period, stones
        assert clock.sgf(BLACK) == {"BL": f"{left:g}", "OB": str(to_play)}


@given(st.integers(1, 60), st.integers(1, 30), st.lists(st.integers(0, 40), max_size=20))
@settings(max_examples=100, deadline=None)
def test_fischer_time_is_what_was_given_less_what_was_used(main: int, increment: int, seconds: list[int]) -> None:
    clock, now, left = Clock(TimeSystem.fischer(main, increment)), 0.0, float(main)
    for each in seconds:
        clock.start(WHITE, now)
        now += each
        clock.press(WHITE, now)
        left -= each
        if left <= 0:
            assert clock.overrun == (WHITE, now + left)
            return
        left += increment
        assert clock.sgf(WHITE) == {"WL": f"{left:g}"}
