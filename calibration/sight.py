"""What a lattice of crossings is worth: a whole board seen, a part of one, or nothing."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lattice import Lattice, project
from calibration.lens import fit_grid
from calibration.orient import oriented
from vision.grid import SIZES, Grid, NoGrid

Array = NDArray[np.float64]
USUAL = (9, 13, 19)
NOTHING = "no board seen"
LEAST_SCORE = 0.6  # mean mark of the crossings below which no board is believed
LEAST_BORDER = 0.25  # the same for the worst of the four outer lines
ODD_SCORE, ODD_BORDER = 0.7, 0.5  # the same for a board of an odd size: it must be seen well
ODD_DEBT = 0.05  # by how much an odd size must be marked better than a usual one
ODD_ROOM = 0.6  # share of the next line on each side that the picture would show
AT_RIM = 0.1  # cells: a crossing found that little outside the picture may as well lie on its rim
OUTSIDE = 0.5  # cells from which on a corner of a board surely lies outside
LEAST_CELL = 5.0  # pixels; stones of smaller cells cannot be told
SHADOWS = 2  # lines that may be seen too many: the rims of a board look like lines
APART = 0.7  # cells by which the same line may differ in two lattices: one may not know of the lens


@dataclass(frozen=True, eq=False)
class Sight:
    """A grid that was found, with how sure that is: `score` 0 to 1, `rms` in cells."""

    grid: Grid
    lattice: Lattice
    score: float
    rms: float

    @property
    def standing(self) -> float:
        """How far it is to be believed against others: an odd size has to be marked clearly better."""
        return self.score + ODD_DEBT * (self.grid.size in USUAL)


@dataclass(frozen=True, eq=False)
class Unfit(NoGrid):
    """A lattice that was seen, and is no whole board: `cut` where it ends as the picture ends."""

    lattice: Lattice
    cut: bool


def judged(lattice: Lattice, shape: tuple[int, int], size: int | None) -> Sight | NoGrid:
    """Whether a lattice in a picture of shape (H, W) is a whole board, of `size` lines where that is known."""
    rows, cols = lattice.lines
    n = max(rows, cols)
    if lattice.score < LEAST_SCORE:
        return NoGrid(NOTHING)
    room = room_beyond(lattice, shape)
    if rows != cols:
        reason = (
            f"the board is cut off: {rows} by {cols} lines in the picture"
            if min(room) < 1
            else f"{rows} by {cols} lines are no whole board"
        )
        lacking = room[:2] if rows < cols else room[2:]
        return Unfit(reason, lattice, cut=min(lacking) < ODD_ROOM and n <= max(USUAL))
    if size is not None and n != size and n not in USUAL:
        return Unfit(f"{n} by {n} lines, not {size}", lattice, cut=False)
    if size is None and n not in USUAL and not stands_alone(lattice, min(room)):
        cut = min(room) < ODD_ROOM and n <= max(USUAL)
        return Unfit(f"{n} by {n} lines: cut off, or give the size by hand", lattice, cut)
    if lattice.border < LEAST_BORDER:
        return NoGrid("an outer line of the board cannot be seen")
    grid, rms = fit_grid(lattice, n, shape)
    outside = max(float((-0.5 - grid.corners).max()), float((grid.corners - [shape[1], shape[0]]).max()) + 0.5)
    if outside >= AT_RIM * grid.cell:
        return Unfit("the board is cut off by the picture's edge", lattice, cut=outside > OUTSIDE * grid.cell)
    if grid.cell < LEAST_CELL:
        return NoGrid("the board is too small in the picture")
    if rms > 0.3:
        return NoGrid("the lines do not fit one another")
    return Sight(oriented(grid), lattice, lattice.score, rms)


def is_seen_well(lattice: Lattice) -> bool:
    """Whether a lattice is marked so well that where it ends can be believed."""
    return lattice.score >= ODD_SCORE and lattice.border >= ODD_BORDER


def stands_alone(lattice: Lattice, room: float) -> bool:
    """Whether a square lattice of an odd size is a whole board, with that share of room for the next line at least.

    One with fewer lines than the largest usual board may be a part of that. One with more is none, nor is it that board
    with its rims taken for lines where there are still more, or where the outermost are marked well.
    """
    n, largest = lattice.lines[0], max(USUAL)
    if n < largest:
        return n in SIZES and is_seen_well(lattice) and room >= ODD_ROOM
    return n in SIZES and (is_seen_well(lattice) or (n > largest + SHADOWS and lattice.score >= ODD_SCORE))


def room_beyond(lattice: Lattice, shape: tuple[int, int]) -> tuple[float, ...]:
    """The share of the next line beyond each side of a lattice that a picture of shape (H, W) would show.

    Above the first row, below the last, left of the first column, right of the last, in this order. A part of a larger
    board ends where the picture ends.
    """
    rows, cols = (np.arange(n, dtype=np.float64) for n in lattice.lines)
    beyond = [np.stack([np.full(len(cols), row), cols], axis=1) for row in (-1.0, len(rows))]
    beyond += [np.stack([rows, np.full(len(rows), col)], axis=1) for col in (-1.0, len(cols))]
    places = [project(lattice.homography, line) for line in beyond]
    limits = [shape[1] - 1, shape[0] - 1]
    return tuple(float(((line >= 0) & (line <= limits)).all(axis=1).mean()) for line in places)


def is_part(sight: Sight, larger: Lattice) -> bool:
    """Whether what is taken for a whole board is a part of a lattice with more lines, crossing for crossing."""
    n = sight.grid.size
    if min(larger.lines) < n or max(larger.lines) <= n + SHADOWS or larger.border < LEAST_BORDER:
        return False
    there = cv2.perspectiveTransform(sight.grid.corners[:, None], np.linalg.inv(larger.homography))[:, 0]
    sides = np.linalg.norm(there - np.roll(there, -1, axis=0), axis=1)
    within = (there > -APART) & (there < np.array(larger.lines[::-1]) - 1 + APART)
    return bool(within.all() and (np.abs(sides - (n - 1)) < 2 * APART).all())


def corners_of(lattice: Lattice) -> Array:
    """The outermost crossings, (4, 2), x y in pixels without a lens, from the first row's first on."""
    last_row, last_col = lattice.lines[0] - 1.0, lattice.lines[1] - 1.0
    return project(lattice.homography, np.array([[0, 0], [0, last_col], [last_row, last_col], [last_row, 0]]))


def are_alike(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices are the same lines of one board."""
    if one.lines != other.lines:
        return False
    there = cv2.perspectiveTransform(corners_of(one)[:, None], np.linalg.inv(other.homography))
    last = np.array(other.lines[::-1]) - 1.0
    rim = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * last
    return bool(np.abs(there[:, 0] - rim).max() < APART)


class Seen:
    """What the looks at one picture have shown so far: whole boards, and lattices that are none."""

    def __init__(self) -> None:
        self._whole: list[Sight] = []
        self._unfit: list[Unfit] = []
        self.cut_off = ""
        """Why the board is surely cut off: three looks say the same, or two that see it well. Empty until then."""

    def note(self, found: Sight | NoGrid) -> None:
        """What one look led to."""
        if isinstance(found, Sight):
            self._whole.append(found)
        elif isinstance(found, Unfit):
            self._unfit.append(found)
            alike = [one.lattice for one in self._unfit if one.cut and are_alike(one.lattice, found.lattice)]
            if found.cut and (sum(map(is_seen_well, alike)) >= 2 or len(alike) >= 3):
                self.cut_off = found.reason

    @property
    def anything(self) -> bool:
        """Whether something like a board was seen at all."""
        return bool(self._whole or self._unfit)

    def larger(self, sight: Sight) -> str:
        """What a sight is only a part of, in a few words: a lattice with more lines; empty where there is none."""
        for one in self._unfit:
            if is_part(sight, one.lattice):
                return one.reason
        for other in self._whole:
            if is_part(sight, other.lattice):
                return f"a part of {other.grid.size} by {other.grid.size} lines"
        return ""
