"""Running a source through a session: each event into the log first, then to whoever shall be told."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Protocol

from recorder import events
from recorder.desk.inbox import Inbox
from recorder.log import EventLog, LogError
from recorder.orders import Order, OrderRefused
from recorder.phrases import gtp_name
from recorder.sinks import FanOut
from recorder.wording import event_text
from vision.frame import Frame
from vision.source import FrameSource, Notice, SourceError

PATIENCE = 10.0  # seconds of source time without a board after which people are told
TRACES_WAIT = 5.0  # seconds of source time for which what was weighed may wait for an event to be written with
ENDED, STOPPED, FAILED = "the source ended", "the recording was stopped", "the source failed"


class Folding(Protocol):
    """What turns frames into events: a session; `count` is the number of the last event in the log."""

    count: int

    def feed(self, frame: Frame) -> list[events.Event]:
        """The events that are confirmed by this frame."""

    def order(self, order: Order, time: float) -> list[events.Event]:
        """What a person's order does; raises OrderRefused where it cannot be done."""

    def traces(self) -> list[tuple[float, str]]:
        """What was weighed since the last time: source time in seconds, and a line of JSON."""

    def finish(self, reason: str = ...) -> list[events.Event]:
        """The last events, when no more frames will come, and why."""


class Watcher(Protocol):
    """Whoever looks on while it runs."""

    def at(self, time: float, text: str | None = None) -> None:
        """The source has come to `time` seconds; `text` is what happened last."""

    def say(self, text: str) -> None:
        """Tell people something."""


class Recording:
    """Records one source.

    Parameters
    ----------
    session : Folding
    log, fan : where events go, in this order
    watcher : Watcher

    Attributes
    ----------
    found : bool
        Whether a board was ever seen.
    moves : int
        Number of the last move.
    stopped : bool
        Whether somebody ended it before the source did.
    """

    def __init__(self, session: Folding, log: EventLog, fan: FanOut, watcher: Watcher) -> None:
        self._session, self._log, self._fan, self._watcher = session, log, fan, watcher
        self.found, self.moves, self.stopped = False, 0, False
        self._size, self._patient = 0, True
        self._began: float | None = None
        self._traces: list[tuple[float, str]] = []
        session.count = log.last

    def run(
        self,
        source: FrameSource,
        look: Callable[[Frame], None] | None = None,
        stop: threading.Event | None = None,
        orders: Inbox | None = None,
        *,
        endless: bool = False,
    ) -> None:
        """Record until the source ends, or `stop` is set, or the game on a live source is over.

        Parameters
        ----------
        source : FrameSource
        look : callable, optional
            Gets every frame after the session has had it.
        stop : threading.Event, optional
        orders : Inbox, optional
            What people order; taken in between two frames, and answered.
        endless : bool
            For a board that is watched day by day: the end of a game ends nothing, and being stopped does not
            end the game, which is resumed later.

        Raises
        ------
        LogError
            Where the log can take no more; what was confirmed is kept and was told.
        SourceError
            Where the source gives up; what was pending is told before.
        """
        over = False
        fault: SourceError | None = None
        try:
            for frame in source:
                if stop is not None and stop.is_set():
                    break
                for event in self._session.feed(frame):
                    self._tell(event)
                    over = over or (source.live and isinstance(event, events.End))
                self._keep_traces(frame.time)
                over = (self.obey(orders, frame.time) and source.live) or over
                if look is not None:
                    look(frame)
                self._watcher.at(frame.time)
                self._lose_patience(frame.time)
                if over and not endless:
                    break
        except SourceError as error:
            fault = error
        self._write_traces()
        self.stopped = stop is not None and stop.is_set()
        if orders is not None:
            orders.close(OrderRefused("the recording has ended", "recording_ended"))
        if not over and not (endless and self.stopped):
            reason = STOPPED if self.stopped else FAILED if fault is not None else ENDED
            for event in self._session.finish(reason):
                self._tell(event)
        if fault is not None:
            raise fault

    def obey(self, orders: Inbox | None, time: float) -> bool:
        """Carry out what was ordered, as of `time` seconds of the source; whether that ended the game.

        `run` does so itself after every frame; a source that waits for one may, in the same thread.
        """
        over = False
        for waiting in orders.take() if orders is not None else ():
            if not waiting.answer.set_running_or_notify_cancel():
                continue
            try:
                kept = [self._tell(event) for event in self._session.order(waiting.order, time)]
            except OrderRefused as refusal:
                waiting.answer.set_exception(refusal)
            except LogError as error:
                waiting.answer.set_exception(error)
                raise
            else:
                over = over or any(isinstance(event, events.End) for event in kept)
                waiting.answer.set_result(kept)
        return over

    def _keep_traces(self, time: float) -> None:
        self._traces += self._session.traces()
        if self._traces and time - self._traces[0][0] >= TRACES_WAIT:
            self._write_traces()

    def _write_traces(self) -> None:
        traces, self._traces = self._traces, []
        # Nobody waits for them: where the disk is full the events say so.
        with suppress(LogError):
            self._log.append_traces(traces)

    def notice(self, told: Notice) -> None:
        """Pass on what a source says while it runs; a camera that is lost is a board that cannot be seen."""
        self._watcher.say(told.text)
        if told.kind in ("lost", "back"):
            self._tell(events.View(t=told.time, state="lost" if told.kind == "lost" else "back", reason=told.text))
            self._session.count = self._log.last

    def _tell(self, event: events.Event) -> events.Event:
        traces, self._traces = self._traces, []  # they belong to the event before
        kept = self._log.append(event, traces)
        self._fan.send(kept)
        if isinstance(kept, events.Board):
            self._size, self.found = kept.size, True
        elif isinstance(kept, events.Move | events.Pass):
            self.moves = kept.n
        elif isinstance(kept, events.Correction):
            self.moves = kept.n - 1
        if text := headline(kept, self._size):
            self._watcher.at(kept.t, text)
        return kept

    def _lose_patience(self, time: float) -> None:
        self._began = time if self._began is None else self._began
        if self._patient and not self.found and time - self._began >= PATIENCE:
            self._watcher.say(
                f"no board found in {time - self._began:.0f} s: the whole grid must be in the picture, "
                "or its corners be given with --corners"
            )
            self._patient = False


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
        case events.Edit():
            points = " ".join(gtp_name(p, size) for p in (*event.black, *event.white, *event.empty))
            return f"after move {event.after} stones lie otherwise: {points}"
        case events.Pause():
            return f"{event.state}: {event.reason}" if event.reason else event.state
        case events.View():
            return f"view {event.state}: {event.reason}" if event.reason else f"view {event.state}"
        case events.End():
            return f"end: {event.reason}"
        case events.Ruling() | events.Pause() | events.Turn() | events.Counted():
            return event_text(event, size)
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
