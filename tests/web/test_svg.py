"""The drawing of a board: right stones at right places, for eyes and for those who do not see it."""

import itertools
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.web.svg import CELL, Drawing, draw

SVG = "{http://www.w3.org/2000/svg}"


def group(svg: ET.Element, name: str) -> ET.Element:
    (found,) = (g for g in svg.iter(f"{SVG}g") if g.get("class") == name)
    return found


def place(svg: ET.Element, element: ET.Element) -> tuple[float, float]:
    """Row and column of a circle, from nothing but the drawing's geometry."""
    margin, cell = float(svg.attrib["data-margin"]), float(svg.attrib["data-cell"])
    return (float(element.attrib["cy"]) - margin) / cell, (float(element.attrib["cx"]) - margin) / cell


@pytest.mark.parametrize("size", range(5, 26))
def test_a_board_of_every_size_has_its_lines_and_its_letters_without_i(size: int) -> None:
    svg = ET.fromstring(draw(Drawing(size=size)))
    (lines,) = (e for e in svg.iter(f"{SVG}path") if e.get("class") == "lines")
    assert len(re.findall("H", lines.attrib["d"])) == len(re.findall("V", lines.attrib["d"])) == size
    texts = [e.text for e in group(svg, "coordinates")]
    assert "I" not in texts
    letters = list(dict.fromkeys(t for t in texts if t and t.isalpha()))
    assert letters == list("ABCDEFGHJKLMNOPQRSTUVWXYZ"[:size])
    assert {t for t in texts if t and t.isdigit()} == {str(k) for k in range(1, size + 1)}
    assert svg.attrib["viewBox"].split()[2:] == [str(2 * 34 + CELL * (size - 1))] * 2


def test_row_0_is_the_top_and_the_number_beside_it_is_the_size() -> None:
    svg = ET.fromstring(draw(Drawing(size=9, stones={"ca": "B", "ai": "W"})))
    black, white = sorted(group(svg, "stones"), key=lambda e: e.attrib["class"])
    assert place(svg, black) == (0, 2)
    assert place(svg, white) == (8, 0)
    heights = {e.text: float(e.attrib["y"]) for e in group(svg, "coordinates") if (e.text or "").isdigit()}
    assert heights["9"] == float(black.attrib["cy"])
    assert heights["1"] == float(white.attrib["cy"])


@given(st.integers(5, 25).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_every_stone_is_drawn_once_on_its_crossing_inside_the_board(case: tuple[int, set[tuple[int, int]]]) -> None:
    size, points = case
    stones = {chr(97 + c) + chr(97 + r): "BW"[(r + c) % 2] for r, c in points}
    svg = ET.fromstring(draw(Drawing(size=size, stones=stones, coordinates=False)))  # type: ignore[arg-type]
    drawn = {place(svg, e): e.attrib["class"] for e in group(svg, "stones")}
    assert drawn == {(r, c): "BW"[(r + c) % 2] for r, c in points}
    extent = float(svg.attrib["viewBox"].split()[2])
    for stone in group(svg, "stones"):
        for middle, radius in itertools.product((stone.attrib["cx"], stone.attrib["cy"]), (stone.attrib["r"],)):
            assert 0 <= float(middle) - float(radius) < float(middle) + float(radius) <= extent


def test_the_last_move_is_marked_where_it_lies_and_a_number_takes_its_place() -> None:
    svg = ET.fromstring(draw(Drawing(size=19, stones={"dd": "B", "pp": "W"}, last="pp")))
    (mark,) = group(svg, "marks")
    assert place(svg, mark) == (15, 15)
    svg = ET.fromstring(draw(Drawing(size=19, stones={"dd": "B", "pp": "W"}, last="pp", numbers={"dd": 1, "pp": 2})))
    assert [(e.tag.removeprefix(SVG), e.text) for e in group(svg, "marks")] == [("text", "1"), ("text", "2")]


def test_points_of_an_alert_are_told_apart_by_form() -> None:
    marks = {"from": ["cc"], "to": ["dd"], "should_remove": ["ee"], "move": ["ff"], "candidate": ["gg"]}
    svg = ET.fromstring(draw(Drawing(size=9, marks=marks)))
    forms = {e.attrib["data-role"]: e.attrib["class"].split()[1] for e in group(svg, "marks")}
    assert set(forms) == set(marks)
    assert len(set(forms.values())) == len(forms)


def test_a_drawing_with_words_says_them_and_one_without_is_left_to_its_page() -> None:
    svg = ET.fromstring(draw(Drawing(size=9, title="<柯洁> & ]", description="白 C3", ident="b-1")))
    assert svg.attrib["role"] == "img"
    named = {e.attrib["id"]: e.text for e in svg.iter() if e.tag in (f"{SVG}title", f"{SVG}desc")}
    assert [named[i] for i in svg.attrib["aria-labelledby"].split()] == ["<柯洁> & ]", "白 C3"]
    assert ET.fromstring(draw(Drawing(size=9))).attrib["aria-hidden"] == "true"


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 4},
        {"size": 26},
        {"size": 9, "stones": {"jj": "B"}},
        {"size": 9, "last": "ja"},
        {"size": 9, "marks": {"to": ["aj"]}},
        {"size": 9, "ghosts": {"I1": "W"}},
    ],
)
def test_what_is_on_no_board_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"board|point"):
        Drawing(**wrong)  # type: ignore[arg-type]
