"""When the grid of a board is made sure of by its lines: seldom where all fits, often where something does not."""

from __future__ import annotations

import math
from dataclasses import dataclass

from recorder.sight.marks import GONE

CHECK_EVERY, CHECK_DOUBT = 6.0, 0.6
"""Seconds between checks of the grid: as a rule, and where something does not fit."""
CHECK_STEADY, STEADIER = 60.0, 2.0
"""The same while the grid is always found where it was: at most, and by how much longer it becomes each time."""
CHECK_MOVED, CHECK_UPSET = 1.0, 0.3
"""Seconds between checks while the board is tracked to another place, and while it is lost or not proven."""
CHECK_BUSY = 1.2
"""The same where so much moves all the time that little can be made out."""
BUSY = 0.1
"""Share of the points that move from which on a check is better put off."""
SWEEPS = 0.3
"""Cells in one picture above which a board is too fast to be read."""
PROOF, RARELY = 0.2, 0.05
"""Share of the time for which a place is not proven, or the board lost, that is waited for before the next check."""


@dataclass
class Doubts:
    """Since when something speaks against the place of a board, seconds; None where it does not.

    Attributes
    ----------
    upset : float or None
        The board is taken to be elsewhere.
    astray : float or None
        Its marks are not found.
    rival : float or None
        Its lines are seen elsewhere.
    unproven : float or None
        It was found there once only.
    """

    upset: float | None = None
    astray: float | None = None
    rival: float | None = None
    unproven: float | None = None

    def __bool__(self) -> bool:
        return any(since is not None for since in (self.upset, self.astray, self.rival, self.unproven))


class Checks:
    """Keeps when the grid of one board was checked, and when it is to be checked again."""

    def __init__(self) -> None:
        self._at = -math.inf
        self._every, self._hunt = CHECK_EVERY, CHECK_UPSET

    def begin(self, time: float) -> None:
        """A board was found: whoever finds one may have seen it badly, and so it is looked at again soon."""
        self._at, self._every, self._hunt = time, CHECK_MOVED, CHECK_UPSET

    def tracked(self) -> None:
        """The marks were found: where they are not the next time, the lines are looked for at once."""
        self._hunt = CHECK_UPSET

    def done(self, time: float, *, steady: bool) -> None:
        """The grid was checked; `steady` says that it is where it was, as all says."""
        self._at = time
        self._every = max(CHECK_EVERY, min(self._every * STEADIER, CHECK_STEADY)) if steady else CHECK_EVERY
        if not steady:
            self._hunt = min(self._hunt * STEADIER, CHECK_EVERY)

    def is_due(
        self, time: float, moving: float, gone: float | None, doubts: Doubts, *, goes: bool, doubtful: bool
    ) -> bool:
        """Whether it is time for a check.

        Parameters
        ----------
        time : float
            Seconds.
        moving : float
            Share of the points that move.
        gone : float or None
            Cells by which the board has gone since the picture before; None where that is not known.
        doubts : Doubts
        goes : bool
            Whether the board is tracked to another place than the one told last.
        doubtful : bool
            Whether what was read last speaks for another place.
        """
        age = time - self._at
        if moving >= BUSY and not (gone and goes):
            # With so much motion little can be made out; but it may never end.
            return age >= CHECK_BUSY and doubts.upset is not None
        if doubts.upset is not None:
            return age >= min(CHECK_MOVED, max(CHECK_UPSET, RARELY * (time - doubts.upset)))
        if doubts.astray is not None and time - doubts.astray >= self._hunt:
            return age >= self._hunt
        if gone is not None and gone <= SWEEPS and goes:
            return age >= CHECK_MOVED or (gone <= GONE and doubts.rival is None)
        if doubts.rival is not None:
            return age >= max(CHECK_UPSET, PROOF * (time - doubts.rival))
        if doubts.unproven is not None and gone is not None and gone <= GONE:
            return age >= max(CHECK_UPSET, PROOF * (time - doubts.unproven))
        return age >= (CHECK_DOUBT if doubtful else self._every)
