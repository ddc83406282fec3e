"""Finds stories: new moves after the record as it stands, or after its last moves put right.

The record is nearly always right but for its last moves, so that stories differ from it by few changes: a move
that never was is dropped, one that was overlooked is put in where it belongs, one takes another's place. Behind each
such beginning a beam search adds the stones that are new.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from engine.rules import Rules
from recorder.inference import costs
from recorder.inference.endings import Endings
from recorder.inference.look import Look
from recorder.inference.mainline import Entry, MainLine
from recorder.inference.newcomers import MOST_NEW, new_stones
from recorder.inference.replay import Node, Replay, Stone
from recorder.inference.stories import Story

BEAM = 12
MOST_UNDONE = 8
"""Moves that may be withdrawn at once."""
LOOKED_THROUGH = 80
"""Moves among which those are looked for that never were."""
MOST_SUSPECT = 6
MOST_INSERTED = 5
"""New stones that may have been overlooked before moves that were told."""
MOST_TRIED = 16
"""Moves at the start that may all have been tries."""
HOPELESS = 5.0
"""Nats by which a story may be worse than the best."""
SUSPECT = 0.5
"""Nats against a stone of the record from which on it may be dropped."""
ENOUGH = costs.MOVE + 0.2
"""Nats of a story after which no better one is looked for."""
ONE_AFTER_ANOTHER = 1.0
"""Seconds between two stones of one colour from which on their order is plain."""
SERIOUS = 2.5
"""Nats of a reading not believed from which on the record itself may be wrong."""
LEFT_TO_AUDIT = 1.0
"""Nats of noise from which on only whole records (`audit`) put the record right: one look says too little."""
ROUNDS, FRONTIER, RISE = 4, 4, 3.0
"""Changes of the record one after another, lines gone on with, and nats by which what a line may still become may be
worse than the best story."""
Line = tuple[Stone | None, ...]
"""Moves in order, passes as None."""


@dataclass
class Search:
    """Looks for stories.

    Parameters
    ----------
    line : MainLine
    rules : Rules
    infer_passes : bool
    """

    line: MainLine
    rules: Rules
    infer_passes: bool = False
    sparse: bool = False
    _look: Look = field(init=False)

    def stories(self, look: Look) -> list[Story]:
        """Stories for what is seen, the likeliest first; that nothing happened is always among them."""
        self._look = look
        self._best, self._slack = math.inf, 0.0
        self._endings = Endings(look, self.line, arms=not self.sparse)
        self._found: dict[tuple[object, ...], Story] = {}
        self.remember(look)
        count = len(self.line)
        new = new_stones(look, self.line, self.line.board)
        replay = self._replay(count)
        self._grow(count, replay, replay.start, new)
        if look.noise < LEFT_TO_AUDIT and self._best > ENOUGH and self._is_unrest():
            self._repair(new)
        found = list(self._found.values())
        found.sort(key=lambda s: (s.cost, -s.keep, [(t.colour, t.point or 0) for t in s.steps]))
        return found

    def remember(self, look: Look) -> None:
        """Keep how long and how surely the stones of the record have been seen."""
        for entry in self.line.entries[-LOOKED_THROUGH:]:
            if entry.point is not None and look.shown[entry.point] == entry.colour:
                entry.weight = float(look.weight[entry.point])
                entry.held = float(look.held[entry.point])

    def _replay(self, keep: int) -> Replay:
        return Replay(self._look, self.line, keep, self.rules, infer_passes=self.infer_passes)

    # The record put right

    def _is_unrest(self) -> bool:
        """Whether the likeliest story so far leaves more open than what is plainly a wrong reading."""
        best = min(self._found.values(), key=lambda s: s.cost)
        serious = any(self._look.costs[p][best.board[p]] >= SERIOUS for p in best.misread)
        return serious or bool(best.changes) or best.has_hidden or any(s.faults for s in best.steps)

    def _repair(self, new: list[Stone]) -> None:
        """Change the record step by step for as long as that explains more."""
        count = len(self.line)
        tail = tuple(_known(e, i) for i, e in enumerate(self.line.entries))
        first = max(self.line.settled, count - LOOKED_THROUGH)
        suspects = {i for i in range(first, count) if self._is_suspect(i, new)}
        suspects = set(sorted(suspects)[-MOST_SUSPECT:])
        tried: set[tuple[object, ...]] = set()
        # What a new stone that is not in the line yet may still explain.
        worth = {s.point: max(0.0, self._look.costs[s.point][0] - s.price - costs.PLY) for s in new}
        self._slack = sum(worth.values())
        frontier: list[tuple[float, int, Line]] = [(0.0, count, tail)]
        if count <= MOST_TRIED and len(suspects) > 2:
            # Stones tried before the game, taken off together.
            frontier.append((0.0, min(suspects), tuple(s for s in tail if s is None or s.order not in suspects)))
            self._evaluate(*frontier[-1][1:])
        for _ in range(ROUNDS):
            found: list[tuple[float, int, Line]] = []
            for _, keep, stones in frontier:
                for changed in self._changed(stones, keep, suspects, new):
                    if changed in tried:
                        continue
                    tried.add(changed)
                    cost = self._evaluate(*changed)
                    cost -= sum(
                        w
                        for p, w in worth.items()
                        if all(s is None or s.point != p for s in changed[1][count - MOST_UNDONE :])
                    )
                    if cost < self._best + RISE:
                        found.append((cost, *changed))
            found.sort(key=lambda one: one[0])
            frontier = found[:FRONTIER]
        self._slack = 0.0

    def _changed(self, stones: Line, keep: int, suspects: set[int], new: list[Stone]) -> Iterator[tuple[int, Line]]:
        """The line with one stone less or one more, and how many entries of the record stand before that."""
        used = {s.point for s in stones if s and s.entry is None}
        for i, stone in enumerate(stones):
            if stone and (stone.order in suspects or stone.entry is None):
                yield min(keep, i), (*stones[:i], *stones[i + 1 :])
        earliest = max(self.line.settled, len(stones) - MOST_UNDONE)
        for i in range(earliest, len(stones) - 1):
            one, other = stones[i], stones[i + 1]
            if one and other and other.possible <= one.since + costs.MOST_LATE / 2 and one.colour != other.colour:
                yield min(keep, i), (*stones[:i], other, one, *stones[i + 2 :])
        for stone in new[:MOST_INSERTED]:
            if stone.point in used:
                continue
            for i in range(len(stones), earliest - 1, -1):
                after = stones[i] if i < len(stones) else None
                if after is not None and after.since < stone.possible:
                    break
                yield min(keep, i), (*stones[:i], stone, *stones[i:])

    def _evaluate(self, keep: int, stones: Line) -> float:
        """What this line costs, from the first change on; infinite where it cannot have been played."""
        replay = self._replay(keep)
        node: Node | None = replay.start
        for stone in stones[keep:]:
            if stone is not None and node is not None:
                node = replay.play(node, stone)
        if node is None or node.cost > self._best + HOPELESS + self._slack:
            return math.inf
        return self._finish(keep, node)

    def _is_suspect(self, index: int, new: list[Stone]) -> bool:
        """Whether anything speaks against an entry of the record."""
        entry, look = self.line.entries[index], self._look
        if entry.point is None:
            return True
        if self.line.board[entry.point] != entry.colour:
            return False
        if look.costs[entry.point][entry.colour] > SUSPECT:
            return True
        # A stone like it has come, while this one was read with little certainty.
        return index >= len(self.line) - 3 and any(s.colour == entry.colour for s in new)

    # New stones

    def _grow(self, keep: int, replay: Replay, start: Node, new: list[Stone]) -> None:
        """Add all stories that go on from here."""
        look = self._look
        hidden = [float(look.last_seen[p]) for p in np.flatnonzero(look.unseen) if not start.board[p]]
        hidden_since = min(hidden, default=math.inf)
        # What each stone costs at least: to play it, or not to believe it.
        least = {s.point: 9.0 for s in new}
        for s in new:
            least[s.point] = min(least[s.point], s.price, look.costs[s.point][start.board[s.point]])
        beam = [start]
        depth = min(len(new), MOST_NEW) + 1
        for level in range(depth + 1):
            for node in beam:
                self._finish(keep, node)
            if level == depth or not new:
                break
            grown = [n for node in beam for n in self._next(replay, node, new, hidden_since)]
            limit = self._best + HOPELESS
            grown = [n for n in grown if n.cost + sum(c for p, c in least.items() if p not in n.used) < limit]
            grown.sort(key=lambda n: (n.cost - 3.0 * len(n.used), [(s.colour, s.point or 0) for s in n.steps]))
            beam = grown[:BEAM]
            if not beam:
                break

    def _next(self, replay: Replay, node: Node, new: list[Stone], hidden_since: float) -> Iterable[Node]:
        last = node.steps[-1] if node.steps else None
        for stone in new:
            if last is not None and last.point == -1 and hidden_since > stone.since:
                continue  # what is covered now was in view when this stone came
            before = [s.since for s in node.stones if s and s.entry is None and s.colour == stone.colour]
            if before and max(before) > stone.since + ONE_AFTER_ANOTHER:
                continue
            one = replay.play(node, stone)
            if one is not None:
                yield one
        if hidden_since < math.inf and not node.has_hidden and node.turn:
            yield replay.assume(node)

    def _finish(self, keep: int, node: Node) -> float:
        """Keep the story that ends here; what it costs."""
        story = self._endings.story(keep, node, self._best + HOPELESS + self._slack)
        if story is None:
            return math.inf
        key = (keep, tuple((s.colour, s.point) for s in node.steps))
        if key not in self._found or story.cost < self._found[key].cost:
            self._found[key] = story
            self._best = min(self._best, story.cost)
        return story.cost


def _known(entry: Entry, index: int) -> Stone | None:
    """An entry of the record, told again; None for a pass."""
    if entry.point is None:
        return None
    return Stone(
        entry.point, entry.colour, entry.placed, entry.possible, entry.missed, costs.AGAIN, entry, index
    )  # fmt: skip
