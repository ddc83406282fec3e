"""The referee's hand: rulings on alerts, alerts dismissed, rulings withdrawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.finding import Ruling
from engine.point import Colour
from recorder import events, orders
from recorder.desk.clocks import GameClock
from recorder.desk.docket import Docket, by_player
from recorder.desk.effects import EFFECTS, Effect
from recorder.desk.retelling import retell
from recorder.desk.table import Table
from recorder.desk.turns import Laid, Turn, index_of, play
from recorder.facts import is_result
from recorder.orders import OrderRefused

DISMISSED = "dismissed by the referee"
_ID = re.compile(r"[a-z]+(_[a-z]+)*")


def rule(order: orders.Rule, table: Table, docket: Docket, clock: GameClock) -> None:
    """Make a ruling; raises OrderRefused where it cannot be made, or what follows cannot stand."""
    alert = docket.alert(order.alert) if order.alert else None
    if alert is not None and docket.ruling_on(alert.seq) is not None:
        raise OrderRefused(
            f"alert {alert.seq} has been ruled on already: withdraw that ruling first", "ruled_already", alert=alert.seq
        )
    effect = effect_of(order, alert)
    if order.result and not is_result(order.result):
        raise OrderRefused(f"a result is written like B+3.5, W+F, Draw or Void, not {order.result}", "no_result")
    warnings = _warnings(order, effect, alert)
    forfeits = order.forfeits or (alert.colour if effect.forfeits and alert else None)
    if effect.forfeits and forfeits is None:
        raise OrderRefused("say who loses the turn: the alert names no player", "say_who")
    result = order.result or _result(effect, alert)
    if alert is not None:
        table.dealt_with(alert.seq)
    place = len(table.said)
    overrun = alert is not None and alert.id == "time_overrun" and order.ruling == "as_pass"
    if overrun and forfeits is not None and not clock.may_go_on(events.to_colour(forfeits)):
        raise OrderRefused("there is no period left to go on with: the time was absolute", "no_overrun")
    _change_board(order, effect, alert, forfeits, table)
    if overrun and forfeits is not None:
        clock.go_on(events.to_colour(forfeits), table)
    if order.to_move and table.turn != int(events.to_colour(order.to_move)):
        table.begin()
        table.give_turn(int(events.to_colour(order.to_move)))
    made = Ruling(order.ruling, warnings={events.to_colour(p): n for p, n in warnings.items()}, result=result or None)
    ledger = docket.ledger().ruled(made, len(table.line), alert.id if alert else None, order.note)
    turn = table.turn
    table.said.insert(
        place,
        events.Ruling(
            t=table.time,
            alert=order.alert,
            ruling=order.ruling,
            to_move=events.to_player(Colour(turn)) if turn else None,
            warnings=by_player(ledger.warnings),
            added=warnings,
            note=order.note,
            forfeits=forfeits,
            result=result or ledger.result or "",
            origin="referee",
        ),
    )
    if alert is not None:
        _forget(table, alert.seq)
    if (ended := ledger.result) and ended != table.result:
        table.end("by the referee's ruling" if result else "by too many warnings", ended)


def dismiss(order: orders.Dismiss, table: Table, docket: Docket) -> None:
    """An alert is nothing; raises OrderRefused where it was dealt with before."""
    alert = docket.alert(order.alert)
    if alert.seq in docket.resolved or docket.ruling_on(alert.seq) is not None:
        raise OrderRefused(f"alert {alert.seq} has been dealt with already", "dealt_with", alert=alert.seq)
    _forget(table, alert.seq)
    table.resolve(alert.seq, DISMISSED + (f": {order.note}" if order.note else ""))


def withdraw(order: orders.WithdrawRuling, table: Table, docket: Docket) -> bool:
    """Take a ruling back; whether it had ended the game. Raises OrderRefused where there is none that holds."""
    ruling = docket.rulings.get(order.ruling)
    if ruling is None:
        raise OrderRefused(f"there is no ruling {order.ruling} in this game", "no_ruling", ruling=order.ruling)
    if ruling.seq in docket.withdrawn:
        raise OrderRefused(f"ruling {ruling.seq} has been withdrawn already", "withdrawn_already", ruling=ruling.seq)
    ledger = docket.ledger().withdrawn(list(docket.rulings).index(ruling.seq) + 1)
    turn = table.turn
    table.say(
        events.Ruling(
            t=table.time,
            alert=ruling.alert,
            ruling="withdrawn",
            to_move=events.to_player(Colour(turn)) if turn else None,
            warnings=by_player(ledger.warnings),
            note=order.note,
            withdraws=ruling.seq,
            origin="referee",
        )
    )
    return bool(ruling.result) and ledger.result is None


# What a ruling does


def effect_of(order: orders.Rule, alert: events.Alert | None) -> Effect:
    """What a ruling does; raises OrderRefused for an option that is none."""
    known = EFFECTS.get(order.ruling)
    if known is not None:
        return known
    if _ID.fullmatch(order.ruling):
        options = ", ".join(alert.options) if alert and alert.options else ", ".join(EFFECTS)
        raise OrderRefused(f"there is no ruling {order.ruling}; there are {options}", "no_option", ruling=order.ruling)
    return Effect()


def _warnings(order: orders.Rule, effect: Effect, alert: events.Alert | None) -> dict[events.Player, int]:
    if order.warnings is not None:
        return {player: count for player, count in order.warnings.items() if count}
    if not effect.warns:
        return {}
    if alert is None or alert.colour is None:
        raise OrderRefused("say who is warned: the alert names no player", "say_who")
    return {alert.colour: 1}


def _result(effect: Effect, alert: events.Alert | None) -> str:
    if effect.result != "loses":
        return effect.result
    if alert is None or alert.colour is None:
        raise OrderRefused("say who loses, as a result: the alert names no player", "say_who")
    how = "T" if alert.id == "time_overrun" else "F"
    return f"{events.to_colour(alert.colour).other.letter}+{how}"


def _forget(table: Table, seq: int) -> None:
    """The alert is dealt with: what happens on the board no longer resolves it."""
    for fault in [*table.line.outstanding, *(f for entry in table.line.entries for f in entry.faults)]:
        if fault.seq == seq:
            fault.seq = 0


def _change_board(
    order: orders.Rule, effect: Effect, alert: events.Alert | None, forfeits: events.Player | None, table: Table
) -> None:
    before = table.line.board
    turns = list(table.turns)
    if order.stones is not None:
        groups = ((order.stones.empty, 0), (order.stones.black, 1), (order.stones.white, 2))
        back = {_index(v, table): colour for vertices, colour in groups for v in vertices}
    else:
        at = _at_fault(alert, turns, table) if alert else None
        turns, back = _ruled(order, effect, alert, at, turns, table)
    if forfeits is not None:
        turns.append(Turn(int(events.to_colour(forfeits)), None, origin="referee"))
    if len(turns) != len(table.turns) or any(a is not b for a, b in zip(turns, table.turns, strict=True)):
        retell(table, turns, f"by the referee's ruling: {order.ruling}")
    difference = {p: c for p, (c, b) in enumerate(zip(table.line.board, before, strict=True)) if c != b}
    if difference:
        # What the players have to put on the board; the withdrawn moves alone would say it only to who replays.
        table.tell_edit(len(table.line), Laid(difference, "ruling", "referee"))
    table.lay(back, "ruling")


def _ruled(
    order: orders.Rule, effect: Effect, alert: events.Alert | None, at: int | None, turns: list[Turn], table: Table
) -> tuple[list[Turn], dict[int, int]]:
    """The turns after it, and points to be laid."""
    back: dict[int, int] = {}
    match effect.board:
        case "void" if at is not None:
            del turns[at]
        case "void" | "back" if alert is not None:
            back = _proper(alert, table)
        case "exchange" if at is not None:
            old = turns[at]
            turns[at] = replace(old, colour=3 - old.colour, told=None, entry=None, origin="referee")
        case "pass" if at is not None:
            turns.insert(at, Turn(3 - turns[at].colour, None, origin="referee"))
        case "return" if at is not None and alert is not None:
            first = [_index(v, table) for v in alert.points if _index(v, table) != turns[at].point]
            if not first:
                raise OrderRefused("it is not known where the stone was first: name its point", "say_where")
            turns[at] = replace(turns[at], point=first[0], told=None, entry=None, origin="referee")
        case "place":
            turns, back = _placed(order, alert, at, turns, table)
        case "exchange" | "pass" | "return":
            raise OrderRefused("the move it is about is no longer in the record", "move_gone")
        case _:
            pass
    return turns, back


def _placed(
    order: orders.Rule, alert: events.Alert | None, at: int | None, turns: list[Turn], table: Table
) -> tuple[list[Turn], dict[int, int]]:
    if order.move is None:
        raise OrderRefused("say on which point the stone is set", "say_where")
    target = _index(order.move, table)
    if at is not None:
        turns[at] = replace(turns[at], point=target, told=None, entry=None, origin="referee")
        return turns, {}
    points = [_index(v, table) for v in alert.points] if alert else []
    stones = [p for p in points if table.line.board[p]]
    if len(stones) != 1 or table.line.board[target] not in (0, *(() if target not in stones else (1, 2))):
        raise OrderRefused("set the stones by hand: it is not clear which one is meant", "not_clear")
    return turns, {stones[0]: 0} | {target: table.line.board[stones[0]]}


def _at_fault(alert: events.Alert, turns: Sequence[Turn], table: Table) -> int | None:
    """Index of the move an alert is about: the last one on one of its points by the player at fault."""
    points = {_index(vertex, table) for vertex in alert.points}
    colour = int(events.to_colour(alert.colour)) if alert.colour else 0
    for i in range(len(turns) - 1, -1, -1):
        turn = turns[i]
        if turn.point in points and colour in (0, turn.colour):
            return i if alert.id not in _OF_STONES else None
    return None


_OF_STONES = frozenset(
    {
        "moved_stone", "missed_capture", "partial_capture", "wrong_capture", "capture_restored", "extra_stone",
        "stone_colour_changed", "stone_vanished", "multiple_changes", "off_centre_stone", "wrong_handicap",
    }
)  # fmt: skip
"""Irregularities of stones, not of a move."""


def _proper(alert: events.Alert, table: Table) -> dict[int, int]:
    """What the points of an alert should hold: what the moves until then made of them."""
    played = play(table.size, table.rules, table.line.start, table.turns)
    number = min(alert.after if alert.after is not None else len(played), len(played))
    plain = played[number - 1].plain if number else table.line.start
    since = {p for later in played[number:] for p in (later.turn.point, *later.taken)}
    points = {_index(vertex, table) for vertex in alert.points}
    return {p: plain[p] for p in points if p not in since}


def _index(vertex: str, table: Table) -> int:
    try:
        return index_of(vertex, table.size)
    except ValueError as error:
        raise OrderRefused(str(error), "off_board", point=vertex, size=table.size) from error
