"""What the record says in words, in its comments: one place to read, and to translate."""

from __future__ import annotations

from collections.abc import Iterable

from engine.point import COLUMNS
from recorder import events
from recorder.record import Note, StepEvent

# A move below this confidence is marked: its reader should look at the picture.
SURE = 0.8

_COLOURS = {"B": "Black", "W": "White"}
_CAUSES = {
    "seen": "[edit] stones changed on the board without a move",
    "ruling": "[edit] stones set as the referee decided",
    "operator": "[edit] stones set by the operator",
}


def gtp_name(vertex: str, size: int) -> str:
    """A point as people write it: `dd` on 19 lines is D16. There is no column I."""
    point = events.to_point(vertex)
    return COLUMNS[point.col] + str(size - point.row)


def comment(
    notes: Iterable[Note],
    size: int,
    event: StepEvent | None = None,
    withdrawn: str = "",
    end: events.End | None = None,
) -> str:
    """The comment of a node: one line for each thing there is to say; empty where there is none."""
    lines = [f"[withdrawn] {withdrawn}"] if withdrawn else []
    lines += [*_about(event, size), *(_note(note) for note in notes)]
    if end is not None:
        lines.append(f"[end] {end.reason}" + (f": {end.result}" if end.result else ""))
    return "\n".join(line.encode(errors="replace").decode() for line in lines)


def _about(event: StepEvent | None, size: int) -> list[str]:
    match event:
        case events.Move() if event.candidates or event.confidence < SURE:
            others = ", ".join(
                f"{_COLOURS[c.colour]} {gtp_name(c.point, size)} ({c.confidence:.0%})" for c in event.candidates
            )
            return [f"[unsure] {event.confidence:.0%}" + (f"; or {others}" if others else "")]
        case events.Pass() if event.confidence < SURE:
            return [f"[unsure] pass inferred, {event.confidence:.0%}"]
        case events.Edit():
            return [_CAUSES[event.cause]]
        case events.Turn():
            return [f"[turn] {_COLOURS[event.to_move]} is to move"]
        case events.Setup():
            return ["[edit] the position was set up anew"]
    return []


def _note(note: Note) -> str:
    match note:
        case events.Alert():
            return f"[{note.id}] {note.message}" + (f" ({note.article})" if note.article else "")
        case events.Ruling():
            warnings = ", ".join(f"{_COLOURS[c]} {n}" for c, n in sorted(note.warnings.items()) if n)
            words = f" ({note.note})" if note.note else ""
            return f"[ruling] {note.ruling}{words}" + (f"; warnings: {warnings}" if warnings else "")
        case events.Resolved():
            return f"[resolved] {note.how}"
