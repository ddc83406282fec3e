"""A figure with its words: who played, which moves it shows, and below it what found no place on the board."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from engine.point import Colour, Point
from recorder import events
from recorder.facts import GameFacts
from recorder.publish.figure import Figure
from recorder.publish.lettering import fit, lines
from recorder.web import svg as boards
from recorder.web.languages import Texts

_FAMILY = "Helvetica, Arial, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', 'Malgun Gothic', sans-serif"
_NARROWEST = 420.0
_MARGIN = 18.0
_BREAK = "   "


def board(figure: Figure, coordinates: bool = True, title: str = "", ident: str = "board") -> ET.Element:
    """A figure's board alone, as an SVG element."""
    return boards.element(
        boards.Drawing(
            size=figure.size,
            stones={events.to_vertex(point): events.to_player(colour) for point, colour in figure.stones.items()},
            last=events.to_vertex(figure.shown) if figure.shown else None,
            numbers={events.to_vertex(point): number for point, number in figure.numbers.items()},
            marks={role: [events.to_vertex(point) for point in points] for role, points in figure.marks.items()},
            coordinates=coordinates,
            title=title,
            ident=ident,
        )
    )


def names(facts: GameFacts, texts: Texts) -> tuple[str, str]:
    """Black and White as people are called: name and rank, or the colour's name where nobody is known."""

    def player(name: str, rank: str, fallback: str) -> str:
        return f"{name} {rank}".strip() if name else fallback

    return (
        player(facts.black, facts.black_rank, texts("figure.black")),
        player(facts.white, facts.white_rank, texts("figure.white")),
    )


def about(facts: GameFacts, texts: Texts) -> str:
    """Event, round, place and date in a line."""
    number = texts("figure.round", round=facts.round) if facts.round.isdecimal() else facts.round
    return ", ".join(filter(None, (facts.event, number, facts.place, facts.date)))


def caption(figure: Figure, texts: Texts) -> str:
    """Which moves a figure shows."""
    if figure.last < figure.first:
        return texts("figure.position", number=figure.last) if figure.last else texts("figure.start")
    if figure.first == figure.last:
        return texts("figure.move", number=figure.first)
    return texts("figure.moves", first=figure.first, last=figure.last)


def notes(figure: Figure, texts: Texts) -> list[str]:
    """What is told below the board: moves on points already drawn, passes, stones that changed."""
    size, separator = figure.size, texts("figure.list")

    def point_list(points: Sequence[Point]) -> str:
        return separator.join(point.name(size) for point in points)

    said = [
        texts(
            "figure.at",
            numbers=separator.join(map(str, repeat.numbers)),
            place=repeat.point.name(size) if repeat.at is None else repeat.at,
        )
        for repeat in figure.repeats
    ]
    if figure.passes:
        said.append(texts("figure.pass", numbers=separator.join(map(str, figure.passes))))
    for change in figure.changes:
        parts = [
            texts(f"figure.change_{kind}", points=point_list(points))
            for kind, points in (("black", change.black), ("white", change.white), ("empty", change.empty))
            if points
        ]
        said.append(texts("figure.change", number=change.after, changes=separator.join(parts)))
    return said


def sheet(figure: Figure, facts: GameFacts, texts: Texts, coordinates: bool = True, heading: bool = True) -> ET.Element:
    """The figure with its words, an SVG drawing that stands alone."""
    drawn = board(figure, coordinates)
    extent = float(drawn.get("viewBox", "").split()[2])
    wide = max(extent, _NARROWEST) + 2 * _MARGIN
    room = wide - 2 * _MARGIN
    svg = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": _FAMILY, "fill": "#111"})
    said = caption(figure, texts)
    black, white = names(facts, texts)
    ET.SubElement(svg, "title").text = f"{black} - {white}: {said}"
    paper = ET.SubElement(svg, "rect", {"class": "paper", "width": f"{wide:g}", "fill": "#fff"})
    y = _MARGIN
    if heading:
        y = _heading(svg, facts, texts, y, room)
    group = ET.SubElement(svg, "g", {"transform": f"translate({(wide - extent) / 2:g} {y:g})"})
    group.extend(drawn)
    y += extent + 4
    _line(svg, wide / 2, y := y + 13, said, 13, bold=True, anchor="middle")
    y += 6
    for line in lines(_BREAK.join(notes(figure, texts)), 12, room):
        if line:
            _line(svg, wide / 2, y := y + 16, line, 12, anchor="middle")
    height = y + _MARGIN
    paper.set("height", f"{height:g}")
    svg.set("viewBox", f"0 0 {wide:g} {height:g}")
    svg.set("width", f"{wide:g}")
    svg.set("height", f"{height:g}")
    return svg


def _heading(svg: ET.Element, facts: GameFacts, texts: Texts, y: float, room: float) -> float:
    top = y
    for colour, name in zip((Colour.BLACK, Colour.WHITE), names(facts, texts), strict=True):
        y += 20
        paint = {"fill": "#000"} if colour is Colour.BLACK else {"fill": "#fff", "stroke": "#000"}
        ET.SubElement(svg, "circle", {"cx": f"{_MARGIN + 7:g}", "cy": f"{y - 5.5:g}", "r": "6", **paint})
        _line(svg, _MARGIN + 22, y, fit(name, 16, room - 22, bold=True), 16, bold=True)
    if place := about(facts, texts):
        _line(svg, _MARGIN, y := y + 19, fit(place, 12, room), 12)
    return y + 10 if y > top else y


def _line(svg: ET.Element, x: float, y: float, text: str, size: float, *, bold: bool = False, anchor: str = "") -> None:
    style = {"x": f"{x:g}", "y": f"{y:g}", "font-size": f"{size:g}"}
    if bold:
        style["font-weight"] = "bold"
    if anchor:
        style["text-anchor"] = anchor
    ET.SubElement(svg, "text", style).text = text
