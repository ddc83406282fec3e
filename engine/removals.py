"""Stones that ought to be off, or ought to be there: captures not made, made in part, wrongly made, undone.

Chinese rules 2002, articles 18.1, 18.2 and 22.6; D3-II 9; 17.5 for stones that are gone.
"""

from __future__ import annotations

from engine.chains import neighbours, put
from engine.fault import Fault
from engine.point import Colour, Point
from engine.position import Position, Suicide
from engine.story import Story


class Removals(Fault):
    """Faults of which nothing but stones too many or too few is seen."""

    def too_many(self, new: list[int]) -> None:
        """Stones that should not be there: captured ones not taken off, or put back."""
        target = self.step.picture.seen.stones
        due = {i: n for n, off in enumerate(self.taken) for i in off}
        if all(i in due and self.moves[due[i]].colour.other == target[i] for i in new):
            self._capture_open(new, {due[i] for i in new})
        elif not self.moves and all(i in self.step.restorable for i in new):
            last = self.step.last
            if last is not None and last.point is not None and all(target[i] == last.colour.other for i in new):
                roles = {"points": self.step.picture.points(new), "move": (last.point,)}
                left = self.step.picture.left(self.position, self.position.turn)
                # A part of them is likelier a stone played there.
                weight = 3 if len(new) == len(self.step.restorable) else 3.5
                self._tell("capture_restored", roles, weight, left, last.colour, self.position)

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
            roles |= {"removed": self.step.picture.points(off), "remaining": self.step.picture.points(new)}
        else:
            roles["should_remove"] = self.step.picture.points(new)
        if late:
            roles["reply"] = tuple(m.point for m in self.moves[ply + 1 :] if m.point)
        left = self.step.picture.left(self.position, self.position.turn)
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
        self.found.append(story)

    def missing(self, gone: list[int]) -> None:
        """Stones that should be there: taken off with liberties, gone, or a self-capture cleared away."""
        stones = self.position.stones
        colours = {Colour(stones[i]) for i in gone}
        left = self.step.picture.left(self.position, self.position.turn)
        points = self.step.picture.points(gone)
        taker = next((n for n, move in enumerate(reversed(self.moves)) if colours == {move.colour.other}), None)
        if taker is not None:
            self._taken_wrongly(points, taker, left)
        elif self._may_vanish(gone, colours):
            roles = {"points": points} | self._moved()
            colour = colours.pop() if len(colours) == 1 else None
            weight = len(self.moves) + 3 + 2 * (len(gone) - 1)
            self._tell("stone_vanished", roles, weight, left, colour, self.position)
        if colours == {self.position.turn} and self.step.rules.suicide is Suicide.FORBIDDEN:
            self._cleared_suicide(gone)

    def _may_vanish(self, gone: list[int], colours: set[Colour]) -> bool:
        """One stone at any time; two on their own, or of the colour of the only move."""
        return len(gone) == 1 or (
            len(gone) == 2 and (not self.moves or (len(self.moves) == 1 and colours == {self.moves[0].colour}))
        )

    def _taken_wrongly(self, points: tuple[Point, ...], replies: int, left: Position) -> None:
        """Stones with liberties taken off, by the player who moved so many plies before the last (article 18.1)."""
        ply = len(self.moves) - 1 - replies
        mover = self.moves[ply]
        assert mover.point is not None
        roles = {"move": (mover.point,), "wrongly_removed": points} | self._captured(ply)
        late = replies > 0
        if late:
            roles["reply"] = tuple(m.point for m in self.moves[ply + 1 :] if m.point)
        weight = len(self.moves) + 3 + 0.1 * (len(points) - 1)
        proper = None if late else self.position
        self.found.append(
            Story(
                "wrong_capture", self.moves, roles, weight, left, mover.colour, proper, late=late, actors=self._actors()
            )
        )

    def _cleared_suicide(self, gone: list[int]) -> None:
        turn = self.position.turn
        around = neighbours(self.position.size)
        for index in {j for i in gone for j in around[i] if not self.position.stones[j]}:
            _, taken, own = put(self.position.stones, index, int(turn), around)
            if not taken and set(own) == {index, *gone}:
                roles = {"move": self.step.picture.points([index]), "removed": self.step.picture.points(gone)}
                left = self.step.picture.left(self.position, turn.other)
                proper = self.position.with_turn(turn.other)
                self._tell("forbidden_point", roles, len(self.moves) + 4, left, turn, proper)
