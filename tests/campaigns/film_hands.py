"""What hands do over the board of a drawn film: rest there, take a large chain off, count, begin another game."""

from __future__ import annotations

from tests.campaigns.film_script import Film
from tests.campaigns.watched_play import Wanted, vertex


def calm(film: Film, moves: list[tuple[int, int]]) -> None:
    """Nothing but moves."""
    film.play(moves[:6])


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


def both(film: Film, moves: list[tuple[int, int]]) -> None:
    """Both players' hands over the board at once."""
    n = film.size
    for colour, point in moves[:6]:
        film.rest((n // 2) * n + film.random.randrange(n), 3 - colour, 1.6)
        film.play([(colour, point)], (0.9, 1.4))


def begin_capture(film: Film, lines: int, at_once: int) -> list[int]:
    """A chain in the corner, so many lines wide, is captured; returns what the first grasp leaves of it."""
    n, r = film.size, film.random
    film.clear()
    inside = [i * n + j for i in range(n - lines, n) for j in range(lines)]
    wall = [i * n + j for i in range(n - lines - 1, n) for j in range(lines + 1) if i * n + j not in inside]
    last = r.choice(inside)
    film.setup(wall, [p for p in inside if p != last])
    film.setup([], [2 * n + c for c in range(n - 4, n)])
    film.now += 4.0
    taken = [p for p in inside if p != last]
    r.shuffle(taken)
    film.visit([(last, 1), *((p, 0) for p in taken[:at_once])], 1)
    film.truth[-1].append("B" + vertex(last, n))
    # A capture is incomplete where the hand is away or a reply is made; a referee who sees it go on lets it be.
    left = taken[at_once:]
    points = frozenset(vertex(p, n) for p in left)
    film.allowed.append(Wanted(frozenset({"partial_capture"}), points, film.now))
    return left


def capture(film: Film, _moves: list[tuple[int, int]]) -> None:
    """A large chain is taken off by the handful while the opponent answers."""
    n, r = film.size, film.random
    left = begin_capture(film, r.choice((3, 4)), 3)
    answer = 4 * n + n - 3
    film.now += 0.6
    film.visit([(answer, 2)], 2)
    film.truth[-1].append("W" + vertex(answer, n))
    for i in range(0, len(left), 3):
        film.now += r.uniform(0.2, 0.6)
        film.visit([(p, 0) for p in left[i : i + 3]], 1, each=0.35)
    film.now += 1.5


def counting(film: Film, _moves: list[tuple[int, int]]) -> None:
    """Dead stones are taken off, and stones laid together."""
    n = film.size
    film.clear()
    middle = n // 2
    black = [r * n + middle for r in range(n)] + [2 * n + n - 2, 5 * n + n - 2]
    white = [r * n + middle + 1 for r in range(n)] + [n + 1, 2 * n + 1, 6 * n + 1]
    if n > 13:
        # Nobody counts a large board that is nearly empty.
        black += [r * n + middle - 4 for r in range(n)]
        white += [r * n + middle + 4 for r in range(n)]
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
