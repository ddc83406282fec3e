"""The records at the end of one epoch, kept for as long as nothing that is seen later would change them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from recorder.inference.decoder import TAKEN, UNREAD
from recorder.inference.doubt import Floats
from recorder.inference.hypothesis import LATELY, Hypothesis, Moves
from recorder.inference.trellis import Column, Masks

SAME = 0.3
"""Nats by which a judgement may change before it is asked anew what is worth being carried along: what is carried is
always weighed exactly."""
ROUNDING = 1e-6
UNLIKELY, LOST = 6.0, 10.0
"""Nats from which on it does not matter that something becomes less likely still; and that it becomes more likely."""


class Level:
    """What one step of the decoder made of the records before.

    Most that is seen later says once more what all records say already: that a stone that nobody doubts lies there.
    Then the step would come to the same, and need not be made again. It is made again where a point on which records
    differ is judged otherwise than before, and where something else comes to be thought of.

    Parameters
    ----------
    before : sequence of Hypothesis
        The records from which it went on.
    column : Column
        The costs of its epoch, looked back upon.
    found : list of Hypothesis
        What it came to.
    asked : iterable of (int, int)
        Points and contents of which the step asked what they cost although much speaks against them.
    worth : ndarray of shape (n * n, 1), float64
        Nats by which a change might be against what is seen to be thought of.
    """

    def __init__(
        self,
        before: Sequence[Hypothesis],
        column: Column,
        found: list[Hypothesis],
        asked: Iterable[tuple[int, int]],
        worth: Floats,
    ) -> None:
        self.found = found
        m = len(column.same)
        held, out = _contents(m, before, boards=True), _contents(m, found, boards=False)
        self._visit, self._hands, self._sides = column.visit, column.hands, column.sides
        self._visited, self._shown = column.visited.copy(), column.shown
        self._reached = column.reached.copy()
        # What no record takes to lie there: it must not become more likely than it was, up to what is thought of.
        limit = np.repeat(worth, 3, axis=1)
        limit[:, 0] = np.maximum(limit[:, 0], TAKEN)
        for p, c in asked:
            limit[p, c] = UNREAD
        other = held[:, :, None] & ~(out | held)[:, None, :]
        point, content, now = np.nonzero(other)
        self._index = (point * 3 + content) * 3 + now
        self._floor = np.minimum(column.delta.reshape(-1)[self._index] - SAME, limit[point, now])
        self._where = point * 3 + now
        near = column.delta.reshape(-1)[self._index] < limit[point, now]
        self._later = column.later.reshape(-1)[self._where] | ~near
        # Where records differ, or something changed, all counts: relative to what is likeliest.
        self._open = np.flatnonzero((held.sum(axis=1) > 1) | (held != out).any(axis=1))
        self._held, self._out = held[self._open], (out | held)[self._open]
        best = np.frombuffer(found[0].lying, np.uint8)[self._open].astype(np.intp)
        self._best = best
        self._rows, self._entries = self._view(column)

    def _view(self, column: Column) -> tuple[Floats, Floats]:
        """The costs that count at points on which records differ, by content before, and by content now."""
        points = self._open
        costs = column.delta[points] + column.stay[points][:, :, None]
        rows = np.take_along_axis(costs, self._best[:, None, None], axis=2)[:, :, 0]
        entries = np.where(self._held[:, :, None] & self._out[:, None, :], costs - rows[:, :, None], 0.0)
        rows = np.where(self._held, rows, np.inf)
        return np.where(self._held, rows - rows.min(axis=1, keepdims=True), 0.0), entries

    def stands(self, column: Column) -> bool:
        """Whether the step would come to the same by the costs as they are now."""
        if (self._visit, self._hands, self._sides) != (column.visit, column.hands, column.sides):
            return False
        others = ((self._visited, column.visited), (self._reached, column.reached), (self._shown, column.shown))
        if any((before != now).any() for before, now in others):
            return False
        delta = column.delta.reshape(-1)[self._index]
        if (delta < self._floor).any() or (column.later.reshape(-1)[self._where] & ~self._later).any():
            return False
        if not len(self._open):
            return True
        rows, entries = self._view(column)
        return _alike(self._rows, rows) and _alike(self._entries, entries)

    def has(self, found: Sequence[Hypothesis]) -> bool:
        """Whether the step has come to the same records again."""
        if len(found) != len(self.found):
            return False
        known = {(h.plays, h.lying, h.told): h for h in self.found}
        for one in found:
            same = known.get((one.plays, one.lying, one.told))
            if same is None or same.key != one.key or abs(same.spent - one.spent) > ROUNDING or same.open != one.open:
                return False
        return True

    def fits(self, told: Moves, moved: frozenset[tuple[int, int | None]]) -> bool:
        """Whether the records would be the same if this had been told, in which these moves follow others."""
        for one in self.found:
            if one.told != one.is_beside(told) or any(p[:2] in moved for p in one.plays[-LATELY:]):
                return False
        return True


def _alike(before: Floats, now: Floats) -> bool:
    """Whether costs, relative to that of what is likeliest, are as good as they were."""
    less = now < np.minimum(before, LOST) - SAME
    more = (now > before + SAME) & (before < UNLIKELY)
    return not (less | more).any()


def _contents(m: int, hypotheses: Iterable[Hypothesis], *, boards: bool) -> Masks:
    """Which contents records have at each point, (m, 3); with `boards` also those that should lie there."""
    held = np.zeros((m, 3), np.bool_)
    points = np.arange(m)
    for contents in {c for h in hypotheses for c in ((h.lying, h.board) if boards else (h.lying,))}:
        held[points, np.frombuffer(contents, np.uint8)] = True
    return held
