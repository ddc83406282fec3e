"""The record of a game, folded out of its events: the main line, and what was withdrawn from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from recorder import events
from recorder.facts import GameFacts, merged

# Seconds by which what an alert is about may have been seen before the move it belongs to, or after.
_TOGETHER = 0.5

StepEvent = events.Move | events.Pass | events.Edit | events.Setup | events.Turn
Note = events.Alert | events.Ruling | events.Resolved


@dataclass(eq=False)
class Step:
    """A move, a pass, or a change of the stones, and what was said about it.

    Attributes
    ----------
    event : Move, Pass, Edit, Setup or Turn
    notes : list
        Alerts, rulings, and what became of them.
    left : TimeLeft or None
        What the player had left when the clock was pressed after it.
    """

    event: StepEvent
    notes: list[Note] = field(default_factory=list)
    left: events.TimeLeft | None = None

    @property
    def number(self) -> int:
        """Number of the move, or of the move before a change of the stones."""
        if isinstance(self.event, events.Edit | events.Turn):
            return self.event.after
        return self.event.n if isinstance(self.event, events.Move | events.Pass) else 0

    @property
    def is_turn(self) -> bool:
        """Whether it is a move or a pass."""
        return isinstance(self.event, events.Move | events.Pass)

    @property
    def seen(self) -> float:
        """Source time in seconds at which it was first visible."""
        return self.event.t_placed if isinstance(self.event, events.Move) else self.event.t

    def same_as(self, other: Step) -> bool:
        """Whether both do the same to the board."""
        a, b = self.event, other.event
        if isinstance(a, events.Move) and isinstance(b, events.Move):
            return (a.colour, a.point, set(a.captured)) == (b.colour, b.point, set(b.captured))
        if isinstance(a, events.Pass) and isinstance(b, events.Pass):
            return a.colour == b.colour
        if isinstance(a, events.Edit) and isinstance(b, events.Edit):
            return (set(a.black), set(a.white), set(a.empty)) == (set(b.black), set(b.white), set(b.empty))
        if isinstance(a, events.Turn) and isinstance(b, events.Turn):
            return a.to_move == b.to_move
        return a is b


@dataclass(frozen=True)
class Withdrawn:
    """A whole line as it stood when a part of it was withdrawn, and why it was."""

    line: tuple[Step, ...]
    reason: str


@dataclass(frozen=True)
class Record:
    """A game as it is known now.

    Attributes
    ----------
    size : int
        Number of lines each way.
    setup : Setup or None
        What stood there at the start.
    line : tuple of Step
        The main line.
    withdrawn : tuple of Withdrawn
        In the order in which it happened.
    notes : tuple
        What was said before the first step.
    end : End or None
    facts : GameFacts
        What people told of the game while it ran.
    """

    size: int
    setup: events.Setup | None
    line: tuple[Step, ...]
    withdrawn: tuple[Withdrawn, ...]
    notes: tuple[Note, ...]
    end: events.End | None
    facts: GameFacts = field(default_factory=GameFacts)


def fold(told: Iterable[events.Event]) -> Record | None:
    """The record of one game's events; None where no board was ever found."""
    folding = Folding()
    for event in told:
        folding.take(event)
    return folding.result()


class Folding:
    """Folds events one by one; `result` is the record as it is known now."""

    def __init__(self) -> None:
        self._size = 0
        self._setup: events.Setup | None = None
        self._line: list[Step] = []
        self._withdrawn: list[Withdrawn] = []
        self._notes: list[Note] = []
        self._noted: dict[int, list[Note]] = {}
        self._end: events.End | None = None
        self._facts = GameFacts()
        self._pressed: dict[events.Player, events.TimeLeft] = {}
        self._again: list[Step] = []
        self._again_at = -1.0

    def take(self, event: events.Event) -> None:
        """Take the next event of the game."""
        match event:
            case events.Board():
                # A board has one size: where stones were told of, a later finding is only a new place.
                if not self._line and self._setup is None:
                    self._size = event.size
            case events.Setup():
                if any(step.is_turn for step in self._line):
                    self._line.append(Step(event))
                else:
                    # What came before began from another position: there it means nothing.
                    self._withdrawn.clear()
                    self._line.clear()
                    self._setup = event
            case events.Move() | events.Pass():
                self._turn(event)
            case events.Edit() | events.Turn():
                # An edit may be told when the next moves have been: it stands where it happened.
                at = next(
                    (i for i, s in enumerate(self._line) if s.is_turn and s.number > event.after),
                    len(self._line),
                )
                self._line.insert(at, Step(event))
            case events.Correction():
                self._withdraw(event.n, event.reason, event.t)
            case events.Alert() | events.Ruling() | events.Resolved():
                self._note(event)
            case events.End():
                self._end = event
            case events.Clock() if event.action == "press":
                self._press(event)
            case events.FactsKnown():
                self._facts = merged(self._facts, event.facts)
            case events.Pause():
                if event.state == "resumed":
                    self._end = None  # the end was taken back: the game goes on
            case _:
                pass  # how well the board was seen, and what people asked for, is no part of the game

    def _turn(self, event: events.Move | events.Pass) -> None:
        last = next((s.number for s in reversed(self._line) if s.is_turn), 0)
        if event.n <= last:
            at = next(i for i, s in enumerate(self._line) if s.is_turn and s.number >= event.n)
            self._withdrawn.append(Withdrawn(tuple(self._line), "replaced"))
            if self._line[at].number == event.n:
                self._line[at] = Step(event)
            else:
                self._line.insert(at, Step(event))
        else:
            step = Step(event)
            self._line.append(step)
            self._take_over(step)
            if step.left is None:
                step.left = self._pressed.pop(event.colour, None)

    def _press(self, event: events.Clock) -> None:
        """A press belongs to the player's last move, or to the one that was not told yet."""
        left = event.black if event.colour == "B" else event.white
        if event.colour is None or not (left.main or left.period):
            return
        last = next((s for s in reversed(self._line) if s.is_turn), None)
        turn = last.event if last else None
        if last and isinstance(turn, events.Move | events.Pass) and turn.colour == event.colour and last.left is None:
            last.left = left
        else:
            self._pressed[event.colour] = left

    def _take_over(self, step: Step) -> None:
        """What was said of a move that was withdrawn and is written again at once is said of it still."""
        if step.event.t != self._again_at:
            return
        old = next((s for s in self._again if _same_turn(s.event, step.event)), None)
        if old is not None:
            self._again.remove(old)
            step.notes, step.left = list(old.notes), old.left
            self._noted |= {note.seq: step.notes for note in step.notes if isinstance(note, events.Alert)}

    def _withdraw(self, n: int, reason: str, time: float) -> None:
        at = next((i for i, s in enumerate(self._line) if s.number >= n), len(self._line))
        if at < len(self._line):
            self._withdrawn.append(Withdrawn(tuple(self._line), reason))
            self._again, self._again_at = [s for s in self._line[at:] if s.is_turn], time
            del self._line[at:]

    def _note(self, event: Note) -> None:
        if isinstance(event, events.Alert):
            notes = self._notes_for(event)
            self._noted[event.seq] = notes
        elif isinstance(event, events.Resolved) and event.alert not in self._noted:
            return  # of a game before
        else:
            notes = self._noted.get(event.alert, self._line[-1].notes if self._line else self._notes)
        notes.append(event)

    def _notes_for(self, alert: events.Alert) -> list[Note]:
        """What was seen together with one of its points belongs there, else to the last move laid before it."""
        before = None
        for step in reversed(self._line):
            if not step.is_turn or step.seen > alert.t_seen + _TOGETHER:
                continue
            before = before or step
            if step.seen < alert.t_seen - _TOGETHER:
                break
            if isinstance(step.event, events.Move) and step.event.point in alert.points:
                return step.notes
        return before.notes if before else self._notes

    def result(self) -> Record | None:
        """The record so far; None where no board was ever found."""
        if not self._size:
            return None
        return Record(
            self._size,
            self._setup,
            tuple(self._line),
            tuple(self._withdrawn),
            tuple(self._notes),
            self._end,
            self._facts,
        )


def _same_turn(a: StepEvent, b: StepEvent) -> bool:
    if isinstance(a, events.Move) and isinstance(b, events.Move):
        return (a.colour, a.point) == (b.colour, b.point)
    return isinstance(a, events.Pass) and isinstance(b, events.Pass) and a.colour == b.colour
