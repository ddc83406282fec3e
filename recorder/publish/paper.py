"""What printed reports consist of: headings, text, tables, drawings, photographs, bars, lines to sign on."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Literal, NamedTuple
from xml.etree import ElementTree as ET

from PIL import Image, UnidentifiedImageError
from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader

from recorder.publish.lettering import fit, lines, width
from recorder.publish.pages import GREY, INK, LEADING, Pages
from recorder.publish.pdf import draw, write
from recorder.publish.shapes import extent

TONES = {"critical": "#a4161a", "warning": "#b26a00", "info": "#4a5a6a"}
"""Colour of a severity; its word always stands beside it."""
_PIXELS = 1100  # of a photograph's longer side: sharp at 12 cm on paper


class Column(NamedTuple):
    """A column of a table: its heading, its share of the width, and on which side its texts stand."""

    heading: str
    share: float
    side: Literal["start", "middle", "end"] = "start"


class Paper(Pages):
    """Pages being filled with what reports consist of."""

    def title(self, text: str, below: str = "") -> None:
        """The document's own heading."""
        for line in lines(text, 20, self.width, bold=True):
            self._line(line, 20, bold=True)
        if below:
            self.text(below, 11, GREY)
        self.space(6)

    def heading(self, text: str, keep: float = 60) -> None:
        """Heading of a section, which stays with the `keep` points after it."""
        self.room(40 + keep)
        self.space(16)
        self._line(fit(text, 12.5, self.width, bold=True), 12.5, bold=True)
        self._rule(self.y - 1)
        self.y -= 7

    def text(self, text: str, size: float = 9.5, colour: str = INK, *, bold: bool = False, indent: float = 0) -> None:
        """A paragraph."""
        for line in lines(text, size, self.width - indent, bold):
            self._line(line, size, colour, bold=bold, indent=indent)

    def centred(self, text: str, size: float, *, bold: bool = False) -> None:
        """A paragraph whose lines stand in the middle."""
        for line in lines(text, size, self.width, bold):
            self.room(size * LEADING)
            self._ink(INK)
            write(self._canvas, self.left + self.width / 2, self.y - size, line, size, bold=bold, anchor="middle")
            self.y -= size * LEADING
            self._begun = True

    def facts(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Names and values in two columns of pairs; those without a value are left out."""
        pairs = [(name, value) for name, value in pairs if value]
        half = (self.width - 16) / 2
        label = min(max((width(name, 9) for name, _ in pairs), default=0) + 10, half * 0.45)
        cells = [(name, lines(value, 9.5, half - label)) for name, value in pairs]
        for left, right in zip(cells[::2], [*cells[1::2], ("", [""])], strict=False):
            height = max(len(left[1]), len(right[1])) * 9.5 * LEADING
            self.room(height)
            for x, (name, value) in ((0.0, left), (half + 16, right)):
                y = self.y - 9.5
                self._ink(GREY)
                write(self._canvas, self.left + x, y, fit(name, 9, label - 4), 9)
                self._ink(INK)
                for line in value:
                    write(self._canvas, self.left + x + label, y, line, 9.5)
                    y -= 9.5 * LEADING
            self.y -= height + 1.5
            self._begun = True

    def table(self, columns: Sequence[Column], rows: Sequence[Sequence[str]], size: float = 9) -> None:
        """A table; texts that are too wide are broken, its head is repeated on every page."""
        whole = sum(column.share for column in columns)
        widths = [self.width * column.share / whole for column in columns]
        self._row(columns, [column.heading for column in columns], widths, size - 0.5, GREY)
        self._rule(self.y + 1)
        self.y -= 2
        for row in rows:
            height = max(
                len(lines(text, size, w - 6)) for text, w in zip(row, widths, strict=True)
            ) * size * LEADING  # fmt: skip
            if height > self.left_over:
                self.new_page()
                self._row(columns, [column.heading for column in columns], widths, size - 0.5, GREY)
                self._rule(self.y + 1)
                self.y -= 2
            self._row(columns, row, widths, size)

    def _row(
        self, columns: Sequence[Column], row: Sequence[str], widths: Sequence[float], size: float, colour: str = INK
    ) -> None:
        x, lowest = self.left, self.y
        for column, text, wide in zip(columns, row, widths, strict=True):
            y = self.y
            at = x if column.side == "start" else x + (wide - 6 if column.side == "end" else (wide - 6) / 2)
            self._ink(colour)
            for line in lines(text, size, wide - 6):
                write(self._canvas, at, y - size, line, size, anchor=column.side)
                y -= size * LEADING
            lowest, x = min(lowest, y), x + wide
        self.y, self._begun = lowest - 1, True

    def columns(self, cells: Sequence[tuple[str, str, bool]], count: int, size: float = 8.5) -> None:
        """Short pairs in `count` columns, read downwards; a pair that is set off is bold."""
        wide = self.width / count
        leading = size * LEADING
        while cells:
            if self.left_over < 4 * leading:
                self.new_page()
            rows = min(-(-len(cells) // count), int(self.left_over / leading))
            here, cells = cells[: rows * count], cells[rows * count :]
            for place, (name, value, bold) in enumerate(here):
                x, y = self.left + place // rows * wide, self.y - size - place % rows * leading
                self._ink(GREY)
                write(self._canvas, x + 20, y, name, size - 1, anchor="end")
                self._ink(INK)
                write(self._canvas, x + 25, y, fit(value, size, wide - 30, bold), size, bold=bold)
            self.y -= rows * leading + 2
            self._begun = True

    def mark(self, text: str, tone: str, detail: str = "") -> None:
        """A line that begins with a coloured square: `text` in bold, `detail` at the right."""
        self._ink(tone)
        self._canvas.rect(self.left, self.y - 10, 7, 7, stroke=0, fill=1)
        self._ink(GREY)
        write(self._canvas, self.left + self.width, self.y - 10, detail, 9, anchor="end")
        self._ink(INK)
        room = self.width - 24 - width(detail, 9)
        for line in lines(text, 10.5, room, bold=True):
            write(self._canvas, self.left + 13, self.y - 10, line, 10.5, bold=True)
            self.y -= 10.5 * LEADING
        self._begun = True

    def player(self, text: str, colour: str) -> None:
        """A player's name after a stone of the colour."""
        self._canvas.setLineWidth(0.8)
        self._canvas.setStrokeColor(HexColor("#000000"))
        self._canvas.setFillColor(HexColor(colour))
        self._canvas.circle(self.left + 5.5, self.y - 8.5, 5, stroke=1, fill=1)
        self._line(fit(text, 12, self.width - 18, bold=True), 12, bold=True, indent=18)

    def drawing(self, svg: ET.Element, wide: float, x: float = 0.0, *, stay: bool = False) -> float:
        """A drawing, `x` points from the left; its height. With `stay` what follows stands beside it."""
        across, down = extent(svg)
        height = wide * down / across
        if not stay:
            self.room(height)
        draw(self._canvas, svg, self.left + x, self.y - height, wide)
        self._begun = True
        if not stay:
            self.y -= height
        return height

    def photographs(self, pictures: Sequence[tuple[str, bytes]], height: float, x: float = 0.0) -> float:
        """JPEG pictures side by side, each with a word below it; how much height they took.

        What is no picture is left out.
        """
        found = [(word, reader) for word, content in pictures if (reader := _reader(content))]
        if not found:
            return 0.0
        room = (self.width - x - 8 * (len(found) - 1)) / len(found)
        tallest, at = 0.0, self.left + x
        for word, reader in found:
            across, down = reader.getSize()
            scale = min(room / across, height / down)
            self._canvas.drawImage(
                reader, at, self.y - down * scale, across * scale, down * scale, preserveAspectRatio=True
            )
            self._ink(GREY)
            write(self._canvas, at, self.y - down * scale - 9, fit(word, 7.5, room), 7.5)
            tallest, at = max(tallest, down * scale), at + room + 8
        self._begun = True
        return tallest + 14

    def bars(self, values: Sequence[tuple[float, str]], height: float, scale: float) -> None:
        """Thin upright bars from left to right, each of a colour; `scale` is the value that fills the height."""
        self.room(height + 4)
        step = self.width / max(len(values), 1)
        for place, (value, colour) in enumerate(values):
            self._ink(colour)
            tall = max(min(value / scale, 1.0) * height, 0.4)
            self._canvas.rect(
                self.left + place * step, self.y - height, max(step - 0.6, 0.4), tall, stroke=0, fill=1
            )  # fmt: skip
        self._rule(self.y - height)
        self.y -= height + 4
        self._begun = True

    def signatures(self, words: Sequence[str]) -> None:
        """Lines to sign on, each with a word below it."""
        self.room(58)
        self.space(44)
        wide = (self.width - 18 * (len(words) - 1)) / len(words)
        self._canvas.setStrokeColor(HexColor(GREY))
        self._canvas.setLineWidth(0.5)
        for place, word in enumerate(words):
            x = self.left + place * (wide + 18)
            self._canvas.line(x, self.y, x + wide, self.y)
            self._ink(GREY)
            write(self._canvas, x, self.y - 11, fit(word, 8, wide), 8)
        self.y -= 16


def _reader(content: bytes) -> ImageReader | None:
    """A photograph for the page, no larger than paper can show; None where it is none."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            picture.thumbnail((_PIXELS, _PIXELS))
            small = io.BytesIO()
            picture.convert("RGB").save(small, "JPEG", quality=85)
    except (UnidentifiedImageError, OSError, ValueError):
        return None
    return ImageReader(small)
