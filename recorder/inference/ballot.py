"""How likely the records are that are carried along, and what they say of moves and stones together."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from recorder.inference.decoder import HOPELESS
from recorder.inference.hypothesis import Hypothesis, Moves, alike
from recorder.inference.stories import Fault

ABOUT = 4
"""Moves by which records may differ in length up to the same move."""
RECENT = 60
"""Moves of a record in which a move is looked for."""


class Ballot:
    """The likeliest records, each with its chances.

    Parameters
    ----------
    records : sequence of Hypothesis
        At least one, the best first.
    """

    def __init__(self, records: Sequence[Hypothesis]) -> None:
        self.records = records
        best = records[0].cost
        self._weighed = [(h, math.exp(best - h.cost)) for h in records]
        self._total = sum(w for _, w in self._weighed)

    def lead(self, moves: Moves) -> float:
        """By how many nats a record of these moves is better (less: worse) than all others."""
        mine = min((h.cost for h in self.records if h.moves == moves), default=math.inf)
        others = min((h.cost for h in self.records if h.moves != moves), default=math.inf)
        if mine == math.inf:
            return -HOPELESS
        return min(HOPELESS, others - mine)

    def behind(self, moves: Moves, lying: Mapping[int, int]) -> float:
        """By how many nats a record of these moves, with this content at these points, is worse than the best."""
        mine = (h.cost for h in self.records if h.moves == moves and all(h.lying[p] == c for p, c in lying.items()))
        return min(mine, default=math.inf) - self.records[0].cost

    def agreed(self, one: Hypothesis, count: int, share: float) -> int:
        """How many moves of a record nearly all records have, by their chances; the first `count` are not asked.

        A move counts as the same where it follows the same one: how many came before may be open.
        """
        first = max(0, count - RECENT)
        others = []
        for h, weight in self._weighed:
            pairs = pairwise((None, *h.moves)[first:])
            others.append((h, weight, {pair: i for i, pair in enumerate(pairs, first)}))
        moves = (None, *one.moves)
        for i in range(count, len(one.plays)):
            total = same = 0.0
            for h, weight, places in others:
                place = places.get((moves[i], moves[i + 1]))
                total += weight * (1 + math.exp(-h.open.get(i if place is None else place, math.inf)))
                same += 0.0 if place is None else weight
            if same < share * total:
                return i
        return len(one.plays)

    def nearest(self, moves: Moves, nats: float) -> Hypothesis:
        """Of the records that are hardly less likely than the best that which begins with the most of these moves."""
        likely = [h for h in self.records if h.cost < self.records[0].cost + nats]
        return max(likely, key=lambda h: (alike(h.moves, moves), -h.cost))

    def going_on(self, moves: Moves) -> Hypothesis | None:
        """The best record that begins with these moves; None where none is carried."""
        return next((h for h in self.records if h.moves[: len(moves)] == moves), None)

    def lies(self, point: int, content: int) -> float:
        """Which share of the chances of all records has this content lie at this point."""
        return sum(w for h, w in self._weighed if h.lying[point] == content) / self._total

    def lies_wrongly(self, lying: Mapping[int, int]) -> float:
        """Which share of the chances of all records has this lie there although it should not."""
        return sum(w for h, w in self._weighed if _lies_wrongly(h, lying)) / self._total

    def breaks(self, index: int, move: tuple[int, int | None], fault: Fault) -> float:
        """Which share of the chances of all records has this move, about here, break a rule."""
        near = slice(max(0, index - ABOUT), index + ABOUT + 1)
        return sum(w for h, w in self._weighed if any(p[:2] == move and fault in p.faults for p in h.plays[near])) / (
            self._total
        )

    def standing(self, moves: Moves) -> float:
        """Which share of the chances of all records begins with these moves."""
        going_on = sum(w for h, w in self._weighed if h.moves[: len(moves)] == moves)
        return going_on / self._total

    def share(self, index: int, move: tuple[int, int | None]) -> float:
        """Which share of the chances of all records has this move at this place."""
        total = same = 0.0
        for one, weight in self._weighed:
            total += weight * (1 + math.exp(-one.open.get(index, math.inf)))
            if index < len(one.plays) and one.plays[index][:2] == move:
                same += weight
        return same / total


def _lies_wrongly(one: Hypothesis, lying: Mapping[int, int]) -> bool:
    return all(one.lying[p] == c and one.proper.get(p, c) != c for p, c in lying.items())
