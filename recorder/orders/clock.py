"""Orders about the clock."""

from __future__ import annotations

from typing import Annotated

import msgspec

from recorder.notation import Player, Seconds
from recorder.orders.told import Told


class SetTime(Told, frozen=True, kw_only=True, tag="set_time"):
    """How time is kept: `60m+5x60s`, `90m`, `15m+10s/move`, `30m+15/5m`; White's where it differs."""

    system: str
    white: str = ""


class StartClock(Told, frozen=True, kw_only=True, tag="start_clock"):
    """A player's time begins to run: that of who is to move, where `colour` is None."""

    colour: Player | None = None


class PressClock(Told, frozen=True, kw_only=True, tag="press_clock"):
    """A player has pressed the clock: who is to move, where `colour` is None; at source time `t`, else now."""

    colour: Player | None = None
    t: Seconds | None = None


class AdjustClock(Told, frozen=True, kw_only=True, tag="adjust_clock"):
    """What a player has left: main time in seconds, periods, seconds of the running one, stones to play in it."""

    colour: Player
    main: Seconds | None = None
    periods: Annotated[int, msgspec.Meta(ge=0)] | None = None
    period: Seconds | None = None
    stones: Annotated[int, msgspec.Meta(ge=0)] | None = None
