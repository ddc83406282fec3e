"""The looks so far told as one story, and what the referee's book says of it (D0-B 16.3, 17 to 22; D3-II 7 to 11)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Self

from engine.catalogue import irregularity
from engine.finding import Finding, Outcome, usual_ruling
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.situation import Observation, Situation
from engine.story import Story


@dataclass(frozen=True, slots=True)
class Mark:
    """A state to come back to when stones are lifted again."""

    depth: int
    moves: int
    faults: int
    last: Move | None
    restorable: frozenset[int]


class Telling:
    """What the looks so far amount to, told as one story.

    Attributes
    ----------
    moves : list of Move
        The legal moves, in order.
    orders : tuple of tuple of Move
        All their orders, where one step left it open.
    faults : list of Story
        The irregularities, in order.
    weight : float
        The smaller, the likelier.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.history = situation.history()
        self.last = situation.last_move
        self.moves: list[Move] = []
        self.orders: tuple[tuple[Move, ...], ...] = ()
        self.faults: list[Story] = []
        self.weight = 0.0
        self._captured: list[Point] = []
        self._restorable = situation.taken_last()
        self._dead: frozenset[int] = frozenset()
        self._notes: list[Observation] = []
        self._marks: list[Mark] = []
        self._lifted: tuple[Move, Position] | None = None
        self._started = False
        self._passed = situation.evidence.pass_declared_by
        self._declared(self._passed)

    def copy(self) -> Self:
        """Another one that may be continued on its own."""
        other = copy(self)
        other.history = self.history.copy()
        for name in ("moves", "faults", "_captured", "_notes", "_marks"):
            setattr(other, name, list(getattr(self, name)))
        return other

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return self.history.position

    @property
    def fault(self) -> Story | None:
        """The first grave irregularity, else the first notice."""
        grave = [s for s in self.faults if s.irregularity and irregularity(s.irregularity).severity != "info"]
        return next(iter(grave or self.faults), None)

    @property
    def points(self) -> Mapping[str, tuple[Point, ...]]:
        """The points of the legal moves and what they took."""
        points = tuple(move.point for move in self.moves if move.point)
        roles = {"move" if len(points) == 1 else "moves": points} if points else {}
        captured = tuple(sorted(set(self._captured)))
        return roles | ({"captured": captured} if captured else {})

    @property
    def told(self) -> tuple[object, ...]:
        """What tells two stories apart."""
        faults = [(s.irregularity, tuple(sorted(s.points.items()))) for s in self.faults]
        return tuple(self.moves), tuple(faults), self.position.stones

    def finding(self) -> Finding:
        """What the referee's book says of it, with the usual ruling."""
        moves, fault = tuple(self.moves), self.fault
        if fault is None or fault.irregularity is None:
            outcome = Outcome.MOVES if moves else Outcome.NO_CHANGE
            return Finding(outcome, moves, self.orders, None, self.points, position=self.position)
        rules, ruling = self.situation.rules, None
        if not fault.late:
            name, agreed = fault.irregularity, self.situation.position
            ruling = usual_ruling(name, rules, fault.colour, fault.proper, agreed)
        return Finding(
            Outcome.IRREGULARITY,
            moves,
            (),
            fault.irregularity,
            fault.points,
            fault.colour,
            ruling,
            fault.late,
            position=self.position,
            rules=rules,
        )

    def _declared(self, colour: Colour | None) -> None:
        """Record a declared pass by the player to move (article 2.5)."""
        if colour is None or colour != self.position.turn:
            return
        move = Move(colour, None)
        self.history.push(move, self.position.passed(colour))
        self.moves.append(move)
        self.last = move
        self._passed = None
