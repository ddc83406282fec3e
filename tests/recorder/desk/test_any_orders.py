"""Whatever people order: it is done or refused, nothing told is lost, and the record always replays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.catalogue import irregularity
from engine.point import Point
from recorder import events, orders
from recorder.facts import GameFacts
from recorder.inference.resumption import resumed_line
from recorder.orders import OrderRefused
from recorder.record import fold
from recorder.settings import Settings

New = Callable[..., Any]
N = 5

PLAYERS = st.sampled_from(["B", "W"])
MAYBE_PLAYER = st.none() | PLAYERS
# A few points off the board and ids that were never given are among what people may say.
POINTS = st.text("abcde", min_size=2, max_size=2) | st.just("sa")
MAYBE_POINT = st.none() | POINTS
SOME = st.lists(POINTS, max_size=3).map(tuple)
NUMBERS = st.integers(1, 14)
IDS = st.sampled_from(["", "a", "b", "c", "d"])
RULINGS = st.sampled_from(
    ["second_void_warning", "void_forfeit_warning", "restore", "stands", "record_pass", "exchange_stone", "loses",
     "back_warning_on_claim", "off_warning", "reasonable_point", "as_pass", "draw", "spoke", "no_such_option"]
)  # fmt: skip
STONES = st.builds(orders.SetStones, id=IDS, black=SOME, white=SOME, empty=SOME)
ALERTS = st.sampled_from([0, 5, 18, 19, 20])
ABOUT = st.sampled_from(
    [("double_move", "W", ("da",)), ("moved_stone", None, ("bb", "ba")), ("missed_capture", "B", ("bc", "ca")),
     ("take_back", "W", ("dd", "da")), ("ko_retake", "W", ("da", "ca")), ("extra_stone", "B", ("ee",)),
     ("stone_colour_changed", "W", ("bc",)), ("time_overrun", "B", ()), ("multiple_changes", None, ("aa", "bb", "cc"))]
)  # fmt: skip
SECONDS = st.none() | st.floats(0, 90)

ORDERS = st.one_of(
    st.builds(orders.InsertMove, id=IDS, n=NUMBERS, colour=PLAYERS, point=MAYBE_POINT, force=st.booleans()),
    st.builds(orders.ChangeMove, id=IDS, n=NUMBERS, colour=PLAYERS, point=MAYBE_POINT, force=st.booleans()),
    st.builds(orders.DeleteMove, id=IDS, n=NUMBERS),
    st.builds(orders.DeclarePass, id=IDS, colour=MAYBE_PLAYER),
    st.builds(orders.SetTurn, id=IDS, to_move=PLAYERS),
    STONES,
    st.builds(orders.Undo, undone=IDS),
    st.builds(orders.Pause, id=IDS, reason=st.text(max_size=3)),
    st.builds(orders.Resume, played=st.booleans()),
    st.builds(
        orders.Rule, id=IDS, alert=ALERTS, ruling=RULINGS, note=st.text(max_size=3), to_move=MAYBE_PLAYER,
        warnings=st.none() | st.dictionaries(PLAYERS, st.integers(0, 2)), stones=st.none() | STONES,
        forfeits=MAYBE_PLAYER, result=st.sampled_from(["", "", "", "B+F", "nonsense"]), move=MAYBE_POINT,
    ),
    st.builds(orders.Dismiss, alert=ALERTS.filter(bool)),
    st.builds(orders.WithdrawRuling, ruling=st.integers(18, 32)),
    st.builds(orders.DeclareResult, id=IDS, result=st.sampled_from(["B+R", "W+3.5", "Draw", "Void"])),
    st.builds(orders.End, id=IDS),
    st.builds(orders.DeclareDead, points=SOME, colour=MAYBE_PLAYER),
    st.builds(orders.CountGame, id=IDS),
    st.builds(orders.SetTime, system=st.sampled_from(["1m", "10s+2x5s", "5m+3s/move", "soon"])),
    st.builds(orders.StartClock, colour=MAYBE_PLAYER),
    st.builds(orders.PressClock, colour=MAYBE_PLAYER, t=SECONDS),
    st.builds(orders.AdjustClock, colour=PLAYERS, main=SECONDS, periods=st.none() | st.integers(0, 3)),
    st.builds(orders.SetFacts, facts=st.builds(GameFacts, black=st.text(max_size=4), komi=st.none() | st.just(6.5))),
)  # fmt: skip


def check(game: Any) -> None:
    """Record, belief and SGF say one thing, and the log can be read again."""
    record = fold(game.told)
    assert record is not None
    assert [s.number for s in record.line if s.is_turn] == list(range(1, len(game.inferencer.line) + 1))
    line = resumed_line(record)
    believed = game.inferencer.line
    assert line.board == game.inferencer.board
    assert [(e.colour, e.point, e.after) for e in line.entries] == [
        (e.colour, e.point, e.after) for e in believed.entries
    ]
    assert line.turn_after(len(line)) == believed.turn_after(len(believed))
    shown = {events.to_vertex(p): c for p, c in _stones(game)}
    assert game.shown() == shown
    assert [events.decode(events.encode(event)) for event in game.told] == game.told


def _stones(game: Any) -> list[tuple[Any, str]]:
    return [(Point(*divmod(p, N)), "BW"[c - 1]) for p, c in enumerate(game.inferencer.board) if c]


def give(game: Any, order: orders.Order) -> None:
    before, board = list(game.told), game.inferencer.board
    refusal: OrderRefused | None = None
    try:
        game.order(order)
    except OrderRefused as error:
        refusal = error
    if refusal is not None:
        assert str(refusal)
        assert refusal.code
        assert (game.told, game.inferencer.count, game.inferencer.board) == (before, len(before), board)
    assert game.told[: len(before)] == before
    check(game)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ORDERS, min_size=1, max_size=14), st.lists(ABOUT, min_size=3, max_size=3))
def test_any_orders_are_done_or_refused_and_the_record_replays(
    table: New, wanted: list[orders.Order], about: list[tuple[str, events.Player | None, tuple[str, ...]]]
) -> None:
    game = table(N, settings=Settings(handicap=0))
    for text in ("Bbb", "Wbc", "Bcc", "Wcb", "Bdb", "Wdd", "Bca", "Wda"):
        give(game, orders.InsertMove(n=len(game.inferencer.line) + 1, colour=text[0], point=text[1:]))  # type: ignore[arg-type]
    for name, colour, points in about:
        kind = irregularity(name)
        game._see(
            [
                events.Alert(
                    t=9.0, id=name, points=points, colour=colour, article=kind.articles[0], severity=kind.severity,
                    message=name, t_seen=8.0,
                )
            ]
        )  # fmt: skip
    assert [e.seq for e in game.of(events.Alert)] == [18, 19, 20]
    for i, order in enumerate(wanted):
        game._last = 10.0 + 3.0 * i
        give(game, order)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(ORDERS, st.text("abcde", min_size=2, max_size=2)), min_size=4, max_size=10))
def test_the_camera_goes_on_whatever_was_ordered(table: New, things: list[orders.Order | str]) -> None:
    game = table(N, settings=Settings(handicap=0))
    game.play("Bbb Wdd")
    for i, thing in enumerate(things):
        if isinstance(thing, str):
            if not game.world.board[game.at(thing)]:
                game.play("BW"[i % 2] + thing)
        else:
            give(game, thing)
        check(game)
    game.run(3.0)
    check(game)
