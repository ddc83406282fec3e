"""Pauses: nothing that is seen becomes a move; what changed meanwhile is told when the game goes on."""

from __future__ import annotations

from recorder import events, orders
from recorder.desk.findings import in_pause
from recorder.desk.table import Table
from recorder.inference.look import UNKNOWN
from recorder.inference.mainline import Outstanding
from recorder.orders import OrderRefused

HELD = 0.5
"""Seconds for which a point must have shown something before it counts as changed in a pause."""


def pause(order: orders.Pause, table: Table) -> None:
    """Pause; raises OrderRefused where the game is paused already."""
    if table.watched.paused:
        raise OrderRefused("the game is paused already", "paused_already")
    table.begin()
    table.watched.paused = True
    table.say(events.Pause(t=table.time, state="paused", reason=order.reason, origin=table.origin))


def resume(order: orders.Resume, table: Table, told_paused: bool) -> None:
    """Go on, also where counting had begun; raises OrderRefused where the game is not paused.

    `told_paused` says whether the last thing told of it was a pause.
    """
    if not table.watched.paused and not told_paused:
        raise OrderRefused("the game is not paused", "not_paused")
    if not table.watched.paused:
        table.watched.reopen()  # what is taken off to be counted is taken off no more
    table.watched.paused = False
    table.say(events.Pause(t=table.time, state="resumed", origin=table.origin))
    if order.played:
        return
    look, board = table.watched.look, table.line.board
    if look is None:
        return
    content = {
        p: shown
        for p, shown in enumerate(look.shown)
        if shown not in (UNKNOWN, board[p]) and look.held[p] >= HELD and p not in table.watched.overruled.points
    }
    if not content:
        return
    alert = in_pause(table, content)
    table.lay(content, "seen")
    seq = table.say(alert)
    table.line.outstanding.append(Outstanding(seq, alert.id, {p: board[p] for p in content}))
