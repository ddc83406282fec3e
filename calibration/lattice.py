"""The lattice of crossings in a roughly flattened board.

A network marks the crossings, those under stones too; their neighbourhoods number them; a robust fit gives
the homography; how well each line is marked tells where the lattice ends.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from calibration.extent import REACH, ends
from calibration.numbering import number, spacing_of
from vision.frame import Image
from vision.network import LATTICE, network
from vision.peaks import peaks

Array = NDArray[np.float64]
THRESHOLDS = (0.2, 0.4, 0.6)
WELL_MARKED = 0.7


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
