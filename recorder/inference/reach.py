"""How far hands reached: fingers put and take stones, arms only lie over the points behind them.

A hand is known by what it hides. It comes over an edge of the board, and its fingers are where it is farthest from
there.
"""

from __future__ import annotations

import cv2
import numpy as np

from recorder.inference.doubt import Mask
from recorder.inference.evidence import grown

FINGERS = 2.5
"""Lines behind the farthest point of a hand that its fingers take up."""
STAY = 0.15
"""Seconds that fingers stay where they put or take a stone; elsewhere they pass."""
MOST = 0.5
"""Share of the board from which on what hides it is no hand."""
SPARSE = 0.45
"""Seconds between readings from which on a hand may have been elsewhere meanwhile."""


class Reach:
    """Follows the hands over one board.

    Parameters
    ----------
    size : int
        Number of lines.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        rows, cols = np.divmod(np.arange(size * size), size)
        self._rows, self._cols = rows.astype(np.float64), cols.astype(np.float64)
        self.forget()

    def forget(self) -> None:
        """Another view begins."""
        m = self.size**2
        self._hidden: Mask | None = None
        self._fingers = np.zeros(m, np.bool_)
        self._stayed = np.zeros(m)
        self._last = np.full(m, -np.inf)

    def add(self, seen: Mask, time: float, step: float) -> None:
        """Take in what could be seen, (n * n,), `step` seconds after the last time."""
        hidden = ~seen
        if not hidden.any():
            self._stayed[:] = 0.0
            self._hidden = None
            return
        if self._hidden is None or (self._hidden != hidden).any():
            self._hidden, self._fingers = hidden, self._fingers_of(hidden)
        self._stayed[seen] = 0.0
        self._stayed[self._fingers if step < SPARSE else hidden] += step
        self._last[hidden & (self._stayed >= STAY)] = time

    def since(self, time: float) -> Mask:
        """Where fingers were since then, and one line around, (n * n,)."""
        return grown(self._last >= time, self.size)

    def _fingers_of(self, hidden: Mask) -> Mask:
        n = self.size
        count, labels = cv2.connectedComponents(hidden.reshape(n, n).astype(np.uint8), connectivity=8)
        parts = np.asarray(labels).reshape(-1)
        found = np.zeros(n * n, np.bool_)
        for label in range(1, count):
            points = np.flatnonzero(parts == label)
            found[points[self._is_finger(points)]] = True
        return found

    def _is_finger(self, points: np.ndarray[tuple[int], np.dtype[np.intp]]) -> Mask:
        """Which of the points that a hand hides lie at its fingers; all where it is not known from where it comes."""
        n = self.size
        rows, cols = self._rows[points], self._cols[points]
        edges = [rows == n - 1, rows == 0, cols == n - 1, cols == 0]
        touched = [int(e.sum()) for e in edges]
        across = (touched[0] and touched[1]) or (touched[2] and touched[3])
        if not any(touched) or across or len(points) > MOST * n * n:
            return np.ones(len(points), np.bool_)
        edge = edges[touched.index(max(touched))]
        far = np.hypot(rows - rows[edge].mean(), cols - cols[edge].mean())
        return np.asarray(far >= far.max() - FINGERS)
