"""Which of the things that were told a person should look at, and where on the board."""

from __future__ import annotations

from recorder import events
from recorder.phrases import SURE


def is_doubtful(event: events.Event) -> bool:
    """Whether a person should look at what an event says."""
    if isinstance(event, events.Move):
        return event.origin == "camera" and (bool(event.candidates) or event.confidence < SURE)
    if isinstance(event, events.Pass):
        return event.origin == "camera" and event.confidence < SURE
    if isinstance(event, events.Edit):
        return event.cause == "seen"
    if isinstance(event, events.Correction):
        return event.origin == "camera"  # what people corrected they know
    if isinstance(event, events.End):
        return event.reason == events.NOT_RESUMED
    return isinstance(event, events.Alert) or (isinstance(event, events.View) and event.state != "back")


def points_of(event: events.Event) -> tuple[str, ...]:
    """The points an event is about."""
    match event:
        case events.Move():
            return (event.point, *(c.point for c in event.candidates))
        case events.Alert():
            return event.points
        case events.Edit():
            return (*event.black, *event.white, *event.empty)
    return ()
