"""What the operator says about a recording before it begins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.point import SIZES
from engine.rules import Rules
from engine.rulesets import RULESETS

Side = Literal["left", "right", "top", "bottom"]


@dataclass(frozen=True)
class Settings:
    """How a board is watched.

    Attributes
    ----------
    size : int or None
        Number of lines, None where the camera has to find out.
    handicap : int or None
        Stones laid before the game; 0 says that it is an even game; None leaves it to what is seen.
    to_move : {"B", "W"} or None
        Who is to move in a game joined in the middle, where that is known.
    passes : {"ask", "infer"}
        Whether two moves of one colour may be taken for a pass between them.
    rules : Rules
        Which repetitions and self-captures are faults.
    top : {"left", "right", "top", "bottom"} or None
        Side of the picture where the record's first row lies; None: `aa` is nearest the picture's top left.
    stills : bool
        Each picture is one settled look, and the view may change between two of them.
    live : bool
        Pictures are taken now, by a camera that may hang.

    Raises
    ------
    ValueError
        Where a number is out of range.
    """

    size: int | None = None
    handicap: int | None = None
    to_move: Literal["B", "W"] | None = None
    passes: Literal["ask", "infer"] = "ask"
    rules: Rules = field(default_factory=lambda: RULESETS["cn2002"])
    top: Side | None = None
    stills: bool = False
    live: bool = False

    def __post_init__(self) -> None:
        if self.size is not None and self.size not in SIZES:
            raise ValueError(f"a board has 5 to 25 lines, got {self.size}")
        if self.handicap is not None and not (self.handicap == 0 or 2 <= self.handicap <= 40):
            raise ValueError(f"a handicap is 0 or from 2 stones on, got {self.handicap}")
