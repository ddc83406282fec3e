"""What events say to people, in any language there are texts for; what a language lacks is said in English.

Reasons stand in events as English sentences; they are found again in the catalogue by their English form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from engine import wording
from engine.clock import Call
from engine.finding import Finding, Outcome
from engine.point import Colour
from engine.rules import Rules
from engine.rulesets import RULESETS
from recorder import events
from recorder.fault_wording import BETWEEN, fault_text
from recorder.orders import order_name
from recorder.translations import DEFAULT, languages, texts


def _text(language: str, section: str, key: str, /, **values: object) -> str:
    found = texts(language).get(section, {}).get(key)
    return str(found if found is not None else texts(DEFAULT)[section][key]).format(**values)


def _rules_language(language: str) -> str:
    """The language in which the engine speaks of rules."""
    return language if language in wording.languages() else DEFAULT


_PLAYERS = {"Black": Colour.BLACK, "White": Colour.WHITE}


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    for key, text in texts(DEFAULT)["reason"].items():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(text))
        found.append((re.compile(pattern, re.DOTALL), key))
    return tuple(found)


def reason_text(reason: str, language: str = DEFAULT) -> str:
    """A reason as an event gives it, in another language; what people wrote themselves stays as it is."""
    if language == DEFAULT:
        return reason
    for pattern, key in _patterns():
        if found := pattern.fullmatch(reason):
            values = found.groupdict()
            if "ruling" in values:
                values["ruling"] = ruling_text(values["ruling"], language).rstrip(".。")
            if values.get("player") in _PLAYERS:
                values["player"] = wording.player(_PLAYERS[values["player"]], _rules_language(language))
            return _text(language, "reason", key, **values)
    return fault_text(reason, language)


def ruling_text(ruling: str, language: str = DEFAULT) -> str:
    """What a ruling means; the referee's own words stay as they are."""
    try:
        return wording.ruling_text(ruling, _rules_language(language))
    except KeyError:
        return ruling


def alert_text(
    alert: events.Alert, size: int, language: str = DEFAULT, rules: Rules | None = None, *, cite: bool = True
) -> str:
    """What an alert says: what happened, what else it may be, and where that is written unless `cite` is false.

    Parameters
    ----------
    alert : Alert
    size : int
        Number of lines, for the names of points.
    language : str
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
    return wording.message(finding, size, _rules_language(language), cite=cite)


def event_text(event: events.Event, size: int, language: str = DEFAULT, rules: Rules | None = None) -> str:
    """What an event says, in a sentence or two.

    Parameters
    ----------
    event : Event
    size : int
        Number of lines, for the names of points.
    language : str
        What there are no texts for is said in English.
    rules : Rules, optional
        For articles and results; without it those of 2002.
    """
    return _Speaker(size, language, rules or RULESETS["cn2002"]).say(event)


class _Speaker:
    def __init__(self, size: int, language: str, rules: Rules) -> None:
        # A sentence is of one language; alerts and rulings alone are known in more of them.
        self._size, self._language, self._rules = size, language if language in languages() else DEFAULT, rules
        self._given = language

    def _t(self, key: str, /, **values: object) -> str:
        return _text(self._language, "event", key, **values)

    def _join(self, parts: Iterable[str]) -> str:
        return str(texts(self._language)["gap"]).join(filter(None, parts))

    def _player(self, player: events.Player | None) -> str:
        return wording.player(events.to_colour(player) if player else None, _rules_language(self._language))

    def _points(self, vertices: Iterable[str]) -> str:
        return str(texts(self._language)["list"]).join(events.to_point(v).name(self._size) for v in vertices)

    def _result(self, result: str | None) -> str:
        return wording.result_text(result, self._rules, _rules_language(self._language)) if result else ""

    def say(self, event: events.Event) -> str:
        match event:
            case events.Board():
                return self._t("board", size=event.size)
            case events.Setup():
                return self._t("setup", black=len(event.black), white=len(event.white))
            case events.Move():
                said = self._t("move", n=event.n, player=self._player(event.colour), point=self._points([event.point]))
                taken = self._t("captures", count=len(event.captured), points=self._points(event.captured))
                return self._join([said, taken if event.captured else ""])
            case events.Pass():
                return self._t("pass", n=event.n, player=self._player(event.colour))
            case events.Alert():
                return alert_text(event, self._size, self._given, self._rules)
            case events.Edit():
                return self._t(f"edit_{event.cause}", n=event.after, points=self._laid(event))
            case events.Ruling():
                return self._ruling(event)
            case events.Resolved():
                return self._t("resolved", alert=event.alert, how=reason_text(event.how, self._language))
            case events.View():
                return self._t(f"view_{event.state}", reason=reason_text(event.reason, self._language))
            case events.Correction():
                return self._t("correction", n=event.n, reason=reason_text(event.reason, self._language))
            case events.End():
                said = self._t("end", reason=reason_text(event.reason, self._language))
                return self._join([said, self._result(event.result)])
            case events.Clock():
                return self._clock(event)
            case _:
                return self._told(event)

    def _told(self, event: events.Event) -> str:
        """What people told."""
        match event:
            case events.Ordered():
                by = event.order.by
                who = _text(self._language, "by", by) if by in texts(DEFAULT)["by"] else by
                return self._t("order", by=who, what=_text(self._language, "order", order_name(event.order)))
            case events.Pause() if event.state == "paused" and event.reason:
                return self._t("paused_why", reason=reason_text(event.reason, self._language))
            case events.Pause():
                return self._t(event.state)
            case events.Turn():
                return self._t("to_move", player=self._player(event.to_move))
            case events.FactsKnown():
                return self._t("facts")
            case events.Counted() if event.result is None:
                return self._t("dead", points=self._points(event.dead)) if event.dead else self._t("dead_none")
            case events.Counted():
                result = self._result(event.result).rstrip(".。")
                return self._t("count" if event.by == "players" else "estimate", by=event.by, result=result)
        return ""

    def _laid(self, edit: events.Edit) -> str:
        groups = (("lay_B", edit.black), ("lay_W", edit.white), ("lay_none", edit.empty))
        parts = [self._t(key, points=self._points(vertices)) for key, vertices in groups if vertices]
        return BETWEEN.get(self._language, "; ").join(parts)

    def _ruling(self, event: events.Ruling) -> str:
        if event.withdraws:
            said = self._t("ruling_withdrawn")
        else:
            words = ruling_text(event.ruling, self._language)
            said = self._t("ruling" if event.alert else "ruling_own", alert=event.alert, ruling=words)
        parts = [said, event.note]
        if event.forfeits:
            parts.append(self._t("forfeits", player=self._player(event.forfeits)))
        if any(event.added.values()) or event.withdraws:
            black, white = (event.warnings.get(player, 0) for player in ("B", "W"))
            parts.append(self._t("warned", black=black, white=white))
        if event.to_move and not event.result:
            parts.append(self._t("to_move", player=self._player(event.to_move)))
        parts.append(self._result(event.result))
        return self._join(parts)

    def _clock(self, event: events.Clock) -> str:
        player = self._player(event.colour)
        if event.action == "call":
            kind, _, number = event.text.partition(" ")
            colour = events.to_colour(event.colour or "B")
            return wording.call_text(Call(event.time, colour, kind, int(number or 0)), _rules_language(self._language))
        left = event.black if event.colour == "B" else event.white
        return self._t(f"clock_{event.action}", player=player, left=self._left(left), text=event.text)

    def _left(self, left: events.TimeLeft) -> str:
        minutes, seconds = divmod(int(left.main), 60)
        said = f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}" if minutes >= 60 else f"{minutes}:{seconds:02d}"
        if left.main > 0 or not left.period:
            return said
        key, count = ("periods", left.periods) if left.periods else ("stones", left.stones)
        return self._t(key, count=count, seconds=f"{left.period:g}")
