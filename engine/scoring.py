"""Counting a finished game with the dead stones the players agreed on.

Area and fill-in: Chinese rules 2002, articles 9, 11 and 24; D0-C for handicap, first-move games and Ing.
Territory: D0-C, Japan and Korea. Fractions are exact: counts of halves, quarters of a stone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.point import Colour, Point
from engine.position import Position
from engine.rules import HandicapReturn, Rules, Scoring
from engine.score import Score, mixed
from engine.tally import Count, count

__all__ = [
    "Count",
    "FillIn",
    "Score",
    "Terms",
    "area_score",
    "count",
    "fill_in",
    "fill_in_score",
    "final_score",
    "handicap_points_returned",
    "mixed",
    "territory_score",
]

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def handicap_points_returned(rules: Rules, handicap: int) -> Fraction:
    """Points Black gives back for handicap stones."""
    if handicap < 2 or rules.handicap_return is HandicapReturn.NONE:
        return Fraction(0)
    # Black returns half a stone for each, which shifts the comparison by a point (D0-C).
    return Fraction(handicap if rules.handicap_return is HandicapReturn.HALF else handicap - 1)


def area_score(
    size: int,
    counted: Count,
    returned: Fraction | float,
    rules: Rules,
    warnings: Mapping[Colour, int] | None = None,
) -> Score:
    """Compare Black's area with half of the board.

    Parameters
    ----------
    returned : number
        Stones Black gives back: half of komi's points, or half a stone for each handicap stone; 0 in
        first-move games (D0-A 4).
    warnings : mapping of Colour to int, optional
        Each costs what the rules say (article 24.1); as many as `rules.warnings_to_lose` lose (24.2).
    """
    half = Fraction(size * size, 2)
    threshold = half + Fraction(returned)
    shared = Fraction(counted.shared, 2)
    black, white = counted.area[0] + shared, counted.area[1] + shared
    lead = black - threshold - _fines(rules, warnings)
    return _decide(lead * 2, black, white, threshold, rules, warnings)


def territory_score(
    counted: Count,
    captures: tuple[int, int],
    komi: Fraction | float,
    rules: Rules,
    warnings: Mapping[Colour, int] | None = None,
) -> Score:
    """Compare surrounded points outside seki plus prisoners.

    Parameters
    ----------
    captures : tuple of int
        Stones that Black, that White has taken during play; dead stones are added.
    komi : number
        Points for White.
    """
    black = Fraction(counted.territory[0] + captures[0] + counted.dead[1])
    white = Fraction(counted.territory[1] + captures[1] + counted.dead[0]) + Fraction(komi)
    return _decide(black - white - 2 * _fines(rules, warnings), black, white, None, rules, warnings)


@dataclass(frozen=True, slots=True)
class FillIn:
    """Ing's count: spaces left over and stones left over, of Black, of White."""

    surplus_spaces: tuple[int, int]
    leftover_stones: tuple[int, int]
    difference: int
    """Black's area less White's: a space counts one point, a stone left over one more."""


def fill_in(counted: Count, stones_per_side: int) -> FillIn:
    """Fill each side's area with its own stones (D0-C, Ing); a sole shared point stays empty, else half each."""
    half = counted.shared // 2
    own = [area + half for area in counted.area]
    return FillIn(
        (max(0, own[0] - stones_per_side), max(0, own[1] - stones_per_side)),
        (max(0, stones_per_side - own[0]), max(0, stones_per_side - own[1])),
        own[0] - own[1],
    )


def fill_in_score(
    counted: Count,
    stones_per_side: int,
    komi: Fraction | float,
    rules: Rules,
    warnings: Mapping[Colour, int] | None = None,
) -> Score:
    """Compare by filling in; komi in points."""
    black, white = (Fraction(each) for each in counted.area)
    lead = fill_in(counted, stones_per_side).difference - Fraction(komi) - 2 * _fines(rules, warnings)
    return _decide(lead, black, white, None, rules, warnings)


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the game, as far as the count needs it.

    Attributes
    ----------
    rules : Rules
    komi : float
        Points for White; not used in handicap games that return stones.
    handicap : int
        Stones, 0 in even games.
    first_move : bool
        Black begins and gives nothing back (讓先, D0-A 4).
    """

    rules: Rules
    komi: float
    handicap: int = 0
    first_move: bool = False


def final_score(
    position: Position,
    terms: Terms,
    dead: Iterable[Point] = (),
    seki: Iterable[Point] = (),
    warnings: Mapping[Colour, int] | None = None,
    contested_to: Colour | None = None,
) -> Score:
    """Count a final position as the rule set does.

    Parameters
    ----------
    position : Position
        With its captives and the dead stones still on it.
    terms : Terms
    dead, seki : iterable of Point
        As agreed by the players.
    warnings : mapping of Colour to int, optional
    contested_to : Colour, optional
        Who gets the points both border, where the other gave up contesting them under absolute time (article
        12.4); by default they are halved (21.2).

    Raises
    ------
    ValueError
        Where no stone lies on a point named as dead or in seki.
    """
    rules = terms.rules
    counted = count(position, dead, seki)
    if contested_to is not None:
        black, white = counted.surrounded
        more = (black + counted.shared, white) if contested_to is BLACK else (black, white + counted.shared)
        counted = replace(counted, surrounded=more, shared=0)
    komi = Fraction(0) if terms.first_move else Fraction(terms.komi)
    if rules.scoring is Scoring.TERRITORY:
        captures = (position.captives[1], position.captives[0])
        return territory_score(counted, captures, komi, rules, warnings)
    if rules.scoring is Scoring.FILL_IN:
        on_19 = rules.stones_per_side or 180
        side = on_19 if position.size == 19 else (position.size**2 - 1) // 2
        return fill_in_score(counted, side, komi, rules, warnings)
    if terms.handicap >= 2 and rules.handicap_return is HandicapReturn.HALF:
        komi = handicap_points_returned(rules, terms.handicap)  # No komi beside it (D0-C).
    elif terms.handicap >= 2:
        komi += handicap_points_returned(rules, terms.handicap)
    return area_score(position.size, counted, komi / 2, rules, warnings)


def _fines(rules: Rules, warnings: Mapping[Colour, int] | None) -> Fraction:
    """Stones that Black's warnings cost more than White's."""
    if not warnings:
        return Fraction(0)
    return Fraction(rules.warning_stones) * (warnings.get(BLACK, 0) - warnings.get(WHITE, 0))


def _decide(
    lead: Fraction,
    black: Fraction,
    white: Fraction,
    threshold: Fraction | None,
    rules: Rules,
    warnings: Mapping[Colour, int] | None,
) -> Score:
    limit = rules.warnings_to_lose
    losers = [c for c in (BLACK, WHITE) if warnings and limit is not None and warnings.get(c, 0) >= limit]
    if len(losers) == 2:
        return Score(None, None, black, white, threshold, both_lose=True)
    if losers:
        return Score(losers[0].other, None, black, white, threshold)
    if lead == 0:
        return Score(None, Fraction(0), black, white, threshold)
    return Score(BLACK if lead > 0 else WHITE, abs(lead), black, white, threshold)
