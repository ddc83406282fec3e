"""A board is read where something looks otherwise, and as often as it needs: no more, and no less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from recorder.sight.glances import Memory
from samples.render.drawn import Arm, DrawnBoard, DrawnCamera, Light
from vision.change import ChangeWatch
from vision.frame import Frame
from vision.grid import Grid
from vision.reader import Reader
from vision.reading import Reading

BOARD = DrawnBoard(9, cell=30, seed=2)
VIEW: dict[str, Any] = {"shift": (0.0, 0.2), "turn": 0.03, "zoom": 0.85, "tilt": 0.3}
STONES = {20: 1, 24: 2, 40: 1, 56: 2}
NEW = 31  # row 3, column 4
STEP = 0.2


class Counting(Reader):
    """The real reader, which counts how often it is asked."""

    count = 0

    def read(self, frame: Frame, grid: Grid) -> Reading:
        self.count += 1
        return super().read(frame, grid)


class Table:
    """A board before a camera, looked at five times a second."""

    def __init__(self) -> None:
        self.camera = DrawnCamera(640, 480, seed=3)
        self.view = self.camera.view(BOARD, **VIEW)
        self.grid = Grid(9, self.camera.corners(BOARD, self.view))
        self.reader, self.watch = Counting(), ChangeWatch(self.grid)
        self.memory = Memory(self.reader, self.watch)
        self.time, self.index = 0.0, 0
        self.shown: list[Reading] = []

    def see(
        self,
        seconds: float,
        stones: dict[int, int],
        arm: Callable[[float], Arm | None] = lambda _: None,
        light: Light | None = None,
        *,
        resting: bool = True,
    ) -> Reading:
        """Look on for a while; what is known at its end."""
        for look in range(round(seconds / STEP)):
            arms = [a for a in [arm(look * STEP / seconds)] if a]
            drawn = BOARD.draw(stones)
            image = self.camera.take(BOARD, BOARD.add_arms(drawn, arms) if arms else drawn, self.view, light or Light())
            change = self.watch.look(image)
            frame = Frame(image, self.time, self.index)
            self.shown = self.memory.look(frame, self.grid, change, resting=resting)
            self.time, self.index = self.time + STEP, self.index + 1
        return self.shown[-1]


def over(x: float, y: float) -> Callable[[float], Arm]:
    """A hand that comes from below to a place and goes again, while its share of the time goes from 0 to 1."""
    return lambda share: Arm((x, y + 12 * abs(share - 0.5)), (x, 22.0))


@pytest.fixture
def table() -> Table:
    table = Table()
    reading = table.see(1.0, STONES)
    assert {p: int(c) for p, c in enumerate(reading.colours.flat) if c} == STONES
    return table


def test_a_board_at_rest_is_read_ever_more_seldom_down_to_every_four_seconds(table: Table) -> None:
    table.see(20.0, STONES)
    before = table.reader.count
    table.see(40.0, STONES)
    assert 9 <= table.reader.count - before <= 11


def test_while_news_are_waited_for_a_board_at_rest_is_read_every_second(table: Table) -> None:
    before = table.reader.count
    table.see(10.0, STONES, resting=False)
    assert 9 <= table.reader.count - before <= 11


def test_a_hand_that_does_nothing_hides_points_and_changes_none(table: Table) -> None:
    before = table.reader.count
    half = table.see(0.8, STONES, lambda share: over(4, 3)(share / 2))
    assert not half.seen.all()
    after = table.see(0.8, STONES, lambda share: over(4, 3)(0.5 + share / 2))
    after = table.see(0.4, STONES)
    assert after.seen.all()
    assert {p: int(c) for p, c in enumerate(after.colours.flat) if c} == STONES
    assert table.reader.count - before <= 3


@pytest.mark.parametrize("colour", [1, 2])
def test_a_stone_is_known_as_soon_as_the_hand_has_left_and_lay_there_in_the_picture_before(
    table: Table, colour: int
) -> None:
    table.see(0.8, STONES, lambda share: over(4, 3)(share / 2))
    laid = STONES | {NEW: colour}
    table.see(0.6, laid, lambda share: over(4, 3)(0.5 + share / 2))
    after = table.see(0.4, laid)
    assert after.seen.all()
    assert {p: int(c) for p, c in enumerate(after.colours.flat) if c} == laid


def test_a_stone_that_comes_and_one_that_goes_without_any_hand_are_read_at_once(table: Table) -> None:
    table.see(12.0, STONES)
    other = {p: c for p, c in STONES.items() if p != 24} | {NEW: 2}
    table.see(STEP, other)
    after = table.see(STEP, other)
    assert {p: int(c) for p, c in enumerate(after.colours.flat) if c} == other
    # What lies still lay there in the picture before, in which it was taken for something that moves.
    assert [reading.time for reading in table.shown] == pytest.approx([table.time - 2 * STEP, table.time - STEP])
    assert table.shown[0].colours.flat[NEW] == 2
    assert table.shown[0].seen.flat[NEW]


def test_a_lamp_that_is_dimmed_all_over_is_no_reason_to_read(table: Table) -> None:
    table.see(12.0, STONES)
    before = table.reader.count
    after = table.see(3.0, STONES, light=Light(gain=0.7))
    assert table.reader.count - before <= 2
    assert after.seen.all()


def test_a_hand_that_rests_is_looked_under_again_and_again(table: Table) -> None:
    before = table.reader.count
    table.see(6.0, STONES, lambda share: Arm((4 + 0.3 * (int(share * 30) % 2), 3), (4, 22.0)))
    assert 4 <= table.reader.count - before <= 12
