"""Requests of a hub to agents, and the answers that are waited for."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import msgspec

from recorder.broker.link import Link
from recorder.broker.messages import Answer, Ask, Topics


class Unreachable(Exception):  # noqa: N818 (an answer, no fault)
    """The agent is not there, or did not answer in time."""


class AgentRefused(Exception):  # noqa: N818 (an answer, no fault)
    """The agent says why it does not do what was asked; `code` is the same as a key."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class Asker:
    """Asks, and finds the question to an answer. Safe from several threads.

    Parameters
    ----------
    hub : str
        Who asks.
    topics : Topics
    link : Link
    """

    def __init__(self, hub: str, topics: Topics, link: Link) -> None:
        self._hub, self._topics, self._link = hub, topics, link
        self._lock = threading.Lock()
        self._tickets = 0
        self._waiting: dict[int, Future[bytes]] = {}

    def ask(self, agent: str, what: str, board: str, number: int, content: bytes) -> Future[bytes]:
        """Ask an agent for something (see `Ask`); `AgentRefused` or `Unreachable` where nothing comes of it."""
        future: Future[bytes] = Future()
        with self._lock:
            self._tickets += 1
            ticket = self._tickets
            self._waiting[ticket] = future
        ask = Ask(hub=self._hub, ticket=ticket, what=what, board=board, number=number, content=content)
        if not self._link.publish(self._topics.ask(agent), msgspec.msgpack.encode(ask)):
            with self._lock:
                self._waiting.pop(ticket, None)
            return failed("there is no connection to the broker")
        return future

    def take(self, answer: Answer) -> None:
        """An answer came."""
        with self._lock:
            future = self._waiting.pop(answer.ticket, None)
        if future is None or future.done():
            return
        if answer.refused:
            future.set_exception(AgentRefused(answer.refused, answer.code))
        else:
            future.set_result(answer.content)

    def give_up(self, why: str) -> None:
        """Nothing that was asked will be answered."""
        with self._lock:
            waiting, self._waiting = list(self._waiting.values()), {}
        for future in waiting:
            if not future.done():
                future.set_exception(Unreachable(why))


def failed(why: str) -> Future[bytes]:
    """What comes of a question that cannot be asked."""
    future: Future[bytes] = Future()
    future.set_exception(Unreachable(why))
    return future
