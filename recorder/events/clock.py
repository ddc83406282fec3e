"""Events of the clock."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from recorder.events.told import Told
from recorder.notation import Player, Seconds

ClockAction = Literal["system", "start", "press", "pause", "resume", "adjust", "call", "over"]


class TimeLeft(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has left.

    Attributes
    ----------
    main : float
        Seconds of main time.
    periods : int
        Byo-yomi periods, the running one included.
    period : float
        Seconds of the running period.
    stones : int
        Stones to be played in the running Canadian period.
    """

    main: Seconds
    periods: Annotated[int, msgspec.Meta(ge=0)] = 0
    period: Seconds = 0.0
    stones: Annotated[int, msgspec.Meta(ge=0)] = 0


class Clock(Told, frozen=True, kw_only=True, tag="clock"):
    """Something happened to the clock; `time` is source time in seconds at which both players had this left.

    Attributes
    ----------
    action : {"system", "start", "press", "pause", "resume", "adjust", "call", "over"}
        `call`: something is called out; `over`: the time of `colour` is used up.
    colour : {"B", "W"} or None
        Whom it is about.
    running : {"B", "W"} or None
        Whose time runs from now on.
    after : int
        Number of the last move then.
    text : str
        With `system`: how time is kept, as people write it. With `call`: what is called out, `byo_yomi N` (the
        main time is used up, N periods or moves) or `periods_left N`.
    """

    action: ClockAction
    colour: Player | None
    running: Player | None
    after: Annotated[int, msgspec.Meta(ge=0)]
    time: Seconds
    black: TimeLeft
    white: TimeLeft
    text: str = ""
