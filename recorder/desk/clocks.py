"""The game's clock: set, started, pressed and put right by orders; what it says by itself as time goes by."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING

from engine.clock import Clock, Face
from engine.point import Colour
from recorder import events, orders
from recorder.facts import GameFacts
from recorder.orders import OrderRefused
from recorder.timing import parse_time

if TYPE_CHECKING:
    from recorder.desk.table import Table

LATENCY = 1.0
"""Seconds for which a press may be under way: until then nobody's time is said to be used up."""
Say = Callable[[events.Event], int]
BLACK, WHITE = Colour.BLACK, Colour.WHITE


class GameClock:
    """The clock of one game, driven by source times.

    Attributes
    ----------
    clock : Clock or None
        None while no time system is known.
    presses : list of (Colour, float)
        Who pressed and when, since the last move that was told.
    """

    def __init__(self, facts: GameFacts | None = None) -> None:
        self.clock: Clock | None = None
        self.presses: list[tuple[Colour, float]] = []
        self._called: set[tuple[str, Colour, int, float]] = set()
        self._time = 0.0
        self._system = ""
        self._used = False
        if facts is not None and facts.time:
            self._make(facts.time, facts.white_time)

    def _make(self, system: str, white: str) -> None:
        self.clock = Clock(parse_time(system), parse_time(white) if white else None)
        self._system = f"{system}; White {white}" if white else system

    # Orders

    def set_time(self, order: orders.SetTime) -> GameFacts:
        """Set how time is kept; the facts that say so. Raises OrderRefused where it is none."""
        try:
            facts = GameFacts(time=order.system, white_time=order.white)
            self._make(order.system, order.white)
            self._used = False
        except ValueError as error:
            raise OrderRefused(str(error), "no_time") from error
        return facts

    def start(self, order: orders.StartClock, table: Table) -> None:
        """Start a player's time."""
        clock = self._known()
        colour = self._whose(order.colour, table)
        self._used = True
        self.tell_system(table)
        clock.start(colour, self._at(table.time))
        table.say(self.event("start", colour, table))

    def press(self, order: orders.PressClock, table: Table) -> None:
        """A player has pressed: his time stops, the other's runs."""
        time = table.time if order.t is None else order.t
        if time > table.time:
            raise OrderRefused(f"the clock cannot have been pressed at {time:g} s: it is {table.time:g} s", "not_yet")
        running = self.clock.running if self.clock else None
        colour = events.to_colour(order.colour) if order.colour else running or self._whose(None, table)
        self._used = True
        self.tell_system(table)
        if self.clock is not None:
            time = self._at(time)
            if self.clock.running is None:
                self.clock.start(colour.other, time)
            else:
                self.clock.press(colour, time)
        self.presses.append((colour, time))
        table.say(self.event("press", colour, table, time))

    def tell_system(self, table: Table) -> None:
        """Tell how time is kept, where that was not told yet."""
        if self.clock is not None and self._system:
            table.say(_event("system", None, self.clock, table.time, len(table.turns), table.time, self._system))
            self._system = ""

    def adjust(self, order: orders.AdjustClock, table: Table) -> None:
        """Set what a player has left (Chinese rules 2002, articles 22.8 and 22.9)."""
        clock, colour = self._known(), events.to_colour(order.colour)
        clock.advance(self._at(table.time))
        clock.adjust(colour, order.main, order.periods, order.period, order.stones)
        table.say(self.event("adjust", colour, table))

    def pause(self, time: float, say: Say, after: int, origin: events.Origin = "camera") -> None:
        """Both stand still (article 14)."""
        if self.clock is not None and self.clock.running is not None:
            colour = self.clock.running
            self.clock.pause(self._at(time))
            say(_event("pause", colour, self.clock, time, after, time, "", origin))

    def resume(self, time: float, say: Say, after: int, origin: events.Origin = "camera") -> None:
        """Who ran before the pause runs again."""
        if self.clock is not None and self.clock.running is None:
            self.clock.resume(self._at(time))
            if self.clock.running is not None:
                say(_event("resume", self.clock.running, self.clock, time, after, time, "", origin))

    def stop(self, time: float) -> None:
        """The game is over."""
        if self.clock is not None:
            self.clock.pause(self._at(time))

    def may_go_on(self, colour: Colour) -> bool:
        """Whether a player's overrun may count as a pass: there were periods."""
        clock = self.clock
        return (
            clock is not None
            and clock.overrun is not None
            and clock.overrun[0] is colour
            and bool(clock.system_of(colour).periods)
        )

    def go_on(self, colour: Colour, table: Table) -> None:
        """A player whose byo-yomi was overrun goes on with his last period (article 22.5)."""
        self._known().allow_pass(colour, self._at(table.time))
        table.say(self.event("start", colour.other, table))

    # Time goes by

    def tick(self, time: float, say: Say, after: int) -> Colour | None:
        """Tell what the clock says by itself; whose time is used up, the first time that it is.

        Parameters
        ----------
        time : float
            Source time in seconds.
        say : callable
            Takes an event.
        after : int
            Number of the last move.
        """
        clock, until = self.clock, time - LATENCY
        if clock is None or clock.running is None or clock.overrun is not None or until <= self._time:
            return None
        ahead = deepcopy(clock)
        calls = ahead.advance(until)
        for call in calls:
            key = (call.kind, call.colour, call.number, round(call.time, 3))
            if call.kind not in ("byo_yomi", "periods_left") or key in self._called:
                continue
            self._called.add(key)
            say(_event("call", call.colour, ahead, time, after, call.time, f"{call.kind} {call.number}"))
        if ahead.overrun is None:
            return None
        colour, at = ahead.overrun
        self.clock, self._time = ahead, until
        say(_event("over", colour, ahead, time, after, at, ""))
        return colour

    def event(
        self, action: events.ClockAction, colour: Colour, table: Table, time: float | None = None
    ) -> events.Clock:
        """What happened to the clock, as an event."""
        at = table.time if time is None else time
        return _event(action, colour, self.clock, table.time, len(table.turns), at, "", table.origin)

    def _known(self) -> Clock:
        if self.clock is None:
            raise OrderRefused("it is not known how time is kept: give the time system first", "no_time_system")
        return self.clock

    def _whose(self, colour: events.Player | None, table: Table) -> Colour:
        if colour is not None:
            return events.to_colour(colour)
        if not table.turn:
            raise OrderRefused("it is not known who is to move: say whose clock", "turn_unknown")
        return Colour(table.turn)

    def _at(self, time: float) -> float:
        """Time runs forwards: what is told late happened at the last known time."""
        self._time = max(self._time, time)
        return self._time

    # After a restart

    def adopt(self, facts: GameFacts) -> None:
        """Take the time system that the facts name, where no clock runs by another yet."""
        if facts.time and not self._used:
            self._make(facts.time, facts.white_time)

    def take(self, event: events.Clock) -> None:
        """Take in what was told before a restart."""
        self._used = True
        if self.clock is None:
            return
        faces = {BLACK: event.black, WHITE: event.white}
        self._system = ""
        self._time = max(self._time, event.time)
        self.clock.running = None
        self.clock.advance(self._time)
        self.clock.faces = {c: Face(t.main, t.periods, t.period, t.stones) for c, t in faces.items()}
        self.clock.running = events.to_colour(event.running) if event.running else None
        if event.action == "over" and event.colour:
            self.clock.overrun = (events.to_colour(event.colour), event.time)


def _event(
    action: events.ClockAction,
    colour: Colour | None,
    clock: Clock | None,
    time: float,
    after: int,
    at: float,
    text: str,
    origin: events.Origin = "camera",
) -> events.Clock:
    left = {c: _left(clock.faces[c]) if clock else events.TimeLeft(main=0.0) for c in (BLACK, WHITE)}
    running = clock.running if clock and clock.overrun is None else None
    return events.Clock(
        t=time,
        action=action,
        colour=events.to_player(colour) if colour else None,
        running=events.to_player(running) if running else None,
        after=after,
        time=round(at, 3),
        black=left[BLACK],
        white=left[WHITE],
        text=text,
        origin=origin,
    )


def _left(face: Face) -> events.TimeLeft:
    main, period = max(0.0, face.main), max(0.0, face.period)
    return events.TimeLeft(main=round(main, 3), periods=face.periods, period=round(period, 3), stones=face.stones)
