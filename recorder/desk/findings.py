"""What the referee's book says of an alert: the rulings there are, the usual one, what else it may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from engine.arrangement import Arrangement
from engine.catalogue import irregularity
from engine.errors import IllegalMove
from engine.finding import Finding, usual_ruling
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.referee import classify
from engine.rules import Rules
from engine.situation import Observation, Phase, Situation
from recorder import events
from recorder.desk.turns import Turn, changed, play
from recorder.wording import alert_text

if TYPE_CHECKING:
    from recorder.desk.table import Table


def situation(
    size: int, rules: Rules, start: bytes, turn: int, turns: Sequence[Turn], phase: Phase = Phase.PLAY
) -> Situation:
    """The last agreed position, as the referee's book wants to know it.

    Parameters
    ----------
    size : int
    rules : Rules
    start : bytes
        What lay there before the first move.
    turn : int
        Who is to move now; 0 where that is not known: then Black.
    turns : sequence of Turn
    phase : Phase
    """
    position = Position(size, start, Colour(turns[0].colour if turns else turn or 1))
    earlier: list[bytes] = []
    for played in play(size, rules, start, turns):
        earlier.append(position.stones)
        colour = Colour(played.turn.colour)
        move = Move(colour, _point(played.turn.point, size))
        position = position.with_turn(colour)
        try:
            position = position.play(move, rules.suicide)
        except IllegalMove:
            position = position.passed(colour)
        if position.stones != played.after:
            position = Position(size, played.after, position.turn, position.captives)
    if turn and turn != position.turn:
        position = position.with_turn(Colour(turn))
    last = Move(Colour(turns[-1].colour), _point(turns[-1].point, size)) if turns else None
    return Situation(rules, position, last, len(turns), phase, earlier=tuple(earlier))


def enriched(alert: events.Alert, known: Situation, board: bytes, after: int) -> events.Alert:
    """An alert with what the book says of it.

    Parameters
    ----------
    alert : Alert
    known : Situation
        The last position before what it is about.
    board : bytes
        What lies on the board now.
    after : int
        Number of the last move.
    """
    size = known.position.size
    finding = classify(known, [Observation(Arrangement(size, board))])
    stories = [story for story in (finding, *finding.alternatives) if story.irregularity]
    match = next((story for story in stories if story.irregularity == alert.id), None)
    others = tuple(dict.fromkeys(s.irregularity for s in stories if s.irregularity and s.irregularity != alert.id))
    return described(alert, match, known, others, after)


def described(
    alert: events.Alert, match: Finding | None, known: Situation, others: tuple[str, ...], after: int
) -> events.Alert:
    """An alert with options, default, look-alikes and roles."""
    book, rules = irregularity(alert.id), known.rules
    ruling = match.ruling if match else None
    if ruling is None and match is None:
        colour = events.to_colour(alert.colour) if alert.colour else None
        ruling = usual_ruling(alert.id, rules, colour, None, known.position)
    default = ruling.option if ruling else ""
    options = (default, *(o for o in book.options if o != default)) if default else book.options
    article = alert.article
    penalty = rules.penalties.get(alert.id)
    if rules.name != "cn2002" and penalty and penalty.articles:
        article = penalty.articles[0]
    roles = {role: _vertices(points) for role, points in match.points.items()} if match else {}
    return msgspec.structs.replace(
        alert,
        article=article,
        options=options,
        default=default,
        alternatives=others,
        look_alikes=book.look_alikes,
        roles=roles,
        late=match.late if match else False,
        after=after,
    )


def in_pause(table: Table, content: Mapping[int, int]) -> events.Alert:
    """The alert for stones that changed while the game was paused (Chinese rules 2002, article 14)."""
    known = situation(table.size, table.rules, table.line.start, table.turn, table.turns, Phase.PAUSED)
    board = changed(table.line.board, content)
    finding = classify(known, [Observation(Arrangement(table.size, board))])
    name = finding.irregularity or "multiple_changes"
    look = table.watched.look
    seen = min((float(look.since[p]) for p in content), default=table.time) if look is not None else table.time
    colours = {c or table.line.board[p] for p, c in content.items()}
    colour = events.to_player(Colour(colours.pop())) if len(colours) == 1 else None
    alert = plain_alert(
        name, table.vertices(list(content)), colour, table.time, max(0.0, min(seen, table.time)), table.size
    )
    return described(alert, finding if finding.irregularity else None, known, (), len(table.turns))


def plain_alert(
    name: str, points: tuple[str, ...], colour: events.Player | None, time: float, seen: float, size: int
) -> events.Alert:
    """An alert with what the catalogue says of its kind."""
    book = irregularity(name)
    alert = events.Alert(
        t=time,
        id=name,
        points=points,
        colour=colour,
        article=book.articles[0],
        severity=book.severity,
        message="",
        t_seen=seen,
    )
    return msgspec.structs.replace(alert, message=alert_text(alert, size, cite=False))


def _point(p: int | None, size: int) -> Point | None:
    return None if p is None else Point(*divmod(p, size))


def _vertices(points: Sequence[Point]) -> tuple[str, ...]:
    return tuple(events.to_vertex(point) for point in points)
