"""Events of the game itself: the board, what was played and laid on it, and how it went on and ended."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from recorder.events.told import Told
from recorder.notation import Chance, MoveNumber, Player, Seconds, SizeOfBoard, Vertex

Cause = Literal["seen", "ruling", "operator"]
CountedBy = Literal["players", "Benson", "GNU Go"]
COUNTING = "counting begins"
"""Reason of the pause that begins when the camera sees dead stones taken off to be counted."""
NOT_RESUMED = "another game lies on the board: this one was not resumed"
"""Reason of the end of a game that was to go on."""


class Board(Told, frozen=True, kw_only=True, tag="board"):
    """The grid was found, or found anew where it moved. The first one after an `End` begins another game.

    Attributes
    ----------
    size : int
        Number of lines each way, 5 to 25.
    corners : tuple of four (x, y)
        Pixels of the outermost crossings: that of `aa`, then clockwise as seen in the picture.
    """

    size: SizeOfBoard
    corners: tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


class Setup(Told, frozen=True, kw_only=True, tag="setup"):
    """Stones that stood there at the start: handicap, an adjourned game."""

    black: tuple[Vertex, ...]
    white: tuple[Vertex, ...]
    to_move: Player | None


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Another move that might have been the one told."""

    colour: Player
    point: Vertex
    confidence: Chance


class Move(Told, frozen=True, kw_only=True, tag="move"):
    """A stone was played.

    Attributes
    ----------
    n : int
        Number of the move in the main line, from 1 on; passes count.
    captured : tuple of points
        The stones that were seen to leave with it.
    t_placed : float
        Source time in seconds at which the stone was first visible.
    confidence : float
        0 to 1, of colour, point and place in the order together.
    candidates : tuple of Candidate
        What else it may have been, where point or order is open. Left out of the JSON where empty.
    """

    n: MoveNumber
    colour: Player
    point: Vertex
    captured: tuple[Vertex, ...]
    t_placed: Seconds
    confidence: Chance
    candidates: tuple[Candidate, ...] = ()


class Pass(Told, frozen=True, kw_only=True, tag="pass"):
    """A player passed: inferred, or entered by a person."""

    n: MoveNumber
    colour: Player
    confidence: Chance


class Edit(Told, frozen=True, kw_only=True, tag="edit"):
    """Stones came, went or moved without being a move.

    Attributes
    ----------
    after : int
        Number of the last move before it; 0 before the first.
    black, white, empty : tuple of points
        What these points hold from now on.
    cause : {"seen", "ruling", "operator"}
    """

    after: Annotated[int, msgspec.Meta(ge=0)]
    black: tuple[Vertex, ...]
    white: tuple[Vertex, ...]
    empty: tuple[Vertex, ...]
    cause: Cause


class Correction(Told, frozen=True, kw_only=True, tag="correction"):
    """The record from move `n` on is withdrawn; what still holds follows anew, with the same numbers."""

    n: MoveNumber
    reason: str


class Pause(Told, frozen=True, kw_only=True, tag="pause"):
    """The game is paused, or goes on: between the two nothing that was seen became a move."""

    state: Literal["paused", "resumed"]
    reason: str = ""


class Turn(Told, frozen=True, kw_only=True, tag="turn"):
    """A person says who is to move after move number `after`."""

    after: Annotated[int, msgspec.Meta(ge=0)]
    to_move: Player


class Counted(Told, frozen=True, kw_only=True, tag="count"):
    """A count of the board.

    Attributes
    ----------
    dead : tuple of points
        Stones held to be dead.
    result : str or None
        As SGF writes it; None where only the dead stones were named.
    black, white : float
        What each side has as the rule set counts: stones of area, or points with prisoners and komi.
    by : {"players", "Benson", "GNU Go"}
        Who says which stones are dead; all but `players` are estimates.
    colour : {"B", "W"} or None
        Which player named the dead stones; None: both.
    """

    dead: tuple[Vertex, ...]
    result: str | None
    black: float | None = None
    white: float | None = None
    by: CountedBy = "players"
    colour: Player | None = None


class End(Told, frozen=True, kw_only=True, tag="end"):
    """The game, or the recording of it, is over; `result` as SGF writes it (`B+3.5`, `W+R`), or None."""

    reason: str
    result: str | None
