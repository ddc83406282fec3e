"""Games shown on somebody else's server: one interface, whatever the server is.

A relay is told the whole state of a game again and again, never changes: so that it can lose its connection, begin
late, or see a correction, and shows what is true as soon as it can. It must never hold up whoever tells it.
"""

from __future__ import annotations

from typing import Protocol

from recorder.game_state import GameState


class RelayError(Exception):
    """The server does not take the game; the message says why and what to do."""


class Relay(Protocol):
    """Shows one game elsewhere."""

    @property
    def name(self) -> str:
        """What people call it, in messages."""

    def show(self, state: GameState) -> None:
        """Show this state as soon as may be; returns at once. Only the newest state counts."""

    def close(self, timeout: float = 5.0) -> None:
        """Show the newest state, where that can be done within `timeout` seconds, and end."""
