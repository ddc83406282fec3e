"""A simulated board under a camera: stones, hands and errors of reading in continuous time.

The errors are modelled on what the learned reader shows on rendered films: wrong points lie beside hands (all but
about one in ten within two lines of what is covered), four in five are unsure (chance 0.45 to 0.95), one in five
is surely wrong (0.95 to 0.995), and points are as often right and unsure as they are wrong. In the films errors
last a frame or two; here they last 0.5 to 30 s, short ones being as common as long ones (uniform in the logarithm),
most from the moment the hand lifts, so that many stay for long after it has gone.
"""

from __future__ import annotations

import bisect
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.reading import Reading

SHORTEST, LONGEST = 0.5, 30.0
"""Seconds an error of reading lasts."""
NEAR_HANDS = 0.85
"""Share of the errors that are born where a hand is."""
SURELY_WRONG = 0.2
"""Share of the errors that are read as surely as what is right."""


@dataclass
class World:
    """What happens on a board: stones come and go at times, hands cover points, readings err.

    Attributes
    ----------
    size : int
    seed : int
    changes : list of (time, point, colour)
    covers : list of (from, to, points)
    errors : list of (from, to, point, colour, chance)
        Colour -1: what lies there, with so little certainty.
    pushes : list of (time, point, (right, down))
        Stones that lie off their points from then on, in cells.
    now : float
        Where the script has got to, seconds.
    """

    size: int
    seed: int = 0
    changes: list[tuple[float, int, int]] = field(default_factory=list)
    covers: list[tuple[float, float, frozenset[int]]] = field(default_factory=list)
    errors: list[tuple[float, float, int, int, float]] = field(default_factory=list)
    pushes: list[tuple[float, int, tuple[float, float]]] = field(default_factory=list)
    now: float = 1.0

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.board = [0] * self.size**2

    def arm(self, point: int, side: int) -> frozenset[int]:
        """The points an arm covers that reaches from a side (1 bottom, 2 top) to a point."""
        n = self.size
        row, col = divmod(point, n)
        rows = range(max(0, row - 1), n) if side == 1 else range(0, min(n, row + 2))
        lean = self.random.choice((-0.3, 0.0, 0.3))
        points = set()
        for r in rows:
            middle = col + lean * abs(r - row)
            points |= {r * n + c for c in range(n) if abs(c - middle) <= 1.4}
        return frozenset(points)

    def put(self, at: float, point: int, colour: int) -> None:
        """The point holds this from then on."""
        self.changes.append((at, point, colour))
        self.board[point] = colour

    def push(self, point: int, right: float, down: float) -> None:
        """The stone lies off its point, by so many cells."""
        self.pushes.append((self.now, point, (right, down)))

    def visit(
        self, acts: list[tuple[int, int]], side: int, *, reach: float = 0.7, leave: float = 0.6
    ) -> tuple[float, float]:
        """A hand comes, makes these acts (point, colour) and goes; when the last was made and it had gone."""
        start = self.now
        for point, colour in acts:
            self.now += reach * self.random.uniform(0.7, 1.3)
            self.covers.append((self.now - 0.45, self.now + 0.25, self.arm(point, side)))
            self.put(self.now, point, colour)
        released = self.now
        self.now += leave * self.random.uniform(0.7, 1.3)
        for point, _ in acts:
            self.covers.append((start + 0.3, self.now, self.arm(point, side)))
        return released, self.now

    def wait(self, seconds: float) -> None:
        """Nothing happens for a while."""
        self.now += seconds

    def rest(self, point: int, side: int, seconds: float) -> None:
        """A hand rests over a point from now on, while other things go on."""
        self.covers.append((self.now, self.now + seconds, self.arm(point, side)))

    def hide(self, start: float, stop: float) -> None:
        """Nothing of the board can be seen for a while."""
        self.covers.append((start, stop, frozenset(range(self.size**2))))

    def err(self, share: float) -> None:
        """Spread errors over all the time so far: so large a share of the points is wrong, as much again unsure."""
        if share <= 0:
            return
        n, rnd = self.size, self.random
        mean = (LONGEST - SHORTEST) / math.log(LONGEST / SHORTEST)
        hands = [c for c in self.covers if len(c[2]) < n * n]
        history: dict[int, list[tuple[float, int]]] = {}
        for at, point, colour in sorted(self.changes):
            history.setdefault(point, []).append((at, colour))
        for i in range(2 * int(1.1 * share * n * n * self.now / mean)):  # a tenth of the time is under hands
            length = math.exp(rnd.uniform(math.log(SHORTEST), math.log(LONGEST)))
            start, point = rnd.uniform(0, self.now), rnd.randrange(n * n)
            if hands and rnd.random() < NEAR_HANDS:
                begun, end, points = rnd.choice(hands)
                start = rnd.uniform(max(begun, end - 0.5), end + 0.1)
                row, col = divmod(rnd.choice(sorted(points)), n)
                row = rnd.randint(max(0, row - 2), min(n - 1, row + 2))
                col = rnd.randint(max(0, col - 2), min(n - 1, col + 2))
                point = row * n + col
            before = [c for at, c in history.get(point, []) if at <= start + 0.2]
            there = before[-1] if before else 0
            wrong = rnd.choice([c for c in range(3) if c != there])
            sure = rnd.random() < SURELY_WRONG
            chance = rnd.uniform(0.95, 0.995) if sure else rnd.uniform(0.45, 0.95)
            if i % 2:
                wrong, chance = -1, rnd.uniform(0.45, 0.95)
            self.errors.append((start, start + length, point, wrong, chance))

    def at(self, time: float) -> NDArray[np.int64]:
        """What lies on the board at a time, (n * n,)."""
        board = np.zeros(self.size**2, np.int64)
        for at, point, colour in sorted(self.changes):
            if at <= time:
                board[point] = colour
        return board

    def readings(self, fps: float, until: float | None = None, *, jitter: float = 0.003) -> Iterator[Reading]:
        """What a camera with so many frames a second has read of it."""
        n = self.size
        m = n * n
        noise = np.random.default_rng(self.seed)
        changes, pushes, errors = sorted(self.changes), sorted(self.pushes), sorted(self.errors)
        covers = sorted(((a, b, list(points)) for a, b, points in self.covers), key=lambda c: c[0])
        starts = [c[0] for c in covers], [e[0] for e in errors]
        board, offsets, every = np.zeros(m, np.int64), np.zeros((m, 2)), np.arange(m)
        end = self.now if until is None else until
        done = pushed = covered = erred = 0
        over: list[tuple[float, float, list[int]]] = []
        wrong: list[tuple[float, float, int, int, float]] = []
        for index in range(int(end * fps) + 1):
            t = index / fps
            while done < len(changes) and changes[done][0] <= t:
                _, point, colour = changes[done]
                board[point], offsets[point] = colour, 0.0
                done += 1
            while pushed < len(pushes) and pushes[pushed][0] <= t:
                offsets[pushes[pushed][1]] = pushes[pushed][2]
                pushed += 1
            last, covered = covered, bisect.bisect_right(starts[0], t)
            over = [c for c in (*over, *covers[last:covered]) if t < c[1]]
            last, erred = erred, bisect.bisect_right(starts[1], t)
            wrong = [e for e in (*wrong, *errors[last:erred]) if t < e[1]]
            seen = np.ones(m, np.bool_)
            for _, _, points in over:
                seen[points] = False
            sure = np.clip(1 - np.abs(noise.normal(0, jitter, m)) - 0.002, 0.34, 1)
            chances = np.repeat((1 - sure)[:, None] / 2, 3, axis=1)
            chances[every, board] = sure
            for _, _, point, colour, chance in wrong:
                now = min(0.998, max(0.34, chance + noise.normal(0, 0.25) * (1 - chance)))
                chances[point] = (1 - now) / 2
                chances[point, board[point] if colour < 0 else colour] = now
            chances[~seen] = noise.dirichlet((1, 1, 1), int((~seen).sum()))
            lying = (board > 0)[:, None] * (offsets + noise.normal(0, 0.015, (m, 2)))
            yield Reading(
                chances.reshape(n, n, 3).astype(np.float32),
                seen.reshape(n, n),
                lying.reshape(n, n, 2).astype(np.float32),
                t,
                index,
            )
