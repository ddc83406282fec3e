"""Presses of the clock against what was seen on the board (Chinese rules 2002, articles 17.4 and 22.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.point import Colour
from engine.timekeeping import early_press

if TYPE_CHECKING:
    from recorder.inference.look import Look
    from recorder.inference.mainline import Entry

MARGIN = 0.3
"""Seconds by which clock and camera may disagree: a press must be earlier by more than that to be a fault."""


def too_early(press: float, entry: Entry, look: Look | None) -> str | None:
    """Which irregularity a press is, None where it is in order.

    Only what was seen counts: the point without its stone, the captured stones still lying there, after the press.

    Parameters
    ----------
    press : float
        Source time in seconds.
    entry : Entry
        The move that it belongs to.
    look : Look or None
    """
    taken = [] if look is None else [p for p in entry.captured if look.shown[p] == 0]
    cleared = max((float(look.possible[p]) for p in taken), default=0.0) if look is not None else 0.0
    # The stone was set after it was last seen to be missing: that is what can be proved.
    return early_press(press + MARGIN, entry.possible, cleared, bool(taken))


def matching(presses: list[tuple[Colour, float]], colour: int, before: float) -> float | None:
    """The press that belongs to a move of that colour, taken off the list with all that came earlier.

    Parameters
    ----------
    presses : list
        Colour and source time in seconds, in order.
    colour : int
    before : float
        When the move before was first visible: a press from before then belongs to another.
    """
    for i, (whose, time) in enumerate(presses):
        if int(whose) == colour and time >= before - MARGIN:
            del presses[: i + 1]
            return time
    return None
