"""The irregularities a referee has to know, as data (`data/irregularities.toml`)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

Severity = Literal["info", "warning", "critical"]


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One kind of irregularity.

    Attributes
    ----------
    id : str
        Key in events, texts and rule sets.
    severity : {"info", "warning", "critical"}
    needs_human : bool
        Whether a person has to decide.
    articles : tuple of str
        Where it is written, in all texts together.
    look_alikes : tuple of str
        Ids of what may look the same.
    options : tuple of str
        Ids of the rulings there are, the usual one first.
    """

    id: str
    severity: Severity
    needs_human: bool
    articles: tuple[str, ...]
    look_alikes: tuple[str, ...]
    options: tuple[str, ...]


@cache
def catalogue() -> dict[str, Irregularity]:
    """All irregularities by id."""
    text = files("engine").joinpath("data/irregularities.toml").read_text(encoding="utf-8")
    return {
        name: Irregularity(
            name,
            entry["severity"],
            entry["human"],
            tuple(entry["articles"]),
            tuple(entry["look_alikes"]),
            tuple(entry["options"]),
        )
        for name, entry in tomllib.loads(text).items()
    }


def irregularity(name: str) -> Irregularity:
    """The irregularity of that id; raises ValueError for an unknown one."""
    try:
        return catalogue()[name]
    except KeyError:
        raise ValueError(f"no irregularity {name!r} in the catalogue") from None
