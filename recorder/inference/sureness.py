"""How sure a move is, and what else it may have been, by the chances of all stories."""

from __future__ import annotations

import math

from recorder.inference.mainline import MainLine
from recorder.inference.stories import Story

MOST_SURE = 0.995
"""Confidence of a move for which nothing else was found."""
CONSIDERED = 60
"""Stories whose chances are compared."""
ORDER_MARGIN = 0.6
"""Nats within which another order is as good."""


def confidences_of(story: Story, stories: list[Story], line: MainLine) -> list[float]:
    """For each step the share, among all stories' chances, of those that have this very move at this place."""
    weights = [(math.exp(story.cost - s.cost), s) for s in stories[:CONSIDERED] if s.cost - story.cost < 12]
    total = sum(w for w, _ in weights) or 1.0
    confidences = []
    for i, step in enumerate(story.steps, story.keep):
        same = sum(w for w, s in weights if _move_at(s, i, line) == (step.colour, step.point))
        confidences.append(min(MOST_SURE, max(0.0, same / total)))
    return confidences


def candidates_of(story: Story, stories: list[Story], i: int) -> list[tuple[int, int]]:
    """Other moves (colour, point) that may stand at the place of the i-th step of a story."""
    if len(story.steps) < 2:
        return []
    same = {(s.colour, s.point) for s in story.steps}
    found: dict[tuple[int, int], float] = {}
    for other in stories:
        if other.cost - story.cost > ORDER_MARGIN or other.keep != story.keep:
            continue
        if {(s.colour, s.point) for s in other.steps} != same or len(other.steps) != len(story.steps):
            continue
        step = other.steps[i]
        mine = story.steps[i]
        if step.point is not None and step.point >= 0 and step.point != mine.point:
            found.setdefault((step.colour, step.point), other.cost)
    return sorted(found)


def _move_at(story: Story, index: int, line: MainLine) -> tuple[int, int | None] | None:
    """The move that a story has at a place of the line, None where it has none."""
    if index < story.keep:
        entry = line.entries[index]
        return entry.colour, entry.point
    steps = story.steps[index - story.keep : index - story.keep + 1]
    return (steps[0].colour, steps[0].point) if steps else None
