"""What befalls the camera, the board and the light of a drawn film while a game goes on."""

from __future__ import annotations

import math

from samples.render.drawn import Light
from tests.campaigns.film_script import Film, Pose, legal
from tests.campaigns.watched_play import Wanted, vertex

FOUND = 3.0
"""Seconds in which a board that moved must be followed."""


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


def bump(film: Film, moves: list[tuple[int, int]]) -> None:
    """Somebody runs into the table."""
    for i in range(2):
        _moves(film, 0.3, _elsewhere(film, film.random.uniform(0.2, 1.4), film.random.uniform(0, 0.07)))
        film.play(moves[2 * i : 2 * i + 2])


def push(film: Film, moves: list[tuple[int, int]]) -> None:
    """The board is pushed while the game goes on."""
    film.goes(film.now, 8.0, _elsewhere(film, 1.5, 0.1))
    film.play(moves[:5])
    film.moved.append(film.now)
    film.now += FOUND


def turn(film: Film, moves: list[tuple[int, int]]) -> None:
    """The board is turned where it lies."""
    _moves(film, 1.5, _elsewhere(film, 0.3, film.random.uniform(0.3, 0.7)))
    film.play(moves[:4])


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


def knocked(film: Film, moves: list[tuple[int, int]]) -> None:
    """A bump with which two stones slide to other points for good."""
    start = film.now + 0.6
    _moves(film, 0.3, _elsewhere(film, 0.8, 0.05))
    slides = _slides(film, moves[:3])
    for source, target in slides:
        film.put(start, target, film.board[source])
        film.put(start, source, 0)
    every = frozenset(vertex(p, film.size) for slide in slides for p in slide)
    for slide in slides:
        points = frozenset(vertex(p, film.size) for p in slide)
        film.due.append(Wanted(frozenset({"moved_stone", "multiple_changes"}), points, start))
    film.allowed.append(Wanted(frozenset({"off_centre_stone"}), every, start))
    film.play(moves[:3])


def _slides(film: Film, moves: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Two stones, each with the free point beside it where it ends; the moves can be played afterwards."""
    n, coming = film.size, {p for _, p in moves}
    ways = [
        (p, q)
        for p, colour in enumerate(film.board)
        for q in (p - 1, p + 1)
        if colour and 0 <= q < n * n and q // n == p // n and not film.board[q] and q not in coming
    ]
    film.random.shuffle(ways)
    for i, (a, to_a) in enumerate(ways):
        for b, to_b in ways[:i]:
            if len({a, to_a, b, to_b}) < 4:
                continue
            board = list(film.board)
            board[to_a], board[to_b], board[a], board[b] = board[a], board[b], 0, 0
            if legal(board, n, moves):
                return [(a, to_a), (b, to_b)]
    raise ValueError("there are no two stones with room beside them: let more moves be played first")


def refocus(film: Film, moves: list[tuple[int, int]]) -> None:
    """The lens hunts for its focus."""
    starts = [film.now, film.now + 5.0, film.now + 11.0]
    film.light = lambda t: Light(
        blur=max(6 * math.sin(math.pi * (t - s) / 1.5) if 0 < t - s < 1.5 else 0 for s in starts)
    )
    film.play(moves[:6])


def exposure(film: Film, moves: list[tuple[int, int]]) -> None:
    """Automatic exposure runs up and down by one and a half stops."""
    start = film.now
    film.light = lambda t: Light(gain=2 ** (0.75 * math.sin(max(0.0, t - start) * 1.6) - 0.3))
    film.play(moves[:6])


def clouds(film: Film, moves: list[tuple[int, int]]) -> None:
    """Clouds before the window."""
    start, r = film.now, film.random
    rate, phase = r.uniform(0.5, 1.2), r.uniform(0, 6)
    film.light = lambda t: Light(
        gain=0.85 + 0.3 * math.sin(rate * max(0.0, t - start) + phase),
        slope=(0.25 * math.sin(0.7 * t), 0.2 * math.cos(0.5 * t)),
    )
    film.play(moves[:6])


def lamp(film: Film, moves: list[tuple[int, int]]) -> None:
    """Lamps go on and off."""
    start, r = film.now, film.random
    warm = Light(gain=r.uniform(0.45, 0.7), tint=(0.75, 0.95, 1.1), slope=(r.uniform(-0.4, 0.4), 0.2))
    film.light = lambda t: warm if (t - start) % 6.5 > 3.5 and t > start else Light()
    film.play(moves[:6])


def balance(film: Film, moves: list[tuple[int, int]]) -> None:
    """The white balance wanders."""
    film.light = lambda t: Light(tint=(1 + 0.25 * math.sin(0.8 * t), 1.0, 1 - 0.25 * math.sin(0.8 * t)))
    film.play(moves[:6])


def glare(film: Film, moves: list[tuple[int, int]]) -> None:
    """A mirrored lamp wanders over the board."""
    start, n, r = film.now, film.size, film.random
    y, strength = r.uniform(0.2, 0.8) * n, r.uniform(60, 150)
    film.light = lambda t: (
        Light(glare=((t - start) * 1.2 - 2, y + 0.3 * (t - start), r2, strength)) if t > start else Light()
    )
    r2 = r.uniform(1.0, 2.5)
    film.play(moves[:6])


def spectator(film: Film, moves: list[tuple[int, int]]) -> None:
    """The shadow of a head comes and goes."""
    start, n = film.now, film.size
    film.light = lambda t: Light(shadow=(n * (0.5 + 0.8 * math.sin(0.6 * (t - start))), n * 0.3, n * 0.35, 0.5))
    film.play(moves[:6])


def frozen(film: Film, moves: list[tuple[int, int]]) -> None:
    """The camera hangs for a while."""
    film.live = True
    film.play(moves[:2])
    film.frozen.append((film.now, film.now + 6.0))
    film.views = ["poor", "back"]
    film.now += 6.5
    film.play(moves[2:4])
