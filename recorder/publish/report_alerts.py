"""The alerts of a game in its report: what happened where, the board and photographs of it, what was decided."""

from __future__ import annotations

from contextlib import suppress

from engine.point import Point
from recorder import events
from recorder.hall.evidence import MOMENTS, picture_path
from recorder.publish import figure
from recorder.publish.game import Game
from recorder.publish.pages import GREY
from recorder.publish.paper import TONES, Paper
from recorder.publish.saying import alert_message, alert_name, duration, how_resolved, ruling
from recorder.publish.sheet import board
from recorder.web.languages import Texts
from recorder.web.svg import SHAPES


def add_alerts(paper: Paper, game: Game, texts: Texts, *, pictures: bool = True) -> None:
    """Print all alerts of a game."""
    alerts = [event for event in game.told if isinstance(event, events.Alert)]
    paper.heading(texts("report.alerts"), keep=110 if alerts else 20)
    if not alerts:
        paper.text(texts("report.no_alerts"), colour=GREY)
        return
    for alert in alerts:
        _alert(paper, game, alert, texts, pictures)


def _alert(paper: Paper, game: Game, alert: events.Alert, texts: Texts, pictures: bool) -> None:
    size, beside = game.record.size, 142.0
    paper.room(beside + 40)
    move = _move_of(game, alert)
    at = "report.alert_at" if move else "report.alert_at_start"
    place = texts(at, time=duration(alert.t_seen), number=move)
    paper.mark(alert_name(alert, texts), TONES[alert.severity], place)
    paper.space(3)
    drawing = board(_scene(game, alert, move), coordinates=True)
    top = paper.y
    height = paper.drawing(drawing, beside, stay=True)
    x = beside + 14
    said = alert_message(alert, size, texts)
    paper.text(said, indent=x)
    if alert.article and alert.article not in said:
        paper.text(texts("report.article", article=alert.article), 8.5, GREY, indent=x)
    paper.space(3)
    for line in _decided(game, alert, texts):
        paper.text(line, 9.5, bold=True, indent=x)
    if pictures and paper.y > top - height - 200:
        paper.space(5)
        shown = evidence(game, alert.seq, texts)
        room = max(top - height - paper.y, 0.0)
        paper.y -= paper.photographs(shown, max(78.0, -room), x)
    paper.y = min(paper.y, top - height)
    paper.space(12)


def _move_of(game: Game, alert: events.Alert) -> int:
    """Number of the last move before an alert."""
    if alert.after is not None:
        return min(alert.after, figure.last_number(game.record))
    return max(
        (step.number for step in game.record.line if step.is_turn and step.seen <= alert.t_seen), default=0
    )  # fmt: skip


def _scene(game: Game, alert: events.Alert, move: int) -> figure.Figure:
    """The position in which it happened, with the points of the alert marked by what they are to it."""
    marks: dict[str, tuple[Point, ...]] = {}
    for role, points in alert.roles.items():
        marks[role if role in SHAPES else "at"] = tuple(events.to_point(point) for point in points)
    told = {point for points in marks.values() for point in points}
    rest = tuple(p for p in map(events.to_point, alert.points) if p not in told)
    if rest:
        marks["at"] = (*marks.get("at", ()), *rest)
    return figure.position(game.record, move, marks)


def _decided(game: Game, alert: events.Alert, texts: Texts) -> list[str]:
    said: list[str] = []
    rulings = {alert.seq}
    for event in game.told:
        if isinstance(event, events.Ruling) and (event.alert == alert.seq or event.withdraws in rulings):
            rulings.add(event.seq)
            said.append(ruling(event, texts))
        elif isinstance(event, events.Resolved) and event.alert == alert.seq:
            said.append(how_resolved(event.how, texts))
    return said or ([texts("report.open")] if alert.severity != "info" else [])


def evidence(game: Game, seq: int, texts: Texts) -> list[tuple[str, bytes]]:
    """Pictures that were kept of an alert, each with the word for when it was."""
    found: list[tuple[str, bytes]] = []
    if game.log is not None:
        for moment in MOMENTS:
            with suppress(OSError):
                found.append((texts(f"report.{moment}"), picture_path(game.log.parent, seq, moment).read_bytes()))
    return found
