"""How a game comes to its end: proposed, agreed, dead stones agreed on, disputed.

Chinese rules 2002, articles 7, 8, 13 and 21.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.point import Colour, Point
from engine.position import Position

BLACK, WHITE = Colour.BLACK, Colour.WHITE


@dataclass(frozen=True, slots=True)
class Ending:
    """Where the players stand in ending the game. Immutable: each step is a new one.

    Attributes
    ----------
    position : Position
        The board when the end was proposed.
    confirmed_by : frozenset of Colour
        Who holds the game to be over; one has proposed it, both have confirmed.
    dead : mapping of Colour to frozenset of Point
        The stones each player calls dead.
    """

    position: Position
    confirmed_by: frozenset[Colour] = frozenset()
    dead: dict[Colour, frozenset[Point]] = field(default_factory=dict)

    def confirm(self, colour: Colour) -> Ending:
        """A player proposes the end, or agrees to it (articles 13.2, 21.1)."""
        return replace(self, confirmed_by=self.confirmed_by | {colour})

    def claim_dead(self, colour: Colour, points: Iterable[Point]) -> Ending:
        """A player names the dead stones; a point stands for its whole chain.

        Raises
        ------
        ValueError
            Where a point holds no stone.
        """
        chains = frozenset(stone for point in points for stone in self.position.chain(point))
        return replace(self, dead={**self.dead, colour: chains})

    @property
    def confirmed(self) -> bool:
        """Both hold the game to be over: no resumption for a move found later (article 21.3)."""
        return self.confirmed_by == {BLACK, WHITE}

    @property
    def agreed_dead(self) -> frozenset[Point] | None:
        """The dead stones, None while the players have not named the same ones."""
        if len(self.dead) < 2 or self.dead[BLACK] != self.dead[WHITE]:
            return None
        return self.dead[BLACK]

    @property
    def disputed(self) -> frozenset[Point]:
        """Stones that only one player calls dead."""
        if len(self.dead) < 2:
            return frozenset()
        return self.dead[BLACK] ^ self.dead[WHITE]

    @property
    def resumes(self) -> Colour | None:
        """Who moves first where play decides a dispute: the side that calls the stones dead (article 21.4).

        None without a dispute, or where each calls some dead that the other does not.
        """
        claims = {colour for colour in (BLACK, WHITE) if self.dead.get(colour, frozenset()) & self.disputed}
        return claims.pop() if len(claims) == 1 else None
