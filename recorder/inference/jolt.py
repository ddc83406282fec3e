"""Stones that a jolt of the board moved: no hand was there, and yet they lie beside where they lay."""

from __future__ import annotations

import math

import numpy as np

from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine

LASTS = 6.0
"""Seconds after a jolt in which what it did is looked for."""
HELD, CLEAR = 0.8, 0.6
"""Seconds for which the stones must have been read so, and the whole board been in view."""
SLID = 2
"""Lines by which a stone may have slid."""


class Jolt:
    """Remembers that the board or the camera moved, until it is known what that did to the stones."""

    def __init__(self) -> None:
        self._at = -math.inf

    def strike(self, time: float) -> None:
        """The board or the camera moved just now."""
        self._at = time

    def slid(self, line: MainLine, look: Look) -> tuple[list[tuple[int, int]], bool]:
        """Where stones lay and where they lie now; empty where none slid, or where more than that happened.

        Also whether that was seen for long enough to be told.
        """
        if look.time - self._at > LASTS:
            return [], False
        pairs = _pairs(line, look)
        points = [p for pair in pairs for p in pair]
        ripe = bool(pairs) and all(look.held[p] >= HELD for p in points) and float(look.clear.min()) >= CLEAR
        if ripe:
            self._at = -math.inf
        return pairs, ripe


def _pairs(line: MainLine, look: Look) -> list[tuple[int, int]]:
    """Points that a stone has left, each with the point beside it to which it came."""
    board = line.board
    gone: list[int] = []
    new: list[int] = []
    for p in np.flatnonzero((look.now != np.frombuffer(board, np.uint8)) & (look.now != UNKNOWN)).tolist():
        if look.shown[p] and board[p]:
            return []
        (new if look.shown[p] else gone).append(p)
    if len(gone) != len(new):
        return []
    n = look.size
    pairs = []
    for p in gone:
        near = [q for q in new if look.shown[q] == board[p] and abs(q // n - p // n) <= SLID]
        near = [q for q in near if abs(q % n - p % n) <= SLID]
        if not near:
            return []
        q = min(near, key=lambda q: (abs(q // n - p // n) + abs(q % n - p % n), q))
        new.remove(q)
        pairs.append((p, q))
    return pairs
