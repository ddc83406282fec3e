"""What was told of the game that is on, as the desk remembers it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.rules import Rules
from engine.situation import Situation
from recorder import events
from recorder.desk.docket import Docket
from recorder.desk.findings import situation
from recorder.desk.table import Watched
from recorder.desk.turns import turns_of
from recorder.facts import GameFacts, merged
from recorder.record import Record, fold


class Chronicle:
    """The events of one game after the other, numbered as in the log.

    Parameters
    ----------
    rules : Rules
    facts : GameFacts
        What is known of every game from the start.

    Attributes
    ----------
    told : list of Event
        Of the game that is on, or was on last.
    taken : set of str
        Ids of the orders that were taken.
    facts : GameFacts
        With what was told since.
    paused, ended, counting : bool
        `counting`: paused since the camera saw dead stones being taken off.
    games : int
        How many games were over and followed by another.
    start : bytes
        What lay there before the first move, when something was seen last.
    unruled : dict of int to Alert
        By number, those of games before that nobody has ruled on.
    """

    def __init__(self, rules: Rules, facts: GameFacts) -> None:
        self.rules = rules
        self.facts = self._given = facts
        self.told: list[events.Event] = []
        self.taken: set[str] = set()
        self.paused = self.ended = self.counting = False
        self.games = 0
        self.start = b""
        self.unruled: dict[int, events.Alert] = {}

    def hear(self, told: Sequence[events.Event], count: int) -> None:
        """Take note of what is told; `count` events stood in the log before."""
        for number, event in enumerate(told, count + 1):
            self.note(msgspec.structs.replace(event, seq=number))

    def note(self, event: events.Event) -> None:
        """Take note of one event, numbered."""
        if isinstance(event, events.Board) and self.ended:
            self.unruled |= self.docket().open()
            self.told.clear()
            self.ended = self.paused = self.counting = False
            self.facts = self._given
            self.games += 1
        self.told.append(event)
        match event:
            case events.Ordered() if event.order.id:
                self.taken.add(event.order.id)
            case events.End():
                self.ended, self.paused, self.counting = True, False, False
            case events.Resolved():
                self.unruled.pop(event.alert, None)
            case events.Pause():
                self.paused = event.state == "paused"
                self.counting = self.paused and event.reason == events.COUNTING and event.origin == "camera"
                self.ended = False
            case events.FactsKnown():
                self.facts = merged(self.facts, event.facts)
            case _:
                pass

    def record(self) -> Record | None:
        """The record of the game until now."""
        return fold(self.told)

    def docket(self) -> Docket:
        """Its alerts and rulings until now."""
        return Docket(self.told, self.rules)

    def situation(self, watched: Watched) -> Situation:
        """Where the game stands by what was told; the board must have been read."""
        line, record = watched.line, self.record()
        assert line is not None
        turns = turns_of(record, watched.size) if record is not None else []
        turn = turns[-1].to_move or 3 - turns[-1].colour if turns else line.first_turn
        return situation(watched.size, self.rules, self.start or line.start, turn, turns)

    def order_of(self, seq: int) -> int:
        """Number of the order that made the event of that number; 0 where there is none."""
        made = [e.seq for e in self.told if isinstance(e, events.Ordered) and e.seq < seq]
        return made[-1] if made else 0

    def played_since(self, seq: int) -> bool:
        """Whether anything was played after the event of that number."""
        made = next(e.t for e in self.told if e.seq == seq)
        return any(isinstance(e, events.Move | events.Pass | events.Correction) and e.t > made for e in self.told)
