"""Orders of the referee, and those about the end of a game."""

from __future__ import annotations

from typing import Annotated

import msgspec

from recorder.facts import is_result
from recorder.notation import Player, Vertex
from recorder.orders.moves import SetStones
from recorder.orders.told import Told

EventNumber = Annotated[int, msgspec.Meta(ge=1)]


class Rule(Told, frozen=True, kw_only=True, tag="rule"):
    """The referee's decision on the alert with this number.

    Attributes
    ----------
    alert : int
        `seq` of the alert; 0 for a ruling of the referee's own.
    ruling : str
        One of the alert's `options`, or any words of the referee's where the fields below say what it means.
    note : str
        The referee's words.
    to_move : {"B", "W"} or None
        Who moves next, where it is not what the option provides.
    warnings : dict
        Warnings it adds, by player, where they are not those that the option provides.
    stones : SetStones or None
        What points hold after it, where it is not what the option provides.
    forfeits : {"B", "W"} or None
        Who loses a turn.
    result : str
        The result, where the ruling ends the game.
    move : Vertex or None
        Where an option leaves a choice of point (`reasonable_point`): that point.
    """

    alert: Annotated[int, msgspec.Meta(ge=0)]
    ruling: str
    note: str = ""
    to_move: Player | None = None
    warnings: dict[Player, Annotated[int, msgspec.Meta(ge=0, le=9)]] | None = None
    stones: SetStones | None = None
    forfeits: Player | None = None
    result: str = ""
    move: Vertex | None = None
    by: str = "referee"


class Dismiss(Told, frozen=True, kw_only=True, tag="dismiss"):
    """The alert with this number is nothing."""

    alert: EventNumber
    note: str = ""
    by: str = "referee"


class WithdrawRuling(Told, frozen=True, kw_only=True, tag="withdraw_ruling"):
    """The ruling with this number (`seq` of its event) no longer holds."""

    ruling: EventNumber
    note: str = ""
    by: str = "referee"


class DeclareResult(Told, frozen=True, kw_only=True, tag="declare_result"):
    """The game is over with this result, as SGF writes it: `B+3.5`, `W+R`, `B+T`, `Draw`, `Void`."""

    result: str
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.result or not is_result(self.result):
            raise ValueError(f"a result is written like B+3.5, W+R, Draw or Void, got {self.result!r}")


class DeclareDead(Told, frozen=True, kw_only=True, tag="declare_dead"):
    """These stones are dead, each point standing for its chain; says one player, or both where it is None."""

    points: tuple[Vertex, ...]
    colour: Player | None = None


class CountGame(Told, frozen=True, kw_only=True, tag="count_game"):
    """Count by the rule set with the dead stones declared so far, and end the game with that result.

    With `estimate` nothing ends: the dead stones are estimated, and the count is told as an estimate.
    """

    estimate: bool = False
