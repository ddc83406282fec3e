"""Text files of unknown making: which encoding, told clearly, never guessed in silence."""

from __future__ import annotations

import codecs
import math
from typing import NamedTuple

from recorder.tournament.event import TournamentError

# What lists of players are written in where it is not UTF-8, as Python names the encodings.
LIKELY = ("gb18030", "big5", "shift_jis", "euc_kr", "cp1252", "cp1250", "cp1251", "iso8859_15")

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Decoded(NamedTuple):
    """A text, the encoding it was in, and the byte order mark it began with."""

    text: str
    encoding: str
    bom: bytes = b""

    def encode(self, text: str) -> bytes:
        """Another text in the same encoding, with the same mark."""
        return self.bom + text.encode(self.encoding)


def by_bom(data: bytes) -> tuple[str, bytes] | None:
    """Encoding and byte order mark of a text that begins with one."""
    return next(((encoding, bom) for bom, encoding in _BOMS if data.startswith(bom)), None)


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """Decode a text: by its byte order mark, as UTF-8, or in the encoding that was given.

    Raises
    ------
    TournamentError
        Where it is not UTF-8 and no encoding was given (the message shows how the first foreign line reads in
        those that fit), or the one given does not fit or is unknown.
    """
    if (marked := by_bom(data)) is not None:
        encoding, bom = marked
        try:
            return Decoded(data[len(bom) :].decode(encoding), encoding, bom)
        except UnicodeDecodeError as error:
            raise TournamentError(f"begins as {encoding} but is broken after {error.start} bytes") from error
    if encoding is None:
        try:
            return Decoded(data.decode(), "utf-8")
        except UnicodeDecodeError as error:
            raise TournamentError(_which(data, error.start)) from None
    try:
        return Decoded(data.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TournamentError(f"is not in {encoding}: line {line} cannot be read. Give another --encoding") from None
    except LookupError:
        raise TournamentError(f"there is no encoding {encoding!r}; give one of: {', '.join(LIKELY)}") from None


def _which(data: bytes, strange: int) -> str:
    line = data[data.rfind(b"\n", 0, strange) + 1 :].split(b"\n", 1)[0].strip()
    number = data.count(b"\n", 0, strange) + 1
    readings = [f"  --encoding {name}: {reading}" for name in LIKELY if (reading := _reading(data, line, name))]
    if not readings:
        return "is no text in UTF-8 nor in another usual encoding: save it as UTF-8 (in Excel: CSV UTF-8)"
    return (
        f"is not UTF-8 (line {number}). Save it as UTF-8, or give the encoding in which that line reads right:\n"
        + "\n".join(readings)
    )


def _reading(data: bytes, line: bytes, encoding: str) -> str:
    try:
        data.decode(encoding)
        return line.decode(encoding)[:60]
    except UnicodeDecodeError:
        return ""


def decimal(text: str) -> float | None:
    """A number as people write it, with a point, a comma or the sign for a half; None where nothing is written.

    Raises
    ------
    ValueError
        Where it is no number, or none that can be counted with.
    """
    if not text.strip():
        return None
    number = float(text.replace(",", ".").replace("½", ".5"))
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number that can be counted with")
    return number
