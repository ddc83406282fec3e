"""Points where a person's word stands against what the camera reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from recorder.inference.look import UNKNOWN, Look

if TYPE_CHECKING:
    from recorder.inference.mainline import MainLine

AGREED = 1.0
"""Seconds for which a point must be read as the person said before another reading can be a change."""


@dataclass
class _Word:
    """What is read there though it is not so; since when; whether it was read as it is."""

    read: int
    since: float
    agreed: bool = False


@dataclass
class Overruled:
    """Keeps what people said from being told otherwise by the same reading again.

    While a point keeps being read as it was when the person spoke, that reading says nothing: neither for nor
    against any story. Another reading counts as ever, and so does the same one where it came back by a hand.
    """

    _words: dict[int, _Word] = field(default_factory=dict)

    @property
    def points(self) -> frozenset[int]:
        """The points overruled now."""
        return frozenset(self._words)

    def say(self, before: bytes, after: bytes, look: Look | None, time: float) -> None:
        """A person changed the board from `before` to `after`; what the camera shows otherwise is overruled."""
        for p, (old, new) in enumerate(zip(before, after, strict=True)):
            if old == new:
                continue
            shown = look.shown[p] if look is not None else UNKNOWN
            read = old if shown == UNKNOWN else shown
            self._words.pop(p, None)
            if read != new:
                self._words[p] = _Word(read, time)

    def recall(self, readings: Mapping[int, int], time: float) -> None:
        """What was read at points, by index, and overruled before a restart."""
        self._words |= {p: _Word(read, time) for p, read in readings.items()}

    def forget(self) -> None:
        """Nothing is overruled any more."""
        self._words.clear()

    def mask(self, look: Look, line: MainLine | None) -> Look:
        """The look without the readings that are overruled."""
        if not self._words or line is None:
            return look
        hidden = [p for p in list(self._words) if self._holds(p, look, line.board[p])]
        if not hidden:
            return look
        shown, against, chances = bytearray(look.shown), look.against.copy(), look.chances.copy()
        for p in hidden:
            shown[p] = UNKNOWN
            against[p] = 0.0
            chances[p] = 0.0
            chances[p, line.board[p]] = 1.0
        return replace(look, shown=bytes(shown), against=against, chances=chances)

    def _holds(self, p: int, look: Look, believed: int) -> bool:
        word = self._words[p]
        shown = look.shown[p]
        if shown == believed and look.held[p] >= AGREED:
            word.agreed = True
        if shown != word.read:
            # What cannot be told now counts for nothing by itself.
            return bool(shown == UNKNOWN)
        if word.agreed and look.visited[p] and float(look.since[p]) > word.since:
            del self._words[p]
            return False
        return shown != believed
