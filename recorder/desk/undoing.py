"""Orders taken back: the line as it was before one, with what has come since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from recorder import events, orders
from recorder.desk.retelling import retell
from recorder.desk.table import Table
from recorder.desk.turns import Laid, Turn, content_of, index_of, turns_of
from recorder.orders import OrderRefused, order_name
from recorder.record import Record, fold

LINE_ORDERS = (
    orders.InsertMove,
    orders.ChangeMove,
    orders.DeleteMove,
    orders.DeclarePass,
    orders.SetTurn,
    orders.SetStones,
)
ENDING_ORDERS = (orders.DeclareResult, orders.End, orders.CountGame)


def find(told: Sequence[events.Event], wanted: str) -> events.Ordered:
    """The order with that id; raises OrderRefused where there is none, or it was undone before."""
    found: events.Ordered | None = None
    for event in told:
        if isinstance(event, events.Ordered):
            if event.order.id == wanted:
                found = event
            if isinstance(event.order, orders.Undo) and event.order.undone == wanted:
                raise OrderRefused("that order was taken back already", "undone_already", id=wanted)
    if found is None:
        raise OrderRefused("there is no such order in this game", "no_such_order", id=wanted)
    return found


def undo(order: orders.Undo, table: Table, told: Sequence[events.Event]) -> None:
    """Take an order back; raises OrderRefused where what it did does not stand as it was any more."""
    ordered = find(told, order.undone)
    match ordered.order:
        case orders.InsertMove() | orders.ChangeMove() | orders.DeleteMove() | orders.DeclarePass():
            restore(table, told, ordered.seq, "an order was taken back")
        case orders.SetTurn() if not table.turns:
            _turn_back(ordered, table, told)
        case orders.SetTurn() | orders.SetStones():
            restore(table, told, ordered.seq, "an order was taken back")
        case orders.DeclareResult() | orders.End() | orders.CountGame():
            if table.result is None and not any(isinstance(e, events.End) for e in told[ordered.seq - told[0].seq :]):
                raise OrderRefused("the game goes on already", "not_over")
            table.reopen("the end was taken back")
        case orders.Pause():
            raise OrderRefused("give the order to resume instead", "resume_instead")
        case orders.Rule():
            raise OrderRefused("withdraw the ruling instead", "withdraw_instead")
        case other:
            raise OrderRefused(
                f"{order_name(other)} cannot be taken back: give the order that puts it right", "not_undone"
            )


def restore(table: Table, told: Sequence[events.Event], seq: int, reason: str) -> None:
    """Make the line what it was before the order with that number, and what came since after it.

    Raises
    ------
    OrderRefused
        Where the record was changed there since, or what came since cannot stand.
    """
    first = next(i for i, event in enumerate(told) if event.seq == seq)
    last = batch_end(told, first)
    before, after = fold(told[:first]), fold(told[:last])
    if before is None or after is None:
        raise OrderRefused("there is nothing to take back", "nothing_to_undo")
    size = table.size
    old, made, now = turns_of(before, size), turns_of(after, size), table.turns
    same = _common(old, made)
    tail = _common(old[same:][::-1], made[same:][::-1])
    taken, put = made[same : len(made) - tail], old[same : len(old) - tail]
    there = now[same : same + len(taken)]
    is_there = [_key(t) for t in there] == [_key(t) for t in taken]
    follows = same == 0 or (len(now) >= same and _key(now[same - 1]) == _key(made[same - 1]))
    start = _start_before(before, after, table)
    if not (is_there and follows):
        raise OrderRefused("the record was changed there since: put it right by hand", "changed_since")
    if not taken and not put and start is None:
        return
    retell(table, [*now[:same], *put, *now[same + len(taken) :]], reason, start)


def batch_end(told: Sequence[events.Event], first: int) -> int:
    """Index after the last event that the order at index `first` made: those of its time, up to the next order."""
    last = first + 1
    while last < len(told) and told[last].t == told[first].t and not isinstance(told[last], events.Ordered):
        last += 1
    return last


def _turn_back(ordered: events.Ordered, table: Table, told: Sequence[events.Event]) -> None:
    """The turn of a game without a move."""
    said = [e for e in told if isinstance(e, events.Turn)]
    if not said or said[-1].t != ordered.t:
        raise OrderRefused("the record was changed there since: put it right by hand", "changed_since")
    table.give_turn(3 - int(events.to_colour(said[-1].to_move)))


def _start_before(before: Record, after: Record, table: Table) -> Laid | None:
    """What has to be laid before the first move, so that the start is as it was."""
    old, made = _start(before, table.size), _start(after, table.size)
    content = {p: old.get(p, 0) for p in old.keys() | made.keys() if old.get(p, 0) != made.get(p, 0)}
    if not content:
        return None
    if any(table.line.start[p] != made.get(p, 0) for p in content):
        raise OrderRefused("the record was changed there since: put it right by hand", "changed_since")
    return Laid(content, "operator", table.origin)


def _start(record: Record, size: int) -> dict[int, int]:
    found: dict[int, int] = {}
    if record.setup:
        found |= {index_of(v, size): 1 for v in record.setup.black}
        found |= {index_of(v, size): 2 for v in record.setup.white}
    for step in record.line:
        if step.is_turn:
            break
        if isinstance(step.event, events.Edit):
            found |= content_of(step.event, size)
    return found


def _common(a: Sequence[Turn], b: Sequence[Turn]) -> int:
    """How many turns both begin with."""
    count = 0
    for one, other in zip(a, b, strict=False):
        if _key(one) != _key(other):
            break
        count += 1
    return count


def _key(turn: Turn) -> tuple[Any, ...]:
    laid = tuple(tuple(sorted(one.content.items())) for one in turn.laid)
    return turn.colour, turn.point, turn.to_move, laid
