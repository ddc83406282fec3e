"""Untidy rooms in drawn films: sleeves like wood, hard shadows, people who lean over the board, other boards."""

from __future__ import annotations

import math

from samples.render.drawn import DrawnBoard, Light
from tests.campaigns.film_mishaps import FOUND
from tests.campaigns.film_script import Film, Lean, Neighbour

Moves = list[tuple[int, int]]


def sleeved(film: Film, moves: Moves) -> None:
    """Sleeves of the board's colour; one rests at the edge all the time."""
    film.sleeve = "board"
    edge, side = _at_the_edge(film, moves[:8])
    film.rest(edge, side, 12.0)
    film.play(moves[:8])


def shaded(film: Film, moves: Moves) -> None:
    """A hard lamp: hands throw black shadows, also over black stones."""
    film.shade = 0.75
    lamp = film.random.uniform(0.8, 1.2)
    film.light = lambda _t: Light(gain=lamp, slope=(0.35, -0.2))
    film.rest(*_at_the_edge(film, moves[:6]), 7.0)
    film.play(moves[:6])


def lingering(film: Film, moves: Moves) -> None:
    """Each hand stays at the edge for long after its move, or before it."""
    n, r = film.size, film.random
    for colour, point in moves[:5]:
        row = n - 1 if colour == 1 else 0
        spot = row * n + r.randrange(n)
        if spot in {p for _, p in moves[:6]}:
            spot = row * n + (spot % n + 1) % n
        film.rest(spot, colour, r.uniform(2.5, 6.0))
        film.now += r.uniform(0.3, 1.0)
        film.play([(colour, point)], (0.8, 2.0))
    film.now += 4.0


def leaning(film: Film, moves: Moves) -> None:
    """Somebody leans over the board and covers two thirds of it, while one move is played and after."""
    n, r = film.size, film.random
    start = film.now
    stays = r.uniform(4.0, 9.0)
    side = r.choice((-1, 1))
    away = (n / 2 + side * n * 1.4, n * r.uniform(0.3, 0.7))
    there = (n / 2 + side * n * r.uniform(0.05, 0.2), away[1])
    way = [
        (start, *away),
        (start + 1.0, *there),
        (start + 1.0 + stays, there[0] + 0.3, there[1]),
        (start + 2.0 + stays, *away),
    ]
    film.leans.append(Lean(way, (n / 2 + side * n * 2.2, away[1]), n * 0.38))
    film.now += 1.5
    film.play(moves[:1])
    film.now = max(film.now, start + stays + 2.5)
    film.play(moves[1:5])


def reaching_out(film: Film, moves: Moves) -> None:
    """The camera is turned away a little, so that a part of the board lies outside the picture for some seconds."""
    (x, y), angle, zoom, tilt = back = film.base
    r, n = film.random, film.size
    way = r.choice((-1, 1))
    part = r.uniform(0.1, 0.35) * n
    shift = (
        (x + way * (n * 4 / 3 / zoom - n) / 2 + way * part, y)
        if r.random() < 0.5
        else (x, y + way * ((n / zoom - n) / 2 + part))
    )
    film.goes(film.now, 0.5, (shift, angle, zoom, tilt))
    film.now += r.uniform(2.0, 6.0)
    film.goes(film.now, 0.5, back)
    film.now += 0.5
    film.moved.append(film.now)
    film.now += FOUND + 0.5
    film.play(moves[:4])


def two_boards(film: Film, moves: Moves) -> None:
    """Another board lies in view from the start, on which a position stands."""
    r = film.random
    film.clear()
    film.pictures = (960, 480)
    n = film.size
    other = r.choice((9, 13, 19))
    stones = {p: r.choice((1, 2)) for p in r.sample(range(other**2), other**2 // 6)} if r.random() < 0.7 else {}
    side = r.choice((-1, 1))
    zoom = 0.72
    cells = 0.5 / zoom * (n + 2)
    film.base = base = ((-side * cells * 1.0, 0.0), r.uniform(-0.06, 0.06), zoom, 0.0)
    film.pose = lambda _t: base
    small = r.uniform(0.45, 0.6)
    too = 0.5 / small * (other + 2)
    film.neighbour = Neighbour(
        DrawnBoard(other, cell=24 if other > 13 else 32, seed=film.seed + 1),
        stones,
        ((side * too * 0.98, 0.0), r.uniform(-0.06, 0.06), small, 0.0),
    )
    film.now = r.uniform(2.0, 3.5)
    film.play(_from_black(moves)[:8])


def turned_empty(film: Film, moves: Moves) -> None:
    """The empty board is turned by a quarter, or a half, before the first stone."""
    film.clear()
    r = film.random
    (x, y), angle, _, tilt = film.base
    base = (x, y), angle, 0.6, tilt
    film.base, film.pose = base, lambda _t: base
    film.now = 3.0
    turn = r.choice((0.5, -0.5, 1.0)) * math.pi
    film.goes(film.now, r.uniform(0.8, 2.0), ((x, y), angle + turn, 0.6, tilt))
    film.now += 6.0
    film.loose = True
    film.play(_from_black(moves)[:8])


def _from_black(moves: Moves) -> Moves:
    """The moves from the first black one on."""
    return moves if moves[0][0] == 1 else moves[1:]


def _at_the_edge(film: Film, coming: Moves) -> tuple[int, int]:
    """A point at the edge near one of the players, beside which nothing is played, and the side."""
    n, r = film.size, film.random
    side = r.choice((1, 2))
    row = n - 1 if side == 1 else 0
    taken = {p for _, p in coming} | {p for p, c in enumerate(film.board) if c}
    free = [row * n + c for c in range(n) if row * n + c not in taken]
    return r.choice(free), side
