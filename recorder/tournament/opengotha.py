"""OpenGotha's tournament files: pairings out of them, results into a copy.

Format: the document type definition and the files that OpenGotha itself publishes (data version 201). Players are
known by surname and given name in capitals, without spaces; very old files have those without accents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from recorder.tournament.event import Event, Game, Player, Round, TournamentError, event_id, game_id
from recorder.tournament.latin import bare
from recorder.tournament.result import GameResult, Winner
from recorder.tournament.text_file import decimal
from recorder.tournament.xml_text import Element, XmlText

_RESULTS: dict[str, Winner] = {
    "RESULT_BLACKWINS": "B",
    "RESULT_WHITEWINS": "W",
    "RESULT_EQUAL": "draw",
    "RESULT_BOTHWIN": "both_win",
    "RESULT_BOTHLOSE": "both_lose",
}
_NAMES = {winner: name for name, winner in _RESULTS.items()}
_DEFAULT = "_BYDEF"


def is_opengotha(document: XmlText) -> bool:
    """Whether the document is one of OpenGotha's."""
    root = document.root
    return root.tag == "Tournament" and (root.child("Players") is not None or "gothaVersion" in root.attributes)


class OpenGothaFile:
    """A tournament of OpenGotha.

    Attributes
    ----------
    event : Event
    remarks : list of str
        What of the file could not be taken over, for people.

    Raises
    ------
    TournamentError
        Where the file cannot be a tournament.
    """

    kind: Literal["OpenGotha"] = "OpenGotha"

    def __init__(self, document: XmlText) -> None:
        self.remarks: list[str] = []
        self._document = document
        self._cells: dict[str, tuple[Element, str]] = {}
        self._by_key: dict[str, str] = {}
        players = tuple(self._player(element) for element in document.root.each("Player"))
        self._old_keys = {bare(key): key for key in self._by_key}
        games = [game for element in document.root.each("Game") if (game := self._game(element))]
        byes = [bye for element in document.root.each("ByePlayer") if (bye := self._bye(element))]
        if next(document.root.each("Team"), None) is not None:
            self.remarks.append("it is a team tournament: games are read one by one, matches of teams are not scored")
        general = next(document.root.each("GeneralParameterSet"), None)
        facts = general.attributes if general is not None else {}
        name = facts.get("name") or facts.get("shortName") or "OpenGotha"
        begins = facts.get("beginDate", "")
        numbers = sorted({game.round for game in games} | {number for number, _ in byes})
        self.event = Event(
            id=event_id(facts.get("shortName") or name, begins),
            name=name,
            place=facts.get("location", ""),
            begins=begins,
            ends=facts.get("endDate", ""),
            komi=self._number(facts.get("komi"), "komi"),
            size=_whole(facts.get("size")) or 19,
            planned=_whole(facts.get("numberOfRounds")) or 0,
            players=players,
            rounds=tuple(
                Round(
                    number=number,
                    games=tuple(game for game in games if game.round == number),
                    byes=tuple(player for at, player in byes if at == number),
                )
                for number in numbers
            ),
        )

    def _player(self, element: Element) -> Player:
        given = element.attributes
        surname, first = given.get("name", "").strip(), given.get("firstName", "").strip()
        key = player_key(surname, first)
        if not key:
            raise TournamentError("a player without a name; give each a name in OpenGotha")
        if key in self._by_key:
            raise TournamentError(f"two players are called {surname} {first}; tell them apart in OpenGotha")
        self._by_key[key] = key
        grade = given.get("grade", "").strip() or given.get("rank", "")
        return Player(
            id=key,
            surname=surname,
            given=first,
            rank=grade.lower(),
            country=given.get("country", "").strip(),
            club=given.get("club", "").strip(),
            pin=given.get("egfPin", "").strip(),
        )

    def _seat(self, key: str) -> str | None:
        plain = key.replace(" ", "")
        return self._by_key.get(plain) or self._by_key.get(plain.upper()) or self._old_keys.get(bare(plain.upper()))

    def _game(self, element: Element) -> Game | None:
        given = element.attributes
        number, table = _whole(given.get("roundNumber")), given.get("tableNumber", "").strip()
        black, white = self._seat(given.get("blackPlayer", "")), self._seat(given.get("whitePlayer", ""))
        where = f"round {number or '?'}, table {table or '?'}"
        if not number or not black or not white or black == white:
            who = f"{given.get('blackPlayer', '?')} - {given.get('whitePlayer', '?')}"
            self.remarks.append(f"{where}: {who} is left out, for its round or a player is not known in the file")
            return None
        identity = game_id(number, black, white)
        self._cells[identity] = (element, black)
        return Game(
            id=identity,
            round=number,
            table=table,
            black=black,
            white=white,
            handicap=_whole(given.get("handicap")) or 0,
            result=self._result(given.get("result", ""), where),
        )

    def _result(self, name: str, where: str) -> GameResult | None:
        winner = _RESULTS.get(name.removesuffix(_DEFAULT))
        if winner is None:
            if name not in ("", "RESULT_UNKNOWN"):
                self.remarks.append(f"{where}: the result {name} is not known and taken as open")
            return None
        return GameResult(winner=winner, by_default=name.endswith(_DEFAULT))

    def _bye(self, element: Element) -> tuple[int, str] | None:
        number = _whole(element.attributes.get("roundNumber"))
        player = self._seat(element.attributes.get("player", ""))
        return (number, player) if number and player else None

    def _number(self, text: str | None, what: str) -> float | None:
        try:
            return decimal(text or "")
        except ValueError:
            self.remarks.append(f"the {what} {text!r} is no number and is left open")
            return None

    def with_results(self, results: Mapping[str, tuple[str, GameResult]]) -> bytes:
        """A copy of the file with results in the games' cells; everything else is as it was.

        Parameters
        ----------
        results : mapping from game identities to who was Black and the result
        """
        for identity, (black, result) in results.items():
            element, black_in_file = self._cells[identity]
            told = result if black == black_in_file else result.turned()
            name = _NAMES[told.winner] + _DEFAULT * told.by_default
            self._document.set_attribute(element, "result", name)
        return self._document.changed()


def player_key(surname: str, given: str) -> str:
    """The name by which OpenGotha's games know a player."""
    return (surname + given).replace(" ", "").upper()


def _whole(text: str | None) -> int | None:
    """A whole number from 0 on, or None."""
    return int(text) if text and text.strip().isascii() and text.strip().isdigit() else None
