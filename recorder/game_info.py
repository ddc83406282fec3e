"""What SGF's game info properties say of a game: texts that no program stumbles over, and the handicap."""

from __future__ import annotations

import re

from recorder import events
from recorder.facts import GameFacts

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")

INFO_TEXTS = {
    "PB": "black",
    "PW": "white",
    "BR": "black_rank",
    "WR": "white_rank",
    "BT": "black_team",
    "WT": "white_team",
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "GN": "name",
    "US": "operator",
    "DT": "date",
    "RU": "rules",
}
"""Texts by SGF's names, and what `GameFacts` calls them."""


def info_texts(facts: GameFacts) -> dict[str, str]:
    """Game info properties of the known texts, by SGF's names."""
    known = {identifier: _one_line(getattr(facts, name)) for identifier, name in INFO_TEXTS.items()}
    return {identifier: text for identifier, text in known.items() if text}


def _one_line(text: str) -> str:
    """A text as SGF's SimpleText: no line ends, no control characters, nothing UTF-8 cannot hold."""
    return _CONTROL.sub(" ", text).strip().encode(errors="replace").decode()


def is_handicap(setup: events.Setup, to_move: str | None, given: int | None) -> bool:
    """Whether stones at the start are a handicap: black only, two or more, and White begins.

    HA and AB must agree in number: where a person gave another number, the stones are a mere setup.
    """
    count = len(setup.black)
    return count >= 2 and not setup.white and to_move == "W" and given in (None, count)
