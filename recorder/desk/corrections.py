"""The operator's hand on the moves: put in, changed, taken out; passes, turns, stones set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recorder import events, orders
from recorder.desk.retelling import retell
from recorder.desk.table import COLOURS, Table
from recorder.desk.turns import Laid, Turn, index_of
from recorder.orders import OrderRefused


def insert_move(order: orders.InsertMove, table: Table) -> None:
    """Put a move in; raises OrderRefused where it or what follows cannot stand."""
    count = len(table.turns)
    if order.n > count + 1:
        raise OrderRefused(
            f"the record has {count} moves: the next one put in can be number {count + 1} at most, not {order.n}",
            "no_such_move", n=order.n, count=count,
        )  # fmt: skip
    point = _point(order.point, table)
    turn = Turn(_colour(order.colour), point, origin=table.origin, forced=order.force)
    turns = _claimed(table.turns, turn)
    turns.insert(order.n - 1, turn)
    retell(table, turns, f"move {order.n} was put in by hand", _claimed_of_start(table, turn))


def change_move(order: orders.ChangeMove, table: Table) -> None:
    """Change a move; raises OrderRefused where it or what follows cannot stand."""
    old = _turn(order.n, table)
    point = _point(order.point, table)
    if (old.colour, old.point) == (_colour(order.colour), point):
        raise OrderRefused(f"move {order.n} is that already", "no_change", n=order.n)
    new = replace(
        old, colour=_colour(order.colour), point=point, told=None, entry=None, origin=table.origin, forced=order.force
    )
    turns = _claimed(table.turns, new)
    turns[order.n - 1] = new
    retell(table, turns, f"move {order.n} was changed by hand", _claimed_of_start(table, new))


def delete_move(order: orders.DeleteMove, table: Table) -> None:
    """Take a move out; raises OrderRefused where what follows cannot stand."""
    old = _turn(order.n, table)
    turns = list(table.turns)
    del turns[order.n - 1]
    start: Laid | None = None
    # What was laid by hand after it stays.
    if old.laid and order.n > 1:
        before = turns[order.n - 2]
        turns[order.n - 2] = replace(before, laid=before.laid + old.laid)
    elif old.laid:
        content = {p: c for one in old.laid for p, c in one.content.items()}
        start = Laid(content, old.laid[-1].cause, old.laid[-1].origin)
    retell(table, turns, f"move {order.n} was taken out by hand", start)


def declare_pass(order: orders.DeclarePass, table: Table) -> None:
    """A player passed; raises OrderRefused where it is not known who, or the other is to move."""
    colour = _colour(order.colour) if order.colour else table.turn
    if not colour:
        raise OrderRefused("it is not known who is to move: say who passed", "turn_unknown")
    turns = [*table.turns, Turn(colour, None, origin=table.origin)]
    retell(table, turns, "a pass was declared")


def set_turn(order: orders.SetTurn, table: Table) -> None:
    """Give the move to a player; raises OrderRefused where he has it already."""
    colour = _colour(order.to_move)
    line, count = table.line, len(table.line)
    if table.turn == colour and line.is_turn_sure(count):
        raise OrderRefused(f"{COLOURS[colour]} is to move already", "turn_already", colour=order.to_move)
    table.begin()
    table.give_turn(colour)


def set_stones(order: orders.SetStones, table: Table) -> None:
    """Set points by hand; raises OrderRefused where nothing changes or a point is named twice."""
    content: dict[int, int] = {}
    for vertices, colour in ((order.empty, 0), (order.black, 1), (order.white, 2)):
        for vertex in vertices:
            p = _point(vertex, table)
            assert p is not None
            if p in content:
                raise OrderRefused(f"{table.name(p)} is named twice", "named_twice", point=vertex)
            content[p] = colour
    if not table.lay(content, "operator"):
        raise OrderRefused("the record has these points so already", "no_change")


def _turn(n: int, table: Table) -> Turn:
    count = len(table.turns)
    if n > count:
        raise OrderRefused(f"there is no move {n}: the record has {count}", "no_such_move", n=n, count=count)
    return table.turns[n - 1]


def _point(vertex: str | None, table: Table) -> int | None:
    if vertex is None:
        return None
    try:
        return index_of(vertex, table.size)
    except ValueError as error:
        raise OrderRefused(str(error), "off_board", point=vertex, size=table.size) from error


def _colour(player: events.Player) -> int:
    return int(events.to_colour(player))


def _claimed(turns: Sequence[Turn], move: Turn) -> list[Turn]:
    """The turns without that stone as one laid by hand: it is the move that is put in."""
    found = []
    for turn in turns:
        laid: list[Laid] = []
        for one in turn.laid:
            is_it = move.point is not None and one.content.get(move.point) == move.colour
            rest = {p: c for p, c in one.content.items() if p != move.point} if is_it else one.content
            if rest:
                laid.append(replace(one, content=rest))
        found.append(replace(turn, laid=tuple(laid)) if tuple(laid) != turn.laid else turn)
    return found


def _claimed_of_start(table: Table, move: Turn) -> Laid | None:
    """The same for a stone that was laid before the first move, not being a stone of the setup."""
    p = move.point
    if p is None or p not in table.laid_at_start or table.line.start[p] != move.colour:
        return None
    return Laid({p: 0}, "operator", table.origin)
