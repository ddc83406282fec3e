"""A board that is moved by hand is found where it comes to rest, and stays found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from calibration.follow import follow
from recorder.sight.looking import Glance, Onlooker
from recorder.sight.seeking import FollowGrid
from samples.render.drawn import DrawnBoard, DrawnCamera, Light
from vision.frame import Frame, Image
from vision.grid import Grid, NoGrid
from vision.reader import Reader

BOARD = DrawnBoard(19, cell=24, seed=2)
STONES = {72: 1, 300: 2, 61: 1}
BELIEVED = bytes(STONES.get(p, 0) for p in range(361))
HOME: dict[str, Any] = {"shift": (0.0, 0.2), "turn": 0.03, "zoom": 0.62, "tilt": 0.3}
FPS = 6.0

Path = Callable[[float], dict[str, Any]]


class Table:
    """A board before a camera, and somebody who looks on."""

    def __init__(
        self, stones: Mapping[int, int] = STONES, beside: Image | None = None, find_again: FollowGrid = follow
    ) -> None:
        self.camera = DrawnCamera(640, 480, seed=3)
        self.beside = beside
        self.stones = stones
        self.onlooker = Onlooker(find_again, Reader())
        self.onlooker.place(Grid(19, self.camera.corners(BOARD, self.camera.view(BOARD, **HOME))), 0.0)
        self.index = 0

    def watch(self, seconds: float, path: Path, light: Light | None = None) -> Iterator[tuple[float, float, Glance]]:
        """For each picture the time since the start, by how many cells the grid is off, and what was seen."""
        start = self.index
        for _ in range(round(seconds * FPS)):
            self.index += 1
            time = (self.index - start) / FPS
            view = self.camera.view(BOARD, **path(time))
            image = self.camera.take(BOARD, BOARD.draw(self.stones), view, light or Light())
            if self.beside is not None:
                image = np.hstack([image, self.beside])
            frame = Frame(image, self.index / FPS, self.index)
            glance = self.onlooker.look(frame, doubtful=False, believed=BELIEVED)
            grid = self.onlooker.grid
            assert grid is not None
            off = np.linalg.norm(grid.corners - self.camera.corners(BOARD, view), axis=1).max() / grid.cell
            yield time, float(off), glance


def goes(seconds: float, **to: Any) -> Path:
    """From home to another view, first ever faster, then ever slower."""

    def between(a: Any, b: Any, share: float) -> Any:
        if isinstance(a, tuple):
            return tuple(between(x, y, share) for x, y in zip(a, b, strict=True))
        return a + share * (b - a)

    def path(time: float) -> dict[str, Any]:
        share = (1 - np.cos(np.pi * min(1.0, time / seconds))) / 2
        return {name: between(HOME[name], to.get(name, HOME[name]), share) for name in HOME}

    return path


def off_at_rest(table: Table, seconds: float, rest: float = 1.5, **to: Any) -> float:
    """By how many cells the grid is off at most, from a while after the board came to rest on."""
    assert all(off < 1.0 for _, off, _ in table.watch(1.0, goes(1.0)))
    late = [off for time, off, _ in table.watch(seconds + 4.0, goes(seconds, **to)) if time > seconds + rest]
    return max(late)


@pytest.mark.parametrize(("seconds", "turn"), [(0.8, 0.3), (0.8, 0.45), (1.8, 0.3), (2.0, 0.6), (1.2, -0.5)])
def test_a_board_that_is_turned_is_found_soon_and_exactly(seconds: float, turn: float) -> None:
    assert off_at_rest(Table(), seconds, turn=turn) < 0.15


@pytest.mark.parametrize(("seconds", "turn"), [(1.0, 1.57), (2.0, -1.6), (2.5, 3.1), (0.3, 1.57)])
def test_a_board_that_is_turned_by_a_quarter_or_a_half_is_known_by_its_stones(seconds: float, turn: float) -> None:
    assert off_at_rest(Table(), seconds, turn=turn, zoom=0.56) < 0.15


def test_a_board_that_is_carried_away_is_not_taken_for_the_one_beside_it() -> None:
    other, camera = DrawnBoard(19, cell=24, seed=9), DrawnCamera(640, 480, seed=8)
    view = camera.view(other, (0.0, 0.0), -0.02, 0.62, 0.3)
    beside = camera.take(other, other.draw({60: 1, 100: 2, 140: 1, 222: 2, 301: 1, 83: 2}), view, Light())
    table = Table(beside=beside)
    assert off_at_rest(table, 0.4) < 0.15
    gone = list(table.watch(4.5, lambda _: HOME | {"shift": (0.0, 60.0)}))
    assert all(glance.moved is None and glance.reading is None for time, _, glance in gone if time > 1.0)
    assert any(glance.lost for _, _, glance in gone)
    back = [off for time, off, _ in table.watch(4.0, lambda _: HOME | {"shift": (1.2, 0.4)}) if time > 1.5]
    assert max(back) < 0.15


@pytest.mark.parametrize("lines", [1, -1])
def test_lines_that_are_numbered_wrongly_do_not_shift_a_board_whose_stones_lie_where_they_lay(lines: int) -> None:
    def by_a_line(grid: Grid, image: Image) -> Grid | NoGrid:
        found = follow(grid, image)
        n = grid.size - 1
        return (
            Grid(grid.size, found.pixels_of([[0, lines], [0, n + lines], [n, n + lines], [n, lines]]))
            if found
            else found
        )

    table = Table(find_again=by_a_line)
    for _, off, glance in table.watch(7.0, goes(1.0)):
        assert off < 0.15
        assert glance.moved is None
        assert glance.reading is not None


@pytest.mark.parametrize("rests", [1.0, 1.4])
def test_no_stone_is_read_a_line_beside_its_point_on_a_board_that_was_pushed_just_now(rests: float) -> None:
    table = Table()
    assert all(off < 0.15 for _, off, _ in table.watch(rests, goes(1.0)))
    pushed = list(table.watch(3.0, goes(0.2, shift=(0.8, 0.2))))
    readings = [glance.reading.colours for _, _, glance in pushed if glance.reading is not None]
    believed = np.frombuffer(BELIEVED, np.uint8).reshape(19, 19)
    assert readings
    assert all((colours == believed).all() for colours in readings)
