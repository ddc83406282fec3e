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
    stamped: list[Stamped] = []
    waiting = list(sittings)
    current: tuple[float, float] | None = None
    last = 0.0
    for event in told:
        while waiting and waiting[0].seq < event.seq:
            sitting = waiting.pop(0)
            # A film that goes on does so where it was left; a camera's time has gone on meanwhile.
            current = sitting.wall, max(sitting.origin, last)
        last = max(last, event.t)
        stamped.append(Stamped(current[0] + event.t - current[1] if current else otherwise, event))
    return stamped


def releases(stamped: Sequence[Stamped], delay: float) -> list[float]:
    """The wall time at which each event may be seen: none before another that came before it.

    Raises
    ------
    ValueError
        Where the delay is not from 0 to 3600 seconds.
    """
    if not 0 <= delay <= LONGEST:
        raise ValueError(f"a delay is from 0 to {LONGEST:g} seconds, got {delay}")
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
