"""Type for printed sheets: which built-in font shows which letters, how wide a text is, where its lines break.

Nothing is installed and nothing need be: Latin is set in Helvetica, which every program that shows PDF has, what
Latin-1 lacks in Vera, which comes with reportlab and is embedded, and Chinese, Japanese and Korean in the fonts
that PDF programs bring for their character collections (Adobe-GB1, -Japan1, -Korea1). For scripts that none of
these has, an installed font is looked for and embedded.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

CHINESE, JAPANESE, KOREAN = ASIAN = ("STSong-Light", "HeiseiKakuGo-W5", "HYGothic-Medium")

# Where systems keep fonts, and fonts with many scripts that reportlab can embed, the plainest first.
_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts", "C:/Windows/Fonts")
_INSTALLED = (
    "DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial Unicode.ttf", "arial.ttf", "segoeui.ttf", "tahoma.ttf",
    "NotoSansThai-Regular.ttf", "NotoSansDevanagari-Regular.ttf", "NotoSansArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
)  # fmt: skip


@cache
def register() -> None:
    """Make the fonts known to reportlab, once."""
    for name in ASIAN:
        pdfmetrics.registerFont(UnicodeCIDFont(name))
    for name in ("Vera", "VeraBd"):
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))


def is_wide(letter: str) -> bool:
    """Whether a letter takes a whole square, as Chinese, Japanese and Korean do."""
    return unicodedata.east_asian_width(letter) in "WF"


def runs(text: str, bold: bool = False) -> list[tuple[str, str]]:
    """A text cut into pieces of one font each: name of the font, and the piece."""
    register()
    text = unicodedata.normalize("NFC", text)
    han = JAPANESE if any("\u3040" <= c <= "\u30ff" for c in text) else CHINESE
    named = [_fitting(letter, bold, han) for letter in text]
    return [(font, "".join(c for _, c in group)) for font, group in groupby(named, key=lambda pair: pair[0])]


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is, in the unit of `size`."""
    return float(sum(pdfmetrics.stringWidth(piece, font, size) for font, piece in runs(text, bold)))


def lines(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """A text broken into lines no wider than `room`: between words, or beside any wide letter."""
    found: list[str] = []
    for part in text.splitlines() or [""]:
        line = ""
        for word in _words(part):
            if line and width(line + word.rstrip(), size, bold) > room:
                found.append(line.rstrip())
                line = ""
            while width(word.rstrip(), size, bold) > room and len(word) > 1:
                cut = next(k for k in range(len(word), 0, -1) if k == 1 or width(word[:k], size, bold) <= room)
                found.append(word[:cut])
                word = word[cut:]
            line += word
        found.append(line.rstrip())
    return found


def fit(text: str, size: float, room: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it is wider than `room`."""
    if width(text, size, bold) <= room:
        return text
    while text and width(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _words(text: str) -> Iterator[str]:
    """Pieces between which a line may break, each with the spaces after it."""
    word = ""
    for letter in text:
        if word and (word[-1] == " " != letter or _breaks(word[-1], letter)):
            yield word
            word = ""
        word += letter
    if word:
        yield word


def _breaks(before: str, after: str) -> bool:
    # Punctuation that closes stays with what is before it, what opens with what follows (JIS X 4051, kinsoku).
    if unicodedata.category(after) in ("Po", "Pe", "Pf") or unicodedata.category(before) in ("Ps", "Pi"):
        return False
    return (is_wide(before) or is_wide(after)) and after != " "


@lru_cache(4096)
def _fitting(letter: str, bold: bool, han: str) -> tuple[str, str]:
    """The font for a letter, and what is written with it."""
    code = ord(letter)
    if letter in "\t\r\n" or unicodedata.category(letter) in ("Cc", "Cs"):
        return ("Helvetica-Bold" if bold else "Helvetica"), " "
    try:
        letter.encode("cp1252")
        return ("Helvetica-Bold" if bold else "Helvetica"), letter
    except UnicodeEncodeError:
        pass
    if 0xAC00 <= code <= 0xD7AF or 0x1100 <= code <= 0x11FF or 0x3130 <= code <= 0x318F:
        return KOREAN, letter
    if is_wide(letter) and code < 0x10000:
        return han, letter
    for font in ("VeraBd" if bold else "Vera", *_installed()):
        if code in _letters(font):
            return font, letter
    if 0x370 <= code < 0x460:  # Greek and Cyrillic stand in GB 2312, a square each
        return CHINESE, letter
    plain = unicodedata.normalize("NFKD", letter)[0]
    return ("Helvetica-Bold" if bold else "Helvetica"), plain if plain.isascii() and plain != letter else "?"


def _letters(font: str) -> Iterable[int]:
    letters: Iterable[int] = pdfmetrics.getFont(font).face.charToGlyph
    return letters


@cache
def _installed() -> tuple[str, ...]:
    """Names of the installed fonts that can be embedded. They are looked for only where a letter asks for one."""
    paths: dict[str, Path] = {}
    for folder in (*_FOLDERS, Path.home() / ".fonts", Path.home() / "Library/Fonts"):
        if Path(folder).is_dir():
            for path in Path(folder).rglob("*.tt[fc]"):
                paths.setdefault(path.name, path)
    names: list[str] = []
    for name in _INSTALLED:
        if name in paths:
            try:
                pdfmetrics.registerFont(TTFont(paths[name].stem, str(paths[name])))
                names.append(paths[name].stem)
            except (TTFError, OSError):
                continue
    return tuple(names)
