"""Names of points and the fixed handicaps."""

import pytest

from engine.handicap import handicap_points, star_points
from engine.point import Colour, Point


@pytest.mark.parametrize(
    ("point", "size", "sgf", "name"),
    [
        (Point(0, 0), 19, "aa", "A19"),
        (Point(18, 0), 19, "as", "A1"),
        (Point(3, 3), 19, "dd", "D16"),
        (Point(15, 16), 19, "qp", "R4"),
        (Point(0, 8), 9, "ia", "J9"),
        (Point(24, 24), 25, "yy", "Z1"),
    ],
)
def test_letters_and_names_of_a_point(point: Point, size: int, sgf: str, name: str) -> None:
    assert point.sgf == sgf
    assert Point.from_sgf(sgf) == point
    assert point.name(size) == name
    assert Point.from_name(name, size) == Point.from_name(name.lower(), size) == point


@pytest.mark.parametrize("text", ["", "d", "ddd", "dz", "D4", "d1"])
def test_text_that_is_no_sgf_point_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="two letters"):
        Point.from_sgf(text)


@pytest.mark.parametrize("text", ["", "I5", "5", "D", "D-1", "D４", "pass"])
def test_text_that_is_no_gtp_point_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="row number"):
        Point.from_name(text, 19)


def test_a_name_may_lie_off_the_board_and_says_so() -> None:
    point = Point.from_name("J3", 5)
    assert not point.lies_on(5)
    with pytest.raises(ValueError, match="not on a board of 5"):
        point.name(5)


def test_only_players_have_opponents_and_letters() -> None:
    assert Colour.from_letter("w").other is Colour.BLACK
    with pytest.raises(ValueError, match="no opponent"):
        _ = Colour.EMPTY.other
    with pytest.raises(ValueError, match="B or W"):
        Colour.from_letter("X")


@pytest.mark.parametrize(
    ("size", "stones", "names"),
    [  # GNU Go's fixed_handicap, whose order differs
        (19, 2, "D4 Q16"),
        (19, 3, "D4 Q16 Q4"),
        (19, 4, "D16 D4 Q16 Q4"),
        (19, 5, "D16 D4 K10 Q16 Q4"),
        (19, 6, "D10 D16 D4 Q10 Q16 Q4"),
        (19, 7, "D10 D16 D4 K10 Q10 Q16 Q4"),
        (19, 8, "D10 D16 D4 K16 K4 Q10 Q16 Q4"),
        (19, 9, "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4"),
        (13, 5, "D10 D4 G7 K10 K4"),
        (9, 9, "C3 C5 C7 E3 E5 E7 G3 G5 G7"),
        (9, 2, "C3 G7"),
    ],
)
def test_fixed_handicap_stands_on_the_usual_stars(size: int, stones: int, names: str) -> None:
    points = handicap_points(size, stones)
    assert len(points) == stones
    assert {p.name(size) for p in points} == set(names.split())
    assert set(points) <= set(star_points(size))


@pytest.mark.parametrize(("size", "stones"), [(19, 1), (19, 10), (18, 5), (5, 2), (7, 5)])
def test_a_handicap_the_board_does_not_have_is_refused(size: int, stones: int) -> None:
    with pytest.raises(ValueError, match="no fixed handicap"):
        handicap_points(size, stones)
