"""What may have happened between the board as believed and the board as seen.

A *story* keeps some of the record, adds moves, and lays the rest at the door of irregularities or of
misreadings. Each part has a cost in nats (minus the logarithm of how common it is); the cheapest story is the
likeliest. The moves are found by a beam search over the stones that appeared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.chains import neighbours, put
from engine.position import forbids
from engine.rules import Ko, Rules
from recorder.evidence import UNKNOWN, Look
from recorder.mainline import MainLine

Fault = Literal["turn", "suicide", "ko", "superko"]
Kind = Literal[
    "repair", "left", "wrong_capture", "moved", "restored", "vanished", "changed", "extra", "many",
    "blob", "first_sight", "recovered", "amended",
]  # fmt: skip

MOVE = 1.0
PLY = 0.5
AGAIN = 0.1
UNVISITED = 3.0
WRONG_TURN = 4.6
PASSED = 3.0
GUESSED_TURN = 1.0
SUICIDE = 4.5
REPEATED = 3.5
HIDDEN = 2.5
ORDER = 2.0
MOST_LATE = 6.5
INSERTED = 0.5
FAULT_COST: dict[str, float] = {
    "repair": 0.8,
    "left": 2.0,
    "wrong_capture": 4.5,
    "moved": 5.0,
    "restored": 4.5,
    "vanished": 5.8,
    "changed": 6.0,
    "extra": 8.5,
    "many": 10.0,
    "blob": 3.0,
    "first_sight": 1.0,
    "recovered": 0.5,
    "amended": 2.0,
}
BEAM = 24
MOST_NEW = 8
MOST_UNDONE = 8
MOST_TRIED = 16
HOPELESS = 9.0
DOUBTED = 0.6
LIKELY_ENOUGH = 0.15
BLOB_CLEAR = 1.0
REPLACED = 0.5
TAKEN_UP = 4.0
GHOST = 1.5
RESTORED = 1.5


@dataclass(frozen=True)
class Step:
    """One move of a story.

    Attributes
    ----------
    colour, point : int
        Point as row * n + col; None for a pass assumed, -1 for a move assumed where nothing can be seen.
    captured : tuple of int
        Stones it takes by the rules.
    faults : tuple of Fault
    again : bool
        Whether the record had this move already.
    after : bytes
        The board by the rules after it (a self-captured stone stays where it lies).
    """

    colour: int
    point: int | None
    captured: tuple[int, ...]
    faults: tuple[Fault, ...]
    again: bool
    after: bytes


@dataclass(frozen=True)
class Change:
    """Stones that lie otherwise than the moves say: which points, and what they hold now."""

    kind: Kind
    points: tuple[int, ...]
    now: tuple[int, ...]


@dataclass(frozen=True)
class Story:
    """One explanation.

    Attributes
    ----------
    keep : int
        How many entries of the record stand as they are.
    steps : tuple of Step
    changes : tuple of Change
    misread : tuple of int
        Points whose reading the story does not believe.
    cost : float
        Nats.
    board : bytes
        What lies on the board if it is true.
    """

    keep: int
    steps: tuple[Step, ...]
    changes: tuple[Change, ...]
    misread: tuple[int, ...]
    cost: float
    board: bytes

    @property
    def is_nothing(self) -> bool:
        """Whether it says that nothing happened."""
        return not self.steps and not any(c.kind != "blob" for c in self.changes)

    @property
    def has_hidden(self) -> bool:
        """Whether it assumes a move that cannot be seen."""
        return any(s.point == -1 for s in self.steps)

    @property
    def points(self) -> list[int]:
        """Points it says something new about."""
        new = [s.point for s in self.steps if s.point is not None and s.point >= 0 and not s.again]
        taken = [p for s in self.steps if not s.again for p in s.captured]
        return [*new, *taken, *(p for c in self.changes if c.kind != "blob" for p in c.points)]


@dataclass(frozen=True)
class _Node:
    cost: float
    board: bytes
    turn: int
    steps: tuple[Step, ...] = ()
    used: frozenset[int] = frozenset()
    hidden: int = 0


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
        self._proper = self.line.proper()
        self._shown = np.frombuffer(look.shown, np.uint8)
        self._unseen = {int(p) for p in np.flatnonzero(look.unseen)}
        self._best = math.inf
        for entry in self.line.entries[-MOST_UNDONE - 2 :]:
            if entry.point is not None and look.shown[entry.point] == entry.colour:
                entry.weight = float(look.weight[entry.point])
        count = len(self.line)
        found = list(self._from(count))
        if self._best > MOVE + 0.2:
            deepest = max(-1, count - 1 - MOST_UNDONE)
            if count <= MOST_TRIED:
                deepest = -1  # stones tried before the game, taken off again
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
            cost = AGAIN
            if node.steps and node.steps[-1].point == -1 and self._hidden_since > float(look.since[p]):
                continue  # what is covered now was in view when this stone came
            if entry is None:
                cost = MOVE if not node.steps else MOVE + PLY
                if not look.visited[p]:
                    cost += UNVISITED
            since = entry.placed if entry else float(look.since[p])
            if entry is None and look.shown[p] == 3 - colour:
                since = look.time  # what is read there says nothing of when the stone came
            for s in node.steps:
                if s.point is not None and s.point >= 0:
                    cost += _late(self._possible(s.point, s.colour, keep, dropped), since)
                    if (again and s.again and dropped[s.point, s.colour] > dropped[p, colour]) or (
                        again and not s.again
                    ):
                        cost += INSERTED
            if not again:
                cost += max((_late(e.possible, since) for e in self.line.entries[max(0, keep - 8) : keep]), default=0)
            faults: list[Fault] = []
            old_faults = {f.id for f in entry.faults} if entry else set()
            steps = node.steps
            if node.turn and colour != node.turn:
                guessed = not steps and not self.line.is_turn_sure(keep)
                if guessed:
                    cost += GUESSED_TURN
                elif self.infer_passes and not old_faults:
                    cost += PASSED
                    steps = (*steps, Step(node.turn, None, (), (), False, node.board))
                else:
                    cost += AGAIN if old_faults else WRONG_TURN
                    faults.append("turn")
            after, taken, own = put(node.board, p, colour, self._around)
            if own:
                if forbids(self.rules.suicide, len(own)):
                    cost += AGAIN if "forbidden_point" in old_faults else SUICIDE
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
                    cost += AGAIN if old_faults else REPEATED
                    faults.append("ko")
                elif self.rules.ko is not Ko.SIMPLE and after in earlier:
                    cost += AGAIN if old_faults else REPEATED
                    faults.append("superko")
            step = Step(colour, p, tuple(sorted(taken)), tuple(faults), again, after)
            yield _Node(node.cost + cost, after, 3 - colour, (*steps, step), node.used | {p}, node.hidden)
        if can_hide and node.hidden == 0 and node.turn and new:
            step = Step(node.turn, -1, (), (), False, node.board)
            yield replace(node, cost=node.cost + HIDDEN, turn=3 - node.turn, steps=(*node.steps, step), hidden=1)

    def _possible(self, p: int, colour: int, keep: int, dropped: dict[tuple[int, int], int]) -> float:
        """When a stone was last seen to be missing, seconds."""
        if (p, colour) in dropped:
            return self.line.entries[keep + dropped[p, colour]].possible
        return float(self._look.possible[p])

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
            price, changes, misread = self._leftovers(keep, node, extra, gone, changed)
            cost += price
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
                cost += 2.0
                continue
            if (entry.point, entry.colour) in told:
                continue
            p = entry.point
            if look.shown[p] == UNKNOWN:
                return 99.0
            replaced = any(s.colour == entry.colour and not s.again for s in node.steps)
            before = cost
            if entry.captured:
                cost += RESTORED
            if entry.faults:
                cost += 1.5
            elif replaced and look.shown[p] == entry.colour:
                # It is still read there, which costs enough.
                cost += REPLACED
            elif look.visited[p]:
                cost += TAKEN_UP - 1.5 * (1 - min(1.0, entry.weight))
            else:
                cost += GHOST + 4.0 * entry.weight - (0.0 if entry.visited else 1.0)
            if several:
                cost = before + (cost - before) / 4  # who takes up one takes up more
            several = True
        return cost

    def _leftovers(
        self, keep: int, node: _Node, extra: list[int], gone: list[int], changed: list[int]
    ) -> tuple[float, list[Change], list[int]]:
        look, line = self._look, self.line
        shown = look.shown
        cost = 0.0
        changes: list[Change] = []

        def misread(points: Iterable[int]) -> float:
            return sum(look.costs[p][node.board[p]] for p in points)

        def take(kind: Kind, points: list[int], price: float) -> bool:
            """Explain these points so, where it is cheaper than misreadings."""
            nonlocal cost
            if not points:
                return False
            if not all(look.visited[p] for p in points):
                price += UNVISITED
            if kind not in ("repair", "left", "first_sight", "recovered", "amended") and misread(points) <= price:
                return False
            cost += price
            changes.append(Change(kind, tuple(points), tuple(shown[p] for p in points)))
            for p in points:
                for some in (extra, gone, changed):
                    if p in some:
                        some.remove(p)
            return True

        everything = [*extra, *gone, *changed]
        if keep < len(line):
            # What was found to lie otherwise before lies so still.
            board = line.board
            known = [p for p in everything if p in self._proper and shown[p] == board[p]]
            cost -= 0.0 if all(look.visited[p] for p in known) else UNVISITED
            take("recovered", known, FAULT_COST["recovered"])
        fresh = [p for p in everything if p in line.unseen and not self._played_on(p)]
        if fresh:
            cost -= 0.0 if all(look.visited[p] for p in fresh) else UNVISITED
            take("first_sight", fresh, FAULT_COST["first_sight"])
        doubtful = [p for p in [*extra, *gone, *changed] if p in line.doubtful and not self._played_on(p)]
        doubtful = [p for p in doubtful if look.weight[p] > 0.6]
        if doubtful:
            cost -= 0.0 if all(look.visited[p] for p in doubtful) else UNVISITED
            take("amended", doubtful, FAULT_COST["amended"])
        fixed = [p for p in [*extra, *gone, *changed] if self._proper.get(p) == shown[p]]
        if fixed:
            cost -= 0.0 if all(look.visited[p] for p in fixed) else UNVISITED - 1.0
            take("repair", fixed, FAULT_COST["repair"])
        captured = {q: 3 - s.colour for s in node.steps if not s.again for q in s.captured}
        left = [p for p in extra if captured.get(p) == shown[p]]
        if left:
            cost -= 0.0 if all(look.visited[p] for p in left) else UNVISITED
            take("left", left, FAULT_COST["left"])
        last = node.steps[-1] if node.steps else None
        if last is None and keep:
            entry = line.entries[keep - 1]
            back = [p for p in extra if p in entry.captured and shown[p] == 3 - entry.colour]
            if back and not gone:
                take("restored", back, FAULT_COST["restored"])
            if entry.captured and gone and look.time - entry.told < 4.0:
                self._wrong(entry.colour, [entry.point or 0, *entry.captured], node, gone, take)
        elif last is not None and last.point is not None:
            for s in reversed(node.steps):
                if s.point is not None and s.point >= 0:
                    self._wrong(s.colour, [s.point, *s.captured], node, gone, take)
        if len(extra) == 1 and len(gone) == 1 and shown[extra[0]] == node.board[gone[0]]:
            price = FAULT_COST["moved"]
            if keep and line.entries[keep - 1].point == gone[0]:
                price += 2.0
            take("moved", [gone[0], extra[0]], price)
        # A sleeve or an arm reads as a cluster of stones of one colour.
        for colour in (1, 2):
            told = {e.point for e in line.entries[keep:]}
            blob = [p for p in extra if shown[p] == colour and p not in told]
            blob = [p for p in blob if any(q != p and _near(p, q, look.size, 2) for q in blob)]
            price = FAULT_COST["blob"] + 0.2 * len(blob)
            near_hand = bool(blob) and look.clear_around(blob, 2) < BLOB_CLEAR
            if len(blob) >= 2 and near_hand and misread(blob) > price and not self.sparse:
                cost += price
                changes.append(Change("blob", tuple(blob), tuple(node.board[p] for p in blob)))
                for p in blob:
                    extra.remove(p)
        rest = [*extra, *gone, *changed]
        # What the record had as a move is not undone to be called a change.
        told = {e.point for e in line.entries[keep:]}
        single = 0.0
        singles: list[tuple[Kind, int]] = []
        believed_misread: list[int] = []
        for p in rest:
            kind: Kind = "extra" if p in extra else "vanished" if p in gone else "changed"
            price = FAULT_COST[kind] + (0.0 if look.visited[p] else UNVISITED) + (6.0 if p in told else 0.0)
            wrong = look.costs[p][node.board[p]]
            if price < wrong:
                singles.append((kind, p))
                single += price
            else:
                believed_misread.append(p)
                single += wrong
        many = FAULT_COST["many"] + 0.5 * len(rest)
        if not all(look.visited[p] for p in rest):
            many += UNVISITED
        if len(rest) >= 3 and many < single and not told & set(extra):
            changes.append(Change("many", tuple(sorted(rest)), tuple(shown[p] for p in sorted(rest))))
            return cost + many, changes, []
        by_kind: dict[Kind, list[int]] = {}
        for kind, p in singles:
            by_kind.setdefault(kind, []).append(p)
        for kind, points in by_kind.items():
            changes.append(Change(kind, tuple(points), tuple(shown[p] for p in points)))
        return cost + single, changes, believed_misread

    def _wrong(self, colour: int, near: list[int], node: _Node, gone: list[int], take: object) -> None:
        n = self._look.size
        taken = [p for p in gone if node.board[p] == 3 - colour]
        close = [p for p in taken if any(_near(p, q, n, 2) for q in near)]
        # Stones of one chain go together.
        if close and len(taken) <= 8:
            together = [p for p in taken if any(_near(p, q, n, 3) for q in close)]
            take("wrong_capture", together, FAULT_COST["wrong_capture"])  # type: ignore[operator]

    def _played_on(self, p: int) -> bool:
        return any(e.point == p or p in e.captured for e in self.line.entries)


def _late(missing: float, since: float) -> float:
    """Cost of an order in which a stone that was still missing comes before one that already lay there."""
    gap = missing - since
    return min(MOST_LATE, ORDER + 2.0 * gap) if gap > 0.05 else 0.0


def _near(p: int, q: int, n: int, reach: int) -> bool:
    return abs(p // n - q // n) <= reach and abs(p % n - q % n) <= reach
