"""What a game or a round comes to in numbers: moves, times, alerts, how well the camera saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

from recorder import events
from recorder.phrases import SURE
from recorder.publish.game import Game


@dataclass(frozen=True)
class Statistics:
    """Numbers of a game. Times are seconds of the source.

    Attributes
    ----------
    moves, passes : int
        Of the main line; `moves` counts both.
    captured : dict of player to int
        Stones that player has taken.
    began, ended : float or None
        When the first move was made and the last; None where times are not known.
    spent : dict of player to float
        Between the opponent's move and the player's own, pauses left out.
    slowest : tuple of (number of the move, seconds), or None
    alerts : Counter of str
        By severity.
    kinds : Counter of str
        Alerts by id.
    rulings : int
    open : int
        Alerts that nobody dealt with and that did not go away.
    warnings : dict of player to int
    unsure : tuple of int
        Numbers of the moves that the record would not stake on.
    corrections, edits : int
    watched, poor, lost : float
        Seconds the board was watched, seen badly, and not seen at all.
    """

    moves: int = 0
    passes: int = 0
    captured: dict[str, int] = field(default_factory=dict)
    began: float | None = None
    ended: float | None = None
    spent: dict[str, float] = field(default_factory=dict)
    slowest: tuple[int, float] | None = None
    alerts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    rulings: int = 0
    open: int = 0
    warnings: dict[str, int] = field(default_factory=dict)
    unsure: tuple[int, ...] = ()
    corrections: int = 0
    edits: int = 0
    watched: float = 0.0
    poor: float = 0.0
    lost: float = 0.0

    @property
    def duration(self) -> float | None:
        """Seconds from the first move to the last; None where times are not known."""
        return None if self.began is None or self.ended is None else self.ended - self.began

    @property
    def seen(self) -> float | None:
        """Share of the time, 0 to 1, in which the board was seen; None where nothing was watched."""
        return 1 - self.lost / self.watched if self.watched > 0 else None


def of_game(game: Game) -> Statistics:
    """The numbers of a game."""
    turns = [step for step in game.record.line if step.is_turn]
    timed = any(step.seen > 0 for step in turns)
    thinking = thinking_times(game) if timed else {}
    spent = {"B": 0.0, "W": 0.0}
    captured = {"B": 0, "W": 0}
    for step in turns:
        event = step.event
        assert isinstance(event, events.Move | events.Pass)
        spent[event.colour] += thinking.get(event.n, 0.0)
        if isinstance(event, events.Move):
            captured[event.colour] += len(event.captured)
    watched, poor, lost = _views(game.told)
    alerts = [event for event in game.told if isinstance(event, events.Alert)]
    states = states_of_alerts(game.told)
    slowest = max(thinking.items(), key=lambda pair: pair[1], default=None)
    return Statistics(
        moves=len(turns),
        passes=sum(isinstance(step.event, events.Pass) for step in turns),
        captured=captured,
        began=turns[0].seen if timed else None,
        ended=turns[-1].seen if timed else None,
        spent=spent if timed else {},
        slowest=slowest,
        alerts=Counter(alert.severity for alert in alerts),
        kinds=Counter(alert.id for alert in alerts),
        rulings=sum(isinstance(e, events.Ruling) and not e.withdraws for e in game.told),
        open=sum(state == "open" for seq, state in states.items() if _severity(alerts, seq) != "info"),
        warnings=warnings_of(game.told),
        unsure=tuple(
            step.number
            for step in turns
            if isinstance(step.event, events.Move | events.Pass) and step.event.confidence < SURE
        ),
        corrections=sum(isinstance(e, events.Correction) for e in game.told),
        edits=sum(isinstance(e, events.Edit) for e in game.told),
        watched=watched,
        poor=poor,
        lost=lost,
    )


def thinking_times(game: Game) -> dict[int, float]:
    """Seconds from the move before to each move, by number, pauses left out; the first from the board's finding."""
    board = next((e.t for e in game.told if isinstance(e, events.Board)), 0.0)
    pauses = _pauses(game.told)
    times: dict[int, float] = {}
    before = board
    for step in game.record.line:
        if step.is_turn:
            idle = sum(max(0.0, min(b, step.seen) - max(a, before)) for a, b in pauses)
            times[step.number] = max(0.0, step.seen - before - idle)
            before = max(before, step.seen)
    return times


def states_of_alerts(told: Iterable[events.Event]) -> dict[int, str]:
    """What became of each alert, by its `seq`: `open`, `ruled` or `resolved`."""
    states: dict[int, str] = {}
    rulings: dict[int, int] = {}
    for event in told:
        match event:
            case events.Alert():
                states[event.seq] = "open"
            case events.Ruling() if event.withdraws:
                alert = rulings.get(event.withdraws, 0)
                if alert in states:
                    states[alert] = "open"
            case events.Ruling():
                rulings[event.seq] = event.alert
                if event.alert in states:
                    states[event.alert] = "ruled"
            case events.Resolved() if states.get(event.alert) == "open":
                states[event.alert] = "resolved"
    return states


def warnings_of(told: Iterable[events.Event]) -> dict[str, int]:
    """Warnings by player as they stood last."""
    last = next((e for e in reversed(list(told)) if isinstance(e, events.Ruling)), None)
    return {str(player): count for player, count in last.warnings.items() if count} if last else {}


def middle(values: Iterable[float]) -> float | None:
    """The median; None of nothing."""
    known = list(values)
    return median(known) if known else None


def _severity(alerts: Iterable[events.Alert], seq: int) -> str:
    return next((alert.severity for alert in alerts if alert.seq == seq), "info")


def _pauses(told: Iterable[events.Event]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    began: float | None = None
    for event in told:
        if isinstance(event, events.Pause):
            if event.state == "paused":
                began = event.t if began is None else began
            elif began is not None:
                found.append((began, event.t))
                began = None
    return [*found, (began, float("inf"))] if began is not None else found


def _views(told: Iterable[events.Event]) -> tuple[float, float, float]:
    """Seconds watched, seen badly and not seen, from the finding of the board to the last event."""
    times = {"good": 0.0, "poor": 0.0, "lost": 0.0}
    since: float | None = None
    state, last = "good", 0.0
    for event in told:
        last = max(last, event.t)
        if isinstance(event, events.Board) and since is None:
            since = event.t
        if isinstance(event, events.View) and since is not None:
            times[state] += event.t - since
            since, state = event.t, "good" if event.state == "back" else event.state
    if since is not None:
        times[state] += last - since
    return sum(times.values()), times["poor"], times["lost"]
