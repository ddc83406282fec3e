"""Finding the grid of a board in a picture by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lattice import Lattice, fit
from calibration.lens import fit_grid
from calibration.locate import convex, locate
from calibration.orient import oriented
from vision.frame import Image
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
WIDER = (1.3, 1.7)  # how much more than the first guess is looked at where that leads nowhere
LEAST_CONTRAST = 8.0  # steps of 256 between the dark and the bright parts of a channel worth looking at
LEAST_CELL = 5.0  # pixels; stones of smaller cells cannot be told


@dataclass(frozen=True, eq=False)
class Sight:
    """A grid that was found, with how sure that is: `score` 0 to 1, `rms` in cells."""

    grid: Grid
    score: float
    rms: float


def find_grid(image: Image, size: int | None = None) -> Grid | NoGrid:
    """The grid of the board in a picture.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3), uint8
    size : int, optional
        Lines of the board where known, 5 to 25. Without it what is seen decides: 9, 13 and 19 are believed sooner
        than an odd size, which may be part of a larger board.

    Returns
    -------
    Grid or NoGrid
        The first corner is the one nearest the picture's top left, then clockwise as seen. A board of which a
        line lies outside the picture is refused, never shifted.

    Raises
    ------
    ValueError
        Where the size is no board's.
    """
    sight = find_sight(image, size)
    return sight.grid if isinstance(sight, Sight) else sight


def find_sight(image: Image, size: int | None = None) -> Sight | NoGrid:
    """As `find_grid`, with how sure it is."""
    if size is not None and size not in SIZES:
        raise ValueError(f"a board has 5 to 25 lines, got {size}: give another size")
    if min(image.shape[:2]) < 40:
        return NoGrid("the picture is too small")
    found = search(image, size)
    if isinstance(found, Sight):
        if found.grid.size in USUAL:
            return sized(found, size)
        if size is not None:
            # No window of an odd size is cut out of a usual board of which a line is faint.
            freely = search(image, None)
            better = isinstance(freely, Sight) and standing(freely) > standing(found)
            return sized(freely, size) if isinstance(freely, Sight) and better else found
    # Under strongly coloured or dim light one channel holds nearly all that can be seen, or one that the lamp did
    # not drive into its end; a board of an odd size may show more lines in one.
    for channel in channels(image):
        again = search(channel, size)
        if isinstance(again, Sight) and (isinstance(found, NoGrid) or standing(again) > standing(found)):
            return sized(again, size)
    if isinstance(found, Sight):
        return found
    dark = float(image.mean()) < 12 and found.reason == NOTHING
    return NoGrid("too dark") if dark else found


def channels(image: Image) -> Iterator[Image]:
    """The channels, that with most contrast first, each stretched to a grey picture of the same shape."""
    sparse = image[::4, ::4].reshape(-1, 3)
    low, high = np.percentile(sparse, [1, 99], axis=0)
    for channel in np.argsort(low - high):
        if high[channel] - low[channel] < LEAST_CONTRAST:
            return
        gain = 255 / float(high[channel] - low[channel])
        grey = np.clip((image[..., channel].astype(np.float32) - low[channel]) * gain, 0, 255).astype(np.uint8)
        yield np.repeat(grey[..., None], 3, axis=2)


def sized(sight: Sight, size: int | None) -> Sight | NoGrid:
    """The sight, refused where a whole board of another size is what was seen best."""
    n = sight.grid.size
    return sight if size in (None, n) else NoGrid(f"a board of {n} lines, not of {size}")


def search(image: Image, size: int | None) -> Sight | NoGrid:
    """The best grid among the places where one may lie, also of another usual size than the one asked for."""
    best: Sight | None = None
    reason = NOTHING
    for rank, quad in enumerate(locate(image)):
        closer = look_closer(image, quad)
        found = settle(image, closer, size)
        for step in WIDER if rank == 0 else ():
            # With few lines, or one side hidden, the crossings are told better from a little further away.
            if found:
                break
            found = settle(image, widened(closer, step), size) or found
        if isinstance(found, Sight):
            if best is None or standing(found) > standing(best):
                best = found
            if found.score > 0.8 and found.rms < 0.12 and (size is not None or found.grid.size in USUAL):
                break
        else:
            reason = found.reason if reason == NOTHING else reason
    return best if best is not None else NoGrid(reason)


def standing(sight: Sight) -> float:
    """How far a sight is to be believed against others: an odd size has to be marked clearly better."""
    return sight.score + ODD_DEBT * (sight.grid.size in USUAL)


def look_closer(image: Image, quad: Array) -> Array:
    """A better quadrilateral, where the board is small in the picture: located again in a part of it."""
    height, width = image.shape[:2]
    low, high = quad.min(axis=0), quad.max(axis=0)
    reach = float(max(high - low))
    if reach > 0.5 * max(height, width):
        return quad
    x0, y0 = np.maximum(low - 0.35 * reach, 0).astype(int)
    x1, y1 = np.minimum(high + 0.35 * reach, [width, height]).astype(int)
    if min(x1 - x0, y1 - y0) < 40:
        return quad
    again = locate(np.ascontiguousarray(image[y0:y1, x0:x1]), most=1)
    return again[0] + [x0, y0] if again else quad


def widened(quad: Array, factor: float) -> Array:
    """The quadrilateral grown round its middle, in its own perspective; itself where it would leave the view."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(square, quad.astype(np.float32))
    grown = cv2.perspectiveTransform(factor * square[:, None], matrix)[:, 0].astype(np.float64)
    return np.asarray(grown if convex(grown) else quad)


def settle(image: Image, quad: Array, size: int | None, rounds: int = 4) -> Sight | NoGrid:
    """The grid that a first guess leads to: flattened, its lattice fitted, flattened again and so on."""
    lattice: Lattice | str = NOTHING
    for _ in range(rounds):
        lattice = fit(image, quad, size)
        if isinstance(lattice, str):
            return NoGrid(lattice)
        rows, cols = lattice.lines
        rim = np.array([[0, 0], [cols - 1, 0], [cols - 1, rows - 1], [0, rows - 1]], np.float64)
        corners = np.asarray(cv2.perspectiveTransform(rim[:, None], lattice.homography)[:, 0], np.float64)
        if not convex(corners) or np.abs(corners).max() > 4 * max(image.shape):
            return NoGrid(NOTHING)
        cell = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).min() / max(rows, cols))
        moved = float(np.abs(corners - quad).max()) / max(cell, 1e-6)
        quad = corners
        if moved < 0.5:
            break
    assert isinstance(lattice, Lattice)
    return judged(image, lattice, size)


def judged(image: Image, lattice: Lattice, size: int | None) -> Sight | NoGrid:
    """Whether a lattice is a whole board."""
    rows, cols = lattice.lines
    height, width = image.shape[:2]
    n = max(rows, cols)
    if lattice.score < LEAST_SCORE:
        return NoGrid(NOTHING)
    if rows != cols:
        touches = touches_rim(lattice, (height, width))
        return NoGrid(
            f"the board is cut off: {rows} by {cols} lines in the picture"
            if touches
            else f"{rows} by {cols} lines are no whole board"
        )
    if size is not None and n != size and n not in USUAL:
        return NoGrid(f"{n} by {n} lines, not {size}")
    if size is None and n not in USUAL and not stands_alone(lattice, (height, width)):
        return NoGrid(f"{n} by {n} lines: cut off, or give the size by hand")
    if lattice.border < LEAST_BORDER:
        return NoGrid("an outer line of the board cannot be seen")
    grid, rms = fit_grid(lattice, n, (height, width))
    corners = grid.corners
    rim = AT_RIM * grid.cell
    if not ((corners > -0.5 - rim).all() and (corners < [width - 0.5 + rim, height - 0.5 + rim]).all()):
        return NoGrid("the board is cut off by the picture's edge")
    if grid.cell < LEAST_CELL:
        return NoGrid("the board is too small in the picture")
    if rms > 0.3:
        return NoGrid("the lines do not fit one another")
    return Sight(oriented(grid), lattice.score, rms)


def stands_alone(lattice: Lattice, shape: tuple[int, int]) -> bool:
    """Whether a lattice of an odd size is a whole board: seen well, with room in the picture for most of another line
    on every side, where there is none. A part of a larger board ends where the picture ends.
    """
    n = lattice.lines[0]
    along, before, behind = np.arange(n, dtype=np.float64), np.full(n, -1.0), np.full(n, float(n))
    sides = ((along, before), (along, behind), (before, along), (behind, along))
    room = []
    for x, y in sides:
        places = cv2.perspectiveTransform(np.stack([x, y], axis=1)[:, None], lattice.homography)[:, 0]
        room.append(float(((places >= 0) & (places <= [shape[1] - 1, shape[0] - 1])).all(axis=1).mean()))
    return n in SIZES and lattice.score >= ODD_SCORE and lattice.border >= ODD_BORDER and min(room) >= ODD_ROOM


def touches_rim(lattice: Lattice, shape: tuple[int, int]) -> bool:
    """Whether the next line beyond any side of a lattice would leave a picture of shape (H, W)."""
    rows, cols = lattice.lines
    beyond = np.array([[-1, -1], [cols, -1], [cols, rows], [-1, rows]], np.float64)
    places = cv2.perspectiveTransform(beyond[:, None], lattice.homography)[:, 0]
    return bool((places < 0).any() or (places > [shape[1] - 1, shape[0] - 1]).any())
