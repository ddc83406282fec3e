"""What is known when a fault is looked for, and how it is told.

The definitions are those of the Chinese rules' referee part (D0-B 17 to 20, D3-II 8 to 11).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.point import Colour, Move, Point
from engine.position import Position
from engine.story import Story

if TYPE_CHECKING:
    from engine.step import Step


@dataclass
class Fault:
    """What all faults need to know: a position after some legal moves, and where the stories go.

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
