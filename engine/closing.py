"""A game that has stopped or is being counted (Chinese rules 2002, articles 7, 13.2, 21; D3-II 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.finding import Finding, Outcome, Ruling, usual_ruling
from engine.picture import Picture
from engine.point import Colour, Move
from engine.rules import Scoring
from engine.situation import Observation, Phase, Situation
from engine.unfolding import unfold


def end_signals(situation: Situation, observed: Sequence[Observation]) -> Finding | None:
    """Stones of the other colour beside the board (D3-II 4.2)."""
    signals = frozenset(seat for look in observed for seat in look.signals)
    last = observed[-1].arrangement
    if not (situation.rules.end_signal_stones and signals and Picture(last).shows(situation.position)):
        return None
    outcome = Outcome.END_CONFIRMED if len(signals) == 2 else Outcome.END_PROPOSED
    return Finding(outcome, irregularity="end_signal_stone", position=situation.position)


def proposed(situation: Situation, observed: Sequence[Observation]) -> Finding | None:
    """One player holds the game to be over, and nothing has changed on the board (articles 13.2, 21.1)."""
    settled = [look for look in observed if look.settled]
    if settled and not Picture(settled[-1].arrangement).shows(situation.position):
        return None
    return Finding(Outcome.END_PROPOSED, position=situation.position)


def giving_up_the_move(situation: Situation) -> Situation:
    """The situation with the proposal of the end as a pass: who does not agree plays on (article 21.1)."""
    evidence = situation.evidence
    if evidence.pass_declared_by is not None or situation.end_confirmed_by != frozenset({situation.position.turn}):
        return situation
    return replace(situation, evidence=replace(evidence, pass_declared_by=situation.position.turn))


def ending(situation: Situation, observed: Sequence[Observation]) -> Finding:
    """The game has stopped, or is being counted (articles 7, 13.2, 21)."""
    signalled = end_signals(situation, observed)
    if signalled is not None:
        return signalled
    start = situation.position
    confirmed = situation.end_confirmed_by or frozenset()
    counting = situation.phase is Phase.COUNTING or len(confirmed) == 2
    settled = [look for look in observed if look.settled]
    if not settled or Picture(settled[-1].arrangement).shows(start):
        if situation.phase is not Phase.COUNTING and confirmed:
            outcome = Outcome.END_CONFIRMED if len(confirmed) == 2 else Outcome.END_PROPOSED
            return Finding(outcome, position=start)
        return Finding(Outcome.NO_CHANGE, position=start)
    target = settled[-1].arrangement
    picture = Picture(target)
    changes = picture.changes(start)
    new, gone = changes.get("appeared", ()), changes.get("vanished", ())
    if counting:
        return _counting(situation, picture)
    taken_with = [start.captured_by(Move(target.get(point), point)) for point in new]
    if new and len(new) <= 2 and all(set(gone) <= taken for taken in taken_with):
        points = {"move" if len(new) == 1 else "moves": new}
        return Finding(
            Outcome.IRREGULARITY,
            irregularity="game_continued_after_two_passes",
            points=points | ({"captured": gone} if gone else {}),
            colour=target.get(new[0]),
            position=picture.left(start, target.get(new[0]).other),
        )
    best = unfold(situation, observed)[0]
    if best.fault is not None:
        return best.finding()
    return Finding(
        Outcome.IRREGULARITY,
        irregularity="game_continued_after_two_passes",
        points=best.points,
        position=best.position,
    )


def _counting(situation: Situation, picture: Picture) -> Finding:
    """Dead stones leave; then the players arrange stones as they count."""
    start, dead = situation.position, situation.agreed_dead
    changes = picture.changes(start)
    new, gone = changes.get("appeared", ()), changes.get("vanished", ())
    rearranged = sum(len(points) for points in changes.values())
    only_dead = dead is None or set(gone) <= dead
    counted = Finding(Outcome.COUNTING, irregularity="counting_removal", points={"points": gone}, position=start)
    if list(changes) == ["vanished"] and only_dead:
        return counted
    # Once the dead are off, stones are moved on purpose: groups of ten, prisoners filled in (D0-C).
    empty = (Colour.EMPTY, Colour.UNKNOWN)
    cleared = dead is not None and all(picture.seen.get(point) in empty for point in dead)
    lying = dead is None or any(start.get(point) for point in dead)
    filling = bool(new) and situation.rules.scoring is not Scoring.AREA
    if (cleared and (rearranged - len(dead or ()) > 3 or filling)) or (not lying and (gone or rearranged > 2)):
        return replace(counted, points=changes)
    ruling: Ruling | None
    if new and "changed" not in changes and only_dead:
        name, points, ruling = "stone_added_in_counting", {"points": new}, Ruling("count_as_agreed", start)
    else:
        name, points = "multiple_changes", changes
        if list(changes) == ["vanished"]:
            name = "stone_vanished"
            points = {"points": tuple(point for point in gone if dead is None or point not in dead)}
        ruling = usual_ruling(name, situation.rules, None, start, start)
    return Finding(Outcome.IRREGULARITY, (), (), name, points, None, ruling, position=start)
