"""What the referee's book says of what was observed: moves, an irregularity, the usual ruling.

The rulings are those of the Chinese rules' referee part (D0-B 17 to 22, D3-II 8 to 12), as the rule set has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.catalogue import Severity, irregularity
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.rules import Penalty, Rules


class Outcome(Enum):
    """What kind of thing happened."""

    MOVES = "moves"
    NO_CHANGE = "no_change"
    IRREGULARITY = "irregularity"
    SETUP_OK = "setup_ok"
    COUNTING = "counting"
    END_PROPOSED = "end_proposed"
    END_CONFIRMED = "end_confirmed"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules usually provide; the referee decides. A field that is None is not fixed by the rules.

    Attributes
    ----------
    option : str
        Id of the ruling in the texts.
    position : Position or None
        The board after it.
    to_move : Colour or None
    warnings : mapping of Colour to int, or None
        Warnings it adds.
    forfeits : Colour or None
        Who loses a turn (棄權一次); that is no pass for the end of the game.
    result : str or None
        SGF's RE where it ends the game.
    """

    option: str
    position: Position | None = None
    to_move: Colour | None = None
    warnings: Mapping[Colour, int] | None = None
    forfeits: Colour | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """The judgement of what was observed.

    Attributes
    ----------
    outcome : Outcome
    moves : tuple of Move
        The legal moves in it, in order.
    orders : tuple of tuple of Move
        All legal orders of them where there is more than one.
    irregularity : str or None
        Its id in the catalogue; also of mere notices of severity info.
    points : mapping of str to tuple of Point
        The points by what they are to it.
    colour : Colour or None
        The player at fault.
    ruling : Ruling or None
        None where the rules do not fix one, or the time for a claim has passed.
    late : bool
        The opponent has answered already: the time for a claim has passed (article 16.3).
    alternatives : tuple of Finding
        Other stories that fit what was seen equally well.
    position : Position or None
        The board as it stands after all of it.
    rules : Rules or None
    """

    outcome: Outcome
    moves: tuple[Move, ...] = ()
    orders: tuple[tuple[Move, ...], ...] = ()
    irregularity: str | None = None
    points: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    colour: Colour | None = None
    ruling: Ruling | None = None
    late: bool = False
    alternatives: tuple[Finding, ...] = ()
    position: Position | None = None
    rules: Rules | None = None

    @property
    def all_points(self) -> frozenset[Point]:
        """All points it is about."""
        return frozenset(point for points in self.points.values() for point in points)

    @property
    def severity(self) -> Severity | None:
        """Of the irregularity; None where there is none."""
        return irregularity(self.irregularity).severity if self.irregularity else None

    @property
    def needs_human(self) -> bool:
        """Whether a person has to decide."""
        return irregularity(self.irregularity).needs_human if self.irregularity else False

    @property
    def articles(self) -> tuple[str, ...]:
        """Where it is written, in the texts of the rule set where it has any."""
        if not self.irregularity:
            return ()
        penalty = self.rules.penalties.get(self.irregularity) if self.rules else None
        return penalty.articles if penalty and penalty.articles else irregularity(self.irregularity).articles

    @property
    def look_alikes(self) -> tuple[str, ...]:
        """Ids of what may look the same."""
        return irregularity(self.irregularity).look_alikes if self.irregularity else ()

    @property
    def options(self) -> tuple[str, ...]:
        """Ids of the rulings there are, the usual one first."""
        if not self.irregularity:
            return ()
        options = irregularity(self.irregularity).options
        if self.ruling is None or self.ruling.option == options[0]:
            return options
        return (self.ruling.option, *(option for option in options if option != self.ruling.option))


def usual_ruling(
    name: str, rules: Rules, colour: Colour | None, proper: Position | None, before: Position
) -> Ruling | None:
    """What the rule set provides for an irregularity.

    Parameters
    ----------
    name : str
        Id of the irregularity.
    colour : Colour or None
        The player at fault.
    proper : Position or None
        The board and the player to move once it is set right.
    before : Position
        The last agreed position.

    Returns
    -------
    Ruling or None
        None where the rule set names the irregularity nowhere, or leaves it open.
    """
    penalty = rules.penalties.get(name)
    if penalty is None:
        return None
    option = _option(name, penalty)
    if penalty.loses and colour is not None:
        nobody = {Colour.BLACK: 0, Colour.WHITE: 0}
        return Ruling("loses", proper, None, nobody, None, f"{colour.other.letter}+F")
    warnings: dict[Colour, int] | None = {Colour.BLACK: 0, Colour.WHITE: 0}
    if penalty.warnings is None or (penalty.warnings and colour is None):
        warnings = None
    elif penalty.warnings and colour is not None and warnings is not None:
        warnings[colour] = penalty.warnings
    if name == "swapped_colours_late":
        proper = before
    to_move = proper.turn if proper else None
    if name == "double_move" and colour is not None:
        to_move = colour.other  # Also where it is open which of two stones was the second.
    return Ruling(
        option,
        proper,
        to_move,
        warnings,
        colour if penalty.forfeits_turn else None,
    )


def _option(name: str, penalty: Penalty) -> str:
    options = irregularity(name).options
    if penalty.forfeits_turn:
        return "void_forfeit_warning" if penalty.warnings else "void_forfeit"
    if not penalty.warnings:
        plain = {"off_warning": "off_again", "back_warning_on_claim": "restore", "second_void_warning": "stone_off"}
        return plain.get(options[0], options[0])
    return options[0]
