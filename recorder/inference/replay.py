"""Plays the moves of a story one by one and says what each costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.chains import neighbours, put
from engine.position import forbids
from engine.rules import Ko, Rules
from recorder.inference import costs
from recorder.inference.look import Look
from recorder.inference.mainline import Entry, MainLine
from recorder.inference.stories import Fault, Step

TWO_HANDS = 1.6
"""Seconds that two players need for a move each, one after the other."""
LOOKED_BACK = 8
"""Entries of the record against whose times a new stone's is held."""


class Stone(NamedTuple):
    """A stone that may have been played: a new one, or one the record has (`entry`, the `order`-th).

    `since` and `possible` are when it was first seen and last seen missing, seconds; `missed` what it costs to
    disbelieve the latter; `price` what it costs that this stone was played at all.
    """

    point: int
    colour: int
    since: float
    possible: float
    missed: float
    price: float
    entry: Entry | None = None
    order: int = -1


@dataclass(frozen=True)
class Node:
    """The beginning of a story: its steps so far and the board after them."""

    cost: float
    board: bytes
    turn: int
    steps: tuple[Step, ...] = ()
    stones: tuple[Stone | None, ...] = ()
    late: tuple[float, ...] = ()
    used: frozenset[int] = frozenset()
    has_hidden: bool = False


class Replay:
    """Extends stories from one entry of the record on.

    Parameters
    ----------
    look : Look
    line : MainLine
    keep : int
        Entries of the record that stand before it.
    rules : Rules
    infer_passes : bool
    """

    def __init__(self, look: Look, line: MainLine, keep: int, rules: Rules, *, infer_passes: bool) -> None:
        self._look, self._line, self._keep = look, line, keep
        self._rules, self._infer = rules, infer_passes
        self._around = neighbours(look.size)
        self._history: list[bytes] | None = None
        before = line.entries[max(0, keep - LOOKED_BACK) : keep]
        self._before = [(e.possible, e.missed) for e in before]
        self._last = [e.possible for e in before[-1:] if e.point is not None]
        self.start = Node(0.0, line.board_after(keep), line.turn_after(keep))

    def play(self, node: Node, stone: Stone) -> Node | None:
        """The story with this stone played next; None where its point is taken."""
        p, colour = stone.point, stone.colour
        if node.board[p] or p in node.used:
            return None
        again, since = stone.entry is not None, stone.since
        cost = stone.price + (costs.PLY if node.steps and not again else 0.0)
        late = list(node.late)
        for i, other in enumerate(node.stones):
            if other is None or (again and other.entry is not None and other.order < stone.order):
                continue  # the record's own order was weighed when it was told
            # One stone that was read late is one accident, whatever was played meanwhile.
            more = _late(other.possible, other.missed, since) - late[i]
            if more > 0:
                late[i] += more
                cost += more
            if not again and other.entry is None and other.since > since + 0.5:
                cost += costs.SEEN_LATER
            if again and (other.entry is None or other.order > stone.order):
                cost += costs.INSERTED
        if not again:
            before = [s.possible for s in node.stones if s] or self._last
            if before and since - min(stone.possible, before[-1]) < TWO_HANDS:
                cost += costs.AT_ONCE
            cost += max((_late(possible, missed, since) for possible, missed in self._before), default=0.0)
        old = {f.id for f in stone.entry.faults} if stone.entry else set()
        faults: list[Fault] = []
        steps, stones = node.steps, node.stones
        if node.turn and colour != node.turn:
            if not steps and not self._line.is_turn_sure(self._keep):
                cost += costs.GUESSED_TURN
            elif self._infer and not old:
                cost += costs.PASSED
                steps = (*steps, Step(node.turn, None, (), (), False, node.board))
                stones = (*stones, None)
                late.append(0.0)
            else:
                cost += costs.AGAIN if old else costs.WRONG_TURN
                faults.append("turn")
        after, taken, own = put(node.board, p, colour, self._around)
        if own:
            if forbids(self._rules.suicide, len(own)):
                cost += costs.AGAIN if "forbidden_point" in old else costs.SUICIDE
                faults.append("suicide")
                # The stone is there, whatever the rules say.
                board = bytearray(node.board)
                board[p] = colour
                after = bytes(board)
            else:
                cost += 1.0
        elif taken and self._rules.ko is not Ko.NONE:
            if self._history is None:
                self._history = self._line.boards_until(self._keep)
            earlier = [*self._history, *(s.after for s in node.steps)]
            if len(earlier) >= 2 and after == earlier[-2] and len(taken) == 1:
                cost += costs.AGAIN if old else costs.REPEATED
                faults.append("ko")
            elif self._rules.ko is not Ko.SIMPLE and after in earlier:
                cost += costs.AGAIN if old else costs.REPEATED
                faults.append("superko")
        step = Step(colour, p, tuple(sorted(taken)), tuple(faults), again, after)
        return Node(
            node.cost + cost, after, 3 - colour, (*steps, step), (*stones, stone), (*late, 0.0), node.used | {p},
            node.has_hidden,
        )  # fmt: skip

    def assume(self, node: Node) -> Node:
        """The story with a move of which nothing can be seen."""
        step = Step(node.turn, -1, (), (), False, node.board)
        return Node(
            node.cost + costs.HIDDEN, node.board, 3 - node.turn, (*node.steps, step), (*node.stones, None),
            (*node.late, 0.0), node.used, True,
        )  # fmt: skip


def _late(missing: float, doubt: float, since: float) -> float:
    """Cost of an order in which a stone that was still missing comes before one that already lay there."""
    gap = missing - since
    return min(costs.MOST_LATE, costs.ORDER + 2.0 * gap, doubt) if gap > 0.05 else 0.0
