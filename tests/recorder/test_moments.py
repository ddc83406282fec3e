"""What a person should look at: told together it is one moment, and what became of it stands with it."""

from __future__ import annotations

from typing import Any

import msgspec

from recorder import events
from recorder.explanation import moment_lines
from recorder.moments import Moment, Moments
from recorder.web.languages import Texts

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def move(t: float, n: int, text: str, sure: float = 0.99, **more: Any) -> events.Move:
    return events.Move(
        t=t,
        n=n,
        colour="B" if text[0] == "B" else "W",
        point=text[1:],
        captured=(),
        t_placed=t - 1,
        confidence=sure,
        **more,
    )


def alert(t: float, name: str, *points: str) -> events.Alert:
    return events.Alert(
        t=t, id=name, points=points, colour="W", article="17.2", severity="critical", message=name, t_seen=t - 1.5
    )


def gathered(*told: events.Event) -> list[Moment]:
    """The moments of these events, after a board that was found, in a game for each board."""
    found, game = Moments(), 0
    for seq, event in enumerate([events.Board(t=0, size=9, corners=CORNERS), *told], 1):
        game += isinstance(event, events.Board)
        found.send(msgspec.structs.replace(event, seq=seq, game=f"board-{game}"))
    return found.found()


def test_a_doubtful_move_and_its_alert_are_one_moment_that_is_settled_when_the_move_is_gone() -> None:
    (moment,) = gathered(
        move(2, 1, "Bcc"),
        move(5, 2, "Wgg", 0.5),
        alert(5, "out_of_turn", "gg", "gf"),
        events.Correction(t=9, n=2, reason="a stone was taken up again"),
        events.Resolved(t=9, alert=4, how="the move was taken back"),
        move(12, 2, "Wee"),
    )
    assert [e.seq for e in moment.told] == [3, 4]
    assert moment.seen == 3.5
    assert moment.points == ("gg", "gf")
    assert [e.seq for e in moment.aftermath] == [5, 6]
    assert moment.is_settled


def test_an_alert_that_was_ruled_on_is_settled_until_the_ruling_is_withdrawn() -> None:
    ruling = events.Ruling(t=8, alert=3, ruling="stands", to_move=None, warnings={}, origin="referee")
    told: list[events.Event] = [move(2, 1, "Bcc"), alert(5, "moved_stone", "cc"), ruling]
    assert gathered(*told)[0].is_settled
    back = events.Ruling(t=9, alert=3, ruling="withdrawn", to_move=None, warnings={}, withdraws=4, origin="referee")
    assert not gathered(*told, back)[0].is_settled


def test_moves_that_are_written_again_as_they_were_are_looked_at_once() -> None:
    found = gathered(
        move(2, 1, "Bcc"),
        move(5, 2, "Wgg", 0.5),
        move(7, 3, "Bgc"),
        events.Correction(t=9, n=1, reason="move 1 was changed by hand", origin="operator"),
        move(9, 1, "Bcd", origin="operator"),
        move(9, 2, "Wgg", 0.5),
        move(9, 3, "Bgc"),
    )
    assert [[type(e) for e in m.told] for m in found] == [[events.Move]]
    assert not found[0].is_settled


def test_a_move_that_was_withdrawn_for_good_is_named_and_one_put_in_before_others_is_looked_at() -> None:
    gone, moved = gathered(
        move(2, 1, "Bcc"),
        move(4, 2, "Wgg"),
        events.Correction(t=9, n=2, reason="a stone was taken up again"),
        move(11, 2, "Wee"),
        events.Correction(t=15, n=2, reason="two moves were told in the wrong order"),
        move(15, 2, "Wgc"),
        move(15, 3, "Wee"),
    )
    assert [(turn.n, turn.point) for turn in gone.withdrawn if isinstance(turn, events.Move)] == [(2, "gg")]
    assert gone.points == ("gg",)
    assert [type(e) for e in moved.told] == [events.Correction]


def test_a_board_that_is_seen_again_settles_that_it_was_not_and_another_game_begins_anew() -> None:
    lost, doubtful = gathered(
        move(2, 1, "Bcc"),
        events.View(t=5, state="lost", reason="the board is covered"),
        events.View(t=9, state="back", reason=""),
        events.End(t=10, reason="over", result=None),
        events.Board(t=20, size=9, corners=CORNERS),
        move(22, 1, "Bcc", 0.4),
    )
    assert lost.is_settled
    assert not doubtful.is_settled


def test_stones_pushed_off_their_points_by_one_bump_are_one_moment() -> None:
    moments = gathered(
        alert(10.0, "off_centre_stone", "cc"), alert(10.6, "off_centre_stone", "dd", "ee"),
        events.Resolved(t=12.0, alert=1, how="put right on the board"), alert(20.0, "off_centre_stone", "cc"),
    )  # fmt: skip
    assert [m.points for m in moments] == [("cc", "dd", "ee"), ("cc",)]
    assert [bool(m.open) for m in moments] == [True, True]


def test_the_list_says_which_stones_lay_otherwise_and_what_is_open_still() -> None:
    (moment,) = gathered(
        events.Edit(t=5.0, after=3, black=(), white=("bd",), empty=("bc",), cause="seen"),
        alert(5.0, "moved_stone", "bc", "bd"),
    )
    lines = [line.strip() for line in moment_lines(moment, Texts("en"))]
    assert lines[0].endswith("After move 3, without a move: White on B6; B7 empty")
    assert lines[-1] == "-> Still open"
    lines = moment_lines(moment, Texts("zh_hans"))
    assert lines[0].endswith("B6 现为白子；B7 现为空")
    assert lines[-1].endswith("尚未处理")
