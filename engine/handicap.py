"""Where handicap stones stand.

The usual pattern: 2 opposite corners, 3 and 4 corners, 5 with the centre, 6 the corners and two side stars,
7 with the centre, 8 all side stars, 9 all. Row 0 is the top; the order is that of laying (GTP 2, 4.1.1).
"""

from __future__ import annotations

from engine.point import SIZES, Point


def star_points(size: int) -> tuple[Point, ...]:
    """The star points of a board in the order of laying: nine, corners only on even boards and on 7 lines.

    Below 7 lines there is the centre of an odd board. Raises ValueError for sizes out of range.
    """
    if size not in SIZES:
        raise ValueError(f"a board has 5 to 25 lines, got {size}")
    edge = 3 if size >= 13 else 2
    far, mid = size - 1 - edge, size // 2
    if size < 7:
        return (Point(mid, mid),) if size % 2 else ()
    corners = (Point(edge, far), Point(far, edge), Point(far, far), Point(edge, edge))
    if size % 2 == 0 or size == 7:
        return corners
    return (*corners, Point(mid, edge), Point(mid, far), Point(edge, mid), Point(far, mid), Point(mid, mid))


def handicap_points(size: int, stones: int) -> tuple[Point, ...]:
    """The points of a fixed handicap.

    Parameters
    ----------
    size : int
        Number of lines, 7 to 25.
    stones : int
        2 to 9, on even boards and on 7 lines 2 to 4.

    Raises
    ------
    ValueError
        Where the board has no such handicap.
    """
    stars = star_points(size) if size in SIZES else ()
    if size < 7 or not 2 <= stones <= len(stars):
        raise ValueError(f"no fixed handicap of {stones} on {size} lines; lay the stones freely instead")
    if stones in (5, 7, 9):
        return (*stars[: stones - 1], stars[-1])
    return stars[:stones]
