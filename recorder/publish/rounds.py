"""The rounds of a published event: which games belong to each, what it is called, and where its files lie."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from recorder.publish.public_game import PublicGame, natural_order
from recorder.web.languages import Texts


@dataclass(frozen=True)
class Round:
    """One round.

    Attributes
    ----------
    name : str
        As the games say it; empty where they say none.
    heading : str
        What it is called on the pages.
    slug : str
        Its name in addresses and file names.
    games : list of PublicGame
    """

    name: str
    heading: str
    slug: str
    games: list[PublicGame]

    @property
    def page(self) -> str:
        """Where its page lies in the folder."""
        return f"rounds/{self.slug}.html"

    @property
    def archive(self) -> str:
        """Where its records lie in the folder."""
        return f"rounds/{self.slug}.zip"


def rounds_of(games: Sequence[PublicGame], texts: Texts) -> list[Round]:
    """The rounds of games, in the order in which they were played as far as their names tell."""
    found: dict[str, list[PublicGame]] = {}
    for each in games:
        found.setdefault(each.game.facts.round.strip(), []).append(each)
    plain = {name: re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40] for name in found}
    alike = Counter(plain.values())
    return [
        Round(name, _heading(name, texts), _slug(name, plain[name], alike), found[name])
        for name in sorted(found, key=natural_order)
    ]


def _heading(name: str, texts: Texts) -> str:
    if not name:
        return texts("export.no_round")
    return texts("export.round", round=name) if name.isdecimal() else name


def _slug(name: str, plain: str, alike: Counter[str]) -> str:
    """Letters and figures that are the same on all machines, and another for each round."""
    if plain and alike[plain] == 1:
        return plain
    return f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:6]}".strip("-")
