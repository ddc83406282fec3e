"""Printed pages on A4, filled from top to bottom, numbered at their foot."""

from __future__ import annotations

import io

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from recorder.publish.lettering import fit, width
from recorder.publish.pdf import write

INK, GREY, PALE = "#1c1c1c", "#6a6a6a", "#c9c9c9"
LEADING = 1.42
"""Height of a line in sizes of its letters."""
_LEFT, _RIGHT = 20 * mm, A4[0] - 20 * mm
_TOP, _BOTTOM = A4[1] - 20 * mm, 22 * mm


class Pages:
    """Pages being filled; all lengths in points.

    Parameters
    ----------
    title : str
        Of the document.
    footer : str
        At the foot of every page.
    page_of : str
        How pages are counted: `Page {page} of {pages}`; what follows `{pages}` is left out.
    """

    def __init__(self, title: str, footer: str, page_of: str) -> None:
        self._file = io.BytesIO()
        self._canvas = Canvas(self._file, pagesize=A4, invariant=True, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("kifuwatch")
        self._footer, self._page_of = footer, page_of
        self._pages = 0
        self._begun = False
        self.left, self.width = _LEFT, _RIGHT - _LEFT
        self.y = _TOP
        self._begin()

    def _begin(self) -> None:
        self._pages += 1
        self._begun = False
        self.y = _TOP
        page, _, _ = self._page_of.partition("{pages}")
        text = page.format(page=self._pages)
        right = _RIGHT - width("999", 8)
        self._ink(GREY)
        write(self._canvas, right, 13 * mm, text, 8, anchor="end")
        write(self._canvas, _LEFT, 13 * mm, fit(self._footer, 8, right - _LEFT - width(text, 8) - 12), 8)
        self._canvas.saveState()
        self._canvas.translate(right, 13 * mm)
        self._canvas.doForm("pages")  # how many there are is known at the end
        self._canvas.restoreState()
        self._rule(17 * mm)

    def new_page(self) -> None:
        """Go on with a new page, where this one holds anything."""
        if self._begun:
            self._canvas.showPage()
            self._begin()

    def room(self, height: float) -> None:
        """Go on with a new page where `height` does not fit any more."""
        if self.y - height < _BOTTOM:
            self.new_page()

    @property
    def left_over(self) -> float:
        """Height that is still free on this page."""
        return float(self.y - _BOTTOM)

    def space(self, height: float) -> None:
        """Leave a gap, unless a page begins."""
        if self._begun:
            self.y -= height

    def finish(self) -> bytes:
        """The PDF."""
        _, _, rest = self._page_of.partition("{pages}")
        self._canvas.beginForm("pages")
        self._ink(GREY)
        write(self._canvas, 0, 0, f"{self._pages}{rest}", 8)
        self._canvas.endForm()
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def _line(self, text: str, size: float, colour: str = INK, *, bold: bool = False, indent: float = 0) -> None:
        self.room(size * LEADING)
        self._ink(colour)
        write(self._canvas, self.left + indent, self.y - size, text, size, bold=bold)
        self.y -= size * LEADING
        self._begun = True

    def _ink(self, colour: str) -> None:
        self._canvas.setFillColor(HexColor(colour))
        self._canvas.setStrokeColor(HexColor(colour))

    def _rule(self, y: float) -> None:
        self._canvas.setStrokeColor(HexColor(PALE))
        self._canvas.setLineWidth(0.6)
        self._canvas.line(_LEFT, y, _RIGHT, y)
