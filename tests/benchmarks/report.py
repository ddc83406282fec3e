"""What a benchmark found: tables as Markdown, and what is drawn of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Table:
    """A table; the first column names the rows.

    Attributes
    ----------
    title : str
    columns : tuple of str
    rows : list of tuple of str
    notes : list of str
        Sentences beneath it.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        """The table with its heading and its notes."""
        lines = [f"### {self.title}", ""]
        lines.append(_line(self.columns))
        lines.append("|" + "|".join("---" if n == 0 else "---:" for n in range(len(self.columns))) + "|")
        lines += [_line(row) for row in self.rows]
        for note in self.notes:
            lines += ["", note]
        return "\n".join(lines) + "\n"


@dataclass
class Figure:
    """What is drawn: bars piled up over names, or lines.

    Attributes
    ----------
    title, x, y : str
        What is shown, and along which axes.
    series : dict of str to list of (x, y)
        Of bars, the xs are numbers of `names`.
    names : list of str
        Of bars; where there are none the series are lines.
    """

    title: str
    x: str
    y: str
    series: dict[str, list[tuple[float, float]]]
    names: list[str] = field(default_factory=list)


@dataclass
class Findings:
    """What one part of the suite found; `goals` are figures by the names that `goals.GOALS` has."""

    tables: list[Table] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    goals: dict[str, float] = field(default_factory=dict)

    def add(self, other: Findings) -> None:
        """Put what another part found behind."""
        self.tables += other.tables
        self.figures += other.figures
        self.goals |= other.goals


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in cells) + " |"
