"""Stories that explain what differs from the record, and which of them may be told now."""

from __future__ import annotations

import math
from itertools import takewhile

import numpy as np

from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.phase import Phase
from recorder.inference.readiness import MARGIN, Readiness
from recorder.inference.search import Search
from recorder.inference.stories import Story
from recorder.settings import Settings

BLIND_PATIENCE = 8.0
"""Seconds after which a board of which much differs is looked at all the same."""
SEARCH_EVERY, SEARCH_SELDOM = 0.15, 1.0
"""Seconds between two searches for stories where nothing new is seen, at first and at most."""
STUCK_PATIENCE, STUCK_HELD = 8.0, 2.0
"""Seconds for which what cannot be decided may hold up plain moves, and for which those must have been seen."""
REMEMBERED_EVERY = 0.4
"""Seconds between two times that what is seen of the record's stones is kept."""
SIGNIFICANT = 1.0
"""Nats against what is believed of a point from which on stories are looked for anew."""


class Proposals:
    """Looks for stories on one board, no more often than needed.

    Parameters
    ----------
    settings : Settings

    Attributes
    ----------
    readiness : Readiness
        For how long stories have waited.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._search: Search | None = None
        self._searched = self._remembered = -math.inf
        self._pause = SEARCH_EVERY
        self._signature: tuple[object, int, int, bytes] | None = None
        self._stories: list[Story] = []
        self.readiness = Readiness(settings)

    def begin(self, line: MainLine) -> None:
        """This is the record from now on."""
        self._search = Search(line, self._settings.rules, self._settings.passes == "infer")

    def begin_anew(self) -> None:
        """Something was told, or another view begins: what was found is over."""
        self.readiness.begin_anew()
        self._signature = None

    def remember(self, look: Look) -> None:
        """Keep what is seen of the record's stones, now and then."""
        if self._search is not None and look.time - self._remembered >= REMEMBERED_EVERY:
            self._remembered = look.time
            self._search.remember(look)

    def of(self, look: Look, *, sparse: bool) -> list[Story]:
        """All stories of a look, the likeliest first; `sparse`: nobody looked since the one before.

        Raises
        ------
        RuntimeError
            Where there is no record yet.
        """
        if self._search is None:
            raise RuntimeError("no record has begun: call `begin` first")
        self._search.sparse = sparse
        return self._search.stories(look)

    def stories(self, line: MainLine, look: Look, *, sparse: bool) -> list[Story]:
        """The same; those of a look before where nothing new is seen."""
        # What people change of the record is weighed anew at once, as what is seen.
        signature = (_significant(look, line), len(line), line.turn_after(len(line)), line.board)
        if signature != self._signature or look.time - self._searched >= self._pause:
            same = signature == self._signature
            self._pause = min(self._pause * 1.5, SEARCH_SELDOM) if same else SEARCH_EVERY
            self._signature, self._searched = signature, look.time
            self._stories = self.of(look, sparse=sparse)
        return self._stories

    def is_blind(self, look: Look, differ: int) -> bool:
        """Whether so many points differ that the board cannot be read just now."""
        return differ > max(12, 0.12 * look.size**2) and not self.readiness.waited("blind", look.time, BLIND_PATIENCE)

    def ripe(self, line: MainLine, stories: list[Story], look: Look, phase: Phase) -> Story | None:
        """The story to be told now: the likeliest, or as much of its beginning as is sure; None to wait."""
        best = stories[0]
        if (best.is_nothing and best.keep == len(line)) or phase.holds(line, best, look):
            return None
        if self.readiness.is_ready(line, best, stories, look):
            return best
        if best.changes and best.keep == len(line) and (plain := self._plain_part(best, look)):
            return plain
        if best.changes or best.has_hidden or best.keep < len(line):
            return None
        for count in range(len(best.steps) - 1, 0, -1):
            part = best.steps[:count]
            shorter = next((s for s in stories if s.keep == best.keep and s.steps == part), None)
            if shorter is None or shorter.changes:
                continue
            rivals = [s for s in stories if s.cost < best.cost + MARGIN or s.cost <= shorter.cost]
            if all(s.keep == best.keep and s.steps[:count] == part for s in rivals if not s.is_nothing):
                alone = [shorter, *(s for s in stories if s.steps[:count] != part)]
                if self.readiness.is_ready(line, shorter, alone, look):
                    return shorter
        return None

    def _plain_part(self, best: Story, look: Look) -> Story | None:
        """The plain moves a story begins with, where what else it says has been in doubt for long.

        An irregularity that cannot be proven must not hold up the moves after it.
        """
        steps = list(takewhile(lambda s: not s.faults and s.point is not None and s.point >= 0, best.steps))
        while steps and (steps[-1].point is None or look.held[steps[-1].point] < STUCK_HELD):
            steps.pop()
        if not steps or not self.readiness.waited("stuck", look.time, STUCK_PATIENCE):
            return None
        return Story(best.keep, tuple(steps), (), (), best.cost, steps[-1].after)


def differing(look: Look, line: MainLine) -> int:
    """At how many points what is seen is not what the record says."""
    believed = np.frombuffer(line.board, np.uint8)
    return int(((look.now != believed) & (look.now != UNKNOWN)).sum())


def _significant(look: Look, line: MainLine) -> tuple[int, ...]:
    """What does not fit and how much that says, roughly: stories are looked for anew when it changes."""
    believed = np.frombuffer(line.board, np.uint8)
    against = np.take_along_axis(look.against, believed[:, None].astype(np.int64), axis=1)[:, 0]
    odd = np.flatnonzero((look.now != believed) & (against >= SIGNIFICANT))
    return (*odd.tolist(), *look.now[odd].tolist(), *against[odd].astype(int).tolist())
