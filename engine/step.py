"""What may have happened between two settled looks at the board: every story that fits, the likeliest first.

A story is a short legal sequence and at most one fault. Method: play the stones that appeared, in turn and in
every order, up to three of them; what then still differs from the picture (the *rest*) must be one fault.
Sequences in which stones come and go again are left to `explain`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.arrangement import Arrangement
from engine.explain import explain
from engine.faults import Faults
from engine.history import History
from engine.picture import Picture
from engine.point import Move
from engine.position import Position
from engine.rules import Rules, judge
from engine.story import Story, points_of

MAX_STONES = 6
"""Stones that may appear at once in a story; more are many changes."""


@dataclass
class Step:
    """The step from the last state to a picture.

    Attributes
    ----------
    history : History
        Ends with the last state.
    rules : Rules
    target : Arrangement
        What is seen; UNKNOWN points agree with anything.
    last : Move or None
        The last move before it.
    restorable : frozenset of int
        Points from which the last move took stones.
    """

    history: History
    rules: Rules
    target: Arrangement
    last: Move | None = None
    restorable: frozenset[int] = frozenset()
    found: list[Story] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.picture = Picture(self.target)

    def stories(self) -> list[Story]:
        """All stories that fit, the likeliest first; at least one."""
        start = self.history.position
        appeared = [i for i in self.picture.differing(start.stones) if not start.stones[i]]
        if len(appeared) <= MAX_STONES:
            self._legal(start)
            self._prefixes(appeared, (), (), 3)
            self._passes(start, appeared)
        else:
            Faults(self, start, (), (), self.found).tell()
        if not self.found:
            self._rest_of_board(start)
        self._merge_pairs()
        self.found.sort(key=lambda story: (story.weight, story.irregularity or ""))
        return self.found

    # Legal sequences, found by search, so that stones may come and go.

    def _legal(self, start: Position) -> None:
        # Only the shortest sequences count: longer ones are sought where there are none.
        for plies in (2, 4, 6):
            found = explain(
                start, self.target, self.rules, plies, history=self.history, max_hidden=0, limit=200, max_nodes=4000
            )
            if found:
                break
        else:
            return
        shortest = min(len(each.moves) for each in found)
        groups = replace(found, found=tuple(e for e in found if len(e.moves) == shortest)).groups()
        for group in groups:
            first = group[0]
            seen = sum(1 for move in first.moves if move.point and self._stays(first.position, move))
            # Stones that came and went unseen make a story less likely, though not less than a fault.
            weight = shortest + (shortest - seen)
            taken = tuple(sorted({point for each in first.captured for point in each}))
            points = points_of(first.moves, taken)
            orders = tuple(each.moves for each in group)
            self.found.append(
                Story(
                    None,
                    first.moves,
                    points,
                    weight,
                    first.position,
                    orders=orders if len(orders) > 1 else (),
                    actors=tuple(move.colour for move in first.moves),
                )
            )

    def _stays(self, position: Position, move: Move) -> bool:
        assert move.point is not None
        start = self.history.position.get(move.point)
        return position.get(move.point) == move.colour and start != move.colour

    # Stones played in turn, and one fault.

    def _prefixes(
        self, appeared: list[int], moves: tuple[Move, ...], taken: tuple[tuple[int, ...], ...], depth: int
    ) -> None:
        position = self.history.position
        Faults(self, position, moves, taken, self.found).tell()
        if not depth:
            return
        for index in appeared:
            if self.picture.seen.stones[index] != position.turn or position.stones[index]:
                continue
            move = Move(position.turn, self.picture.point(index))
            verdict = judge(self.history, move, self.rules)
            if not verdict.legal or verdict.position is None:
                continue
            self.history.push(move, verdict.position)
            off = tuple(self.picture.index(point) for point in verdict.captured)
            self._prefixes(appeared, (*moves, move), (*taken, off), depth - 1)
            self.history.pop()

    def _passes(self, start: Position, appeared: list[int]) -> None:
        """Two moves in a row by one player, with stones that come and go."""
        if any(story.irregularity in ("double_move", "out_of_turn", "white_first") for story in self.found):
            return
        if any(story.irregularity is None for story in self.found) or not 1 <= len(appeared) <= 4:
            return
        found = explain(
            start,
            self.target,
            self.rules,
            5,
            history=self.history,
            max_passes=1,
            max_hidden=0,
            limit=50,
            max_nodes=2000,
        )
        for each in found[:1]:
            at = next(n for n, move in enumerate(each.moves) if move.point is None)
            again = each.moves[at + 1]
            assert again.point is not None
            before = tuple(move for move in each.moves[:at])
            first = before[-1].point if before else self.last.point if self.last else None
            roles = {"second": (again.point,)} if first is None else {"first": (first,), "second": (again.point,)}
            self.found.append(
                Story(
                    "double_move",
                    before,
                    roles,
                    len(each.moves) + 4,
                    each.position,
                    again.colour,
                    actors=tuple(move.colour for move in each.moves if move.point),
                )
            )

    def _rest_of_board(self, start: Position) -> None:
        """Nothing simple fits: many changes, or stones that nobody can have played."""
        changes = self.picture.changes(start)
        left = self.picture.left(start, start.turn)
        new = changes.get("appeared", ())
        if list(changes) == ["appeared"] and len(new) <= MAX_STONES:
            colours = {self.target.get(point) for point in new}
            colour = colours.pop() if len(colours) == 1 else None
            self.found.append(Story("extra_stone", (), {"points": new}, 9, left, colour, start))
        else:
            self.found.append(Story("multiple_changes", (), changes, 20, left, None, start))

    def _merge_pairs(self) -> None:
        """Two stones of one player at once, either of which may have been the second: one story."""
        pairs = [s for s in self.found if s.irregularity == "double_move" and "second" in s.points and s.moves]
        for story in pairs:
            for twin in pairs:
                same = story.moves[:-1] == twin.moves[:-1] and story is not twin
                if same and story.points["second"] == twin.points["first"] and story in self.found:
                    added = tuple(sorted(story.points["first"] + story.points["second"]))
                    if story.points["first"] != (story.moves[-1].point,):
                        continue
                    merged = replace(
                        story,
                        moves=story.moves[:-1],
                        points={"added": added},
                        proper=None,
                    )
                    self.found = [each for each in self.found if each not in (story, twin)] + [merged]
