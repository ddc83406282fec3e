"""How fast the rules and the inference think, without any picture."""

from __future__ import annotations

import time

import numpy as np

from recorder.inference.inferencer import Inferencer
from recorder.settings import Settings
from tests.benchmarks.engine_speed import explain_times, real_games, replay_times
from tests.benchmarks.machine import load
from tests.benchmarks.report import Findings, Table
from tests.campaigns.watched_games import play_out, read_games

WORLDS = {
    "9 lines": (9, 0.0),
    "19 lines": (19, 0.0),
    "19 lines, 1 % of the points misread": (19, 0.01),
}
"""Lines, and share of the points read wrongly."""


def inference_speed(moves: int, rate: float = 5.0) -> Findings:
    """Simulated readings of games of so many moves, as `tests.campaigns.watched_games` makes them."""
    rows = []
    games = [game for game in read_games() if not game[1]]
    for name, (size, noise) in WORLDS.items():
        game = next(played for n, _, played in games if n == size and len(played) >= min(moves, 30))
        world, truth = play_out(1, game, size, noise=noise, mischief=0.1, count=moves)
        readings = list(world.readings(rate))
        inferencer = Inferencer(size, Settings(handicap=0))
        took = []
        for reading in readings:
            began = time.perf_counter()
            inferencer.update(reading)
            took.append(time.perf_counter() - began)
        ms = 1000 * np.array(took)
        cells = (f"{1000 / ms.mean():.0f}", f"{np.median(ms):.2f}", f"{np.percentile(ms, 99):.1f}", f"{ms.max():.0f}")
        rows.append((name, str(len(truth.moves)), str(len(readings)), *cells))
    columns = ("board", "moves", "readings", "readings a second", "median ms", "99 %", "most")
    notes = [f"{rate:g} readings a second of the game, one thread; {load()}."]
    return Findings([Table("Inference on simulated readings", columns, rows, notes)])


def engine_speed(tries: int, rounds: int) -> Findings:
    """Real games replayed so many times, and so many gaps in them explained."""
    games = real_games()
    ours, theirs = replay_times(games, rounds)
    rows = [
        ("a move with full legality and positional superko", f"{ours:.1f} µs"),
        ("the same by sgfmill, without superko", f"{theirs:.1f} µs"),
        ("ratio, above 1: ours is faster", f"{theirs / ours:.2f}"),
    ]
    for plies in (1, 2, 4):
        told = explain_times(games, plies, tries)
        text = f"{told['median_ms']:.2f} ms, with a capture {told['with_capture_median_ms']:.2f} ms, most "
        rows.append((f"a gap of {plies} plies explained, median", f"{text}{told['worst_ms']:.1f} ms"))
    return Findings([Table("The rules", ("what", "takes"), rows, [f"19 lines for the gaps; {load()}."])])
