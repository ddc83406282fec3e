"""What the clock and the board say together by themselves, whenever something was seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.point import Colour, Point
from engine.referee import time_overrun
from engine.situation import Evidence, Situation
from recorder import events
from recorder.desk.clocks import GameClock
from recorder.desk.findings import described, plain_alert
from recorder.desk.pressing import matching, too_early
from recorder.desk.table import Watched

Say = Callable[[events.Event], int]


class Watchdog:
    """Alerts of the clock: presses before the move or before the captures were off, time used up.

    Parameters
    ----------
    clock : GameClock
    """

    def __init__(self, clock: GameClock) -> None:
        self.clock = clock
        self._matched = 0

    def moves(self, told: Sequence[events.Event], watched: Watched, known: Callable[[], Situation], say: Say) -> None:
        """Moves were told: those whose press came too early.

        Parameters
        ----------
        told : sequence of Event
        watched : Watched
        known : callable
            The situation now.
        say : callable
            Takes an alert.
        """
        for event in told:
            if isinstance(event, events.Move) and event.origin == "camera":
                self._move(event.n, event.t, watched, known, say)

    def pressed(self, watched: Watched, known: Callable[[], Situation], say: Say) -> None:
        """A press came in: where its move was told already, whether it came too early."""
        line = watched.line
        if line is not None and line.entries and self.clock.presses:
            n = len(line)
            if int(self.clock.presses[-1][0]) == line.entries[-1].colour and n > self._matched:
                self._move(n, line.entries[-1].told, watched, known, say)

    def _move(self, n: int, time: float, watched: Watched, known: Callable[[], Situation], say: Say) -> None:
        line = watched.line
        if line is None or n > len(line):
            return
        entry = line.entries[n - 1]
        if entry.point is None or entry.told != time or entry.origin != "camera":
            return  # told again after a correction, or put in by a person who saw no more than that
        before = line.entries[n - 2].placed if n > 1 else 0.0
        press = matching(self.clock.presses, entry.colour, before)
        if press is None:
            return
        self._matched = n
        look = watched.look
        name = too_early(press, entry, look)
        if name is None:
            return
        points = (entry.point, *(entry.captured if name == "clock_before_capture_complete" else ()))
        now = look.time if look is not None else time
        size = watched.size
        vertices = tuple(events.to_vertex(Point(*divmod(p, size))) for p in sorted(points))
        alert = plain_alert(name, vertices, events.to_player(Colour(entry.colour)), now, min(press, now), size)
        say(described(alert, None, known(), (), n))

    def tick(self, time: float, watched: Watched, known: Callable[[], Situation], say: Say) -> None:
        """Time goes by: calls, and the alert where it is used up."""
        line = watched.line
        after = len(line) if line is not None else 0
        colour = self.clock.tick(time, say, after)
        if colour is None or self.clock.clock is None or self.clock.clock.overrun is None:
            return
        seen = self.clock.clock.overrun[1]
        alert = plain_alert("time_overrun", (), events.to_player(colour), time, seen, watched.size)
        situation = known()
        say(described(alert, time_overrun(situation, colour), situation, (), after))


def with_presses(known: Situation, presses: Sequence[tuple[Colour, float]]) -> Situation:
    """The situation with the presses since the last move, where they speak for a pass (article 17.2)."""
    pressed = tuple(colour for colour, _ in presses)
    if pressed[:1] != (known.position.turn,):
        return known
    return replace(known, evidence=Evidence(presses=pressed))
