"""The outcome of a count: winner and margin in points (目) and in stones (子).

Chinese rules 2002, articles 9 and 11: 子 count area, one is worth two 目 (D0-C).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.point import Colour


@dataclass(frozen=True, slots=True)
class Score:
    """The outcome of a count.

    Attributes
    ----------
    winner : Colour or None
        None: a draw, or both lose.
    margin : Fraction or None
        Points (目); None where penalties decide.
    black, white : Fraction
        What each side has: stones' worth of area with half of the shared points, or points with prisoners and
        komi.
    threshold : Fraction or None
        Area only: what Black needs more than, in stones.
    both_lose : bool
    """

    winner: Colour | None
    margin: Fraction | None
    black: Fraction
    white: Fraction
    threshold: Fraction | None = None
    both_lose: bool = False

    @property
    def margin_in_stones(self) -> Fraction | None:
        """The margin in stones (子): half of the points."""
        return None if self.margin is None else self.margin / 2

    @property
    def sgf(self) -> str:
        """SGF's RE: `B+3.5`, `W+F`, `Draw`; `Void` where both lose."""
        if self.winner is None:
            return "Void" if self.both_lose else "Draw"
        if self.margin is None:
            return f"{self.winner.letter}+F"
        return f"{self.winner.letter}+{float(self.margin):g}"

    @property
    def in_stones(self) -> str:
        """The same in stones with a mixed fraction: `B+1 3/4`."""
        if self.winner is None or self.margin is None:
            return self.sgf
        return f"{self.winner.letter}+{mixed(self.margin / 2)}"


def mixed(number: Fraction) -> str:
    """A number as `2`, `3/4` or `1 3/4`."""
    whole, part = divmod(number, 1)
    if not part:
        return str(whole)
    return f"{whole} {part}" if whole else str(part)
