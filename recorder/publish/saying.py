"""What is said in reports of alerts, rulings, times and results, in the reader's language."""

from __future__ import annotations

from engine import wording
from recorder import events
from recorder.facts import find_rules
from recorder.publish.game import Game
from recorder.web.languages import Texts
from recorder.wording import alert_text, reason_text, ruling_text


def alert_name(alert: events.Alert, texts: Texts) -> str:
    """The title of an irregularity."""
    try:
        return wording.irregularity_name(alert.id, texts.rules_language)
    except KeyError:
        return alert.id


def alert_message(alert: events.Alert, size: int, texts: Texts) -> str:
    """What happened, in a sentence or two; the article stands beside it."""
    if texts.rules_language == wording.DEFAULT:
        return alert.message
    try:
        return alert_text(alert, size, texts.language, cite=False)
    except KeyError:  # of a later catalogue
        return alert.message


def ruling(event: events.Ruling, texts: Texts) -> str:
    """What was decided: the ruling, what follows from it, and the referee's words."""
    parts = [texts("report.withdrawn") if event.withdraws else ruling_text(event.ruling, texts.language)]
    for player, count in sorted(event.added.items()):
        if count:
            parts.append(texts("report.warned", player=player_name(player, texts), count=count))
    if event.to_move:
        parts.append(texts("report.to_move", player=player_name(event.to_move, texts)))
    if event.forfeits:
        parts.append(texts("report.forfeits", player=player_name(event.forfeits, texts)))
    if event.result:
        parts.append(texts("report.ends", result=event.result))
    if event.note:
        parts.append(texts("report.note", note=event.note))
    return (" " if texts.rules_language == wording.DEFAULT else "").join(part.rstrip() for part in parts)


def rules_name(rules: str) -> str:
    """A rule set as SGF calls it, with our own name where it says more."""
    try:
        known = find_rules(rules).sgf_name if rules else ""
    except ValueError:
        return rules
    return known if known.casefold() == rules.casefold() else f"{known} ({rules})"


def player_name(player: str, texts: Texts) -> str:
    """What a colour is called."""
    return texts("figure.black" if player == "B" else "figure.white")


def result(game: Game, texts: Texts) -> str:
    """The result in words."""
    try:
        rules = find_rules(game.facts.rules) if game.facts.rules else find_rules("cn2002")
    except ValueError:
        rules = find_rules("cn2002")
    if not game.result:
        return ""
    said = wording.result_text(game.result, rules, texts.rules_language)
    return said if said == game.result else f"{game.result} ({said})"


def duration(seconds: float | None) -> str:
    """`1:02:03`, or `2:03`; empty where it is not known."""
    if seconds is None:
        return ""
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def time_left(left: events.TimeLeft, texts: Texts) -> str:
    """What a player had left on the clock."""
    said = duration(left.main)
    if left.periods or left.stones:
        said += texts("report.periods", periods=left.periods, seconds=round(left.period))
    return said


def how_resolved(how: str, texts: Texts) -> str:
    """How an irregularity went away."""
    return texts("report.resolved", how=reason_text(how, texts.language))
