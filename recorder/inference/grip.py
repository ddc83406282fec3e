"""Where the stone is that a hand lays, seen from the hand's tip."""

from __future__ import annotations

import numpy as np

from recorder.inference.doubt import Floats
from recorder.inference.tips import Touch


class Grip:
    """How far from the tips of hands moves are made, learned from moves: onwards, and to the right.

    Two normal distributions with a share of hands whose tip was not where it seemed.
    """

    ONWARD, ASIDE = -0.7, 0.0
    """Lines from tip to stone before anything was seen."""
    SPREAD, AT_FIRST = 1.3, 6.0
    """Lines, and number of moves that are taken for seen before anything was."""
    LEAST = 0.5
    """Lines: no hand is known better than the lines are apart."""
    ASTRAY, WITHIN = 0.04, 36.0
    """Share of the hands whose tip says nothing, and among how many points the stone is then."""
    USUAL = 1.0
    """Nats that moves cost on the average, two times a half: what a hand is known by makes moves no less likely."""
    FAR = 3.5
    """Lines from the tip beyond which no move is learned from."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Another view begins."""
        self._number = self.AT_FIRST
        self._mean = np.array([self.ONWARD, self.ASIDE])
        self._square = self.AT_FIRST * self.SPREAD**2 * np.ones(2)

    def add(self, off: tuple[float, float] | None) -> None:
        """A move was made so many lines from the tip of a hand, onward and aside; None where that is not known."""
        if off is None:
            return
        before = np.asarray(off) - self._mean
        if np.abs(before).max() > self.FAR:
            return
        # Mean and variance are followed as Welford (1962) does it.
        self._number += 1
        self._mean += before / self._number
        self._square += before * (np.asarray(off) - self._mean)

    def costs(self, touch: Touch) -> Floats:
        """What it costs that a move was made at each point, (n * n,), in nats; nothing where no hand is known."""
        spread = np.maximum(self.LEAST, np.sqrt(self._square / self._number))
        onward = (touch.onward - self._mean[0]) / spread[0]
        aside = (touch.aside - self._mean[1]) / spread[1]
        # Where the board ends the hand may have reached farther than is seen.
        onward = np.where(touch.cut, np.minimum(onward, 0.0), onward)
        good = (1 - self.ASTRAY) / (2 * np.pi * spread.prod())
        bad = self.ASTRAY / self.WITHIN
        nats = np.log(good + bad) - np.log(good * np.exp(-0.5 * (onward**2 + aside**2)) + bad) - self.USUAL
        nats = np.where(np.isnan(nats), 0.0, nats)
        return np.asarray(np.where(touch.vague, np.minimum(nats, 0.0), nats))
