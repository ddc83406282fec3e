"""A running game as an order finds it: its line, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from engine.point import Colour, Point
from engine.rules import Rules
from recorder import events
from recorder.desk.turns import Laid, Turn, changed, laid_at_start, turns_of
from recorder.inference.mainline import MainLine
from recorder.orders import FindAgain, OrderRefused, SetGrid, SetTop
from recorder.record import Record

if TYPE_CHECKING:
    from recorder.desk.overruled import Overruled
    from recorder.inference.look import Look

COLOURS = {1: "Black", 2: "White"}


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


class Place(Protocol):
    """The session, as far as orders about the place of the board and the recording itself concern it."""

    @property
    def watched(self) -> Watched | None:
        """The board that is watched; None before it was found."""

    def order_place(self, order: SetGrid | SetTop | FindAgain, time: float) -> list[events.Event]:
        """Put the grid elsewhere, turn it, or look for it anew; raises OrderRefused."""

    def order_next(self, time: float) -> list[events.Event]:
        """Begin another game on the same board."""


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
        self.watched.paused = False  # a game that is over is not paused: should it go on, it is played
        self.say(events.End(t=self.time, reason=reason, result=result, origin=self.origin))

    def reopen(self, reason: str) -> None:
        """The game goes on after all."""
        self.watched.reopen()
        self.say(events.Pause(t=self.time, state="resumed", reason=reason, origin=self.origin))

    def tell_edit(self, n: int, laid: Laid) -> None:
        """Tell what was laid by hand after move `n`; nothing of the line is changed by it."""
        groups = [self.vertices([p for p, c in laid.content.items() if c == colour]) for colour in range(3)]
        self.say(
            events.Edit(
                t=self.time, after=n, black=groups[1], white=groups[2], empty=groups[0],
                cause=laid.cause, origin=laid.origin,
            )
        )  # fmt: skip

    def dealt_with(self, seq: int) -> None:
        """A ruling deals with an alert: what happens to its stones says nothing more of it."""
        self._dealt.add(seq)

    def resolve(self, seq: int, how: str) -> None:
        """An alert went away, or was dealt with."""
        if seq and seq not in self._dealt:
            self._dealt.add(seq)
            self.say(events.Resolved(t=self.time, alert=seq, how=how, origin=self.origin))
