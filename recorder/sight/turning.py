"""Readings in another of the four ways a board can lie, and how well they fit what is believed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.grid import Grid
from vision.reading import Reading

LIKE = 0.7
"""Likeness to what is believed from which on a reading is one of that board."""
SLID, IN_PLACE = 0.75, 1 / 3
"""How much a stone counts that slid to the next point, and the least share of the stones that did not: on a board that
is taken to lie a line beside, none lies where it is believed to."""


def apart(a: Grid, b: Grid) -> float:
    """How far two grids lie apart at most, in cells."""
    if a is b:
        return 0.0
    return float(np.linalg.norm(a.corners - b.corners, axis=1).max() / a.cell)


def turn_reading(reading: Reading, quarter_turns: int) -> Reading:
    """The reading of the same board whose corner number `quarter_turns` is the first (see `Grid.turned`)."""
    k = quarter_turns % 4
    offsets = np.rot90(reading.offsets, k).copy()
    for _ in range(k):
        offsets = np.stack([offsets[..., 1], -offsets[..., 0]], axis=2)
    return replace(
        reading,
        chances=np.ascontiguousarray(np.rot90(reading.chances, k)),
        seen=np.ascontiguousarray(np.rot90(reading.seen, k)),
        offsets=np.ascontiguousarray(offsets),
    )


def misfit(reading: Reading, board: bytes) -> float:
    """How badly a reading fits a board, in nats: minus the logarithm of the chances, clipped point by point."""
    n = reading.size
    wanted = np.frombuffer(board, np.uint8).reshape(n, n).astype(np.int64)
    chances: NDArray[np.float32] = np.take_along_axis(reading.chances, wanted[..., None], axis=2)[..., 0]
    return float(-np.log(np.clip(chances, 0.02, 1.0))[reading.seen].sum())


def agrees(reading: Reading, board: bytes | None) -> bool:
    """Whether all that is seen is what is believed, wherever a point is seen."""
    if board is None:
        return False
    n = reading.size
    believed = np.frombuffer(board, np.uint8).reshape(n, n)
    return bool(((reading.colours == believed) | ~reading.seen).all())


def likeness(reading: Reading, board: bytes) -> float:
    """Of the stones in view that are read or believed, the share that are both, 0 to 1; 0 where there are none.

    A bump that moved the board may have moved some of its stones to the next point as well.
    """
    n = reading.size
    believed = np.frombuffer(board, np.uint8).reshape(n, n)
    stones = reading.seen & ((reading.colours > 0) | (believed > 0))
    share = float((reading.colours == believed)[stones].mean()) if stones.any() else 0.0
    return share if share >= LIKE else max(share, _likeness_slid(reading, believed))


def _likeness_slid(reading: Reading, believed: NDArray[np.uint8]) -> float:
    """The same where every stone lies where it is believed to, or beside; 0 where that is not so."""
    wrong = reading.seen & (reading.colours != believed)
    gone = np.argwhere(wrong & (believed > 0))
    come = [tuple(place) for place in np.argwhere(wrong & (reading.colours > 0)).tolist()]
    in_place = int((reading.seen & ~wrong & (believed > 0)).sum())
    lying = in_place + len(gone)
    # One more may have been played.
    if in_place < IN_PLACE * lying or not 0 <= len(come) - len(gone) <= 1:
        return 0.0
    for row, col in gone.tolist():
        beside = [
            (r, c)
            for r, c in come
            if max(abs(r - row), abs(c - col)) == 1 and reading.colours[r, c] == believed[row, col]
        ]
        if not beside:
            return 0.0
        come.remove(beside[0])
    return (in_place + SLID * len(gone)) / lying if lying else 0.0


def is_unlike(reading: Reading | None, board: bytes | None) -> bool:
    """Whether the stones that are read speak against this being the board: few of them are those that are believed.

    One stone more than believed is no surprise, however few there are; where none is in view nothing is said.
    """
    if reading is None or board is None:
        return False
    believed = np.frombuffer(board, np.uint8).reshape(reading.size, reading.size)
    wrong = reading.seen & (reading.colours != believed)
    more = wrong & (believed == 0)
    if not (wrong & (believed > 0)).any() and more.sum() <= 1:
        return False
    return bool(wrong.any()) and likeness(reading, board) < LIKE


def fitting_turn(found: Grid, known: Grid, reading: Reading, board: bytes | None) -> tuple[Grid, Reading]:
    """The quarter turn in which a picture fits what lay there, nearly the same view preferred."""
    best: tuple[float, int] | None = None
    for k in range(4):
        cost = misfit(turn_reading(reading, k), board) if board else 0.0
        cost += 0.5 * min(4.0, apart(found.turned(k), known) / known.size * 8)
        if best is None or cost < best[0]:
            best = cost, k
    assert best is not None
    return found.turned(best[1]), turn_reading(reading, best[1])
