"""A move written down and sealed when the game is paused (D3-II 5; D0-B 14 leaves it to the event)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Breach, IllegalMove
from engine.finding import Finding, Outcome, Ruling
from engine.point import Colour, Move
from engine.position import Position
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class SealedMove:
    """The move a player sealed.

    Attributes
    ----------
    position : Position
        The board at the pause, the player who sealed to move.
    move : Move

    Raises
    ------
    ValueError
        Where the other player is to move, or the point is not on the board.
    """

    position: Position
    move: Move

    def __post_init__(self) -> None:
        if self.move.colour != self.position.turn:
            raise ValueError(f"{self.position.turn.name.lower()} is to move and seals")
        if self.move.point is not None and not self.move.point.lies_on(self.position.size):
            raise ValueError(f"the sealed point is not on a board of {self.position.size} lines")

    def opened(self, played: Move, rules: Rules) -> Finding:
        """The first move after the resumption against what was written.

        A sealed move that the rules forbid is named as what it is, played or not: the referee decides.
        """
        try:
            written = self.position.play(self.move, rules.suicide)
        except IllegalMove as illegal:
            return self._forbidden(illegal.breach, rules)
        if played == self.move:
            points = (played.point,) if played.point else ()
            after = written
            return Finding(Outcome.MOVES, (played,), points={"move": points}, position=after, rules=rules)
        roles = {"move": (played.point,) if played.point else (), "sealed": (self.move.point,)}
        named = {role: tuple(p for p in points if p) for role, points in roles.items()}
        nobody = {Colour.BLACK: 0, Colour.WHITE: 0}
        ruling = Ruling("as_written", written, written.turn, nobody)
        return Finding(
            Outcome.IRREGULARITY,
            irregularity="sealed_move_mismatch",
            points={role: points for role, points in named.items() if points},
            colour=played.colour,
            ruling=ruling,
            rules=rules,
        )

    def _forbidden(self, breach: Breach, rules: Rules) -> Finding:
        name = "occupied_point"
        if Breach.OCCUPIED not in breach:
            name = "forbidden_point" if Breach.SUICIDE in breach else "ko_retake"
        assert self.move.point is not None
        points = {"move": (self.move.point,)}
        return Finding(Outcome.IRREGULARITY, (), (), name, points, self.move.colour, rules=rules)
