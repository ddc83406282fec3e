"""Real games played to the end: dead stones by GNU Go, the count by us, the result by GNU Go."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game import Game
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.rulesets import ruleset
from engine.scoring import Terms, count, final_score

GAMES = [
    line.split()
    for line in (Path(__file__).parent / "data" / "real_games.txt").read_text().splitlines()
    if line[0] != "#" and line.split()[0] != "19" and [text[1:] for text in line.split()[-2:]] == ["..", ".."]
]


def gnugo(moves: list[str], size: int, option: str, komi: float) -> tuple[list[list[Point]], str]:
    """Dead stones, stones in seki, neutral points, and the result, as GNU Go sees them."""
    program = shutil.which("gnugo") or "/usr/games/gnugo"
    commands = [f"boardsize {size}", f"komi {komi}", *moves]
    asked = ["final_status_list dead", "final_status_list seki", "final_status_list dame", "final_score", "quit", ""]
    run = subprocess.run(
        [program, "--mode", "gtp", option, "--seed", "1"],
        input="\n".join(commands + asked),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    answers = [answer.strip() for answer in run.stdout.split("\n\n") if answer.strip()][len(commands) :]
    *lists, score, _ = answers
    return [[Point.from_name(name, size) for name in answer[1:].split()] for answer in lists], score[1:].strip()


@pytest.mark.parametrize(("name", "option"), [("cn2002", "--chinese-rules"), ("jp", "--japanese-rules")])
def test_finished_games_are_counted_as_gnu_go_counts_them(name: str, option: str) -> None:
    compared = 0
    rules = replace(ruleset(name), passes_to_end=None)  # Some records go on after two passes.
    for size_text, _, handicap, *texts in GAMES:
        size = int(size_text)
        stones = [] if handicap == "-" else [Point.from_sgf(text) for text in handicap.split(",")]
        turn = Colour.from_letter(texts[0][0])
        game = Game(rules, Position.empty(size).set_up(black=stones, turn=turn))
        told = [f"play black {point.name(size)}" for point in stones]
        for text in texts:
            move = Move(Colour.from_letter(text[0]), None if text[1:] == ".." else Point.from_sgf(text[1:]))
            game.play(move)
            told.append(f"play {move.colour.name} {move.point.name(size) if move.point else 'pass'}")
        (dead, seki, neutral), theirs = gnugo(told, size, option, rules.komi)
        if neutral or count(game.position, dead, seki).shared:
            continue  # GNU Go plays contested points out, and what has to be mended in the territory.
        assert final_score(game.position, Terms(rules, rules.komi), dead, seki).sgf == theirs
        compared += 1
    assert compared >= 4
