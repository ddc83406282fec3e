"""What people do to a board that is no move, and what it costs in nats that they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from recorder.inference.change import Change, Spare
from recorder.inference.hypothesis import Hypothesis
from recorder.inference.leftovers import near
from recorder.inference.stories import Kind

REPAIR, FIRST_SIGHT, VANISHED, CHANGED, MOVED, RESTORED, WRONG_CAPTURE = 0.8, 0.3, 10.0, 10.0, 13.0, 8.0, 8.0
LAST_MOVED = 2.0
"""More for a moved stone that was the last one played: that is a take-back."""
MANY, EACH_OF_MANY, LEAST_MANY = 9.0, 4.0, 3
FROM_NOWHERE = 5.0
"""More for each of many stones that comes where none of its colour went."""
RESTORED_LATE = 6
"""Moves after a capture in which its stones may be put back, and after what was no move in which it is put right."""
REPAIR_LATE = 8.0
"""What it costs that it is put right later than that."""
SOON, NEAR = 4, 2
"""Epochs after a capture in which stones go with it, and lines around it."""


def edits(
    one: Hypothesis, left: list[Change], loose: frozenset[int], epoch: int, spare: Spare, size: int
) -> Iterator[Hypothesis]:
    """The record with stones that came, went or moved without being moves.

    Parameters
    ----------
    one : Hypothesis
    left : list of Change
        What else may have happened in this epoch.
    loose : frozenset of int
        Points of which it was not known well what lay there at the start.
    epoch : int
        Its number.
    spare : Spare
    size : int
        Number of lines.
    """
    fixed = [c for c in left if one.proper.get(c.point) == c.content]
    repair = REPAIR if len(one.plays) - one.edited <= RESTORED_LATE else REPAIR_LATE
    if fixed and spare.has(repair, fixed):
        yield _edit(one, "repair", fixed, repair)
    first = [c for c in left if c.point in loose and c not in fixed and c.cost < 0]
    if first and spare.has(FIRST_SIGHT, first):
        yield _edit(one, "first_sight", first, FIRST_SIGHT)
    gone = [c for c in left if not c.content and one.board[c.point] and c not in fixed]
    come = [c for c in left if c.content and not one.lying[c.point] and not one.board[c.point]]
    for change in gone:
        if change.cost < 0 and spare.has(VANISHED, (change,)):
            yield _edit(one, "vanished", [change], VANISHED)
        for other in come:
            if other.content != one.board[change.point] or change.cost + other.cost >= 0:
                continue
            price = MOVED + LAST_MOVED * (bool(one.plays) and one.plays[-1].point == change.point)
            if spare.has(price, (change, other)):
                yield _edit(one, "moved", [change, other], price)
    for change in left:
        there = one.board[change.point]
        if change.content and there and there == one.lying[change.point] and change.cost < 0:
            if not spare.has(CHANGED, (change,)):
                continue
            yield _edit(one, "changed", [change], CHANGED)
    surest: dict[int, Change] = {}
    for change in left:
        if change.cost < -EACH_OF_MANY and change.point not in surest:
            surest[change.point] = change
    more = one.swept == one.visit  # the hand has not left all of them at once
    if len(surest) >= (1 if more else LEAST_MANY):
        price = EACH_OF_MANY * len(surest) + (0.0 if more else MANY)
        come_of = Counter(c.content for c in surest.values())
        went_of = Counter(one.lying[p] for p in surest)
        price += FROM_NOWHERE * sum(max(0, come_of[c] - went_of[c]) for c in (1, 2))
        if spare.has(price, surest.values()):
            swept = _edit(one, "many", list(surest.values()), price)
            swept.swept = one.visit
            yield swept
    if not one.plays:
        return
    last = one.plays[-1]
    taken = {q: 3 - p.colour for p in one.plays[-RESTORED_LATE:] for q in p.captured}
    back = [c for c in come if taken.get(c.point) == c.content and c.cost < 0]
    if back and spare.has(RESTORED, back):
        yield _edit(one, "restored", back, RESTORED)
    if last.captured and last.point is not None and epoch - last.epoch <= SOON:
        around = [last.point, *last.captured]
        for change in gone:
            beside = any(near(change.point, q, size, NEAR) for q in around)
            if (
                change.cost < 0
                and beside
                and spare.has(WRONG_CAPTURE, (change,))
                and one.board[change.point] == 3 - last.colour
            ):
                yield _edit(one, "wrong_capture", [change], WRONG_CAPTURE)
                break


def _edit(one: Hypothesis, kind: Kind, changes: list[Change], price: float) -> Hypothesis:
    board, lying, proper = bytearray(one.board), bytearray(one.lying), dict(one.proper)
    for change in changes:
        p = change.point
        if proper.get(p) == change.content:
            del proper[p]
        elif kind not in ("repair", "first_sight"):
            proper.setdefault(p, board[p])
        board[p] = lying[p] = change.content
    grown = one.copy()
    grown.cost = one.cost + price + sum(c.cost for c in changes)
    grown.board, grown.lying, grown.proper = bytes(board), bytes(lying), proper
    if kind not in ("repair", "first_sight"):
        grown.edited = len(one.plays)
    grown.touched = one.touched | {c.point for c in changes}
    return grown
