"""A game taken up again from its log: the main line as it was believed, with what stands outstanding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from engine.rules import Rules
from recorder import events
from recorder.desk.docket import Docket
from recorder.desk.overruled import Overruled
from recorder.desk.turns import index_of, play, turns_of
from recorder.desk.undoing import batch_end
from recorder.inference.mainline import MainLine, Outstanding
from recorder.inference.resumption import resumed_line
from recorder.record import Record, fold

OF_MOVES = frozenset(
    {
        "double_move", "out_of_turn", "white_first", "wrong_colour_stone", "occupied_point", "forbidden_point",
        "ko_retake", "superko_repetition", "pass_or_double_move",
    }
)  # fmt: skip
"""Irregularities of a move, which go away with it; all others hang on what the points hold."""


class Resumable(Protocol):
    """A board that is watched and may go on with a game."""

    overruled: Overruled

    def resume(self, line: MainLine) -> None:
        """Go on with a game that was told before."""


def take_up(watched: Resumable, record: Record, told: Sequence[events.Event], rules: Rules) -> None:
    """Let a board go on with a game: its main line, what stands outstanding, and what people settled.

    Parameters
    ----------
    watched : Resumable
    record : Record
        The game's record.
    told : sequence of Event
        Its events, numbered as in the log.
    rules : Rules
    """
    line = resumed_line(record)
    _hang(line, record, told, rules)
    watched.resume(line)
    if told:
        watched.overruled.recall(overruled_readings(told), told[-1].t)


def _hang(line: MainLine, record: Record, told: Sequence[events.Event], rules: Rules) -> None:
    """What was alerted and stands: at its move, or with what its points should hold."""
    docket = Docket(told, rules)
    played = play(line.size, rules, line.start, turns_of(record, line.size))
    for seq, alert in docket.alerts.items():
        if seq in docket.resolved or docket.ruling_on(seq) is not None:
            continue
        points = [index_of(vertex, line.size) for vertex in alert.points]
        if alert.id in OF_MOVES:
            entry = next((e for e in reversed(line.entries) if e.point in points), None)
            if entry is not None:
                entry.faults.append(Outstanding(seq, alert.id))
            continue
        number = min(alert.after or 0, len(played))
        plain = played[number - 1].plain if number else line.start
        proper = {p: plain[p] for p in points if line.board[p] != plain[p]}
        if proper:
            line.outstanding.append(Outstanding(seq, alert.id, proper))
    _may_be_put_back(line, record, docket.alerts)


def _may_be_put_back(line: MainLine, record: Record, told: dict[int, events.Alert]) -> None:
    """What was seen to lie otherwise, and was no irregularity: stones missing when a game was resumed, for one."""
    alerted = {vertex for alert in told.values() for vertex in alert.points}
    for number, step in enumerate(record.line):
        event = step.event
        if not isinstance(event, events.Edit) or event.cause != "seen":
            continue
        before = resumed_line(replace(record, line=record.line[:number])).board
        proper: dict[int, int] = {}
        for content, vertices in enumerate((event.empty, event.black, event.white)):
            for vertex in vertices:
                point = index_of(vertex, line.size)
                if vertex not in alerted and line.board[point] == content:
                    proper[point] = before[point]
        line.outstanding += [Outstanding(0, "", {point: content}) for point, content in proper.items()]


def overruled_readings(told: Sequence[events.Event]) -> dict[int, int]:
    """What the camera was believed to show, by point, where people have said otherwise since.

    A point that the camera changed after that counts no longer, nor does one that people gave back what it was read as.
    """
    read, last = bytearray(), b""
    found: dict[int, int] = {}
    ends = 0
    for i, event in enumerate(told):
        if not isinstance(event, events.Ordered) or i < ends:
            continue
        ends = batch_end(told, i)
        before, after = _board(told[:i]), _board(told[:ends])
        if not before:
            continue  # what was ordered before a board was found changed nothing on it
        read = read or bytearray(before)
        _follow(read, found, last, before)
        for p, (old, new) in enumerate(zip(before, after, strict=False)):
            if old != new:
                found.pop(p, None)
                if new != read[p]:
                    found[p] = read[p]
        last = after
    _follow(read, found, last, _board(told))
    return found


def _follow(read: bytearray, found: dict[int, int], last: bytes, now: bytes) -> None:
    """What changed on the board without an order was read so."""
    for p, (old, new) in enumerate(zip(last, now, strict=False)):
        if old != new:
            read[p] = new
            found.pop(p, None)


def _board(told: Sequence[events.Event]) -> bytes:
    record = fold(told)
    return b"" if record is None else resumed_line(record).board
