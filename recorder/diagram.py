"""A position in text, as people read it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.handicap import star_points
from engine.point import COLUMNS


def diagram(rows: Sequence[str], unsure: Collection[tuple[int, int]] = ()) -> str:
    """A diagram with coordinates: X black, O white, + a star point, ? what the program would not stake on.

    Parameters
    ----------
    rows : sequence of str
        `X`, `O` and `.`, row 0 the top, all of one length.
    unsure : collection of (row, col)

    Raises
    ------
    ValueError
        Where the rows make no square.
    """
    size = len(rows)
    if any(len(row) != size for row in rows):
        raise ValueError(f"a diagram of {size} rows needs {size} points in each")
    # Small boards print no stars at the sides, though handicap stones may stand there.
    stars = {p for p in star_points(size) if size >= 15 or p.row in (p.col, size - 1 - p.col)}
    letters = "   " + " ".join(COLUMNS[:size])
    lines = [letters]
    for r, row in enumerate(rows):
        cells = ["+" if c == "." and (r, k) in stars else c for k, c in enumerate(row)]
        marks = ["?" if (r, k) in unsure else " " for k in range(size)]
        body = "".join(f"{mark}{cell}" for mark, cell in zip(marks, cells, strict=True))
        lines.append(f"{size - r:2d}{body} {size - r}")
    return "\n".join([*lines, letters])


def summary(rows: Sequence[str], unsure: Collection[tuple[int, int]] = ()) -> str:
    """What the position holds, in one line."""
    black, white = ("".join(rows).count(c) for c in "XO")
    text = f"{len(rows)} x {len(rows)}: {black} black, {white} white"
    return text + (f", {len(unsure)} unsure (marked ?)" if unsure else "")
