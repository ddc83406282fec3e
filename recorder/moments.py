"""The moments of a game that a person should look at: what was told together, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from recorder import events
from recorder.doubtful import is_doubtful, points_of

Turn = events.Move | events.Pass
SOON = 2.0
"""Seconds from one stone pushed off its point to the next that belong together."""


@dataclass(eq=False)
class Moment:
    """Doubtful things that were told together.

    Attributes
    ----------
    size : int
        Number of lines of the board.
    told : list of Event
        At least one.
    withdrawn : list of Move or Pass
        What a correction among them took out of the record.
    aftermath : list of Event
        What became of it: corrections, stones put back, rulings, the view back again.
    """

    size: int
    told: list[events.Event]
    withdrawn: list[Turn] = field(default_factory=list)
    aftermath: list[events.Event] = field(default_factory=list)
    open: set[int] = field(default_factory=set)
    """Numbers of those of its events that are neither dealt with nor gone from the record."""

    @property
    def seq(self) -> int:
        """Number of the first of its events."""
        return self.told[0].seq

    @property
    def t(self) -> float:
        """Source time in seconds at which it was told."""
        return self.told[0].t

    @property
    def seen(self) -> float:
        """Source time in seconds at which the first of it was visible."""
        return min(_seen(event) for event in self.told)

    @property
    def points(self) -> tuple[str, ...]:
        """The points it is about, each once."""
        return tuple(dict.fromkeys(p for event in (*self.told, *self.withdrawn) for p in points_of(event)))

    @property
    def is_settled(self) -> bool:
        """Whether all that was doubtful has been dealt with, or has left the record."""
        return bool(self.aftermath) and not self.open


def _seen(event: events.Event) -> float:
    return event.t_placed if isinstance(event, events.Move) else getattr(event, "t_seen", event.t)


class Moments:
    """Gathers the moments of one game after the other: a sink.

    Parameters
    ----------
    told : iterable of Event, optional
        What was told before.
    """

    name = "what a person should look at"

    def __init__(self, told: Iterable[events.Event] = ()) -> None:
        self._found: list[Moment] = []
        self._batch: list[events.Event] = []
        self._line: list[Turn] = []
        self._of: dict[int, Moment] = {}
        self._lost: Moment | None = None
        self._game, self._size = "", 0
        for event in told:
            self.send(event)

    def send(self, event: events.Event) -> None:
        """Take the next event, with its number."""
        if self._batch and (event.t, event.game) != (self._batch[0].t, self._batch[0].game):
            self._gather()
        self._batch.append(event)

    def close(self) -> None:
        """Nothing is left to be done."""

    def found(self) -> list[Moment]:
        """The moments so far, in the order in which they were told."""
        self._gather()
        return self._found

    def _gather(self) -> None:
        """What was told at one time is told together."""
        batch, self._batch = self._batch, []
        if not batch:
            return
        if batch[0].game != self._game:
            self._game, self._lost = batch[0].game, None
            self._line.clear()
        dropped: list[Turn] = []
        fresh: list[Turn] = []
        for event in batch:
            if isinstance(event, events.Board):
                self._size = event.size
            elif isinstance(event, events.Correction):
                dropped += [turn for turn in self._line if turn.n >= event.n]
                self._line = [turn for turn in self._line if turn.n < event.n]
            elif isinstance(event, events.Move | events.Pass):
                if any(turn.n == event.n for turn in self._line):
                    dropped += [turn for turn in self._line if turn.n == event.n]
                    self._line = [turn for turn in self._line if turn.n != event.n]
                fresh.append(event)
                self._line = sorted([*self._line, event], key=lambda turn: turn.n)
        before = [_played(turn) for turn in dropped]
        after = [_played(turn) for turn in fresh]
        gone = self._carry_over(dropped, fresh)
        doubtful = [
            event for event in batch if is_doubtful(event) and not (event in fresh and _played(event) in before)
        ]
        if before == after[: len(before)]:
            # All of it stands as it stood: nothing that was told has become another.
            doubtful = [event for event in doubtful if not isinstance(event, events.Correction)]
        self._file(batch, doubtful, gone)

    def _carry_over(self, dropped: list[Turn], fresh: list[Turn]) -> list[Turn]:
        """What is told again is as doubtful as it was; what is not is gone from the record."""
        gone = []
        for turn in dropped:
            again = next((one for one in fresh if _played(one) == _played(turn) and one.seq not in self._of), None)
            moment = self._of.get(turn.seq)
            if again is None:
                gone.append(turn)
            elif moment is not None:
                self._of[again.seq] = moment
                moment.open.discard(turn.seq)
                if again.origin == "camera":
                    moment.open.add(again.seq)
        return gone

    def _file(self, batch: list[events.Event], doubtful: list[events.Event], gone: list[Turn]) -> None:
        parents: dict[Moment, list[events.Event]] = {}
        for turn in gone:
            if (moment := self._of.get(turn.seq)) is not None:
                moment.open.discard(turn.seq)
                parents.setdefault(moment, [])
        for event in batch:
            if isinstance(event, events.Resolved | events.Ruling) and (moment := self._of.get(event.alert)):
                if isinstance(event, events.Ruling) and event.withdraws:
                    moment.open.add(event.alert)
                else:
                    moment.open.discard(event.alert)
                parents.setdefault(moment, []).append(event)
            elif isinstance(event, events.View) and event.state == "back" and self._lost is not None:
                self._lost.aftermath.append(event)
                self._lost = None
        new: list[events.Event] = [e for e in doubtful if not isinstance(e, events.Correction | events.Edit)]
        changes: list[events.Event] = [e for e in batch if isinstance(e, events.Correction)]
        changes += [e for e in doubtful if isinstance(e, events.Edit) and not new]
        for moment, settling in parents.items():
            moment.aftermath += sorted([*changes, *settling], key=lambda e: e.seq)
        if parents:
            doubtful = new
        if doubtful:
            self._begin(doubtful, [] if parents else gone)

    def _begin(self, doubtful: list[events.Event], gone: list[Turn]) -> None:
        if self._goes_on(doubtful):
            moment = self._found[-1]
            moment.told += doubtful
            self._of |= {event.seq: moment for event in doubtful}
            moment.open |= {event.seq for event in doubtful}
            return
        withdrawn = gone if any(isinstance(e, events.Correction) for e in doubtful) else []
        moment = Moment(self._size, doubtful, withdrawn)
        self._found.append(moment)
        for event in doubtful:
            self._of[event.seq] = moment
            if isinstance(event, events.Alert | events.Move | events.Pass):
                moment.open.add(event.seq)
            elif isinstance(event, events.View):
                self._lost = moment

    def _goes_on(self, doubtful: list[events.Event]) -> bool:
        """Whether stones are pushed off their points still, as at the moment before: by one bump, or one sleeve."""
        last = self._found[-1].told if self._found else []
        both = [*last, *doubtful]
        pushed = all(isinstance(e, events.Alert) and e.id == "off_centre_stone" for e in both)
        return bool(last) and pushed and {e.game for e in both} == {last[0].game} and doubtful[0].t - last[-1].t <= SOON


def _played(event: events.Event) -> tuple[object, ...]:
    return getattr(event, "colour", None), getattr(event, "point", None)
