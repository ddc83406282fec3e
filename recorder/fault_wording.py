"""What is wrong with a source, its picture or its files, in any language there are texts for.

Faults are told as English sentences, to logs and terminals too; they are found again in the catalogue by their English
form. What is not there stays English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from recorder.translations import DEFAULT, languages, texts

BETWEEN = {"zh_hans": "；", "zh_hant": "；", "ja": "；"}
"""What stands between two faults told together; in English it is `; `."""


def fault_text(fault: str, language: str) -> str:
    """A fault in another language; as it is where nobody has put it into words."""
    said = _several(fault.split("; "), language)
    return fault if said is None else BETWEEN.get(language, "; ").join(said)


def fault_texts(fault: str) -> Mapping[str, str]:
    """A fault in each language other than English in which there are words for it."""
    said = {language: fault_text(fault, language) for language in languages() if language != DEFAULT}
    return {language: text for language, text in said.items() if text != fault}


def _several(parts: list[str], language: str) -> list[str] | None:
    """What is told together, as many faults as there may be: a fault may hold a semicolon itself."""
    found: list[str] | None = None
    for i in range(1, len(parts) + 1):
        first = _whole("; ".join(parts[:i]), language)
        rest = _several(parts[i:], language) if parts[i:] else []
        if first is not None and rest is not None and (found is None or len(rest) + 1 > len(found)):
            found = [first, *rest]
    return found


def _whole(fault: str, language: str) -> str | None:
    said = texts(language).get("fault", {})
    for pattern, key in _patterns():
        if key in said and (found := pattern.fullmatch(fault)):
            values = {name: value or "" for name, value in found.groupdict().items()}
            if "fault" in values:
                inner = _whole(values["fault"], language)
                if inner is None and key == "named":
                    continue  # any words with a colon
                values["fault"] = values["fault"] if inner is None else inner
            return str(said[key]).format(**values)
    return None


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    for key, text in texts(DEFAULT)["fault"].items():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(text))
        # What is wrong with something that was named before stands without its name.
        pattern = re.sub(r"^\(\?P<name>\.\+\)\\ ", r"(?:(?P<name>.+)\\ )?", pattern)
        found.append((re.compile(pattern, re.DOTALL), key))
    return tuple(found)
