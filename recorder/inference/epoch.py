"""A stretch of time between two times at which hands left, and what each point showed in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from recorder.inference.doubt import Floats, Mask
from recorder.inference.tips import Touch

UNSEEN = 3
WHOLE = 0.4
"""Seconds from which on a run of readings counts fully: what flickers says little."""


class Run(NamedTuple):
    """Equal readings of one point that ended within an epoch.

    `seconds` are those of the epoch in which they were seen, `weight` how surely; `peak` the greatest weight of the
    same run in earlier epochs, `begun` whether it began in one; `alone` whether it began with no hand near.
    """

    point: int
    label: int
    seconds: float
    weight: float
    peak: float
    begun: bool
    alone: bool
    dim: float


@dataclass(eq=False)
class Epoch:
    """A stretch of time.

    Attributes
    ----------
    start, end : float
        Seconds.
    visited : ndarray of shape (n * n,), bool
        Where a hand was just before or at its start.
    reached : ndarray of shape (5, n * n), bool
        Where the fingers of hands were that came over each edge (see `reach`).
    touch : Touch
        How far from points the tips of hands rested.
    visit : int
        Number of the visit of hands in or after which it began.
    hands : float
        Seconds for which hands had been there by its start; 0 where none was.
    sides : int
        Over how many edges they had come.
    label : ndarray of shape (n * n,), int8
        What the point showed last; 3 where it was never seen.
    seconds : ndarray of shape (n * n,), float64
        For how long it was seen to show that in this epoch, as if it had always been read as surely as at the best.
    weight, peak : ndarray of shape (n * n,), float64
        How surely, and how surely at the most in earlier epochs.
    begun, alone : ndarray of shape (n * n,), bool
        Whether it showed that in an earlier epoch already; whether it began to with no hand near.
    before : ndarray of shape (n * n,), int8
        What the point showed when it was covered, where it showed something else when it came into view again in this
        epoch; else 3.
    ended : list of Run
        Runs that ended within it.
    """

    start: float
    end: float
    visited: Mask
    reached: Mask
    touch: Touch
    visit: int
    hands: float
    sides: int
    label: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))
    seconds: Floats = field(default_factory=lambda: np.zeros(0))
    weight: Floats = field(default_factory=lambda: np.zeros(0))
    peak: Floats = field(default_factory=lambda: np.zeros(0))
    begun: Mask = field(default_factory=lambda: np.zeros(0, np.bool_))
    alone: Mask = field(default_factory=lambda: np.zeros(0, np.bool_))
    dim: Floats = field(default_factory=lambda: np.zeros(0))
    before: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))
    ended: list[Run] = field(default_factory=list)


def dim_of(weight: Floats, seconds: Floats) -> Floats:
    """How doubtful readings were, from 0 to 0.9."""
    return np.asarray((1 - np.minimum(1.0, weight)) * np.minimum(1.0, seconds / WHOLE))
