"""Real games: every move legal, and every gap explained by the moves that were played."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from sgfmill.boards import Board

from engine.arrangement import Arrangement
from engine.explain import explain
from engine.game import Game
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.rulesets import ruleset

GAMES = [
    line
    for line in (Path(__file__).parent / "data" / "real_games.txt").read_text().splitlines()
    if not line.startswith("#")
]
RULES = replace(ruleset("cn2002"), passes_to_end=None)  # some records go on after two passes


def replay(line: str) -> Game:
    """Play a line of the data file; raises IllegalMove where a move is not legal."""
    size, _, handicap, *moves = line.split()
    stones = [] if handicap == "-" else [Point.from_sgf(text) for text in handicap.split(",")]
    start = Position.empty(int(size)).set_up(black=stones, turn=Colour.from_letter(moves[0][0]))
    game = Game(RULES, start)
    for text in moves:
        point = None if text[1:] == ".." else Point.from_sgf(text[1:])
        game.play(Move(Colour.from_letter(text[0]), point))
    return game


@pytest.mark.parametrize("line", GAMES, ids=[f"game {n}" for n in range(1, len(GAMES) + 1)])
def test_real_games_are_legal_and_end_as_on_sgfmills_board(line: str) -> None:
    game = replay(line)
    size = game.position.size
    board = Board(size)
    start = game.history.positions[0].arrangement
    board.apply_setup([(size - 1 - p.row, p.col) for p in start.points(Colour.BLACK)], [], [])
    for move in game.moves:
        if move.point:
            board.play(size - 1 - move.point.row, move.point.col, move.colour.letter.lower())
    for index, there in enumerate(game.position.stones):
        row, col = divmod(index, size)
        assert board.get(size - 1 - row, col) == (None, "b", "w")[there]


def test_gaps_of_real_games_are_explained_by_the_moves_played() -> None:
    chance = random.Random("gaps")
    for line in chance.sample(GAMES, 12):
        game = replay(line)
        positions, moves = game.history.positions, game.history.moves
        for _ in range(40):
            plies = chance.randint(0, 5)
            at = chance.randrange(len(positions) - plies)
            played = moves[at : at + plies]
            if any(move is not None and move.point is None for move in played):
                continue
            target = Arrangement(game.position.size, positions[at + plies].stones)
            found = explain(positions[at], target, RULES, 6)
            assert any(each.moves == played for each in found)
