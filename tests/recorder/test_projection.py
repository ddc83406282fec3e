"""The state of a game as pages show it, against sgfmill's reading of the SGF of the same events."""

from __future__ import annotations

from itertools import pairwise

import msgspec
from sgfmill import sgf, sgf_moves

from recorder import events
from recorder.facts import GameFacts
from recorder.game_state import GameState, brief, changes, for_operator
from recorder.projection import Projection, is_public
from recorder.sgf import to_sgf

CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
SECRET = "double_move"


def game() -> list[events.Event]:
    """Handicap, a capture, a stone put back by hand, an alert with its ruling, a correction, a pass, the end."""
    told: list[events.Event] = [
        events.Board(t=1, size=9, corners=CORNERS),
        events.Setup(t=2, black=("cc", "gg"), white=(), to_move="W"),
        move(1, "W", "ba"),
        move(2, "B", "aa"),
        move(3, "W", "ee"),
        move(4, "B", "bb"),
        move(5, "W", "ab", captured=("aa",)),
        events.Alert(
            t=9, id=SECRET, points=("hh",), colour="B", article="17", severity="critical", message="twice", t_seen=8.5
        ),
        move(6, "B", "hh"),
        move(7, "B", "hc"),
        events.Edit(t=12, after=7, black=(), white=("ih",), empty=("gg",), cause="seen"),
        events.View(t=13, state="poor", reason="rtsp://me:***@10.0.0.9/ is dim"),
        events.Correction(t=14, n=7, reason="the referee had it taken back"),
        events.Ruling(t=15, alert=8, ruling="undo", to_move="W", warnings={"B": 1}),
        events.Pass(t=16, n=7, colour="W", confidence=0.9),
        events.Pause(t=17, state="paused"),
        events.End(t=20, reason="resigned", result="B+R"),
    ]
    return [msgspec.structs.replace(e, seq=n, game="one") for n, e in enumerate(told, 1)]


def move(n: int, colour: events.Player, point: str, captured: tuple[str, ...] = ()) -> events.Move:
    return events.Move(t=n + 2.5, n=n, colour=colour, point=point, captured=captured, t_placed=n + 2.0, confidence=0.9)


def projected(told: list[events.Event]) -> Projection:
    projection = Projection("table-1")
    for event in told:
        projection.take(event)
    return projection


def by_sgfmill(content: bytes) -> tuple[set[str], set[str]]:
    """Black and white points at the end of the main line, as sgfmill plays them."""
    record = sgf.Sgf_game.from_bytes(content)
    board, plays = sgf_moves.get_setup_and_moves(record)
    for colour, place in plays:
        if place is not None:
            board.play(*place, colour)
    stones: dict[str, set[str]] = {"b": set(), "w": set()}
    for colour, (row, col) in board.list_occupied_points():
        stones[colour].add(chr(97 + col) + chr(97 + board.side - 1 - row))
    return stones["b"], stones["w"]


def test_after_every_event_of_a_plain_game_the_stones_are_those_of_its_sgf() -> None:
    told = game()[:7]
    for count in range(2, len(told) + 1):
        state = projected(told[:count]).state
        content = to_sgf(told[:count])
        assert content is not None
        assert (set(state.black), set(state.white)) == by_sgfmill(content)


def test_captures_turn_last_move_and_count() -> None:
    state = projected(game()[:7]).state
    assert (state.captures, state.to_move, state.last, state.count) == ({"B": 0, "W": 1}, "B", "ab", 5)
    assert state.setup == (("cc", "gg"), ())
    assert state.phase == "playing"


def test_edits_stay_with_their_move_and_go_with_a_correction() -> None:
    told = game()
    state = projected(told[:11]).state
    assert [e.after for e in state.edits] == [7]
    assert "ih" in state.white
    assert "gg" not in state.black
    state = projected(told[:13]).state
    assert (state.edits, state.count) == ((), 6)
    assert "gg" in state.black


def test_an_alert_is_open_then_answered_then_ruled_upon() -> None:
    told = game()
    assert projected(told[:8]).state.alerts[0].state == "open"
    reply = msgspec.structs.replace(move(7, "W", "fa"), seq=10, game="one", t_placed=11.0)
    assert not projected(told[:9]).state.alerts[0].answered
    assert projected([*told[:9], reply]).state.alerts[0].answered
    state = projected(told).state
    assert [(a.state, a.ruling, a.ruling_seq) for a in state.alerts] == [("ruled", "undo", 14)]
    assert state.warnings == {"B": 1}


def test_a_ruling_taken_back_opens_its_alert_again() -> None:
    told = game()
    back = events.Ruling(t=21, seq=18, game="one", alert=8, ruling="withdrawn", to_move=None, warnings={}, withdraws=14)
    state = projected([*told, back]).state
    assert (state.alerts[0].state, state.warnings) == ("open", {})


def test_the_end_the_result_and_a_pause() -> None:
    state = projected(game()).state
    assert (state.phase, state.result, state.to_move, state.paused) == ("ended", "B+R", None, False)
    assert projected([e for e in game() if not isinstance(e, events.End)]).state.paused
    assert (state.moves[-1].point, state.moves[-1].colour) == (None, "W")


def test_the_public_state_holds_no_word_of_alerts_rulings_or_faults() -> None:
    told = game()
    for count in range(1, len(told) + 1):
        text = msgspec.json.encode(projected(told[:count]).public).decode()
        for word in (SECRET, "twice", "undo", "10.0.0.9", "critical", "taken back"):
            assert word not in text


def test_the_numbers_of_public_states_do_not_show_that_the_referee_was_told() -> None:
    told = game()
    numbers = [projected(told[: n + 1]).public.seq for n in range(len(told))]
    assert numbers[-1] == sum(is_public(e) for e in told)
    assert max(b - a for a, b in pairwise(numbers)) == 1
    assert numbers[7] == numbers[6]  # the alert


def test_the_operator_sees_faults_of_the_camera_and_no_alerts() -> None:
    state = for_operator(projected(game()[:12]).state)
    assert "10.0.0.9" in state.view.reason
    assert (state.alerts, state.warnings) == ((), {})


def test_another_game_begins_empty() -> None:
    board = events.Board(t=30, seq=18, game="two", size=13, corners=CORNERS)
    state = projected([*game(), board]).state
    assert (state.game, state.size, state.count, state.alerts, state.paused) == ("two", 13, 0, (), False)


def test_what_nobody_ruled_on_waits_for_the_referee_when_the_next_game_begins() -> None:
    told: list[events.Event] = [e for e in game() if not isinstance(e, events.Ruling)]
    note = msgspec.structs.replace(told[7], seq=17, id="time_overrun", severity="info")
    board = events.Board(t=30, seq=18, game="two", size=13, corners=CORNERS)
    projection = projected([*told, note, board, msgspec.structs.replace(move(1, "B", "dd"), seq=19, game="two")])
    (left,) = projection.state.unruled
    assert (left.game, left.size, [alert.seq for alert in left.alerts]) == ("one", 9, [8])
    assert left.moves == projected(told).state.moves
    for seen in (projection.public, for_operator(projection.state), brief(projection.public)):
        assert seen.unruled == ()
        assert SECRET.encode() not in msgspec.json.encode(seen)
    third = projected([*told, board, msgspec.structs.replace(board, seq=20, game="three")])
    assert [state.game for state in third.state.unruled] == ["one"]
    projection.take(events.Resolved(t=40, seq=20, game="two", alert=8, how="dismissed by the referee"))
    assert projection.state.unruled == ()


def test_what_was_ruled_on_does_not_wait() -> None:
    board = events.Board(t=30, seq=18, game="two", size=13, corners=CORNERS)
    assert projected([*game(), board]).state.unruled == ()


def test_facts_given_while_it_runs_replace_those_of_before() -> None:
    projection = projected(game()[:3])
    projection.tell(GameFacts(black="柯洁", white="変相壱", komi=6.5))
    projection.take(events.FactsKnown(t=6, seq=4, game="one", facts=GameFacts(white="변상일")))
    facts = projection.state.facts
    assert (facts.black, facts.white, facts.komi) == ("柯洁", "변상일", 6.5)


def test_what_changed_makes_the_new_state_out_of_the_old_one() -> None:
    told = game()
    states = [projected(told[: n + 1]).state for n in range(len(told))]
    for before, after in pairwise(states):
        held = msgspec.to_builtins(before)
        change = msgspec.json.decode(msgspec.json.encode(changes(before, after)))
        if "moves_from" in change:
            change["moves"] = [*held["moves"][: change.pop("moves_from")], *change["moves"]]
        assert msgspec.convert(held | change, GameState) == after


def test_a_move_changes_a_long_game_by_a_few_bytes() -> None:
    told = game()[:2]
    told += [msgspec.structs.replace(move(n, "B", "aa"), seq=n + 2, game="one") for n in range(1, 300)]
    before, after = projected(told[:-1]).state, projected(told).state
    assert len(msgspec.json.encode(changes(before, after))) < 400
    assert brief(after).moves == ()
    assert brief(after).count == 299


def test_a_game_that_is_counted_says_so_until_it_goes_on_or_ends() -> None:
    told: list[events.Event] = [
        events.Board(t=1, size=9, corners=CORNERS),
        move(1, "B", "cc"),
        events.Pause(t=9, state="paused", reason=events.COUNTING),
        events.Pause(t=20, state="resumed"),
        events.Pause(t=25, state="paused", reason="lunch"),
    ]
    projection = Projection("table-1")
    phases = []
    for n, event in enumerate(told, 1):
        projection.take(msgspec.structs.replace(event, seq=n, game="one"))
        phases.append(projection.state.phase)
    assert phases == ["playing", "playing", "counting", "playing", "playing"]
    assert projection.public.paused
