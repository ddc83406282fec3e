"""Simulated readings of whole games, and how well inference tells them.

    python tests/campaigns/watched_games.py --games 200 --seed 1 --noise 0.002

A world is a board, hands over it and errors of reading, all in continuous time; a camera samples it at any
rate. Games are real ones. Prints a line for each game that went wrong, with the seed that replays it, and a
summary; ends with status 0 where every record is right and no alert was false.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from sgfmill.boards import Board as SgfmillBoard

from recorder import events
from recorder.inference.inferencer import Inferencer
from recorder.settings import Settings
from vision.reading import Reading

GAMES = Path(__file__).parent.parent / "engine" / "data" / "real_games.txt"


@dataclass
class World:
    """What happens on a board: stones come and go at times, hands cover points, readings err.

    Attributes
    ----------
    size : int
    changes : list of (time, point, colour)
    covers : list of (from, to, points)
    errors : list of (from, to, point, colour, chance)
    now : float
        Where the script has got to, seconds.
    """

    size: int
    seed: int = 0
    changes: list[tuple[float, int, int]] = field(default_factory=list)
    covers: list[tuple[float, float, frozenset[int]]] = field(default_factory=list)
    errors: list[tuple[float, float, int, int, float]] = field(default_factory=list)
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

    def err(self, share: float, longest: float = 30.0) -> None:
        """Spread errors of reading over the whole time, most of them near hands."""
        if share <= 0:
            return
        n = self.size
        mean = float(np.mean(np.exp(np.linspace(np.log(0.5), np.log(longest), 50))))
        number = int(share * n * n * self.now / mean)
        for _ in range(number):
            length = float(np.exp(self.random.uniform(np.log(0.5), np.log(longest))))
            start = self.random.uniform(0, self.now)
            point = self.random.randrange(n * n)
            if self.covers and self.random.random() < 0.6:
                _, end, points = self.random.choice(self.covers)
                start = end - self.random.uniform(0, 0.5)
                row, col = divmod(self.random.choice(sorted(points)), n)
                row = min(n - 1, max(0, row + self.random.randint(-2, 2)))
                col = min(n - 1, max(0, col + self.random.randint(-2, 2)))
                point = row * n + col
            chance = self.random.uniform(0.5, 0.9)
            self.errors.append((start, start + length, point, self.random.choice((0, 1, 2)), chance))

    def readings(self, fps: float, until: float | None = None, *, jitter: float = 0.01) -> Iterator[Reading]:
        """What a camera with so many frames a second has read of it."""
        n = self.size
        noise = np.random.default_rng(self.seed)
        changes = sorted(self.changes)
        board = np.zeros(n * n, np.int64)
        done = 0
        end = self.now if until is None else until
        covers = sorted(self.covers, key=lambda c: c[0])
        errors = sorted(self.errors)
        first_cover = first_error = 0
        for index in range(int(end * fps) + 1):
            t = index / fps
            while done < len(changes) and changes[done][0] <= t:
                board[changes[done][1]] = changes[done][2]
                done += 1
            seen = np.ones(n * n, np.bool_)
            for start, stop, points in covers[first_cover:]:
                if start > t:
                    break
                if t < stop:
                    seen[list(points)] = False
            sure = 1 - np.abs(noise.normal(0, jitter, n * n)) - 0.002
            chances = np.repeat((1 - sure)[:, None] / 2, 3, axis=1)
            chances[np.arange(n * n), board] = sure
            for start, stop, point, colour, chance in errors[first_error:]:
                if start > t:
                    break
                if t < stop:
                    chances[point] = (1 - chance) / 2
                    chances[point, colour] = chance
            chances[~seen] = noise.dirichlet((1, 1, 1), int((~seen).sum()))
            yield Reading(
                chances.reshape(n, n, 3).astype(np.float32),
                seen.reshape(n, n),
                np.zeros((n, n, 2), np.float32),
                t,
                index,
            )


@dataclass
class Truth:
    """What a world's record must say: moves (colour, point, when the hand had gone) and alerts (id, points)."""

    moves: list[tuple[str, str, float]] = field(default_factory=list)
    alerts: list[tuple[set[str], set[str], float]] = field(default_factory=list)


def vertex(point: int, n: int) -> str:
    """SGF letters."""
    return chr(97 + point % n) + chr(97 + point // n)


def index_of(letters: str, n: int) -> int:
    """Index row * n + col of a point in SGF letters."""
    return (ord(letters[1]) - 97) * n + ord(letters[0]) - 97


def read_games() -> list[tuple[int, list[int], list[tuple[int, int]]]]:
    """Size, black handicap points, and moves (colour, point) of the real games up to the first pass."""
    games = []
    for line in GAMES.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        size, _, handicap, *moves = line.split()
        n = int(size)
        stones = [] if handicap == "-" else [index_of(handicap[i : i + 2], n) for i in range(0, len(handicap), 2)]
        # Nobody sees a pass: the games are played up to the first.
        ends = next((i for i, m in enumerate(moves) if m[1:] == ".."), len(moves))
        played = [(1 if m[0] == "B" else 2, index_of(m[1:], n)) for m in moves[:ends]]
        games.append((n, stones, played))
    return games


def captured(board: list[int], n: int, colour: int, point: int) -> list[int]:
    """What a move takes, by sgfmill's board."""
    other = SgfmillBoard(n)
    for p, c in enumerate(board):
        if c:
            other.board[n - 1 - p // n][p % n] = "bw"[c - 1]
    other._is_empty = False
    other.play(n - 1 - point // n, point % n, "bw"[colour - 1])
    return [p for p, c in enumerate(board) if c and other.get(n - 1 - p // n, p % n) is None]


def play_out(
    seed: int, moves: list[tuple[int, int]], n: int, *, noise: float = 0.0, mischief: float = 0.0
) -> tuple[World, Truth]:
    """A game as it might be played: slow captures, several moves under one hand, resting hands."""
    world, truth = World(n, seed), Truth()
    rnd = world.random
    world.wait(1.5)
    i = 0
    while i < len(moves):
        colour, point = moves[i]
        taken = captured(world.board, n, colour, point)
        if rnd.random() < mischief and i + 2 < len(moves) and not taken:
            kind = rnd.choice(("rest", "two", "fast"))
            if kind == "rest":
                world.rest(rnd.randrange(n * n), rnd.choice((1, 2)), rnd.uniform(2, 8))
            elif kind in ("two", "fast"):
                # The next move is made while the hand is still there.
                second = moves[i + 1]
                if not captured([*world.board[:point], colour, *world.board[point + 1 :]], n, *second):
                    _, gone = world.visit([(point, colour)], colour, leave=0.05)
                    world.rest(point, colour, 1.6)
                    _, gone2 = world.visit([(second[1], second[0])], second[0], reach=0.5)
                    truth.moves.append(("BW"[colour - 1], vertex(point, n), gone + 1.6))
                    truth.moves.append(("BW"[second[0] - 1], vertex(second[1], n), max(gone2, gone + 1.6)))
                    world.wait(rnd.uniform(1.7, 3.0))
                    i += 2
                    continue
        acts = [(point, colour)]
        rnd.shuffle(taken)
        later = []
        if len(taken) > 3:
            taken, later = taken[:3], taken[3:]
        _, gone = world.visit([*acts, *((p, 0) for p in taken)], colour, reach=0.6 if not taken else 0.5)
        while later:
            part, later = later[:3], later[3:]
            world.wait(rnd.uniform(0.2, 0.7))
            _, gone = world.visit([(p, 0) for p in part], colour, reach=0.4)
        truth.moves.append(("BW"[colour - 1], vertex(point, n), gone))
        world.wait(rnd.uniform(0.9, 3.0))
        i += 1
    world.wait(2.5)
    world.err(noise)
    return world, truth


@dataclass
class Result:
    """How a world was told."""

    errors: int
    withdrawn: int
    false: list[events.Alert]
    missed: list[tuple[set[str], set[str], float]]
    late: list[float]
    told: list[events.Event]


def main_line(told: list[events.Event]) -> tuple[list[events.Move | events.Pass], int]:
    """The main line that a log says, and how many of its moves were withdrawn on the way."""
    line: dict[int, events.Move | events.Pass] = {}
    withdrawn = 0
    for event in told:
        if isinstance(event, events.Move | events.Pass):
            line[event.n] = event
        elif isinstance(event, events.Correction):
            withdrawn += sum(n >= event.n for n in line)
            line = {n: m for n, m in line.items() if n < event.n}
    return [line[n] for n in sorted(line)], withdrawn


def watch(world: World, truth: Truth, fps: float = 10.0, settings: Settings | None = None) -> Result:
    """Let inference watch a world and compare what it tells with the truth."""
    inferencer = Inferencer(world.size, settings)
    told: list[events.Event] = []
    for reading in world.readings(fps):
        told += inferencer.update(reading)
    told += inferencer.finish(world.now)
    line, withdrawn = main_line(told)
    got = [(m.colour, m.point) for m in line if isinstance(m, events.Move)]
    want = [m[:2] for m in truth.moves]
    errors = distance(want, got)
    late = []
    if not errors:
        moves = [m for m in line if isinstance(m, events.Move)]
        late = [m.t - w[2] for m, w in zip(moves, truth.moves, strict=True)]
    wanted = list(truth.alerts)
    false = []
    for alert in (e for e in told if isinstance(e, events.Alert)):
        for w in wanted:
            if alert.id in w[0] and set(alert.points) & w[1] and alert.t <= w[2] + 2:
                wanted.remove(w)
                break
        else:
            false.append(alert)
    return Result(errors, withdrawn, false, wanted, late, told)


def distance(a: Sequence[tuple[str, str]], b: Sequence[tuple[str, str]]) -> int:
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
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--noise", type=float, default=0.001)
    parser.add_argument("--mischief", type=float, default=0.1)
    parser.add_argument("--fps", type=float, default=10)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    games = [g for g in read_games() if not g[1]]
    wrong = false = withdrawn = moves = 0
    late: list[float] = []
    began = time.perf_counter()
    for seed in range(args.seed, args.seed + args.games):
        n, _, all_moves = games[seed % len(games)]
        world, truth = play_out(seed, all_moves[: args.moves], n, noise=args.noise, mischief=args.mischief)
        result = watch(world, truth, args.fps)
        moves += len(truth.moves)
        withdrawn += result.withdrawn
        late += result.late
        if result.errors or result.false:
            wrong += bool(result.errors)
            false += len(result.false)
            print(f"seed {seed}: {result.errors} errors in {len(truth.moves)} moves, {len(result.false)} false alerts")
            if args.verbose:
                for event in result.told:
                    print("   ", event)
    p95 = float(np.percentile(late, 95)) if late else float("nan")
    print(
        f"{args.games} games, {moves} moves: {wrong} games with errors, {false} false alerts, "
        f"{withdrawn} moves withdrawn, delay p95 {p95:.2f} s, {time.perf_counter() - began:.0f} s"
    )
    return 1 if wrong or false else 0


if __name__ == "__main__":
    sys.exit(main())
