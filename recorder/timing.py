"""How people write the time a game has: `60m+5x60s`, `90m`, `15m+10s/move`, `30m+15/5m`."""

from __future__ import annotations

import re

from engine.timekeeping import TimeSystem

_SPAN = r"(?:(?:\d+(?:\.\d+)?)[hms])+"
_WHOLE = re.compile(
    rf"(?P<main>{_SPAN}|0)?"
    rf"(?:(?:\+|(?<![0-9hms]))(?:(?P<periods>\d+)x(?P<period>{_SPAN})"
    rf"|(?P<increment>{_SPAN})/move"
    rf"|(?P<stones>\d+)/(?P<canadian>{_SPAN})))?"
    r"|(?P<whole>(?:(?:\d+(?:\.\d+)?)[hms])+)keep(?P<kept>\d+)"
)
_PART = re.compile(r"(\d+(?:\.\d+)?)([hms])")
_SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0}
EXAMPLES = "60m+5x60s, 90m, 15m+10s/move, 30m+15/5m, 165m keep 5"


def parse_time(text: str) -> TimeSystem:
    """The time system of a text.

    Main time, then byo-yomi (`+5x60s`: five periods of sixty seconds), an increment (`+10s/move`), moves in a
    period (`+15/5m`: fifteen moves in five minutes), or nothing; `165m keep 5` keeps five minutes of the main time
    for the last (Chinese rules 2002, article 12.3).

    Raises
    ------
    ValueError
        Where it is none, with examples.
    """
    found = _WHOLE.fullmatch(text.replace(" ", "").casefold())
    if not found or not text.strip():
        raise ValueError(f"a time is written like {EXAMPLES}; got {text!r}")
    part = found.groupdict()
    if part["kept"]:
        return TimeSystem.kept_minutes(_span(part["whole"]), int(part["kept"]))
    main = _span(part["main"])
    if part["periods"]:
        return TimeSystem.byo_yomi(main, int(part["periods"]), _span(part["period"]))
    if part["increment"]:
        return TimeSystem.fischer(main, _span(part["increment"]))
    if part["stones"]:
        return TimeSystem.canadian(main, int(part["stones"]), _span(part["canadian"]))
    return TimeSystem.absolute(main)


def _span(text: str | None) -> float:
    return sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(text or ""))
