"""What is still to come of each board's log: how far it goes, and when the rest was asked for."""

from __future__ import annotations

import time as clocks

ANSWER = 5.0
"""Seconds after which events that were asked for are asked for again."""


class Arrears:
    """Boards of which an agent has more than was gathered."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self._asked: dict[str, float] = {}

    def owe(self, board: str, last: int) -> None:
        """A board's log goes that far at least."""
        self._last[board] = max(last, self._last.get(board, 0))

    def gathered(self, board: str, last: int) -> None:
        """So much of a board's log is here."""
        if last >= self._last.get(board, 0):
            self.drop(board)

    def drop(self, board: str) -> None:
        """Nothing more is to come of a board."""
        self._last.pop(board, None)

    def owed(self) -> dict[str, int]:
        """How far the logs go of which something is to come, by board."""
        return dict(self._last)

    def may_ask(self, board: str) -> bool:
        """Whether nothing of a board is under way."""
        return clocks.monotonic() - self._asked.get(board, -ANSWER) >= ANSWER

    def ask(self, board: str) -> None:
        """What is to come of a board is asked for now, or could not be had: not at once again."""
        self._asked[board] = clocks.monotonic()

    def answered(self, board: str) -> None:
        """What was asked for is here; more may be asked for."""
        self._asked.pop(board, None)

    def start_again(self) -> None:
        """Whatever was under way is not any more."""
        self._asked.clear()
