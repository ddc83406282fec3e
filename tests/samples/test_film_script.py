"""The script of a rendered film against sgfmill's board, and its truth against the script."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from sgfmill import boards, sgf

from samples.render import hands, script

# A 9x9 game in which White takes two stones in the corner and Black two single ones at the side.
RECORD = (
    "(;FF[4]GM[1]SZ[9]KM[6.5];B[aa];W[ab];B[ba];W[bb];B[ee];W[ca];B[ff];W[aa];B[gg];W[ge];B[hh];W[hg];B[ig];W[gf];"
    "B[hf];W[ii];B[gh])"
)
RESTS = {"b": np.array([0.0, -24.0, 1.5]), "w": np.array([0.0, 24.0, 1.5])}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "corner.sgf"
    path.write_text(RECORD)
    return path


def board_after(path: Path, moves: int) -> dict[tuple[int, int], str]:
    """Stones by (row from the top, column) after some moves, as sgfmill plays them."""
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    board = boards.Board(game.get_size())
    for node in game.get_main_sequence()[1 : moves + 1]:
        colour, move = node.get_move()
        board.play(*move, colour)
    return {(game.get_size() - 1 - row, col): colour for colour, (row, col) in board.list_occupied_points()}


def written(path: Path, first: int = 1, count: int = 17) -> tuple[script.Game, script.Script]:
    game = script.played(path, first, count)
    made = script.written(np.random.default_rng(5), game, RESTS, 0.47, 1.07, 0.38, 10, 0.6)
    return game, made


def test_film_shows_every_position_of_the_game(record: Path) -> None:
    game, made = written(record)
    assert sorted(len(step.captured) for step in game.steps)[-2:] == [1, 2]
    for number, move in enumerate(made.moves, 1):
        shown = made.positions[made.instants[move["last"]].position]
        assert {point: stone.colour for point, stone in shown.items()} == board_after(record, number)


def test_stone_appears_at_its_release(record: Path) -> None:
    _, made = written(record)
    for move in made.moves:
        before, after = (made.positions[made.instants[move["release"] + i].position] for i in (-1, 0))
        assert move["point"] not in before
        assert after[move["point"]].colour == move["colour"]


def test_captives_leave_one_after_the_other_and_lie_on_the_lid(record: Path) -> None:
    _, made = written(record)
    counts = [len(stones) for stones in made.positions]
    assert max(before - after for before, after in pairwise(counts)) == 1
    assert made.captives[-1] == {"b": 1, "w": 2}


def test_joining_a_game_sets_up_what_stands(record: Path) -> None:
    game, made = written(record, first=8, count=4)
    stones = dict.fromkeys(game.setup["b"], "b") | dict.fromkeys(game.setup["w"], "w")
    assert stones == board_after(record, 7)
    assert {p: s.colour for p, s in made.positions[0].items()} == stones


def test_too_few_moves_is_said(record: Path) -> None:
    with pytest.raises(ValueError, match="only 17 moves; ask for fewer"):
        script.played(record, 1, 18)


def test_truth_and_record_tell_the_same_game(record: Path) -> None:
    game, made = written(record)
    over = [bool(instant.player) for instant in made.instants]
    truth = script.truth(game, made, over, "corner", (640, 360), np.zeros((4, 2)))
    again = sgf.Sgf_game.from_bytes(script.sgf_text(game, "corner"))
    moves = [node.get_move() for node in again.get_main_sequence()[1:]]
    told = [(m["colour"].lower(), m["point"]) for m in truth["main_line"]]
    assert told == [(colour, script.letters((8 - row, col))) for colour, (row, col) in moves]
    final = board_after(record, 17)
    rows = ["".join({"b": "X", "w": "O"}.get(final.get((r, c), ""), ".") for c in range(9)) for r in range(9)]
    assert truth["final_position"] == rows
    releases = [m["t_release"] for m in truth["main_line"]]
    assert releases == sorted(releases)
    assert all(m["t_clear"] > m["t_release"] for m in truth["main_line"])


def test_stones_do_not_overlap() -> None:
    rng = np.random.default_rng(2)
    stones: dict[script.Point, script.Stone] = {}
    for point in [(r, c) for r in range(5) for c in range(5)]:
        stones[point] = script.laid(rng, stones, "b", point, 0.46, 1.07)
    places = np.array([[p[1] + s.offset[0], (p[0] + s.offset[1]) * 1.07] for p, s in stones.items()])
    apart = np.linalg.norm(places[:, None] - places, axis=-1) + 9 * np.eye(25)
    assert apart.min() > 2 * 0.46 - 0.06


@pytest.mark.parametrize("pose", sorted(hands.POSES))
def test_hand_is_a_closed_skin_at_the_size_of_a_hand(pose: str) -> None:
    mesh, tint, wrist = hands.hand(pose, 1.0, 4.0, 0.25)
    edges = np.sort(mesh.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    _, counts = np.unique(edges, axis=0, return_counts=True)
    assert (counts % 2 == 0).all()  # no holes
    assert len(tint) == len(mesh.vertices)
    assert 140 < np.linalg.norm(wrist) * 23 < 200  # mm from the wrist to what the fingers hold
    width = np.ptp(mesh.vertices[np.abs(mesh.vertices[:, 1] - wrist[1] - 3.2) < 0.3, 0]) * 23
    assert 70 < width < 125  # mm across the palm, thumb included
