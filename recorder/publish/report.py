"""The referee's report of a game, to be printed: facts, alerts with pictures, rulings, times, moves, figures."""

from __future__ import annotations

from importlib.metadata import version

from recorder import events
from recorder.publish import figure, statistics
from recorder.publish.game import Game
from recorder.publish.pages import GREY
from recorder.publish.paper import Column, Paper
from recorder.publish.report_alerts import add_alerts
from recorder.publish.saying import (
    duration,
    player_name,
    result,
    rules_name,
    time_left,
)
from recorder.publish.sheet import about, board, caption, names, notes
from recorder.publish.statistics import Statistics
from recorder.web.languages import Texts
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
    add_alerts(paper, game, texts, pictures=pictures)
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
