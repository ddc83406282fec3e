"""Latin letters without what not every list can hold."""

from __future__ import annotations

import unicodedata

# Letters that are no base letter with an accent, and what European lists write for them.
LETTERS = str.maketrans(
    {"Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "Ħ": "H", "ħ": "h", "ı": "i", "ĸ": "k", "Ŋ": "N", "ŋ": "n", "Ŧ": "T"}
    | {"ŧ": "t", "Ə": "E", "ə": "e", "ẞ": "SS", "’": "'", "‘": "'", "–": "-", "‐": "-", "\u00a0": " "}
    | dict.fromkeys("“”„«»", '"')
)


def bare(text: str) -> str:
    """A text without accents. Letters of other scripts stay."""
    parts = unicodedata.normalize("NFKD", text.translate(LETTERS))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
