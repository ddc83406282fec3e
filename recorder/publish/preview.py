"""The picture that messengers and social networks show beside a link to a game: 1200 by 630, board and names."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from recorder.facts import GameFacts
from recorder.publish.figure import Figure
from recorder.publish.lettering import fit, lines, width
from recorder.publish.png import to_png
from recorder.publish.sheet import board, names
from recorder.web.languages import Texts

WIDTH, HEIGHT = 1200, 630
PAPER, INK, MUTED = "#f5f5f2", "#1b1d20", "#565b61"

WOOD = {
    "wood": {"fill": "#e2b873"},
    "lines": {"stroke": "#4a3517", "stroke-width": "0.9"},
    "rim": {"stroke": "#4a3517"},
    "stars": {"fill": "#4a3517"},
    "coordinates": {"fill": "#5d441f"},
    "B": {"fill": "#17181a", "stroke": "none"},
    "W": {"fill": "#fbfbf8", "stroke": "#5c4a2c", "stroke-width": "0.6"},
}
"""The board's colours on pages, for drawings that stand alone."""


def preview(figure: Figure, facts: GameFacts, status: str, texts: Texts) -> bytes:
    """The picture as PNG.

    Parameters
    ----------
    figure : Figure
        The position.
    facts : GameFacts
    status : str
        How the game stands, in a few words: a result, the number of the last move.
    texts : Texts
    """
    svg = ET.Element("svg", {"viewBox": f"0 0 {WIDTH} {HEIGHT}"})
    drawn = board(figure, coordinates=False)
    extent = float(drawn.get("viewBox", "").split()[2])
    margin, side = 40.0, HEIGHT - 80.0
    spot = f"translate({margin:g} {margin:g}) scale({side / extent:.6f})"
    ET.SubElement(svg, "g", {"transform": spot}).extend(drawn)
    left = margin + side + 48
    room = WIDTH - left - 40
    y = 150.0
    for colour, name in zip(("#17181a", "#ffffff"), names(facts, texts), strict=True):
        size = next((s for s in (52, 44, 36) if width(name, s, bold=True) <= room - 62), 36)
        stone = {"cx": f"{left + 22:g}", "cy": f"{y - 18:g}", "r": "21", "fill": colour}
        ET.SubElement(svg, "circle", stone | {"stroke": "#17181a", "stroke-width": "2"})
        _write(svg, left + 62, y, fit(name, size, room - 62, bold=True), size, INK, bold=True)
        y += 92
    y += 4
    for line in lines(status, 36, room)[:2]:
        _write(svg, left, y, line, 36, INK)
        y += 50
    place = ", ".join(filter(None, (_round(facts, texts), facts.place)))
    below = [facts.event, place, facts.date]
    y = HEIGHT - margin - 4
    for line in reversed([each for text in filter(None, below) for each in lines(text, 26, room)][:4]):
        _write(svg, left, y, line, 26, MUTED)
        y -= 38
    return to_png(svg, WIDTH, WOOD, PAPER)


def _round(facts: GameFacts, texts: Texts) -> str:
    return texts("figure.round", round=facts.round) if facts.round.isdecimal() else facts.round


def _write(svg: ET.Element, x: float, y: float, text: str, size: float, fill: str, *, bold: bool = False) -> None:
    style = {"x": f"{x:g}", "y": f"{y:g}", "font-size": f"{size:g}", "fill": fill}
    ET.SubElement(svg, "text", style | ({"font-weight": "bold"} if bold else {})).text = text
