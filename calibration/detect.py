"""Finding the grid of a board in a picture by itself."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lattice import Lattice, fit
from calibration.locate import convex, locate
from calibration.sight import NOTHING, USUAL, Seen, Sight, judged
from vision.frame import Image
from vision.grid import SIZES, Grid, NoGrid

Array = NDArray[np.float64]
WIDER = (1.3, 1.7)  # how much more than the first guess is looked at where that leads nowhere
SAME_VIEW = 0.96  # correlation from which on a channel shows what the whole picture does
LITTLE_MORE = 1.5  # times the whole picture's contrast that a channel must have to show more of the same
LEAST_CONTRAST = 8.0  # steps of 256 between the dark and the bright parts of a channel worth looking at


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
    seen = Seen()
    found = search(image, size, seen)
    if isinstance(found, Sight):
        if found.grid.size in USUAL:
            return sized(found, size)
        if size is not None:
            # No window of an odd size is cut out of a usual board of which a line is faint.
            freely = search(image, None, Seen())
            better = isinstance(freely, Sight) and freely.standing > found.standing
            return sized(freely, size) if isinstance(freely, Sight) and better else found
    # Under strongly coloured or dim light one channel holds nearly all that can be seen, or one that the lamp did
    # not drive into its end; a board of an odd size may show more lines in one.
    for channel in channels(image, others_only=not found and not seen.anything):
        if seen.cut_off and not found:
            return NoGrid(seen.cut_off)
        again = search(channel, size, seen)
        if isinstance(again, Sight) and (isinstance(found, NoGrid) or again.standing > found.standing):
            return sized(again, size)
    if isinstance(found, Sight):
        return found
    dark = float(image.mean()) < 12 and found.reason == NOTHING
    return NoGrid("too dark") if dark else found


def channels(image: Image, *, others_only: bool) -> Iterator[Image]:
    """The channels, that with most contrast first, each stretched to a grey picture of the same shape.

    Where wanted only those that show something else than the whole picture: under white light most do not.
    """
    sparse = image[::4, ::4].reshape(-1, 3)
    low, high = np.percentile(sparse, [1, 99], axis=0)
    whole = sparse.mean(axis=1)
    spread = float(np.ptp(np.percentile(whole, [1, 99])))
    for channel in np.argsort(low - high):
        reach = float(high[channel] - low[channel])
        if reach < LEAST_CONTRAST:
            return
        little_more = reach < LITTLE_MORE * spread
        if others_only and little_more and np.corrcoef(sparse[:, channel], whole)[0, 1] > SAME_VIEW:
            continue
        grey = np.clip((image[..., channel].astype(np.float32) - low[channel]) * (255 / reach), 0, 255)
        yield np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2)


def sized(sight: Sight, size: int | None) -> Sight | NoGrid:
    """The sight, refused where a whole board of another size is what was seen best."""
    n = sight.grid.size
    return sight if size in (None, n) else NoGrid(f"a board of {n} lines, not of {size}")


def search(image: Image, size: int | None, seen: Seen) -> Sight | NoGrid:
    """The best grid among the places where one may lie, also of another usual size than the one asked for."""
    sights: list[Sight] = []
    reason = NOTHING
    for rank, quad in enumerate(locate(image)):
        # With few lines, or one side hidden, the crossings are told better from a little further away.
        found = look(image, look_closer(image, quad), size, (1.0, *WIDER) if rank == 0 else (1.0,), seen)
        if isinstance(found, Sight):
            sights.append(found)
            if found.score > 0.8 and found.rms < 0.12 and (size is not None or found.grid.size in USUAL):
                break
        elif reason == NOTHING:
            reason = found.reason
        if seen.cut_off and not sights:
            return NoGrid(seen.cut_off)
    for sight in sorted(sights, key=lambda one: -one.standing):
        larger = seen.larger(sight)
        if not larger:
            return sight
        reason = larger
    return NoGrid(reason)


def look(image: Image, quad: Array, size: int | None, steps: tuple[float, ...], seen: Seen) -> Sight | NoGrid:
    """The grid that a place leads to, looked at from further and further away until one is found; else why the first
    look led to none.
    """
    first: NoGrid | None = None
    for step in steps:
        found = settle(image, quad if step == 1 else widened(quad, step), size)
        seen.note(found)
        if isinstance(found, Sight):
            return found
        first = found if first is None else first
        if seen.cut_off:
            break
    assert first is not None
    return first


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
    return judged(lattice, (image.shape[0], image.shape[1]), size)
