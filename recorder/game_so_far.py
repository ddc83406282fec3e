"""A game that goes on: from the log of a recording that was broken off or adjourned, or from its SGF so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from recorder import events
from recorder.facts import GameFacts
from recorder.log import LogError, LogReader, Sitting
from recorder.record import fold
from recorder.recording import FAILED, STOPPED
from recorder.sgf_reader import read_sgf
from vision.frame import Frame
from vision.source import FrameSource
from vision.wrapping import WrappingSource


@dataclass(frozen=True)
class GameSoFar:
    """What the options say of the game so far.

    Attributes
    ----------
    record : Path or None
        An SGF with the moves until now.
    resume : bool or None
        Whether the last game of the log goes on; None: where it was cut short, and a camera looks on.
    """

    record: Path | None = None
    resume: bool | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether somebody said that a game goes on, and not only that it may."""
        return self.record is not None or bool(self.resume)

    def from_record(self, facts: GameFacts) -> tuple[list[events.Event], GameFacts]:
        """The events of the SGF, and its facts with those that were given besides.

        Raises ValueError where the file is no SGF, or cannot be read.
        """
        if self.record is None:
            return [], facts
        if self.resume:
            raise ValueError("a game goes on from its log (--resume) or from its SGF (--continue), not from both")
        try:
            told, known = read_sgf(self.record.read_bytes())
        except OSError as error:
            raise ValueError(f"{self.record} cannot be read: {error.strerror or error}") from error
        except ValueError as error:
            raise ValueError(f"{self.record}: {error}") from error
        given = msgspec.to_builtins(facts)  # what is empty is left out
        # The result of a game that goes on is none.
        return told, msgspec.structs.replace(known, **{"result": "", **given})

    def is_resumed(self, log: Path, *, live: bool) -> bool:
        """Whether the last game of a log goes on; raises LogError where it shall and there is none."""
        if self.record is not None or self.resume is False or (self.resume is None and not live):
            return False
        if not log.is_file():
            if self.resume:
                raise LogError(
                    f"there is no log {log} to resume a game from: name it with --log, or leave out --resume"
                )
            return False
        with LogReader(log) as reader:
            games = reader.games()
            record = fold(reader.events(games[-1].game)) if games else None
        if record is None and self.resume:
            raise LogError(f"the log {log} holds no game to resume: leave out --resume")
        return record is not None and (bool(self.resume) or record.end is None)


AS_LONG = 1.0
"""Seconds by which a film that was seen to its end may be longer or shorter than what was seen."""


class Later(WrappingSource):
    """A source whose times go on from those of an earlier one.

    Parameters
    ----------
    source : FrameSource
    after : float
        Seconds that are added to all times.
    start : float
        Seconds of its own time that are passed over.
    """

    def __init__(self, source: FrameSource, after: float, start: float = 0.0) -> None:
        super().__init__(source)
        self._after, self._start = after, start

    @property
    def duration(self) -> float | None:
        """The time at which it ends, where known."""
        own = super().duration
        return None if own is None else own + self._after

    def __iter__(self) -> Iterator[Frame]:
        self._source.step = self.step
        for frame in self._source:
            if frame.time >= self._start:
                yield replace(frame, time=frame.time + self._after)
            self._source.step = self.step


def where_left(
    told: Sequence[events.Event], sitting: Sitting | None, source: str, duration: float | None
) -> tuple[float, float]:
    """Where a game goes on.

    Parameters
    ----------
    told : sequence of Event
        Its events.
    sitting : Sitting or None
        The last time it was recorded.
    source : str
        What it is recorded from now.
    duration : float or None
        How long that is, seconds; None for what has no beginning to go back to.

    Returns
    -------
    before : float
        Seconds to be added to the times of the source.
    start : float
        Seconds of the source that were seen: 0, but for a film whose recording was broken off.

    Raises
    ------
    ValueError
        Where the film was seen to its end: nothing is left to go on with.
    """
    last = last_time(told)
    if sitting is None or duration is None or sitting.source != source or last < sitting.origin:
        return last, 0.0
    seen = last - sitting.origin
    end = next((event for event in reversed(told) if isinstance(event, events.End | events.Pause)), None)
    if isinstance(end, events.End) and abs(duration - seen) < AS_LONG:
        raise ValueError(f"{Path(source).name} was recorded to its end: leave out --resume to record it anew")
    if isinstance(end, events.End) and end.reason not in (STOPPED, FAILED):
        return last, 0.0  # it was seen to its end: this is another film of that name
    return sitting.origin, seen


def last_time(told: Sequence[events.Event]) -> float:
    """Source time in seconds at which a game was left."""
    return max((event.t for event in told), default=0.0)
