"""Orders about the recording: pauses, the place of the board, facts, its end."""

from __future__ import annotations

from typing import Literal

from recorder.facts import GameFacts
from recorder.notation import SizeOfBoard
from recorder.orders.told import Told

Corner = tuple[float, float]


class Pause(Told, frozen=True, kw_only=True, tag="pause"):
    """Until `Resume` nothing that is seen becomes a move, and clocks stand."""

    reason: str = ""


class Resume(Told, frozen=True, kw_only=True, tag="resume"):
    """Go on after a pause; what lies otherwise than before is told as an edit, and an alert asks about it.

    With `played` it was played: then it is told as moves, as ever.
    """

    played: bool = False


class Undo(Told, frozen=True, kw_only=True, tag="undo"):
    """Take back the order with this id, where what it did still stands."""

    undone: str


class SetFacts(Told, frozen=True, kw_only=True, tag="set_facts"):
    """Names, ranks, komi ... of this game: fields that are given replace those known so far."""

    facts: GameFacts


class SetGrid(Told, frozen=True, kw_only=True, tag="set_grid"):
    """Where the board is: its lines and the pixels of its outermost crossings, `aa` first, then clockwise."""

    size: SizeOfBoard
    corners: tuple[Corner, Corner, Corner, Corner]


class SetTop(Told, frozen=True, kw_only=True, tag="set_top"):
    """Side of the picture where the record's first row lies; only before the first stone."""

    side: Literal["left", "right", "top", "bottom"]


class FindAgain(Told, frozen=True, kw_only=True, tag="find_again"):
    """Look for the board anew, wherever it is."""


class NextGame(Told, frozen=True, kw_only=True, tag="next_game"):
    """The game is over; the next one on the same board begins."""

    facts: GameFacts | None = None


class End(Told, frozen=True, kw_only=True, tag="end"):
    """The game or the recording is over, without a result being said."""

    reason: str = ""
