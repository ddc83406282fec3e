"""Which machines are there, and how the recordings of their boards go."""

from __future__ import annotations

from collections.abc import Callable

from recorder.broker.mirror import Mirror
from recorder.hall.wire import Health


class Attendance:
    """What agents said of themselves and of their boards, as long as they can be reached.

    Parameters
    ----------
    is_connected : callable
        Whether there is a connection to the broker.
    """

    def __init__(self, is_connected: Callable[[], bool]) -> None:
        self._is_connected = is_connected
        self._online: dict[str, bool] = {}
        self._healths: dict[str, Health] = {}

    def is_there(self, agent: str) -> bool:
        """Whether an agent can be reached."""
        return self._online.get(agent, False)

    def agents(self) -> list[str]:
        """The agents that are there."""
        return sorted(name for name, online in self._online.items() if online)

    def note(self, agent: str, *, online: bool) -> bool:
        """An agent came or went; returns whether that is news."""
        is_news = self._online.get(agent) != online
        self._online[agent] = online
        return is_news

    def lose_all(self) -> None:
        """Nobody can be reached: who is there is told again when the connection is."""
        self._online = dict.fromkeys(self._online, False)

    def told(self, board: str, health: Health) -> None:
        """How the recording of a board goes, as its agent says."""
        self._healths[board] = health

    def health(self, mirror: Mirror) -> Health:
        """How the recording of a board goes, or that its machine cannot be reached."""
        agent = mirror.known.agent
        if self.is_there(agent):
            return self._healths.get(mirror.name, Health(source="connecting"))
        if self._is_connected():
            text = f"the machine {agent} cannot be reached; what it records comes later"
        else:
            text = "there is no connection to the broker; what is recorded comes later"
        return Health(source="lost", message=text)
