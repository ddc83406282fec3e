"""Whether what is read is the board that is believed."""

from __future__ import annotations

import numpy as np
import pytest

from recorder.sight.turning import LIKE, is_unlike, likeness
from vision.reading import Reading


def read(stones: dict[tuple[int, int], int], n: int = 13) -> Reading:
    """All is seen surely."""
    chances = np.zeros((n, n, 3), np.float32)
    chances[..., 0] = 1
    for (row, col), colour in stones.items():
        chances[row, col] = np.eye(3)[colour]
    return Reading(chances, np.ones((n, n), np.bool_), np.zeros((n, n, 2), np.float32), 0.0, 0)


def board(stones: dict[tuple[int, int], int], n: int = 13) -> bytes:
    lying = np.zeros((n, n), np.uint8)
    for place, colour in stones.items():
        lying[place] = colour
    return lying.tobytes()


FEW = {(1, 12): 1, (7, 5): 2, (7, 6): 1}


def test_a_board_of_which_stones_slid_to_the_next_points_is_still_that_board() -> None:
    slid = {(1, 11): 1, (7, 5): 2, (7, 7): 1}
    assert likeness(read(slid), board(FEW)) >= LIKE
    assert not is_unlike(read({**slid, (6, 5): 2}), board(FEW))


@pytest.mark.parametrize(
    "now",
    [
        {(1, 11): 2, (7, 5): 2, (7, 7): 1},
        {(1, 10): 1, (7, 5): 2, (7, 7): 1},
        {(7, 5): 2, (7, 7): 1},
        {(1, 11): 1, (7, 4): 2, (7, 7): 1},
    ],
)
def test_stones_of_another_colour_or_farther_away_are_those_of_another_board(now: dict[tuple[int, int], int]) -> None:
    assert likeness(read(now), board(FEW)) < LIKE


@pytest.mark.parametrize("seed", range(60))
def test_a_board_seen_a_line_beside_its_place_is_not_taken_for_one_whose_stones_slid(seed: int) -> None:
    chance = np.random.default_rng(seed)
    places = chance.permutation(121)[: chance.integers(2, 50)]
    stones = {(1 + int(p) // 11, 1 + int(p) % 11): int(chance.integers(1, 3)) for p in places}
    way = [(0, 1), (1, 0), (1, 1), (0, -1)][seed % 4]
    beside = {(row + way[0], col + way[1]): colour for (row, col), colour in stones.items()}
    assert likeness(read(beside), board(stones)) < LIKE
