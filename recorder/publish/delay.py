"""When the public may see what: everything exactly so many seconds after it happened, in the order it happened.

A delay keeps help from reaching the players. It is a function of the events' wall times, the delay and the time of
day: nothing is remembered, so that a restart shows neither more nor less. The referee is never delayed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from recorder import events
from recorder.log import Sitting

LONGEST = 3600.0
"""Seconds of the longest delay."""


class Stamped(NamedTuple):
    """An event and the wall time, in seconds since 1970, at which it happened."""

    wall: float
    event: events.Event


class Stamper:
    """Finds the wall times of a log's events, taken in order from its beginning."""

    def __init__(self) -> None:
        self._sittings: Sequence[Sitting] = ()
        self._next = 0
        self._base: tuple[float, float] | None = None
        self._last = 0.0

    def take_sittings(self, sittings: Sequence[Sitting]) -> None:
        """When a source began to be recorded, in order: all that is known by now."""
        self._sittings = sittings

    def wall_of(self, event: events.Event, otherwise: float) -> float:
        """The wall time of the next event; `otherwise` where the log does not keep any."""
        while self._next < len(self._sittings) and self._sittings[self._next].seq < event.seq:
            sitting = self._sittings[self._next]
            self._next += 1
            # A film that goes on does so where it was left; a camera's time has gone on meanwhile.
            self._base = sitting.wall, max(sitting.origin, self._last)
        self._last = max(self._last, event.t)
        return self._base[0] + event.t - self._base[1] if self._base else otherwise


def stamp(told: Iterable[events.Event], sittings: Sequence[Sitting], otherwise: float = 0.0) -> list[Stamped]:
    """The wall time of each event of a log.

    Parameters
    ----------
    told : iterable of Event
        From the log's beginning, in order.
    sittings : sequence of Sitting
        When a source began to be recorded, in order.
    otherwise : float
        Wall time of events before the first sitting.
    """
    stamper = Stamper()
    stamper.take_sittings(sittings)
    return [Stamped(stamper.wall_of(event, otherwise), event) for event in told]


def check_delay(delay: float) -> float:
    """The delay; raises ValueError where it is not from 0 to 3600 seconds."""
    if not 0 <= delay <= LONGEST:
        raise ValueError(f"a delay is from 0 to {LONGEST:g} seconds, got {delay}")
    return delay


def releases(stamped: Sequence[Stamped], delay: float) -> list[float]:
    """The wall time at which each event may be seen: none before another that came before it.

    Raises
    ------
    ValueError
        Where the delay is not from 0 to 3600 seconds.
    """
    check_delay(delay)
    return list(accumulate((each.wall + delay for each in stamped), max))


def visible(stamped: Sequence[Stamped], delay: float, now: float) -> list[events.Event]:
    """The events that may be seen at wall time `now`; raises ValueError as `releases`."""
    count = bisect_right(releases(stamped, delay), now)
    return [each.event for each in stamped[:count]]


def next_release(stamped: Sequence[Stamped], delay: float, now: float) -> float | None:
    """The wall time at which more may be seen; None where all may be. Raises ValueError as `releases`."""
    times = releases(stamped, delay)
    count = bisect_right(times, now)
    return times[count] if count < len(times) else None
