"""Short films, drawn, of everything that happens round a game, through the whole way from frames to events.

    python tests/campaigns/watched_films.py --films 20 --seed 1 --kinds bump glare --verbose

Each film is a seed and a kind: the board is bumped or carried, the light changes, hands rest, stones are
counted ... while a real game goes on. Prints a line for each film that went wrong, with what replays it, and a
summary; ends with status 0 where every record is right, no alert was false and a board that moved was followed
within three seconds.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from sgfmill.boards import Board as SgfmillBoard

from recorder import events
from recorder.session import Session
from recorder.settings import Settings
from samples.render.drawn import Arm, DrawnBoard, DrawnCamera, Light
from vision.frame import Frame

GAMES = Path(__file__).parent.parent / "engine" / "data" / "real_games.txt"
FOUND = 3.0
"""Seconds in which a board that moved must be followed."""
OFF = 0.3
"""Cells by which the grid may be off."""

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
    allowed : set of str
        Alerts that are true.
    """

    def __init__(self, size: int, seed: int, fps: float = 6.0) -> None:
        self.size, self.seed, self.fps = size, seed, fps
        self.random = random.Random(seed)
        self.now = 0.0
        self.board = [0] * size**2
        self.changes: list[tuple[float, int, int]] = []
        self.shifts: list[tuple[float, int, tuple[float, float]]] = []
        self.reaches: list[Reach] = []
        self.truth: list[list[str]] = [[]]
        self.moved: list[float] = []
        self.allowed: set[str] = set()
        self.views: list[str] = []
        self.frozen: list[tuple[float, float]] = []
        self.live = False
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
        camera = DrawnCamera(seed=self.seed)
        changes, shifts = sorted(self.changes), sorted(self.shifts)
        stones: dict[int, int] = {}
        shifted: dict[int, tuple[float, float]] = {}
        image = None
        for index in range(int(self.now * self.fps) + 1):
            t = index / self.fps
            while changes and changes[0][0] <= t:
                _, point, colour = changes.pop(0)
                stones[point] = colour
                shifted.pop(point, None)
            while shifts and shifts[0][0] <= t:
                _, point, by = shifts.pop(0)
                shifted[point] = by
            view = camera.view(board, *self.pose(t))
            arms = [arm for arm in (reach.at(t) for reach in self.reaches) if arm]
            if image is None or not any(a <= t < b for a, b in self.frozen):
                drawn = board.draw(stones, shifted)
                image = camera.take(board, board.add_arms(drawn, arms) if arms else drawn, view, self.light(t))
            yield Frame(image.copy(), t, index), camera.corners(board, view)


def between(a: Pose, b: Pose, share: float) -> Pose:
    """A view on the way from one to another."""
    (ax, ay), *rest_a = a
    (bx, by), *rest_b = b
    turn, zoom, tilt = (x + share * (y - x) for x, y in zip(rest_a, rest_b, strict=True))
    return (ax + share * (bx - ax), ay + share * (by - ay)), turn, zoom, tilt


def vertex(point: int, n: int) -> str:
    """SGF letters."""
    return chr(97 + point % n) + chr(97 + point // n)


def captured(stones: Sequence[int], n: int, colour: int, point: int) -> list[int]:
    """What a move takes, by sgfmill."""
    board = SgfmillBoard(n)
    for p, c in enumerate(stones):
        if c:
            board.board[n - 1 - p // n][p % n] = "bw"[c - 1]
    board.play(n - 1 - point // n, point % n, "bw"[colour - 1])
    return [p for p, c in enumerate(stones) if c and not board.board[n - 1 - p // n][p % n]]


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


# Kinds: each gets a film in which some moves are played, and the moves to come.

Kind = Callable[[Film, list[tuple[int, int]]], None]
KINDS: dict[str, Kind] = {}


def kind(make: Kind) -> Kind:
    """Put a kind into the table under its name."""
    KINDS[make.__name__.rstrip("_")] = make
    return make


def _elsewhere(film: Film, reach: float, turn: float) -> Pose:
    (x, y), angle, zoom, tilt = film.base
    # A board that is turned far needs more room, lest its corners leave the picture.
    zoom = min(zoom, 0.62) if turn > 0.2 else zoom
    r = film.random
    way = r.uniform(0, 2 * math.pi)
    shift = (max(-2.0, min(2.0, x + reach * math.cos(way))), max(-0.6, min(0.9, y + reach * math.sin(way))))
    return shift, angle + r.choice((-1, 1)) * turn, zoom, tilt


def _moves(film: Film, seconds: float, to: Pose) -> None:
    film.now += 0.5
    film.goes(film.now, seconds, to)
    film.now += seconds
    film.moved.append(film.now)
    film.now += FOUND + 0.5


@kind
def calm(film: Film, moves: list[tuple[int, int]]) -> None:
    """Nothing but moves."""
    film.play(moves[:6])


@kind
def bump(film: Film, moves: list[tuple[int, int]]) -> None:
    """Somebody runs into the table."""
    for i in range(2):
        _moves(film, 0.3, _elsewhere(film, film.random.uniform(0.2, 1.4), film.random.uniform(0, 0.07)))
        film.play(moves[2 * i : 2 * i + 2])


@kind
def push(film: Film, moves: list[tuple[int, int]]) -> None:
    """The board is pushed while the game goes on."""
    film.goes(film.now, 8.0, _elsewhere(film, 1.5, 0.1))
    film.play(moves[:5])
    film.moved.append(film.now)
    film.now += FOUND


@kind
def turn(film: Film, moves: list[tuple[int, int]]) -> None:
    """The board is turned where it lies."""
    _moves(film, 1.5, _elsewhere(film, 0.3, film.random.uniform(0.3, 0.7)))
    film.play(moves[:4])


@kind
def carry(film: Film, moves: list[tuple[int, int]]) -> None:
    """Lifted, carried out of the picture, and set down again."""
    (x, y), angle, zoom, tilt = film.base
    film.goes(film.now, 1.5, ((x + 26, y), angle + 0.3, zoom * 1.3, tilt))
    film.now += 4.0
    film.goes(film.now, 1.5, ((x - 0.6, y + 0.2), angle - 0.1, zoom, tilt))
    film.now += 1.5
    film.moved.append(film.now)
    film.now += FOUND + 0.5
    film.play(moves[:4])


@kind
def drift(film: Film, moves: list[tuple[int, int]]) -> None:
    """A telephone in a hand, slowly going astray."""
    pose, r = film.pose, film.random
    start, rates = film.now, [r.uniform(0.05, 0.12) for _ in range(3)]

    def held(t: float) -> Pose:
        (x, y), angle, zoom, tilt = pose(t)
        s = max(0.0, t - start)
        waves = [math.sin(2 * math.pi * rate * s) for rate in rates]
        return (x + 0.8 * waves[0], y + 0.5 * waves[1]), angle + 0.04 * waves[2], zoom * (1 + 0.02 * waves[1]), tilt

    film.pose = held
    film.play(moves[:8])


@kind
def shake(film: Film, moves: list[tuple[int, int]]) -> None:
    """A telephone in a hand that trembles."""
    pose = film.pose

    def held(t: float) -> Pose:
        (x, y), angle, zoom, tilt = pose(t)
        return (
            (x + 0.1 * math.sin(9.1 * t) + 0.05 * math.sin(23 * t), y + 0.1 * math.sin(7.3 * t)),
            angle + 0.005 * math.sin(6 * t),
            zoom,
            tilt,
        )

    film.pose = held
    film.play(moves[:6])


@kind
def knocked(film: Film, moves: list[tuple[int, int]]) -> None:
    """A bump with which two stones change places for good."""
    n = film.size
    stones = [p for p, c in enumerate(film.board) if c]
    start = film.now + 0.5
    _moves(film, 0.3, _elsewhere(film, 0.8, 0.05))
    for point in film.random.sample(stones, 2):
        free = [q for q in (point - 1, point + 1) if 0 <= q < n * n and q // n == point // n and not film.board[q]]
        if free:
            colour = film.board[point]
            film.put(start + 0.1, point, 0)
            film.put(start + 0.1, free[0], colour)
            film.allowed |= {"moved_stone", "multiple_changes"}
    film.allowed |= {"extra_stone", "stone_vanished", "off_centre_stone"}
    film.play(moves[:3])


@kind
def refocus(film: Film, moves: list[tuple[int, int]]) -> None:
    """The lens hunts for its focus."""
    starts = [film.now, film.now + 5.0, film.now + 11.0]
    film.light = lambda t: Light(
        blur=max(6 * math.sin(math.pi * (t - s) / 1.5) if 0 < t - s < 1.5 else 0 for s in starts)
    )
    film.play(moves[:6])


@kind
def exposure(film: Film, moves: list[tuple[int, int]]) -> None:
    """Automatic exposure runs up and down by one and a half stops."""
    start = film.now
    film.light = lambda t: Light(gain=2 ** (0.75 * math.sin(max(0.0, t - start) * 1.6) - 0.3))
    film.play(moves[:6])


@kind
def clouds(film: Film, moves: list[tuple[int, int]]) -> None:
    """Clouds before the window."""
    start, r = film.now, film.random
    rate, phase = r.uniform(0.5, 1.2), r.uniform(0, 6)
    film.light = lambda t: Light(
        gain=0.85 + 0.3 * math.sin(rate * max(0.0, t - start) + phase),
        slope=(0.25 * math.sin(0.7 * t), 0.2 * math.cos(0.5 * t)),
    )
    film.play(moves[:6])


@kind
def lamp(film: Film, moves: list[tuple[int, int]]) -> None:
    """Lamps go on and off."""
    start, r = film.now, film.random
    warm = Light(gain=r.uniform(0.45, 0.7), tint=(0.75, 0.95, 1.1), slope=(r.uniform(-0.4, 0.4), 0.2))
    film.light = lambda t: warm if (t - start) % 6.5 > 3.5 and t > start else Light()
    film.play(moves[:6])


@kind
def balance(film: Film, moves: list[tuple[int, int]]) -> None:
    """The white balance wanders."""
    film.light = lambda t: Light(tint=(1 + 0.25 * math.sin(0.8 * t), 1.0, 1 - 0.25 * math.sin(0.8 * t)))
    film.play(moves[:6])


@kind
def glare(film: Film, moves: list[tuple[int, int]]) -> None:
    """A mirrored lamp wanders over the board."""
    start, n, r = film.now, film.size, film.random
    y, strength = r.uniform(0.2, 0.8) * n, r.uniform(60, 150)
    film.light = lambda t: (
        Light(glare=((t - start) * 1.2 - 2, y + 0.3 * (t - start), r2, strength)) if t > start else Light()
    )
    r2 = r.uniform(1.0, 2.5)
    film.play(moves[:6])


@kind
def rest(film: Film, moves: list[tuple[int, int]]) -> None:
    """Hands lie on the board while others play elsewhere."""
    n = film.size
    taken = {p for _, p in moves[:8]}
    free = [p for p in range(n * n) if p not in taken and p // n > n // 2] or [n * n - 1]
    film.rest(film.random.choice(free), 1, 9.0)
    film.now += 1.0
    film.play(moves[:4])
    film.now += 4.0
    film.play(moves[4:6])


@kind
def both(film: Film, moves: list[tuple[int, int]]) -> None:
    """Both players' hands over the board at once."""
    n = film.size
    for colour, point in moves[:6]:
        film.rest((n // 2) * n + film.random.randrange(n), 3 - colour, 1.6)
        film.play([(colour, point)], (0.9, 1.4))


@kind
def spectator(film: Film, moves: list[tuple[int, int]]) -> None:
    """The shadow of a head comes and goes."""
    start, n = film.now, film.size
    film.light = lambda t: Light(shadow=(n * (0.5 + 0.8 * math.sin(0.6 * (t - start))), n * 0.3, n * 0.35, 0.5))
    film.play(moves[:6])


@kind
def frozen(film: Film, moves: list[tuple[int, int]]) -> None:
    """The camera hangs for a while."""
    film.live = True
    film.play(moves[:2])
    film.frozen.append((film.now, film.now + 6.0))
    film.views = ["poor", "back"]
    film.now += 6.5
    film.play(moves[2:4])


@kind
def capture(film: Film, _moves: list[tuple[int, int]]) -> None:
    """A large chain is taken off by the handful while the opponent answers."""
    n, r = film.size, film.random
    film.clear()
    k = r.choice((3, 4))
    inside = [i * n + j for i in range(n - k, n) for j in range(k)]
    wall = [i * n + j for i in range(n - k - 1, n) for j in range(k + 1) if i * n + j not in inside]
    last = r.choice(inside)
    film.setup(wall, [p for p in inside if p != last])
    film.setup([], [2 * n + c for c in range(n - 4, n)])
    film.now += 4.0
    taken = [p for p in inside if p != last]
    r.shuffle(taken)
    film.visit([(last, 1), *((p, 0) for p in taken[:3])], 1)
    film.truth[-1].append("B" + vertex(last, n))
    answer = 4 * n + n - 3
    film.now += 0.6
    film.visit([(answer, 2)], 2)
    film.truth[-1].append("W" + vertex(answer, n))
    for i in range(3, len(taken), 3):
        film.now += r.uniform(0.2, 0.6)
        film.visit([(p, 0) for p in taken[i : i + 3]], 1, each=0.35)
    film.now += 1.5


@kind
def counting(film: Film, _moves: list[tuple[int, int]]) -> None:
    """Dead stones are taken off, and stones laid together."""
    n = film.size
    film.clear()
    middle = n // 2
    black = [r * n + middle for r in range(n)] + [2 * n + n - 2, 5 * n + n - 2]
    white = [r * n + middle + 1 for r in range(n)] + [n + 1, 2 * n + 1, 6 * n + 1]
    film.setup(
        [*black, *(r * n + middle - 1 for r in range(0, n, 2))], [*white, *(r * n + n - 1 for r in range(n - 1))]
    )
    film.now += 4.0
    film.visit([(n + 1, 0), (2 * n + 1, 0), (6 * n + 1, 0)], 1)
    film.now += 1.2
    film.visit([(2 * n + n - 2, 0), (5 * n + n - 2, 0)], 2)
    film.now += 2.0
    for r in range(0, n - 3, 3):
        film.visit([((r + i) * n + middle, 0) for i in range(3)] + [((r + i) * n, 1) for i in range(3)], 1, each=0.3)
        film.now += 0.5
    film.now += 2.0


@kind
def resign(film: Film, moves: list[tuple[int, int]]) -> None:
    """The board is swept, and another game begins on it, with a handicap."""
    n = film.size
    film.play(moves[: 18 - len(film.truth[-1])], (0.7, 0.8))
    stones = [p for p, c in enumerate(film.board) if c]
    film.random.shuffle(stones)
    for i in range(0, len(stones), 6):
        film.visit([(p, 0) for p in stones[i : i + 6]], 1 + i % 2, each=0.3)
    film.now += 3.0
    edge = 2 if n == 9 else 3
    for point in (edge * n + n - 1 - edge, (n - 1 - edge) * n + edge):
        film.visit([(point, 1)], 1)
        film.now += 0.5
    film.truth.append([])
    middle = (n // 2) * n + n // 2
    film.play([(2, middle), (1, middle + 2 * n), (2, middle - 3)])


def make(name: str, seed: int, first: int | None = None) -> Film:
    """The film of a kind and a seed; `first` moves are played before it happens, by default a few or some more."""
    rnd = random.Random(f"{name}{seed}")
    size = rnd.choice((9, 13, 19))
    film = Film(size, seed)
    game = real_game(size, rnd)
    # Not on a star at first: that may be the first stone of a handicap.
    film.now = 2.5
    first = rnd.choice((3, 6, 10)) if first is None else first
    film.play(game[:first], (0.8, 1.1))
    KINDS[name](film, game[first:])
    film.now += 2.5
    return film


@dataclass
class Result:
    """How a film was told."""

    errors: int
    withdrawn: int
    false: list[events.Alert]
    lost: list[float]
    """Times at which a board that had moved was not followed."""
    views: Sequence[str]
    told: list[events.Event]
    games: list[list[str]]

    def wrong(self, film: Film) -> list[str]:
        """What is wrong with it, in words."""
        found = []
        if self.errors:
            found.append(f"{self.errors} errors: told {' | '.join(' '.join(g) for g in self.games)}")
        found += [f"alert {a.id} {' '.join(a.points)} at {a.t:.1f}" for a in self.false]
        found += [f"grid off at {t:.1f}" for t in self.lost]
        if film.views and film.views != list(self.views):
            found.append(f"view {self.views}")
        return found


def main_lines(told: list[events.Event]) -> tuple[list[list[str]], int]:
    """The main lines of the games in a log, and how many moves were withdrawn on the way."""
    games: list[dict[int, str]] = [{}]
    withdrawn, over = 0, False
    for event in told:
        if isinstance(event, events.Board) and over:
            games.append({})
            over = False
        if isinstance(event, events.Move):
            games[-1][event.n] = event.colour + event.point
        elif isinstance(event, events.Pass):
            games[-1][event.n] = event.colour + "pass"
        elif isinstance(event, events.Correction):
            withdrawn += sum(n >= event.n for n in games[-1])
            games[-1] = {n: m for n, m in games[-1].items() if n < event.n}
        elif isinstance(event, events.End):
            over = True
    return [[game[n] for n in sorted(game)] for game in games], withdrawn


def watch(film: Film, settings: Settings | None = None) -> Result:
    """Let a session watch a film and compare what it tells with the truth."""
    session = Session(replace(settings or Settings(), live=film.live))
    told: list[events.Event] = []
    lost: list[float] = []
    due = sorted(t + FOUND for t in film.moved)
    for frame, corners in film.frames():
        told += session.feed(frame)
        while due and frame.time >= due[0]:
            due.pop(0)
            grid = session.grid
            if grid is None or np.linalg.norm(grid.corners - corners, axis=1).max() / grid.cell > OFF:
                lost.append(frame.time)
    told += session.finish()
    games, withdrawn = main_lines(told)
    wanted = film.truth
    errors = sum(distance(a, b) for a, b in zip(wanted, games, strict=False)) + 100 * abs(len(games) - len(wanted))
    false = [e for e in told if isinstance(e, events.Alert) and e.id not in film.allowed and e.severity != "info"]
    views = [e.state for e in told if isinstance(e, events.View)]
    return Result(errors, withdrawn, false, lost, views, told, games)


def distance(a: Sequence[str], b: Sequence[str]) -> int:
    """Levenshtein distance."""
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y)))
        last = row
    return last[-1]


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=1, help="films of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*", choices=sorted(KINDS), default=list(KINDS))
    parser.add_argument("--verbose", action="store_true", help="all events of films that went wrong")
    parser.add_argument("--save", type=Path, help="folder for the films themselves, as .mp4")
    args = parser.parse_args()
    wrong = 0
    for name in args.kinds:
        bad, withdrawn, began = 0, 0, time.perf_counter()
        for seed in range(args.seed, args.seed + args.films):
            film = make(name, seed)
            if args.save:
                save(film, args.save / f"{name}-{seed}.mp4")
            result = watch(film)
            withdrawn += result.withdrawn
            if faults := result.wrong(film):
                bad += 1
                print(f"--kinds {name} --seed {seed} ({film.size} lines): " + "; ".join(faults))
                if result.errors:
                    print("    true " + " | ".join(" ".join(g) for g in film.truth))
                if args.verbose:
                    for event in result.told:
                        print("   ", event)
        seconds = time.perf_counter() - began
        print(
            f"{name}: {args.films - bad} of {args.films} right, {withdrawn} moves withdrawn, {seconds:.0f} s",
            flush=True,
        )
        wrong += bad
    return 1 if wrong else 0


def save(film: Film, path: Path) -> None:
    """Write a film, to be looked at."""
    import cv2

    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), film.fps, (640, 480))
    for frame, _ in film.frames():
        writer.write(frame.image)
    writer.release()


if __name__ == "__main__":
    sys.exit(main())
