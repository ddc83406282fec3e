"""How well a board can be seen, in coded words that pages say in any language."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Image
from vision.grid import Grid
from vision.reading import Reading

DARK, BRIGHT = 45.0, 235.0
"""Mean grey of the board, of 255, below and above which a picture is hard to read."""
GLARE = 0.04
"""Share of the board's pixels blown out by light."""
BLUR = 18.0
"""Mean square of the Laplacian below which no line is sharp, on a picture of the board 20 pixels a cell."""
SMALL = 14.0
"""Pixels from line to line below which stones are hard to tell."""
COVERED = 0.5
"""Share of the points in view below which the board counts as covered."""


def words_of(image: Image | None, grid: Grid | None, reading: Reading | None = None) -> tuple[str, ...]:
    """What is wrong with a view; empty where nothing is.

    Returns
    -------
    tuple of str
        Of `no_picture`, `no_board`, `too_dark`, `too_bright`, `glare`, `blur`, `small`, `cut_off`, `covered`.
    """
    if image is None:
        return ("no_picture",)
    if grid is None:
        grey = cv2.cvtColor(cv2.resize(image, (160, 90), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        return ("no_board", *_light(float(grey.mean())))
    flat = grid.flatten(image, 20, 0.5)
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    words = [*_light(float(grey.mean()))]
    if float((flat.min(axis=2) >= 252).mean()) > GLARE:
        words.append("glare")
    if float(np.square(cv2.Laplacian(grey, cv2.CV_32F)).mean()) < BLUR:
        words.append("blur")
    if grid.cell < SMALL:
        words.append("small")
    height, width = image.shape[:2]
    if (grid.corners < 1).any() or (grid.corners > [width - 2, height - 2]).any():
        words.append("cut_off")
    if reading is not None and float(reading.seen.mean()) < COVERED:
        words.append("covered")
    return tuple(words)


def _light(mean: float) -> tuple[str, ...]:
    return ("too_dark",) if mean < DARK else ("too_bright",) if mean > BRIGHT else ()
