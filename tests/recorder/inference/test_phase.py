"""The end of a game as the board shows it: dead stones taken off, stones rearranged, the board swept, play resumed."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recorder import events, orders
from recorder.desk.desk import Desk
from recorder.inference.hypothesis import with_stone
from recorder.inference.inferencer import Inferencer
from recorder.inference.mainline import Entry
from recorder.inference.phase import Phase
from recorder.settings import Settings

_PATH = Path(__file__).parents[2] / "campaigns" / "watched_games.py"
_SPEC = importlib.util.spec_from_file_location("watched_games_to_the_end", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
watched: Any = importlib.util.module_from_spec(_SPEC)
sys.modules["watched_games_to_the_end"] = watched
_SPEC.loader.exec_module(watched)

BLACK, WHITE = 1, 2
# Black has the left, White the right; dead: white bb and bc, ah; black hh, hc and ib.
END = """
    . . . X O . . . .
    . O . X O . . . X
    . O . X O . . X .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O O . . .
    . . . X X O . . .
    O . . . X O . X .
    . . . . X O . . .
"""
DEAD = {"bb": WHITE, "bc": WHITE, "ah": WHITE, "hh": BLACK, "hc": BLACK, "ib": BLACK}


class Film:
    """A board that is looked at while a script goes on."""

    def __init__(self, diagram: str = END, settings: Settings | None = None) -> None:
        rows = [row.split() for row in diagram.split("\n") if row.strip()]
        self.n = len(rows)
        self.world = watched.World(self.n, 3)
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                if sign != ".":
                    self.world.put(-1.0, r * self.n + c, " XO".index(sign))
        self.settings = settings or Settings(to_move="B")
        self.inferencer = Inferencer(self.n, self.settings)
        corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
        self.told: list[events.Event] = [events.Board(t=0.0, size=self.n, corners=corners)]
        self._last = -1.0
        self.run(2.0)

    def at(self, vertex: str) -> int:
        return int(watched.index_of(vertex, self.n))

    def run(self, seconds: float = 2.0) -> None:
        self.world.wait(seconds)
        for reading in self.world.readings(10.0):
            if reading.time > self._last:
                self._last = reading.time
                self.told += self.inferencer.update(reading)

    def act(self, acts: str, side: int = BLACK, pause: float = 1.0) -> None:
        """One hand: `Bcc` lays black, `Wcc` white, `.cc` takes off."""
        self.world.visit([(self.at(a[1:]), ".BW".index(a[0])) for a in acts.split()], side, reach=0.4)
        self.run(pause)

    def sweep(self, vertices: list[str], colour: int = 0) -> None:
        """Many stones by the handful."""
        for i in range(0, len(vertices), 6):
            self.act(" ".join(".BW"[colour] + v for v in vertices[i : i + 6]), pause=0.3)

    def stones(self, colour: int) -> list[str]:
        return [watched.vertex(p, self.n) for p, c in enumerate(self.world.board) if c == colour]

    def of(self, kind: type[Any]) -> list[Any]:
        return [e for e in self.told if isinstance(e, kind)]

    @property
    def alerts(self) -> list[str]:
        return [a.id for a in self.of(events.Alert)]


def passes(film: Film) -> None:
    """Both players declare a pass."""

    class Place:
        watched = film.inferencer

        def order_place(self, order: Any, time: float) -> list[events.Event]:
            raise NotImplementedError

        def order_next(self, time: float) -> list[events.Event]:
            raise NotImplementedError

    desk = Desk(film.settings)
    desk.hear(film.told, 0)
    for _ in range(2):
        count = film.inferencer.count
        said = desk.order(orders.DeclarePass(), film.world.now, Place())
        film.inferencer.count = count + len(said)
        desk.hear(said, count)
        film.told += said
    film.run(0.5)


def test_dead_stones_taken_off_and_territory_rearranged_are_counting_and_nothing_else() -> None:
    film = Film()
    film.act(".bb .bc", WHITE)
    film.act(".hh .hc", BLACK, pause=2.5)
    film.act(".ah .ib", WHITE)
    film.sweep(["ea", "eb", "ec", "ed"])
    film.act("Wga Wgb Wgc Wgd", WHITE)
    film.act("Bab Bac Bad Bae", BLACK)
    film.run(5.0)
    (pause,) = film.of(events.Pause)
    assert (pause.state, pause.reason) == ("paused", "counting begins")
    assert film.alerts == []
    assert not film.of(events.Move)
    assert not film.of(events.Edit)
    told = film.inferencer.finish(film.world.now)
    assert [type(e) for e in told] == [events.End]


def test_play_goes_on_where_the_stones_were_laid_back() -> None:
    film = Film()
    film.act(".bb .bc", WHITE)
    film.act(".hh .hc", BLACK)
    film.run(2.0)
    film.act("Bhh Bhc", BLACK)
    film.act("Wbb Wbc", WHITE)
    film.run(2.5)
    film.act("Bgb", BLACK)
    film.act("Wfb", WHITE)
    film.run(2.0)
    assert [p.state for p in film.of(events.Pause)] == ["paused", "resumed"]
    assert [m.colour + m.point for m in film.of(events.Move)] == ["Bgb", "Wfb"]
    assert film.alerts == []


def test_play_does_not_go_on_because_an_arm_hides_what_was_taken_off() -> None:
    film = Film()
    passes(film)
    film.act(".bb .bc", BLACK)
    film.act(".dd Bcd", BLACK, pause=6.0)
    film.world.rest(film.at("bc"), 2, 6.0)
    film.world.rest(film.at("bc"), 1, 6.0)
    film.world.rest(film.at("dd"), 1, 6.0)
    film.world.rest(film.at("dd"), 2, 6.0)
    film.run(8.0)
    assert [p.state for p in film.of(events.Pause)] == ["paused"]
    assert film.of(events.Move) == []


def test_a_living_stone_that_leaves_late_in_the_game_is_told_at_once() -> None:
    film = Film()
    film.act(".dd", WHITE)
    film.run(2.0)
    (alert,) = film.of(events.Alert)
    assert (alert.id, alert.points) == ("stone_vanished", ("dd",))
    assert alert.t - film.world.now < 2.0
    assert not film.of(events.Pause)


def test_a_dead_stone_that_leaves_while_the_game_goes_on_is_told_after_all() -> None:
    film = Film()
    film.act(".ah", WHITE)
    film.run(4.0)
    assert film.alerts == []
    film.run(6.0)
    assert film.alerts == ["stone_vanished"]
    assert not film.of(events.Pause)


def test_a_capture_of_many_stones_late_in_the_game_is_no_counting() -> None:
    film = Film("""
        X X X X X X X X X
        X O O O O O O O X
        X O O O O O O O X
        X O O O O O O O X
        X O O O O O O . X
        X X X X X X X X X
        . . O . . O . . .
        O O O O O O O O O
        . O . O . O . O .
    """)
    stones = [v for v in film.stones(WHITE) if v[1] < "f"]
    film.act("Bhe", BLACK, pause=0.2)
    film.sweep(stones[:12])
    film.act("Wag", WHITE)
    film.sweep(stones[12:])
    film.run(3.0)
    assert [m.colour + m.point for m in film.of(events.Move)] == ["Bhe", "Wag"]
    assert set(film.of(events.Move)[0].captured) == set(stones)
    assert not film.of(events.Pause)
    assert film.alerts == []


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_board_that_is_swept_ends_the_game_without_a_result(colour: int) -> None:
    film = Film()
    film.act("Bga", BLACK)
    film.act("Wgb", WHITE)
    film.sweep(film.stones(colour))
    film.sweep(film.stones(3 - colour))
    film.run(3.0)
    (end,) = film.of(events.End)
    assert (end.reason, end.result) == ("the board was cleared", None)
    assert film.told[-1] is end
    assert [m.colour + m.point for m in film.of(events.Move)] == ["Bga", "Wgb"]
    assert film.alerts == []
    film.act("Bcc", BLACK)
    film.run(2.0)
    assert film.told[-1] is end


def test_a_board_swept_in_the_middle_of_the_game_is_no_accident() -> None:
    film = Film(". . . . . . . . .\n" * 9, Settings(handicap=0))
    played = "Bgd Wdg Bgg Wdc Bcd Wcc Bbc Wbb Bbd Wab Bfc Web Bfb Wec Bfe Wed Bef Wdf"
    moves = played.split()
    for move in moves:
        film.act(move, " BW".index(move[0]))
    stones = film.stones(BLACK) + film.stones(WHITE)
    film.sweep(stones)
    film.run(3.0)
    assert [m.colour + m.point for m in film.of(events.Move)] == moves
    assert [e.reason for e in film.of(events.End)] == ["the board was cleared"]
    assert film.alerts == []


def test_a_stone_laid_after_two_passes_is_a_move_and_is_told() -> None:
    film = Film()
    passes(film)
    film.act("Bgb", BLACK)
    film.run(2.0)
    assert film.alerts == ["game_continued_after_two_passes"]
    (alert,) = film.of(events.Alert)
    assert (alert.points, alert.colour, alert.severity) == (("gb",), "B", "warning")
    assert [m.point for m in film.of(events.Move)] == ["gb"]


def test_after_two_passes_the_first_dead_stone_begins_the_counting() -> None:
    film = Film()
    passes(film)
    film.act(".hh", WHITE)
    film.run(2.0)
    assert [p.reason for p in film.of(events.Pause)] == ["counting begins"]
    assert film.alerts == []


def test_a_stone_added_while_dead_stones_are_taken_off_is_told() -> None:
    film = Film()
    passes(film)
    film.act(".hh .hc", WHITE)
    film.run(6.0)
    film.act("Bga", BLACK)
    film.run(6.0)
    assert film.alerts == ["stone_added_in_counting"]
    assert film.of(events.Alert)[0].points == ("ga",)
    film.act(".ib .bb", WHITE)
    film.act("Bgb Bgc Bha Bhb", BLACK)
    film.run(6.0)
    assert film.alerts == ["stone_added_in_counting"]


def test_a_stone_laid_elsewhere_in_counting_was_not_added_though_a_hand_hides_where_it_came_from() -> None:
    film = Film()
    passes(film)
    film.act(".hh .hc", WHITE)
    film.run(6.0)
    film.act(".ah Wga", WHITE)
    film.run(2.0)
    film.world.rest(film.at("ah"), 2, 12.0)
    film.run(10.0)
    assert film.alerts == []


def test_a_stone_added_while_a_hand_rests_where_it_may_come_from_is_told_when_the_hand_has_gone() -> None:
    film = Film()
    passes(film)
    film.act(".hh .hc", WHITE)
    film.run(6.0)
    film.world.rest(film.at("ah"), 2, 10.0)
    film.act("Wga", WHITE)
    film.run(6.0)
    assert film.alerts == []
    film.run(4.0)
    assert film.alerts == ["stone_added_in_counting"]


def test_two_readings_of_one_moment_may_differ() -> None:
    film = Film(". . . . . . . . .\n" * 9, Settings(handicap=0))
    film.world.visit([(film.at("cc"), BLACK)], BLACK, reach=0.4)
    film.world.wait(3.0)
    readings = [reading for reading in film.world.readings(10.0) if reading.time > film._last]
    for reading, later in pairwise(readings):
        film.told += film.inferencer.update(reading)
        film.told += film.inferencer.update(replace(later, time=reading.time))
    assert [m.colour + m.point for m in film.of(events.Move)] == ["Bcc"]


def test_stones_that_slid_when_the_board_was_bumped_are_told_and_stay_the_moves_they_were() -> None:
    film = Film(". . . . . . . . .\n" * 9, Settings(handicap=0))
    for move in ["Bgd", "Wdg", "Bgg", "Wdc"]:
        film.act(move, " BW".index(move[0]))
    film.run(2.0)
    now = film.world.now
    film.inferencer.jolted(now)
    for source, target, colour in (("dg", "dh", WHITE), ("gd", "hd", BLACK)):
        film.world.put(now, film.at(source), 0)
        film.world.put(now, film.at(target), colour)
    film.run(3.0)
    film.act("Bcd", BLACK)
    film.run(2.0)
    assert sorted(film.alerts) == ["moved_stone", "moved_stone"]
    assert {a.points for a in film.of(events.Alert)} == {("dg", "dh"), ("gd", "hd")}
    assert [m.colour + m.point for m in film.of(events.Move)] == ["Bgd", "Wdg", "Bgg", "Wdc", "Bcd"]
    assert not film.of(events.Correction)


@pytest.mark.parametrize(("left", "kind"), [(4.0, None), (6.0, "counting")])
def test_stones_that_left_before_the_last_move_are_not_dead_ones_taken_off_at_the_end(
    left: float, kind: str | None
) -> None:
    """The record may be wrong about what a move took; then the game goes on."""
    film = Film()
    line, look = film.inferencer.line, film.inferencer.look
    assert line is not None
    assert look is not None
    dead = [film.at(v) for v in DEAD]
    line.entries.append(
        Entry(BLACK, film.at("aa"), with_stone(line.board, film.at("aa"), BLACK), (), 5.0, 5.0, 9.0, 5.0, True)
    )
    now, since, held = look.now.copy(), look.since.copy(), look.held.copy()
    now[film.at("aa")], now[dead], since[dead], held[dead] = BLACK, 0, left, 5.0
    shown = bytes(now.astype(np.uint8))
    turning = Phase(film.n).watch(line, replace(look, shown=shown, since=since, held=held))
    assert (turning and turning.kind) == kind
