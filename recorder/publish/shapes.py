"""The shapes of an SVG drawing of ours, resolved: what the painters of PNG and PDF put on their paper.

Only what `recorder.web.svg` and the sheets draw is known (rect, circle, path of straight lines, text, g, nested
svg), and anything else raises: a drawing is painted whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple
from xml.etree import ElementTree as ET

_COMMAND = re.compile(r"([MmLlHhVvZz])|(-?\d*\.?\d+)")
_TRANSFORM = re.compile(r"(translate|scale)\(([^)]*)\)")
_INHERITED = ("fill", "stroke", "stroke-width", "font-size", "font-weight", "text-anchor")
_SILENT = {"title", "desc", "style", "defs", "metadata"}


class Paint(NamedTuple):
    """Colours as `#rrggbb`, or None for nothing; the line's width in the unit of the drawing."""

    fill: str | None
    stroke: str | None
    width: float
    opacity: float


class Disc(NamedTuple):
    """A circle."""

    x: float
    y: float
    radius: float
    paint: Paint


class Strokes(NamedTuple):
    """Straight lines, one list of points each, and whether each is closed."""

    lines: tuple[tuple[tuple[tuple[float, float], ...], bool], ...]
    paint: Paint


class Label(NamedTuple):
    """A line of text; `y` is its base line."""

    x: float
    y: float
    text: str
    size: float
    anchor: Literal["start", "middle", "end"]
    bold: bool
    paint: Paint


Shape = Disc | Strokes | Label
Palette = Mapping[str, Mapping[str, str]]
"""Attributes by class that replace a drawing's own, as a style sheet would."""


def shapes(svg: ET.Element, palette: Palette | None = None) -> Iterator[Shape]:
    """The shapes of a drawing in the order in which they are painted.

    Raises
    ------
    ValueError
        Where there is an element, or a command in a path, that is not known here.
    """
    yield from _walk(svg, {}, (1.0, 0.0, 0.0), 1.0, palette or {})


def extent(svg: ET.Element) -> tuple[float, float]:
    """Width and height of a drawing, from its viewBox."""
    _, _, width, height = (float(part) for part in svg.get("viewBox", "0 0 0 0").split())
    return width, height


def _walk(
    element: ET.Element,
    style: dict[str, str],
    place: tuple[float, float, float],
    opacity: float,
    palette: Palette,
) -> Iterator[Shape]:
    tag = element.tag.rpartition("}")[2]
    if tag in _SILENT:
        return
    own = dict(element.attrib)
    for name in own.get("class", "").split():
        own |= palette.get(name, {})
    style = style | {name: own[name] for name in _INHERITED if name in own}
    opacity *= float(own.get("opacity", 1))
    for kind, numbers in _TRANSFORM.findall(own.get("transform", "")):
        scale, dx, dy = place
        values = [float(number) for number in re.split(r"[ ,]+", numbers.strip())]
        if kind == "scale":
            place = (scale * values[0], dx, dy)
        else:
            place = (scale, dx + scale * values[0], dy + scale * values[-1])
    if tag in ("g", "svg"):
        for child in element:
            yield from _walk(child, style, place, opacity, palette)
    else:
        yield _shape(tag, own, element.text or "", style, place, opacity)


def _shape(
    tag: str, own: Mapping[str, str], text: str, style: Mapping[str, str], place: tuple[float, float, float], o: float
) -> Shape:
    scale, dx, dy = place

    def number(name: str) -> float:
        return float(own.get(name, 0))

    def put(x: float, y: float) -> tuple[float, float]:
        return dx + scale * x, dy + scale * y

    paint = Paint(
        _colour(style.get("fill", "#000")), _colour(style.get("stroke", "none")),
        scale * float(style.get("stroke-width", 1)), o,
    )  # fmt: skip
    if tag == "circle":
        return Disc(*put(number("cx"), number("cy")), scale * number("r"), paint)
    if tag == "rect":
        x, y, w, h = (number(name) for name in ("x", "y", "width", "height"))
        return Strokes((((put(x, y), put(x + w, y), put(x + w, y + h), put(x, y + h)), True),), paint)
    if tag == "path":
        return Strokes(tuple((tuple(put(*p) for p in points), closed) for points, closed in _lines(own["d"])), paint)
    if tag == "text":
        size = float(style.get("font-size", 16))
        shift = own.get("dy", "0").removesuffix("em")
        x, y = put(number("x"), number("y") + float(shift) * size)
        bold = style.get("font-weight", "") in ("bold", "600", "700")
        anchor: Literal["start", "middle", "end"] = "start"
        if style.get("text-anchor") in ("middle", "end"):
            anchor = "middle" if style["text-anchor"] == "middle" else "end"
        return Label(x, y, text, scale * size, anchor, bold, paint)
    raise ValueError(f"a drawing with <{tag}> cannot be painted: teach it to recorder.publish.shapes")


def _colour(text: str) -> str | None:
    if text == "none":
        return None
    if re.fullmatch("#[0-9a-fA-F]{3}", text):
        return "#" + "".join(2 * digit for digit in text[1:])
    if re.fullmatch("#[0-9a-fA-F]{6}", text):
        return text
    raise ValueError(f"a colour of a drawing is written #rgb or #rrggbb, got {text!r}")


def _lines(path: str) -> list[tuple[list[tuple[float, float]], bool]]:
    """The straight lines of a path (SVG 1.1, 8.3, without curves)."""
    found: list[tuple[list[tuple[float, float]], bool]] = []
    points: list[tuple[float, float]] = []
    x = y = 0.0
    command = ""
    numbers: list[float] = []
    if rest := re.sub(_COMMAND, "", path).strip(" ,\n"):
        raise ValueError(f"a path with {rest!r} cannot be painted: teach it to recorder.publish.shapes")
    for name, digits in _COMMAND.findall(path):
        if name in ("Z", "z") and name:
            if points:
                found.append((points, True))
                x, y = points[0]
            points = []
        if name:
            command, numbers = name, []
            continue
        numbers.append(float(digits))
        if len(numbers) < (1 if command in "HhVv" else 2):
            continue
        start = (x, y)
        x, y = _move(command, numbers, x, y)
        if command in "Mm":
            if len(points) > 1:
                found.append((points, False))
            points = [(x, y)]
            command = "l" if command == "m" else "L"
        else:
            points = [*(points or [start]), (x, y)]
        numbers = []
    if len(points) > 1:
        found.append((points, False))
    return found


def _move(command: str, numbers: list[float], x: float, y: float) -> tuple[float, float]:
    match command:
        case "H":
            return numbers[0], y
        case "h":
            return x + numbers[0], y
        case "V":
            return x, numbers[0]
        case "v":
            return x, y + numbers[0]
        case "m" | "l":
            return x + numbers[0], y + numbers[1]
    return numbers[0], numbers[1]
