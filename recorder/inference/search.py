"""Finds stories: a beam search over the stones that appeared, from each point of the record that may stand."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from engine.chains import neighbours, put
from engine.position import forbids
from engine.rules import Ko, Rules
from recorder.inference import costs
from recorder.inference.evidence import UNKNOWN, Look
from recorder.inference.leftovers import Leftovers
from recorder.inference.mainline import MainLine
from recorder.inference.stories import Change, Fault, Step, Story

BEAM = 24
MOST_NEW = 8
"""Stones that may be new at once."""
MOST_UNDONE = 8
"""Moves that may be withdrawn at once."""
MOST_TRIED = 16
"""Moves at the start that may all have been tries."""
HOPELESS = 9.0
"""Nats by which a story may be worse than the best."""
DOUBTED = 0.6
"""Weight of a reading below which the stone may be of the other colour."""
LIKELY_ENOUGH = 0.15


@dataclass(frozen=True)
class _Node:
    cost: float
    board: bytes
    turn: int
    steps: tuple[Step, ...] = ()
    used: frozenset[int] = frozenset()
    hidden: int = 0
    late: tuple[float, ...] = ()


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
        self._around = neighbours(look.size)
        self._shown = np.frombuffer(look.shown, np.uint8)
        self._unseen = {int(p) for p in np.flatnonzero(look.unseen)}
        self._best = math.inf
        for entry in self.line.entries[-MOST_UNDONE - 2 :]:
            if entry.point is not None and look.shown[entry.point] == entry.colour:
                entry.weight = float(look.weight[entry.point])
        count = len(self.line)
        found = list(self._from(count))
        if self._best > costs.MOVE + 0.2:
            deepest = max(-1, count - 1 - MOST_UNDONE)
            if count <= MOST_TRIED:
                deepest = -1  # stones tried before the game, taken off again
            deepest = max(deepest, self.line.settled - 1)
            for keep in range(count - 1, deepest, -1):
                if self._may_undo(keep):
                    found += self._from(keep)
        found.sort(key=lambda s: (s.cost, -s.keep, [(t.colour, t.point or 0) for t in s.steps]))
        return found

    def _may_undo(self, keep: int) -> bool:
        """Whether anything speaks against the entry after so many, or for a stone that came before it."""
        entry, look = self.line.entries[keep], self._look
        if entry.point is None:
            return True
        if look.costs[entry.point][entry.colour] > 0.5:
            return True
        if self._replacing(keep):
            return True
        here = self._shown != np.frombuffer(self.line.board, np.uint8)
        new = here & (self._shown != UNKNOWN) & (self._shown != 0)
        return bool((look.possible[new] < entry.placed).any())

    def _replacing(self, keep: int) -> bool:
        """Whether a stone like the last entry's has come while that one was read with little certainty."""
        entry, look = self.line.entries[keep], self._look
        if keep < len(self.line) - 2 or entry.point is None:
            return False
        board = self.line.board
        return any(s == entry.colour and not b for s, b in zip(look.shown, board, strict=True))

    # Moves

    def _from(self, keep: int) -> Iterable[Story]:
        look, line = self._look, self.line
        start = line.board_after(keep)
        dropped = {(e.point, e.colour): i for i, e in enumerate(line.entries[keep:]) if e.point is not None}
        new = self._appeared(start, dropped)
        history = line.boards_until(keep)
        node = _Node(0.0, start, line.turn_after(keep))
        hidden = [float(look.last_seen[p]) for p in self._unseen if not start[p]]
        self._hidden_since = min(hidden, default=math.inf)
        can_hide = bool(hidden)
        beam = [node]
        best: dict[tuple[tuple[int, int | None], ...], Story] = {}
        depth = min(len(new), MOST_NEW) + 1
        for level in range(depth + 1):
            for one in beam:
                story = self._finish(keep, one)
                if story is not None:
                    key = tuple((s.colour, s.point) for s in story.steps)
                    if key not in best or story.cost < best[key].cost:
                        best[key] = story
                        self._best = min(self._best, story.cost)
            if level == depth:
                break
            grown = [n for one in beam for n in self._grow(keep, one, new, history, dropped, can_hide)]
            grown = [n for n in grown if n.cost < self._best + HOPELESS]
            grown.sort(key=lambda n: (n.cost - 3.0 * len(n.used), [(s.colour, s.point or 0) for s in n.steps]))
            beam = grown[:BEAM]
            if not beam:
                break
        return best.values()

    def _appeared(self, start: bytes, dropped: dict[tuple[int, int], int]) -> list[tuple[int, int, float]]:
        """Stones that may be new: point, colour, and what believing the reading costs."""
        look = self._look
        new = []
        for p, (shown, there) in enumerate(zip(look.shown, start, strict=True)):
            if shown == there or look.unseen[p]:
                continue
            costs = look.costs[p]
            if shown in (1, 2):
                new.append((p, shown, 0.0))
                if look.weight[p] < DOUBTED:
                    new.append((p, 3 - shown, costs[3 - shown]))
            elif shown == UNKNOWN and not there:
                for c in (1, 2):
                    if look.chances[p][c] > LIKELY_ENOUGH or (p, c) in dropped:
                        new.append((p, c, costs[c]))
        # What the record has under a hand now is believed to lie there still.
        for p, c in dropped:
            if look.unseen[p]:
                new.append((p, c, 0.0))
        if len(new) > MOST_NEW + len(dropped):
            new.sort(key=lambda one: ((one[0], one[1]) not in dropped, -look.since[one[0]], one[0]))
            new = new[: MOST_NEW + len(dropped)]
        return new

    def _grow(
        self,
        keep: int,
        node: _Node,
        new: list[tuple[int, int, float]],
        history: list[bytes],
        dropped: dict[tuple[int, int], int],
        can_hide: bool,
    ) -> Iterable[_Node]:
        look = self._look
        for p, colour, _ in new:
            if p in node.used or node.board[p]:
                continue
            again = (p, colour) in dropped
            if again and not node.steps and dropped[p, colour] == 0:
                continue  # the record as it is, which another search begins with
            entry = self.line.entries[keep + dropped[p, colour]] if again else None
            cost = costs.AGAIN
            if node.steps and node.steps[-1].point == -1 and self._hidden_since > float(look.since[p]):
                continue  # what is covered now was in view when this stone came
            if entry is None:
                cost = costs.MOVE if not node.steps else costs.MOVE + costs.PLY
                if not look.visited[p]:
                    cost += costs.UNVISITED
            since = entry.placed if entry else float(look.since[p])
            if entry is None and look.shown[p] == 3 - colour:
                since = look.time  # what is read there says nothing of when the stone came
            late = list(node.late)
            for i, s in enumerate(node.steps):
                if s.point is not None and s.point >= 0:
                    # One stone that was read late is one accident, whatever was played meanwhile.
                    more = _late(*self._possible(s.point, s.colour, keep, dropped), since) - late[i]
                    if more > 0:
                        late[i] += more
                        cost += more
                    if not again and not s.again and look.since[s.point] > since + 0.5:
                        cost += costs.SEEN_LATER
                    if again and (not s.again or dropped[s.point, s.colour] > dropped[p, colour]):
                        cost += costs.INSERTED
            if not again:
                before = self.line.entries[max(0, keep - 8) : keep]
                cost += max((_late(e.possible, e.missed, since) for e in before), default=0.0)
            faults: list[Fault] = []
            old_faults = {f.id for f in entry.faults} if entry else set()
            steps = node.steps
            if node.turn and colour != node.turn:
                guessed = not steps and not self.line.is_turn_sure(keep)
                if guessed:
                    cost += costs.GUESSED_TURN
                elif self.infer_passes and not old_faults:
                    cost += costs.PASSED
                    steps = (*steps, Step(node.turn, None, (), (), False, node.board))
                else:
                    cost += costs.AGAIN if old_faults else costs.WRONG_TURN
                    faults.append("turn")
            after, taken, own = put(node.board, p, colour, self._around)
            if own:
                if forbids(self.rules.suicide, len(own)):
                    cost += costs.AGAIN if "forbidden_point" in old_faults else costs.SUICIDE
                    faults.append("suicide")
                    # The stone is there, whatever the rules say.
                    board = bytearray(node.board)
                    board[p] = colour
                    after = bytes(board)
                else:
                    cost += 1.0
            elif taken and self.rules.ko is not Ko.NONE:
                earlier = [*history, *(s.after for s in node.steps)]
                if len(earlier) >= 2 and after == earlier[-2] and len(taken) == 1:
                    cost += costs.AGAIN if old_faults else costs.REPEATED
                    faults.append("ko")
                elif self.rules.ko is not Ko.SIMPLE and after in earlier:
                    cost += costs.AGAIN if old_faults else costs.REPEATED
                    faults.append("superko")
            step = Step(colour, p, tuple(sorted(taken)), tuple(faults), again, after)
            late += [0.0] * (len(steps) + 1 - len(late))
            yield _Node(node.cost + cost, after, 3 - colour, (*steps, step), node.used | {p}, node.hidden, tuple(late))
        if can_hide and node.hidden == 0 and node.turn and new:
            step = Step(node.turn, -1, (), (), False, node.board)
            cost = node.cost + costs.HIDDEN
            late = [*node.late, 0.0]
            yield _Node(cost, node.board, 3 - node.turn, (*node.steps, step), node.used, 1, tuple(late))

    def _possible(self, p: int, colour: int, keep: int, dropped: dict[tuple[int, int], int]) -> tuple[float, float]:
        """When a stone was last seen to be missing, seconds, and how surely."""
        if (p, colour) in dropped:
            entry = self.line.entries[keep + dropped[p, colour]]
            return entry.possible, entry.missed
        return float(self._look.possible[p]), float(self._look.missed[p])

    # What the moves leave over

    def _finish(self, keep: int, node: _Node) -> Story | None:
        if node.steps and node.steps[-1].point in (-1, None):
            return None
        look = self._look
        cost = node.cost
        board = bytearray(node.board)
        cost += self._undone(keep, node)
        if cost > 40:
            return None
        extra, gone, changed = [], [], []
        for q in np.flatnonzero(np.frombuffer(node.board, np.uint8) != self._shown):
            p = int(q)
            believed, shown = node.board[p], look.shown[p]
            if shown == UNKNOWN:
                cost += look.costs[p][believed]
            elif not believed:
                extra.append(p)
            elif not shown:
                gone.append(p)
            else:
                changed.append(p)
        if cost > self._best + HOPELESS:
            return None
        changes: list[Change] = []
        misread: list[int] = []
        if extra or gone or changed:
            left = Leftovers(look, self.line, keep, node.steps, node.board, arms=not self.sparse)
            left.explain(extra, gone, changed)
            cost += left.cost
            changes, misread = left.changes, left.misread
            for change in changes:
                for p, now in zip(change.points, change.now, strict=True):
                    board[p] = now
        return Story(keep, node.steps, tuple(changes), tuple(misread), cost, bytes(board))

    def _undone(self, keep: int, node: _Node) -> float:
        """Cost of the entries that a story drops."""
        look, line = self._look, self.line
        told = {(s.point, s.colour) for s in node.steps if s.again}
        cost = 0.0
        several = False
        for entry in line.entries[keep:]:
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
            elif replaced and look.shown[p] == entry.colour:
                # It is still read there, which costs enough.
                cost += costs.REPLACED
            elif look.visited[p]:
                cost += costs.TAKEN_UP - 1.5 * (1 - min(1.0, entry.weight))
            else:
                cost += costs.GHOST + 4.0 * entry.weight - (0.0 if entry.visited else 1.0)
            if several:
                cost = before + (cost - before) / 4  # who takes up one takes up more
            several = True
        return cost


def _late(missing: float, surely: float, since: float) -> float:
    """Cost of an order in which a stone that was still missing comes before one that already lay there."""
    gap = missing - since
    return min(costs.MOST_LATE, costs.ORDER + 2.0 * gap) * min(1.0, surely) if gap > 0.05 else 0.0
