"""How fast the engine replays real games and explains gaps.

    python -m tests.benchmarks.engine_speed

Prints one JSON object: microseconds a move with full legality and positional superko, the same of sgfmill's
Board.play without superko, their ratio (above 1: we are faster), and the median and worst milliseconds of
`explain` for gaps of k plies on 19x19, of which `with_capture` hold one.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from dataclasses import replace
from pathlib import Path

from sgfmill.boards import Board

from engine.arrangement import Arrangement
from engine.explain import explain
from engine.game import Game
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.rulesets import ruleset

GAMES = Path(__file__).parent.parent / "engine" / "data" / "real_games.txt"
RULES = replace(ruleset("cn2002"), passes_to_end=None)


def real_games() -> list[tuple[Position, list[Move]]]:
    """Start and moves of each game of the data file."""
    games = []
    for line in GAMES.read_text().splitlines():
        if line.startswith("#"):
            continue
        size, _, handicap, *moves = line.split()
        stones = [] if handicap == "-" else [Point.from_sgf(text) for text in handicap.split(",")]
        turn = Colour.from_letter(moves[0][0])
        start = Position.empty(int(size)).set_up(black=stones, turn=turn)
        games.append((start, [_move(text) for text in moves]))
    return games


def _move(text: str) -> Move:
    return Move(Colour.from_letter(text[0]), None if text[1:] == ".." else Point.from_sgf(text[1:]))


def replay_times(games: list[tuple[Position, list[Move]]], rounds: int = 5) -> tuple[float, float]:
    """Best of some rounds: microseconds a move, ours and sgfmill's."""
    count = sum(len(moves) for _, moves in games)
    plain = [
        (
            start,
            [(start.size - 1 - m.point.row, m.point.col, m.colour.letter.lower()) for m in moves if m.point],
        )
        for start, moves in games
    ]
    ours, theirs = [], []
    for _ in range(rounds):
        began = time.perf_counter()
        for start, moves in games:
            game = Game(RULES, start)
            for move in moves:
                game.play(move)
        ours.append(time.perf_counter() - began)
        began = time.perf_counter()
        for start, stones in plain:
            board = Board(start.size)
            black = [(start.size - 1 - p.row, p.col) for p in start.arrangement.points(Colour.BLACK)]
            board.apply_setup(black, [], [])
            for row, col, colour in stones:
                board.play(row, col, colour)
        theirs.append(time.perf_counter() - began)
    return min(ours) / count * 1e6, min(theirs) / count * 1e6


def explain_times(games: list[tuple[Position, list[Move]]], plies: int, tries: int) -> dict[str, float]:
    """Gaps of real games on 19 lines, half of them with a capture."""
    chance = random.Random(plies)
    played = []
    for start, moves in games:
        if start.size == 19:
            game = Game(RULES, start)
            for move in moves:
                game.play(move)
            played.append(game.history)
    plain: list[float] = []
    captures: list[float] = []
    while len(plain) < tries or len(captures) < tries:
        history = chance.choice(played)
        at = chance.randrange(len(history.positions) - plies)
        if any(m is None or m.point is None for m in history.moves[at : at + plies]):
            continue
        before, after = history.positions[at], history.positions[at + plies]
        began = time.perf_counter()
        found = explain(before, Arrangement(19, after.stones), RULES, plies)
        took = (time.perf_counter() - began) * 1e3
        assert any(each.moves == history.moves[at : at + plies] for each in found)
        (captures if before.captives != after.captives else plain).append(took)
    return {
        "median_ms": round(statistics.median(plain), 3),
        "with_capture_median_ms": round(statistics.median(captures), 3),
        "worst_ms": round(max(plain + captures), 3),
    }


def main() -> None:
    games = real_games()
    ours, theirs = replay_times(games)
    report: dict[str, object] = {
        "us_per_move": round(ours, 2),
        "sgfmill_us_per_move": round(theirs, 2),
        "ratio": round(theirs / ours, 2),
    }
    for plies in (1, 2, 3, 4, 5, 6):
        report[f"explain_{plies}"] = explain_times(games, plies, 100)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
