"""Where a lattice ends: its first and last lines, by how well the crossings of each are marked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
REACH = 27  # lines looked at each way from the first crossing: more than any board has
BEYOND = 0.5  # mean mark of a line beyond the size asked for that is no shadow


def ends(marks: Array, size: int | None) -> tuple[int, int, int, int] | None:
    """First row, last row, first column, last column of the lattice in the marks of all crossings."""
    middle = REACH
    top, bottom, left, right = middle - 3, middle + 3, middle - 3, middle + 3
    least = 0.3
    for _ in range(6):
        row_marks = marks[:, left : right + 1].mean(axis=1)
        start = top + int(row_marks[top : bottom + 1].argmax())
        new_rows = run_of_lines(row_marks, start, least)
        col_marks = marks[new_rows[0] : new_rows[1] + 1].mean(axis=0)
        start = left + int(col_marks[left : right + 1].argmax())
        new_cols = run_of_lines(col_marks, start, least)
        if (*new_rows, *new_cols) == (top, bottom, left, right):
            break
        top, bottom = new_rows
        left, right = new_cols
    if bottom - top < 3 or right - left < 3:
        return None
    rows, cols = bottom - top + 1, right - left + 1
    # Two lines too many either way are no accident, nor are many too few: that is a board of another size, for
    # the caller to refuse, and no window may be cut out of it.
    if size is None or min(rows, cols) >= size + 2 or (rows == cols and rows <= size - 4):
        return top, bottom, left, right
    # The window of the right size that holds most marks, where a line too many or too few seemed to be there.
    best, chosen = -1.0, None
    for r in range(max(0, top - 3), bottom + 4):
        for c in range(max(0, left - 3), right + 4):
            if r + size <= len(marks) and c + size <= len(marks):
                total = float(marks[r : r + size, c : c + size].sum())
                if total > best + 1e-9:
                    best, chosen = total, (r, r + size - 1, c, c + size - 1)
    return with_lines_beyond(marks, chosen) if chosen else None


def with_lines_beyond(marks: Array, extent: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The extent, grown by two lines on each side where two lines more are well marked: part of a larger board."""
    top, bottom, left, right = extent
    rows, cols = marks[:, left : right + 1].mean(axis=1), marks[top : bottom + 1].mean(axis=0)
    return (
        top - 2 * bool(rows[max(0, top - 2) : top].min(initial=1.0) >= BEYOND and top >= 2),
        bottom + 2 * bool(rows[bottom + 1 : bottom + 3].min(initial=1.0) >= BEYOND and bottom + 2 < len(rows)),
        left - 2 * bool(cols[max(0, left - 2) : left].min(initial=1.0) >= BEYOND and left >= 2),
        right + 2 * bool(cols[right + 1 : right + 3].min(initial=1.0) >= BEYOND and right + 2 < len(cols)),
    )


def run_of_lines(marks: Array, start: int, least: float) -> tuple[int, int]:
    """First and last line round `start` of those marked at least `least`; one faint line is allowed."""
    low = high = start
    while low > 0 and (marks[low - 1] >= least or (low > 1 and marks[low - 2] >= 1.6 * least)):
        low -= 1 if marks[low - 1] >= least else 2
    while high < len(marks) - 1 and (
        marks[high + 1] >= least or (high < len(marks) - 2 and marks[high + 2] >= 1.6 * least)
    ):
        high += 1 if marks[high + 1] >= least else 2
    return low, high
