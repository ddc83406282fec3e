"""How people really move a board or a camera in drawn films: with hands, haltingly, out of sight, or unawares."""

from __future__ import annotations

import math

from samples.render.drawn import Light
from tests.campaigns.film_hands import begin_capture
from tests.campaigns.film_mishaps import FOUND
from tests.campaigns.film_script import Film, Pose, Reach

Moves = list[tuple[int, int]]


def _beside(film: Film, reach: float, turn: float = 0.0) -> Pose:
    """A view in which the board lies that many cells from where it lay, turned a little."""
    (x, y), angle, zoom, tilt = film.base
    way = film.random.uniform(0, 2 * math.pi)
    shift = (max(-2.0, min(2.0, x + reach * math.cos(way))), max(-0.6, min(0.9, y + reach * math.sin(way))))
    return shift, angle + turn, zoom, tilt


def _holds(film: Film, start: float, seconds: float) -> None:
    """Two hands hold the board at its sides."""
    n = film.size
    for side in (-1, 1):
        x = -1.2 if side < 0 else n + 0.2
        y = film.random.uniform(0.3, 0.7) * n
        far = x + 6.0 * side
        way = [(start, far, y), (start + 0.4, x, y), (start + seconds - 0.4, x, y), (start + seconds, far, y)]
        film.reaches.append(Reach(way, (far + 6.0 * side, y + 3.0)))


def _rests(film: Film) -> None:
    """The board lies still from now on."""
    film.moved.append(film.now)
    film.now += FOUND + 0.5


def held(film: Film, moves: Moves) -> None:
    """Two hands take the board and lay it straight."""
    for i in range(2):
        _holds(film, film.now, 2.8)
        film.goes(film.now + 0.7, 1.2, _beside(film, film.random.uniform(0.3, 1.6), film.random.uniform(-0.15, 0.15)))
        film.now += 2.3
        _rests(film)
        film.play(moves[2 * i : 2 * i + 2])


def turnabout(film: Film, moves: Moves) -> None:
    """The board is turned by a quarter or a half: somebody sits down elsewhere."""
    (x, y), angle, _, tilt = film.base
    turn = film.random.choice((-0.5, 0.5, 1.0)) * math.pi
    film.goes(film.now, 1.0, ((x, y), angle, 0.58, tilt))
    film.now += 1.5
    _holds(film, film.now, 3.4)
    film.goes(film.now + 0.7, 2.0, ((x * 0.5, y), angle + turn + film.random.uniform(-0.1, 0.1), 0.58, tilt))
    film.now += 2.9
    _rests(film)
    film.play(moves[:4])


def lift(film: Film, moves: Moves) -> None:
    """The board is lifted towards the camera and set down nearly where it was."""
    (x, y), angle, zoom, tilt = film.base
    r = film.random
    down = _beside(film, r.uniform(0.2, 0.9), r.uniform(-0.04, 0.04))
    _holds(film, film.now, 4.6)
    film.goes(film.now + 0.6, 1.0, ((x + 0.7, y - 0.3), angle + 0.08, zoom * r.uniform(1.1, 1.35), tilt))
    film.goes(film.now + 2.6, 1.0, down)
    film.now += 3.7
    _rests(film)
    film.play(moves[:4])


def halting(film: Film, moves: Moves) -> None:
    """Shoved again and again, with rests between."""
    r = film.random
    for _ in range(4):
        film.goes(film.now, r.uniform(0.15, 0.5), _beside(film, r.uniform(0.2, 2.0), r.uniform(-0.06, 0.06)))
        film.now += r.uniform(0.5, 1.6)
    _rests(film)
    film.play(moves[:4])


def nudge(film: Film, moves: Moves) -> None:
    """A hand that plays takes the board along a little."""
    for i in range(4):
        start = film.now + 0.45
        film.goes(start, 0.2, _beside(film, film.random.uniform(0.2, 0.8), film.random.uniform(-0.02, 0.02)))
        film.play(moves[i : i + 1], (1.2, 2.2))
    film.moved.append(film.now - 1.0)
    film.now += FOUND


def sag(film: Film, moves: Moves) -> None:
    """The stand gives way, slowly, all the time."""
    pose, start, r = film.pose, film.now, film.random
    down, turn, nearer = r.uniform(0.03, 0.12), r.uniform(-0.004, 0.004), r.uniform(-0.003, 0.003)

    def sinks(t: float) -> Pose:
        (x, y), angle, zoom, tilt = pose(t)
        s = max(0.0, t - start)
        return (x, y - down * s), angle + turn * s, zoom * (1 + nearer * s), tilt

    film.pose = sinks
    film.play(moves[:8], (0.4, 0.9))
    film.moved.append(film.now - 2.0)


def swing(film: Film, moves: Moves) -> None:
    """The camera is knocked, swings away and comes nearly back."""
    (x, y), angle, zoom, tilt = film.base
    r = film.random
    away = ((x + r.choice((-1, 1)) * r.uniform(4, 9), y + r.uniform(-2, 2)), angle + r.uniform(-0.3, 0.3), zoom, tilt)
    back = _beside(film, r.uniform(0.0, 1.2), r.uniform(-0.03, 0.03))
    film.goes(film.now, 0.5, away)
    film.goes(film.now + 0.5, 0.6, back)
    film.now += 1.2
    _rests(film)
    film.play(moves[:4])


def unseen(film: Film, moves: Moves) -> None:
    """The lens is covered, and meanwhile the board is laid elsewhere."""
    start, r = film.now, film.random
    film.light = lambda t: Light(gain=0.04 if start < t < start + 3.0 else 1.0)
    film.goes(start + 1.0, 1.0, _beside(film, r.uniform(0.5, 3.0), r.uniform(-0.3, 0.3)))
    film.now += 3.0
    _rests(film)
    film.play(moves[:4])


def breathing(film: Film, moves: Moves) -> None:
    """The lens hunts for its focus, and the picture grows and shrinks with it."""
    pose, start = film.pose, film.now
    rate = film.random.uniform(1.5, 3.0)

    def breath(t: float) -> float:
        phase = (t - start) % 7.0
        return math.sin(math.pi * rate * phase / 2) if t > start and phase < 2.0 else 0.0

    def grows(t: float) -> Pose:
        shift, angle, zoom, tilt = pose(t)
        return shift, angle, zoom * (1 + 0.03 * breath(t)), tilt

    film.pose = grows
    film.light = lambda t: Light(blur=4 * abs(breath(t)))
    film.play(moves[:6])


def one_line(film: Film, moves: Moves) -> None:
    """Shoved by just one line, which looks as before but for the rim and the stones."""
    for i in range(2):
        (x, y), angle, zoom, tilt = film.base
        dx, dy = film.random.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        x, y = (x - dx if abs(x + dx) > 1.6 else x + dx), (y - dy if not -1.0 < y + dy < 1.3 else y + dy)
        film.goes(film.now, 0.12, ((x, y), angle, zoom, tilt))
        film.now += 0.2
        _rests(film)
        film.play(moves[2 * i : 2 * i + 2])


def dimmed(film: Film, moves: Moves) -> None:
    """Somebody runs into the table and a lamp goes out with it."""
    start, r = film.now, film.random
    dark = Light(gain=r.uniform(0.4, 0.7), tint=(0.8, 0.95, 1.1), slope=(r.uniform(-0.4, 0.4), 0.2))
    film.light = lambda t: dark if t >= start + 0.2 else Light()
    film.goes(start, 0.3, _beside(film, r.uniform(0.4, 2.0), r.uniform(-0.08, 0.08)))
    film.now += 0.4
    _rests(film)
    film.play(moves[:4])


def cut(film: Film, moves: Moves) -> None:
    """The film was stopped, and goes on with the camera somewhere else."""
    r = film.random
    for i in range(2):
        turn = r.choice((0.0, 0.0, 0.5, -0.5, 1.0)) * math.pi + r.uniform(-0.2, 0.2)
        there = (r.uniform(-1, 1), r.uniform(-0.3, 0.6)), film.base[1] + turn, r.uniform(0.55, 0.72), r.uniform(0, 0.8)
        film.goes(film.now, 0.01, there)
        film.now += 0.1
        _rests(film)
        film.play(moves[3 * i : 3 * i + 3])


def handheld(film: Film, moves: Moves) -> None:
    """A telephone in a hand: it trembles and wanders, and now and then is taken anew."""
    r, start = film.random, film.now
    film.shutter = 0.03
    for i in range(5):
        film.goes(start + 4.0 * i + r.uniform(0.5, 2.0), r.uniform(0.3, 0.9), _beside(film, r.uniform(0.5, 2.5), 0.0))
    pose = film.pose
    rates, size = [r.uniform(0.05, 0.15) for _ in range(4)], r.uniform(0.03, 0.12)

    def held(t: float) -> Pose:
        (x, y), angle, zoom, tilt = pose(t)
        s = max(0.0, t - start)
        waves = [math.sin(2 * math.pi * rate * s) for rate in rates]
        x, y = x + 0.6 * waves[0] + size * math.sin(11 * s), y + 0.4 * waves[1] + size * math.sin(8.3 * s)
        return (x, y), angle + 0.05 * waves[2] + 0.003 * math.sin(9 * s), zoom * (1 + 0.04 * waves[3]), tilt

    film.pose = held
    film.play(moves[:8])
    film.moved.append(max(film.now, start + 22.0))
    film.now = film.moved[-1] + FOUND


def leant_on(film: Film, moves: Moves) -> None:
    """A hand rests on the board and pushes it about, again and again, while the others play on."""
    n, r = film.size, film.random
    taken = {p for _, p in moves[:6]}
    free = [p for p in range(n * n) if p not in taken and p // n > n // 2] or [n * n - 1]
    film.rest(r.choice(free), 1, 14.0)
    film.now += 1.0
    for i in range(3):
        film.goes(film.now, 0.3, _beside(film, r.uniform(0.2, 1.2), r.uniform(-0.04, 0.04)))
        film.now += r.uniform(0.6, 2.0)
        film.play(moves[i : i + 1])
    film.moved.append(film.now)
    film.now += FOUND


def amid_capture(film: Film, _moves: Moves) -> None:
    """The board is pushed while captured stones are taken off."""
    n, r = film.size, film.random
    left = begin_capture(film, 3, 2)
    film.goes(film.now - 0.4, 0.3, _beside(film, r.uniform(0.3, 1.5), r.uniform(-0.04, 0.04)))
    film.now += r.uniform(0.1, 1.5)
    film.visit([(p, 0) for p in left[:3]], 1, each=0.35)
    film.goes(film.now - 0.3, 0.3, _beside(film, r.uniform(0.3, 1.0), r.uniform(-0.04, 0.04)))
    film.now += r.uniform(0.1, 0.6)
    film.visit([(p, 0) for p in left[3:]], 1, each=0.35)
    film.moved.append(film.now)
    film.now += FOUND
    film.play([(2, 4 * n + n - 3)])
