"""How players, points and numbers are written in events and orders: the types both share."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Player = Literal["B", "W"]
Vertex = Annotated[str, msgspec.Meta(pattern="^[a-y][a-y]$")]
"""A point as two SGF letters: column, row, from the record's top left."""
Seconds = Annotated[float, msgspec.Meta(ge=0)]
Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]
MoveNumber = Annotated[int, msgspec.Meta(ge=1)]
SizeOfBoard = Annotated[int, msgspec.Meta(ge=5, le=25)]
