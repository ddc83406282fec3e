"""When the next game may begin on a board on which one has ended: the stones of the old one must be gone."""

from __future__ import annotations

from vision.reading import Reading

LEFT, IN_VIEW = 0.03, 0.8
"""Share of all points that may still bear white stones, and share of the points that must be in view."""
HELD = 1.0
"""Seconds for which the board must have been so."""
HANDICAP = 9
"""Black stones that may lie there: the next game may have a handicap."""


class Succession:
    """Watches a board between two games."""

    def __init__(self) -> None:
        self._since: float | None = None

    def is_free(self, reading: Reading) -> bool:
        """Whether the next game may begin."""
        colours = reading.colours[reading.seen]
        few = LEFT * reading.size**2
        clear = (colours == 2).sum() <= few and (colours == 1).sum() <= max(few, HANDICAP)
        if not clear or reading.seen.mean() < IN_VIEW:
            self._since = None
            return False
        if self._since is None:
            self._since = reading.time
        return reading.time - self._since >= HELD
