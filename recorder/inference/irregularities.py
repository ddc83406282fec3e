"""What is irregular in a story: which name of the catalogue it bears, and what it hangs on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recorder.inference.doubt import proof
from recorder.inference.mainline import Entry, MainLine
from recorder.inference.phase import Phase
from recorder.inference.stories import Change, Step, Story

if TYPE_CHECKING:
    from recorder.inference.look import Look

REAL = 0.85
"""Weight from which on a stone that is taken up again had been played."""
PLAYED = 0.9
"""Confidence from which on it had."""
_NAMES = {
    "moved": "moved_stone",
    "restored": "capture_restored",
    "vanished": "stone_vanished",
    "changed": "stone_colour_changed",
    "extra": "extra_stone",
    "many": "multiple_changes",
    "wrong_capture": "wrong_capture",
}


class Finding(NamedTuple):
    """An alert to be told.

    Attributes
    ----------
    name : str
        Its id in the catalogue.
    points : tuple of int
    colour : int
        0 where it is nobody's.
    seen : float
        Seconds, when it was first visible.
    entry : Entry or None
        The move it hangs on.
    proper : dict of int to int
        What the points would hold if it were put right.
    """

    name: str
    points: tuple[int, ...]
    colour: int
    seen: float
    entry: Entry | None
    proper: dict[int, int]


class Irregularities:
    """Names what is irregular on one board.

    Parameters
    ----------
    stills : bool
        Whether each picture is a settled look of its own.
    """

    def __init__(self, *, stills: bool) -> None:
        self._stills = stills
        self._lifted: tuple[int, int] | None = None

    def of_undone(self, line: MainLine, undone: list[Entry], new: list[Step], look: Look) -> list[Finding]:
        """A stone that had been played was taken up, now or just before, and its player moved elsewhere."""
        lifted, self._lifted = self._lifted, None
        if undone:
            entry = undone[-1]
            is_real = entry.point is not None and entry.visited and bool(look.visited[entry.point])
            is_real = is_real and entry.weight >= REAL and entry.held >= proof(look.noise, look.lasting)
            is_real = is_real and entry.confidence >= PLAYED
            if is_real and not entry.faults and entry.point is not None and len(undone) == 1:
                lifted = (entry.colour, entry.point)
        if lifted is None:
            return []
        if not new:
            if any(line.board):
                self._lifted = lifted
            return []
        colour, point = lifted
        first = new[0]
        if first.colour != colour or first.point is None or first.point in (point, -1):
            return []
        return [Finding("take_back", (point, first.point), colour, float(look.since[first.point]), None, {})]

    def of_step(self, line: MainLine, step: Step, *, silent: bool) -> list[Finding]:
        """What is irregular in the move that was entered last; `silent` where that is not certain."""
        assert step.point is not None
        entry = line.entries[-1]
        if Phase.is_stopped(line, len(line) - 1) and not silent:
            name = "game_continued_after_two_passes"
            return [Finding(name, (step.point,), step.colour, entry.placed, entry, {})]
        found = []
        for fault in step.faults:
            if silent and not self._stills:
                continue
            points: tuple[int, ...] = (step.point,)
            if fault == "turn":
                name = _out_of_turn(line)
            elif fault == "suicide":
                name = "forbidden_point"
            else:
                name = "ko_retake" if fault == "ko" else "superko_repetition"
                points = (step.point, *step.captured)
            found.append(Finding(name, points, step.colour, entry.placed, entry, {}))
        return found


def of_changes(line: MainLine, story: Story, before: bytes, look: Look) -> list[Finding]:
    """What is irregular in a story's changes that are no moves; `before` is the board its moves begin on."""
    found = []
    base = story.steps[-1].after if story.steps else before
    for change in story.changes:
        seen = max((float(look.since[p]) for p in change.points), default=look.time)
        proper = {p: base[p] for p in change.points}
        if change.kind == "left":
            found.append(_left(line, story, change, proper))
        elif change.kind in _NAMES:
            colour = change.now[1] if change.kind == "moved" else _colour_of(change, base)
            points = change.points
            if change.kind == "wrong_capture" and line.entries:
                last = line.entries[-1]
                points = (*points, *(() if last.point is None else (last.point,)))
                colour = last.colour
            name = _NAMES[change.kind]
            if change.kind == "restored" and (taken := _never_taken(line, change, look)):
                name, colour = taken, 3 - colour if colour else 0
            found.append(Finding(name, points, colour, seen, None, proper))
    return found


def _never_taken(line: MainLine, change: Change, look: Look) -> str:
    """The name of captured stones' having never been taken off, though they were said to be; empty where they were."""
    entry = next((e for e in reversed(line.entries) if change.points[0] in e.captured), None)
    if entry is None or any(float(look.since[p]) > entry.placed for p in change.points):
        return ""
    return "partial_capture" if len(change.points) < len(entry.captured) else "missed_capture"


def _left(line: MainLine, story: Story, change: Change, proper: dict[int, int]) -> Finding:
    """Captured stones that still lie there."""
    step = next(s for s in story.steps if change.points[0] in s.captured)
    assert step.point is not None
    some = any(p not in change.points for p in step.captured)
    name = "partial_capture" if some else "missed_capture"
    placed = next(e.placed for e in reversed(line.entries) if e.point == step.point)
    return Finding(name, (*change.points, step.point), step.colour, max(placed, 0.0), None, proper)


def _out_of_turn(line: MainLine) -> str:
    """The name of the last move's being out of turn."""
    before = line.entries[:-1]
    if before:
        return "double_move" if before[-1].colour == line.entries[-1].colour else "out_of_turn"
    return "out_of_turn" if any(line.start) else "white_first"


def _colour_of(change: Change, before: bytes) -> int:
    colours = {now or before[p] for p, now in zip(change.points, change.now, strict=True)}
    return colours.pop() if len(colours) == 1 else 0
