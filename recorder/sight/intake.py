"""Which readings inference gets: few where nothing new is seen."""

from __future__ import annotations

import math
from dataclasses import replace

from recorder.sight.looking import Glance
from recorder.sight.turning import agrees
from vision.reading import Reading

STILL, STIRRED = 1.0, 0.41
"""Seconds for which inference need not be told that nothing new is seen: while all is still, and while something
covers points. A hand that comes and goes within the latter is not missed: what it covered is told afterwards.
"""


class Intake:
    """Hands readings of one board on.

    Attributes
    ----------
    agreed : bool
        Whether all that was seen in the reading handed on last is what was believed then.
    """

    def __init__(self) -> None:
        self.agreed = False
        self._waiting: Reading | None = None
        self._handed_at = self._looked_at = -math.inf

    def take(
        self, glance: Glance, time: float, board: bytes | None, *, resting: bool
    ) -> tuple[list[Reading], Reading | None]:
        """What is to be handed on in this frame.

        Parameters
        ----------
        glance : Glance
        time : float
            Seconds.
        board : bytes or None
            What is believed to lie there.
        resting : bool
            Whether no news is waited for.

        Returns
        -------
        earlier : list of Reading
            Of frames before, in their order.
        now : Reading or None
            Of this frame; None where it can wait.
        """
        gap, self._looked_at = time - self._looked_at, time
        latest = glance.reading
        if latest is None:
            return self.rest(), None
        if resting and glance.moved is None and not glance.fresh:
            patience = STILL if glance.calm else STIRRED - gap
            if time - self._handed_at < patience:
                self._waiting = self._with_covered(latest)
                return [], None
        if not glance.fresh and time - self._handed_at < STIRRED:
            earlier, latest = [], self._with_covered(latest)
        else:
            earlier = [*self.rest(), *glance.earlier]
        self._waiting, self._handed_at = None, time
        self.agreed = agrees(latest, board)
        return earlier, latest

    def rest(self) -> list[Reading]:
        """What waits: it says until when nothing new was seen."""
        waiting, self._waiting = self._waiting, None
        return [] if waiting is None else [waiting]

    def drop(self) -> None:
        """What waits is no reading of this board any more."""
        self._waiting = None

    def _with_covered(self, latest: Reading) -> Reading:
        """The latest reading, without the points that were covered in one that waits."""
        return latest if self._waiting is None else replace(latest, seen=latest.seen & self._waiting.seen)
