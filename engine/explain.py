"""Which legal moves lead from a position to an arrangement that was seen later.

Method: depth-first search over sequences of each length, the shortest first. What keeps it small:

- Every point that differs needs at least one stone of the colour seen there, so that what is left over
  (*slack*, per player) is all that can be spent on stones that leave no trace.
- Stones that leave no trace must be captured. Take the last capture on a connected set of points that end
  empty: all of an empty region of the arrangement was filled with stones of one colour, and walls of that
  colour were played again afterwards (`_Regions`). Regions that need more than the slack cannot have been
  touched, which rules out nearly all of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from engine.arrangement import Arrangement
from engine.chains import chain_of, neighbours, put
from engine.history import History
from engine.point import Colour, Move, Point
from engine.position import Position, Suicide, forbids
from engine.rules import Ko, Rules


@dataclass(frozen=True, slots=True)
class Explanation:
    """One legal sequence of moves.

    Attributes
    ----------
    moves : tuple of Move
        In order; passes are assumed ones, nobody has seen them.
    captured : tuple of tuple of Point
        For each move the stones it takes.
    position : Position
        The position by the rules after the moves.
    pending : tuple of Point
        Where captured stones still lie in the arrangement (with `captures_pending`).
    hidden : tuple of Point
        Moves assumed on points that the arrangement does not show.
    turn_assumed : bool
        Whether the sequence begins with the player who was not to move (with `turn_unknown`).
    """

    moves: tuple[Move, ...]
    captured: tuple[tuple[Point, ...], ...]
    position: Position
    pending: tuple[Point, ...] = ()
    hidden: tuple[Point, ...] = ()
    turn_assumed: bool = False

    @property
    def passes(self) -> int:
        """How many passes it assumes."""
        return sum(move.point is None for move in self.moves)

    @property
    def assumptions(self) -> int:
        """Passes and hidden moves together."""
        return self.passes + len(self.hidden)


@dataclass(frozen=True)
class Explanations(Sequence[Explanation]):
    """All sequences found, the fewest assumptions and then the shortest first. Falsy where there is none.

    Attributes
    ----------
    found : tuple of Explanation
    complete : bool
        False where the search was cut off, so that there may be others.
    """

    found: tuple[Explanation, ...]
    complete: bool

    @overload
    def __getitem__(self, index: int) -> Explanation: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Explanation]: ...
    def __getitem__(self, index: int | slice) -> Explanation | Sequence[Explanation]:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    def groups(self) -> tuple[tuple[Explanation, ...], ...]:
        """The sequences sorted into those that hold the same moves in different orders."""
        groups: dict[tuple[Move, ...], list[Explanation]] = {}
        for explanation in self.found:
            key = tuple(sorted(explanation.moves, key=lambda m: (m.colour, m.point or Point(-1, -1))))
            groups.setdefault(key, []).append(explanation)
        return tuple(tuple(group) for group in groups.values())


def explain(
    position: Position,
    target: Arrangement,
    rules: Rules,
    max_plies: int,
    *,
    history: History | None = None,
    turn_unknown: bool = False,
    max_passes: int = 0,
    max_hidden: int = 2,
    captures_pending: bool = False,
    limit: int = 1000,
    max_nodes: int = 20_000,
) -> Explanations:
    """All legal sequences of at most `max_plies` moves that turn the position into the arrangement.

    Parameters
    ----------
    position : Position
        What was agreed last.
    target : Arrangement
        What is seen now; UNKNOWN points may hold anything.
    rules : Rules
        Decide self-capture, ko and, where a history is given, whole-board repetition.
    max_plies : int
        Longest sequence, assumed passes included.
    history : History, optional
        Ends with `position`; earlier boards for whole-board repetition.
    turn_unknown : bool
        Also try the player who is not to move as the first one.
    max_passes : int
        Passes that may be assumed, never two in a row nor at the end. A pass and the move after it are also
        what two moves in a row by one player look like.
    max_hidden : int
        Moves that may be assumed on UNKNOWN points and are not seen.
    captures_pending : bool
        Captured stones may still lie there, wholly or in part.
    limit, max_nodes : int
        Where to stop; `complete` then is False.

    Returns
    -------
    Explanations
        As few assumptions (passes, hidden moves) as needed are made: sequences with more of them are
        sought only where there is none with fewer. The empty sequence explains no change.

    Raises
    ------
    ValueError
        Where position and target differ in size, or `max_plies` is negative.
    """
    if position.size != target.size:
        raise ValueError(f"a board of {position.size} lines cannot become one of {target.size}")
    if max_plies < 0:
        raise ValueError(f"max_plies must be 0 or more, got {max_plies}")
    search = _Search(position, target, rules, history, captures_pending, limit, max_nodes)
    turns = [position.turn, position.turn.other] if turn_unknown else [position.turn]
    hidden_limit = max_hidden if Colour.UNKNOWN in target.stones else 0
    for assumptions in range(max_passes + hidden_limit + 1):
        for plies in range(max_plies + 1):
            for turn in turns[: 1 if plies == 0 else 2]:
                for passes in range(min(max_passes, assumptions) + 1):
                    if assumptions - passes <= hidden_limit:
                        search.run(turn, plies, passes, assumptions - passes)
        if search.found or search.cut:
            break
    return Explanations(tuple(search.found), not search.cut)


class _Regions:
    """Empty regions of the target, and what it takes to have touched one.

    The last capture on a region takes stones of one colour from all of it at once. Wall stones of the other
    colour stay where they are; those of the same colour fell with it and were played again.
    """

    def __init__(self, target: bytes, around: tuple[tuple[int, ...], ...], pending: bool) -> None:
        self._target = target
        self._around = around
        self._pending = pending
        self._of: dict[int, tuple[list[int], tuple[int, int, int]]] = {}
        self._all: list[tuple[list[int], tuple[int, int, int]]] | None = None

    def at(self, index: int) -> tuple[list[int], tuple[int, int, int]]:
        """The region of a point, and how many of its walls are empty (none), black, white."""
        if index not in self._of:
            region = chain_of(self._target, index, self._around)
            walls = [self._target[j] for j in {j for i in region for j in self._around[i]}]
            # Captured stones that still lie there are walls that need not be played again.
            again = (0, 0, 0) if self._pending else (0, walls.count(1), walls.count(2))
            for i in region:
                self._of[i] = (region, again)
        return self._of[index]

    def all(self) -> list[tuple[list[int], tuple[int, int, int]]]:
        """All regions."""
        if self._all is None:
            self._all = []
            for index, there in enumerate(self._target):
                if there == 0 and index not in self._of:
                    self.at(index)
            self._all = [entry for index, entry in self._of.items() if entry[0][0] == index]
        return self._all

    @staticmethod
    def affordable(stones: bytes, entry: tuple[list[int], tuple[int, int, int]], spare: tuple[int, int, int]) -> bool:
        """Whether a colour can fill the region, be captured and restore its walls out of its spare moves."""
        region, again = entry
        for colour in (1, 2):
            left = spare[colour] - again[colour]
            if left < 0:
                continue
            for i in region:
                if stones[i] != colour:
                    left -= 1
                    if left < 0:
                        break
            else:
                return True
        return False


@dataclass
class _Search:
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
        self.regions = _Regions(self.goal, self.around, self.pending)
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
        self._step(self.position.stones, int(turn), ko, self.first_diff, plies, passes, hidden)

    def _step(
        self,
        stones: bytes,
        turn: int,
        ko: int | None,
        diff: frozenset[int],
        plies: int,
        passes: int,
        hidden: int,
    ) -> None:
        if self.cut:
            return
        if plies == 0:
            if not diff and not passes and not hidden:
                self._record()
            return
        self.nodes += 1
        if self.nodes > self.max_nodes or len(self.found) >= self.limit:
            self.cut = True
            return
        other = 3 - turn
        spare = self._spare(stones, turn, diff, plies)
        if spare is None or passes + hidden > spare[1] + spare[2]:
            return
        for index in [i for i in diff if self.goal[i] == turn and not stones[i]]:
            self._play(stones, turn, ko, index, diff, plies, passes, hidden)
        if not spare[turn]:
            return
        if passes and plies > 1 and not (self.path and self.path[-1][0] is None):
            self.path.append((None, turn, [], stones))
            self._step(stones, other, None, diff, plies - 1, passes - 1, hidden)
            self.path.pop()
        if passes + hidden > spare[1] + spare[2] - 1:
            # The moves left over are all spoken for by passes and hidden moves.
            if hidden:
                self._play_hidden(stones, turn, ko, diff, plies, passes, hidden)
            return
        if hidden:
            self._play_hidden(stones, turn, ko, diff, plies, passes, hidden)
        for index in self._fleeting(stones, turn, diff, spare, plies):
            self._play(stones, turn, ko, index, diff, plies, passes, hidden)

    def _spare(self, stones: bytes, turn: int, diff: frozenset[int], plies: int) -> tuple[int, int, int] | None:
        """Moves that each colour can spend without a lasting stone, by colour; None where it cannot work."""
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
            if i not in done and not self._can_fall(stones, i, turn, plies, spare, suicide, done):
                return None
        return spare

    def _can_fall(
        self,
        stones: bytes,
        index: int,
        turn: int,
        plies: int,
        spare: tuple[int, int, int],
        suicide: bool,
        done: set[int],
    ) -> bool:
        """Whether the chain at a point can still be captured: a bound, not a proof."""
        colour = stones[index]
        taker = 3 - colour
        if plies == 1 and turn != taker and not suicide:
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

    def _fleeting(
        self, stones: bytes, turn: int, diff: frozenset[int], spare: tuple[int, int, int], plies: int
    ) -> Iterator[int]:
        """Points where a stone may be played that does not stay."""
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

    def _play_hidden(
        self,
        stones: bytes,
        turn: int,
        ko: int | None,
        diff: frozenset[int],
        plies: int,
        passes: int,
        hidden: int,
    ) -> None:
        for index in self.unknown:
            if not stones[index]:
                self.hidden.append(index)
                self._play(stones, turn, ko, index, diff, plies, passes, hidden - 1)
                self.hidden.pop()

    def _play(
        self,
        stones: bytes,
        turn: int,
        ko: int | None,
        index: int,
        diff: frozenset[int],
        plies: int,
        passes: int,
        hidden: int,
    ) -> None:
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
        new_diff = diff.difference(changed) | off
        new_ko = None
        if len(taken) == 1:
            open_points = [j for j in self.around[index] if after[j] == 0]
            if len(open_points) == 1 and all(after[j] != turn for j in self.around[index]):
                new_ko = taken[0]
        self.path.append((index, turn, taken, after))
        self._step(after, 3 - turn, new_ko, new_diff, plies - 1, passes, hidden)
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
