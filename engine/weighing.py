"""What clocks, hands and falling stones add to the stories that a board allows.

Chinese rules 2002, articles 17.2 (a pass that was shown), 17.3 (a stone that slipped), 17.4 and 22.6 (the clock).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.picture import Picture
from engine.point import Colour, Point
from engine.position import Position
from engine.situation import Evidence, Observation
from engine.story import Story

MISMATCH = 4
"""What a story weighs more where the clock was pressed by others than those who set stones in it."""

_BY_HAND = ("wrong_colour_stone", "occupied_point", "capture_restored")
"""Told by whose hand was seen, or done by either player's."""

_AGAIN = ("double_move", "out_of_turn", "white_first")


def gathered(whole: Evidence, looks: Sequence[Evidence]) -> Evidence:
    """What is known of the time since the last settled look, from the whole and from each look in order."""
    presses = whole.presses or tuple(colour for look in looks for colour in look.presses)
    last, hand, motion = whole.last_press, whole.hand, whole.stone_motion
    for look in looks:
        last = look.last_press or last
        hand = look.hand or hand
        motion = look.stone_motion or motion
    return Evidence(None, presses, last, hand, motion)


def named(story: Story, evidence: Evidence, turn: Colour) -> Story:
    """Name what the position alone cannot: a stone of the wrong colour, a pass, a stone on a stone."""
    if story.irregularity in _AGAIN and not story.moves and story.colour == turn.other:
        point = story.points.get("second") or story.points["move"]
        if evidence.hand == turn:
            name, at = "wrong_colour_stone", {"move": point}
            return replace(story, irregularity=name, points=at, colour=turn, proper=None)
        passed = turn in evidence.presses[:1] or (evidence.last_press == turn and not evidence.presses)
        if passed and story.irregularity != "white_first":
            return replace(story, irregularity="pass_or_double_move", points={"move": point}, proper=None)
    if story.irregularity == "moved_stone" and evidence.stone_motion and not evidence.fell:
        return replace(story, weight=story.weight - 1)
    if story.irregularity == "stone_colour_changed" and evidence.hand is not None:
        return replace(story, irregularity="occupied_point")
    return story


def weighed(stories: Sequence[Story], evidence: Evidence) -> list[Story]:
    """Weigh stories by whose hand was seen and who pressed the clock, the likeliest first.

    Each player presses once for each stone he sets.
    """

    def weight(story: Story) -> float:
        found = story.weight
        if evidence.hand is not None and story.irregularity not in _BY_HAND:
            found += 0 if evidence.hand in story.actors[-1:] else 1
        if story.irregularity == "pass_or_double_move":
            return found
        if evidence.presses:
            found += -1 if evidence.presses == story.actors else MISMATCH
        elif evidence.last_press is not None:
            found += 0 if evidence.last_press in story.actors[-1:] else MISMATCH
        return found

    found = [replace(story, weight=weight(story)) for story in stories]
    return sorted(found, key=lambda s: (s.weight, s.irregularity is not None, s.irregularity or ""))


def with_notes(story: Story, before: Position, evidence: Evidence, notes: Sequence[Observation]) -> Story:
    """What unsettled looks add to one legal move: a clock pressed too early, a stone that fell.

    Parameters
    ----------
    story : Story
    before : Position
        The board before the move.
    evidence : Evidence
    notes : sequence of Observation
        The unsettled looks since then.
    """
    if story.irregularity is not None or len(story.moves) != 1:
        return story
    move = story.moves[0]
    point, colour = move.point, move.colour
    assert point is not None
    if evidence.fell:
        fallen = _fallen(before, colour, point, notes)
        roles = {"from": fallen, "to": (point,)} if fallen else {"from": (point,)}
        return replace(story, irregularity="dropped_stone", points=roles, colour=colour, proper=None)
    captured = before.captured_by(move)
    for note in notes:
        if colour not in note.evidence.pressed:
            continue
        if note.arrangement.get(point) != colour:
            name, roles = "clock_before_move", {"move": (point,)}
        elif any(note.arrangement.get(p) == colour.other for p in captured):
            name = "clock_before_capture_complete"
            roles = {"move": (point,), "captured": tuple(sorted(captured))}
        else:
            continue
        return replace(story, irregularity=name, points=roles, colour=colour, proper=story.left)
    return story


def _fallen(before: Position, colour: Colour, point: Point, notes: Sequence[Observation]) -> tuple[Point, ...]:
    """Where a stone of the colour lay in an unsettled look before it was set on a point."""
    for note in notes:
        for other in Picture(note.arrangement).changes(before).get("appeared", ()):
            if other != point and note.arrangement.get(other) == colour:
                return (other,)
    return ()
