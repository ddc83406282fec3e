"""Ends stories: what their moves leave over, and what the moves of the record that they drop cost."""

from __future__ import annotations

import numpy as np

from recorder.inference import costs
from recorder.inference.doubt import misread_cost
from recorder.inference.leftovers import Leftovers
from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.replay import Node
from recorder.inference.stories import Change, Story

TRIVIAL = 1.5
"""Nats below which a reading that does not fit is simply not believed."""


class Endings:
    """Ends the stories of one look.

    Parameters
    ----------
    look : Look
    line : MainLine
    arms : bool
        Whether an arm may be read as stones (not in settled pictures).
    """

    def __init__(self, look: Look, line: MainLine, *, arms: bool) -> None:
        self._look, self._line, self._arms = look, line, arms
        self._left: dict[tuple[object, ...], Leftovers] = {}

    def story(self, keep: int, node: Node, limit: float) -> Story | None:
        """The story that ends after these moves; None where it would cost more than `limit` nats."""
        if node.steps and node.steps[-1].point in (-1, None):
            return None
        look = self._look
        cost = node.cost + self._undone(keep, node)
        if cost > limit:
            return None
        special = self._special(node)
        extra, gone, changed, misread = [], [], [], []
        for q in np.flatnonzero(np.frombuffer(node.board, np.uint8) != look.now):
            p = int(q)
            believed, shown = node.board[p], look.shown[p]
            wrong = look.costs[p][believed]
            if shown == UNKNOWN or (wrong < TRIVIAL and p not in special):
                cost += wrong
                if shown != UNKNOWN:
                    misread.append(p)
            elif not believed:
                extra.append(p)
            elif not shown:
                gone.append(p)
            else:
                changed.append(p)
        if cost > limit:
            return None
        board = bytearray(node.board)
        changes: list[Change] = []
        if extra or gone or changed:
            left = self._leftovers(keep, node, extra, gone, changed)
            cost += left.cost
            changes = left.changes
            misread += left.misread
            for change in changes:
                for p, now in zip(change.points, change.now, strict=True):
                    board[p] = now
        return Story(keep, node.steps, tuple(changes), tuple(misread), cost, bytes(board))

    def _leftovers(self, keep: int, node: Node, extra: list[int], gone: list[int], changed: list[int]) -> Leftovers:
        """What explains these, worked out once for all stories for which it must be the same."""
        bears = gone or any(s.captured for s in node.steps)
        steps = tuple((s.point, s.colour, s.captured, s.again) for s in node.steps) if bears else bool(node.steps)
        key = (keep, steps, tuple(extra), tuple((p, node.board[p]) for p in (*gone, *changed)))
        left = self._left.get(key)
        if left is None:
            left = Leftovers(self._look, self._line, keep, node.steps, node.board, arms=self._arms)
            left.explain(extra, gone, changed)
            self._left[key] = left
        return left

    def _special(self, node: Node) -> set[int]:
        """Points at which even a poor reading tells something."""
        line = self._line
        points = set(line.proper()) | line.unseen | line.doubtful
        return points.union(*(s.captured for s in node.steps))

    def _undone(self, keep: int, node: Node) -> float:
        """Cost of the entries that a story drops."""
        look, line = self._look, self._line
        told = {(s.point, s.colour) for s in node.steps if s.again}
        cost = 0.0
        several = False
        for index, entry in enumerate(line.entries[keep:], keep):
            if entry.point is None:
                cost += costs.TOLD_PASS
                continue
            if (entry.point, entry.colour) in told:
                continue
            p = entry.point
            if look.shown[p] == UNKNOWN:
                return 99.0
            replaced = any(s.colour == entry.colour and not s.again for s in node.steps)
            before = cost
            if entry.captured:
                cost += costs.RESTORED
            if entry.faults:
                cost += 1.5
            elif look.shown[p] == entry.colour:
                # It is still read there, which costs enough.
                cost += costs.REPLACED if replaced else costs.GHOST
            else:
                # It never was, or it is misread now: what lasted longer is believed. Or a hand took it.
                never = float(misread_cost(entry.held, look.noise)) * entry.weight
                taken = costs.TAKEN_UP - 1.5 * (1 - min(1.0, entry.weight))
                taken += costs.LONG_AGO * min(6, max(0, len(line) - index - 3))
                stand = sum((e.point, e.colour) in told for e in line.entries[index + 1 :])
                taken += costs.PLAYED_ON * (stand >= costs.SINCE)
                cost += min(never, taken) if look.visited[p] else never
            if several:
                cost = before + (cost - before) / 4  # who takes up one takes up more
            several = True
        return cost
