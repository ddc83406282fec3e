"""What events say to people, in any language there are texts for; what a language lacks is said in English."""

from __future__ import annotations

from engine import wording
from engine.finding import Finding, Outcome
from engine.rules import Rules
from recorder import events


def alert_text(alert: events.Alert, size: int, language: str = wording.DEFAULT, rules: Rules | None = None) -> str:
    """What an alert says: what happened, what else it may be, where it is written.

    Parameters
    ----------
    alert : Alert
    size : int
        Number of lines, for the names of points.
    language : str
        One of `engine.wording.languages()`.
    rules : Rules, optional
        For the articles; without it those of all texts are named.
    """
    finding = Finding(
        Outcome.IRREGULARITY,
        irregularity=alert.id,
        points={"points": tuple(events.to_point(vertex) for vertex in alert.points)},
        colour=events.to_colour(alert.colour) if alert.colour else None,
        late=alert.late,
        alternatives=tuple(Finding(Outcome.IRREGULARITY, irregularity=other) for other in alert.alternatives),
        rules=rules,
    )
    return wording.message(finding, size, language)
