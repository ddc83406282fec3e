"""Ways of keeping time, as data (Chinese rules 2002, article 12)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeSystem:
    """Main time and what follows it. Only one of the ways may be given.

    Attributes
    ----------
    main : float
        Seconds of main time for each player.
    periods : int
        Byo-yomi periods after the main time (kept minutes, article 12.3); 0 for none.
    period : float
        Seconds of a byo-yomi or Canadian period.
    stones : int
        Stones to be played in a period (article 12.5), 0 for byo-yomi.
    increment : float
        Seconds added after each move (Fischer).

    Raises
    ------
    ValueError
        Where a number is negative, no time is given at all, or ways are mixed.
    """

    main: float
    periods: int = 0
    period: float = 0
    stones: int = 0
    increment: float = 0

    def __post_init__(self) -> None:
        if min(self.main, self.periods, self.period, self.stones, self.increment) < 0:
            raise ValueError("times and numbers of periods cannot be negative")
        overtime = bool(self.periods) + bool(self.stones) + bool(self.increment)
        if overtime > 1:
            raise ValueError("choose one of byo-yomi periods, stones per period and increment")
        if bool(self.period) != bool(self.periods or self.stones):
            raise ValueError("a period needs its seconds, and how many periods or stones there are")
        if not self.main and not self.period:
            raise ValueError("a clock needs a main time or periods")

    @classmethod
    def kept_minutes(cls, main: float, minutes: int) -> TimeSystem:
        """Byo-yomi by minutes: the last `minutes` of the main time are kept (article 12.3).

        Raises ValueError where the main time is shorter.
        """
        if minutes * 60 > main:
            raise ValueError(f"{minutes} minutes cannot be kept of {main:g} seconds")
        return cls(main - 60 * minutes, periods=minutes, period=60)

    @classmethod
    def byo_yomi(cls, main: float, periods: int, period: float) -> TimeSystem:
        """So many periods of so many seconds after the main time; rapid games have 30, 20 or 10."""
        return cls(main, periods=periods, period=period)

    @classmethod
    def absolute(cls, main: float) -> TimeSystem:
        """Main time only; overrun loses (article 12.4)."""
        return cls(main)

    @classmethod
    def canadian(cls, main: float, stones: int, period: float) -> TimeSystem:
        """So many stones in each period after the main time (article 12.5)."""
        return cls(main, stones=stones, period=period)

    @classmethod
    def fischer(cls, main: float, increment: float) -> TimeSystem:
        """Some seconds more after each move."""
        return cls(main, increment=increment)

    @property
    def sgf(self) -> dict[str, str]:
        """SGF's TM and, where there is overtime, OT in the usual words."""
        fields = {"TM": f"{self.main:g}"}
        if self.periods:
            fields["OT"] = f"{self.periods}x{self.period:g} byo-yomi"
        elif self.stones:
            fields["OT"] = f"{self.stones}/{self.period:g} Canadian"
        elif self.increment:
            fields["OT"] = f"{self.increment:g} fischer"
        return fields

    def calls(self, last: bool) -> tuple[tuple[float, str, int], ...]:
        """Calls within one byo-yomi period: seconds into it, kind, number.

        30, 40, 50, 55, 58 and the minute used; in the last period 30, 40, 50 and then the count from one to ten
        (article 12.3); shorter periods on the same principles.
        """
        if not self.periods:
            return ()
        length = self.period
        tens = [at for at in range(10, int(length), 10) if at * 2 >= length and at <= length - 10]
        found = [(float(at), "seconds", at) for at in tens]
        if last:
            first = max(1, 11 - int(length))
            found += [(length - 10 + n, "count", n) for n in range(first, 11)]
        else:
            late = [length - 5, length - 2]
            found += [(at, "seconds", int(at)) for at in late if at > 0 and at not in tens]
            found.append((length, "period_used", 1))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Lateness:
    """What coming late costs.

    Attributes
    ----------
    deduct : float
        Seconds off the main time.
    loses : bool
    """

    deduct: float
    loses: bool


def lateness(late: float, lodging_at_hall: bool) -> Lateness:
    """What coming late by so many seconds costs (articles 22.1 to 22.4).

    Up to an hour, or a quarter of an hour where the players lodge at the hall, the time is deducted twice;
    beyond that the game is lost. Both late: each by the same rule.

    Raises ValueError for a negative time.
    """
    if late < 0:
        raise ValueError(f"nobody is late by {late:g} seconds")
    limit = 15 * 60 if lodging_at_hall else 60 * 60
    return Lateness(0 if late > limit else 2 * late, late > limit)


def early_press(press: float, released: float | None, cleared: float | None, takes: bool) -> str | None:
    """Which irregularity a press of the clock is, from the times of what it belongs to.

    Parameters
    ----------
    press : float
        When the clock was pressed, seconds.
    released : float or None
        When the stone was released; None where it was not set at all.
    cleared : float or None
        When the last captured stone was off; None where they still lie there.
    takes : bool
        Whether the move takes stones.

    Returns
    -------
    str or None
        `clock_before_move` also where both happen at once (article 17.4), `clock_before_capture_complete`
        (22.6), None where the press is in order.
    """
    if released is None or press <= released:
        return "clock_before_move"
    if takes and (cleared is None or press < cleared):
        return "clock_before_capture_complete"
    return None
