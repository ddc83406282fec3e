"""Events about irregularities: what was seen against the rules, and what became of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from recorder.events.told import Told
from recorder.notation import Player, Seconds, Vertex


class Alert(Told, frozen=True, kw_only=True, tag="alert"):
    """An irregularity the referee should see; `id` is one of the catalogue of irregularities.

    Attributes
    ----------
    points : tuple of points
    colour : {"B", "W"} or None
        The player at fault.
    article : str
        Where it is written.
    message : str
        In English; `recorder.wording` says it in other languages.
    t_seen : float
        Source time in seconds at which it was first visible.
    options : tuple of str
        Ids of the rulings there are, the usual one first. These and what follows are left out where empty.
    default : str
        The ruling that the rule set provides.
    alternatives : tuple of str
        Ids of what else fits what was seen.
    look_alikes : tuple of str
        Ids of what may look the same.
    roles : dict of str to points
        The points by what they are to it: `from`, `to`, `should_remove` ...
    late : bool
        The opponent has answered already: the time for a claim has passed.
    after : int or None
        Number of the last move when it was told.
    """

    id: str
    points: tuple[Vertex, ...]
    colour: Player | None
    article: str
    severity: Literal["info", "warning", "critical"]
    message: str
    t_seen: Seconds
    options: tuple[str, ...] = ()
    default: str = ""
    alternatives: tuple[str, ...] = ()
    look_alikes: tuple[str, ...] = ()
    roles: dict[str, tuple[Vertex, ...]] = msgspec.field(default_factory=dict)
    late: bool = False
    after: int | None = None


class Ruling(Told, frozen=True, kw_only=True, tag="ruling"):
    """What the referee decided on the alert whose `seq` is `alert` (0: a ruling of the referee's own).

    Attributes
    ----------
    ruling : str
        Id of an option of the alert's, or the referee's words; `withdrawn` where it takes another back.
    to_move : {"B", "W"} or None
    warnings : dict of player to int
        All warnings so far.
    added : dict of player to int
        Those of this ruling.
    note : str
        The referee's words.
    forfeits : {"B", "W"} or None
        Who lost a turn by it.
    result : str
        The result where it ended the game.
    withdraws : int
        `seq` of the ruling it takes back; 0 for none.
    """

    alert: int
    ruling: str
    to_move: Player | None
    warnings: dict[Player, int]
    added: dict[Player, int] = msgspec.field(default_factory=dict)
    note: str = ""
    forfeits: Player | None = None
    result: str = ""
    withdraws: int = 0


class Resolved(Told, frozen=True, kw_only=True, tag="resolved"):
    """The irregularity of the alert whose `seq` is `alert` went away, or was dealt with."""

    alert: int
    how: str
