"""Carries whole records along over the epochs of a window and keeps the likeliest: a beam search.

In each epoch every record may go on with moves (by the rules, in turn or not), with moves taken up again, and with
stones that come, go or move without being moves. How likely readings are is known beforehand for all later epochs
(`trellis`), so that a record is judged by all that will be seen, not only by what was seen so far: the search is
that of A* with a beam (Hart, Nilsson and Raphael 1968; Lowerre 1976), the trellis that of Viterbi (1967).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.chains import chain_of, liberties_of, neighbours
from engine.rules import Rules
from recorder.inference.acts import Acts
from recorder.inference.change import Change, Spare
from recorder.inference.doubt import Floats
from recorder.inference.hypothesis import Hypothesis, Moves, with_stone
from recorder.inference.trellis import Column

BEAM, NARROW = 40, 12
"""Records carried from epoch to epoch, and within one epoch from act to act."""
ALL_HIDDEN = 40
"""The same within an epoch in which anything may have happened: many moves in any order."""
FEW, FEWER = 20, 8
"""The same on a board that is read well."""
HOPELESS = 9.0
"""Nats by which a record may be worse than the best."""
WORTH, TOUCHED, UNREAD = 2.5, 8.0, 12.0
"""Nats by which a change may be against what is seen to be thought of: at all; where fingers were; of a stone that
would capture."""
TAKEN = 5.0
"""Nats by which it may be against what is seen that a stone went, where one move more would take it."""
MOST_CHANGES, MOST_ACTS = 14, 6
"""Changes thought of in an epoch, and acts one after another."""
MOST_VISITED = 0.8
"""Share of the board that hands hide at the most."""
IDLE, LONG_ENOUGH = 3.0, 0.6
"""Nats that a hand came for nothing, and seconds from which on it may have made a move."""
BESIDE = 1.0
"""Nats that of hands from two edges only one came for something."""


class Decoder:
    """Decodes the epochs of one board.

    Parameters
    ----------
    size : int
        Number of lines.
    rules : Rules
    infer_passes : bool
        Whether two moves of one colour mean a pass between them.
    """

    def __init__(self, size: int, rules: Rules, *, infer_passes: bool = False) -> None:
        self._around = neighbours(size)
        self._every = np.arange(size * size)
        self._beam, self._narrow = BEAM, NARROW
        self._acts = Acts(size, rules, infer_passes=infer_passes)
        self.asked: set[tuple[int, int]] = set()
        """Points and contents that were weighed in the last step although much speaks against them."""
        self.worth: Floats = np.zeros(0)
        """Nats by which a change may be against what is seen to be thought of in the last step, (n * n, 1)."""
        self._gone: NDArray[np.intp] = np.zeros(0, np.intp)
        self._all_hidden = False

    def know(self, told: Moves) -> frozenset[tuple[int, int | None]]:
        """Take in the record as it was told; returns the moves that follow others in it than they did before."""
        return self._acts.know(told)

    def doubt(self, unseen: Iterable[int], doubtful: Iterable[int]) -> bool:
        """Take in which points were not seen at the start, or not surely; whether those are others now."""
        before = self._acts.unseen, self._acts.doubtful
        self._acts.unseen, self._acts.doubtful = frozenset(unseen), frozenset(doubtful)
        return (self._acts.unseen, self._acts.doubtful) != before

    def widen(self, *, noisy: bool) -> bool:
        """Carry many records along, or few; returns whether that is another number than before."""
        before = self._beam
        self._beam, self._narrow = (BEAM, NARROW) if noisy else (FEW, FEWER)
        return self._beam != before

    def step(self, hypotheses: Sequence[Hypothesis], column: Column, epoch: int) -> list[Hypothesis]:
        """The likeliest records up to the end of one epoch, the best first."""
        starts = []
        self.asked = self._acts.asked = set()
        touched = TOUCHED if self._beam == BEAM else WORTH
        self.worth = np.where(column.reached, touched, WORTH)[:, None]
        self._gone = np.flatnonzero(column.later[:, 0] & column.visited)
        self._all_hidden = column.visited.mean() > MOST_VISITED
        for one in hypotheses:
            start = one.copy()
            start.parent = one
            start.touched = frozenset()
            start.cost = one.spent + self._sum(column.stay, one.lying)
            if column.visit != one.visit:
                start.visit, start.made, start.idle = column.visit, 0, 0.0
            pay(start, column)
            starts.append(start)
        starts.sort(key=lambda h: h.cost)
        best = starts[0].cost
        found: dict[tuple[object, ...], Hypothesis] = {}
        for start in starts:
            for one in self._grown(start, column, epoch, best):
                best = min(best, one.cost)
                keep(found, one)
        kept = sorted((h for h in found.values() if h.cost < best + HOPELESS), key=lambda h: h.cost)[: self._beam]
        for one in kept:
            one.spent = one.cost - self._sum(column.onward, one.lying)
        return kept

    def _sum(self, costs: Floats, contents: bytes) -> float:
        return float(costs[self._every, np.frombuffer(contents, np.uint8)].sum())

    def _gains(self, one: Hypothesis, column: Column) -> Floats:
        """What it costs more, by point and content, that it is not what it was; infinite for what it was."""
        lying = np.frombuffer(one.lying, np.uint8)
        gains: Floats = column.delta[self._every, lying]
        gains[self._every, lying] = np.inf
        return gains

    def _grown(self, start: Hypothesis, column: Column, epoch: int, best: float) -> Iterator[Hypothesis]:
        """The record as it is, and with all that may have happened as this epoch began."""
        gains = self._gains(start, column)
        if start.board != start.lying:
            self._take_off(start, gains, column)
            gains = self._gains(start, column)
        yield start
        changes = self._changes(start, gains, column)
        if not changes and not start.plays:
            return
        least: dict[int, float] = {}
        for change in changes:
            least[change.point] = min(least.get(change.point, 0.0), change.cost)
        frontier = [start]
        narrow = ALL_HIDDEN if self._all_hidden else self._narrow
        for _ in range(MOST_ACTS):
            found: dict[tuple[object, ...], Hypothesis] = {}
            for one in frontier:
                rest = sum(c for p, c in least.items() if p not in one.touched)
                spare = Spare(best + HOPELESS - (one.cost - one.idle) - rest, least)
                if spare.nats <= 0.0:
                    continue
                weighed = changes + self._anew(one, column)
                for grown in self._acts.after(one, weighed, gains, column, epoch, spare):
                    grown.made = max(1, grown.made)
                    pay(grown, column)
                    grown.bound = grown.cost + sum(c for p, c in least.items() if p not in grown.touched)
                    if grown.bound >= best + HOPELESS:
                        continue
                    best = min(best, grown.cost)
                    keep(found, grown)
            if not found:
                return
            frontier = sorted(found.values(), key=lambda h: h.bound)[:narrow]
            yield from frontier
            # What explains all at once promises nothing more.
            yield from (h for h in sorted(found.values(), key=lambda h: h.cost)[:narrow] if h not in frontier)

    def _take_off(self, one: Hypothesis, gains: Floats, column: Column) -> None:
        """Captured stones still lying there go when they are seen to be gone: that is what a hand may have come for."""
        lying = one.lying
        for p, (by_rule, there) in enumerate(zip(one.board, one.lying, strict=True)):
            if by_rule != there and gains[p, by_rule] < 0:
                one.cost += float(gains[p, by_rule])
                one.lying = with_stone(one.lying, p, by_rule)
        if one.lying != lying:
            one.made = max(1, one.made)
            pay(one, column)

    def _changes(self, one: Hypothesis, gains: Floats, column: Column) -> list[Change]:
        # What is never read there explains nothing.
        points, contents = np.nonzero((gains < self.worth) & column.later)
        costs = gains[points, contents].tolist()
        found = sorted(map(Change, costs, points.tolist(), contents.tolist()))[:MOST_CHANGES]
        found += self._capturing(one, found, gains)
        return found

    def _anew(self, one: Hypothesis, column: Column) -> list[Change]:
        """A stone may be played anew where a captured one was not seen to go."""
        if one.board == one.lying:
            return []
        return [
            Change(0.0, p, there, forced=True)
            for p, (by_rule, there) in enumerate(zip(one.board, one.lying, strict=True))
            if there and not by_rule and column.visited[p]
        ]

    def _capturing(self, one: Hypothesis, changes: list[Change], gains: Floats) -> list[Change]:
        """Stones, badly read, that would take what seems to be gone."""
        known = {(c.point, c.content) for c in changes}
        found: dict[tuple[int, int], float] = {}
        for point in self._gone[gains[self._gone, 0] < TAKEN].tolist():
            colour = one.board[point]
            if not colour or one.lying[point] != colour:
                continue
            chain = chain_of(one.board, point, self._around)
            free = liberties_of(one.board, chain, self._around)
            if len(free) == 1:
                p = free.pop()
                self.asked.add((p, 3 - colour))
                if (p, 3 - colour) not in known and not one.lying[p] and gains[p, 3 - colour] < UNREAD:
                    found[p, 3 - colour] = float(gains[p, 3 - colour])
        return [Change(cost, p, c, forced=True) for (p, c), cost in found.items()]


def pay(one: Hypothesis, column: Column) -> None:
    """Let a record pay for hands that came for nothing, and have back what it paid for those that did not."""
    idle = 0.0
    if column.hands >= LONG_ENOUGH:
        idle = IDLE * (one.made == 0) + BESIDE * (one.made < 2 <= column.sides)
    one.cost += idle - one.idle
    one.idle = idle


def keep(found: dict[tuple[object, ...], Hypothesis], one: Hypothesis) -> None:
    """Keep the likeliest record of each key."""
    known = found.setdefault(one.key, one)
    if one.cost < known.cost:
        one.absorb(known)
        found[one.key] = one
    elif one is not known:
        known.absorb(one)
