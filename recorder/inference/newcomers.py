"""Stones that may be new on the board, from what is seen."""

from __future__ import annotations

import numpy as np

from recorder.inference import costs
from recorder.inference.doubt import misread_cost
from recorder.inference.evidence import VISIT
from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.replay import Stone

MOST_NEW = 6
"""Stones that may be new at once."""
WORTH = -3.5
"""Nats that a new stone explains, less what it costs, from which on it is thought of."""
DOUBTED = 0.6
"""Weight of a reading below which the stone may be of the other colour."""
LIKELY_ENOUGH = 0.15
"""Chance from which on a point that shows nothing clear may hold a stone."""


def new_stones(look: Look, line: MainLine, board: bytes) -> list[Stone]:
    """The stones that may have come since `board` lay there, the likeliest first."""
    shown = np.frombuffer(look.shown, np.uint8)
    there = np.frombuffer(board, np.uint8)
    found: list[tuple[float, Stone]] = []
    for q in np.flatnonzero((shown != there) & (shown != 0) & ~look.unseen):
        p = int(q)
        against = look.costs[p]
        if shown[p] != UNKNOWN:
            colour = int(shown[p])
            stone = _stone(look, line, p, colour, 0.0)
            found.append((against[there[p]] - stone.price, stone))
            if look.weight[p] < DOUBTED:
                other = _stone(look, line, p, 3 - colour, 0.0)._replace(since=look.time)
                found.append((against[there[p]] - against[3 - colour] - other.price, other))
        elif not there[p]:
            for colour in (1, 2):
                if look.chances[p][colour] > LIKELY_ENOUGH:
                    stone = _stone(look, line, p, colour, 0.0)
                    found.append((against[0] - against[colour] - stone.price, stone))
    found.sort(key=lambda one: (-one[0], one[1].since, one[1].point, one[1].colour))
    worth = [stone for value, stone in found if value > WORTH]
    return worth[:MOST_NEW]


def _stone(look: Look, line: MainLine, p: int, colour: int, price: float) -> Stone:
    since, possible, missed = float(look.since[p]), float(look.possible[p]), float(look.missed[p])
    visited = bool(look.visited[p])
    if look.shown[p] == UNKNOWN:
        # It came after the point was last read clearly, if it came.
        since, possible = look.time, float(look.settled[p])
        missed = float(misread_cost(look.held[p], look.noise) * look.weight[p])
        visited = float(look.covered[p]) >= possible - VISIT
        price += costs.UNSURE
    if not visited:
        back = line.withdrawn.get((p, colour))
        if back is not None:
            # It was only misread for a while: no hand brought it.
            return Stone(p, colour, back.placed, back.possible, back.missed, costs.AGAIN + price)
        price += min(costs.UNVISITED, missed)
    return Stone(p, colour, since, possible, missed, costs.MOVE + price)
