"""What is wrong with a board where legal moves do not explain it: one fault at a time.

The definitions are those of the Chinese rules' referee part (D0-B 17 to 20, D3-II 8 to 11).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.chains import neighbours, put
from engine.errors import Breach
from engine.fault import Fault
from engine.point import Colour, Move
from engine.position import Position
from engine.removals import Removals
from engine.rules import judge


@dataclass
class Faults(Fault):
    """A position after some legal moves, and what makes a fault of the rest."""

    def tell(self) -> None:
        """Find the one fault that makes the picture of the position, if there is one."""
        picture, position = self.step.picture, self.position
        removals = Removals(self.step, position, self.moves, self.taken, self.found)
        rest = picture.differing(position.stones)
        gone = [i for i in rest if not picture.seen.stones[i]]
        new = [i for i in rest if not position.stones[i]]
        other = [i for i in rest if position.stones[i] and picture.seen.stones[i]]
        if not gone and not other:
            if new:
                removals.too_many(new)
        elif not new and not other:
            removals.missing(gone)
        elif not other and len(new) == 1 and len(gone) == 1:
            self._stone_elsewhere(gone[0], new[0])
        if not new and not gone and len(other) == 1:
            self._colour_changed(other[0])
        for index in new:
            self._stone_with_captures(index, new, gone, other)

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
