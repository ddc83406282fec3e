"""How well the board can be seen: told when it is not, and when it is seen well again."""

from __future__ import annotations

from typing import Literal

import numpy as np

from recorder import events
from vision.frame import Frame, Image
from vision.reading import Reading

COVERED, PATIENCE = 0.35, 3.0
"""Share of points in view below which the board counts as lost, and after how many seconds."""
FROZEN = 3.0
"""Seconds after which pictures of a camera that are the same to the last bit are no pictures of now."""


class ViewQuality:
    """Says once what is wrong with the view, and once that it is well again."""

    def __init__(self) -> None:
        self._covered_since: float | None = None
        self._faults: dict[str, Literal["lost", "poor"]] = {}
        self._told: Literal["back", "lost", "poor"] = "back"

    @property
    def lost(self) -> bool:
        """Whether the board cannot be seen at all."""
        return "lost" in self._faults.values()

    def watch(self, reading: Reading) -> events.View | None:
        """What a reading says of the view."""
        share = float(reading.seen.mean())
        covered = "the board is covered"
        if share < COVERED:
            if self._covered_since is None:
                self._covered_since = reading.time
            if reading.time - self._covered_since >= PATIENCE:
                return self.fails(reading.time, covered)
        elif share > 2 * COVERED or covered not in self._faults:
            self._covered_since = None
            return self.mends(reading.time, covered)
        return None

    def fails(self, time: float, reason: str, state: Literal["lost", "poor"] = "lost") -> events.View | None:
        """Something is wrong with the view; told where nothing as bad was wrong before."""
        self._faults.setdefault(reason, state)
        if self._told in (state, "lost"):
            return None
        self._told = state
        return events.View(t=time, state=state, reason=reason)

    def mends(self, time: float, reason: str | None = None) -> events.View | None:
        """This, or all, is well again; told where nothing is wrong any more."""
        if reason is None:
            self._faults.clear()
        self._faults.pop(reason or "", None)
        if self._faults or self._told == "back":
            return None
        self._told = "back"
        return events.View(t=time, state="back", reason="")


class FrozenPicture:
    """Notices a camera that sends one picture again and again: a real one has noise in every picture."""

    def __init__(self) -> None:
        self._last: Image | None = None
        self._since = 0.0

    def at(self, frame: Frame) -> bool:
        """Whether the picture has been the same for long."""
        last, self._last = self._last, frame.image
        # Most pictures differ in the first few rows already.
        if (
            last is None
            or last.shape != frame.image.shape
            or not (np.array_equal(last[::40], frame.image[::40]) and np.array_equal(last, frame.image))
        ):
            self._since = frame.time
        return frame.time - self._since >= FROZEN
