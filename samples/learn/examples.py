"""Training examples made from the rendered data set: network input and target for each of the networks."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import lens_for
from samples.learn.augment import relit
from vision.grid import Grid
from vision.network import LATTICE, LOCATOR, STONES, standardised

Array = NDArray[np.float32]
Rng = np.random.Generator


class Example(NamedTuple):
    """Input (3, H, W) and target planes; the meaning of the planes is the network's."""

    image: Array
    target: Array


def load(path: Path) -> tuple[NDArray[Any], dict[str, NDArray[Any]]]:
    image = cv2.imread(str(path))
    with np.load(path.with_suffix(".npz")) as labels:
        return np.asarray(image, np.uint8), {k: labels[k] for k in labels.files}


def draw_peaks(target: Array, places: NDArray[np.floating], sigma: float) -> None:
    """Gaussian peaks at (M, 2) x, y of the plane (H, W), the higher one winning."""
    height, width = target.shape
    reach = int(3 * sigma) + 1
    for x, y in places:
        if not (-reach < x < width + reach and -reach < y < height + reach):
            continue
        x0, x1 = max(0, int(x) - reach), min(width, int(x) + reach + 2)
        y0, y1 = max(0, int(y) - reach), min(height, int(y) + reach + 2)
        if x0 >= x1 or y0 >= y1:
            continue
        gy, gx = np.mgrid[y0:y1, x0:x1]
        peak = np.exp(-((gx - x) ** 2 + (gy - y) ** 2) / (2 * sigma**2))
        np.maximum(target[y0:y1, x0:x1], peak, out=target[y0:y1, x0:x1])


def outline(labels: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
    """The rim of the grid, (M, 2), point by point, so that a lens may bend it."""
    c = np.asarray(labels["crossings"], np.float32)
    return np.concatenate([c[0, :-1], c[:-1, -1], c[-1, :0:-1], c[:0:-1, 0]])


def locator_example(rng: Rng, image: NDArray[Any], labels: dict[str, NDArray[Any]]) -> Example:
    """The whole picture, or a part of it, turned, stretched, in a square of LOCATOR.side."""
    side = LOCATOR.side
    height, width = image.shape[:2]
    scale = side / max(width, height) * (rng.uniform(0.55, 1.0) if rng.random() < 0.5 else rng.uniform(0.9, 1.25))
    stretch = np.exp(rng.normal(0, 0.1)) if rng.random() < 0.4 else 1.0
    angle = rng.normal(0, 8) + rng.choice([0, 90, 180, 270])
    turn: NDArray[Any] = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), angle, scale))
    turn[:, 2] = turn[:, 2] + np.array([side / 2 - width / 2, side / 2 - height / 2])
    turn[0] *= stretch
    if rng.random() < 0.5:
        turn[0] *= -1
        turn[0, 2] += side
    turn[:, 2] = turn[:, 2] + rng.uniform(-0.06, 0.06, 2) * side
    fill = tuple(int(v) for v in rng.integers(0, 256, 3))
    mode = cv2.BORDER_CONSTANT if rng.random() < 0.7 else cv2.BORDER_REPLICATE
    flags = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    if scale < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    warped = cv2.warpAffine(image, turn, (side, side), flags=flags, borderMode=mode, borderValue=fill)
    target = np.zeros((2, side // 4, side // 4), np.float32)
    if labels["board"]:
        rim = cv2.transform(outline(labels)[None], turn)[0]
        step = int(labels["size"]) - 1
        inside = np.zeros((side // 4, side // 4), np.uint8)
        cv2.fillPoly(inside, [np.round((rim + 0.5) / 4 * 16 - 8).astype(np.int32)], 1, cv2.LINE_8, 4)
        target[1] = inside
        draw_peaks(target[0], (rim[::step] + 0.5) / 4 - 0.5, 1.3)
    return Example(standardised(relit(rng, warped)), target)


def true_grid(labels: dict[str, NDArray[Any]], image: NDArray[Any]) -> Grid:
    c = np.asarray(labels["crossings"], np.float64)
    corners = np.array([c[0, 0], c[0, -1], c[-1, -1], c[-1, 0]])
    k1 = float(labels["k1"])
    lens = lens_for(k1, image.shape[:2]) if k1 else None
    return Grid(int(labels["size"]), corners, lens)


def lattice_example(rng: Rng, image: NDArray[Any], labels: dict[str, NDArray[Any]]) -> Example:
    """The board flattened by four wrong corners, any side up, as a first guess would."""
    side, low, high = LATTICE.side, LATTICE.margin, LATTICE.side - LATTICE.margin
    c = np.asarray(labels["crossings"], np.float32)
    corners = np.array([c[0, 0], c[0, -1], c[-1, -1], c[-1, 0]], np.float32)
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    reach = rng.choice([0.005, 0.03, 0.07])
    to = square + (rng.normal(0, reach, (4, 2)) * (high - low)).astype(np.float32)
    if not labels["board"] or rng.random() < 0.04:  # a guess that has nothing to do with the board
        height, width = image.shape[:2]
        centre, half = rng.uniform(0.2, 0.8, 2) * [width, height], rng.uniform(0.1, 0.5) * min(width, height)
        corners = (
            centre + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) + rng.normal(0, half / 5, (4, 2))
        ).astype(np.float32)
    to = np.roll(to, int(rng.integers(0, 4)), axis=0)
    if rng.random() < 0.3:  # seen from further away, see `widened` in calibration/detect.py
        to = ((to - side / 2) / rng.choice([1.3, 1.7]) + side / 2).astype(np.float32)
    if rng.random() < 0.5:
        to = to[:, ::-1].copy()
    matrix = cv2.getPerspectiveTransform(corners, to)
    shrink = np.sqrt(abs(cv2.contourArea(to) / max(1.0, cv2.contourArea(corners))))
    if shrink < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), 0.35 / shrink)
    fill = tuple(int(v) for v in rng.integers(0, 256, 3))
    warped = cv2.warpPerspective(image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=fill)
    target = np.zeros((2, side // 4, side // 4), np.float32)
    if labels["board"]:
        places = cv2.perspectiveTransform(c.reshape(-1, 1, 2), matrix)[:, 0]
        rim = cv2.perspectiveTransform(outline(labels)[:, None], matrix)[:, 0]
        inside = np.zeros((side // 4, side // 4), np.uint8)
        rim = np.clip(rim, -2000, 2000)
        cv2.fillPoly(inside, [np.round((rim + 0.5) / 4 * 16 - 8).astype(np.int32)], 1, cv2.LINE_8, 4)
        target[1] = inside
        height, width = image.shape[:2]
        points = c.reshape(-1, 2)
        visible = (points > -1).all(1) & (points < [width, height]).all(1)
        draw_peaks(target[0], (places[visible] + 0.5) / 4 - 0.5, 0.9)
    return Example(standardised(relit(rng, warped)), target)


def stones_example(rng: Rng, image: NDArray[Any], labels: dict[str, NDArray[Any]]) -> Example:
    """The flat board, any side up, its corners a little wrong.

    Target planes (6, c, c): content, covered, offset right, offset down, weight of the content, weight of covered.
    """
    n, cells = int(labels["size"]), STONES.cells
    quarter, flip = int(rng.integers(0, 4)), rng.random() < 0.5
    stones = np.asarray(labels["stones"])
    covered = np.asarray(labels["covered"])
    offsets = np.asarray(labels["offsets"], np.float32)
    grid = true_grid(labels, image)
    # A grid that was found on a crowded board may be off as a whole, by the height of the stones.
    wrong = rng.normal(0, rng.choice([0.02, 0.06, 0.12, 0.2]) * grid.cell, (4, 2))
    wrong = wrong + rng.normal(0, rng.choice([0.0, 0.06, 0.14]) * grid.cell, 2)
    grid = Grid(n, grid.corners + wrong, grid.lens)
    # Small boards lie anywhere in the canvas, as large as it or smaller.
    margin = 1.5 if n == cells - 2 else float(rng.integers(1, cells - n)) + 0.5
    flat = grid.flatten(image, STONES.spacing, margin, cells)
    height, width = image.shape[:2]
    rows, cols = np.mgrid[0:n, 0:n]
    places = grid.pixels_of(np.stack([rows.ravel(), cols.ravel()], 1)).reshape(n, n, 2)
    inside = ((places > 0) & (places < [width - 1, height - 1])).all(-1)
    target = np.zeros((6, cells, cells), np.float32)
    first = int(margin)
    area = (slice(first, first + n), slice(first, first + n))
    target[0][area] = stones
    target[1][area] = covered
    target[2][area], target[3][area] = offsets[..., 0], offsets[..., 1]
    target[4][area] = inside & ~covered
    target[5][area] = inside
    if not labels["board"]:
        target[4:] = 0
    flat = np.rot90(flat, quarter)
    target = np.rot90(target, quarter, (1, 2)).copy()
    for _ in range(quarter):  # turned anticlockwise: right becomes up
        target[2], target[3] = target[3].copy(), -target[2].copy()
    if flip:
        flat, target = flat[:, ::-1], target[:, :, ::-1].copy()
        target[2] *= -1
    return Example(standardised(relit(rng, np.ascontiguousarray(flat))), target)


EXAMPLES = {"locator": locator_example, "lattice": lattice_example, "stones": stones_example}
