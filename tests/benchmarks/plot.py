"""Findings drawn as one SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reportlab.graphics import renderSVG
from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.charts.legends import Legend
from reportlab.graphics.charts.lineplots import LinePlot
from reportlab.graphics.shapes import Drawing, String
from reportlab.lib.colors import Color, HexColor

from tests.benchmarks.report import Figure

WIDTH, HEIGHT = 720, 300
"""Points of one figure."""
LEFT, BOTTOM, RIGHT, TOP = 60, 50, 170, 40
"""Room round the axes."""
# Of Okabe and Ito (2008), which the colour-blind can tell apart; more series begin anew, darker.
PALETTE = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#f0e442", "#000000")


def plot(figures: Sequence[Figure], path: Path) -> None:
    """Draw figures one below the other into an SVG file; raises ValueError where there is none."""
    if not figures:
        raise ValueError("nothing was measured that could be drawn")
    drawing = Drawing(WIDTH, HEIGHT * len(figures))
    for number, figure in enumerate(figures):
        _draw(drawing, figure, HEIGHT * (len(figures) - 1 - number))
    renderSVG.drawToFile(drawing, str(path))


def colour(number: int) -> Color:
    """The colour of a series."""
    base = HexColor(PALETTE[number % len(PALETTE)])
    dark = 0.6 ** (number // len(PALETTE))
    return Color(base.red * dark, base.green * dark, base.blue * dark)


def _draw(drawing: Drawing, figure: Figure, below: float) -> None:
    chart = _bars(figure) if figure.names else _lines(figure)
    chart.x, chart.y = LEFT, below + BOTTOM
    chart.width, chart.height = WIDTH - LEFT - RIGHT, HEIGHT - BOTTOM - TOP
    drawing.add(chart)
    middle = LEFT + chart.width / 2
    drawing.add(String(middle, below + HEIGHT - 22, figure.title, fontSize=13, textAnchor="middle"))
    drawing.add(String(middle, below + 12, figure.x, fontSize=10, textAnchor="middle"))
    drawing.add(String(LEFT - 40, below + HEIGHT - 32, figure.y, fontSize=10))
    legend = Legend()
    legend.x, legend.y = WIDTH - RIGHT + 15, below + HEIGHT - TOP
    legend.alignment, legend.columnMaximum = "right", len(figure.series)
    legend.colorNamePairs = [(colour(number), name) for number, name in enumerate(figure.series)]
    legend.fontSize, legend.dy, legend.deltay = 9, 7, 14
    drawing.add(legend)


def _bars(figure: Figure) -> VerticalBarChart:
    chart = VerticalBarChart()
    chart.data = [[y for _, y in points] for points in figure.series.values()]
    chart.categoryAxis.style = "stacked"
    chart.categoryAxis.categoryNames = figure.names
    chart.valueAxis.valueMin = 0
    for number in range(len(figure.series)):
        chart.bars[number].fillColor = colour(number)
        chart.bars[number].strokeWidth = 0
    return chart


def _lines(figure: Figure) -> LinePlot:
    chart = LinePlot()
    chart.data = [points or [(0.0, 0.0)] for points in figure.series.values()]
    chart.xValueAxis.valueMin = chart.yValueAxis.valueMin = 0
    for number in range(len(figure.series)):
        chart.lines[number].strokeColor = colour(number)
        chart.lines[number].strokeWidth = 1.2
    return chart
