"""Why something was told, or not told: the stories that were weighed, kept beside the events."""

from __future__ import annotations

import msgspec

from engine.point import Point
from recorder import events
from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.stories import Step, Story

MOST_STORIES, MOST_POINTS = 4, 24
"""How many stories, the likeliest first, and how many points that differ are kept of a moment."""
EVERY = 1.0
"""Seconds between two moments that are kept although nothing was told."""
ENOUGH = 200
"""Moments that wait at the most; whoever does not fetch them loses the older ones."""


class SeenPoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A point that looked otherwise than was believed.

    Attributes
    ----------
    point : str
        SGF letters.
    believed, shown : str
        `.`, `X`, `O`; `?` where it could not be told.
    held : float
        Seconds for which it was seen so.
    weight : float
        How surely it was read, 0.15 to 1.1.
    clear : float
        Seconds since a hand was over it; 0 while one is.
    visited : bool
        Whether a hand was there when it changed.
    """

    point: str
    believed: str
    shown: str
    held: float
    weight: float
    clear: float
    visited: bool = False


class WeighedStory(msgspec.Struct, frozen=True, omit_defaults=True):
    """One story.

    Attributes
    ----------
    cost : float
        Nats: the less, the likelier.
    keep : int
        How many moves of the record it leaves as they are.
    moves : tuple of str
        `Bdd`, `Wpass`; behind it what is wrong with it: `Bdd turn`.
    changes : tuple of str
        What lies otherwise without a move: `moved dd ee`.
    misread : tuple of points
        Whose reading it does not believe.
    """

    cost: float
    keep: int
    moves: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    misread: tuple[str, ...] = ()


class Trace(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was weighed at one time.

    Attributes
    ----------
    t : float
        Source time in seconds.
    after : int
        Moves in the record then.
    covered : int
        Points out of view.
    stories : tuple of WeighedStory
        The likeliest first.
    seen : tuple of SeenPoint
    told : int
        Which of the stories was told then, from 1 on; 0 for none: it was waited.
    """

    t: float
    after: int
    covered: int
    stories: tuple[WeighedStory, ...]
    seen: tuple[SeenPoint, ...]
    told: int = 0

    def encode(self) -> str:
        """As a line of JSON."""
        return msgspec.json.encode(self).decode()

    @staticmethod
    def decode(line: str) -> Trace:
        """Out of a line of JSON; raises ValueError where it is none."""
        return msgspec.json.decode(line, type=Trace)


class Tracer:
    """Gathers what is weighed on one board."""

    def __init__(self) -> None:
        self._waiting: list[Trace] = []
        self._last: tuple[object, ...] = ()
        self._kept = -EVERY

    def weigh(self, line: MainLine, look: Look, stories: list[Story], told: Story | None) -> None:
        """Keep a moment where something is told, or where another story has become the likeliest."""
        best = stories[0]
        key = (len(line), best.keep, [(s.colour, s.point) for s in best.steps], best.changes)
        if told is None and (key == self._last or look.time - self._kept < EVERY):
            return
        self._last, self._kept = key, look.time
        some = stories[:MOST_STORIES]
        if told is not None and told not in some:
            some = [*some[:-1], told]
        self._waiting.append(
            Trace(
                round(look.time, 3),
                len(line),
                int(look.unseen.sum()),
                tuple(_weighed(story, look.size) for story in some),
                tuple(_seen(line, look)),
                some.index(told) + 1 if told is not None else 0,
            )
        )
        del self._waiting[:-ENOUGH]

    def take(self) -> list[Trace]:
        """The moments since the last time."""
        waiting, self._waiting = self._waiting, []
        return waiting


def _weighed(story: Story, n: int) -> WeighedStory:
    changes = tuple(" ".join([c.kind, *(_vertex(p, n) for p in c.points)]) for c in story.changes)
    moves = tuple(_move(step, n) for step in story.steps)
    misread = tuple(_vertex(p, n) for p in story.misread)
    return WeighedStory(round(story.cost, 2), story.keep, moves, changes, misread)


def _move(step: Step, n: int) -> str:
    where = "pass" if step.point is None else "hidden" if step.point < 0 else _vertex(step.point, n)
    return " ".join(["?BW"[step.colour] + where, *step.faults])


def _vertex(p: int, n: int) -> str:
    return events.to_vertex(Point(*divmod(p, n)))


def _seen(line: MainLine, look: Look) -> list[SeenPoint]:
    board = line.board
    found = []
    for p, (shown, there) in enumerate(zip(look.shown, board, strict=True)):
        if shown == there or (shown == UNKNOWN and look.unseen[p]):
            continue
        found.append(
            SeenPoint(
                _vertex(p, look.size),
                ".XO"[there],
                ".XO?"[shown],
                round(float(look.held[p]), 2),
                round(float(look.weight[p]), 2),
                round(max(0.0, float(look.clear[p])), 2),
                bool(look.visited[p]),
            )
        )
    return found[:MOST_POINTS]
