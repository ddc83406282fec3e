"""How well the board can be seen: told when it is lost from view, and when it is back."""

from __future__ import annotations

from typing import Literal

from recorder import events
from vision.reading import Reading

COVERED, PATIENCE = 0.35, 3.0
"""Share of points in view below which the board counts as lost, and after how many seconds."""


class ViewQuality:
    """Says once what is wrong with the view, and once that it is well again."""

    def __init__(self) -> None:
        self._covered_since: float | None = None
        self._state: Literal["back", "lost"] = "back"

    @property
    def lost(self) -> bool:
        """Whether it was said that the board is lost."""
        return self._state == "lost"

    def watch(self, reading: Reading) -> events.View | None:
        """What a reading says of the view."""
        share = float(reading.seen.mean())
        if share < COVERED:
            if self._covered_since is None:
                self._covered_since = reading.time
            if reading.time - self._covered_since >= PATIENCE:
                return self.lose(reading.time, "the board is covered")
        elif share > 2 * COVERED or not self.lost:
            self._covered_since = None
            return self.regain(reading.time)
        return None

    def lose(self, time: float, reason: str) -> events.View | None:
        """The board cannot be seen: told once."""
        if self.lost:
            return None
        self._state = "lost"
        return events.View(t=time, state="lost", reason=reason)

    def regain(self, time: float) -> events.View | None:
        """The board can be seen again: told where it was lost."""
        if not self.lost:
            return None
        self._state = "back"
        return events.View(t=time, state="back", reason="")
