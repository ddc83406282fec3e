"""Takes the orders of operator, referee and clock, and tells what they did."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from recorder import events, orders
from recorder.desk import corrections, counting, past_rulings, pausing, rulings, undoing
from recorder.desk.chronicle import Chronicle
from recorder.desk.clocks import GameClock
from recorder.desk.findings import enriched
from recorder.desk.table import Place, Table, Watched
from recorder.desk.watchdog import Watchdog, with_presses
from recorder.facts import GameFacts
from recorder.orders import Order, OrderRefused
from recorder.settings import Settings


class Desk:
    """The desk of one board, where orders come in.

    Parameters
    ----------
    settings : Settings
    facts : GameFacts, optional
        What is known of the game at the start.

    Attributes
    ----------
    chronicle : Chronicle
        What was told of the game.
    clock : GameClock
    estimates : Estimates
    """

    def __init__(self, settings: Settings, facts: GameFacts | None = None) -> None:
        self.settings = settings
        self.chronicle = Chronicle(settings.rules, facts or GameFacts())
        self.estimates = counting.Estimates()
        self._begin()

    def _begin(self) -> None:
        self._games = self.chronicle.games
        self.clock = GameClock(self.chronicle.facts)
        self._watchdog = Watchdog(self.clock)

    # What was told

    def hear(self, told: Sequence[events.Event], count: int) -> None:
        """Take note of what is told; `count` events stood in the log before."""
        self.chronicle.hear(told, count)
        if self.chronicle.games != self._games:
            self._begin()
        for event in told:
            if isinstance(event, events.End):
                self.clock.stop(event.t)
            elif isinstance(event, events.FactsKnown):
                self.clock.adopt(event.facts)

    def replay(self, told: Sequence[events.Event]) -> None:
        """Take in a game that was told before a restart, numbered as in the log."""
        for event in told:
            self.chronicle.note(event)
            if isinstance(event, events.FactsKnown):
                self.clock.adopt(event.facts)
            elif isinstance(event, events.Clock):
                self.clock.take(event)

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
        ahead = next(
            (i for i, event in enumerate(told, 1) if self.chronicle.ended and isinstance(event, events.Board)), 0
        )
        if ahead:
            # Another game begins: what comes after is judged by that one.
            self.hear(told[:ahead], count)
            return [*told[:ahead], *self.seen(told[ahead:], count + ahead, time, watched)]
        found = list(told)
        if watched is not None and watched.line is not None:
            if any(isinstance(event, events.Alert) for event in told):
                found = self._enriched(told, watched)
            self.chronicle.start = watched.line.start
        self.hear(found, count)
        if watched is None or watched.line is None:
            return found
        more: list[events.Event] = []

        def say(event: events.Event) -> int:
            more.append(event)
            return count + len(found) + len(more)

        for event in found:
            if isinstance(event, events.Pause):
                # The board itself showed that counting begins, or that it was none.
                stand = self.clock.pause if event.state == "paused" else self.clock.resume
                stand(event.t, say, len(watched.line))
        self._watchdog.moves(found, watched, lambda: self.chronicle.situation(watched), say)
        if not self.chronicle.paused and not self.chronicle.ended:
            self._watchdog.tick(time, watched, lambda: self.chronicle.situation(watched), say)
        more += self.estimates.take(time)
        self.hear(more, count + len(found))
        return found + more

    def _enriched(self, told: Sequence[events.Event], watched: Watched) -> list[events.Event]:
        line = watched.line
        assert line is not None
        known = with_presses(self.chronicle.situation(watched), self.clock.presses)
        after = len(line)
        return [
            enriched(event, known, line.board, after) if isinstance(event, events.Alert) else event for event in told
        ]

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
        if order.id and order.id in self.chronicle.taken:
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
            case orders.Rule() | orders.Dismiss() if past := past_rulings.of_past(order, self.chronicle.unruled, time):
                return [*said, past]
            case _:
                pass
        if watched is None:
            raise OrderRefused("no board has been found yet", "no_board")
        if self.chronicle.ended and isinstance(order, _WHILE_PLAYED):
            raise OrderRefused("the game is over already", "over_already")
        if isinstance(order, orders.NextGame) and (watched.line is None or self.chronicle.ended):
            return said + self._next(order, time, place, origin)
        table = Table(watched, self.settings.rules, self.chronicle.record, time, origin, said)
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
                self.clock.pause(table.time, table.say, len(table.turns), table.origin)
            case orders.Resume():
                pausing.resume(order, table, self.chronicle.paused)
                self.clock.resume(table.time, table.say, len(table.turns), table.origin)
            case orders.StartClock():
                self.clock.start(order, table)
            case orders.PressClock():
                self.clock.press(order, table)
                self._watchdog.pressed(table.watched, lambda: self.chronicle.situation(table.watched), table.say)
            case orders.AdjustClock():
                self.clock.adjust(order, table)
            case orders.Rule():
                rulings.rule(order, table, self.chronicle.docket(), self.clock)
            case orders.Dismiss():
                rulings.dismiss(order, table, self.chronicle.docket())
            case orders.WithdrawRuling():
                self._withdraw(order, table)
            case orders.Undo():
                undoing.undo(order, table, self.chronicle.told)
            case orders.DeclareDead():
                counting.declare_dead(order, table)
            case orders.CountGame() if order.estimate:
                self.estimates.ask(table, self.chronicle)
            case orders.CountGame():
                counting.count_game(table, self.chronicle)
            case orders.DeclareResult():
                counting.end_game(order.reason or "the result was declared", order.result, table, self.chronicle)
            case orders.End():
                counting.end_game(order.reason or "ended by hand", None, table, self.chronicle)
            case _:
                handler = _HANDLERS.get(type(order))
                if handler is None:
                    raise OrderRefused("this version cannot do that yet", "not_yet")
                handler(order, table)

    def _withdraw(self, order: orders.WithdrawRuling, table: Table) -> None:
        docket = self.chronicle.docket()
        goes_on = rulings.withdraw(order, table, docket)
        made_by = self.chronicle.order_of(order.ruling)
        if made_by and not self.chronicle.played_since(order.ruling):
            # What was played since stands on the ruling: then only its warnings and its result are taken back.
            undoing.restore(table, self.chronicle.told, made_by, "a ruling was withdrawn")
        if goes_on:
            table.reopen("a ruling was withdrawn")


_WHILE_PLAYED = (orders.Pause, orders.Resume, orders.SetTurn, orders.StartClock, orders.PressClock)
_REFEREES = (orders.Rule, orders.Dismiss, orders.WithdrawRuling)
_HANDLERS: dict[type, Callable[..., None]] = {
    orders.InsertMove: corrections.insert_move,
    orders.ChangeMove: corrections.change_move,
    orders.DeleteMove: corrections.delete_move,
    orders.DeclarePass: corrections.declare_pass,
    orders.SetTurn: corrections.set_turn,
    orders.SetStones: corrections.set_stones,
}
