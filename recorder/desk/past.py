"""A game that is over while the board waits for the next one: orders may still put its record right."""

from __future__ import annotations

from recorder import events
from recorder.desk.overruled import Overruled
from recorder.inference.look import Look
from recorder.inference.mainline import MainLine
from recorder.inference.resumption import resumed_line
from recorder.orders import AdjustClock, DeclarePass, OrderRefused, Pause, PressClock, Resume, SetTurn, StartClock
from recorder.record import Record

OF_PLAY = (Pause, Resume, SetTurn, DeclarePass, StartClock, PressClock, AdjustClock)
"""Orders about a game that is being played: meant for the next one, which has not begun."""


class PastGame:
    """Stands where a watched board does, for the game that was told last.

    Parameters
    ----------
    record : Record
    count : int
        Number of the last event in the log.
    """

    def __init__(self, record: Record, count: int) -> None:
        self.size, self.count = record.size, count
        self.paused = False
        self.overruled = Overruled()
        self.look: Look | None = None
        self.line: MainLine | None = resumed_line(record)

    def open(self, time: float) -> list[events.Event]:  # noqa: ARG002 (as any watched board)
        """What stood there at the start was told."""
        return []

    def close(self) -> None:
        """It is over."""

    def reopen(self) -> None:
        """Raise OrderRefused: it does not go on."""
        raise OrderRefused("the board has been cleared for the next game: this one does not go on", "cleared")
