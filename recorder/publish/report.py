"""The referee's report of a game, to be printed: facts, alerts with pictures, rulings, times, moves, figures."""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version

from engine.point import Point
from recorder import events
from recorder.hall.evidence import MOMENTS, picture_path
from recorder.publish import figure, statistics
from recorder.publish.game import Game
from recorder.publish.paper import GREY, TONES, Column, Paper
from recorder.publish.saying import (
    alert_message,
    alert_name,
    duration,
    how_resolved,
    player_name,
    result,
    rules_name,
    ruling,
    time_left,
)
from recorder.publish.sheet import about, board, caption, names, notes
from recorder.publish.statistics import Statistics
from recorder.web.languages import Texts
from recorder.web.svg import SHAPES
from recorder.wording import event_text

_INCIDENTS = (events.Pause, events.View, events.Correction, events.Ordered, events.Turn, events.Counted)
_LINES = 60  # of incidents that are printed
_FIGURE = 100  # moves of a figure


def game_report(game: Game, texts: Texts, *, pictures: bool = True) -> bytes:
    """The report as PDF.

    Parameters
    ----------
    game : Game
    texts : Texts
    pictures : bool
        Photographs of the board before, during and after each irregularity, where they were kept.
    """
    paper = Paper(
        f"{texts('report.title')}: {game.title}",
        texts("report.made", version=version("kifuwatch"), game=game.ident),
        texts("report.page", page="{page}", pages="{pages}"),
    )
    add_game(paper, game, texts, pictures=pictures)
    return paper.finish()


def add_game(paper: Paper, game: Game, texts: Texts, *, pictures: bool = True) -> None:
    """Print the report of a game on pages of its own."""
    numbers = statistics.of_game(game)
    paper.new_page()
    paper.title(texts("report.title"), about(game.facts, texts))
    black, white = names(game.facts, texts)
    paper.player(black, "#000000")
    paper.player(white, "#ffffff")
    paper.space(6)
    paper.facts(_facts(game, numbers, texts))
    _alerts(paper, game, texts, pictures)
    _incidents(paper, game, texts)
    paper.signatures([texts("report.referee"), texts("figure.black"), texts("figure.white"), texts("report.date")])
    _figures(paper, game, texts)
    _times(paper, game, texts, numbers)
    _moves(paper, game, texts)


def _facts(game: Game, numbers: Statistics, texts: Texts) -> list[tuple[str, str]]:
    facts = game.facts
    clocks = [event for event in game.told if isinstance(event, events.Clock)]
    system = next((c.text for c in clocks if c.action == "system"), "")
    left = clocks[-1] if clocks else None

    def pair(black: object, white: object) -> str:
        return texts("report.pair", black=black, white=white)

    moves = str(numbers.moves)
    if numbers.passes:
        moves = texts("report.moves_passes", moves=numbers.moves, passes=numbers.passes)
    seen = ""
    if numbers.seen is not None:
        seen = texts("report.camera_seen", share=f"{numbers.seen:.1%}")
        if numbers.poor:
            seen += texts("report.camera_poor", time=duration(numbers.poor))
    slowest = ""
    if numbers.slowest:
        slowest = texts("report.slowest_at", number=numbers.slowest[0], time=duration(numbers.slowest[1]))
    warned = numbers.warnings
    return [
        (texts("report.result"), result(game, texts)),
        (texts("report.board"), " ".join(filter(None, (game.board, facts.name)))),
        (texts("report.rules"), rules_name(facts.rules)),
        (texts("report.komi"), f"{facts.komi:g}" if facts.komi is not None else ""),
        (texts("report.handicap"), str(facts.handicap) if facts.handicap else ""),
        (texts("report.operator"), facts.operator),
        (texts("report.moves"), moves),
        (texts("report.captured"), pair(numbers.captured.get("B", 0), numbers.captured.get("W", 0))),
        (texts("report.duration"), duration(numbers.duration)),
        (
            texts("report.spent"),
            pair(duration(numbers.spent["B"]), duration(numbers.spent["W"])) if numbers.spent else "",
        ),
        (texts("report.clock"), system),
        (texts("report.left"), pair(time_left(left.black, texts), time_left(left.white, texts)) if left else ""),
        (texts("report.slowest"), slowest),
        (texts("report.alerts"), _alert_counts(numbers, texts)),
        (
            texts("report.warnings"),
            pair(warned.get("B", 0), warned.get("W", 0)) if warned else texts("report.none"),
        ),
        (texts("report.unsure"), _list(numbers.unsure, texts)),
        (texts("report.corrections"), str(numbers.corrections) if numbers.corrections else ""),
        (texts("report.camera"), seen),
    ]


def _alert_counts(numbers: Statistics, texts: Texts) -> str:
    if not numbers.alerts:
        return texts("report.none")
    counts = {severity: numbers.alerts[severity] for severity in ("critical", "warning", "info")}
    return texts("report.alerts_count", **counts)


def _list(values: tuple[int, ...], texts: Texts, most: int = 12) -> str:
    said = texts("figure.list").join(map(str, values[:most]))
    return said + " …" if len(values) > most else said


def _alerts(paper: Paper, game: Game, texts: Texts, pictures: bool) -> None:
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
    paper.text(alert_message(alert, size, texts), indent=x)
    if alert.article:
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


def _incidents(paper: Paper, game: Game, texts: Texts) -> None:
    """What interrupted the game, and what people told the recording."""
    rows = [
        (duration(event.t), event_text(event, game.record.size, texts.language))
        for event in game.told
        if isinstance(event, _INCIDENTS) or (isinstance(event, events.Edit) and event.cause != "seen")
    ]
    if rows:
        paper.heading(texts("report.incidents"))
        more = len(rows) - _LINES
        shown = rows[:_LINES] + ([("…", f"+ {more}")] if more > 0 else [])
        paper.table([Column(texts("report.time"), 1), Column("", 9)], shown)


def _figures(paper: Paper, game: Game, texts: Texts) -> None:
    parts = figure.ranges(game.record, _FIGURE)
    if not parts:
        return
    paper.new_page()
    paper.heading(texts("report.figures"))
    for first, last in parts:
        drawn = figure.numbered(game.record, first, last)
        below = (" " * 4).join(notes(drawn, texts))
        wide = min(paper.width, 300.0)
        paper.room(wide + 48)
        paper.drawing(board(drawn), wide, (paper.width - wide) / 2)
        paper.space(2)
        paper.centred(caption(drawn, texts), 10, bold=True)
        if below:
            paper.centred(below, 9)
        paper.space(14)


def _times(paper: Paper, game: Game, texts: Texts, numbers: Statistics) -> None:
    if numbers.slowest is None:
        return
    thinking = statistics.thinking_times(game)
    longest = numbers.slowest[1]
    if longest <= 0:
        return
    paper.heading(texts("report.times"), keep=110)
    paper.text(texts("report.times_note", time=duration(longest)), 8.5, GREY)
    paper.space(4)
    for player in ("B", "W"):
        paper.text(player_name(player, texts), 8.5, GREY)
        values = [
            (thinking[step.number], "#222222" if player == "B" else "#9a9a9a")
            for step in game.record.line
            if step.is_turn and isinstance(step.event, events.Move | events.Pass) and step.event.colour == player
        ]
        paper.bars(values, 42, longest)


def _moves(paper: Paper, game: Game, texts: Texts) -> None:
    turns = [step for step in game.record.line if step.is_turn]
    if not turns:
        return
    thinking = statistics.thinking_times(game)
    timed = any(thinking.values())
    paper.heading(texts("report.record"))
    paper.text(texts("report.record_note"), 8.5, GREY)
    paper.space(4)
    cells: list[tuple[str, str, bool]] = []
    unsure = set(statistics.of_game(game).unsure)
    for step in turns:
        event = step.event
        name = (
            events.to_point(event.point).name(game.record.size)
            if isinstance(event, events.Move)
            else texts("report.pass")
        )
        time = f"  {duration(thinking[step.number])}" if timed else ""
        cells.append((str(step.number), name + time, step.number in unsure))
    paper.columns(cells, 6)
