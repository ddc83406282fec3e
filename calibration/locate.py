"""Where in a picture a board may be: quadrilaterals to look at more closely."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.network import LOCATOR, network
from vision.peaks import peaks

Array = NDArray[np.float64]
# A tiled floor may join the board in one patch; where the board alone is surer, a higher threshold parts them.
INSIDE = (0.5, 0.75, 0.9)
LEAST_AREA = 40  # pixels of the heat map
ALIKE = 0.85  # overlap above which two quadrilaterals lead to the same grid


def clockwise(quad: Array) -> Array:
    """Four corners (4, 2) in the order in which they go round their middle, clockwise as seen (y is down)."""
    centre = quad.mean(axis=0)
    angles = np.arctan2(quad[:, 1] - centre[1], quad[:, 0] - centre[0])
    return np.asarray(quad[np.argsort(angles)])


def convex(quad: Array) -> bool:
    """Whether four corners in order make a convex quadrilateral of some size."""
    sides = np.roll(quad, -1, axis=0) - quad
    turns = np.roll(sides, -1, axis=0)
    return bool(np.all(sides[:, 0] * turns[:, 1] - sides[:, 1] * turns[:, 0] > 1.0))


def overlap(quad: Array, inside: NDArray[np.uint8]) -> float:
    """Intersection over union of a quadrilateral and a mask (H, W) of 0 and 1, 0 to 1."""
    own = drawn(quad, inside.shape)
    both = int((own & inside).sum())
    either = int((own | inside).sum())
    return both / either if either else 0.0


def drawn(quad: Array, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """The mask, 0 and 1, of a quadrilateral in a plane of that shape (H, W)."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(quad * 16).astype(np.int32)], (1,), cv2.LINE_8, 4)
    return mask


def mean_within(quad: Array, chances: NDArray[np.float32]) -> float:
    """Mean chance inside a quadrilateral."""
    mask = drawn(quad, chances.shape).astype(bool)
    return float(chances[mask].mean()) if mask.any() else 0.0


def patches_of(inside: NDArray[np.float32], threshold: float) -> list[NDArray[np.uint8]]:
    """Masks (H, W) of the two largest connected patches where the chance of a grid is above a threshold."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((inside > threshold).astype(np.uint8))
    areas = stats[1:count, cv2.CC_STAT_AREA]
    order = [int(i) for i in np.argsort(-areas)[:2] if areas[i] >= LEAST_AREA]
    return [(labels == i + 1).astype(np.uint8) for i in order]


def quad_of(inside: NDArray[np.uint8]) -> Array | None:
    """The quadrilateral, (4, 2), that fits the largest patch of a mask best; None for an empty mask."""
    outlines, _ = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    hull = cv2.convexHull(max(outlines, key=cv2.contourArea))
    length = cv2.arcLength(hull, True)
    for share in np.linspace(0.01, 0.15, 29):
        found = cv2.approxPolyDP(hull, share * length, True)[:, 0].astype(np.float64)
        if len(found) == 4:
            return clockwise(found)
        if len(found) < 4:
            break
    return clockwise(cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64))


def look(image: Image) -> tuple[NDArray[np.float32], NDArray[np.float32], float]:
    """Planes of corners and of the grid's inside, chances 0 to 1, and picture pixels a pixel of theirs."""
    height, width = image.shape[:2]
    shrink = LOCATOR.side / max(height, width)
    size = (max(1, round(width * shrink)), max(1, round(height * shrink)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if shrink < 1 else cv2.INTER_LINEAR)
    mean = tuple(int(v) for v in small.reshape(-1, 3).mean(axis=0))
    right, below = LOCATOR.side - size[0], LOCATOR.side - size[1]
    square = cv2.copyMakeBorder(
        small, below // 2, below - below // 2, right // 2, right - right // 2, cv2.BORDER_CONSTANT, value=mean
    )
    planes = 1 / (1 + np.exp(-network("locator").run(np.asarray(square, np.uint8))))
    return planes[0], planes[1], 1 / shrink


def locate(image: Image, most: int = 3) -> list[Array]:
    """Quadrilaterals in which a grid may lie, likeliest first.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3), uint8
    most : int
        How many at the most.

    Returns
    -------
    list of ndarray of shape (4, 2)
        Corners x, y in pixels of the picture, clockwise as seen; empty where nothing looks like a board.
    """
    corners, inside, scale = look(image)
    height, width = image.shape[:2]
    size = np.round(np.array([width, height]) / scale)
    origin = (LOCATOR.side - size) // 2  # where the picture begins in the square
    patches = [patch for threshold in INSIDE for patch in patches_of(inside, threshold)]
    if not patches:
        return []
    places, heights = peaks(corners, 0.15)
    found: list[tuple[float, Array]] = []
    for four in combinations(range(min(8, len(places))), 4):
        quad = clockwise(places[list(four)])
        if convex(quad):
            fits = max(overlap(quad, patch) for patch in patches)
            found.append((fits + 0.1 * float(heights[list(four)].mean()) + 0.3 * mean_within(quad, inside), quad))
    for patch in patches:
        whole = quad_of(patch)
        if whole is not None and convex(whole):
            found.append((overlap(whole, patch) + 0.3 * mean_within(whole, inside), whole))
    found.sort(key=lambda pair: -pair[0])
    chosen: list[Array] = []
    for _, quad in found:
        if all(overlap(quad, drawn(other, inside.shape)) < ALIKE for other in chosen):
            chosen.append(quad)
        if len(chosen) == most:
            break
    return [((quad + 0.5) * 4 - 0.5 - origin + 0.5) * scale - 0.5 for quad in chosen]
