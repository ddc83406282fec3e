"""Row and column numbers for crossings, from how they lie next to one another."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


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
