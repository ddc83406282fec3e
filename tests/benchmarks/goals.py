"""What must be reached and what is aimed at, beside what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.benchmarks.report import Table


@dataclass(frozen=True)
class Goal:
    """One goal; `more` says whether more is better. `what` is the text of its row."""

    what: str
    must: float
    aim: float
    form: str
    more: bool = False

    def row(self, measured: float | None, *, judged: bool) -> tuple[str, ...]:
        """Its row of the table."""
        bounds = self.form.format(self.must), self.form.format(self.aim)
        if measured is None:
            return (self.what, *bounds, "not measured", "")
        return (self.what, *bounds, self.form.format(measured), self.judged(measured) if judged else "too short to say")

    def judged(self, measured: float) -> str:
        """Whether it was reached."""
        sign = -1 if self.more else 1
        if sign * measured <= sign * self.aim:
            return "aim"
        return "must" if sign * measured <= sign * self.must else "missed"


GOALS = {
    "720p": Goal("`record --fast`, 720p, against decoding every frame with OpenCV alone", 2.0, 1.1, "{:.2f} x"),
    "1080p": Goal("the same, 1080p", 1.7, 1.05, "{:.2f} x"),
    "live": Goal("steady processor use of a live 720p board, of a core", 0.25, 0.10, "{:.0%}"),
    "boards": Goal("boards of 720p without falling behind", 8, 20, "{:.0f}", more=True),
    "read": Goal("`read`, median photo", 0.5, 0.2, "{:.2f} s"),
    "memory": Goal("peak memory of `record`, long 1080p film", 400, 250, "{:.0f} MB"),
    "event": Goal("first event of a film after start", 3.0, 1.5, "{:.2f} s"),
}
"""By short names; the figures are for two cores."""


def table(measured: Mapping[str, float], *, judged: bool = True) -> Table:
    """Every goal, measured or not; whether it was reached, where the films were long enough to say so."""
    rows = [goal.row(measured.get(name), judged=judged) for name, goal in GOALS.items()]
    notes = ["Goals are meant for two cores that have nothing else to do: see the load above."]
    return Table("The goals", ("what", "must", "aim", "measured", "reached"), rows, notes)
