"""What may have happened between two settled looks at the board: every story that fits, the likeliest first.

A story is a short legal sequence and at most one fault. Method: play the stones that appeared, in turn and in
every order, up to three of them; what then still differs from the picture (the *rest*) must be one fault.
Sequences in which stones come and go again are left to `explain`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.arrangement import Arrangement
from engine.chains import neighbours, put
from engine.errors import Breach
from engine.explain import explain
from engine.history import History
from engine.point import Colour, Move, Point
from engine.position import Position, Suicide
from engine.rules import Rules, judge

MAX_STONES = 6
"""Stones that may appear at once in a story; more are many changes."""


@dataclass(frozen=True, slots=True)
class Story:
    """One way in which the board may have come to look as it does.

    Attributes
    ----------
    irregularity : str or None
        None where all moves are legal.
    moves : tuple of Move
        The legal moves in it, in order.
    orders : tuple of tuple of Move
        All orders of these moves that are legal, where there is more than one.
    points : mapping of str to tuple of Point
        The points by what they are to the story.
    colour : Colour or None
        The player at fault.
    weight : float
        The smaller, the likelier.
    proper : Position or None
        The position that the usual ruling restores, with the player to move then; None: not fixed.
    left : Position
        The position as it is left standing, with the player to move next.
    dead : frozenset of int
        Stones that ought to be off and still lie there.
    late : bool
        The opponent has answered: the time for a claim has passed (article 16.3).
    actors : tuple of Colour
        Who set stones, in order.
    """

    irregularity: str | None
    moves: tuple[Move, ...]
    points: Mapping[str, tuple[Point, ...]]
    weight: float
    left: Position
    colour: Colour | None = None
    proper: Position | None = None
    orders: tuple[tuple[Move, ...], ...] = ()
    dead: frozenset[int] = frozenset()
    late: bool = False
    actors: tuple[Colour, ...] = ()


@dataclass
class Step:
    """The step from the last state to a picture.

    Attributes
    ----------
    history : History
        Ends with the last state.
    rules : Rules
    target : Arrangement
        The picture; UNKNOWN points agree with anything.
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

    def stories(self) -> list[Story]:
        """All stories that fit, the likeliest first; at least one."""
        start = self.history.position
        appeared = [i for i in self._diff(start.stones) if not start.stones[i]]
        if len(appeared) <= MAX_STONES:
            self._legal(start)
            self._prefixes(appeared, (), (), 3)
            self._passes(start, appeared)
        else:
            self._faults(start, (), ())
        if not self.found:
            self._rest_of_board(start)
        self._merge_pairs()
        self.found.sort(key=lambda story: (story.weight, story.irregularity or ""))
        return self.found

    # Legal sequences, found by search, so that stones may come and go.

    def _legal(self, start: Position) -> None:
        found = explain(start, self.target, self.rules, 6, history=self.history, limit=200, max_nodes=4000)
        if not found:
            return
        shortest = min(len(each.moves) for each in found)
        groups = replace(found, found=tuple(e for e in found if len(e.moves) == shortest)).groups()
        for group in groups:
            first = group[0]
            seen = sum(1 for move in first.moves if move.point and self._stays(first.position, move))
            # Stones that came and went unseen make a story less likely, though not less than a fault.
            weight = shortest + (shortest - seen)
            taken = _merge(first.captured)
            points = _move_points(first.moves, taken)
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
        self._faults(position, moves, taken)
        if not depth:
            return
        for index in appeared:
            if self.target.stones[index] != position.turn or position.stones[index]:
                continue
            move = Move(position.turn, self._point(index))
            verdict = judge(self.history, move, self.rules)
            if not verdict.legal or verdict.position is None:
                continue
            self.history.push(move, verdict.position)
            off = tuple(self._index(point) for point in verdict.captured)
            self._prefixes(appeared, (*moves, move), (*taken, off), depth - 1)
            self.history.pop()

    def _faults(self, position: Position, moves: tuple[Move, ...], taken: tuple[tuple[int, ...], ...]) -> None:
        rest = self._diff(position.stones)
        gone = [i for i in rest if not self.target.stones[i]]
        new = [i for i in rest if not position.stones[i]]
        other = [i for i in rest if position.stones[i] and self.target.stones[i]]
        context = _Context(self, position, moves, taken)
        if not gone and not other:
            if new:
                context.stones_too_many(new)
        elif not new and not other:
            context.stones_missing(gone)
        elif not other and len(new) == 1 and len(gone) == 1:
            context.stone_elsewhere(gone[0], new[0])
        if not new and not gone and len(other) == 1:
            context.colour_changed(other[0])
        for index in new:
            context.stone_with_captures(index, new, gone, other)

    def _passes(self, start: Position, appeared: list[int]) -> None:
        """Two moves in a row by one player, with stones that come and go."""
        if any(story.irregularity in ("double_move", "out_of_turn", "white_first") for story in self.found):
            return
        if any(story.irregularity is None for story in self.found) or not 1 <= len(appeared) <= 4:
            return
        found = explain(start, self.target, self.rules, 5, history=self.history, max_passes=1, limit=50, max_nodes=2000)
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
        rest = self._diff(start.stones)
        gone = tuple(self._point(i) for i in rest if not self.target.stones[i])
        new = tuple(self._point(i) for i in rest if not start.stones[i])
        other = tuple(self._point(i) for i in rest if start.stones[i] and self.target.stones[i])
        left = self._as_seen(start, start.turn)
        if new and not gone and not other and len(new) <= MAX_STONES:
            colours = {self.target.get(point) for point in new}
            colour = colours.pop() if len(colours) == 1 else None
            self.found.append(Story("extra_stone", (), {"points": new}, 9, left, colour, start))
            return
        roles = {"vanished": gone, "appeared": new, "changed": other}
        kept = {name: points for name, points in roles.items() if points}
        self.found.append(Story("multiple_changes", (), kept, 20, left, None, start))

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

    # Small helpers.

    def _diff(self, stones: bytes) -> list[int]:
        target = self.target.stones
        if stones == target:
            return []
        return [i for i, (a, b) in enumerate(zip(stones, target, strict=True)) if a != b and b != 3]

    def _as_seen(self, position: Position, turn: Colour) -> Position:
        stones = bytes(a if b == 3 else b for a, b in zip(position.stones, self.target.stones, strict=True))
        return Position(position.size, stones, turn, position.captives)

    def _point(self, index: int) -> Point:
        return Point(*divmod(index, self.target.size))

    def _index(self, point: Point) -> int:
        return point.row * self.target.size + point.col


@dataclass
class _Context:
    """A position after some legal moves, and what makes a fault of the rest."""

    step: Step
    position: Position
    moves: tuple[Move, ...]
    taken: tuple[tuple[int, ...], ...]

    def stones_too_many(self, new: list[int]) -> None:
        """Stones that should not be there: captured ones not taken off, or put back."""
        target = self.step.target.stones
        due = {i: n for n, off in enumerate(self.taken) for i in off}
        if all(i in due and self.moves[due[i]].colour.other == target[i] for i in new):
            self._capture_open(new, {due[i] for i in new})
        elif not self.moves and all(i in self.step.restorable for i in new):
            last = self.step.last
            assert last is not None
            assert last.point is not None
            if all(target[i] == last.colour.other for i in new):
                roles = {"points": self._points(new), "move": (last.point,)}
                left = self.step._as_seen(self.position, self.position.turn)
                self._tell("capture_restored", roles, 3, left, last.colour, self.position)

    def _capture_open(self, new: list[int], plies: set[int]) -> None:
        ply = min(plies)
        if len(plies) > 1:
            return
        mover = self.moves[ply]
        assert mover.point is not None
        off = [i for i in self.taken[ply] if i not in new]
        late = ply < len(self.moves) - 1
        roles: dict[str, tuple[Point, ...]] = {"move": (mover.point,)}
        if off:
            roles |= {"removed": self._points(off), "remaining": self._points(new)}
        else:
            roles["should_remove"] = self._points(new)
        if late:
            roles["reply"] = tuple(m.point for m in self.moves[ply + 1 :] if m.point)
        left = self.step._as_seen(self.position, self.position.turn)
        story = Story(
            "partial_capture" if off else "missed_capture",
            self.moves,
            roles,
            # With one stone left it may be a capture and an answer there; all left is likelier a missed one.
            len(self.moves) + (2 if off else 1.995),
            left,
            mover.colour,
            None if late else self.position,
            dead=frozenset(new),
            late=late,
            actors=self._actors(),
        )
        self.step.found.append(story)

    def stones_missing(self, gone: list[int]) -> None:
        """Stones that should be there: taken off with liberties, gone, or a self-capture cleared away."""
        stones = self.position.stones
        colours = {Colour(stones[i]) for i in gone}
        left = self.step._as_seen(self.position, self.position.turn)
        points = self._points(gone)
        mover = self.moves[-1] if self.moves else None
        if mover is not None and colours == {mover.colour.other}:
            assert mover.point is not None
            roles = {"move": (mover.point,), "wrongly_removed": points} | self._captured(-1)
            weight = len(self.moves) + 3 + 0.1 * (len(gone) - 1)
            self._tell("wrong_capture", roles, weight, left, mover.colour, self.position)
        elif len(gone) <= 2:
            roles = {"points": points} | self._moved()
            colour = colours.pop() if len(colours) == 1 else None
            weight = len(self.moves) + 3 + 2 * (len(gone) - 1)
            self._tell("stone_vanished", roles, weight, left, colour, self.position)
        if colours == {self.position.turn} and self.step.rules.suicide is Suicide.FORBIDDEN:
            self._cleared_suicide(gone)

    def _cleared_suicide(self, gone: list[int]) -> None:
        turn = self.position.turn
        around = neighbours(self.position.size)
        for index in {j for i in gone for j in around[i] if not self.position.stones[j]}:
            _, taken, own = put(self.position.stones, index, int(turn), around)
            if not taken and set(own) == {index, *gone}:
                roles = {"move": self._points([index]), "removed": self._points(gone)}
                left = self.step._as_seen(self.position, turn.other)
                proper = self.position.with_turn(turn.other)
                self._tell("forbidden_point", roles, len(self.moves) + 4, left, turn, proper)

    def stone_elsewhere(self, gone: int, new: int) -> None:
        """One stone left a point and one of its colour lies on another."""
        colour = self.position.stones[gone]
        if self.step.target.stones[new] != colour:
            return
        left = self.step._as_seen(self.position, self.position.turn)
        roles = {"from": self._points([gone]), "to": self._points([new])}
        last = self.step.last
        whose = Colour(colour)
        just_played = last is not None and last.point == roles["from"][0] and last.colour == whose
        if just_played and not self.moves:
            self._tell("take_back", roles, 3, left, whose, self.position)
        else:
            # By the player to move: the same picture as a move there and a stone gone.
            weight = len(self.moves) + (4 if whose == self.position.turn else 3)
            self._tell("moved_stone", roles | self._moved(), weight, left, None, self.position)

    def colour_changed(self, index: int) -> None:
        """A stone shows the other colour."""
        left = self.step._as_seen(self.position, self.position.turn)
        roles = {"point": self._points([index])} | self._moved()
        self._tell("stone_colour_changed", roles, len(self.moves) + 3, left, None, self.position)

    def stone_with_captures(self, index: int, new: list[int], gone: list[int], other: list[int]) -> None:
        """One stone, with what it takes, against a rule: out of turn, ko, repetition, forbidden point."""
        step, position = self.step, self.position
        colour = Colour(step.target.stones[index])
        stones, taken, own = put(position.stones, index, int(colour), neighbours(position.size))
        if own:
            if colour == position.turn and new == [index] and not gone and not other:
                self._against_rule(index, colour, (), Breach.SUICIDE)
            return
        if step._diff(stones):
            return
        if colour == position.turn:
            verdict = judge(step.history, Move(colour, self._points([index])[0]), step.rules)
            if verdict.breach & (Breach.KO | Breach.SUPERKO):
                self._against_rule(index, colour, tuple(taken), verdict.breach)
        else:
            self._out_of_turn(index, colour, taken)

    def _against_rule(self, index: int, colour: Colour, taken: tuple[int, ...], breach: Breach) -> None:
        point = self._points([index])
        left = self.step._as_seen(self.position, colour.other)
        proper: Position | None = self.position.with_turn(colour.other)
        roles = {"move": point}
        if Breach.SUICIDE in breach:
            name = "forbidden_point"
        else:
            name = "ko_retake" if Breach.KO in breach else "superko_repetition"
            roles["captured"] = self._points(list(taken))
        if name == "superko_repetition":
            proper = None
        self._tell(name, roles, len(self.moves) + 3, left, colour, proper, colour)

    def _out_of_turn(self, index: int, colour: Colour, taken: list[int]) -> None:
        step = self.step
        last = self.moves[-1] if self.moves else step.last
        point = self._points([index])
        left = step._as_seen(self.position, colour.other)
        captured = {"captured": self._points(taken)} if taken else {}
        weight = len(self.moves) + 3
        if last is not None and last.colour == colour and last.point is not None:
            roles = {"first": (last.point,), "second": point} | captured
            self._tell("double_move", roles, weight, left, colour, self.position, colour)
        elif not any(self.position.stones) and colour == Colour.WHITE:
            self._tell("white_first", {"move": point}, weight, left, colour, None, colour)
        else:
            self._tell("out_of_turn", {"move": point} | captured, weight, left, colour, self.position, colour)

    def _tell(
        self,
        name: str,
        roles: Mapping[str, tuple[Point, ...]],
        weight: float,
        left: Position,
        colour: Colour | None,
        proper: Position | None,
        actor: Colour | None = None,
    ) -> None:
        actors = self._actors() + ((actor,) if actor else ())
        self.step.found.append(Story(name, self.moves, roles, weight, left, colour, proper, actors=actors))

    def _moved(self) -> dict[str, tuple[Point, ...]]:
        if not self.moves:
            return {}
        points = tuple(move.point for move in self.moves if move.point)
        return {"move" if len(points) == 1 else "moves": points} | self._captured(-1)

    def _captured(self, ply: int) -> dict[str, tuple[Point, ...]]:
        return {"captured": self._points(list(self.taken[ply]))} if self.taken and self.taken[ply] else {}

    def _actors(self) -> tuple[Colour, ...]:
        return tuple(move.colour for move in self.moves)

    def _points(self, indices: list[int]) -> tuple[Point, ...]:
        return tuple(self.step._point(i) for i in sorted(indices))


def _merge(captured: tuple[tuple[Point, ...], ...]) -> tuple[Point, ...]:
    return tuple(sorted({point for each in captured for point in each}))


def _move_points(moves: tuple[Move, ...], taken: tuple[Point, ...]) -> dict[str, tuple[Point, ...]]:
    points = tuple(move.point for move in moves if move.point)
    if not points:
        return {}
    roles = {"move" if len(points) == 1 else "moves": points}
    return roles | ({"captured": taken} if taken else {})
