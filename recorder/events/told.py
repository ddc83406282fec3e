"""What all events have in common."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from recorder.notation import Seconds

Origin = Literal["camera", "operator", "referee"]


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What all events have.

    Attributes
    ----------
    t : float
        Source time in seconds at which the event was confirmed; like all times kept to the millisecond.
    seq : int
        Number in the log: 1, 2, 3 ...; 0 until the log has given it.
    game : str
        Identity of the game; empty until the log has given it.
    origin : {"camera", "operator", "referee"}
        Who says so. Left out of the JSON where it is the camera.

    Raises
    ------
    ValueError
        Where the time is negative or not finite.
    """

    t: Seconds
    seq: int = 0
    game: str = ""
    origin: Origin = "camera"

    def __post_init__(self) -> None:
        if not math.isfinite(self.t) or self.t < 0:
            raise ValueError(f"an event's time must be a number of seconds from 0 on, got {self.t}")
        for name in ("t", "t_placed", "t_seen"):
            if (time := getattr(self, name, None)) is not None:
                msgspec.structs.force_setattr(self, name, round(time, 3))
