"""Where orders wait until the recording takes them, in between two frames; each is answered."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from recorder import events
from recorder.orders import Order

Answer = Future[Sequence[events.Event]]


@dataclass(frozen=True)
class Waiting:
    """An order and where its answer goes: the events as the log has them, or `OrderRefused`."""

    order: Order
    answer: Answer = field(default_factory=Future)


class Inbox:
    """Orders for one running recording; may be filled from any thread.

    Parameters
    ----------
    wake : callable, optional
        Called when an order comes in.
    """

    def __init__(self, wake: Callable[[], None] | None = None) -> None:
        self._queue: queue.SimpleQueue[Waiting] = queue.SimpleQueue()
        self._wake = wake

    def put(self, order: Order) -> Answer:
        """Hand an order in.

        Returns
        -------
        Future
            Its result are the events that the order made, with their numbers in the log; its exception is
            `OrderRefused` where it could not be done, and whatever ended the recording where that came first.
        """
        waiting = Waiting(order)
        self._queue.put(waiting)
        if self._wake is not None:
            self._wake()
        return waiting.answer

    def take(self) -> list[Waiting]:
        """All orders that wait now, in the order in which they came."""
        found: list[Waiting] = []
        while True:
            try:
                found.append(self._queue.get_nowait())
            except queue.Empty:
                return found

    def close(self, reason: Exception) -> None:
        """No order will be taken any more: those that wait are answered with this."""
        for waiting in self.take():
            if waiting.answer.set_running_or_notify_cancel():
                waiting.answer.set_exception(reason)
