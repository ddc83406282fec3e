"""Takes the orders of operator, referee and clock, and tells what they did."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from recorder import events, orders
from recorder.desk import corrections
from recorder.desk.table import Table, Watched
from recorder.facts import GameFacts
from recorder.orders import Order, OrderRefused
from recorder.record import Record, fold
from recorder.settings import Settings


class Place(Protocol):
    """The session, as far as orders about the place of the board and the recording itself concern it."""

    @property
    def watched(self) -> Watched | None:
        """The board that is watched; None before it was found."""

    def order_place(self, order: orders.SetGrid | orders.SetTop | orders.FindAgain, time: float) -> list[events.Event]:
        """Put the grid elsewhere, turn it, or look for it anew; raises OrderRefused."""


class Desk:
    """The desk of one board, where orders come in.

    Parameters
    ----------
    settings : Settings
    facts : GameFacts, optional
        What is known of the game at the start.

    Attributes
    ----------
    facts : GameFacts
        With all that was told since.
    paused : bool
    """

    def __init__(self, settings: Settings, facts: GameFacts | None = None) -> None:
        self.settings = settings
        self.facts = facts or GameFacts()
        self.paused = False
        self._told: list[events.Event] = []
        self._taken: set[str] = set()
        self._ended = False

    # What was told

    def hear(self, told: Iterable[events.Event], count: int) -> None:
        """Take note of what is told; `count` events stood in the log before."""
        for number, event in enumerate(told, count + 1):
            self._note(msgspec.structs.replace(event, seq=number))

    def _note(self, event: events.Event) -> None:
        if isinstance(event, events.Board) and self._ended:
            self._told.clear()
            self._ended = False
        self._told.append(event)
        match event:
            case events.Ordered():
                if event.order.id:
                    self._taken.add(event.order.id)
            case events.End():
                self._ended = True
            case events.Pause():
                self.paused = event.state == "paused"
                self._ended = False
            case events.FactsKnown():
                self.facts = merged(self.facts, event.facts)
            case _:
                pass

    def record(self) -> Record | None:
        """The record of the game until now."""
        return fold(self._told)

    # Orders

    def order(self, order: Order, time: float, place: Place) -> list[events.Event]:
        """Carry an order out.

        Parameters
        ----------
        order : Order
        time : float
            Source time in seconds.
        place : Place

        Returns
        -------
        list of Event
            What is to be told; nothing where an order of this id was taken before.

        Raises
        ------
        OrderRefused
            Where it cannot be done; nothing was changed then.
        """
        if order.id and order.id in self._taken:
            return []
        try:
            orders.encode_order(order)
        except ValueError as error:
            raise OrderRefused(str(error), "no_order") from error
        origin: events.Origin = "referee" if order.by == "referee" else "operator"
        said: list[events.Event] = [events.Ordered(t=time, order=order, origin=origin)]
        watched = place.watched
        match order:
            case orders.SetGrid() | orders.SetTop() | orders.FindAgain():
                return said + place.order_place(order, time)
            case orders.SetFacts():
                said.append(events.FactsKnown(t=time, facts=order.facts, origin=origin))
                return said
            case _:
                pass
        if watched is None:
            raise OrderRefused("no board has been found yet", "no_board")
        table = Table(watched, self.settings.rules, self.record, time, origin, said)
        match order:
            case orders.Pause():
                self._pause(order, table)
            case orders.Resume():
                self._resume(table)
            case orders.DeclareResult():
                self._end(order.reason or "the result was declared", order.result, table)
            case orders.End():
                self._end(order.reason or "ended by hand", None, table)
            case _:
                handler = _HANDLERS.get(type(order))
                if handler is None:
                    raise OrderRefused("this version cannot do that yet", "not_yet")
                handler(order, table)
        return said

    def _pause(self, order: orders.Pause, table: Table) -> None:
        if self.paused:
            raise OrderRefused("the game is paused already", "paused_already")
        table.watched.paused = True
        table.say(events.Pause(t=table.time, state="paused", reason=order.reason, origin=table.origin))

    def _resume(self, table: Table) -> None:
        if not self.paused:
            raise OrderRefused("the game is not paused", "not_paused")
        table.watched.paused = False
        table.say(events.Pause(t=table.time, state="resumed", origin=table.origin))

    def _end(self, reason: str, result: str | None, table: Table) -> None:
        if self._ended:
            raise OrderRefused("the game is over already", "over_already")
        table.begin()
        table.watched.close()
        table.say(events.End(t=table.time, reason=reason, result=result, origin=table.origin))


def merged(facts: GameFacts, more: GameFacts) -> GameFacts:
    """The facts with those that the second ones give."""
    given = msgspec.to_builtins(more)  # what is empty is left out
    return msgspec.structs.replace(facts, **given)


_HANDLERS: dict[type, Callable[..., None]] = {
    orders.InsertMove: corrections.insert_move,
    orders.ChangeMove: corrections.change_move,
    orders.DeleteMove: corrections.delete_move,
    orders.DeclarePass: corrections.declare_pass,
    orders.SetTurn: corrections.set_turn,
    orders.SetStones: corrections.set_stones,
}
