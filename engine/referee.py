"""The referee's book applied: what was observed since the last agreed position, named and judged.

The referee part of the Chinese rules of 2002 (D0-B 13 to 24) and of the older text (D3-II), as far as a board
can show it. Nothing here decides: a finding names the irregularity, the usual ruling and what else it may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.arrangement import Arrangement
from engine.finding import Finding, Outcome, Ruling, usual_ruling
from engine.handicap import star_points
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.rules import Scoring
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
    elif situation.phase in (Phase.STOPPED, Phase.COUNTING):
        finding = _ending(situation, observed)
    else:
        finding = _end_signals(situation, observed) or _play(situation, observed)
    return replace(finding, rules=situation.rules)


# Play


def _play(situation: Situation, observed: Sequence[Observation]) -> Finding:
    stories = unfold(situation, observed)
    if situation.phase is Phase.PAUSED:
        return _paused(situation, observed, stories[0])
    best, *others = stories
    finding = _told(situation, best)
    if finding.irregularity is None:
        swapped = _swapped(situation, len(best.moves))
        if swapped is not None:
            return replace(swapped, moves=tuple(best.moves), position=best.position)
        finding = _with_off_centre(finding, observed[-1])
    return replace(finding, alternatives=tuple(_told(situation, other) for other in others))


def _told(situation: Situation, story: Unfolding) -> Finding:
    """The finding of one story."""
    moves, fault = tuple(story.moves), story.fault
    if fault is None or fault.irregularity is None:
        outcome = Outcome.MOVES if moves else Outcome.NO_CHANGE
        return Finding(outcome, moves, story.orders, None, story.points, position=story.position)
    ruling = None
    if not fault.late:
        name = fault.irregularity
        ruling = usual_ruling(name, situation.rules, fault.colour, fault.proper, situation.position)
    return Finding(
        Outcome.IRREGULARITY,
        moves,
        (),
        fault.irregularity,
        fault.points,
        fault.colour,
        ruling,
        fault.late,
        position=story.position,
        rules=situation.rules,
    )


def _with_off_centre(finding: Finding, look: Observation) -> Finding:
    off = tuple(sorted(p for p, (right, up) in look.offsets.items() if (right * right + up * up) ** 0.5 > OFF_CENTRE))
    if not off or finding.irregularity:
        return finding
    moved = finding.points.get("move") or finding.points.get("moves") or ()
    others = tuple(point for point in off if point not in moved)
    points = dict(finding.points) | ({"off_centre": others} if others else {})
    return replace(finding, irregularity="off_centre_stone", points=points)


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
    if not settled or _same(start, settled[-1].arrangement):
        return Finding(Outcome.NO_CHANGE, position=start)
    target = settled[-1].arrangement
    new = tuple(p for p in _differing(start, target) if start.get(p) == Colour.EMPTY)
    gone = tuple(p for p in _differing(start, target) if target.get(p) == Colour.EMPTY)
    story = unfolding.fault
    if new and not gone and len(new) + len(gone) == len(_differing(start, target)):
        name, points = "extra_stone", {"points": new}
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
            name, points = "multiple_changes", _change_roles(start, target)
    else:
        name, points = "multiple_changes", _change_roles(start, target)
    ruling = usual_ruling(name, situation.rules, None, start, start)
    return Finding(Outcome.IRREGULARITY, (), (), name, points, None, ruling, position=unfolding.position)


# Handicap


def _handicap(situation: Situation, observed: Sequence[Observation]) -> Finding:
    """Handicap stones before White's first move (D0-A 4, D0-C)."""
    settled = [look for look in observed if look.settled]
    start = situation.position
    if not settled or _same(start, settled[-1].arrangement):
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
    ruling = None
    return Finding(Outcome.IRREGULARITY, (), (), "wrong_handicap", kept, Colour.BLACK, ruling, position=laid)


# End of the game


def _end_signals(situation: Situation, observed: Sequence[Observation]) -> Finding | None:
    """Stones of the other colour beside the board (D3-II 4.2)."""
    signals = frozenset(seat for look in observed for seat in look.signals)
    last = observed[-1].arrangement
    if not (situation.rules.end_signal_stones and signals and _same(situation.position, last)):
        return None
    outcome = Outcome.END_CONFIRMED if len(signals) == 2 else Outcome.END_PROPOSED
    return Finding(outcome, irregularity="end_signal_stone", position=situation.position)


def _ending(situation: Situation, observed: Sequence[Observation]) -> Finding:
    """The game has stopped, or is being counted (articles 7, 13.2, 21)."""
    signalled = _end_signals(situation, observed)
    if signalled is not None:
        return signalled
    start = situation.position
    confirmed = situation.end_confirmed_by or frozenset()
    counting = situation.phase is Phase.COUNTING or len(confirmed) == 2
    settled = [look for look in observed if look.settled]
    if not settled or _same(start, settled[-1].arrangement):
        if situation.phase is Phase.STOPPED and confirmed:
            outcome = Outcome.END_CONFIRMED if len(confirmed) == 2 else Outcome.END_PROPOSED
            return Finding(outcome, position=start)
        return Finding(Outcome.NO_CHANGE, position=start)
    target = settled[-1].arrangement
    changed = _differing(start, target)
    new = tuple(p for p in changed if start.get(p) == Colour.EMPTY)
    gone = tuple(p for p in changed if target.get(p) == Colour.EMPTY)
    if counting:
        return _counting(situation, target, new, gone)
    if new and len(new) <= 2 and all(_taken_with(start, target, p) for p in new):
        points = {"move" if len(new) == 1 else "moves": new}
        return Finding(
            Outcome.IRREGULARITY,
            irregularity="game_continued_after_two_passes",
            points=points | ({"captured": gone} if gone else {}),
            colour=target.get(new[0]),
            position=Position(start.size, _seen(start, target), target.get(new[0]).other, start.captives),
        )
    best = unfold(situation, observed)[0]
    if best.fault is not None:
        return _told(situation, best)
    return Finding(
        Outcome.IRREGULARITY,
        irregularity="game_continued_after_two_passes",
        points=best.points,
        position=best.position,
    )


def _counting(situation: Situation, target: Arrangement, new: tuple[Point, ...], gone: tuple[Point, ...]) -> Finding:
    """Dead stones leave; then the players arrange stones as they count."""
    start = situation.position
    dead = situation.agreed_dead
    lying = dead is None or any(start.get(point) for point in dead)
    cleared = dead is not None and all(target.get(point) in (Colour.EMPTY, Colour.UNKNOWN) for point in dead)
    rearranged = len(new) + len(gone) + len(_flipped(start, target))
    counted = Finding(Outcome.COUNTING, irregularity="counting_removal", points={"points": gone})
    if gone and not new and rearranged == len(gone) and (dead is None or set(gone) <= dead):
        return replace(counted, position=start)
    # Once the dead are off, stones are moved on purpose: groups of ten, prisoners filled in (D0-C).
    if cleared and (rearranged - len(dead or ()) > 3 or (new and situation.rules.scoring is not Scoring.AREA)):
        return replace(counted, points=_change_roles(start, target))
    if not lying and (gone or rearranged > 2):
        return replace(counted, points=_change_roles(start, target))
    if new and rearranged == len(new) + len(gone) and (dead is None or set(gone) <= dead):
        name, points, ruled = "stone_added_in_counting", {"points": new}, start
    elif gone and not new and rearranged == len(gone):
        points = {"points": tuple(point for point in gone if dead is None or point not in dead)}
        name, ruled = "stone_vanished", start
    else:
        name, points, ruled = "multiple_changes", _change_roles(start, target), start
    ruling = usual_ruling(name, situation.rules, None, ruled, start)
    if name == "stone_added_in_counting":
        ruling = Ruling("count_as_agreed", start)
    return Finding(Outcome.IRREGULARITY, (), (), name, points, None, ruling, position=start)


# Helpers


def _same(position: Position, target: Arrangement) -> bool:
    return not _differing(position, target)


def _differing(position: Position, target: Arrangement) -> list[Point]:
    return [
        Point(*divmod(i, position.size))
        for i, (a, b) in enumerate(zip(position.stones, target.stones, strict=True))
        if a != b and b != 3
    ]


def _flipped(position: Position, target: Arrangement) -> list[Point]:
    return [p for p in _differing(position, target) if position.get(p) and target.get(p)]


def _change_roles(position: Position, target: Arrangement) -> dict[str, tuple[Point, ...]]:
    changed = _differing(position, target)
    roles = {
        "vanished": tuple(p for p in changed if target.get(p) == Colour.EMPTY),
        "appeared": tuple(p for p in changed if position.get(p) == Colour.EMPTY),
        "changed": tuple(p for p in changed if position.get(p) and target.get(p)),
    }
    return {name: points for name, points in roles.items() if points}


def _seen(position: Position, target: Arrangement) -> bytes:
    return bytes(a if b == 3 else b for a, b in zip(position.stones, target.stones, strict=True))


def _taken_with(position: Position, target: Arrangement, point: Point) -> bool:
    """Whether all that left the board was taken by the stone on a point."""
    taken = position.captured_by(Move(target.get(point), point))
    gone = {p for p in _differing(position, target) if target.get(p) == Colour.EMPTY}
    return gone <= taken
