"""Writes moves and passes into the main line, takes them out of it, and says so."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.chains import neighbours, put
from recorder import events
from recorder.inference.announcements import Announcements, player
from recorder.inference.mainline import Entry, MainLine
from recorder.inference.stories import Step, Story
from recorder.inference.sureness import candidates_of

if TYPE_CHECKING:
    from recorder.inference.look import Look


class Scribe:
    """Keeps the main line of one board in step with what is said.

    Parameters
    ----------
    said : Announcements
    """

    def __init__(self, said: Announcements) -> None:
        self._said = said
        self._around = neighbours(said.size)

    def withdraw(self, line: MainLine, keep: int, undone: list[Entry], time: float) -> None:
        """Take what comes after so many entries out of the main line; `undone` are those that do not come again."""
        reason = "a stone was taken up again" if undone else "the order of the moves was another"
        self._said.say(events.Correction(t=time, n=keep + 1, reason=reason))
        del line.entries[keep:]
        line.withdrawn.update({(e.point, e.colour): e for e in undone if e.point is not None})
        for fault in (f for entry in undone for f in entry.faults if f.seq):
            self._said.say(events.Resolved(t=time, alert=fault.seq, how="the move was taken back"))

    def enter_pass(self, line: MainLine, colour: int, time: float) -> None:
        """A pass that nobody saw."""
        self._said.say(events.Pass(t=time, n=len(line) + 1, colour=player(colour), confidence=0.5))
        line.entries.append(Entry(colour, None, line.board, (), time, -math.inf, 1.0, time, True))

    def enter_move(
        self, line: MainLine, known: Entry | None, story: Story, i: int, stories: list[Story], sure: float, look: Look
    ) -> None:
        """The i-th step of a story, as sure as that; `known` is the entry that was withdrawn, where it comes again.

        Also said is which stones do not lie as the move alone would have them.
        """
        step, time, board, n = story.steps[i], look.time, line.board, len(line) + 1
        assert step.point is not None
        is_last = i == len(story.steps) - 1
        entry = _again(known, step, sure) if known else _new(step, sure, look)
        candidates = () if known else self._candidates(story, stories, i)
        if candidates:
            entry.confidence = min(entry.confidence, 1 / (1 + len(candidates)))
        if is_last:
            entry.after = story.board
        left = [p for c in story.changes if c.kind == "left" for p in c.points]
        off = [p for p in step.captured if p not in left]
        if is_last:
            wrong = [p for c in story.changes if c.kind == "wrong_capture" for p in c.points]
            off += [p for p in wrong if board[p] == 3 - step.colour]
        self._said.say(
            events.Move(
                t=time,
                n=n,
                colour=player(step.colour),
                point=self._said.vertex(step.point),
                captured=self._said.vertices(off),
                t_placed=entry.placed,
                confidence=round(entry.confidence, 3),
                candidates=candidates,
                origin=entry.origin,
            )
        )
        line.entries.append(entry)
        self._said.edit(put(board, step.point, step.colour, self._around)[0], entry.after, n, time)

    def _candidates(self, story: Story, stories: list[Story], i: int) -> tuple[events.Candidate, ...]:
        """Other moves that may stand at this place of the order, as they are told."""
        found = candidates_of(story, stories, i)
        share = round(1 / (1 + len(found)), 3)
        vertex = self._said.vertex
        return tuple(events.Candidate(colour=player(c), point=vertex(p), confidence=share) for c, p in found)


def _again(known: Entry, step: Step, sure: float) -> Entry:
    """A move that was in the record before, at another place: only what a person said of it is surer than now."""
    said = known.confidence if known.origin != "camera" else sure
    return replace(known, after=step.after, captured=step.captured, confidence=said, next_turn=0, held=0.0)


def _new(step: Step, sure: float, look: Look) -> Entry:
    assert step.point is not None
    p = step.point
    return Entry(
        colour=step.colour,
        point=p,
        after=step.after,
        captured=step.captured,
        placed=float(min(look.since[p], look.time)),
        possible=float(look.possible[p]),
        missed=float(look.missed[p]),
        told=look.time,
        visited=bool(look.visited[p]),
        weight=float(look.weight[p]),
        confidence=sure,
    )
