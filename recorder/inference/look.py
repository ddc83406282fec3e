"""What is known of the board at one time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from recorder.inference.doubt import Floats, Mask

UNKNOWN = 3
"""What a point shows that cannot be told now."""


@dataclass(frozen=True, eq=False)
class Look:
    """What is known of the board at one time.

    Attributes
    ----------
    size : int
    time : float
    shown : bytes
        n * n values: what each point shows (0 empty, 1 black, 2 white), 3 where it cannot be told now.
    against : ndarray of shape (n * n, 3), float64, nats
        How much speaks against each content of a point; all 0 where it is not seen.
    since : ndarray of shape (n * n,), float64, seconds
        When the point first showed this.
    possible : ndarray of shape (n * n,), float64, seconds
        When it was last seen to show something else: the change came after that.
    missed : ndarray of shape (n * n,), float64, nats
        How much speaks against its having been there already while the other thing was seen.
    held : ndarray of shape (n * n,), float64, seconds
        For how long it was seen to show it.
    visited : ndarray of shape (n * n,), bool
        Whether a hand was over the point when it changed.
    clear : ndarray of shape (n * n,), float64, seconds
        For how long the point has been in view without a break.
    free : ndarray of shape (n * n,), float64, seconds
        The longest time for which all within two lines was in view since the point shows this.
    unseen : ndarray of shape (n * n,), bool
    last_seen : ndarray of shape (n * n,), float64, seconds
    chances : ndarray of shape (n * n, 3), float64
        Chances over the last moments.
    weight : ndarray of shape (n * n,), float64
        0.15 to 1.1: how sure the readings were, on the whole, of what the point shows.
    fresh : ndarray of shape (n * n,), float64, seconds
        For how long it was seen to show it since it was last covered.
    settled : ndarray of shape (n * n,), float64, seconds
        When the point last showed anything clearly.
    covered : ndarray of shape (n * n,), float64, seconds
        When a hand was last there.
    lasting : float, seconds
        How long errors last on this board, the longest of late.
    supposed : float, seconds
        How long they are supposed to last while nobody can know yet.
    noise : float, nats
        What the board's share of errors takes off the belief in a reading.
    calm : float, nats
        By how much errors are rarer on this board than usual.
    """

    size: int
    time: float
    shown: bytes
    against: Floats
    since: Floats
    possible: Floats
    missed: Floats
    held: Floats
    visited: Mask
    clear: Floats
    free: Floats
    unseen: Mask
    last_seen: Floats
    chances: Floats
    weight: Floats
    fresh: Floats
    settled: Floats
    covered: Floats
    noise: float
    lasting: float
    supposed: float
    calm: float = 0.0

    @cached_property
    def costs(self) -> list[list[float]]:
        """`against` as plain numbers, for loops over single points."""
        costs: list[list[float]] = self.against.tolist()
        return costs

    @cached_property
    def now(self) -> NDArray[np.uint8]:
        """`shown` as an array of shape (n * n,)."""
        return np.frombuffer(self.shown, np.uint8)

    def clear_around(self, points: list[int], radius: int) -> float:
        """For how long all points within so many lines of these have been in view, seconds."""
        n = self.size
        grid = self.clear.reshape(n, n)
        least = np.inf
        for p in points:
            r, c = divmod(p, n)
            part = grid[max(0, r - radius) : r + radius + 1, max(0, c - radius) : c + radius + 1]
            least = min(least, float(part.min()))
        return least
