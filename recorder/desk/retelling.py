"""A main line that people changed, told: what is withdrawn, and what is written again with its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.point import Colour
from recorder import events
from recorder.desk.table import COLOURS, Table
from recorder.desk.turns import Breach, Laid, Played, Turn, changed, index_of, play
from recorder.inference.mainline import Entry
from recorder.orders import OrderRefused

WHY: Mapping[Breach, str] = {
    "occupied": "there is a stone already",
    "suicide": "its stone would have no liberty",
    "ko": "it would take the ko back at once",
    "superko": "the whole board would repeat",
}
AFTER = 1.0
"""Seconds after the move before it in which a move that a person put in is taken to have been missing still."""
_OF_TURNS = frozenset({"double_move", "out_of_turn", "white_first", "pass_or_double_move"})


def retell(table: Table, turns: Sequence[Turn], reason: str, start: Laid | None = None) -> None:
    """Make these turns the main line: withdraw what is no longer so, and tell the rest with its numbers.

    Parameters
    ----------
    table : Table
    turns : sequence of Turn
        Those that stay as they are must be the same objects.
    reason : str
        Why, in a few words.
    start : Laid, optional
        What is to be changed of the stones before the first move.

    Raises
    ------
    OrderRefused
        Where a move cannot stand, with the first one that cannot and why. Nothing is changed then.
    """
    old = play(table.size, table.rules, table.line.start, table.turns)
    first = changed(table.line.start, start.content) if start else table.line.start
    new = play(table.size, table.rules, first, turns)
    _check(table, old, new)
    table.begin()
    keep = 0
    while start is None and keep < min(len(old), len(new)) and new[keep].turn is old[keep].turn:
        keep += 1
    before = table.line.board
    if keep < len(old):
        table.say(events.Correction(t=table.time, n=keep + 1, reason=reason, origin=table.origin))
    if start is not None:
        table.tell_edit(0, start)
        table.line.start = first
    entries, dropped = table.line.entries[:keep], table.line.entries[keep:]
    for n, played in enumerate(new[keep:], keep + 1):
        _tell(table, n, played)
        entries.append(_entry(table, played, entries))
    table.line.entries[:] = entries
    table.turns = [played.turn for played in new]
    table.watched.overruled.say(before, table.line.board, table.watched.look, table.time)
    for entry in dropped:
        for fault in entry.faults if entry not in entries else ():
            table.resolve(fault.seq, "the move was taken out of the record")
    _settle(table, new)


def _check(table: Table, old: Sequence[Played], new: Sequence[Played]) -> None:
    stood = {played.turn.told.seq: played.breaches for played in old if played.turn.told}
    for n, played in enumerate(new, 1):
        turn = played.turn
        allowed = set(stood.get(turn.told.seq, ())) if turn.told else set()
        if turn.forced:
            allowed |= {"suicide", "ko", "superko"}
        for breach in sorted(played.breaches - allowed):
            move = f"{COLOURS[turn.colour]} {table.name(turn.point)}"
            raise OrderRefused(
                f"move {n} ({move}) cannot stand: {WHY[breach]}",
                f"cannot_stand_{breach}",
                n=n, colour=Colour(turn.colour).letter, point=table.vertex(turn.point or 0),
            )  # fmt: skip


def _tell(table: Table, n: int, played: Played) -> None:
    turn = played.turn
    player = events.to_player(Colour(turn.colour))
    told = turn.told
    if turn.point is None:
        sure = told.confidence if told else 1.0
        table.say(events.Pass(t=table.time, n=n, colour=player, confidence=sure, origin=turn.origin))
    else:
        move = told if isinstance(told, events.Move) else None
        off = [p for p in played.taken if not played.after[p]]
        if move is not None:
            # Stones that went with it though they had liberties.
            off += [
                p for v in move.captured
                if (p := index_of(v, table.size)) not in played.taken and played.plain[p] and not played.after[p]
            ]  # fmt: skip
        table.say(
            events.Move(
                t=table.time,
                n=n,
                colour=player,
                point=table.vertex(turn.point),
                captured=table.vertices(off),
                t_placed=min(move.t_placed if move else _placed(table, turn), table.time),
                confidence=move.confidence if move else 1.0,
                candidates=move.candidates if move else (),
                origin=turn.origin,
            )
        )
    for one in played.laid:
        table.tell_edit(n, one)
    if turn.to_move:
        to_move = events.to_player(Colour(turn.to_move))
        table.say(events.Turn(t=table.time, after=n, to_move=to_move, origin=table.origin))


def _placed(table: Table, turn: Turn) -> float:
    """When a stone that a person put in was first visible, as far as that is known."""
    look = table.watched.look
    if turn.point is not None and look is not None and look.shown[turn.point] == turn.colour:
        return float(look.since[turn.point])
    return table.time


def _entry(table: Table, played: Played, before: Sequence[Entry]) -> Entry:
    turn = played.turn
    entry = turn.entry
    if entry is None or (entry.colour, entry.point) != (turn.colour, turn.point):
        latest = max((e.placed for e in before), default=0.0)
        # Who says that it came after the others saw it missing when they lay there.
        missing = latest + AFTER if before else float("-inf")
        entry = Entry(
            turn.colour, turn.point, played.after, played.taken, max(_placed(table, turn), latest), missing, 1.0,
            table.time, True,
        )  # fmt: skip
    entry.after, entry.captured = played.after, played.taken
    entry.next_turn, entry.origin = turn.to_move, turn.origin
    return entry


def _settle(table: Table, new: Sequence[Played]) -> None:
    """Alerts that the changed record answers are dealt with."""
    how = "the record was put right"
    for i, entry in enumerate(table.line.entries):
        expected = table.line.turn_after(i) if table.line.is_turn_sure(i) else 0
        for fault in list(entry.faults):
            if fault.id in _OF_TURNS and entry.colour == expected:
                entry.faults.remove(fault)
                table.resolve(fault.seq, how)
    laid = table.laid_at_start | {p for played in new for one in played.laid for p in one.content}
    board = table.line.board
    for standing in list(table.line.outstanding):
        if standing.proper and all(p not in laid or board[p] == c for p, c in standing.proper.items()):
            table.line.outstanding.remove(standing)
            table.resolve(standing.seq, how)
