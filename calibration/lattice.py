"""The lattice of crossings in a roughly flattened board.

A network marks the crossings, those under stones too; their neighbourhoods number them; a robust fit gives
the homography; how well each line is marked tells where the lattice ends.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from vision.frame import Image
from vision.network import LATTICE, network
from vision.peaks import peaks

Array = NDArray[np.float64]
THRESHOLDS = (0.2, 0.4, 0.6)
WELL_MARKED = 0.7
BEYOND = 0.5  # mean mark of a line beyond the size asked for that is no shadow
REACH = 27  # lines looked at each way from the first crossing: more than any board has


@dataclass(frozen=True, eq=False)
class Lattice:
    """Numbered crossings of a picture.

    Attributes
    ----------
    numbers : ndarray of shape (M, 2), int
        (row, col) of each crossing found, counted from the top left line of the lattice.
    places : ndarray of shape (M, 2)
        x, y in pixels of the picture.
    weights : ndarray of shape (M,)
        How clearly each was marked, 0 to 1.
    lines : tuple of (rows, columns)
        How many lines were found each way.
    score : float
        Mean mark of all crossings of the lattice, 0 to 1.
    border : float
        Mean mark of the least marked of the four outer lines.
    homography : ndarray of shape (3, 3)
        From (col, row) to pixels of the picture, without a lens.
    """

    numbers: NDArray[np.int64]
    places: Array
    weights: Array
    lines: tuple[int, int]
    score: float
    border: float
    homography: Array


def spacing_of(places: Array) -> float:
    """The usual distance from a crossing to its nearest neighbour, of (M, 2) places."""
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float(np.median(apart.min(axis=1)))


def number(places: Array) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Row and column numbers (M, 2) of crossings (M, 2) x, y that lie nearly straight, and which got one.

    Neighbours are joined from the middle outwards; each step corrects the step expected next to it, so that
    perspective may stretch the cells gradually.
    """
    numbers = np.zeros((len(places), 2), np.int64)
    known = np.zeros(len(places), bool)
    if len(places) < 9:
        return numbers, known
    spacing = spacing_of(places)
    start = int(np.argmin(np.linalg.norm(places - np.median(places, axis=0), axis=1)))
    known[start] = True
    steps = {start: (np.array([spacing, 0.0]), np.array([0.0, spacing]))}
    queue = deque([start])
    taken = {(0, 0)}
    while queue:
        i = queue.popleft()
        right, down = steps[i]
        for step, move in ((right, (0, 1)), (-right, (0, -1)), (down, (1, 0)), (-down, (-1, 0))):
            label = (int(numbers[i][0] + move[0]), int(numbers[i][1] + move[1]))
            if label in taken:
                continue
            off = np.linalg.norm(places - (places[i] + step), axis=1)
            j = int(off.argmin())
            if off[j] > 0.35 * np.linalg.norm(step) or known[j]:
                continue
            known[j], numbers[j] = True, label
            taken.add(label)
            made = places[j] - places[i]
            if move[0]:
                steps[j] = (right, 0.7 * down + 0.3 * made * move[0])
            else:
                steps[j] = (0.7 * right + 0.3 * made * move[1], down)
            queue.append(j)
    return numbers, known


def run_of_lines(marks: Array, start: int, least: float) -> tuple[int, int]:
    """First and last line round `start` of those marked at least `least`; one faint line is allowed."""
    low = high = start
    while low > 0 and (marks[low - 1] >= least or (low > 1 and marks[low - 2] >= 1.6 * least)):
        low -= 1 if marks[low - 1] >= least else 2
    while high < len(marks) - 1 and (
        marks[high + 1] >= least or (high < len(marks) - 2 and marks[high + 2] >= 1.6 * least)
    ):
        high += 1 if marks[high + 1] >= least else 2
    return low, high


def sampled(heat: NDArray[np.float32], places: Array) -> Array:
    """The heat map's height near each of (M, 2) places; 0 outside."""
    near = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    found = cv2.remap(
        near,
        places[None, :, 0].astype(np.float32),
        places[None, :, 1].astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(0,),
    )
    return np.asarray(found[0], np.float64)


def flat_map(quad: Array) -> Array:
    """3 x 3 matrix from picture pixels to the lattice network's input, the quadrilateral upright in it."""
    low, high = LATTICE.margin, LATTICE.side - LATTICE.margin
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), square), np.float64)


def crossings(image: Image, quad: Array) -> tuple[NDArray[np.float32], Array]:
    """Heat map (side/4, side/4) of crossings in a quadrilateral, and the matrix from picture to heat."""
    matrix = flat_map(quad)
    width = (LATTICE.side - 2 * LATTICE.margin) ** 2
    shrink = float(np.sqrt(width / max(1.0, abs(cv2.contourArea(quad.astype(np.float32))))))
    if shrink < 0.7:  # nothing may alias where the picture is finer
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 / shrink), np.uint8)
    # Outside the picture the mean colour stands, so that a board that is cut off shows where.
    mean = tuple(int(v) for v in image[::8, ::8].reshape(-1, 3).mean(axis=0))
    flat = cv2.warpPerspective(image, matrix, (LATTICE.side, LATTICE.side), flags=cv2.INTER_LINEAR, borderValue=mean)
    heat = 1 / (1 + np.exp(-network("lattice").run(np.asarray(flat, np.uint8))[0]))
    quarter = np.array([[0.25, 0, -0.375], [0, 0.25, -0.375], [0, 0, 1]])
    return np.asarray(heat, np.float32), quarter @ matrix


def fit(image: Image, quad: Array, size: int | None) -> Lattice | str:
    """The lattice in a quadrilateral of the picture, or why there is none.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3), uint8
    quad : ndarray of shape (4, 2)
        About where the outermost crossings are, clockwise; a cell or two wrong is no matter.
    size : int or None
        Lines of the board where known.
    """
    heat, to_heat = crossings(image, quad)
    best: Lattice | str = "no lattice of lines"
    # Where lines are faint the network marks crossings of a finer lattice too, though lower: the lattice that is
    # marked best as a whole is the true one.
    for threshold in THRESHOLDS:
        found = fit_peaks(heat, to_heat, threshold, size)
        if isinstance(found, Lattice) and (isinstance(best, str) or found.score > best.score):
            best = found
        if isinstance(best, Lattice) and best.score > WELL_MARKED:
            break
    return best


def fit_peaks(heat: NDArray[np.float32], to_heat: Array, threshold: float, size: int | None) -> Lattice | str:
    """The lattice through the peaks of a heat map that are at least `threshold` high, or why there is none."""
    places, heights = peaks(heat, threshold)
    numbers, known = number(places)
    if known.sum() < 16:
        return "no lattice of lines"
    spacing = spacing_of(places[known])
    first_fit, _ = cv2.findHomography(
        numbers[known][:, ::-1].astype(np.float64), places[known], cv2.RANSAC, max(0.7, 0.12 * spacing)
    )
    if first_fit is None:
        return "no lattice of lines"
    homography: Array = np.asarray(first_fit, np.float64)
    all_numbers = np.stack([a.ravel() for a in np.mgrid[-REACH : REACH + 1, -REACH : REACH + 1]], axis=1).astype(
        np.float64
    )
    side = 2 * REACH + 1
    bent = np.zeros_like(all_numbers)
    for _ in range(4):  # crossings that the numbering missed join in
        spots = project(homography, all_numbers) + bent
        near = nearest(spots, places)
        step = cell_steps(spots, side)
        off = np.linalg.norm(spots - places[near], axis=1)
        good = off < 0.3 * step
        if good.sum() < 16:
            return "no lattice of lines"
        better, _ = cv2.findHomography(
            all_numbers[good][:, ::-1].astype(np.float64),
            places[near[good]],
            cv2.RANSAC,
            max(0.8, 0.15 * spacing),
        )
        if better is None:
            return "no lattice of lines"
        homography = np.asarray(better, np.float64)
        bent = bend(all_numbers, good, places[near] - project(homography, all_numbers))
    spots = project(homography, all_numbers) + bent
    marks = sampled(heat, spots).reshape(side, side)
    marks[~sensible(homography, all_numbers).reshape(side, side)] = 0
    extent = ends(marks, size)
    if extent is None:
        return "no lattice of lines"
    top, bottom, left, right = extent
    inner = marks[top : bottom + 1, left : right + 1]
    near = nearest(spots, places)
    off = np.linalg.norm(spots - places[near], axis=1)
    rows, cols = (all_numbers.astype(np.int64) + REACH).T
    within = (rows >= top) & (rows <= bottom) & (cols >= left) & (cols <= right)
    chosen = within & (off < 0.35 * cell_steps(spots, side))
    if chosen.sum() < 12:
        return "no lattice of lines"
    from_heat = np.linalg.inv(to_heat)
    first = np.array([[1, 0, left - REACH], [0, 1, top - REACH], [0, 0, 1.0]])
    return Lattice(
        numbers=np.stack([rows[chosen] - top, cols[chosen] - left], axis=1),
        places=np.asarray(cv2.perspectiveTransform(places[near[chosen]][:, None], from_heat)[:, 0], np.float64),
        weights=heights[near[chosen]],
        lines=(bottom - top + 1, right - left + 1),
        score=float(inner.mean()),
        border=float(min(inner[0].mean(), inner[-1].mean(), inner[:, 0].mean(), inner[:, -1].mean())),
        homography=np.asarray(from_heat @ homography @ first),
    )


def bend(numbers: Array, good: NDArray[np.bool_], off: Array) -> Array:
    """What a lens adds to a homography at each number (M, 2): a smooth surface through the good distances (M, 2).

    A cubic in row and column, as the first term of a lens has it; beyond the good ones it goes on as at their rim.
    """
    low, high = numbers[good].min(axis=0), numbers[good].max(axis=0)
    u, v = (2 * (np.clip(numbers, low, high) - low) / np.maximum(high - low, 1) - 1).T
    terms = np.stack([u**i * v**j for i in range(4) for j in range(4 - i)], axis=1)
    chosen = terms[good]
    # Held near none at all where few crossings say anything.
    hold = 0.5 * np.eye(terms.shape[1])
    return np.asarray(terms @ np.linalg.solve(chosen.T @ chosen + hold, chosen.T @ off[good]))


def project(homography: Array, numbers: Array) -> Array:
    """Places (M, 2) x, y of (row, col) numbers (M, 2)."""
    return np.asarray(
        cv2.perspectiveTransform(np.ascontiguousarray(numbers[:, ::-1])[:, None], homography)[:, 0],
        np.float64,
    )


def sensible(homography: Array, numbers: Array) -> NDArray[np.bool_]:
    """Which (row, col) numbers lie before the camera: the homography's denominator keeps its sign."""
    w = numbers[:, ::-1] @ homography[2, :2] + homography[2, 2]
    return np.asarray(w * homography[2, 2] > 1e-6 * abs(homography[2, 2]))


def nearest(spots: Array, places: Array) -> NDArray[np.int64]:
    """For each of (M, 2) spots the index of the nearest of the places."""
    _, index = cKDTree(places).query(np.nan_to_num(spots, nan=1e9, posinf=1e9, neginf=-1e9))
    return np.asarray(index, np.int64)


def cell_steps(spots: Array, side: int) -> Array:
    """About the cell's side at each spot of a side x side mesh, (side * side,)."""
    mesh = spots.reshape(side, side, 2)
    across = np.linalg.norm(np.gradient(mesh, axis=1), axis=2)
    down = np.linalg.norm(np.gradient(mesh, axis=0), axis=2)
    return np.asarray(np.minimum(across, down).ravel())


def ends(marks: Array, size: int | None) -> tuple[int, int, int, int] | None:
    """First row, last row, first column, last column of the lattice in the marks of all crossings."""
    middle = REACH
    top, bottom, left, right = middle - 3, middle + 3, middle - 3, middle + 3
    least = 0.3
    for _ in range(6):
        row_marks = marks[:, left : right + 1].mean(axis=1)
        start = top + int(row_marks[top : bottom + 1].argmax())
        new_rows = run_of_lines(row_marks, start, least)
        col_marks = marks[new_rows[0] : new_rows[1] + 1].mean(axis=0)
        start = left + int(col_marks[left : right + 1].argmax())
        new_cols = run_of_lines(col_marks, start, least)
        if (*new_rows, *new_cols) == (top, bottom, left, right):
            break
        top, bottom = new_rows
        left, right = new_cols
    if bottom - top < 3 or right - left < 3:
        return None
    rows, cols = bottom - top + 1, right - left + 1
    # Two lines too many either way are no accident, nor are many too few: that is a board of another size, for
    # the caller to refuse, and no window may be cut out of it.
    if size is None or min(rows, cols) >= size + 2 or (rows == cols and rows <= size - 4):
        return top, bottom, left, right
    # The window of the right size that holds most marks, where a line too many or too few seemed to be there.
    best, chosen = -1.0, None
    for r in range(max(0, top - 3), bottom + 4):
        for c in range(max(0, left - 3), right + 4):
            if r + size <= len(marks) and c + size <= len(marks):
                total = float(marks[r : r + size, c : c + size].sum())
                if total > best + 1e-9:
                    best, chosen = total, (r, r + size - 1, c, c + size - 1)
    return with_lines_beyond(marks, chosen) if chosen else None


def with_lines_beyond(marks: Array, extent: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The extent, grown by two lines on each side where two lines more are well marked: part of a larger board."""
    top, bottom, left, right = extent
    rows, cols = marks[:, left : right + 1].mean(axis=1), marks[top : bottom + 1].mean(axis=0)
    return (
        top - 2 * bool(rows[max(0, top - 2) : top].min(initial=1.0) >= BEYOND and top >= 2),
        bottom + 2 * bool(rows[bottom + 1 : bottom + 3].min(initial=1.0) >= BEYOND and bottom + 2 < len(rows)),
        left - 2 * bool(cols[max(0, left - 2) : left].min(initial=1.0) >= BEYOND and left >= 2),
        right + 2 * bool(cols[right + 1 : right + 3].min(initial=1.0) >= BEYOND and right + 2 < len(cols)),
    )
