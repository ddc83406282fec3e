"""One face of a game clock, and what is called out (Chinese rules 2002, articles 12.3 to 12.5)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.point import Colour


@dataclass(frozen=True, slots=True)
class Call:
    """Something to be called out.

    Attributes
    ----------
    time : float
        Seconds, when it is due.
    colour : Colour
        Whose time it is about.
    kind : str
        `byo_yomi` (the main time is used up), `seconds`, `count` (one to ten), `period_used`, `periods_left`,
        `time_over`.
    number : int
        Seconds into the period, count, periods left.
    """

    time: float
    colour: Colour
    kind: str
    number: int


@dataclass(slots=True)
class Face:
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
        Stones still to be played in the running Canadian period.
    """

    main: float
    periods: int
    period: float
    stones: int

    @property
    def in_overtime(self) -> bool:
        """Whether the main time is used up."""
        return self.main <= 0
