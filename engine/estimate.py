"""Which stones may be dead: an estimate for the players to confirm, marked with where it comes from.

Life and death is for the players to agree on, or for play to decide (Chinese rules 2002, articles 8 and 21.4).
"""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass

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


def certain_dead(position: Position) -> Estimate:
    """Stones enclosed by chains that live whatever happens (Benson 1976)."""
    dead: set[Point] = set()
    for colour in (Colour.BLACK, Colour.WHITE):
        inside = unconditional_territory(position, colour)
        dead.update(point for point in inside if position.get(point) == colour.other)
    return Estimate(frozenset(dead), "Benson")


def gnugo_dead(position: Position, seconds: float = 60) -> Estimate | None:
    """GNU Go's opinion; None where it is not installed, takes too long or the board is no size of its own.

    Parameters
    ----------
    position : Position
        5 to 19 lines.
    seconds : float
        Longest time to wait.
    """
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    size = position.size
    if program is None or size > 19:
        return None
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
    except (subprocess.TimeoutExpired, OSError):
        return None
    answers = [answer.strip() for answer in run.stdout.split("\n\n") if answer.strip()]
    wanted = len(lines) - 3
    if len(answers) <= wanted or not answers[wanted].startswith("="):
        return None
    names = answers[wanted][1:].split()
    dead = frozenset(Point.from_name(name, size) for name in names)
    return Estimate(frozenset(p for p in dead if position.get(p)), "GNU Go")
