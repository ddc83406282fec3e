"""Where the lines of a board lie in a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.frame import Image

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
SIZES = range(5, 26)


@dataclass(frozen=True)
class Lens:
    """Radial distortion of first order (Brown 1971): r_picture = r_ideal * (1 + k1 * r_ideal**2).

    Attributes
    ----------
    k1 : float
        Negative for a barrel (wide lens), positive for a cushion; radii in units of `radius`.
    centre : tuple of (x, y), pixels
    radius : float, pixels
        The unit of radii: half of the picture's diagonal.
    """

    k1: float
    centre: tuple[float, float]
    radius: float

    def distort(self, ideal: ArrayLike) -> Array:
        """Picture positions, (M, 2), of ideal (pinhole) positions, (M, 2)."""
        p = (np.asarray(ideal, np.float64) - self.centre) / self.radius
        r2 = (p**2).sum(axis=-1, keepdims=True)
        if self.k1 < 0:
            # Beyond this radius the polynomial folds back; nothing in the picture lies there.
            r2 = np.minimum(r2, 1 / (-3 * self.k1))
        return np.asarray(p * (1 + self.k1 * r2) * self.radius + self.centre)

    def undistort(self, picture: ArrayLike) -> Array:
        """Ideal (pinhole) positions, (M, 2), of picture positions, (M, 2), by fixed-point iteration."""
        d = (np.asarray(picture, np.float64) - self.centre) / self.radius
        p = d.copy()
        for _ in range(20):
            r2 = (p**2).sum(axis=-1, keepdims=True)
            if self.k1 < 0:
                r2 = np.minimum(r2, 1 / (-3 * self.k1))
            p = d / (1 + self.k1 * r2)
        return np.asarray(p * self.radius + self.centre)


@dataclass(frozen=True)
class NoGrid:
    """No board was found, and why, in a few words. Falsy."""

    reason: str

    def __bool__(self) -> Literal[False]:
        return False


@final  # so that types tell a Grid from a NoGrid by its truth
@dataclass(frozen=True, eq=False)
class Grid:
    """The lines of a board in a picture.

    Attributes
    ----------
    size : int
        Number of lines each way, 5 to 25.
    corners : ndarray of shape (4, 2), float64
        Picture positions (x, y) in pixels of the four outermost crossings: corners[0] is the record's
        top left point (SGF `aa`), then clockwise as seen in the picture.
    lens : Lens or None
        The lens term, where one was estimated.

    Raises
    ------
    ValueError
        Where the size is out of range or the corners are no convex quadrilateral.
    """

    size: int
    corners: Array
    lens: Lens | None = None

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise ValueError(f"a board has 5 to 25 lines, got {self.size}")
        corners = np.array(self.corners, np.float64)
        if corners.shape != (4, 2):
            raise ValueError(f"a grid needs four corners (x, y), got an array of shape {corners.shape}")
        sides = np.roll(corners, -1, axis=0) - corners
        turns = np.roll(sides, -1, axis=0)
        crosses = sides[:, 0] * turns[:, 1] - sides[:, 1] * turns[:, 0]
        if not (np.all(crosses > 0) or np.all(crosses < 0)):
            raise ValueError("the four corners must go round the board one after the other")
        corners.flags.writeable = False
        object.__setattr__(self, "corners", corners)

    @cached_property
    def homography(self) -> Array:
        """3 x 3 matrix from board coordinates (col, row) to ideal (pinhole) pixels."""
        n = self.size - 1
        board = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32)
        ideal = self.lens.undistort(self.corners) if self.lens else self.corners
        return np.asarray(cv2.getPerspectiveTransform(board, ideal.astype(np.float32)), np.float64)

    @property
    def cell(self) -> float:
        """Mean length of a cell's side in the picture, pixels."""
        sides = np.linalg.norm(self.corners - np.roll(self.corners, -1, axis=0), axis=1)
        return float(sides.mean() / (self.size - 1))

    def pixels_of(self, points: ArrayLike) -> Array:
        """Picture positions (x, y), (M, 2), of board positions (row, col), (M, 2); fractions allowed."""
        board = np.asarray(points, np.float64)[:, ::-1]
        ideal = cv2.perspectiveTransform(board[:, None], self.homography)[:, 0]
        return self.lens.distort(ideal) if self.lens else np.asarray(ideal, np.float64)

    def points_of(self, pixels: ArrayLike) -> Array:
        """Board positions (row, col), (M, 2), of picture positions (x, y), (M, 2)."""
        ideal = np.asarray(pixels, np.float64)
        if self.lens:
            ideal = self.lens.undistort(ideal)
        board = cv2.perspectiveTransform(ideal[:, None], np.linalg.inv(self.homography))[:, 0]
        return np.asarray(board[:, ::-1], np.float64)

    def flatten(self, image: Image, spacing: int, margin: float, cells: int | None = None) -> Image:
        """The board seen from straight above.

        Parameters
        ----------
        image : ndarray of shape (H, W, 3), uint8
        spacing : int
            Pixels from line to line in the flat picture.
        margin : float
            Cells shown beyond the first line, above and to the left.
        cells : int, optional
            Cells of the flat picture each way; by default so many that the margin is the same on all sides.

        Returns
        -------
        ndarray of shape (S, S, 3), uint8
            Point (row, col) has its centre at ((col + margin) * spacing, (row + margin) * spacing), counting
            pixels so that 0 is the edge of the first one. What lies outside the picture repeats its edge.
        """
        xs, ys = self._maps(spacing, margin, cells)
        # Area averaging where the picture is finer than the flat view, so that nothing aliases.
        scale = self.cell / spacing
        if scale > 1.5:
            sigma = 0.35 * scale
            reach = math.ceil(4 * sigma) + 2
            x0, y0 = max(0, math.floor(xs.min()) - reach), max(0, math.floor(ys.min()) - reach)
            part = image[y0 : math.ceil(ys.max()) + reach, x0 : math.ceil(xs.max()) + reach]
            if part.size:  # only the board's part of the picture is averaged
                image, xs, ys = np.asarray(cv2.GaussianBlur(part, (0, 0), sigma), np.uint8), xs - x0, ys - y0
        flat = cv2.remap(image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(flat, np.uint8)

    def _maps(self, spacing: int, margin: float, cells: int | None) -> tuple[Floats, Floats]:
        """Where in the picture each pixel of a flat view lies, x and y, (S, S) each; kept, since films ask again."""
        key = (spacing, margin, cells)
        if key not in self._known_maps:
            side = round((cells if cells is not None else self.size - 1 + 2 * margin) * spacing)
            u = (np.arange(side) + 0.5) / spacing - margin
            xs, ys = np.meshgrid(u, u)
            pixels = self.pixels_of(np.stack([ys.ravel(), xs.ravel()], axis=1)).astype(np.float32)
            self._known_maps[key] = (
                np.ascontiguousarray(pixels[:, 0].reshape(side, side)),
                np.ascontiguousarray(pixels[:, 1].reshape(side, side)),
            )
        return self._known_maps[key]

    @cached_property
    def _known_maps(self) -> dict[tuple[int, float, int | None], tuple[Floats, Floats]]:
        return {}

    def turned(self, quarter_turns: int) -> Grid:
        """The same lines with corners[quarter_turns] as the first corner."""
        return Grid(self.size, np.roll(self.corners, -quarter_turns, axis=0), self.lens)
