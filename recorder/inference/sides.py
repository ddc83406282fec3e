"""Whose hands come over which edge of the board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from recorder.inference.doubt import Floats, Mask
from recorder.inference.reach import EDGES


class Sides:
    """Which player's hands come over which edge, learned from moves."""

    MOST = 4.0
    """Nats at most that a move by the other's hand costs."""
    AT_FIRST = 0.5
    """Moves over each edge that are taken for seen before anything was."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Another view begins."""
        self._counts = np.full((3, EDGES), self.AT_FIRST)

    def add(self, colour: int, reached: NDArray[np.bool_]) -> None:
        """A move was made where hands from these edges were, (5,)."""
        edges = np.flatnonzero(reached[:EDGES])
        if len(edges) == 1:
            self._counts[colour, edges[0]] += 1

    def costs(self, reached: Mask) -> Floats:
        """What it costs that a move of each colour was made at each point where hands were, (n * n, 3), in nats.

        Against the one whose hands come more often from there: a hand has come, whoever's it was.
        """
        shares = np.log(self._counts / self._counts.sum(axis=1, keepdims=True))
        nats = np.minimum(self.MOST, shares[1:].max(axis=0) - shares)
        nats[0] = 0.0
        by = np.concatenate([nats.T, np.zeros((1, 3))])
        least = np.where(reached[:, :, None], by[:, None, :], np.inf).min(axis=0)
        return np.asarray(np.where(np.isfinite(least), least, 0.0))
