"""The report of a round: its games in a table, what they come to in numbers, its alerts, then each game's report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version

from engine import wording
from recorder import events
from recorder.publish import statistics
from recorder.publish.game import Game
from recorder.publish.pages import GREY
from recorder.publish.paper import Column, Paper
from recorder.publish.report import add_game
from recorder.publish.saying import alert_name, duration
from recorder.publish.sheet import names
from recorder.publish.statistics import Statistics
from recorder.web.languages import Texts


def round_report(games: Sequence[Game], texts: Texts, *, pictures: bool = True, whole: bool = True) -> bytes:
    """The report as PDF.

    Parameters
    ----------
    games : sequence of Game
    texts : Texts
    pictures : bool
        As in `recorder.publish.report.game_report`.
    whole : bool
        Each game's own report after the round's.

    Raises
    ------
    ValueError
        Where there is no game.
    """
    if not games:
        raise ValueError("a round without games has no report")
    title = " · ".join(_common(games, texts)) or texts("report.round_title")
    paper = Paper(
        f"{texts('report.round_title')}: {title}",
        f"kifuwatch {version('kifuwatch')} · {title}",
        texts("report.page", page="{page}", pages="{pages}"),
    )
    numbers = [statistics.of_game(game) for game in games]
    paper.title(texts("report.round_title"), title if title != texts("report.round_title") else "")
    _table(paper, games, numbers, texts)
    _statistics(paper, games, numbers, texts)
    _alerts(paper, games, texts)
    paper.signatures([texts("report.referee"), texts("report.date")])
    if whole:
        for game in games:
            add_game(paper, game, texts, pictures=pictures)
    return paper.finish()


def _common(games: Sequence[Game], texts: Texts) -> list[str]:
    """What all games have in common of event, round, place and date."""
    found: list[str] = []
    for name in ("event", "round", "place", "date"):
        values = {getattr(game.facts, name) for game in games}
        if len(values) == 1 and (value := values.pop()):
            found.append(texts("figure.round", round=value) if name == "round" and value.isdecimal() else value)
    return found


def _table(paper: Paper, games: Sequence[Game], numbers: Sequence[Statistics], texts: Texts) -> None:
    paper.heading(texts("report.games"))
    rows = []
    for game, known in zip(games, numbers, strict=True):
        warned = known.warnings
        rows.append(
            (
                game.facts.name or game.board or game.ident,
                *names(game.facts, texts),
                game.result,
                str(known.moves),
                duration(known.duration),
                str(sum(known.alerts.values()) or ""),
                f"{warned.get('B', 0)} : {warned.get('W', 0)}" if warned else "",
            )
        )
    paper.table(
        [
            Column(texts("report.table"), 11),
            Column(texts("report.black"), 22),
            Column(texts("report.white"), 22),
            Column(texts("report.result"), 11),
            Column(texts("report.moves"), 8, "end"),
            Column(texts("report.time"), 11, "end"),
            Column(texts("report.alerts"), 8, "end"),
            Column(texts("report.warnings"), 12, "end"),
        ],
        rows,
    )


def _statistics(paper: Paper, games: Sequence[Game], numbers: Sequence[Statistics], texts: Texts) -> None:
    paper.heading(texts("report.statistics"))
    moves = [known.moves for known in numbers]
    times = [known.duration for known in numbers if known.duration is not None]
    seen = [known.seen for known in numbers if known.seen is not None]
    alerts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for known in numbers:
        alerts.update(known.alerts)
        kinds.update(known.kinds)
    finished = sum(bool(game.result) or game.record.end is not None for game in games)

    def spread(values: Sequence[float], shown: object = str) -> str:
        if not values or not callable(shown):
            return ""
        middle = statistics.middle(values)
        return texts("report.median", median=shown(middle), least=shown(min(values)), most=shown(max(values)))

    paper.facts(
        [
            (texts("report.games_count"), texts("report.finished_count", games=len(games), finished=finished)),
            (texts("report.moves"), spread(moves, lambda value: f"{value:g}")),
            (texts("report.duration"), spread(times, duration)),
            (texts("report.camera"), spread(seen, lambda value: f"{value:.1%}")),
            (
                texts("report.alerts"),
                texts("report.alerts_count", **{s: alerts[s] for s in ("critical", "warning", "info")}),
            ),
            (texts("report.warnings"), str(sum(sum(known.warnings.values()) for known in numbers))),
            (texts("report.unsure"), str(sum(len(known.unsure) for known in numbers))),
            (texts("report.corrections"), str(sum(known.corrections for known in numbers))),
        ]
    )
    if kinds:
        paper.space(8)
        paper.table(
            [Column(texts("report.by_kind"), 6), Column(texts("report.count"), 1, "end"),
             Column(texts("report.in_games"), 2, "end")],
            [
                (_kind(kind, texts), str(count), str(sum(kind in known.kinds for known in numbers)))
                for kind, count in kinds.most_common()
            ],
        )  # fmt: skip


def _kind(kind: str, texts: Texts) -> str:
    try:
        return wording.irregularity_name(kind, texts.rules_language)
    except KeyError:
        return kind


def _alerts(paper: Paper, games: Sequence[Game], texts: Texts) -> None:
    rows: list[tuple[str, str, str, str, str]] = []
    for game in games:
        states = statistics.states_of_alerts(game.told)
        for event in game.told:
            if isinstance(event, events.Alert) and event.severity != "info":
                place = game.facts.name or game.board or game.ident
                said = texts(f"report.state_{states[event.seq]}")
                rows.append(
                    (place, duration(event.t_seen), _players(event, game, texts), alert_name(event, texts), said)
                )  # fmt: skip
    paper.heading(texts("report.summary"))
    if not rows:
        paper.text(texts("report.no_alerts_round"), colour=GREY)
        return
    paper.table(
        [
            Column(texts("report.table"), 12),
            Column(texts("report.time"), 10),
            Column(texts("report.player"), 22),
            Column(texts("report.what"), 34),
            Column(texts("report.decided"), 12),
        ],
        rows,
    )


def _players(alert: events.Alert, game: Game, texts: Texts) -> str:
    black, white = names(game.facts, texts)
    return {"B": black, "W": white}.get(alert.colour or "", "")
