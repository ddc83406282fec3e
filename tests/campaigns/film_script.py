"""The script of a short drawn film: what hands do at which time, how the camera stands, what the light does."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from sgfmill.boards import Board as SgfmillBoard

from samples.render.drawn import Arm, DrawnBoard, DrawnCamera, Head, Light
from tests.campaigns.film_takings import Taking
from tests.campaigns.watched_play import Wanted, vertex
from vision.frame import Frame, Image

GAMES = Path(__file__).parent.parent / "engine" / "data" / "real_games.txt"

EXPOSED = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares of the exposure at which what moves is drawn."""

Pose = tuple[tuple[float, float], float, float, float]


@dataclass
class Reach:
    """A hand that goes from place to place: (time, x, y), and the stone it holds from a time to another."""

    way: list[tuple[float, float, float]]
    shoulder: tuple[float, float]
    held: list[tuple[float, float, int]] = field(default_factory=list)

    def at(self, t: float) -> Arm | None:
        """The arm at a time; None while it is away."""
        if not self.way[0][0] <= t <= self.way[-1][0]:
            return None
        times, xs, ys = zip(*self.way, strict=True)
        stone = next((c for a, b, c in self.held if a <= t < b), 0)
        return Arm((float(np.interp(t, times, xs)), float(np.interp(t, times, ys))), self.shoulder, stone=stone)


@dataclass
class Lean:
    """Somebody who leans over the board: (time, x, y) of the head's middle."""

    way: list[tuple[float, float, float]]
    shoulder: tuple[float, float]
    radius: float

    def at(self, t: float) -> Head | None:
        """The head at a time; None while it is away."""
        if not self.way[0][0] <= t <= self.way[-1][0]:
            return None
        times, xs, ys = zip(*self.way, strict=True)
        return Head((float(np.interp(t, times, xs)), float(np.interp(t, times, ys))), self.shoulder, self.radius)


@dataclass
class Neighbour:
    """Another board on the same table, on which nobody plays: its stones, and where it is seen."""

    board: DrawnBoard
    stones: dict[int, int]
    pose: Pose


class Film:
    """A script: what happens at which time, how the camera stands and what the light does.

    Attributes
    ----------
    now : float
        Where the script has got to, seconds.
    truth : list of list of str
        The games as they were played, each a list of moves (`Bdd`).
    moved : list of float
        Times from which on a board that moved lies still again.
    due : list of Wanted
        Alerts that must come.
    allowed : list of Wanted
        Alerts that may come as well.
    shutter : float
        Seconds for which each picture is exposed: what moves meanwhile is blurred.
    sleeve : (blue, green, red), str or None
        Of the arms: "board" as the board's wood, None as usual.
    shade : float
        How dark the shadows of arms are, 0 to 1.
    neighbour : Neighbour or None
        Another board in view.
    pictures : (width, height)
        Pixels.
    loose : bool
        Whether the record may as well be turned: nothing was recorded when the board was.
    """

    def __init__(self, size: int, seed: int, fps: float = 6.0) -> None:
        self.size, self.seed, self.fps = size, seed, fps
        self.random = random.Random(seed)
        self.now = 0.0
        self.board = [0] * size**2
        self.changes: list[tuple[float, int, int]] = []
        self.reaches: list[Reach] = []
        self.truth: list[list[str]] = [[]]
        self.moved: list[float] = []
        self.due: list[Wanted] = []
        self.allowed: list[Wanted] = []
        self.views: list[str] = []
        self.frozen: list[tuple[float, float]] = []
        self.live = False
        self.shutter = 0.0
        self.leans: list[Lean] = []
        self.sleeve: tuple[int, int, int] | Literal["board"] | None = None
        self.shade = 0.4
        self.neighbour: Neighbour | None = None
        self.pictures = (640, 480)
        self.loose = False
        r = self.random
        self.base: Pose = ((r.uniform(-0.5, 0.5), r.uniform(0, 0.6)), r.uniform(-0.1, 0.1), 0.78, r.uniform(0, 0.7))
        base = self.base
        self.pose: Callable[[float], Pose] = lambda _t: base
        self.light: Callable[[float], Light] = lambda _t: Light()

    # Hands

    def put(self, at: float, point: int, colour: int) -> None:
        """The point holds this from then on."""
        self.changes.append((at, point, colour))
        self.board[point] = colour

    def visit(self, acts: Sequence[tuple[int, int]], side: int, *, each: float = 0.45, leave: float = 0.45) -> None:
        """A hand comes from a side (1 below, 2 above), makes these acts (point, colour) and goes."""
        n, r = self.size, self.random
        edge = n + 4.5 if side == 1 else -5.5
        x0 = n / 2 + r.uniform(-2, 2)
        reach = Reach([(self.now, x0, edge)], (x0, edge + (4 if side == 1 else -4)))
        for point, colour in acts:
            last = self.now
            self.now += each * r.uniform(0.8, 1.3)
            x, y = point % n, point // n
            reach.way += [(self.now - 0.1, x, y), (self.now + 0.1, x, y)]
            if colour:
                reach.held.append((last, self.now, colour))
            self.put(self.now, point, colour)
            self.now += 0.1
        self.now += leave * r.uniform(0.8, 1.3)
        reach.way.append((self.now, x0, edge))
        self.reaches.append(reach)

    def rest(self, point: int, side: int, seconds: float) -> None:
        """A hand rests over a point from now on."""
        n = self.size
        edge = n + 4.5 if side == 1 else -5.5
        x, y = point % n, point // n
        way = [(self.now, x + 1.0, edge), (self.now + 0.5, x, y)]
        way += [(self.now + seconds - 0.5, x + 0.1, y), (self.now + seconds, x + 1.0, edge)]
        self.reaches.append(Reach(way, (x + 1.0, edge + (4 if side == 1 else -4))))

    def play(self, moves: Sequence[tuple[int, int]], pause: tuple[float, float] = (0.9, 1.6)) -> None:
        """Moves (colour, point), each by a hand of its own; captured stones are taken off by it."""
        for colour, point in moves:
            taken = captured(self.board, self.size, colour, point)
            self.visit([(point, colour), *((p, 0) for p in taken)], colour)
            self.truth[-1].append("BW"[colour - 1] + vertex(point, self.size))
            self.now += self.random.uniform(*pause)

    def setup(self, black: Sequence[int] = (), white: Sequence[int] = ()) -> None:
        """Stones that lie there from the start."""
        for colour, points in ((1, black), (2, white)):
            for point in points:
                self.put(-1.0, point, colour)

    def clear(self) -> None:
        """Begin anew: another board, on which stones may lie from the start."""
        self.changes.clear()
        self.reaches.clear()
        self.board = [0] * self.size**2
        self.now, self.truth = 2.5, [[]]

    # Camera and light

    def goes(self, start: float, seconds: float, to: Pose) -> None:
        """The view goes over to another one and stays there."""
        before = self.pose

        def pose(t: float) -> Pose:
            share = min(1.0, max(0.0, (t - start) / max(seconds, 1e-6)))
            return between(before(t), to, (1 - math.cos(math.pi * share)) / 2)

        self.pose = pose
        self.base = to

    # The film

    def frames(self) -> Iterator[tuple[Frame, np.ndarray]]:
        """Frames, and where the corners truly are in them."""
        board = DrawnBoard(self.size, cell=24 if self.size > 13 else 32, seed=self.seed)
        camera = DrawnCamera(*self.pictures, seed=self.seed)
        changes = sorted(self.changes)
        stones: dict[int, int] = {}
        image = None
        for index in range(int(self.now * self.fps) + 1):
            t = index / self.fps
            while changes and changes[0][0] <= t:
                _, point, colour = changes.pop(0)
                stones[point] = colour
            poses = [self.pose(t + share * self.shutter) for share in EXPOSED]
            views = [camera.view(board, *pose) for pose in (poses if poses[0] != poses[-1] else poses[:1])]
            arms = [self._dressed(arm, board) for arm in (reach.at(t) for reach in self.reaches) if arm]
            heads = [head for head in (lean.at(t) for lean in self.leans) if head]
            if image is None or not any(a <= t < b for a, b in self.frozen):
                drawn = board.draw(stones)
                drawn = board.add_arms(drawn, arms) if arms else drawn
                drawn = board.add_heads(drawn, heads) if heads else drawn
                taken = [camera.take(board, drawn, view, self.light(t), self._beside(camera)) for view in views]
                image = taken[0] if len(taken) == 1 else np.mean(taken, axis=0).astype(np.uint8)
            yield Frame(image.copy(), t, index), camera.corners(board, views[len(views) // 2])

    def _beside(self, camera: DrawnCamera) -> tuple[DrawnBoard, Image, NDArray[np.float64]] | None:
        one = self.neighbour
        return None if one is None else (one.board, one.board.draw(one.stones), camera.view(one.board, *one.pose))

    def _dressed(self, arm: Arm, board: DrawnBoard) -> Arm:
        sleeve = board.wood if self.sleeve == "board" else self.sleeve or arm.sleeve
        return replace(arm, sleeve=sleeve, shade=self.shade)


def between(a: Pose, b: Pose, share: float) -> Pose:
    """A view on the way from one to another."""
    (ax, ay), *rest_a = a
    (bx, by), *rest_b = b
    turn, zoom, tilt = (x + share * (y - x) for x, y in zip(rest_a, rest_b, strict=True))
    return (ax + share * (bx - ax), ay + share * (by - ay)), turn, zoom, tilt


def captured(stones: Sequence[int], n: int, colour: int, point: int) -> list[int]:
    """What a move takes, by sgfmill."""
    board = SgfmillBoard(n)
    for p, c in enumerate(stones):
        if c:
            board.board[n - 1 - p // n][p % n] = "bw"[c - 1]
    board.play(n - 1 - point // n, point % n, "bw"[colour - 1])
    return [p for p, c in enumerate(stones) if c and not board.board[n - 1 - p // n][p % n]]


def legal(stones: Sequence[int], n: int, moves: Sequence[tuple[int, int]]) -> bool:
    """Whether every chain has a liberty and the moves (colour, point) can be played in turn, none of them suicide."""
    board = SgfmillBoard(n)
    at = {c: [(n - 1 - p // n, p % n) for p, stone in enumerate(stones) if stone == c] for c in (1, 2)}
    if not board.apply_setup(at[1], at[2], []):
        return False
    for colour, point in moves:
        row, col = n - 1 - point // n, point % n
        if board.get(row, col) is not None:
            return False
        board.play(row, col, "bw"[colour - 1])
        if board.get(row, col) is None:
            return False
    return True


def real_game(size: int, rnd: random.Random) -> list[tuple[int, int]]:
    """Moves (colour, point) of an even game."""
    games = []
    for line in GAMES.read_text().splitlines():
        parts = line.split()
        if parts and parts[0] == str(size) and parts[2] == "-" and parts[3][0] == "B":
            moves = parts[3:]
            ends = next((i for i, m in enumerate(moves) if m[1:] == ".."), len(moves))
            games.append([("BW".index(m[0]) + 1, (ord(m[2]) - 97) * size + ord(m[1]) - 97) for m in moves[:ends]])
    return rnd.choice(games)


def save(film: Film, path: Path, taking: Taking | None = None) -> None:
    """Write a film, to be looked at."""
    writer: cv2.VideoWriter | None = None
    for frame, _ in taking(film.frames(), film.seed) if taking else film.frames():
        if writer is None:
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), film.fps, frame.image.shape[1::-1])
        writer.write(frame.image)
    if writer is not None:
        writer.release()
