"""Drawing what was seen into the picture, and the position beside it, for people to look at."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Image
from vision.grid import Grid
from vision.reading import BLACK, WHITE, Reading

LINE, FIRST, UNSURE, HIDDEN = (60, 200, 60), (40, 40, 255), (255, 0, 255), (160, 160, 160)
SURE = 0.9  # a reading with less chance is drawn as unsure
WOOD = (110, 180, 225)
COLUMNS, OUTSIDE = "ABCDEFGHJKLMNOPQRSTUVWXYZ", 0.74
"""Names of the columns, and how many cells outside the lines they stand."""
STARS = {9: (2, 4, 6), 13: (3, 6, 9), 19: (3, 9, 15)}


def overlay(image: Image, grid: Grid | None, reading: Reading | None = None, caption: str = "") -> Image:
    """The picture with the grid and the reading drawn on it.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3), uint8
    grid : Grid or None
    reading : Reading, optional
        Points read as black or white get a dot in their colour, unsure ones a ring, hidden ones a cross.
    caption : str
        A line of ASCII text for the lower left corner.

    Returns
    -------
    ndarray of shape (H, W, 3), uint8
        A new picture.
    """
    drawn = image.copy()
    if grid is not None:
        draw_grid(drawn, grid)
        if reading is not None:
            draw_reading(drawn, grid, reading)
    if caption:
        scale = max(0.6, image.shape[1] / 1600)
        # On a strip of its own: an outline of letters is not as wide as they are in every version of OpenCV.
        drawn[-int(36 * scale) :] //= 4
        where = (int(10 * scale), image.shape[0] - int(12 * scale))
        thick = max(1, round(scale))
        cv2.putText(drawn, caption, where, cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), thick, cv2.LINE_AA)
    return drawn


def draw_grid(image: Image, grid: Grid) -> None:
    """Draw the lines into `image`, bent as the lens bends them, and mark the record's first corner."""
    n = grid.size
    thick = max(1, round(grid.cell / 25))
    along = np.linspace(0, n - 1, 4 * n)
    for i in range(n):
        fixed = np.full_like(along, i)
        for points in (np.stack([fixed, along], 1), np.stack([along, fixed], 1)):
            line = np.round(grid.pixels_of(points) * 16).astype(np.int32)
            cv2.polylines(image, [line], False, LINE, thick, cv2.LINE_AA, 4)
    x, y = np.round(grid.corners[0] * 16).astype(int)
    cv2.circle(image, (int(x), int(y)), round(grid.cell * 0.7 * 16), FIRST, 2 * thick, cv2.LINE_AA, 4)


def draw_reading(image: Image, grid: Grid, reading: Reading) -> None:
    """Draw what each point was read as into `image`."""
    n = grid.size
    rows, cols = np.mgrid[0:n, 0:n]
    points = np.stack([rows.ravel(), cols.ravel()], 1).astype(float)
    places = np.round(grid.pixels_of(points) * 16).astype(int)
    colours, sure, seen = reading.colours.ravel(), reading.confidence.ravel(), reading.seen.ravel()
    radius, edge = max(2, round(grid.cell * 0.16)), max(1, round(grid.cell / 22))
    for (x, y), colour, chance, visible in zip(places, colours, sure, seen, strict=True):
        at = (int(x), int(y))
        if not visible:
            cv2.drawMarker(image, (at[0] // 16, at[1] // 16), HIDDEN, cv2.MARKER_TILTED_CROSS, 2 * radius, edge)
            continue
        if colour in (BLACK, WHITE):
            inner, outer = ((0, 0, 0), (255, 255, 255)) if colour == BLACK else ((255, 255, 255), (0, 0, 0))
            cv2.circle(image, at, (radius + edge) * 16, outer, -1, cv2.LINE_AA, 4)
            cv2.circle(image, at, radius * 16, inner, -1, cv2.LINE_AA, 4)
        if chance < SURE:
            cv2.circle(image, at, 2 * radius * 16, UNSURE, 2 * edge, cv2.LINE_AA, 4)


def board_picture(reading: Reading, side: int = 600) -> Image:
    """The position as a printed diagram with coordinates, (side, side, 3), unsure points ringed."""
    n = reading.size
    cell = side / (n + 1)
    board = np.full((side, side, 3), WOOD, np.uint8)

    def at(row: float, col: float) -> tuple[int, int]:
        return round((col + 1) * cell * 16), round((row + 1) * cell * 16)

    for i in range(n):
        cv2.line(board, at(i, 0), at(i, n - 1), (30, 50, 70), 1, cv2.LINE_AA, 4)
        cv2.line(board, at(0, i), at(n - 1, i), (30, 50, 70), 1, cv2.LINE_AA, 4)
        for place in (-OUTSIDE, n - 1 + OUTSIDE):
            _write(board, COLUMNS[i], at(place, i), cell)
            _write(board, str(n - i), at(i, place), cell)
    for row in STARS.get(n, ()):
        for col in STARS[n]:
            cv2.circle(board, at(row, col), round(cell * 0.1 * 16), (30, 50, 70), -1, cv2.LINE_AA, 4)
    for row in range(n):
        for col in range(n):
            colour = reading.colours[row, col]
            if colour in (BLACK, WHITE):
                fill = (25, 25, 25) if colour == BLACK else (250, 250, 250)
                cv2.circle(board, at(row, col), round(cell * 0.47 * 16), fill, -1, cv2.LINE_AA, 4)
                cv2.circle(board, at(row, col), round(cell * 0.47 * 16), (20, 20, 20), 1, cv2.LINE_AA, 4)
            if not reading.seen[row, col] or reading.confidence[row, col] < SURE:
                cv2.circle(board, at(row, col), round(cell * 0.3 * 16), UNSURE, 2, cv2.LINE_AA, 4)
    return board


def _write(board: Image, text: str, at: tuple[int, int], cell: float) -> None:
    """Write a coordinate, its middle at a place in sixteenths of pixels."""
    scale = 0.3 * cell / 22
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    where = at[0] // 16 - width // 2, at[1] // 16 + height // 2
    cv2.putText(board, text, where, cv2.FONT_HERSHEY_SIMPLEX, scale, (30, 50, 70), 1, cv2.LINE_AA)


def beside(picture: Image, board: Image) -> Image:
    """Two pictures side by side, the second one as high as the first."""
    height = picture.shape[0]
    width = max(1, round(board.shape[1] * height / board.shape[0]))
    scaled = cv2.resize(board, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(np.hstack([picture, scaled]), np.uint8)
