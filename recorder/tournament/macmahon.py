"""Tournament files of Christoph Gerlach's MacMahon (3.x): pairings out of them, results into a copy.

The format is not published. What is read here is what several independent programs that read these files agree on:
`Tournament` (`Name`, `NumberOfRounds`, `Boardsize`, `Komi`), `IndividualParticipant` (`Id`, `GoPlayer` with `Surname`,
`FirstName`, `GoLevel`, `Country`, `Club`, `EgdPin`) and `TournamentRound` (`RoundNumber`, `Pairing` with `Black`,
`White`, `BoardNumber`, `Handicap`, `PairingWithBye`, `Result`). A result is Black's points first: `1-0`, `0-1`, `½-½`,
`0-0`, `1-1`, `?-?`, with `!` where it was by default. It has not been tried with the program itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from recorder.tournament.event import Event, Game, Player, Round, TournamentError, event_id, game_id
from recorder.tournament.result import GameResult
from recorder.tournament.text_file import decimal
from recorder.tournament.xml_text import Element, XmlText


def is_macmahon(document: XmlText) -> bool:
    """Whether the document is one of MacMahon's."""
    root = document.root
    return root.tag == "Tournament" and ("typeversion" in root.attributes or bool(root.child("IndividualParticipant")))


class MacMahonFile:
    """A tournament of MacMahon; see `OpenGothaFile` for its attributes."""

    kind: Literal["MacMahon"] = "MacMahon"

    def __init__(self, document: XmlText) -> None:
        self.remarks: list[str] = []
        self._document = document
        self._cells: dict[str, tuple[Element, str]] = {}
        root = document.root
        players = [p for child in root.children if child.tag == "IndividualParticipant" and (p := self._player(child))]
        self._known = {player.id for player in players}
        rounds = [self._round(child) for child in root.children if child.tag == "TournamentRound"]
        if not players:
            raise TournamentError("holds no participants; is it a team tournament? Only single players are read")
        name, begins = root.value("Name", "MacMahon"), root.value("StartDate")
        self.event = Event(
            id=event_id(name, begins),
            name=name,
            komi=self._decimal(root.value("Komi")),
            size=int(size) if (size := root.value("Boardsize")).isdecimal() else 19,
            planned=int(planned) if (planned := root.value("NumberOfRounds")).isdecimal() else 0,
            players=tuple(players),
            rounds=tuple(games for games in rounds if games is not None and (games.games or games.byes)),
        )

    def _player(self, element: Element) -> Player | None:
        person = element.child("GoPlayer")
        identity = element.value("Id")
        names = (person.value("Surname"), person.value("FirstName")) if person is not None else ("", "")
        if not identity or not any(names) or person is None:
            self.remarks.append(f"a participant without name or number is left out (Id {identity or '?'})")
            return None
        surname, given = names if names[0] else (names[1], "")
        return Player(
            id=identity,
            surname=surname,
            given=given,
            rank=person.value("GoLevel").lower(),
            country=person.value("Country"),
            club=person.value("Club"),
            pin=person.value("EgdPin"),
        )

    def _round(self, element: Element) -> Round | None:
        number = element.value("RoundNumber")
        if not number.isdecimal() or number == "0":
            self.remarks.append("a round without a number is left out")
            return None
        games, byes = [], []
        for pairing in (child for child in element.children if child.tag == "Pairing"):
            black, white = pairing.value("Black"), pairing.value("White")
            if pairing.value("PairingWithBye").lower() == "true":
                byes += [player for player in (black, white) if player in self._known]
            elif black in self._known and white in self._known and black != white:
                games.append(self._game(pairing, int(number), black, white))
            else:
                self.remarks.append(f"round {number}: the pairing {black or '?'} - {white or '?'} is left out")
        return Round(number=int(number), games=tuple(games), byes=tuple(byes))

    def _game(self, pairing: Element, number: int, black: str, white: str) -> Game:
        identity = game_id(number, black, white)
        self._cells[identity] = (pairing, black)
        handicap = pairing.value("Handicap")
        table = pairing.value("BoardNumber")
        return Game(
            id=identity,
            round=number,
            table=table,
            black=black,
            white=white,
            handicap=int(handicap) if handicap.isdecimal() else 0,
            result=self._result(pairing.value("Result"), f"round {number}, table {table or '?'}"),
        )

    def _result(self, text: str, where: str) -> GameResult | None:
        try:
            return GameResult.parse(text)
        except ValueError:
            self.remarks.append(f"{where}: the result {text!r} is not known and taken as open")
            return None

    def _decimal(self, text: str) -> float | None:
        try:
            return decimal(text)
        except ValueError:
            self.remarks.append(f"the komi {text!r} is no number and is left open")
            return None

    def with_results(self, results: Mapping[str, tuple[str, GameResult]]) -> bytes:
        """A copy of the file with results in the games' cells; see `OpenGothaFile.with_results`."""
        for identity, (black, result) in results.items():
            pairing, black_in_file = self._cells[identity]
            told = result if black == black_in_file else result.turned()
            self._document.set_child(pairing, "Result", told.sheet())
        return self._document.changed()
