"""Seats left, clocks at fault, times lost at a pause (Chinese rules 2002, articles 22.7 to 22.9).

What a referee needs to know beside the clock itself; `Clock.adjust` then sets what is left.
"""

from __future__ import annotations

from dataclasses import dataclass

GRAVE_ERROR = 120 / 3600
"""Seconds of error for each second from which on a clock is reset: two minutes an hour (article 22.8)."""


def may_leave_seat(in_byo_yomi: bool, own_time: bool, permitted: bool, left_before: int) -> bool:
    """Whether a player may leave his seat (article 22.7).

    In byo-yomi only in the opponent's time, with the referee's permission, and once a game; before it, freely.

    Parameters
    ----------
    in_byo_yomi : bool
        Whether his main time is used up (`Face.in_overtime`).
    own_time : bool
        Whether his own face runs.
    permitted : bool
        Whether the referee has given permission.
    left_before : int
        How often he has left in byo-yomi in this game.

    Raises
    ------
    ValueError
        For a negative number.
    """
    if left_before < 0:
        raise ValueError(f"nobody has left his seat {left_before} times")
    return not in_byo_yomi or (not own_time and permitted and left_before == 0)


@dataclass(frozen=True, slots=True)
class ClockFault:
    """What is done about a clock that runs wrongly (article 22.8).

    Attributes
    ----------
    must_replace : bool
        It has to be replaced; a smaller error only allows it.
    left : float
        Seconds the player has left after it: reset in proportion where the error is grave, else as shown.
    """

    must_replace: bool
    left: float


def clock_fault(allotted: float, shown_left: float, shown: float, true: float) -> ClockFault:
    """A clock that shows another time to have passed than has (article 22.8).

    Parameters
    ----------
    allotted : float
        Seconds the player began with.
    shown_left : float
        Seconds his face shows to be left.
    shown, true : float
        Seconds that passed by this clock, and by a right one, while both were watched.

    Raises
    ------
    ValueError
        Where no time has passed, or more is left than there was.
    """
    if not (shown > 0 and true > 0):
        raise ValueError("watch the clock for a while: no time has passed")
    if not 0 <= shown_left <= allotted:
        raise ValueError(f"{shown_left:g} s cannot be left of {allotted:g} s")
    if abs(shown - true) / true < GRAVE_ERROR:
        return ClockFault(False, shown_left)
    used = (allotted - shown_left) * true / shown
    return ClockFault(True, max(0.0, allotted - used))


def lost_times(used_by_both: float) -> float:
    """Seconds each player is held to have used where the times written at a pause are lost: half (article 22.9).

    Raises ValueError for a negative time.
    """
    if used_by_both < 0:
        raise ValueError(f"nobody has used {used_by_both:g} seconds")
    return used_by_both / 2
