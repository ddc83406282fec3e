"""Running a source through a session: each event into the log first, then to whoever shall be told."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Protocol

from recorder import events
from recorder.log import EventLog
from recorder.phrases import gtp_name
from recorder.sinks import FanOut
from vision.frame import Frame
from vision.source import FrameSource, SourceError

PATIENCE = 10.0  # seconds of source time without a board after which people are told


class Folding(Protocol):
    """What turns frames into events: a session."""

    def feed(self, frame: Frame) -> list[events.Event]:
        """The events that are confirmed by this frame."""

    def finish(self) -> list[events.Event]:
        """The last events, when no more frames will come."""


class Watcher(Protocol):
    """Whoever looks on while it runs."""

    def at(self, time: float, text: str | None = None) -> None:
        """The source has come to `time` seconds; `text` is what happened last."""

    def say(self, text: str) -> None:
        """Tell people something."""


@dataclass
class Recording:
    """What a recording came to.

    Attributes
    ----------
    found : bool
        Whether a board was ever seen.
    moves : int
        Number of the last move.
    stopped : bool
        Whether somebody ended it before the source did.
    """

    found: bool = False
    moves: int = 0
    stopped: bool = False


def run(
    source: FrameSource,
    session: Folding,
    log: EventLog,
    fan: FanOut,
    watcher: Watcher,
    state: Recording,
    look: Callable[[Frame], None] | None = None,
    stop: threading.Event | None = None,
) -> None:
    """Record until the source ends, or `stop` is set, or the game on a live source is over.

    Parameters
    ----------
    source : FrameSource
    session : Folding
    log, fan : where events go, in this order
    watcher : Watcher
    state : Recording
        Kept up to date, also where this ends by an exception.
    look : callable, optional
        Gets every frame after the session has had it.
    stop : threading.Event, optional

    Raises
    ------
    LogError
        Where the log can take no more; what was confirmed is kept and was told.
    SourceError
        Where the source gives up; what was pending is told before.
    """
    size, patient = 0, True

    def tell(event: events.Event) -> None:
        nonlocal size
        kept = log.append(event)
        fan.send(kept)
        if isinstance(kept, events.Board):
            size, state.found = kept.size, True
        elif isinstance(kept, events.Move | events.Pass):
            state.moves = kept.n
        elif isinstance(kept, events.Correction):
            state.moves = kept.n - 1
        if text := headline(kept, size):
            watcher.at(kept.t, text)

    over = False
    fault: SourceError | None = None
    try:
        for frame in source:
            if stop is not None and stop.is_set():
                break
            for event in session.feed(frame):
                tell(event)
                over = over or (source.live and isinstance(event, events.End))
            if look is not None:
                look(frame)
            watcher.at(frame.time)
            if patient and not state.found and frame.time >= PATIENCE:
                watcher.say(
                    f"no board found in {frame.time:.0f} s: the whole grid must be in the picture, "
                    "or its corners be given with --corners"
                )
                patient = False
            if over:
                break
    except SourceError as error:
        fault = error
    state.stopped = stop is not None and stop.is_set()
    if not over:
        for event in session.finish():
            tell(event)
    if fault is not None:
        raise fault


def headline(event: events.Event, size: int) -> str:
    """What happened, in a few words; empty where nobody waits for it."""
    match event:
        case events.Board():
            return f"board of {event.size} lines found"
        case events.Move():
            return f"move {event.n}: {_COLOURS[event.colour]} {gtp_name(event.point, size)}"
        case events.Pass():
            return f"move {event.n}: {_COLOURS[event.colour]} passes"
        case events.Correction():
            return f"move {event.n} and what follows is withdrawn: {event.reason}"
        case events.Alert():
            return f"{event.severity}: {event.message}"
        case events.View():
            return f"view {event.state}: {event.reason}" if event.reason else f"view {event.state}"
        case events.End():
            return f"end: {event.reason}"
    return ""


_COLOURS = {"B": "Black", "W": "White"}


@contextmanager
def stopping(source: FrameSource) -> Iterator[threading.Event]:
    """Within, the first Ctrl-C or termination signal ends the source in good order; the second at once."""
    stop = threading.Event()

    def ask(number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt(number)
        stop.set()
        # Not here: the iteration that is interrupted may hold the lock that closing needs.
        threading.Thread(target=source.close, daemon=True).start()

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
