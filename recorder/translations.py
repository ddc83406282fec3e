"""The texts of `recorder/texts`, a file for each language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from engine import wording

DEFAULT = wording.DEFAULT


@cache
def languages() -> tuple[str, ...]:
    """The languages there are texts in."""
    names = (each.name for each in files("recorder").joinpath("texts").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def texts(language: str) -> dict[str, Any]:
    """All texts of a language, by section and key; the English ones where there are none of it."""
    known = language if language in languages() else DEFAULT
    return tomllib.loads(files("recorder").joinpath(f"texts/{known}.toml").read_text(encoding="utf-8"))
