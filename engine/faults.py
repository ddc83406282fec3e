"""What is wrong with a board where legal moves do not explain it: one fault at a time.

The definitions are those of the Chinese rules' referee part (D0-B 17 to 20, D3-II 8 to 11).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.chains import neighbours, put
from engine.errors import Breach
from engine.point import Colour, Move, Point
from engine.position import Position, Suicide
from engine.rules import judge
from engine.story import Story

if TYPE_CHECKING:
    from engine.step import Step


@dataclass
class Faults:
    """A position after some legal moves, and what makes a fault of the rest.

    Attributes
    ----------
    step : Step
        The step it belongs to.
    position : Position
    moves : tuple of Move
        The legal moves so far.
    taken : tuple of tuple of int
        What each of them took.
    found : list of Story
        Where the stories go.
    """

    step: Step
    position: Position
    moves: tuple[Move, ...]
    taken: tuple[tuple[int, ...], ...]
    found: list[Story]

    def tell(self) -> None:
        """Find the one fault that makes the picture of the position, if there is one."""
        picture, position = self.step.picture, self.position
        rest = picture.differing(position.stones)
        gone = [i for i in rest if not picture.seen.stones[i]]
        new = [i for i in rest if not position.stones[i]]
        other = [i for i in rest if position.stones[i] and picture.seen.stones[i]]
        if not gone and not other:
            if new:
                self._stones_too_many(new)
        elif not new and not other:
            self._stones_missing(gone)
        elif not other and len(new) == 1 and len(gone) == 1:
            self._stone_elsewhere(gone[0], new[0])
        if not new and not gone and len(other) == 1:
            self._colour_changed(other[0])
        for index in new:
            self._stone_with_captures(index, new, gone, other)

    def _stones_too_many(self, new: list[int]) -> None:
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

    def _stones_missing(self, gone: list[int]) -> None:
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

    def _stone_elsewhere(self, gone: int, new: int) -> None:
        """One stone left a point and one of its colour lies on another."""
        colour = self.position.stones[gone]
        if self.step.picture.seen.stones[new] != colour:
            return
        left = self.step.picture.left(self.position, self.position.turn)
        roles = {"from": self.step.picture.points([gone]), "to": self.step.picture.points([new])}
        last = self.step.last
        whose = Colour(colour)
        just_played = last is not None and last.point == roles["from"][0] and last.colour == whose
        if just_played and not self.moves:
            self._tell("take_back", roles, 3, left, whose, self.position)
        else:
            # By the player to move: the same picture as a move there and a stone gone.
            weight = len(self.moves) + (4 if whose == self.position.turn else 3)
            self._tell("moved_stone", roles | self._moved(), weight, left, None, self.position)

    def _colour_changed(self, index: int) -> None:
        """A stone shows the other colour."""
        left = self.step.picture.left(self.position, self.position.turn)
        roles = {"point": self.step.picture.points([index])} | self._moved()
        self._tell("stone_colour_changed", roles, len(self.moves) + 3, left, None, self.position)

    def _stone_with_captures(self, index: int, new: list[int], gone: list[int], other: list[int]) -> None:
        """One stone, with what it takes, against a rule: out of turn, ko, repetition, forbidden point."""
        step, position = self.step, self.position
        colour = Colour(step.picture.seen.stones[index])
        stones, taken, own = put(position.stones, index, int(colour), neighbours(position.size))
        if own:
            if colour == position.turn and new == [index] and not gone and not other:
                self._against_rule(index, colour, (), Breach.SUICIDE)
            return
        if step.picture.differing(stones):
            return
        if colour == position.turn:
            verdict = judge(step.history, Move(colour, self.step.picture.points([index])[0]), step.rules)
            if verdict.breach & (Breach.KO | Breach.SUPERKO):
                self._against_rule(index, colour, tuple(taken), verdict.breach)
        else:
            self._out_of_turn(index, colour, taken)

    def _against_rule(self, index: int, colour: Colour, taken: tuple[int, ...], breach: Breach) -> None:
        point = self.step.picture.points([index])
        left = self.step.picture.left(self.position, colour.other)
        proper: Position | None = self.position.with_turn(colour.other)
        roles = {"move": point}
        if Breach.SUICIDE in breach:
            name = "forbidden_point"
        else:
            name = "ko_retake" if Breach.KO in breach else "superko_repetition"
            roles["captured"] = self.step.picture.points(list(taken))
        if name == "superko_repetition":
            proper = None
        self._tell(name, roles, len(self.moves) + 3, left, colour, proper, colour)

    def _out_of_turn(self, index: int, colour: Colour, taken: list[int]) -> None:
        step = self.step
        last = self.moves[-1] if self.moves else step.last
        point = self.step.picture.points([index])
        left = step.picture.left(self.position, colour.other)
        captured = {"captured": self.step.picture.points(taken)} if taken else {}
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
        self.found.append(Story(name, self.moves, roles, weight, left, colour, proper, actors=actors))

    def _moved(self) -> dict[str, tuple[Point, ...]]:
        if not self.moves:
            return {}
        points = tuple(move.point for move in self.moves if move.point)
        return {"move" if len(points) == 1 else "moves": points} | self._captured(-1)

    def _captured(self, ply: int) -> dict[str, tuple[Point, ...]]:
        return {"captured": self.step.picture.points(list(self.taken[ply]))} if self.taken and self.taken[ply] else {}

    def _actors(self) -> tuple[Colour, ...]:
        return tuple(move.colour for move in self.moves)
