"""Orders to a recording that runs: drawn boards, the real session, log and SGF file."""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recorder import events, orders
from recorder.desk.docket import unruled
from recorder.desk.inbox import Inbox
from recorder.facts import GameFacts
from recorder.log import EventLog, LogReader
from recorder.orders import OrderRefused
from recorder.record import fold
from recorder.recording import Recording
from recorder.session import Session
from recorder.settings import Settings
from recorder.sinks import FanOut, SgfFile
from vision.frame import Frame
from vision.grid import Grid

_PATH = Path(__file__).parents[1] / "test_session.py"
_SPEC = importlib.util.spec_from_file_location("drawn_boards_of_the_desk", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
drawn: Any = importlib.util.module_from_spec(_SPEC)
sys.modules["drawn_boards_of_the_desk"] = drawn
_SPEC.loader.exec_module(drawn)

HOME: Grid = drawn.HOME


class Film:
    """Frames, and what people order when one of them was shown."""

    def __init__(self, *scenes: tuple[float, Any], live: bool = False) -> None:
        self.length = sum(seconds for seconds, _ in scenes)
        self.duration: float | None = self.length
        self.name, self.live, self.settled, self.step = "drawn", live, False, 0.0
        self._scenes = list(scenes)
        self.at: dict[float, Any] = {}

    def __iter__(self) -> Iterator[Frame]:
        for frame in drawn.frames(self._scenes):
            for time in [t for t in self.at if t <= frame.time]:
                self.at.pop(time)()
            yield frame

    def close(self) -> None:
        pass


class Silent:
    def __init__(self) -> None:
        self.said: list[str] = []

    def at(self, time: float, text: str | None = None) -> None:
        pass

    def say(self, text: str) -> None:
        self.said.append(text)


def session_of_drawings(**more: Any) -> Session:
    return Session(
        more.pop("settings", Settings(handicap=0)),
        find=drawn.found_at_home,
        follow=drawn.unmoved,
        reader=drawn.DrawnReader(),
        **more,
    )


def test_orders_are_taken_between_two_frames_and_each_is_answered(tmp_path: Path) -> None:
    film = Film(*drawn.GAME, (3.0, drawn.GAME[-1][1]))
    inbox, answers = Inbox(), list[Any]()
    wanted: list[orders.Order] = [
        orders.InsertMove(n=3, colour="B", point="ee", id="1"),
        orders.DeleteMove(n=9),
        orders.SetFacts(facts=GameFacts(white="李昌鎬")),
    ]
    film.at[film.length - 1.0] = lambda: answers.extend(inbox.put(order) for order in wanted)
    watcher = Silent()
    sgf = SgfFile(tmp_path / "game.sgf", GameFacts(black="A"))
    with EventLog(tmp_path / "game.kifulog") as log:
        Recording(session_of_drawings(), log, FanOut([sgf], watcher.say), watcher).run(film, orders=inbox)
        last = log.last
    told = answers[0].result(0)
    assert [type(e) for e in told] == [events.Ordered, events.Move]
    assert [e.seq for e in told] == list(range(told[0].seq, told[0].seq + 2))
    with pytest.raises(OrderRefused, match="no move 9"):
        answers[1].result(0)
    assert answers[2].result(0)[1].facts.white == "李昌鎬"
    kept = LogReader(tmp_path / "game.kifulog").events()
    assert [e.seq for e in kept] == list(range(1, last + 1))
    assert set(told) <= set(kept)
    text = (tmp_path / "game.sgf").read_text()
    assert "PB[A]" in text
    assert "PW[李昌鎬]" in text
    assert ";B[ee]" in text


def test_what_a_person_overruled_stays_so_when_the_recording_is_started_anew(tmp_path: Path) -> None:
    """A mark on the board is read as a stone now and then, when it is so lit: the record was put right once."""
    path, watcher, answers = tmp_path / "game.kifulog", Silent(), list[Any]()
    stones = {(2, 2): 1, (6, 6): 2}
    shown, lit = drawn.draw(HOME, stones), drawn.draw(HOME, stones | {(4, 4): 1})

    def record(*scenes: tuple[float, Any], order: orders.Order | None = None) -> list[events.Event]:
        film, inbox, stop = Film(*scenes), Inbox(), threading.Event()
        film.at[film.length - 0.4] = stop.set
        if order is not None:
            film.at[film.length - 3.0] = lambda: answers.append(inbox.put(order))
        with EventLog(path, resume=True) as log:
            session = session_of_drawings()
            session.resume(log.events(log.game) if log.game else [])
            recording = Recording(session, log, FanOut([], watcher.say), watcher)
            recording.run(film, None, stop, endless=True, orders=inbox)
            return log.events()

    hand = drawn.draw(HOME, stones, hand=True)
    told = record(*drawn.GAME, (1.0, hand), (5.0, lit), (3.0, shown), order=orders.DeleteMove(n=3))
    assert drawn.moves(told) == ["Bcc", "Wgg", "Bee"]
    assert answers[0].result(0)
    told = record((5.0, shown), (12.0, lit), (2.0, shown))
    line = fold(told)
    assert line is not None
    assert [turn.event.point for turn in line.line if isinstance(turn.event, events.Move)] == ["cc", "gg"]
    assert drawn.moves(told) == ["Bcc", "Wgg", "Bee"]
    assert not [e for e in told if isinstance(e, events.Alert)]


def test_what_was_said_before_the_board_was_found_does_not_hinder_a_restart(tmp_path: Path) -> None:
    path, watcher = tmp_path / "game.kifulog", Silent()
    film, inbox = Film(*drawn.GAME), Inbox()
    film.at[0.0] = lambda: inbox.put(orders.SetFacts(facts=GameFacts(black="柯洁")))
    film.at[film.length - 0.4] = lambda: inbox.put(orders.DeleteMove(n=2))
    with EventLog(path) as log:
        Recording(session_of_drawings(), log, FanOut([], watcher.say), watcher).run(film, orders=inbox)
        told = log.events()
    assert [type(e) for e in told[:3]] == [events.Ordered, events.FactsKnown, events.Board]
    session = session_of_drawings()
    session.resume(told)
    assert drawn.moves(told) == ["Bcc", "Wgg"]
    assert session.watched is not None
    assert session.watched.line is not None
    assert [entry.colour for entry in session.watched.line.entries] == [1]


def test_orders_that_come_too_early_are_refused(tmp_path: Path) -> None:
    film, inbox, answers, watcher = Film(*drawn.GAME), Inbox(), list[Any](), Silent()
    film.at[0.2] = lambda: answers.append(inbox.put(orders.Pause()))
    with EventLog(tmp_path / "game.kifulog") as log:
        recording = Recording(session_of_drawings(), log, FanOut([], watcher.say), watcher)
        film.at[0.0] = lambda: answers.append(inbox.put(orders.Resume()))
        recording.run(film, orders=inbox)
    with pytest.raises(OrderRefused, match="no board has been found"):
        answers[0].result(0)
    with pytest.raises(OrderRefused, match="not been read"):
        answers[1].result(0)


def test_orders_come_from_any_thread(tmp_path: Path) -> None:
    film = Film(*drawn.GAME)
    inbox = Inbox()
    answers: list[Any] = []

    def many() -> None:
        threads = [
            threading.Thread(
                target=lambda i=i: answers.append(inbox.put(orders.SetFacts(facts=GameFacts(round=str(i)))))
            )
            for i in range(20)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    film.at[6.0] = many
    watcher = Silent()
    with EventLog(tmp_path / "game.kifulog") as log:
        Recording(session_of_drawings(), log, FanOut([], watcher.say), watcher).run(film, orders=inbox)
    numbers = sorted(e.seq for answer in answers for e in answer.result(0))
    assert len(numbers) == 40
    assert numbers == list(range(numbers[0], numbers[0] + 40))


def watched(session: Session, *scenes: tuple[float, Any], start: float = 0.0) -> list[events.Event]:
    told: list[events.Event] = []
    for frame in drawn.frames(list(scenes)):
        told += session.feed(Frame(frame.image, frame.time + start, frame.index))
    return told


def played(grid: Grid, before: dict[Any, int], stone: dict[Any, int]) -> list[tuple[float, Any]]:
    """A hand that lays a stone."""
    after = before | stone
    return [
        (2.0, drawn.draw(grid, before)),
        (1.0, drawn.draw(grid, after, hand=True)),
        (4.0, drawn.draw(grid, after)),
    ]


def test_without_a_board_only_what_needs_none_is_taken() -> None:
    session = session_of_drawings()
    with pytest.raises(OrderRefused, match="no board"):
        session.order(orders.DeclarePass(), 0.0)
    assert session.order(orders.SetFacts(facts=GameFacts(black="A")), 0.0)
    assert session.count == 2


def test_a_grid_set_by_hand_is_where_the_board_is_from_then_on() -> None:
    session = session_of_drawings()
    watched(session, *drawn.GAME)
    corners = tuple((float(x), float(y)) for x, y in drawn.AWAY.corners)
    told = session.order(orders.SetGrid(size=9, corners=corners), 8.0)  # type: ignore[arg-type]
    assert [type(e) for e in told] == [events.Ordered, events.Board]
    later = watched(session, *played(drawn.AWAY, {(2, 2): 1, (6, 6): 2}, {(2, 6): 1}), start=9.0)
    assert drawn.moves(later) == ["Bgc"]
    with pytest.raises(OrderRefused, match="outside the picture"):
        session.order(orders.SetGrid(size=9, corners=((0, 0), (900, 0), (900, 900), (0, 900))), 12.0)
    with pytest.raises(OrderRefused, match="stays so"):
        session.order(orders.SetGrid(size=13, corners=corners), 12.0)  # type: ignore[arg-type]
    with pytest.raises(OrderRefused):
        session.order(orders.SetGrid(size=9, corners=((0, 0), (9, 9), (9, 9), (0, 0))), 12.0)


def test_the_top_is_set_before_the_first_stone_and_no_longer_after() -> None:
    session = session_of_drawings()
    watched(session, (2.0, drawn.draw(HOME, {})))
    told = session.order(orders.SetTop(side="right"), 2.0)
    board = told[-1]
    assert isinstance(board, events.Board)
    assert board.corners[0] == (440.0, 60.0)
    later = watched(session, *played(HOME, {}, {(2, 0): 1}), start=3.0)
    assert drawn.moves(later) == ["Bci"]
    with pytest.raises(OrderRefused, match="begun"):
        session.order(orders.SetTop(side="top"), 9.0)


def test_a_board_looked_for_again_is_the_same_game_turned_as_before() -> None:
    places = [HOME]
    session = Session(
        Settings(handicap=0), find=lambda _image, _size: places[-1], follow=drawn.unmoved, reader=drawn.DrawnReader()
    )
    watched(session, *drawn.GAME)
    session.order(orders.FindAgain(), 9.0)
    assert session.grid is None
    places.append(drawn.AWAY.turned(1))
    later = watched(session, *played(drawn.AWAY, {(2, 2): 1, (6, 6): 2}, {(2, 6): 1}), start=9.0)
    assert [type(e) for e in later] == [events.Board, events.Move]
    assert drawn.moves(later) == ["Bgc"]
    assert session.grid is not None
    assert np.allclose(session.grid.corners, drawn.AWAY.corners)


def test_the_next_game_on_the_board_is_another_game_in_the_log(tmp_path: Path) -> None:
    film = Film(
        *drawn.GAME, (1.0, drawn.GAME[-1][1]), (4.0, drawn.draw(HOME, {})), (3.0, drawn.draw(HOME, {(4, 4): 1}))
    )
    inbox, answers = Inbox(), list[Any]()
    film.at[10.0] = lambda: answers.append(inbox.put(orders.NextGame(facts=GameFacts(black="C", white="D"))))
    watcher = Silent()
    sgf = SgfFile(tmp_path / "game.sgf", GameFacts(black="A", white="B"))
    with EventLog(tmp_path / "game.kifulog") as log:
        Recording(session_of_drawings(), log, FanOut([sgf], watcher.say), watcher).run(film, orders=inbox)
    answers[0].result(0)
    first, second = LogReader(tmp_path / "game.kifulog").games()
    assert first.game != second.game
    one, other = (path.read_text() for path in sgf.paths)
    assert "PB[A]" in one
    assert ";W[gg]" in one
    assert "PB[C]" in other
    assert ";B[ee]" in other
    assert ";W[gg]" not in other


def test_a_result_said_while_the_next_game_is_waited_for_is_that_of_the_last(tmp_path: Path) -> None:
    film = Film(*drawn.GAME, (1.0, drawn.GAME[-1][1]), (8.0, drawn.draw(HOME, {})), *played(HOME, {}, {(4, 4): 1}))
    inbox, answers = Inbox(), list[Any]()
    film.at[9.0] = lambda: answers.append(inbox.put(orders.DeclareResult(result="W+R", id="r")))
    film.at[16.0] = lambda: answers.extend(
        inbox.put(order)
        for order in (
            orders.DeclareResult(result="B+R"), orders.Undo(undone="r"), orders.DeleteMove(n=2), orders.Pause(),
        )
    )  # fmt: skip
    watcher = Silent()
    sgf = SgfFile(tmp_path / "game.sgf")
    with EventLog(tmp_path / "game.kifulog") as log:
        Recording(session_of_drawings(), log, FanOut([sgf], watcher.say), watcher).run(film, orders=inbox)
    assert len(answers[1].result(0)) == 2
    with pytest.raises(OrderRefused, match="cleared"):
        answers[2].result(0)
    answers[3].result(0)
    with pytest.raises(OrderRefused, match="next game has not begun"):
        answers[4].result(0)
    one, other = (path.read_text() for path in sgf.paths)
    assert "RE[B+R]" in one
    assert one.count(";W[gg]") == 1  # taken out: it stands in a side line only
    assert "withdrawn" in one
    assert "RE[" not in other
    assert ";B[ee]" in other


def test_an_alert_of_the_game_before_is_ruled_on_in_words_and_the_game_that_is_on_knows_nothing_of_it(
    tmp_path: Path,
) -> None:
    twice = {(2, 2): 1, (6, 6): 2, (4, 4): 2}
    film = Film(
        *drawn.GAME, *played(HOME, {(2, 2): 1, (6, 6): 2}, {(4, 4): 2}), (12.0, drawn.draw(HOME, twice)),
        (5.0, drawn.draw(HOME, {})), *played(HOME, {}, {(2, 6): 1}),
    )  # fmt: skip
    inbox, answers = Inbox(), list[Any]()
    film.at[20.0] = lambda: answers.append(inbox.put(orders.DeclareResult(result="W+R")))
    late = film.length - 1.0
    watcher, sgf = Silent(), SgfFile(tmp_path / "game.sgf")
    with EventLog(tmp_path / "game.kifulog") as log:

        def alert() -> int:
            return next(e.seq for e in log.events() if isinstance(e, events.Alert))

        film.at[late] = lambda: answers.extend(
            inbox.put(order)
            for order in (
                orders.Rule(alert=alert(), ruling="loses", result="B+F"),
                orders.Rule(alert=alert(), ruling="second_void_warning", note="两位棋手都同意"),
                orders.Dismiss(alert=alert()),
            )
        )
        Recording(session_of_drawings(), log, FanOut([sgf], watcher.say), watcher).run(film, orders=inbox)
        told = log.events()
    answers[0].result(0)
    with pytest.raises(OrderRefused, match="that game is over"):
        answers[1].result(0)
    ordered, resolved = answers[2].result(0)
    assert isinstance(ordered, events.Ordered)
    assert isinstance(resolved, events.Resolved)
    assert resolved.how == "by the referee's ruling: second_void_warning 两位棋手都同意"
    with pytest.raises(OrderRefused, match="no alert"):
        answers[3].result(0)
    first, second = LogReader(tmp_path / "game.kifulog").games()
    assert [e.game for e in told if e.seq in (resolved.alert, resolved.seq)] == [first.game, second.game]
    one, other = (path.read_text() for path in sgf.paths)
    assert ";W[ee]" in one
    assert ";B[gc]" in other
    assert "两位棋手都同意" not in other
    assert unruled(told, Settings().rules, second.game) == {}


def test_a_board_that_is_pushed_after_the_end_is_no_other_game() -> None:
    stones = {(row, col): 1 + (row + col) % 2 for row in range(1, 8, 2) for col in range(0, 9, 2)}
    seen = [HOME]
    session = Session(
        Settings(handicap=0, to_move="B"),
        find=drawn.found_at_home,
        follow=lambda grid, _image: grid if np.allclose(grid.corners, seen[0].corners) else seen[0],
        reader=drawn.DrawnReader(),
    )
    told = watched(session, (4.0, drawn.draw(HOME, stones)))
    told += session.order(orders.DeclareResult(result="W+R"), 4.0)
    seen[0] = drawn.AWAY
    told += watched(session, (6.0, drawn.draw(drawn.AWAY, stones)), start=4.0)
    assert session.grid is not None
    assert np.allclose(session.grid.corners, drawn.AWAY.corners)
    end = next(i for i, event in enumerate(told) if isinstance(event, events.End))
    assert [e for e in told[end:] if isinstance(e, events.Board)] == []


def test_the_first_move_of_the_next_game_is_one_though_it_comes_soon_after_the_board_was_cleared(
    tmp_path: Path,
) -> None:
    film = Film(
        *drawn.GAME, (1.0, drawn.GAME[-1][1]), (1.0, drawn.draw(HOME, {}, hand=True)),
        (1.6, drawn.draw(HOME, {})), *played(HOME, {}, {(2, 2): 1})[1:], *played(HOME, {(2, 2): 1}, {(6, 6): 2}),
    )  # fmt: skip
    inbox, answers = Inbox(), list[Any]()
    film.at[8.5] = lambda: answers.append(inbox.put(orders.DeclareResult(result="W+R")))
    watcher, sgf = Silent(), SgfFile(tmp_path / "game.sgf")
    with EventLog(tmp_path / "game.kifulog") as log:
        Recording(session_of_drawings(), log, FanOut([sgf], watcher.say), watcher).run(film, orders=inbox)
    assert answers[0].result(0)
    other = sgf.paths[1].read_text()
    assert "AB[" not in other
    assert ";B[cc]" in other
    assert ";W[gg]" in other
