"""Who carries out what an agent is asked."""

from __future__ import annotations

from typing import Protocol


class Refusal(Exception):  # noqa: N818 (an answer, no fault)
    """What was asked cannot be done; the message says why, `code` is the same as a key."""

    def __init__(self, message: str, code: str = "refused") -> None:
        super().__init__(message)
        self.code = code


class Host(Protocol):
    """Who carries out what an agent is asked. Every method may raise `Refusal`, and is called in several threads."""

    def order(self, board: str, line: bytes) -> bytes:
        """Carry out an order; the JSON of the events it led to."""

    def picture(self, board: str, width: int) -> bytes:
        """The latest picture as JPEG."""

    def evidence(self, board: str, alert: int, moment: str) -> bytes:
        """A picture of the board around an alert; empty where there is none (yet)."""

    def change(self, board: str, fields: bytes) -> bytes:
        """Set up a board, or set it up differently: JSON of the fields of a `BoardConfig`; what it is then."""

    def remove(self, board: str) -> None:
        """Take a board out of the hall."""

    def cameras(self) -> bytes:
        """The machine's cameras, as JSON."""

    def preview(self, camera: str) -> bytes:
        """What a camera sees, as JPEG."""
