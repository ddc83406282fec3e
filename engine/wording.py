"""What is said to people: irregularities, rulings, calls of the clock, results, from one catalogue a language.

A language is one file in `texts/`; what it lacks is said in English, so that a new one may grow.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from engine.clock import Call
from engine.finding import Finding
from engine.point import Colour
from engine.rules import Rules
from engine.scoring import mixed

DEFAULT = "en"


@cache
def languages() -> dict[str, str]:
    """The languages there are: key and own name."""
    folder = files("engine").joinpath("texts")
    keys = sorted(each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml"))
    return {key: str(_texts(key)["language"]) for key in keys}


@cache
def _texts(language: str) -> dict[str, Any]:
    file = files("engine").joinpath(f"texts/{language}.toml")
    if not file.is_file():
        raise ValueError(f"no texts for {language!r}; there are {', '.join(languages())}")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _text(language: str, section: str, key: str) -> Any:
    found = _texts(language).get(section, {}).get(key)
    return found if found is not None else _texts(DEFAULT)[section][key]


def _spoken(language: str, section: str, key: str) -> str:
    """The language in which something is said: the one asked for, or English where it lacks the text."""
    return language if _texts(language).get(section, {}).get(key) is not None else DEFAULT


def _mark(language: str, name: str) -> str:
    """What stands between points and names (`list`), between sentences (`gap`)."""
    return str(_texts(language).get(name, _texts(DEFAULT)[name]))


def player(colour: Colour | None, language: str = DEFAULT) -> str:
    """How a player is called; without a colour, any player."""
    return str(_text(language, "colour", colour.letter if colour else ""))


def irregularity_name(name: str, language: str = DEFAULT) -> str:
    """The title of an irregularity. Raises KeyError for an unknown one."""
    return str(_text(language, "irregularity", name)[0])


def irregularity_sentence(name: str, language: str = DEFAULT) -> str:
    """What happened, with `{player}`, `{other}` and `{points}` to be filled in. Raises KeyError for an unknown one."""
    return str(_text(language, "irregularity", name)[1])


def separator(language: str = DEFAULT) -> str:
    """What stands between the points of a list."""
    return str(_texts(language)["list"])


def ruling_text(option: str, language: str = DEFAULT) -> str:
    """What a ruling means. Raises KeyError for an unknown one."""
    return str(_text(language, "ruling", option))


def severity_name(severity: str, language: str = DEFAULT) -> str:
    """What a severity is called."""
    return str(_text(language, "severity", severity))


def message(finding: Finding, size: int, language: str = DEFAULT, *, cite: bool = True) -> str:
    """What happened, in a sentence or two: points by their names, what else it may be, articles.

    Raises ValueError where the finding holds no irregularity.
    """
    if finding.irregularity is None:
        raise ValueError("there is nothing to tell of a finding without an irregularity")
    between = separator(language)
    points = between.join(point.name(size) for point in sorted(finding.all_points)) or "-"
    sentence = str(_text(language, "irregularity", finding.irregularity)[1])
    colour, spoken = finding.colour, _spoken(language, "irregularity", finding.irregularity)
    sentences = [
        sentence.format(
            player=player(colour, spoken),
            other=player(colour.other if colour else None, spoken),
            points=points,
        )
    ]
    if finding.late:
        sentences.append(str(_text(language, "remark", "late")))
    others = [other.irregularity for other in finding.alternatives if other.irregularity]
    if others:
        names = between.join(dict.fromkeys(irregularity_name(other, language) for other in others))
        sentences.append(str(_text(language, "remark", "alternatives")).format(names=names))
    if cite and finding.articles:
        articles = between.join(finding.articles)
        sentences.append(str(_text(language, "remark", "articles")).format(articles=articles))
    return _mark(language, "gap").join(sentences)


def call_text(call: Call, language: str = DEFAULT) -> str:
    """What the clock calls out (article 12.3)."""
    kind = "last_period" if call.kind == "periods_left" and call.number == 1 else call.kind
    spoken = _spoken(language, "call", kind)
    return str(_text(language, "call", kind)).format(player=player(call.colour, spoken), number=call.number)


def result_text(result: str | None, rules: Rules, language: str = DEFAULT) -> str:
    """SGF's RE in the words of the rule set: in stones (子) where it counts in stones, else in points (目)."""
    if result is None or result == "?":
        return str(_text(language, "result", "unknown"))
    if result in ("0", "Draw", "Void"):
        return str(_text(language, "result", "Draw" if result == "0" else result))
    side, _, how = result.partition("+")
    if side.upper() not in ("B", "W"):
        return result
    winner = Colour.from_letter(side)
    kind = {"R": "R", "Resign": "R", "T": "T", "Time": "T", "F": "F", "Forfeit": "F", "": "plain"}.get(how)
    number = ""
    if kind is None:
        try:
            margin = Fraction(how)
        except ValueError:
            return result
        kind = "stones" if rules.in_stones else "points"
        spoken = _spoken(language, "result", kind)
        number = _number(margin / 2 if rules.in_stones else margin, rules.in_stones, spoken)
    spoken = _spoken(language, "result", kind)
    return str(_text(spoken, "result", kind)).format(player=player(winner, spoken), number=number)


def _number(number: Fraction, fractions: bool, language: str) -> str:
    if not fractions:
        return f"{float(number):g}"
    whole, part = divmod(number, 1)
    form = _texts(language).get("result", {}).get("mixed")
    if form and whole and part:
        return str(form).format(whole=whole, part=part)
    return mixed(number)
