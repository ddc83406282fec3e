"""Who is told what a hub gathers."""

from __future__ import annotations

from typing import Protocol

from recorder.broker.mirror import Mirror
from recorder.hall.wire import Health


class Onlooker(Protocol):
    """Who is told what changes; all in the collector's thread."""

    def wanted(self, name: str) -> bool:
        """Whether a board of this name is to be gathered."""

    def appeared(self, mirror: Mirror) -> None:
        """A board is new, or set up differently, or its log is another."""

    def grown(self, mirror: Mirror, alerts: tuple[int, ...], facts: bool) -> None:
        """A board has new events, these alerts among them; or `facts` of its game were told anew."""

    def vanished(self, name: str) -> None:
        """A board is not there any more; its mirror stays on the disk."""

    def told_health(self, name: str, health: Health) -> None:
        """How a board's recording goes, or that its machine cannot be reached."""
