"""The languages of the pages: which one a browser wants, and what is said in it.

A language is one file in `texts/`. English and Chinese are complete; what another lacks is said in English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from engine import wording

DEFAULT = "en"
COOKIE = "language"
"""Name of the cookie in which a choice is kept."""
LANGUAGES = {"en": "English", "zh_hans": "简体中文", "zh_hant": "繁體中文", "ja": "日本語", "ko": "한국어"}
"""Keys and own names, in the order of the menu."""
COMPLETE = ("en", "zh_hans", "zh_hant")
"""Where nothing may be missing."""
TAGS = {"en": "en", "zh_hans": "zh-Hans", "zh_hant": "zh-Hant", "ja": "ja", "ko": "ko"}
"""What HTML calls them (BCP 47)."""
_TRADITIONAL = {"hant", "tw", "hk", "mo"}


class Texts:
    """What is said in one language.

    Parameters
    ----------
    language : str
        One of `LANGUAGES`.

    Raises
    ------
    ValueError
        For another one.
    """

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no texts for {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self.tag = TAGS[language]

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of a key such as `board.live`, with its `{places}` filled in.

        Raises
        ------
        KeyError
            Where there is no such text in English either.
        """
        text = read(self.language).get(key)
        if text is None:
            text = read(DEFAULT)[key]
        return text.format(**values) if values else text

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in read(DEFAULT)

    def coded(self, group: str, code: str) -> str:
        """The text of a coded word (a phase, a reason), or the word itself where nobody has put it into words."""
        key = f"{group}.{code}"
        return self(key) if self.has(key) else code

    def section(self, *names: str) -> dict[str, str]:
        """All texts whose keys begin with one of the names: what a script is given."""
        return {key: self(key) for key in read(DEFAULT) if key.partition(".")[0] in names}

    @property
    def rules_language(self) -> str:
        """The language in which the engine speaks of rules: this one where it has it."""
        return self.language if self.language in wording.languages() else wording.DEFAULT


@cache
def read(language: str) -> Mapping[str, str]:
    """The texts of one language file by dotted keys, without anything borrowed from English."""
    text = files("recorder.web").joinpath(f"texts/{language}.toml").read_text(encoding="utf-8")
    return {
        f"{section}.{key}": value for section, entries in tomllib.loads(text).items() for key, value in entries.items()
    }


def choose(accept: str, cookie: str = "") -> str:
    """The language for a request.

    Parameters
    ----------
    accept : str
        The browser's Accept-Language (RFC 9110, 12.5.4); anything that makes no sense in it is passed over.
    cookie : str
        What the reader chose before; it goes first.
    """
    if cookie in LANGUAGES:
        return cookie
    wishes: list[tuple[float, int, str]] = []
    for number, part in enumerate(accept.split(",")[:20]):
        tag, _, weight = part.strip().partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            continue
        if quality > 0 and (language := _of_tag(tag)):
            wishes.append((-quality, number, language))
    return min(wishes)[2] if wishes else DEFAULT


def _of_tag(tag: str) -> str:
    """The language of a tag such as `zh-TW`; empty where there is none."""
    name, *rest = tag.strip().lower().replace("_", "-").split("-")
    if name == "zh":
        return "zh_hant" if _TRADITIONAL & set(rest) and "hans" not in rest else "zh_hans"
    return name if name in LANGUAGES else ""
