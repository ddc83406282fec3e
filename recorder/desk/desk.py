"""Takes the orders of operator, referee and clock, and tells what they did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from engine.situation import Situation
from recorder import events, orders
from recorder.desk import corrections, counting, pausing, rulings, undoing
from recorder.desk.clocks import GameClock
from recorder.desk.docket import Docket
from recorder.desk.findings import enriched, situation
from recorder.desk.table import Table, Watched
from recorder.desk.turns import turns_of
from recorder.desk.watchdog import Watchdog, with_presses
from recorder.facts import GameFacts, merged
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

    def order_next(self, time: float) -> list[events.Event]:
        """Begin another game on the same board."""


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
        self.facts = self._given = facts or GameFacts()
        self.paused = False
        self._told: list[events.Event] = []
        self._taken: set[str] = set()
        self._start = b""
        self.estimates = counting.Estimates()
        self.clock = GameClock(self.facts)
        self._watchdog = Watchdog(self.clock)
        self._ended = False

    # What was told

    def hear(self, told: Sequence[events.Event], count: int) -> None:
        """Take note of what is told; `count` events stood in the log before."""
        for number, event in enumerate(told, count + 1):
            self._note(msgspec.structs.replace(event, seq=number))

    def seen(
        self, told: Sequence[events.Event], count: int, time: float, watched: Watched | None
    ) -> list[events.Event]:
        """Take note of what the camera saw, and add what book and clock say of it.

        Parameters
        ----------
        told : sequence of Event
        count : int
            How many events stood in the log before.
        time : float
            Source time in seconds.
        watched : Watched or None
            The board; None where none was found yet.

        Returns
        -------
        list of Event
            The same, alerts with options, default ruling, look-alikes and roles; then what the clock says.
        """
        found = list(told)
        if watched is not None and watched.line is not None:
            if any(isinstance(event, events.Alert) for event in told):
                found = self._enriched(told, watched)
            self._start = watched.line.start
        self.hear(found, count)
        if watched is None or watched.line is None:
            return found
        more: list[events.Event] = []

        def say(event: events.Event) -> int:
            more.append(event)
            return count + len(found) + len(more)

        self._watchdog.moves(found, watched, lambda: self._situation(watched), say)
        if not self.paused and not self._ended:
            self._watchdog.tick(time, watched, lambda: self._situation(watched), say)
        more += self.estimates.take(time)
        self.hear(more, count + len(found))
        return found + more

    def _situation(self, watched: Watched) -> Situation:
        """Where the game stands by what was told."""
        line, record = watched.line, self.record()
        assert line is not None
        turns = turns_of(record, watched.size) if record is not None else []
        turn = turns[-1].to_move or 3 - turns[-1].colour if turns else line.first_turn
        return situation(watched.size, self.settings.rules, self._start or line.start, turn, turns)

    def _enriched(self, told: Sequence[events.Event], watched: Watched) -> list[events.Event]:
        line = watched.line
        assert line is not None
        known = with_presses(self._situation(watched), self.clock.presses)
        after = len(line)
        return [
            enriched(event, known, line.board, after) if isinstance(event, events.Alert) else event for event in told
        ]

    def _note(self, event: events.Event) -> None:
        if isinstance(event, events.Board) and self._ended:
            self._told.clear()
            self._ended = self.paused = False
            self.facts = self._given
            self.clock = GameClock(self.facts)
            self._watchdog = Watchdog(self.clock)
        self._told.append(event)
        match event:
            case events.Ordered():
                if event.order.id:
                    self._taken.add(event.order.id)
            case events.End():
                self._ended = True
                self.clock.stop(event.t)
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
        origin: events.Origin = "referee" if isinstance(order, _REFEREES) or order.by == "referee" else "operator"
        said: list[events.Event] = [events.Ordered(t=time, order=order, origin=origin)]
        watched = place.watched
        match order:
            case orders.SetGrid() | orders.SetTop() | orders.FindAgain():
                return said + place.order_place(order, time)
            case orders.SetFacts():
                said.append(events.FactsKnown(t=time, facts=order.facts, origin=origin))
                return said
            case orders.SetTime():
                facts = self.clock.set_time(order)
                said.append(events.FactsKnown(t=time, facts=facts, origin=origin))
                return said
            case _:
                pass
        if watched is None:
            raise OrderRefused("no board has been found yet", "no_board")
        if isinstance(order, orders.NextGame) and (watched.line is None or self._ended):
            return said + self._next(order, time, place, origin)
        table = Table(watched, self.settings.rules, self.record, time, origin, said)
        if isinstance(order, orders.NextGame):
            table.end("the next game begins", None)
            return said + self._next(order, time, place, origin)
        self._carry_out(order, table)
        return said

    def _next(self, order: orders.NextGame, time: float, place: Place, origin: events.Origin) -> list[events.Event]:
        told = place.order_next(time)
        if order.facts is not None:
            told.append(events.FactsKnown(t=time, facts=order.facts, origin=origin))
        return told

    def _carry_out(self, order: Order, table: Table) -> None:
        match order:
            case orders.Pause():
                pausing.pause(order, table)
                self.clock.pause(table)
            case orders.Resume():
                pausing.resume(order, table)
                self.clock.resume(table)
            case orders.StartClock():
                self.clock.start(order, table)
            case orders.PressClock():
                self.clock.press(order, table)
                self._watchdog.pressed(table.watched, lambda: self._situation(table.watched), table.say)
            case orders.AdjustClock():
                self.clock.adjust(order, table)
            case orders.Rule():
                rulings.rule(order, table, self._docket(), self.clock)
            case orders.Dismiss():
                rulings.dismiss(order, table, self._docket())
            case orders.WithdrawRuling():
                self._withdraw(order, table)
            case orders.Undo():
                undoing.undo(order, table, self._told)
            case orders.DeclareDead():
                counting.declare_dead(order, table)
            case orders.CountGame():
                self._count(order, table)
            case orders.DeclareResult():
                self._end(order.reason or "the result was declared", order.result, table)
            case orders.End():
                self._end(order.reason or "ended by hand", None, table)
            case _:
                handler = _HANDLERS.get(type(order))
                if handler is None:
                    raise OrderRefused("this version cannot do that yet", "not_yet")
                handler(order, table)

    def _docket(self) -> Docket:
        return Docket(self._told, self.settings.rules)

    def _withdraw(self, order: orders.WithdrawRuling, table: Table) -> None:
        docket = self._docket()
        goes_on = rulings.withdraw(order, table, docket)
        made_by = _order_of(self._told, order.ruling)
        if made_by and not _played_since(self._told, order.ruling):
            # What was played since stands on the ruling: then only its warnings and its result are taken back.
            undoing.restore(table, self._told, made_by, "a ruling was withdrawn")
        if goes_on:
            table.reopen("a ruling was withdrawn")

    def _count(self, order: orders.CountGame, table: Table) -> None:
        record = self.record()
        if order.estimate:
            self.estimates.ask(table, record, self.facts)
            return
        self._check_open(table)
        table.end("counted", counting.count_game(table, self._told, record, self.facts, self._docket()))

    def _end(self, reason: str, result: str | None, table: Table) -> None:
        self._check_open(table)
        if self._ended and result is None:
            raise OrderRefused("the game is over already", "over_already")
        table.end(reason, result)

    def _check_open(self, table: Table) -> None:
        if self._ended and table.result:
            raise OrderRefused(f"the game is over already: {table.result}", "over_already", result=table.result)


def _order_of(told: Sequence[events.Event], seq: int) -> int:
    """Number of the order that made the event of that number; 0 where there is none."""
    made = [e.seq for e in told if isinstance(e, events.Ordered) and e.seq < seq]
    return made[-1] if made else 0


def _played_since(told: Sequence[events.Event], seq: int) -> bool:
    """Whether anything was played after the events of that order."""
    made = next(e.t for e in told if e.seq == seq)
    return any(isinstance(e, events.Move | events.Pass | events.Correction) and e.t > made for e in told)


_REFEREES = (orders.Rule, orders.Dismiss, orders.WithdrawRuling)
_HANDLERS: dict[type, Callable[..., None]] = {
    orders.InsertMove: corrections.insert_move,
    orders.ChangeMove: corrections.change_move,
    orders.DeleteMove: corrections.delete_move,
    orders.DeclarePass: corrections.declare_pass,
    orders.SetTurn: corrections.set_turn,
    orders.SetStones: corrections.set_stones,
}
