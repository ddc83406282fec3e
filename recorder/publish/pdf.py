"""Drawings and text on the pages of a PDF."""

from __future__ import annotations

import io
from typing import Literal
from xml.etree import ElementTree as ET

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from recorder.publish.lettering import ASIAN, runs, width
from recorder.publish.shapes import Disc, Label, Palette, Strokes, extent, shapes

_WIDEST = 170 * mm  # a sheet of A4 with margins
_UNIT = 0.85  # points to a unit of a drawing, where it is not too wide for that


def write(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    bold: bool = False,
    anchor: Literal["start", "middle", "end"] = "start",
) -> None:
    """A line of text in any script; `y` is its base line, in points from the bottom as reportlab counts."""
    if anchor != "start":
        x -= width(text, size, bold) * (0.5 if anchor == "middle" else 1)
    canvas.saveState()
    line = canvas.beginText(x, y)
    for font, piece in runs(text, bold):
        line.setFont(font, size)
        # The collections of Asian letters have no bold face everywhere: their outlines are drawn as well.
        heavy = bold and font in ASIAN
        canvas.setLineWidth(size / 36)
        line.setTextRenderMode(2 if heavy else 0)
        line.textOut(piece)
    canvas.drawText(line)
    canvas.restoreState()


def draw(canvas: Canvas, svg: ET.Element, x: float, y: float, wide: float, palette: Palette | None = None) -> None:
    """A drawing of ours, its bottom left corner at (x, y), `wide` points wide.

    Raises
    ------
    ValueError
        Where it cannot be painted.
    """
    across, down = extent(svg)
    scale = wide / across
    canvas.saveState()
    canvas.translate(x, y)
    for shape in shapes(svg, palette):
        paint = shape.paint
        canvas.setFillAlpha(paint.opacity)
        canvas.setStrokeAlpha(paint.opacity)
        if paint.fill:
            canvas.setFillColor(HexColor(paint.fill))
        if paint.stroke:
            canvas.setStrokeColor(HexColor(paint.stroke))
        canvas.setLineWidth(paint.width * scale)
        if isinstance(shape, Disc):
            canvas.circle(
                shape.x * scale,
                (down - shape.y) * scale,
                shape.radius * scale,
                stroke=bool(paint.stroke),
                fill=bool(paint.fill),
            )
        elif isinstance(shape, Strokes):
            _strokes(canvas, shape, scale, down)
        elif paint.fill:
            canvas.setStrokeColor(HexColor(paint.fill))
            _label(canvas, shape, scale, down)
    canvas.restoreState()


def _strokes(canvas: Canvas, strokes: Strokes, scale: float, down: float) -> None:
    path = canvas.beginPath()
    for points, closed in strokes.lines:
        first, *rest = ((x * scale, (down - y) * scale) for x, y in points)
        path.moveTo(*first)
        for point in rest:
            path.lineTo(*point)
        if closed:
            path.close()
    canvas.drawPath(path, stroke=bool(strokes.paint.stroke), fill=bool(strokes.paint.fill))


def _label(canvas: Canvas, label: Label, scale: float, down: float) -> None:
    place = label.x * scale, (down - label.y) * scale
    write(canvas, *place, label.text, label.size * scale, bold=label.bold, anchor=label.anchor)


def to_pdf(svg: ET.Element, title: str = "", author: str = "kifuwatch") -> bytes:
    """A drawing as a PDF of one page that is just as large as it.

    Raises
    ------
    ValueError
        Where it cannot be painted.
    """
    across, down = extent(svg)
    scale = min(_UNIT, _WIDEST / across)
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(across * scale, down * scale), invariant=True, pageCompression=1)
    canvas.setTitle(title)
    canvas.setAuthor(author)
    draw(canvas, svg, 0, 0, across * scale)
    canvas.showPage()
    canvas.save()
    return file.getvalue()
