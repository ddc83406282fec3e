"""What the hall knows of a board before its game begins: which camera, where the top is, what is kept."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
import numpy as np

from recorder.facts import GameFacts, find_rules
from recorder.settings import Settings, Side
from vision.grid import Grid

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_SHORT = Annotated[str, msgspec.Meta(max_length=200)]
_LONG = Annotated[str, msgspec.Meta(max_length=1000)]


class Keeping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is kept of what the camera sees.

    Attributes
    ----------
    evidence : bool
        Pictures of the board before, during and after an irregularity.
    film : bool
        The film itself.
    film_megabytes : int
        How much disk the films of this board may take; the oldest go first.
    days : int
        After how many days pictures and films are deleted; 0: never.
    """

    evidence: bool = True
    film: bool = False
    film_megabytes: Annotated[int, msgspec.Meta(ge=10, le=10_000_000)] = 4000
    days: Annotated[int, msgspec.Meta(ge=0, le=3650)] = 30


class BoardConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board of the hall.

    Attributes
    ----------
    id : str
        Part of addresses and of file names: small letters, figures and hyphens, up to 40.
    name : str
        What people call it.
    source : str
        A camera's stable identity (see `recorder.hall.cameras`), a device path, a number, an address, a
        film or a folder.
    looped : bool
        A film begins again when it has ended, as the next game.
    size, top, to_move, passes, rules, handicap : as in `Settings`
    corners : four pairs of numbers, or None
        The grid's corners in pixels, where given by hand; needs `size`.
    facts : GameFacts
    keeping : Keeping
    delay : float
        Seconds after which the public sees what happens, 0 to 3600; the operator and the referee see it at once.
    running : bool
        Whether it shall be recorded.

    Raises
    ------
    ValueError
        Where the identity is none, the source is missing, or the settings make no sense.
    """

    id: str
    source: _LONG
    name: _SHORT = ""
    looped: bool = False
    size: Annotated[int, msgspec.Meta(ge=5, le=25)] | None = None
    top: Side | None = None
    to_move: Literal["B", "W"] | None = None
    passes: Literal["ask", "infer"] = "ask"
    rules: _SHORT = "cn2002"
    handicap: Annotated[int, msgspec.Meta(ge=0, le=40)] | None = None
    corners: tuple[tuple[float, float], ...] | None = None
    facts: GameFacts = GameFacts()
    keeping: Keeping = Keeping()
    delay: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 0.0
    running: bool = True

    def __post_init__(self) -> None:
        if not is_board_id(self.id):
            raise ValueError("a board's id is up to 40 small letters, figures and hyphens, such as table-1")
        if not self.source.strip():
            raise ValueError("a board needs a camera, an address or a film as its source")
        if self.corners is not None and (len(self.corners) != 4 or self.size is None):
            raise ValueError("corners given by hand are four points, and need the number of lines")
        if self.corners is not None and self.size is not None:
            Grid(self.size, np.array(self.corners))
        self.settings()

    def settings(self) -> Settings:
        """How the board is watched; raises ValueError where that makes no sense."""
        return Settings(
            size=self.size,
            handicap=self.handicap,
            to_move=self.to_move,
            passes=self.passes,
            rules=find_rules(self.rules),
            top=self.top,
        )


def is_board_id(text: str) -> bool:
    """Whether a text may be a board's identity: nothing else gets into a path or a query."""
    return _ID.fullmatch(text) is not None


def free_id(name: str, taken: set[str]) -> str:
    """An identity made from a board's name that no other board has."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:30].strip("-") or "board"
    number, found = 1, stem
    while found in taken or not is_board_id(found):
        number += 1
        found = f"{stem}-{number}"
    return found
