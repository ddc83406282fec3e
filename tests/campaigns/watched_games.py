"""Simulated readings of whole games, and how well inference tells them.

    python -m tests.campaigns.watched_games --games 200 --seed 1 --noise 0.01 --gaps 0.03 --faults 0.05

A world is a board, hands over it and errors of reading, all in continuous time; a camera samples it at any
rate. Games are real ones. Prints a line for each game that went wrong, with the seed that replays it
(`--seed S --games 1 --verbose` tells all of it), and a summary: games whose record is wrong, false alerts,
irregularities missed, moves withdrawn, delays, and how often moves told with some confidence were right. Ends
with status 0 where every record is right and no alert was false.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from recorder import events
from recorder.inference.inferencer import Inferencer
from recorder.settings import Settings
from tests.campaigns.watched_faults import commit
from tests.campaigns.watched_play import Play, Played, Truth, Wanted
from tests.campaigns.watched_play import vertex as vertex
from tests.campaigns.watched_world import World

GAMES = Path(__file__).parent.parent / "engine" / "data" / "real_games.txt"
CALM = 25.0
"""Seconds watched after the last move."""
GLIMPSE = 0.2
"""Seconds between two looks of the slowest camera: what is in view for less may be seen by nobody."""
SETTINGS = Settings(handicap=0)
"""As the pairings tell it: even games."""
BINS = (0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 1.001)
"""Bounds of confidence in the table of reliability."""


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


def play_out(
    seed: int,
    moves: Sequence[tuple[int, int]],
    n: int,
    *,
    noise: float = 0.0,
    mischief: float = 0.0,
    gaps: float = 0.0,
    faults: float = 0.0,
    count: int | None = None,
) -> tuple[World, Truth]:
    """A game as it might be played.

    Parameters
    ----------
    seed : int
    moves : sequence of (colour, point)
    n : int
        Number of lines.
    noise : float
        Share of the points that are read wrongly.
    mischief : float
        Share of the moves with hands that rest or come together.
    gaps : float
        Share of the moves at which the board is covered.
    faults : float
        Share of the moves with an irregularity.
    count : int, optional
        Number of moves played at most.
    """
    world = World(n, seed)
    rnd = world.random
    play = Play(world, moves)
    most = len(moves) if count is None else count
    world.wait(1.5)
    while len(play.truth.moves) < most:
        done = False
        if rnd.random() < faults and len(play.truth.moves) > 5:
            done = commit(play)
        elif rnd.random() < gaps and len(play.truth.moves) > 2:
            done = play.hidden()
        elif rnd.random() < mischief:
            if rnd.random() < 0.4:
                world.rest(rnd.randrange(n * n), rnd.choice((1, 2)), rnd.uniform(2, 8))
            else:
                done = play.under_one_hand()
        if not done and not play.play():
            break
        play.pause()
    world.wait(CALM)
    world.err(noise)
    play.truth.moves = [with_times(world, m) for m in play.truth.moves]
    return world, play.truth


def with_times(world: World, move: Played) -> Played:
    """A move with the times at which its stone was placed and at which its point came into view."""
    p, colour = index_of(move.vertex, world.size), " BW".index(move.colour)
    placed = max(t for t, q, c in world.changes if (q, c) == (p, colour) and t <= move.gone)
    shown = placed
    for start, stop, points in sorted(world.covers, key=lambda c: c[0]):
        if p in points and start <= shown + GLIMPSE and shown < stop:
            shown = stop
    return move._replace(placed=placed, shown=shown)


@dataclass
class Result:
    """How a world was told: `errors` in the moves, `board` whether the last board is right, `late` in seconds."""

    errors: int
    board: bool
    withdrawn: int
    false: list[events.Alert]
    missed: list[Wanted]
    late: list[float]
    alerts_late: list[float]
    confidence: list[tuple[float, bool]]
    told: list[events.Event]

    @property
    def is_right(self) -> bool:
        """Whether the record is right and no alert was false."""
        return not self.errors and self.board and not self.false


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


def in_seen_order(want: Sequence[Played], got: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The true moves, with those whose order nobody could see in the order in which they were told.

    Of two moves of one colour no camera sees the order where the point of the first stayed out of view until the
    other had been made too.
    """
    line: list[tuple[str, str]] = []
    left = {c: [m for m in want if m.colour == c] for c in "BW"}
    for i, move in enumerate(want):
        mine = left[move.colour]
        said = got[i] if i < len(got) else None
        at = next((k for k, m in enumerate(mine) if m[:2] == said), 0)
        if any(m.shown < mine[at].placed for m in mine[:at]):
            at = 0
        line.append(mine.pop(at)[:2])
    return line


def watch(world: World, truth: Truth, fps: float = 10.0, settings: Settings | None = None) -> Result:
    """Let inference watch a world and compare what it tells with the truth."""
    inferencer = Inferencer(world.size, settings or SETTINGS)
    told: list[events.Event] = []
    for reading in world.readings(fps):
        told += inferencer.update(reading)
    told += inferencer.finish(world.now)
    board = inferencer.board == bytes(world.board)
    line, withdrawn = main_line(told)
    got = [(m.colour, m.point if isinstance(m, events.Move) else "pass") for m in line]
    want = in_seen_order(truth.moves, got)
    errors = distance(want, got)
    late = [] if errors else [m.t - w.gone for m, w in zip(line, truth.moves, strict=True)]
    wanted, false, alerts_late = list(truth.alerts), [], []
    for alert in (e for e in told if isinstance(e, events.Alert)):
        for w in wanted:
            if alert.id in w.ids and set(alert.points) & w.points and w.seen - 1.5 <= alert.t <= w.right + 3:
                wanted.remove(w)
                alerts_late.append(alert.t - w.seen)
                break
        else:
            false.append(alert)
    # What was played and taken up again was told rightly too.
    undone = {p for w in truth.alerts for p in w.points}
    sure = [
        (e.confidence, want[e.n - 1 : e.n] == [(e.colour, e.point)] or e.point in undone)
        for e in told
        if isinstance(e, events.Move)
    ]
    return Result(errors, board, withdrawn, false, wanted, late, alerts_late, sure, told)


def distance(a: Sequence[object], b: Sequence[object]) -> int:
    """Levenshtein distance."""
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y)))
        last = row
    return last[-1]


def _percentile(values: list[float]) -> str:
    return f"{np.percentile(values, 50):.2f}/{np.percentile(values, 95):.2f}" if values else "-"


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--size", type=int, help="only games on so many lines (default: all)")
    parser.add_argument("--noise", type=float, default=0.01, help="share of points read wrongly (default 0.01)")
    parser.add_argument("--mischief", type=float, default=0.1, help="share of moves with hands that rest or meet")
    parser.add_argument("--gaps", type=float, default=1 / 30, help="share of moves at which the view is covered")
    parser.add_argument("--faults", type=float, default=0.0, help="share of moves with an irregularity")
    parser.add_argument("--fps", type=float, default=5)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    games = [g for g in read_games() if not g[1] and args.size in (None, g[0])]
    wrong = boards = false = withdrawn = moves = missed = faults = all_right = 0
    late: list[float] = []
    alerts_late: list[float] = []
    sure: list[tuple[float, bool]] = []
    began = time.perf_counter()
    for seed in range(args.seed, args.seed + args.games):
        n, _, all_moves = games[seed % len(games)]
        chances = {"noise": args.noise, "mischief": args.mischief, "gaps": args.gaps, "faults": args.faults}
        world, truth = play_out(seed, all_moves, n, count=args.moves, **chances)
        result = watch(world, truth, args.fps)
        moves += len(truth.moves)
        faults += len(truth.alerts)
        missed += len(result.missed)
        withdrawn += result.withdrawn
        late += result.late
        alerts_late += result.alerts_late
        sure += result.confidence
        wrong += bool(result.errors)
        boards += not result.board
        false += len(result.false)
        all_right += result.is_right
        if not result.is_right or args.verbose:
            print(
                f"seed {seed} ({n} lines): {result.errors} errors in {len(truth.moves)} moves, "
                f"board {'right' if result.board else 'wrong'}, {len(result.false)} false alerts: "
                f"{[(a.id, a.t) for a in result.false]}, missed: {[(sorted(w.ids)[0], w.seen) for w in result.missed]}",
                flush=True,
            )
        if args.verbose:
            for event in result.told:
                print("   ", event)
    print(
        f"{args.games} games, {moves} moves, {faults} irregularities: {all_right} games right; {wrong} with errors in "
        f"the moves, {boards} with a wrong last board, {false} false alerts, {missed} irregularities missed, "
        f"{withdrawn} moves withdrawn; delay p50/p95 {_percentile(late)} s, of alerts {_percentile(alerts_late)} s; "
        f"{time.perf_counter() - began:.0f} s"
    )
    for low, high in pairwise(BINS):
        told = [right for c, right in sure if low <= c < high]
        if told:
            print(f"    confidence {low:.2f} to {min(high, 1):.2f}: {len(told)} moves told, {np.mean(told):.1%} right")
    return 0 if all_right == args.games else 1


if __name__ == "__main__":
    sys.exit(main())
