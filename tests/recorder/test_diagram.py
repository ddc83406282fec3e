"""A position as people read it."""

from __future__ import annotations

import pytest

from recorder.diagram import diagram, summary

# Asymmetric, so that neither a turned nor a mirrored diagram passes.
ROWS = [
    "X........",
    ".O.......",
    ".........",
    "........X",
    *["........."] * 4,
    "..O......",
]


def test_a_diagram_has_row_nine_on_top_and_no_column_i() -> None:
    expected = """\
   A B C D E F G H J
 9 X . . . . . . . . 9
 8 . O . . . . . . . 8
 7 . . + . . .?+ . . 7
 6 . . . . . . . .?X 6
 5 . . . . + . . . . 5
 4 . . . . . . . . . 4
 3 . . + . . . + . . 3
 2 . . . . . . . . . 2
 1 . . O . . . . . . 1
   A B C D E F G H J"""
    assert diagram(ROWS, {(2, 6), (3, 8)}) == expected


def test_the_summary_counts() -> None:
    assert summary(ROWS) == "9 x 9: 2 black, 2 white"
    assert summary(ROWS, {(2, 6)}) == "9 x 9: 2 black, 2 white, 1 unsure (marked ?)"


def test_rows_that_make_no_square_are_refused() -> None:
    with pytest.raises(ValueError, match="9 rows"):
        diagram(["..."] * 9)
