"""Times of a film's frames from the stamps its stream bears."""

from __future__ import annotations

import math

RESTART = -5.0  # a stamp this far back (s) means that the stamps began anew, not that two frames swapped
LEAST = 0.001


class Stamps:
    """Times that always go forward, whatever the stream's stamps do.

    Good stamps are kept as they are, counted from the first one, at any and at a varying frame rate. Stamps
    that are missing or stand still (raw streams) are replaced by the nominal frame rate; stamps out of order
    are smoothed so that the times come back to the stamps; stamps that start again, or leap beyond the
    film's own length, are bridged by one nominal period.

    Parameters
    ----------
    rate : float
        Nominal frames per second; 25 is taken where it makes no sense.
    duration : float or None
        Length of the film in seconds, where known.
    """

    def __init__(self, rate: float, duration: float | None = None) -> None:
        sensible = math.isfinite(rate) and 0.01 <= rate <= 1000
        self._period = 1 / rate if sensible else 1 / 25
        self._end = math.inf if duration is None else duration + 1.0
        self._last: float | None = None
        self._time = 0.0
        self._debt = 0.0  # time given out too early, taken back from the next strides

    def time_of(self, stamp: float) -> float:
        """Seconds since the first frame for the next frame, whose stamp is `stamp` seconds."""
        if self._last is None:
            self._last = stamp if math.isfinite(stamp) else 0.0
            return 0.0
        stride = stamp - self._last if math.isfinite(stamp) else 0.0
        if math.isfinite(stamp):
            self._last = stamp
        self._time += self._advance(stride)
        return self._time

    def _advance(self, stride: float) -> float:
        if stride <= RESTART or self._time + stride > self._end:
            return self._period
        if stride <= 0:
            self._debt += self._period - stride
            return self._period
        advance = max(stride - self._debt, LEAST)
        self._debt -= stride - advance
        return advance
