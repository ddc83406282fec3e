"""The boards of a hall by event and round: which belong together, under which heading, in which order."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

import msgspec

from recorder.facts import GameFacts
from recorder.game_state import GameState

_FIGURES = "〇一二三四五六七八九"
_NUMBER = re.compile(rf"\d{{1,18}}|[{_FIGURES}十]{{1,18}}")


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """Boards that stand under one heading.

    Attributes
    ----------
    event, round : str
        As the first board of either names it; either may be empty, and both are where nothing is known.
    anchor : str
        What links to it name (`/#ANCHOR`): made of both names, in their script; empty where nothing is known.
    boards : tuple of str
        In the order in which they were given.
    """

    event: str
    round: str
    anchor: str
    boards: tuple[str, ...]


def place_of(state: GameState, before: GameFacts) -> tuple[str, str]:
    """Event and round of a board: as its game names them; before its first game as the board is set up."""
    facts = state.facts if state.game else before
    return facts.event, facts.round


def rounds(places: Iterable[tuple[str, str, str]]) -> list[Round]:
    """Boards by event and round.

    Parameters
    ----------
    places : iterable of (board, event, round)
        Names that differ only in case, blanks or how their letters are encoded are the same.

    Returns
    -------
    list of Round
        Event by event in the order of their names. In each event first what has no round, then the newest round
        first: the highest number (in any script's figures), before all of them what bears no number, as finals do.
        Then rounds of no event; last, boards of which neither is known.
    """
    found: dict[tuple[str, str], list[str]] = {}
    shown: dict[str, str] = {}
    for board, event, name in places:
        key = _same(event), _same(name)
        for same, written in zip(key, (event, name), strict=True):
            shown.setdefault(same, " ".join(written.split()))
        found.setdefault(key, []).append(board)
    ordered = sorted(found, key=lambda key: _age(key[1]), reverse=True)
    ordered.sort(key=lambda key: (not key[0], key[0], bool(key[1]) if key[0] else not key[1]))
    anchors = _anchors(ordered)
    return [
        Round(event=shown[event], round=shown[name], anchor=anchors[event, name], boards=tuple(found[event, name]))
        for event, name in ordered
    ]


def _same(name: str) -> str:
    """What is equal for all ways to write a name."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def _age(name: str) -> tuple[bool, list[int], str]:
    """A key of rounds, the newest last."""
    numbers = [_number(figures) for figures in _NUMBER.findall(name)]
    return not numbers, numbers, name


def _number(figures: str) -> int:
    """A number in decimal figures of any script, or in Chinese ones up to 99."""
    if figures.isdecimal():
        return int(figures)
    tens, ten, ones = figures.rpartition("十")
    return (_value(tens) or 1) * 10 + _value(ones) if ten else _value(ones)


def _value(figures: str) -> int:
    """Chinese figures read one by one."""
    return int("".join(str(_FIGURES.index(each)) for each in figures if each in _FIGURES) or "0")


def _anchors(keys: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """A name for each that is the same whatever others there are, but where two come to the same."""
    slugs = {key: "-".join(["round", *re.findall(r"\w+", " ".join(key))]) if any(key) else "" for key in keys}
    twice = {slug for slug, count in Counter(slugs.values()).items() if count > 1}
    return {
        key: f"{slug}-{sha256(repr(key).encode()).hexdigest()[:6]}" if slug in twice else slug
        for key, slug in slugs.items()
    }
