"""When a story may be told: what bears on it was seen long enough, and nothing else explains it as well."""

from __future__ import annotations

import math

from recorder.inference.doubt import proof
from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.search import SERIOUS
from recorder.inference.stories import Story
from recorder.settings import Settings

# How long a thing must have been seen, and all around it been in view, before it is told: seconds.
MOVE_HELD, MOVE_CLEAR = 0.3, 0.3
SEVERAL_HELD, SEVERAL_CLEAR = 0.5, 0.5
UNDO_HELD, UNDO_CLEAR = 0.7, 0.7
LIFTED_HELD = 2.0
FAULT_HELD, FAULT_CLEAR = 0.8, 0.6
TURN_HELD, TURN_CLEAR = 0.6, 0.4
LAIN_HELD, LAIN_CLEAR = 1.6, 0.5
LEFT_CLEAR = 1.2
SWEEPING = 6.0
MANY_CLEAR = 1.3
QUIET = frozenset({"first_sight", "recovered", "amended"})
QUIET_HELD = 2.0
DOUBT = 2.5
"""Seconds more for a reading without any weight."""
# How far, in nats, the next story must be behind; and after how many seconds less will do.
MARGIN, STILL_MARGIN = 0.7, 1.0
RIVAL_PATIENCE = 1.5
DOUBT_PATIENCE = 6.0
UNREAD_PATIENCE = 3.0
HIDDEN_PATIENCE = 20.0
CERTAIN = 0.75
"""Weight of each reading that bears on an irregularity."""
LAIN = 4.0
"""Seconds for which a stone must have been seen whose going is an irregularity."""
LATEST, TOLD_SURELY = 4, 0.6
"""Moves before one out of turn that must have been told with so much confidence."""
MISSABLE = 3.0
"""Nats below which a stone may lie where none is read."""


class Readiness:
    """Keeps how long stories wait.

    Parameters
    ----------
    settings : Settings
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._waiting: dict[str, float] = {}
        self._clear: dict[tuple[object, ...], float] = {}

    def begin_anew(self) -> None:
        """Something was told, or nothing differs any more."""
        self._waiting.clear()
        self._clear.clear()

    def waited(self, why: str, now: float, patience: float) -> bool:
        """Whether a thing has been waited for so long."""
        since = self._waiting.setdefault(why, now)
        return now - since >= patience

    def is_ready(self, line: MainLine, best: Story, stories: list[Story], look: Look) -> bool:
        """Whether the best of these stories may be told now."""
        if best.has_hidden and not self.waited("hidden", look.time, HIDDEN_PATIENCE):
            return False
        margin = margin_of(best, stories)
        if self.settings.stills:
            new = [s.point for s in best.steps if s.point is not None and not s.again]
            doubt = max((max(0.0, 0.85 - float(look.weight[p])) for p in new), default=0.0)
            return margin >= STILL_MARGIN + 3.0 * doubt
        points = best.points
        if not points:
            points = [e.point for e in line.entries[best.keep :] if e.point is not None]
        taken = {p for s in best.steps for p in s.captured}
        unread = [p for p in points if look.unseen[p] or look.shown[p] == UNKNOWN]
        if any(p not in taken for p in unread):
            return False
        # A captured stone's point that cannot be read must not hold the game up for ever.
        if unread and not self.waited("unread", look.time, UNREAD_PATIENCE):
            return False
        kinds = {c.kind for c in best.changes} - {"repair", *QUIET, "blob"}
        faults = {f for s in best.steps if not s.again for f in s.faults}
        if (kinds or faults) and not is_certain(line, best, margin, look):
            # A wrong alert is worse than a late one; a plain move is told without it in the end.
            if kinds or faults != {"turn"} or not self.waited("doubt", look.time, DOUBT_PATIENCE):
                return False
        elif margin < MARGIN and not self.waited("rival", look.time, RIVAL_PATIENCE):
            return False
        held, clear, radius = MOVE_HELD, MOVE_CLEAR, 1
        if len([s for s in best.steps if not s.again]) > 1:
            held, clear, radius = SEVERAL_HELD, SEVERAL_CLEAR, 2
        if best.keep < len(line):
            held, clear, radius = UNDO_HELD, UNDO_CLEAR, 2
            if best.is_nothing and any(look.visited[p] for p in points):
                held = LIFTED_HELD  # it may be set down again
        if kinds or faults:
            held, clear, radius = FAULT_HELD, FAULT_CLEAR, 4
            if not kinds and faults == {"turn"}:
                held, clear, radius = TURN_HELD, TURN_CLEAR, 3
                if min((look.held[p] for p in points), default=0.0) >= LAIN_HELD:
                    # It has lain there while others play on.
                    clear, radius = LAIN_CLEAR, 1
        if QUIET & {c.kind for c in best.changes}:
            held = max(held, QUIET_HELD)
        if "many" in kinds:
            clear = MANY_CLEAR
        if kinds == {"vanished"} and look.unseen.any():
            held = SWEEPING  # the hand that took it may go on: then the board is being cleared
        changed = [p for p in points if look.shown[p] != line.board[p]]
        # Doubtful readings have to last.
        # Seen every time, so that the time in view is known when a hand comes back.
        self._cleared(best, points, radius, look)
        if any(look.held[p] < held + DOUBT * max(0.0, 0.85 - look.weight[p]) for p in changed):
            return False
        if kinds & {"left", "wrong_capture", "restored"}:
            # Taking stones off is part of the move: while it goes on nothing is wrong.
            clear = LEFT_CLEAR
            if changed and look.time - max(look.since[p] for p in changed) < LEFT_CLEAR:
                return False
        return self._cleared(best, points, radius, look) >= clear

    def _cleared(self, story: Story, points: list[int], radius: int, look: Look) -> float:
        """The longest time for which all was in view around the points since the story came up, seconds.

        A hand that comes back later changes nothing about what could be seen before.
        """
        key = (story.keep, tuple((s.colour, s.point) for s in story.steps), story.changes)
        longest = max(self._clear.get(key, 0.0), look.clear_around(points, radius))
        self._clear = {**{k: v for k, v in self._clear.items() if k[0] == story.keep}, key: longest}
        return longest


def is_certain(line: MainLine, story: Story, margin: float, look: Look) -> bool:
    """Whether an irregularity may be told: all that bears on it was read surely."""
    if margin < MARGIN or any(look.weight[p] < CERTAIN for p in story.points):
        return False
    # A move out of turn may be another one's that was not read; early in a game nobody knows how long that goes on.
    is_turn = any("turn" in s.faults for s in story.steps)
    lasting = proof(look.noise, max(look.lasting, look.supposed) if is_turn else look.lasting)
    new = [p for p in story.points if look.shown[p] != line.board[p]]
    # What was taken counts from then on: it lay there before.
    left = [p for c in story.changes if c.kind in ("left", "restored") for p in c.points]
    if lasting > FAULT_HELD and (
        any(look.held[p] < lasting for p in new) or any(look.fresh[p] < lasting for p in left)
    ):
        return False
    changed = {p for c in story.changes for p in c.points}
    if any(e.point in changed and (e.weight < CERTAIN or e.held < max(lasting, LAIN)) for e in line.entries):
        return False  # what is gone may never have been
    if any(look.costs[p][story.board[p]] >= SERIOUS and look.held[p] >= lasting / 2 for p in story.misread):
        return False  # more than this is wrong with the record
    if any(s.faults == ("turn",) for s in story.steps):
        last = line.entries[story.keep - 1] if story.keep else None
        if last is not None and (last.weight < CERTAIN or (lasting > FAULT_HELD and last.held < lasting)):
            return False
        if any(e.confidence < TOLD_SURELY for e in line.entries[max(0, story.keep - LATEST) : story.keep]):
            return False  # one of the moves before it may have been none
        if any(look.shown[p] not in (UNKNOWN, line.board[p]) for p in story.misread):
            return False
        return not _may_be_missed(line, story, look)
    return True


def _may_be_missed(line: MainLine, story: Story, look: Look) -> bool:
    """Whether the stone that would make the turn right may lie where a hand was and be read badly."""
    first = next(s for s in story.steps if "turn" in s.faults)
    since = line.entries[story.keep - 1].placed if story.keep else 0.0
    told = set(story.points)
    return any(
        not there and p not in told and not look.unseen[p]
        and look.costs[p][3 - first.colour] < MISSABLE and look.clear[p] < look.time - since
        for p, there in enumerate(line.board)
    )  # fmt: skip


def margin_of(best: Story, stories: list[Story]) -> float:
    """How many nats the next story with another outcome is behind."""
    same = _outcome(best)
    return next((other.cost - best.cost for other in stories[1:] if _outcome(other) != same), math.inf)


def _outcome(story: Story) -> tuple[bytes, set[tuple[int, int | None]], int]:
    """What lies on the board and stands in the record; moves that are dropped and played again stand as before."""
    again = sum(s.again for s in story.steps)
    return story.board, {(s.colour, s.point) for s in story.steps if not s.again}, story.keep + again
