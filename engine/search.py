"""The search behind `explain`: depth first over sequences of a given length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.arrangement import Arrangement
from engine.chains import neighbours, put
from engine.explanation import Explanation
from engine.history import History
from engine.point import Colour, Move, Point
from engine.position import Position, Suicide, forbids
from engine.regions import Regions
from engine.rules import Ko, Rules


class _Node(NamedTuple):
    """Where the search stands.

    Attributes
    ----------
    ko : int or None
        Index that may not be taken back at once.
    diff : frozenset of int
        Points that do not yet look as in the target.
    plies, passes, hidden : int
        Still to be played; passes and moves on hidden points are among the plies.
    """

    stones: bytes
    turn: int
    ko: int | None
    diff: frozenset[int]
    plies: int
    passes: int
    hidden: int


@dataclass
class Search:
    """All sequences from a position to an arrangement; see `explain` for the fields."""

    position: Position
    target: Arrangement
    rules: Rules
    history: History | None
    pending: bool
    limit: int
    max_nodes: int
    found: list[Explanation] = field(default_factory=list)
    cut: bool = False

    def __post_init__(self) -> None:
        self.size = self.position.size
        self.around = neighbours(self.size)
        self.goal = self.target.stones
        self.regions = Regions(self.goal, self.around, self.pending)
        self.unknown = [i for i, there in enumerate(self.goal) if there == 3] if 3 in self.goal else []
        start = self.position.stones
        self.first_diff = frozenset(
            i for i, (a, b) in enumerate(zip(start, self.goal, strict=True)) if a != b and b != 3
        )
        self.nodes = 0
        self.path: list[tuple[int | None, int, list[int], bytes]] = []
        self.lying: dict[int, int] = {}
        self.hidden: list[int] = []

    def run(self, turn: Colour, plies: int, passes: int, hidden: int) -> None:
        """Find all sequences of exactly so many plies, passes and hidden moves."""
        ko = None
        if self.position.ko is not None and turn == self.position.turn:
            ko = self.position.ko.row * self.size + self.position.ko.col
        self._step(_Node(self.position.stones, int(turn), ko, self.first_diff, plies, passes, hidden))

    def _step(self, node: _Node) -> None:
        if self.cut:
            return
        stones, turn, _, diff, plies, passes, hidden = node
        if plies == 0:
            if not diff and not passes and not hidden:
                self._record()
            return
        self.nodes += 1
        if self.nodes > self.max_nodes or len(self.found) >= self.limit:
            self.cut = True
            return
        spare = self._spare(node)
        if spare is None or passes + hidden > spare[1] + spare[2]:
            return
        for index in [i for i in diff if self.goal[i] == turn and not stones[i]]:
            self._play(node, index)
        if not spare[turn]:
            return
        if passes and plies > 1 and not (self.path and self.path[-1][0] is None):
            self.path.append((None, turn, [], stones))
            self._step(_Node(stones, 3 - turn, None, diff, plies - 1, passes - 1, hidden))
            self.path.pop()
        if hidden:
            self._play_hidden(node)
        # Otherwise the moves left over are all spoken for by passes and hidden moves.
        if passes + hidden < spare[1] + spare[2]:
            for index in self._fleeting(node, spare):
                self._play(node, index)

    def _spare(self, node: _Node) -> tuple[int, int, int] | None:
        """Moves that each colour can spend without a lasting stone, by colour; None where it cannot work."""
        stones, turn, _, diff, plies, _, _ = node
        own = (plies + 1) // 2
        theirs = plies // 2
        vanishing = []
        for i in diff:
            goal = self.goal[i]
            if goal == turn:
                own -= 1
            elif goal:
                theirs -= 1
            if stones[i]:
                vanishing.append(i)
        if own < 0 or theirs < 0:
            return None
        spare = (0, own, theirs) if turn == 1 else (0, theirs, own)
        suicide = self.rules.suicide is not Suicide.FORBIDDEN
        done: set[int] = set()
        for i in vanishing:
            if not self.goal[i] and not self.regions.affordable(stones, self.regions.at(i), spare):
                return None
            if i not in done and not self._can_fall(node, i, spare, suicide, done):
                return None
        return spare

    def _can_fall(self, node: _Node, index: int, spare: tuple[int, int, int], suicide: bool, done: set[int]) -> bool:
        """Whether the chain at a point can still be captured: a bound, not a proof."""
        stones = node.stones
        colour = stones[index]
        taker = 3 - colour
        if node.plies == 1 and node.turn != taker and not suicide:
            return False
        goal = self.goal
        budget = spare[1] + spare[2]
        chain = [index]
        done.add(index)
        seen = {index}
        again = cost = 0
        for i in chain:
            # A stone that is seen at the end must be played again after the capture.
            again += goal[i] == colour and not self.pending
            for j in self.around[i]:
                there = stones[j]
                if j in seen or there == taker:
                    continue
                seen.add(j)
                if there == colour:
                    chain.append(j)
                    done.add(j)
                elif goal[j] == taker:
                    cost += j in self.lying
                else:
                    # A stone of its own there falls with it, and with captures pending may still lie there.
                    cost += not (self.pending and goal[j] == colour)
            if cost + again > budget or again > spare[colour]:
                return False
        return True

    def _fleeting(self, node: _Node, spare: tuple[int, int, int]) -> Iterator[int]:
        """Points where a stone may be played that does not stay."""
        stones, turn, _, diff, plies, _, _ = node
        if self.pending:
            yield from [i for i, colour in self.lying.items() if colour == turn]
        suicide = self.rules.suicide is not Suicide.FORBIDDEN
        if plies == 1 and not suicide:
            return
        yield from [i for i in diff if not stones[i] and self.goal[i] == 3 - turn]
        if self.pending:
            yield from [i for i, colour in self.lying.items() if colour != turn]
        for entry in self.regions.all():
            if self.regions.affordable(stones, entry, spare):
                yield from [i for i in entry[0] if not stones[i]]

    def _play_hidden(self, node: _Node) -> None:
        after = node._replace(hidden=node.hidden - 1)
        for index in self.unknown:
            if not node.stones[index]:
                self.hidden.append(index)
                self._play(after, index)
                self.hidden.pop()

    def _play(self, node: _Node, index: int) -> None:
        stones, turn, ko, diff, plies, passes, hidden = node
        if index == ko and self.rules.ko is not Ko.NONE:
            return
        after, taken, own = put(stones, index, turn, self.around)
        if own and forbids(self.rules.suicide, len(own)):
            return
        if self._repeats(after, 3 - turn):
            return
        lying = self.lying
        changed = [index, *taken, *own]
        if self.pending:
            self.lying = {i: c for i, c in lying.items() if i != index}
            for i in taken:
                self.lying[i] = 3 - turn
            for i in own:
                self.lying[i] = turn
        goal = self.goal
        off = {i for i in changed if goal[i] not in (after[i], 3) and self.lying.get(i) != goal[i]}
        new_ko = None
        if len(taken) == 1:
            open_points = [j for j in self.around[index] if after[j] == 0]
            if len(open_points) == 1 and all(after[j] != turn for j in self.around[index]):
                new_ko = taken[0]
        self.path.append((index, turn, taken, after))
        self._step(_Node(after, 3 - turn, new_ko, diff.difference(changed) | off, plies - 1, passes, hidden))
        self.path.pop()
        self.lying = lying

    def _repeats(self, stones: bytes, turn: int) -> bool:
        kind = self.rules.ko
        if kind not in (Ko.POSITIONAL, Ko.SITUATIONAL):
            return False
        whose = Colour(turn) if kind is Ko.SITUATIONAL else None
        if self.history is not None and self.history.earlier(stones, whose) is not None:
            return True
        if self.history is None and stones == self.position.stones:
            return whose is None or whose == self.position.turn
        return any(stones == before and (whose is None or 3 - colour == whose) for _, colour, _, before in self.path)

    def _record(self) -> None:
        size = self.size

        def point(index: int) -> Point:
            return Point(*divmod(index, size))

        position = self.position
        if self.path and position.turn != self.path[0][1]:
            position = position.with_turn(position.turn.other)
        moves = tuple(Move(Colour(c), None if i is None else point(i)) for i, c, _, _ in self.path)
        for move in moves:
            position = position.play(move, self.rules.suicide)
        self.found.append(
            Explanation(
                moves,
                tuple(tuple(point(i) for i in sorted(taken)) for _, _, taken, _ in self.path),
                position,
                tuple(point(i) for i in sorted(self.lying) if self.goal[i] == self.lying[i]),
                tuple(point(i) for i in self.hidden),
                bool(moves) and moves[0].colour != self.position.turn,
            )
        )
