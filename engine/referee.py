"""The referee's book applied: what was observed since the last agreed position, named and judged.

The referee part of the Chinese rules of 2002 (D0-B 13 to 24) and of the older text (D3-II), as far as a board
can show it. Nothing here decides: a finding names the irregularity, the usual ruling and what else it may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.closing import end_signals, ending, giving_up_the_move, proposed
from engine.finding import Finding, Outcome, usual_ruling
from engine.handicap import star_points
from engine.picture import Picture
from engine.point import Colour, Move
from engine.position import Position
from engine.situation import GameType, Observation, Phase, Situation
from engine.unfolding import Unfolding, unfold

OFF_CENTRE = 0.25
"""Cells from which on a stone counts as off its point; photographs put stones up to a third of a cell off."""


def classify(situation: Situation, observed: Sequence[Observation]) -> Finding:
    """Name what was observed since the agreed position.

    Parameters
    ----------
    situation : Situation
    observed : sequence of Observation
        In the order of time.

    Returns
    -------
    Finding

    Raises
    ------
    ValueError
        Where nothing was observed or a board has another size.
    """
    if not observed:
        raise ValueError("there is nothing to classify without an observation")
    for look in observed:
        if look.arrangement.size != situation.position.size:
            raise ValueError(
                f"a board of {situation.position.size} lines was agreed, one of {look.arrangement.size} seen"
            )
    if situation.phase is Phase.SETUP and situation.game_type is GameType.HANDICAP:
        finding = _handicap(situation, observed)
    elif situation.phase in (Phase.STOPPED, Phase.COUNTING) or len(situation.end_confirmed_by or ()) == 2:
        finding = ending(situation, observed)
    elif situation.phase is Phase.PLAY and situation.end_confirmed_by:
        finding = proposed(situation, observed) or _play(giving_up_the_move(situation), observed)
    else:
        finding = end_signals(situation, observed) or _play(situation, observed)
    return replace(finding, rules=situation.rules)


def _play(situation: Situation, observed: Sequence[Observation]) -> Finding:
    stories = unfold(situation, observed)
    if situation.phase is Phase.PAUSED:
        return _paused(situation, observed, stories[0])
    best, *others = stories
    finding = best.finding()
    if finding.irregularity is None:
        swapped = _swapped(situation, len(best.moves))
        if swapped is not None:
            return replace(swapped, moves=tuple(best.moves), position=best.position)
        finding = _with_notice(_with_off_centre(finding, observed[-1]), situation, observed)
    return replace(finding, alternatives=tuple(other.finding() for other in others))


def _with_off_centre(finding: Finding, look: Observation) -> Finding:
    off = tuple(sorted(p for p, (right, up) in look.offsets.items() if (right * right + up * up) ** 0.5 > OFF_CENTRE))
    if not off or finding.irregularity:
        return finding
    moved = finding.points.get("move") or finding.points.get("moves") or ()
    others = tuple(point for point in off if point not in moved)
    points = dict(finding.points) | ({"off_centre": others} if others else {})
    return replace(finding, irregularity="off_centre_stone", points=points)


def _with_notice(finding: Finding, situation: Situation, observed: Sequence[Observation]) -> Finding:
    """What is allowed, or without a penalty, and told all the same."""
    if finding.irregularity or not finding.moves:
        return finding
    known = [situation.evidence, *(look.evidence for look in observed)]
    colour = finding.moves[-1].colour
    if any(evidence.opponent_away for evidence in known):
        return replace(finding, irregularity="play_while_opponent_away", colour=colour)
    if any(evidence.other_hand_pressed for evidence in known):
        return replace(finding, irregularity="wrong_hand_on_clock", colour=colour)
    return finding


def time_overrun(situation: Situation, colour: Colour) -> Finding:
    """A player's time is used up (articles 12.3, 12.4, 22.5; D3-II 3.2); `Clock.overrun` says when."""
    rules, position = situation.rules, situation.position
    ruling = usual_ruling("time_overrun", rules, colour, position, position)
    if ruling is not None:
        ruling = replace(ruling, result=f"{colour.other.letter}+T")
    return Finding(
        Outcome.IRREGULARITY,
        irregularity="time_overrun",
        colour=colour,
        ruling=ruling,
        position=position,
        rules=rules,
    )


def _swapped(situation: Situation, moves: int) -> Finding | None:
    """The players hold the wrong colours (article 17.1)."""
    assigned, seen = situation.black_seat, situation.seat_of_black_hand
    if assigned is None or seen is None or assigned == seen:
        return None
    name = "swapped_colours_early" if situation.number + moves <= 10 else "swapped_colours_late"
    ruling = usual_ruling(name, situation.rules, None, None, situation.position)
    return Finding(Outcome.IRREGULARITY, irregularity=name, ruling=ruling)


def _paused(situation: Situation, observed: Sequence[Observation], unfolding: Unfolding) -> Finding:
    """Nothing may change while the game is paused (article 14)."""
    start = situation.position
    settled = [look for look in observed if look.settled]
    changes = Picture(settled[-1].arrangement).changes(start) if settled else {}
    if not changes:
        return Finding(Outcome.NO_CHANGE, position=start)
    story = unfolding.fault
    if list(changes) == ["appeared"]:
        name, points = "extra_stone", {"points": changes["appeared"]}
    elif story is not None and story.irregularity in (
        "stone_vanished",
        "moved_stone",
        "take_back",
        "stone_colour_changed",
        "multiple_changes",
    ):
        name = "moved_stone" if story.irregularity == "take_back" else story.irregularity
        points = dict(story.points)
        if "move" in points or "moves" in points:
            name, points = "multiple_changes", changes
    else:
        name, points = "multiple_changes", changes
    ruling = usual_ruling(name, situation.rules, None, start, start)
    return Finding(Outcome.IRREGULARITY, (), (), name, points, None, ruling, position=unfolding.position)


def _handicap(situation: Situation, observed: Sequence[Observation]) -> Finding:
    """Handicap stones before White's first move (D0-A 4, D0-C)."""
    settled = [look for look in observed if look.settled]
    start = situation.position
    if not settled or Picture(settled[-1].arrangement).shows(start):
        return Finding(Outcome.NO_CHANGE, position=start)
    target = settled[-1].arrangement
    black, white = tuple(target.points(Colour.BLACK)), tuple(target.points(Colour.WHITE))
    stars = frozenset(star_points(target.size))
    off_star = () if situation.rules.free_handicap else tuple(p for p in black if p not in stars)
    laid = Position.empty(target.size).set_up(black=black, turn=Colour.WHITE)
    complete = len(black) == situation.handicap and not off_star
    if complete and len(white) == 1:
        move = Move(Colour.WHITE, white[0])
        return Finding(Outcome.MOVES, (move,), points={"move": white}, position=laid.play(move))
    if complete and not white:
        return Finding(Outcome.SETUP_OK, position=laid)
    points = {"off_star": off_star, "white": white}
    kept = {name: each for name, each in points.items() if each}
    if len(black) != situation.handicap and not kept:
        kept["stones"] = black
    return Finding(Outcome.IRREGULARITY, irregularity="wrong_handicap", points=kept, colour=Colour.BLACK, position=laid)
