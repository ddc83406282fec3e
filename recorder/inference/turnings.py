"""What a game turns into, as it is told: counting begins, it is played on, the board was cleared."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from recorder import events

if TYPE_CHECKING:
    from recorder.inference.announcements import Announcements
    from recorder.inference.look import Look
    from recorder.inference.mainline import MainLine, Outstanding
    from recorder.inference.phase import Turning

REMOVALS = ("stone_vanished", "multiple_changes")
"""Irregularities that the first stones taken off look like."""
CLEARED, RESUMED = "the board was cleared", "the board is as it was before counting"


def say_turning(said: Announcements, turning: Turning, look: Look) -> None:
    """Tell what the game has turned into."""
    time = look.time
    match turning.kind:
        case "counting" | "resumed":
            is_counted = turning.kind == "counting"
            reason = events.COUNTING if is_counted else RESUMED
            said.say(events.Pause(t=time, state="paused" if is_counted else "resumed", reason=reason))
        case "cleared":
            said.say(events.End(t=time, reason=CLEARED, result=None))
        case "added":
            seen = min(float(look.since[p]) for p in turning.points)
            said.alert("stone_added_in_counting", turning.points, 0, time, seen)


def first_removals(line: MainLine) -> list[Outstanding]:
    """Stones that were missed since the last move and not replaced: they may be the first ones taken off at the end."""
    if not line.outstanding:
        return []
    last, board = line.entries[-1].told if line.entries else -math.inf, line.board
    return [
        one
        for one in line.outstanding
        if one.id in REMOVALS and one.told > last and one.proper and not any(board[p] for p in one.proper)
    ]


def last_board(line: MainLine) -> bytes:
    """The board on which the game ends if it ends now."""
    board = bytearray(line.board)
    for one in first_removals(line):
        for p, content in one.proper.items():
            board[p] = content
    return bytes(board)
