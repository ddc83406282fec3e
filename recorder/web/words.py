"""How a game stands, and what the rules call things, in the language of a page."""

from __future__ import annotations

from engine import wording
from engine.catalogue import catalogue
from engine.rulesets import RULESETS
from recorder.game_state import GameState
from recorder.web.languages import Texts


def status(state: GameState, source: str, t: Texts) -> tuple[str, str]:
    """A game's state in a few words, and the tone of its sign: the same as `statusOf` in `static/facts.js`."""
    if state.result:
        return result(state.result, t), "bare"
    if state.phase == "ended":
        return t("status.ended"), "bare"
    if source == "off":
        return t("status.off"), ""
    if source in ("lost", "stuck", "restarting"):
        return t("status.camera"), "bad"
    if state.view.state == "lost":
        return t("status.lost"), "warn"
    if state.phase == "counting":
        return t("status.counting"), ""
    if state.paused:
        return t("status.paused"), "warn"
    if not state.size:
        return t("status.waiting"), ""
    if state.count:
        return t("index.move", number=state.count), "good"
    return t("status.playing" if state.setup else "status.ready"), "good"


def result(text: str, t: Texts) -> str:
    """A result as SGF writes it, in words."""
    side, _, how = text.partition("+")
    if side not in ("B", "W"):
        return t({"0": "result.draw", "Draw": "result.draw", "Void": "result.void"}.get(text, "result.unknown"))
    winner = t("colour.black" if side == "B" else "colour.white")
    key = {"R": "resignation", "T": "time", "F": "forfeit", "": "plain"}.get(how[:1])
    return t(f"result.{key}", winner=winner) if key else t("result.points", winner=winner, number=how)


def rules(name: str, t: Texts) -> str:
    """What a rule set is called."""
    return t.coded("rules", name) if t.has(f"rules.{name}") else RULESETS[name].sgf_name


def of_rules(t: Texts) -> dict[str, object]:
    """What irregularities and rulings are called, for the referee's page: titles, sentences, rulings, severities."""
    language = t.rules_language
    options = sorted({option for each in catalogue().values() for option in each.options})
    return {
        "irregularity": {name: wording.irregularity_name(name, language) for name in catalogue()},
        "sentence": {name: wording.irregularity_sentence(name, language) for name in catalogue()},
        "ruling": {option: wording.ruling_text(option, language) for option in options},
        "options": {name: each.options for name, each in catalogue().items()},
        "severity": {each: wording.severity_name(each, language) for each in ("info", "warning", "critical")},
        "separator": wording.separator(language),
        "anybody": wording.player(None, language),
    }
