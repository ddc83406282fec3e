"""A round's records as one archive, under names that every system can unpack."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable

from recorder.tournament.event import Event, Game

# Windows forbids these and control characters; a name must not end in a dot or a space.
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]')
_LONGEST = 180  # bytes of UTF-8: file systems allow 255, archives lie in folders, and numbers may follow


def file_name(event: Event, game: Game, ending: str = ".sgf") -> str:
    """The name of a game's record: round, table, players; in any script, safe on every system.

    Round and table come first, so that they are in order and no name is one that Windows keeps for devices.
    """
    black, white = event.player(game.black).name, event.player(game.white).name
    table = f"{int(game.table):03}" if game.table.isascii() and game.table.isdigit() else game.table
    stem = f"R{game.round:02} T{table or '-'} " if game.table else f"R{game.round:02} "
    return safe_name(f"{stem}{black} - {white}") + ending


def safe_name(text: str) -> str:
    """A text as a file name without an ending; never empty."""
    name = unicodedata.normalize("NFC", text.encode(errors="replace").decode())
    name = " ".join(_FORBIDDEN.sub("_", name).split())
    while len(name.encode()) > _LONGEST:
        name = name[:-1]
    return name.rstrip(". ") or "_"


def archive(event: Event, records: Iterable[tuple[Game, bytes]]) -> bytes:
    """A zip archive of records. The same records make the same bytes.

    Two names that differ in case or in the way accents are written only would be one file on some systems: the
    second gets a number.
    """
    content = io.BytesIO()
    taken: set[str] = set()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for game, record in sorted(records, key=lambda pair: (file_name(event, pair[0]), pair[0].id)):
            name, number = file_name(event, game), 1
            while _folded(name) in taken:
                number += 1
                name = file_name(event, game, f" ({number}).sgf")
            taken.add(_folded(name))
            # A fixed time: archives hold no time zone, and nothing but the records shall make a difference.
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            file.writestr(info, record)
    return content.getvalue()


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKD", name.casefold())
