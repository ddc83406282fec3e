"""The board as a drawing, drawn once: for pages, printed sheets, reports and pictures.

Attributes of the elements give a plain black and white diagram; the classes let a style sheet make wooden boards
of it, in light and dark. Whoever changes a drawing in place (the pages' script) finds the geometry in `data-cell`
and `data-margin` and each group by its class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal
from xml.etree import ElementTree as ET

from engine.handicap import star_points
from engine.point import COLUMNS, SIZES
from recorder import events

CELL = 24
"""Units of the drawing from line to line."""
RADIUS = 11.5
"""Units of a stone's radius."""
_MARGIN = {True: 34, False: 16}

Shape = Literal["circle", "triangle", "square", "cross", "diamond"]
SHAPES: dict[str, Shape] = {
    "from": "square",
    "first": "square",
    "to": "triangle",
    "reply": "triangle",
    "captured": "cross",
    "removed": "cross",
    "remaining": "cross",
    "should_remove": "cross",
    "wrongly_removed": "cross",
    "candidate": "diamond",
}
"""What marks a point by its role; any other role is a circle. By their form, so that nobody needs the colour."""


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """What is drawn on a board.

    Attributes
    ----------
    size : int
        Number of lines each way, 5 to 25.
    stones : mapping of point to {"B", "W"}
    last : point or None
        Marked as the last move.
    numbers : mapping of point to int
        Numbers of moves, written on their stones.
    marks : mapping of str to points
        Points by the role they play, see `SHAPES`.
    ghosts : mapping of point to {"B", "W"}
        Stones that may have been played, or may be.
    coordinates : bool
        Letters (without I) and numbers round the board.
    title, description : str
        For people who do not see the drawing.
    ident : str
        Of the drawing on its page; letters, digits and dashes.

    Raises
    ------
    ValueError
        Where the size is none, or a point does not lie on the board.
    """

    size: int
    stones: Mapping[str, events.Player] = field(default_factory=dict)
    last: str | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    marks: Mapping[str, Iterable[str]] = field(default_factory=dict)
    ghosts: Mapping[str, events.Player] = field(default_factory=dict)
    coordinates: bool = True
    title: str = ""
    description: str = ""
    ident: str = "board"

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise ValueError(f"a board has {SIZES.start} to {SIZES.stop - 1} lines, got {self.size}")
        object.__setattr__(self, "marks", {role: tuple(points) for role, points in self.marks.items()})
        every = [*self.stones, *self.numbers, *self.ghosts, *(p for points in self.marks.values() for p in points)]
        for vertex in [*every, *([self.last] if self.last else [])]:
            if not events.to_point(vertex).lies_on(self.size):
                raise ValueError(f"the point {vertex!r} does not lie on a board of {self.size} lines")

    @property
    def margin(self) -> int:
        """Units from the drawing's rim to the outermost lines."""
        return _MARGIN[self.coordinates]

    @property
    def letters(self) -> float:
        """Units of the coordinates' height: on small boards, which are shown as large, smaller ones do."""
        return round(min(11.5, 4 + 0.0165 * self.extent), 1)

    @property
    def extent(self) -> int:
        """Units of the drawing's width and height."""
        return 2 * self.margin + CELL * (self.size - 1)


def draw(drawing: Drawing) -> str:
    """The drawing as SVG text, without an XML head, so that it can stand in a page."""
    return ET.tostring(element(drawing), encoding="unicode")


def element(drawing: Drawing) -> ET.Element:
    """The drawing as an element tree."""
    extent = drawing.extent
    labels = [f"{drawing.ident}-{part}" for part in ("title", "text") if _text(drawing, part)]
    svg = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {extent} {extent}",
            "class": "board",
            "id": drawing.ident,
            "data-size": str(drawing.size),
            "data-cell": str(CELL),
            "data-margin": str(drawing.margin),
        }
        # Without words of its own a drawing stands beside the words of its page.
        | ({"role": "img", "aria-labelledby": " ".join(labels)} if labels else {"aria-hidden": "true"}),
    )
    for part, tag in (("title", "title"), ("text", "desc")):
        if text := _text(drawing, part):
            ET.SubElement(svg, tag, {"id": f"{drawing.ident}-{part}"}).text = text
    ET.SubElement(
        svg, "rect", {"class": "wood", "width": str(extent), "height": str(extent), "rx": "4", "fill": "#fff"}
    )
    _lines(svg, drawing)
    if drawing.coordinates:
        _coordinates(svg, drawing)
    _stones(svg, drawing)
    _marks(svg, drawing)
    return svg


def _text(drawing: Drawing, part: str) -> str:
    return drawing.title if part == "title" else drawing.description


def _at(drawing: Drawing, vertex: str) -> tuple[int, int]:
    """x and y of a point."""
    point = events.to_point(vertex)
    return drawing.margin + CELL * point.col, drawing.margin + CELL * point.row


def _lines(svg: ET.Element, drawing: Drawing) -> None:
    a, b = drawing.margin, drawing.extent - drawing.margin
    steps = range(a, b + 1, CELL)
    path = "".join(f"M{a} {k}H{b}M{k} {a}V{b}" for k in steps)
    ET.SubElement(svg, "path", {"class": "lines", "d": path, "stroke": "#000", "fill": "none"})
    rim = {"x": str(a), "y": str(a), "width": str(b - a), "height": str(b - a)}
    ET.SubElement(svg, "rect", {"class": "rim", **rim, "stroke": "#000", "stroke-width": "1.8", "fill": "none"})
    stars = ET.SubElement(svg, "g", {"class": "stars"})
    size = drawing.size
    for point in sorted(star_points(size)):
        # Small boards print no stars at the sides, though handicap stones may stand there.
        if size >= 15 or point.row in (point.col, size - 1 - point.col):
            x, y = drawing.margin + CELL * point.col, drawing.margin + CELL * point.row
            ET.SubElement(stars, "circle", {"cx": str(x), "cy": str(y), "r": "2.9"})


def _coordinates(svg: ET.Element, drawing: Drawing) -> None:
    # Screen readers hear the description instead of forty letters and numbers.
    group = ET.SubElement(
        svg,
        "g",
        {
            "class": "coordinates",
            "aria-hidden": "true",
            "font-family": "sans-serif",
            "font-size": f"{drawing.letters:g}",
        },
    )
    for k in range(drawing.size):
        place = drawing.margin + CELL * k
        near, far = 11.5, drawing.extent - 11.5
        for x, y, text in (
            (place, near, COLUMNS[k]),
            (place, far, COLUMNS[k]),
            (near, place, str(drawing.size - k)),
            (far, place, str(drawing.size - k)),
        ):
            _write(group, x, y, text)


def _write(parent: ET.Element, x: float, y: float, text: str, **more: str) -> None:
    # A third of the letters' height below the middle: `dominant-baseline` is not known to every program.
    shift = {"x": f"{x:g}", "y": f"{y:g}", "dy": "0.36em", "text-anchor": "middle", **more}
    ET.SubElement(parent, "text", shift).text = text


def _stones(svg: ET.Element, drawing: Drawing) -> None:
    for name, stones in (("stones", drawing.stones), ("ghosts", drawing.ghosts)):
        group = ET.SubElement(svg, "g", {"class": name} | ({"opacity": "0.5"} if name == "ghosts" else {}))
        for vertex, player in sorted(stones.items()):
            x, y = _at(drawing, vertex)
            paint = {"fill": "#000"} if player == "B" else {"fill": "#fff", "stroke": "#000"}
            ET.SubElement(
                group,
                "circle",
                {"class": player, "data-point": vertex, "cx": str(x), "cy": str(y), "r": f"{RADIUS:g}", **paint},
            )


def _marks(svg: ET.Element, drawing: Drawing) -> None:
    group = ET.SubElement(svg, "g", {"class": "marks"})
    numbers = {vertex: number for vertex, number in drawing.numbers.items() if vertex in drawing.stones}
    if drawing.last and drawing.last not in numbers:
        x, y = _at(drawing, drawing.last)
        on = drawing.stones.get(drawing.last, "")
        ink = "#fff" if on == "B" else "#000"
        ring = {"class": f"last on{on}", "cx": str(x), "cy": str(y), "r": "5.2"}
        ET.SubElement(group, "circle", {**ring, "fill": "none", "stroke": ink, "stroke-width": "2"})
    for vertex, number in numbers.items():
        x, y = _at(drawing, vertex)
        on = drawing.stones[vertex]
        last = " newest" if vertex == drawing.last else ""
        _write(
            group,
            x,
            y,
            str(number),
            **{
                "class": f"number on{on}{last}",
                "fill": "#fff" if on == "B" else "#000",
                "font-size": {1: "13", 2: "12"}.get(len(str(number)), "9.5"),
                "font-family": "sans-serif",
            },
        )
    for role, points in drawing.marks.items():
        for vertex in points:
            _mark(group, role, *_at(drawing, vertex), drawing.stones.get(vertex, ""))


def _mark(group: ET.Element, role: str, x: int, y: int, on: str) -> None:
    paint = {"fill": "none", "stroke": "#fff" if on == "B" else "#000", "stroke-width": "2.2"}
    shape = SHAPES.get(role, "circle")
    name = {"class": f"mark {shape} on{on}", "data-role": role}
    if shape == "circle":
        ET.SubElement(group, "circle", {**name, "cx": str(x), "cy": str(y), "r": "7", **paint})
        return
    path = {
        "triangle": f"M{x} {y - 7.5}l6.5 11.2h-13z",
        "square": f"M{x - 5.8} {y - 5.8}h11.6v11.6h-11.6z",
        "cross": f"M{x - 5.5} {y - 5.5}l11 11m0 -11l-11 11",
        "diamond": f"M{x} {y - 7.5}l7.5 7.5l-7.5 7.5l-7.5 -7.5z",
    }[shape]
    ET.SubElement(group, "path", {**name, "d": path, **paint})
