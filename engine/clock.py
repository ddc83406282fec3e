"""The two faces of a game clock, driven by the times of events; it reads no clock of its own.

Chinese rules 2002, articles 12, 14 and 22. A press may come from a key, a message or a person: all call `press`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.face import Call, Face
from engine.point import Colour
from engine.timekeeping import TimeSystem

__all__ = ["Call", "Clock", "Face"]

BLACK, WHITE = Colour.BLACK, Colour.WHITE


@dataclass
class Clock:
    """Both players' time.

    Parameters
    ----------
    system : TimeSystem
        For both players.
    white_system : TimeSystem, optional
        White's, where it differs.
    """

    system: TimeSystem
    white_system: TimeSystem | None = None
    faces: dict[Colour, Face] = field(init=False)
    running: Colour | None = field(init=False, default=None)
    overrun: tuple[Colour, float] | None = field(init=False, default=None)
    """Who ran out of time, and when."""

    def __post_init__(self) -> None:
        self._now = 0.0
        self._paused: Colour | None = None
        self.faces = {
            colour: Face(each.main, each.periods, each.period, each.stones)
            for colour, each in ((BLACK, self.system), (WHITE, self.white_system or self.system))
        }

    def system_of(self, colour: Colour) -> TimeSystem:
        """How a player's time is kept."""
        return self.white_system or self.system if colour is WHITE else self.system

    def start(self, colour: Colour, time: float) -> list[Call]:
        """Start a player's face; the other stands still. Returns the calls due until then."""
        calls = self.advance(time)
        self.running, self._paused = colour, None
        return calls

    def press(self, colour: Colour, time: float) -> list[Call]:
        """A player has moved and pressed: his face stops, the other's starts.

        Pressing while the own face stands does nothing. Returns the calls due until then.
        """
        calls = self.advance(time)
        if self.running is colour:
            self._move_done(colour)
            self.running = colour.other
        return calls

    def pause(self, time: float) -> list[Call]:
        """Stop both faces (article 14); a move begun goes on where it was."""
        calls = self.advance(time)
        self._paused, self.running = self.running or self._paused, None
        return calls

    def resume(self, time: float) -> list[Call]:
        """Go on after a pause: the time between does not count."""
        calls = self.advance(time)
        if self.running is None:
            self.running, self._paused = self._paused, None
        return calls

    def deduct(self, colour: Colour, seconds: float) -> None:
        """Take time off a player's main time (lateness, article 22.1)."""
        face = self.faces[colour]
        face.main = max(0.0, face.main - seconds)

    def adjust(
        self,
        colour: Colour,
        main: float | None = None,
        periods: int | None = None,
        period: float | None = None,
        stones: int | None = None,
    ) -> None:
        """Set what a player has left: a faulty clock put right, times lost at a pause (articles 22.8, 22.9).

        Raises ValueError where a number is negative.
        """
        face = self.faces[colour]
        given = {"main": main, "periods": periods, "period": period, "stones": stones}
        for name, value in given.items():
            if value is None:
                continue
            if value < 0:
                raise ValueError(f"a player cannot have {value:g} left ({name})")
            setattr(face, name, value)
        if self.overrun is not None and self.overrun[0] is colour:
            self.overrun = None

    def allow_pass(self, colour: Colour, time: float) -> list[Call]:
        """Count an overrun of the last minute as a pass with the turn forfeited (article 22.5).

        Raises ValueError where the player has not run out of byo-yomi.
        """
        if self.overrun is None or self.overrun[0] is not colour or not self.system_of(colour).periods:
            raise ValueError(f"{colour.name.lower()} has not run out of byo-yomi")
        calls = self.advance(time)  # Nothing runs after an overrun.
        self.overrun = None
        self.faces[colour].periods, self.faces[colour].period = 1, self.system_of(colour).period
        return calls + self.start(colour.other, time)

    def advance(self, time: float) -> list[Call]:
        """Let time pass.

        Returns
        -------
        list of Call
            What had to be called out since the last time, in order.

        Raises
        ------
        ValueError
            Where the time lies before the last one.
        """
        if time < self._now:
            raise ValueError(f"time runs forwards: {time:g} after {self._now:g}")
        calls: list[Call] = []
        colour = self.running
        if colour is not None and self.overrun is None:
            self._run(colour, time - self._now, calls)
        self._now = time
        return calls

    def sgf(self, colour: Colour) -> dict[str, str]:
        """SGF's BL or WL (seconds left) and, in overtime, OB or OW (periods or stones left)."""
        face, system = self.faces[colour], self.system_of(colour)
        letter = colour.letter
        if not face.in_overtime or not system.period:
            return {f"{letter}L": f"{max(0.0, face.main):g}"}
        left = face.periods if system.periods else face.stones
        return {f"{letter}L": f"{max(0.0, face.period):g}", f"O{letter}": str(left)}

    def _run(self, colour: Colour, seconds: float, calls: list[Call]) -> None:
        face, system = self.faces[colour], self.system_of(colour)
        at = self._now
        if face.main > 0:
            used = min(face.main, seconds)
            face.main -= used
            at, seconds = at + used, seconds - used
            if face.main > 0:
                return
            if not system.period:
                self._lose(colour, at, calls)
                return
            calls.append(Call(at, colour, "byo_yomi", face.periods or face.stones))
        elif not system.period:
            self._lose(colour, at, calls)
            return
        while seconds > 0 and self.overrun is None:
            used = min(face.period, seconds)
            begun = system.period - face.period
            start = at - begun
            for into, kind, number in system.calls(last=face.periods == 1):
                if begun < into <= begun + used:
                    calls.append(Call(start + into, colour, kind, number))
            face.period -= used
            at, seconds = at + used, seconds - used
            if face.period > 0:
                return
            self._period_over(colour, at, calls)

    def _period_over(self, colour: Colour, at: float, calls: list[Call]) -> None:
        face, system = self.faces[colour], self.system_of(colour)
        if face.periods > 1:
            face.periods -= 1
            face.period = system.period
            calls.append(Call(at, colour, "periods_left", face.periods))
        else:
            self._lose(colour, at, calls)

    def _lose(self, colour: Colour, at: float, calls: list[Call]) -> None:
        self.overrun = (colour, at)
        calls.append(Call(at, colour, "time_over", 0))

    def _move_done(self, colour: Colour) -> None:
        face, system = self.faces[colour], self.system_of(colour)
        if self.overrun is not None:
            return
        face.main += system.increment
        if not face.in_overtime:
            return
        if system.periods:
            face.period = system.period
        elif system.stones:
            face.stones -= 1
            if face.stones == 0:
                # Time saved carries over to the next period (article 12.5).
                face.stones = system.stones
                face.period += system.period
