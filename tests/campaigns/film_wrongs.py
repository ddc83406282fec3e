"""Irregularities of the catalogue in drawn films: committed by hands over the board, in whatever light there is.

Each stands on a position of a real game, between moves of it; it is put right after a while, or it stands.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from samples.render.drawn import Light
from tests.campaigns.film_script import Film, captured, legal
from tests.campaigns.watched_play import Wanted, vertex

Moves = list[tuple[int, int]]
ANOTHER_MOVE = frozenset({"double_move", "pass_or_double_move", "out_of_turn", "wrong_colour_stone", "extra_stone"})


def _begin(film: Film, moves: Moves, lying: int) -> Moves:
    """A position of the game stands there from the start, in some light; returns the moves to come."""
    film.clear()
    r, start = film.random, film.now
    lying = min(lying, len(moves) // 2)
    board = [0] * film.size**2
    for colour, point in moves[:lying]:
        if not legal(board, film.size, [(colour, point)]):
            continue  # what was played before is missing
        for p in captured(board, film.size, colour, point):
            board[p] = 0
        board[point] = colour
    film.setup(*([p for p, c in enumerate(board) if c == colour] for colour in (1, 2)))
    rate, phase, deep = r.uniform(0.3, 1.0), r.uniform(0, 6), r.uniform(0.0, 0.3)
    tint = (r.uniform(0.6, 1.1), 1.0, r.uniform(0.9, 1.15))
    slope = r.uniform(-0.35, 0.35), r.uniform(-0.3, 0.3)
    film.light = lambda t: Light(gain=0.9 + deep * math.sin(rate * t + phase), tint=tint, slope=slope)
    film.shade = r.uniform(0.3, 0.7)
    film.sleeve = r.choice((None, "board", (200, 200, 205), (30, 30, 30)))
    film.now = start + 1.5
    return moves[lying:]


def _on(film: Film, moves: Moves, count: int) -> Moves:
    """Play moves in turn, as far as they are legal there, else anywhere; returns those that are left."""
    left = list(moves)
    while count:
        colour = 3 - last if (last := _last(film)) else left[0][0] if left else 1
        while left and (left[0][0] != colour or not legal(film.board, film.size, left[:1])):
            left.pop(0)
        film.play([left.pop(0) if left else (colour, _free(film, [], colour))])
        count -= 1
    return left


def _last(film: Film) -> int | None:
    moves = film.truth[-1]
    return "BW".index(moves[-1][0]) + 1 if moves else None


def _free(film: Film, coming: Moves, colour: int) -> int:
    """A point that nobody wants, where a stone of that colour is legal, takes nothing and leaves no atari alone."""
    n = film.size
    wanted = {p for _, p in coming[:10]}
    good = [
        p
        for p in range(n * n)
        if not film.board[p]
        and p not in wanted
        and legal(film.board, n, [(colour, p)])
        and not captured(film.board, n, colour, p)
    ]
    return film.random.choice(good)


def _is_calm(film: Film, changes: dict[int, int]) -> bool:
    board = [changes.get(p, c) for p, c in enumerate(film.board)]
    return legal(board, film.size, [])


def _stone(film: Film, colours: tuple[int, ...] = (1, 2)) -> int:
    """A stone that is none of the last two moves."""
    late = {m[1:] for m in film.truth[-1][-2:]}
    stones = [p for p, c in enumerate(film.board) if c in colours and vertex(p, film.size) not in late]
    return film.random.choice([p for p in stones if _is_calm(film, {p: 0})])


def _due(film: Film, ids: str | frozenset[str], points: list[int]) -> Wanted:
    wanted = Wanted(
        frozenset(ids.split()) if isinstance(ids, str) else ids,
        frozenset(vertex(p, film.size) for p in points),
        film.now - 1.2,
    )
    film.due.append(wanted)
    return wanted


def _rests(film: Film) -> bool:
    """It lies there for a while; whether it is put right then."""
    film.now += film.random.uniform(3.0, 5.0)
    return film.random.random() < 0.6


def double(film: Film, moves: Moves) -> None:
    """The player who moved plays again."""
    left = _on(film, _begin(film, moves, 24), 3)
    colour = _last(film) or 1
    point = _free(film, left, colour)
    film.visit([(point, colour)], film.random.choice((1, 2)))
    _due(film, ANOTHER_MOVE, [point])
    if _rests(film):
        film.visit([(point, 0)], colour)
        film.now += 1.0
        _on(film, left, 4)
    else:
        film.truth[-1].append("BW"[colour - 1] + vertex(point, film.size))
        _on(film, left, 3)


def taken_back(film: Film, moves: Moves) -> None:
    """A stone is played and released, taken up again and played elsewhere."""
    left = _on(film, _begin(film, moves, 24), 3)
    colour = 3 - (_last(film) or 2)
    first = _free(film, left, colour)
    film.visit([(first, colour)], colour)
    film.now += film.random.uniform(1.5, 3.0)
    second = _free(film, [*left, (colour, first)], colour)
    film.visit([(first, 0), (second, colour)], colour)
    film.truth[-1].append("BW"[colour - 1] + vertex(second, film.size))
    _due(film, "take_back moved_stone", [first, second])
    film.now += 1.5
    _on(film, left, 3)


def _shifted(film: Film, moves: Moves, near: bool) -> None:
    n = film.size
    left = _on(film, _begin(film, moves, 24), 3)
    wanted = {p for _, p in left[:10]}
    for _ in range(200):
        # Of the player who moved last: else it might as well be a move, with another stone gone.
        source = _stone(film, (_last(film) or 1,))
        free = [p for p in range(n * n) if not film.board[p] and p not in wanted]
        free = [p for p in free if (abs(p // n - source // n) + abs(p % n - source % n) == 1) == near]
        target = film.random.choice(free) if free else source
        colour = film.board[source]
        if free and _is_calm(film, {source: 0, target: colour}):
            break
    film.visit([(source, 0), (target, colour)], film.random.choice((1, 2)))
    _due(film, "moved_stone multiple_changes", [source, target])
    if _rests(film):
        film.visit([(target, 0), (source, colour)], colour)
        film.now += 1.0
    _on(film, left, 3)


def shifted(film: Film, moves: Moves) -> None:
    """A stone is pushed to the next point."""
    _shifted(film, moves, near=True)


def moved_far(film: Film, moves: Moves) -> None:
    """A stone is put somewhere else."""
    _shifted(film, moves, near=False)


def vanished(film: Film, moves: Moves) -> None:
    """A stone is taken away."""
    left = _on(film, _begin(film, moves, 24), 3)
    source = _stone(film)
    colour = film.board[source]
    film.visit([(source, 0)], film.random.choice((1, 2)))
    _due(film, "stone_vanished wrong_capture", [source])
    left = [m for m in left if m[1] != source]
    if _rests(film):
        film.visit([(source, colour)], colour)
        film.now += 1.0
    _on(film, left, 3)


def exchanged(film: Film, moves: Moves) -> None:
    """A stone is exchanged for one of the other colour."""
    left = _on(film, _begin(film, moves, 24), 3)
    for _ in range(200):
        source = _stone(film)
        colour = film.board[source]
        if _is_calm(film, {source: 3 - colour}):
            break
    film.visit([(source, 0), (source, 3 - colour)], film.random.choice((1, 2)))
    _due(film, "stone_colour_changed", [source])
    if _rests(film):
        film.visit([(source, 0), (source, colour)], colour)
        film.now += 1.0
    _on(film, left, 3)


def _corner(film: Film, black: list[tuple[int, int]], white: list[tuple[int, int]]) -> None:
    """A shape, (row, col), laid in the lower left corner of the position, and nothing beside it."""
    n = film.size
    points = [[(n - 1 - row) * n + col for row, col in colour] for colour in (black, white)]
    reach = 2 + max(max(place) for place in (*black, *white))
    for row in range(min(n, reach)):
        for col in range(min(n, reach)):
            point = (n - 1 - row) * n + col
            if film.board[point]:
                film.put(-0.9, point, 0)
    for colour, some in enumerate(points, 1):
        for point in some:
            film.put(-0.8, point, colour)


def _away(film: Film, moves: Moves, reach: int = 6) -> Moves:
    """The moves that are not played in that corner."""
    n = film.size
    return [(c, p) for c, p in moves if not (p // n >= n - reach and p % n < reach)]


def retaken(film: Film, moves: Moves) -> None:
    """A ko is taken back at once."""
    n = film.size
    moves = _away(film, _begin(film, moves, 20))
    _corner(film, [(0, 1), (2, 1), (1, 0), (1, 2)], [(0, 2), (2, 2), (1, 3)])
    a, b = (n - 2) * n + 1, (n - 2) * n + 2
    left = _on(film, moves, 2)
    if _last(film) != 2:
        left = _on(film, left, 1)
    film.play([(1, _free(film, [(1, a), (2, a)], 1))])
    film.play([(2, a)])
    film.now += 0.5
    film.visit([(b, 1), (a, 0)], 1)
    film.truth[-1].append("B" + vertex(b, n))
    _due(film, "ko_retake superko_repetition", [a, b])
    if _rests(film):
        film.visit([(b, 0), (a, 2)], 1)
        film.truth[-1].pop()
        film.now += 1.0
        _on(film, left, 3)
    else:
        _on(film, left, 3)


def _a_capture(film: Film, moves: Moves) -> tuple[Moves, int, list[int], list[int]]:
    """Black takes two or three stones; returns the moves to come, where, what, and living stones beside them."""
    n, r = film.size, film.random
    moves = _away(film, _begin(film, moves, 20))
    count = r.choice((2, 3))
    inside = [(0, c) for c in range(count)]
    wall = [(1, c) for c in range(count)]
    living = [(3, 1), (3, 2)]
    _corner(film, wall, [*inside, *living])
    left = _on(film, moves, 2)
    if _last(film) != 2:
        left = _on(film, left, 1)
    at = (n - 1) * n + count
    return left, at, [(n - 1) * n + c for c in range(count)], [(n - 4) * n + 1, (n - 4) * n + 2]


def missed(film: Film, moves: Moves) -> None:
    """Captured stones are left lying, all or some of them, and taken off later."""
    left, at, taken, _ = _a_capture(film, moves)
    some = taken[: film.random.randrange(len(taken))]
    film.visit([(at, 1), *((p, 0) for p in some)], 1)
    film.truth[-1].append("B" + vertex(at, film.size))
    stay = [p for p in taken if p not in some]
    _due(film, "missed_capture partial_capture", stay)
    film.now += film.random.uniform(3.0, 5.0)
    film.visit([(p, 0) for p in stay], 1)
    film.now += 1.0
    _on(film, left, 3)


def taken_too_much(film: Film, moves: Moves) -> None:
    """A living stone is taken off with those that are captured."""
    left, at, taken, living = _a_capture(film, moves)
    film.visit([(at, 1), *((p, 0) for p in taken), (living[0], 0)], 1)
    film.truth[-1].append("B" + vertex(at, film.size))
    _due(film, "wrong_capture stone_vanished", living[:1])
    if _rests(film):
        film.visit([(living[0], 2)], 1)
        film.now += 1.0
    _on(film, left, 3)


KINDS: tuple[Callable[[Film, Moves], None], ...] = (
    double,
    taken_back,
    shifted,
    moved_far,
    vanished,
    exchanged,
    retaken,
    missed,
    taken_too_much,
)
