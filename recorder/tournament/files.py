"""Opening a tournament, whatever program it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from recorder.tournament.event import Event, Player, TournamentError
from recorder.tournament.list_file import ListFile, read_players
from recorder.tournament.macmahon import MacMahonFile, is_macmahon
from recorder.tournament.opengotha import OpenGothaFile, is_opengotha
from recorder.tournament.result import GameResult
from recorder.tournament.text_file import decode
from recorder.tournament.xml_text import XmlText


class TournamentFile(Protocol):
    """A tournament as its program keeps it."""

    @property
    def kind(self) -> str:
        """The program it is of."""

    event: Event
    remarks: list[str]

    def with_results(self, results: Mapping[str, tuple[str, GameResult]]) -> bytes:
        """A copy with results: for each game's identity who was Black, and the result."""


def open_tournament(
    path: Path, encoding: str | None = None, players: Sequence[Player] = (), name: str | None = None
) -> TournamentFile:
    """Read a tournament of OpenGotha or MacMahon, or a list of pairings.

    Parameters
    ----------
    path : Path
    encoding : str or None
        Of a list that is neither UTF-8 nor marked.
    players : sequence of Player
        For a list: who plays. For the others: what more is known of players of the same identity, name or PIN.
    name : str or None
        Of the event, where the file has none; else the file's name.

    Raises
    ------
    TournamentError
        Where it cannot be read, with what to do.
    """
    data = _content(path)
    try:
        if _is_xml(data):
            return _with_more(_of_program(XmlText(data)), players)
        return ListFile(decode(data, encoding).text, name or path.stem, players)
    except TournamentError as error:
        raise TournamentError(f"{path}: {error}") from error


def open_players(path: Path, encoding: str | None = None) -> list[Player]:
    """Read a list of players; raises as `open_tournament` does."""
    try:
        return read_players(decode(_content(path), encoding).text)
    except TournamentError as error:
        raise TournamentError(f"{path}: {error}") from error


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise TournamentError(f"{path} cannot be read: {error.strerror or error}") from error


def _is_xml(data: bytes) -> bool:
    head = data[:200].replace(b"\0", b"").removeprefix(b"\xef\xbb\xbf").removeprefix(b"\xff\xfe")
    return head.removeprefix(b"\xfe\xff").lstrip().startswith(b"<")


def _of_program(document: XmlText) -> TournamentFile:
    if is_macmahon(document):
        return MacMahonFile(document)
    if is_opengotha(document):
        return OpenGothaFile(document)
    raise TournamentError(f"is XML, but neither of OpenGotha nor of MacMahon: it begins with <{document.root.tag}>")


def _with_more(file: TournamentFile, players: Sequence[Player]) -> TournamentFile:
    """Latin names, ranks and PINs from a list, where the program's file has none."""
    if not players:
        return file
    by = {
        key: more for more in players for key in (more.id, more.pin, more.name, f"{more.surname} {more.given}") if key
    }

    def full(player: Player) -> Player:
        more = next((by[key] for key in (player.id, player.pin, player.name) if key in by), None)
        if more is None:
            return player
        fields = ("rank", "country", "club", "pin", "latin")
        return msgspec.structs.replace(player, **{f: getattr(player, f) or getattr(more, f) for f in fields})

    file.event = msgspec.structs.replace(file.event, players=tuple(full(player) for player in file.event.players))
    return file
