"""The events of one board, numbered as the log will number them and kept until they are taken."""

from __future__ import annotations

from collections.abc import Iterable

from engine.point import Colour, Point
from recorder import events
from recorder.catalogue import CATALOGUE


class Announcements:
    """Events in the order in which they were said.

    Parameters
    ----------
    size : int
        Lines of the board.

    Attributes
    ----------
    count : int
        How many events the board's log holds, so that a `resolved` can name the alert it means.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.count = 0
        self._said: list[events.Event] = []
        self._open: set[int] = set()

    def take(self) -> list[events.Event]:
        """The events said since the last time."""
        said, self._said = self._said, []
        return said

    def say(self, event: events.Event) -> None:
        """One event more."""
        self.count += 1
        self._said.append(event)
        if isinstance(event, events.Resolved):
            self._open.discard(event.alert)

    def alert(self, name: str, points: tuple[int, ...], colour: int, time: float, seen: float) -> int:
        """Say an irregularity of the catalogue (colour 0: nobody's); returns the number of its alert."""
        kind = CATALOGUE[name]
        names = " ".join(Point(*divmod(p, self.size)).name(self.size) for p in points)
        who = {1: "Black", 2: "White"}.get(colour, "")
        self.say(
            events.Alert(
                t=time,
                id=name,
                points=self.vertices(points),
                colour=player(colour) if colour else None,
                article=kind.article,
                severity=kind.severity,
                message=" ".join(kind.message.format(colour=who, points=names).split()),
                t_seen=seen,
            )
        )
        self._open.add(self.count)
        return self.count

    def resolve_all(self, time: float, how: str) -> None:
        """Nothing of what was told of irregularities stands any more."""
        for seq in sorted(self._open):
            self.say(events.Resolved(t=time, alert=seq, how=how))

    def edit(self, before: bytes, after: bytes, n: int, time: float) -> None:
        """Say which stones do not lie as the moves alone would have them."""
        by = {c: [p for p, (a, b) in enumerate(zip(before, after, strict=True)) if a != b and b == c] for c in range(3)}
        if any(by.values()):
            self.say(
                events.Edit(
                    t=time,
                    after=n,
                    black=self.vertices(by[1]),
                    white=self.vertices(by[2]),
                    empty=self.vertices(by[0]),
                    cause="seen",
                )
            )

    def vertex(self, p: int) -> str:
        """SGF letters of a point."""
        return events.to_vertex(Point(*divmod(p, self.size)))

    def vertices(self, points: Iterable[int]) -> tuple[str, ...]:
        """SGF letters of several points."""
        return tuple(self.vertex(p) for p in points)


def player(colour: int) -> events.Player:
    """A colour (1 black, 2 white) as events name it."""
    return events.to_player(Colour(colour))
