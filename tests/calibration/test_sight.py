"""What a lattice of crossings is worth, on lattices seen in rendered pictures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.lattice import Lattice, fit, project
from calibration.sight import Seen, Sight, Unfit, judged
from vision.frame import Image
from vision.grid import Grid
from vision.picture import read_picture

PICTURES = Path(__file__).parent.parent / "pictures"
CORNERS = {e["file"]: np.array(e["corners"]) for e in json.loads((PICTURES / "manifest.json").read_text()) if e["size"]}


def seen(name: str) -> tuple[Image, Lattice]:
    image = read_picture(PICTURES / name)
    lattice = fit(image, CORNERS[name], None)
    assert isinstance(lattice, Lattice)
    return image, lattice


def part(lattice: Lattice, first: tuple[int, int], lines: int, step: float = 1.0) -> Sight:
    """What looks like a whole board of `lines` lines from a crossing of a lattice on, `step` cells a line."""
    last = step * (lines - 1)
    rim = np.array(first) + np.array([[0, 0], [0, last], [last, last], [last, 0]], float)
    return Sight(Grid(lines, project(lattice.homography, rim)), lattice, 0.9, 0.02)


def noted(*lattices: Lattice) -> Seen:
    looks = Seen()
    for lattice in lattices:
        looks.note(Unfit("lines that are no whole board", lattice, cut=False))
    return looks


@pytest.mark.parametrize(("lines", "first"), [(13, (0, 0)), (13, (8, 8)), (9, (5, 12))])
def test_a_window_within_a_larger_lattice_is_no_board(lines: int, first: tuple[int, int]) -> None:
    """As a board of 21 lines, of which the rim can hardly be seen, was once taken for one of 13."""
    _, lattice = seen("21_lines.jpg")
    assert lattice.lines == (21, 21)
    assert noted(lattice).larger(part(lattice, first, lines))
    assert not noted().larger(part(lattice, first, lines))


def test_the_rims_of_a_board_taken_for_lines_do_not_make_it_a_part() -> None:
    _, lattice = seen("21_lines.jpg")
    assert not noted(lattice).larger(part(lattice, (1, 1), 19))


def test_a_board_with_other_lines_is_no_part() -> None:
    """Such as one that lies on squared paper, or of which every other line was taken."""
    _, lattice = seen("21_lines.jpg")
    assert not noted(lattice).larger(part(lattice, (0, 0), 9, step=2.0))
    assert not noted(lattice).larger(part(lattice, (14, 14), 9))


def test_the_larger_of_two_sights_wins_whatever_its_marks() -> None:
    _, lattice = seen("17_lines.jpg")
    looks, small = Seen(), part(lattice, (2, 2), 9)
    whole = Sight(Grid(17, CORNERS["17_lines.jpg"]), lattice, 0.61, 0.02)
    for sight in (small, whole):
        looks.note(sight)
    assert looks.larger(small)
    assert not looks.larger(whole)


def test_a_board_is_cut_off_once_two_looks_that_see_it_well_say_so() -> None:
    image, lattice = seen("22.jpg")
    height, width = image.shape[:2]
    lowest = float(CORNERS["22.jpg"][:, 1].max())
    # As much of the picture as shows all but the last rows of the same lattice.
    refused = judged(lattice, (round(lowest - 0.06 * height), width), None)
    assert isinstance(refused, Unfit)
    assert refused.cut
    looks = Seen()
    looks.note(refused)
    assert not looks.cut_off
    looks.note(refused)
    assert looks.cut_off == refused.reason
    faintly = judged(replace(lattice, border=0.3), (round(lowest - 0.06 * height), width), None)
    assert isinstance(faintly, Unfit)
    looks = Seen()
    for agreeing in (False, False, True):
        looks.note(faintly)
        assert bool(looks.cut_off) == agreeing
    whole = judged(lattice, (height, width), None)
    assert isinstance(whole, Sight)
    assert whole.grid.size == 19


@pytest.mark.parametrize(("name", "whole"), [("21_lines.jpg", True), ("17_lines.jpg", False)])
def test_without_room_for_another_line_only_what_is_no_part_of_a_usual_board_is_one(name: str, whole: bool) -> None:
    image, lattice = seen(name)
    size = lattice.lines[0]
    lowest = float(CORNERS[name][:, 1].max())
    cell = float(np.linalg.norm(np.diff(CORNERS[name], axis=0), axis=1).min()) / (size - 1)
    found = judged(lattice, (round(lowest + 0.3 * cell), image.shape[1]), None)
    assert isinstance(found, Sight) == whole
    if isinstance(found, Sight):
        assert found.grid.size == size


def test_faint_outermost_lines_may_be_the_rims_of_a_usual_board() -> None:
    image, lattice = seen("21_lines.jpg")
    shape = (image.shape[0], image.shape[1])
    assert isinstance(judged(lattice, shape, None), Sight)
    assert isinstance(judged(replace(lattice, border=0.4), shape, None), Unfit)
    assert isinstance(judged(replace(lattice, border=0.4), shape, 21), Sight)
