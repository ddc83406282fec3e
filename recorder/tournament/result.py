"""How a game ended: who won, by how much, and how many warnings each player had.

The Chinese rules want exactly these on the result record, for ties are broken by the number of warnings
(articles 26 and 27).
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, Self

import msgspec

Winner = Literal["B", "W", "draw", "both_win", "both_lose"]
Warnings = Annotated[int, msgspec.Meta(ge=0)]

_SGF = re.compile(r"(?P<winner>[BW])\+(?P<margin>\d+(?:\.\d+)?)?(?P<how>R|Resign|T|Time|F|Forfeit)?")
_DRAWN = frozenset({"0", "draw", "jigo"})
_SHEET = {"1-0": "B", "0-1": "W", "½-½": "draw", "0.5-0.5": "draw", "1/2-1/2": "draw", "0-0": "both_lose"} | {
    "1-1": "both_win"
}


class GameResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a game ended.

    Attributes
    ----------
    winner : {"B", "W", "draw", "both_win", "both_lose"}
        Both can be winners or losers by a referee's word only.
    margin : float or None
        Points the winner was ahead; None where it was not counted.
    how : {"", "R", "T", "F"}
        By resignation, on time, or forfeited.
    by_default : bool
        Won without being played: such a game is no rated game.
    black_warnings, white_warnings : int

    Raises
    ------
    ValueError
        Where a margin is given for a game that nobody won by counting.
    """

    winner: Winner
    margin: float | None = None
    how: Literal["", "R", "T", "F"] = ""
    by_default: bool = False
    black_warnings: Warnings = 0
    white_warnings: Warnings = 0

    def __post_init__(self) -> None:
        if self.margin is not None and (self.winner not in ("B", "W") or self.how):
            raise ValueError(f"a margin of {self.margin} goes with a game that was won by counting")

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a result as people and programs write it; None where the text says that it is not known.

        `B+3.5`, `W+R`, `B+`, `Draw`, `jigo`, `0-0` ... as in SGF, and `1-0` as on pairing sheets, where the
        first number is Black's. A `!` at the end says that it was won by default.

        Raises
        ------
        ValueError
            Where it is none of these.
        """
        words = text.strip()
        default = words.endswith("!")
        words = words.removesuffix("!").replace(" ", "")
        if words in ("", "?", "?-?", "-", "Void"):
            return None
        if words.casefold() in _DRAWN:
            return cls(winner="draw", by_default=default)
        if words in _SHEET:
            return cls(winner=_SHEET[words], by_default=default)  # type: ignore[arg-type]
        if words.upper() in ("B", "W"):
            words += "+"
        if (found := _SGF.fullmatch(words[:1].upper() + words[1:])) is None:
            raise ValueError(f"a result is written like B+3.5, W+R, Draw or 1-0 (Black won), got {text!r}")
        margin, how = found["margin"], (found["how"] or "")[:1]
        return cls(
            winner=found["winner"],  # type: ignore[arg-type]
            margin=float(margin) if margin and not how else None,
            how=how,  # type: ignore[arg-type]
            by_default=default,
        )

    def sgf(self) -> str:
        """As SGF's `RE` writes it."""
        if self.winner == "draw":
            return "Draw"
        if self.winner not in ("B", "W"):
            return "Void"
        return f"{self.winner}+{self.how or ('' if self.margin is None else f'{self.margin:g}')}"

    def sheet(self) -> str:
        """As pairing sheets write it, Black first; `!` where it was not played."""
        words = {"B": "1-0", "W": "0-1", "draw": "½-½", "both_win": "1-1", "both_lose": "0-0"}[self.winner]
        return words + "!" * self.by_default

    def turned(self) -> Self:
        """The same with the colours changed."""
        winner: Winner = {"B": "W", "W": "B"}.get(self.winner, self.winner)  # type: ignore[assignment]
        return msgspec.structs.replace(
            self, winner=winner, black_warnings=self.white_warnings, white_warnings=self.black_warnings
        )

    def same_outcome(self, other: GameResult) -> bool:
        """Whether a pairing program would hold both for the same result."""
        return (self.winner, self.by_default) == (other.winner, other.by_default)
