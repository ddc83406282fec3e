"""A running game as an order finds it: its line, what was told of it, and how a changed line is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from engine.point import Colour, Point
from engine.rules import Rules
from recorder import events
from recorder.desk.turns import Breach, Laid, Played, Turn, changed, index_of, laid_at_start, play, turns_of
from recorder.inference.mainline import Entry, MainLine
from recorder.orders import OrderRefused
from recorder.record import Record

if TYPE_CHECKING:
    from recorder.desk.overruled import Overruled
    from recorder.inference.evidence import Look

WHY: Mapping[Breach, str] = {
    "occupied": "there is a stone already",
    "suicide": "its stone would have no liberty",
    "ko": "it would take the ko back at once",
    "superko": "the whole board would repeat",
}
AFTER = 1.0
"""Seconds after the move before it in which a move that a person put in is taken to have been missing still."""
COLOURS = {1: "Black", 2: "White"}
_OF_TURNS = frozenset({"double_move", "out_of_turn", "white_first", "pass_or_double_move"})


class Watched(Protocol):
    """The board that is watched: what inference believes of it, and what it sees."""

    size: int
    count: int
    paused: bool
    overruled: Overruled

    @property
    def line(self) -> MainLine | None:
        """The main line; None before the first good look."""

    @property
    def look(self) -> Look | None:
        """What was seen last."""

    def open(self, time: float) -> list[events.Event]:
        """Tell what stood there at the start, where it was not told yet: the game has begun."""

    def close(self) -> None:
        """The game is over: nothing is told any more."""

    def reopen(self) -> None:
        """The game goes on after all."""


class Table:
    """The game in the hands of one order. What is said here is told together, or not at all.

    Parameters
    ----------
    watched : Watched
    rules : Rules
    record : Record
        The game's record until now.
    time : float
        Source time of the order in seconds.
    origin : {"operator", "referee"}
    said : list of Event, optional
        What the order has told already.

    Attributes
    ----------
    said : list of Event
    turns : list of Turn
        The main line.
    result : str or None
        That of the end, where the game is over.

    Raises
    ------
    OrderRefused
        Where the board has not been read yet.
    """

    def __init__(
        self,
        watched: Watched,
        rules: Rules,
        record: Callable[[], Record | None],
        time: float,
        origin: events.Origin,
        said: list[events.Event] | None = None,
    ) -> None:
        if watched.line is None:
            raise OrderRefused("the board has not been read yet: wait until no hand is over it", "not_read")
        self.watched, self.rules, self.time, self.origin = watched, rules, time, origin
        self.line: MainLine = watched.line
        self.size = watched.size
        self.said: list[events.Event] = [] if said is None else said
        self._count = watched.count
        folded = record()
        self.turns: list[Turn] = turns_of(folded, self.size, self.line.entries) if folded else []
        self.result = folded.end.result if folded and folded.end else None
        self._dealt: set[int] = set()
        self.laid_at_start = laid_at_start(folded, self.size) if folded else set()

    # Saying

    def lay(self, content: Mapping[int, int], cause: events.Cause) -> bool:
        """Set points by hand after the last move; whether anything changed."""
        before = self.line.board
        content = {p: c for p, c in content.items() if before[p] != c}
        if not content:
            return False
        self.begin()
        self.line.set_board(changed(before, content))
        self.tell_edit(len(self.line), Laid(content, cause, self.origin))
        self.watched.overruled.say(before, self.line.board, self.watched.look, self.time)
        return True

    def give_turn(self, colour: int) -> None:
        """Whatever was before, this player is to move."""
        if self.line.entries:
            self.line.entries[-1].next_turn = colour
        else:
            self.line.first_turn, self.line.sure_turn = colour, True
        player = events.to_player(Colour(colour))
        self.say(events.Turn(t=self.time, after=len(self.line), to_move=player, origin=self.origin))

    def say(self, event: events.Event) -> int:
        """Tell an event; its number in the log."""
        self.said.append(event)
        return self._count + len(self.said)

    def begin(self) -> None:
        """Tell what stood there at the start, where it was not told yet: what people enter comes after it."""
        self.said += self.watched.open(self.time)

    def vertex(self, p: int) -> str:
        """SGF letters of a point."""
        return events.to_vertex(Point(*divmod(p, self.size)))

    def vertices(self, points: Sequence[int]) -> tuple[str, ...]:
        """SGF letters of points."""
        return tuple(self.vertex(p) for p in sorted(points))

    def name(self, p: int | None) -> str:
        """A point as people write it."""
        return "pass" if p is None else Point(*divmod(p, self.size)).name(self.size)

    @property
    def turn(self) -> int:
        """Who is to move; 0 where that is not known."""
        return self.line.turn_after(len(self.line))

    def end(self, reason: str, result: str | None) -> None:
        """The game is over."""
        self.begin()
        self.watched.close()
        self.say(events.End(t=self.time, reason=reason, result=result, origin=self.origin))

    def reopen(self, reason: str) -> None:
        """The game goes on after all."""
        self.watched.reopen()
        self.say(events.Pause(t=self.time, state="resumed", reason=reason, origin=self.origin))

    # Changing the line

    def retell(self, turns: Sequence[Turn], reason: str, start: Laid | None = None) -> None:
        """Make these turns the main line: withdraw what is no longer so, and tell the rest with its numbers.

        Parameters
        ----------
        turns : sequence of Turn
            Those that stay as they are must be the same objects.
        reason : str
            Why, in a few words.
        start : Laid, optional
            What is to be changed of the stones before the first move.

        Raises
        ------
        OrderRefused
            Where a move cannot stand, with the first one that cannot and why. Nothing is changed then.
        """
        old = play(self.size, self.rules, self.line.start, self.turns)
        first = changed(self.line.start, start.content) if start else self.line.start
        new = play(self.size, self.rules, first, turns)
        self._check(old, new)
        self.begin()
        keep = 0
        while start is None and keep < min(len(old), len(new)) and new[keep].turn is old[keep].turn:
            keep += 1
        before = self.line.board
        if keep < len(old):
            self.say(events.Correction(t=self.time, n=keep + 1, reason=reason, origin=self.origin))
        if start is not None:
            self.tell_edit(0, start)
            self.line.start = first
        entries, dropped = self.line.entries[:keep], self.line.entries[keep:]
        for n, played in enumerate(new[keep:], keep + 1):
            self._tell(n, played)
            entries.append(self._entry(played, entries))
        self.line.entries[:] = entries
        self.turns = [played.turn for played in new]
        self.watched.overruled.say(before, self.line.board, self.watched.look, self.time)
        for entry in dropped:
            for fault in entry.faults if entry not in entries else ():
                self.resolve(fault.seq, "the move was taken out of the record")
        self._settle(new)

    def _check(self, old: Sequence[Played], new: Sequence[Played]) -> None:
        stood = {played.turn.told.seq: played.breaches for played in old if played.turn.told}
        for n, played in enumerate(new, 1):
            turn = played.turn
            allowed = set(stood.get(turn.told.seq, ())) if turn.told else set()
            if turn.forced:
                allowed |= {"suicide", "ko", "superko"}
            for breach in sorted(played.breaches - allowed):
                move = f"{COLOURS[turn.colour]} {self.name(turn.point)}"
                raise OrderRefused(
                    f"move {n} ({move}) cannot stand: {WHY[breach]}",
                    f"cannot_stand_{breach}",
                    n=n, colour=Colour(turn.colour).letter, point=self.vertex(turn.point or 0),
                )  # fmt: skip

    def _tell(self, n: int, played: Played) -> None:
        turn = played.turn
        player = events.to_player(Colour(turn.colour))
        told = turn.told
        if turn.point is None:
            sure = told.confidence if told else 1.0
            self.say(events.Pass(t=self.time, n=n, colour=player, confidence=sure, origin=turn.origin))
        else:
            move = told if isinstance(told, events.Move) else None
            off = [p for p in played.taken if not played.after[p]]
            if move is not None:
                # Stones that went with it though they had liberties.
                off += [
                    p for v in move.captured
                    if (p := index_of(v, self.size)) not in played.taken and played.plain[p] and not played.after[p]
                ]  # fmt: skip
            self.say(
                events.Move(
                    t=self.time,
                    n=n,
                    colour=player,
                    point=self.vertex(turn.point),
                    captured=self.vertices(off),
                    t_placed=min(move.t_placed if move else self._placed(turn), self.time),
                    confidence=move.confidence if move else 1.0,
                    candidates=move.candidates if move else (),
                    origin=turn.origin,
                )
            )
        for one in played.laid:
            self.tell_edit(n, one)
        if turn.to_move:
            to_move = events.to_player(Colour(turn.to_move))
            self.say(events.Turn(t=self.time, after=n, to_move=to_move, origin=self.origin))

    def tell_edit(self, n: int, laid: Laid) -> None:
        """Tell what was laid by hand after move `n`; nothing of the line is changed by it."""
        groups = [self.vertices([p for p, c in laid.content.items() if c == colour]) for colour in range(3)]
        self.say(
            events.Edit(
                t=self.time, after=n, black=groups[1], white=groups[2], empty=groups[0],
                cause=laid.cause, origin=laid.origin,
            )
        )  # fmt: skip

    def _placed(self, turn: Turn) -> float:
        """When a stone that a person put in was first visible, as far as that is known."""
        look = self.watched.look
        if turn.point is not None and look is not None and look.shown[turn.point] == turn.colour:
            return float(look.since[turn.point])
        return self.time

    def _entry(self, played: Played, before: Sequence[Entry]) -> Entry:
        turn = played.turn
        entry = turn.entry
        if entry is None or (entry.colour, entry.point) != (turn.colour, turn.point):
            latest = max((e.placed for e in before), default=0.0)
            # Who says that it came after the others saw it missing when they lay there.
            missing = latest + AFTER if before else float("-inf")
            entry = Entry(
                turn.colour, turn.point, played.after, played.taken, max(self._placed(turn), latest), missing, 1.0,
                self.time, True,
            )  # fmt: skip
        entry.after, entry.captured = played.after, played.taken
        entry.next_turn, entry.origin = turn.to_move, turn.origin
        return entry

    def _settle(self, new: Sequence[Played]) -> None:
        """Alerts that the changed record answers are dealt with."""
        how = "the record was put right"
        for i, entry in enumerate(self.line.entries):
            expected = self.line.turn_after(i) if self.line.is_turn_sure(i) else 0
            for fault in list(entry.faults):
                if fault.id in _OF_TURNS and entry.colour == expected:
                    entry.faults.remove(fault)
                    self.resolve(fault.seq, how)
        laid = self.laid_at_start | {p for played in new for one in played.laid for p in one.content}
        board = self.line.board
        for standing in list(self.line.outstanding):
            if standing.proper and all(p not in laid or board[p] == c for p, c in standing.proper.items()):
                self.line.outstanding.remove(standing)
                self.resolve(standing.seq, how)

    def dealt_with(self, seq: int) -> None:
        """A ruling deals with an alert: what happens to its stones says nothing more of it."""
        self._dealt.add(seq)

    def resolve(self, seq: int, how: str) -> None:
        """An alert went away, or was dealt with."""
        if seq and seq not in self._dealt:
            self._dealt.add(seq)
            self.say(events.Resolved(t=self.time, alert=seq, how=how, origin=self.origin))
