"""A move written down and sealed when the game is paused (D3-II 5; D0-B 14 leaves it to the event)."""

from __future__ import annotations

from dataclasses import dataclass

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
        Where the other player is to move.
    """

    position: Position
    move: Move

    def __post_init__(self) -> None:
        if self.move.colour != self.position.turn:
            raise ValueError(f"{self.position.turn.name.lower()} is to move and seals")

    def opened(self, played: Move, rules: Rules) -> Finding:
        """The first move after the resumption against what was written."""
        if played == self.move:
            points = (played.point,) if played.point else ()
            after = self.position.play(played, rules.suicide)
            return Finding(Outcome.MOVES, (played,), points={"move": points}, position=after, rules=rules)
        roles = {"move": (played.point,) if played.point else (), "sealed": (self.move.point,)}
        named = {role: tuple(p for p in points if p) for role, points in roles.items()}
        written = self.position.play(self.move, rules.suicide)
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
