"""Peaks of a heat map, to a fraction of a pixel."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def peaks(heat: NDArray[np.float32], threshold: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Local maxima of a plane.

    Parameters
    ----------
    heat : ndarray of shape (H, W), float32
        Chances, 0 to 1.
    threshold : float
        The least height of a peak.

    Returns
    -------
    places : ndarray of shape (M, 2)
        x and y, pixel centres at whole numbers, highest peak first; the top of a parabola through the
        logarithms of the three values along each axis, exact for a Gaussian peak.
    heights : ndarray of shape (M,)
    """
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, cols = np.nonzero((heat >= highest) & (heat >= threshold))
    heights = heat[rows, cols]
    order = np.argsort(-heights, kind="stable")
    rows, cols, heights = rows[order], cols[order], heights[order]
    logs = np.log(np.pad(np.maximum(heat, 1e-4), 1, mode="edge"))

    def top(before: NDArray[np.float32], at: NDArray[np.float32], after: NDArray[np.float32]) -> NDArray[np.float64]:
        curve = before - 2 * at + after
        shift = 0.5 * (before - after) / np.where(np.abs(curve) < 1e-6, -1.0, curve)
        return np.asarray(np.clip(shift, -0.5, 0.5), np.float64)

    r, c = rows + 1, cols + 1
    dx = top(logs[r, c - 1], logs[r, c], logs[r, c + 1])
    dy = top(logs[r - 1, c], logs[r, c], logs[r + 1, c])
    return np.stack([cols + dx, rows + dy], axis=1), np.asarray(heights, np.float64)
