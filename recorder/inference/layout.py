"""What stood there at the start, as it is told: before all that happens to it, and anew while it is still laid."""

from __future__ import annotations

from engine.handicap import handicap_points, star_points
from recorder import events
from recorder.inference.announcements import Announcements, player
from recorder.inference.mainline import MainLine
from recorder.settings import Settings

LAYING, TRIED = "stones are being laid before the game", "stones were tried before the game"


class Layout:
    """Tells the stones of one game's start.

    Parameters
    ----------
    said : Announcements
    settings : Settings

    Attributes
    ----------
    is_told : bool
        Whether it was told what stood there, or that it was nothing.
    """

    def __init__(self, said: Announcements, settings: Settings) -> None:
        self._said, self._settings = said, settings
        self.is_told = False
        self._start: bytes | None = None
        self._wrong = 0

    def resume(self, line: MainLine) -> None:
        """It was told before."""
        self.is_told = True
        self._start = line.start if any(line.start) else None

    def begin(self, line: MainLine, time: float) -> None:
        """What stood there at the start comes before all that happens."""
        if any(line.start):
            self.tell(line, time)
        if line.entries:
            self.is_told = True

    def tell(self, line: MainLine, time: float) -> None:
        """Tell it, where it was not told yet, and whether the handicap is as it was announced."""
        if self.is_told:
            return
        self.is_told = True
        if self._start != line.start:
            self._say(line, time)
        black = [p for p, s in enumerate(line.start) if s == 1]
        wrong = () if 2 in line.start else _wrong_handicap(line.size, self._settings.handicap or 0, black)
        if wrong and not self._wrong:
            self._wrong = self._said.alert("wrong_handicap", wrong, 1, time, time)
        elif self._wrong and not wrong:
            self._said.say(events.Resolved(t=time, alert=self._wrong, how="put right on the board"))
            self._wrong = 0

    def lay(self, line: MainLine, time: float) -> None:
        """Stones are still being laid before the game: tell it again where it was told what stood there."""
        if self.is_told or self._start is not None:
            self._say(line, time)
            self.is_told = not any(line.start)  # the handicap is looked at when White has played

    def withdraw_first(self, line: MainLine, time: float) -> None:
        """The only move told was no move but a stone laid before the game."""
        self._said.say(events.Correction(t=time, n=1, reason=LAYING))
        self._said.resolve_all(time, LAYING)
        line.entries.clear()

    def withdraw(self, line: MainLine, time: float) -> None:
        """All that was told until now were stones laid and taken off again before the game."""
        if line.entries:
            self._said.say(events.Correction(t=time, n=1, reason=TRIED))
        if self._start is not None or any(line.start):
            self._said.say(events.Setup(t=time, black=(), white=(), to_move="B"))
        self._said.resolve_all(time, TRIED)
        line.entries.clear()
        line.outstanding.clear()
        line.withdrawn.clear()
        line.doubtful.clear()
        self._start, self._wrong, self.is_told = None, 0, False

    def _say(self, line: MainLine, time: float) -> None:
        self._start = line.start
        black = [p for p, s in enumerate(line.start) if s == 1]
        white = [p for p, s in enumerate(line.start) if s == 2]
        turn = player(line.first_turn) if line.first_turn else None
        vertices = self._said.vertices
        self._said.say(events.Setup(t=time, black=vertices(black), white=vertices(white), to_move=turn))


def _wrong_handicap(size: int, wanted: int, black: list[int]) -> tuple[int, ...]:
    """Points on which the handicap is not as announced; empty where it is, or none was."""
    if wanted < 2:
        return ()
    try:
        proper = {p.row * size + p.col for p in handicap_points(size, wanted)}
    except ValueError:
        proper = set(black)
    stars = {p.row * size + p.col for p in star_points(size)}
    if len(black) == wanted and set(black) <= proper | stars:
        return ()
    return tuple(sorted(set(black) ^ proper) or black)
