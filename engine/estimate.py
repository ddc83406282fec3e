"""Which stones may be dead: an estimate for the players to confirm, marked with where it comes from.

Life and death is for the players to agree on, or for play to decide (Chinese rules 2002, articles 8 and 21.4).
"""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from typing import Literal

from engine.life import unconditional_territory
from engine.point import Colour, Point
from engine.position import Position


@dataclass(frozen=True, slots=True)
class Estimate:
    """Stones held to be dead.

    Attributes
    ----------
    dead : frozenset of Point
    source : {"Benson", "GNU Go"}
        Benson: certain where it says so, silent on nearly all else. GNU Go: a program's opinion.
    """

    dead: frozenset[Point]
    source: str


@dataclass(frozen=True, slots=True)
class NoEstimate:
    """GNU Go was asked and gave no opinion. Falsy.

    Attributes
    ----------
    reason : {"missing", "size", "late", "failed"}
        Not installed; a board it does not play on; it took too long; it ended or answered with an error.
    message : str
        The same for people.
    """

    reason: Literal["missing", "size", "late", "failed"]
    message: str

    def __bool__(self) -> bool:
        return False


def certain_dead(position: Position) -> Estimate:
    """Stones enclosed by chains that live whatever happens (Benson 1976)."""
    dead: set[Point] = set()
    for colour in (Colour.BLACK, Colour.WHITE):
        inside = unconditional_territory(position, colour)
        dead.update(point for point in inside if position.get(point) == colour.other)
    return Estimate(frozenset(dead), "Benson")


def gnugo_dead(position: Position, seconds: float = 30) -> Estimate | NoEstimate:
    """GNU Go's opinion of the dead stones, within a time; it never takes longer.

    Large open areas make GNU Go think for minutes, so that late answers are part of its work.

    Parameters
    ----------
    position : Position
        5 to 19 lines.
    seconds : float
        Longest time to wait, more than 0.

    Returns
    -------
    Estimate or NoEstimate
        The latter, falsy, says why there is none.

    Raises
    ------
    ValueError
        Where the time is not positive.
    """
    if not seconds > 0:
        raise ValueError(f"GNU Go needs some time to think, got {seconds:g} s")
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    size = position.size
    if program is None:
        return NoEstimate("missing", "GNU Go is not installed: install the package gnugo")
    if size > 19:
        return NoEstimate("size", f"GNU Go plays on 19 lines at most, not on {size}")
    lines = [f"boardsize {size}", "clear_board"]
    for colour in (Colour.BLACK, Colour.WHITE):
        name = colour.name.lower()
        lines += [f"play {name} {point.name(size)}" for point in position.arrangement.points(colour)]
    lines += ["final_status_list dead", "quit", ""]
    try:
        run = subprocess.run(
            [program, "--mode", "gtp", "--chinese-rules", "--seed", "1"],
            input="\n".join(lines),
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return NoEstimate("late", f"GNU Go had no opinion after {seconds:g} s")
    except OSError as error:
        return NoEstimate("failed", f"GNU Go does not run: {error}")
    answers = [answer.strip() for answer in run.stdout.split("\n\n") if answer.strip()]
    wanted = len(lines) - 3
    refused = [answer for answer in answers if not answer.startswith("=")]
    if len(answers) <= wanted or refused:
        return NoEstimate("failed", f"GNU Go did not answer: {(refused or ['it ended'])[0]}")
    names = answers[wanted][1:].split()
    dead = frozenset(Point.from_name(name, size) for name in names)
    return Estimate(frozenset(p for p in dead if position.get(p)), "GNU Go")
