"""Tournaments from lists: players and pairings that somebody keeps in a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from recorder.tournament.event import Event, Game, Player, Round, Table, TournamentError, event_id, folded, game_id
from recorder.tournament.result import GameResult
from recorder.tournament.sheet_file import Row, read_rows, write_rows
from recorder.tournament.text_file import decimal

RESULT_COLUMNS = (
    "round", "table", "black", "black_rank", "white", "white_rank", "handicap", "komi", "result", "black_warnings",
    "white_warnings", "id",
)  # fmt: skip

# MacMahon prints a player as "Surname, Given (5 Dan)".
_WITH_RANK = re.compile(r"(?P<name>.*?)\s*[(（](?P<rank>\d{1,2}\s*[A-Za-z段级級]+)[)）]")
_RANK = re.compile(r"(\d{1,2})\s*([dkp])[a-z]*", re.IGNORECASE)


def read_players(text: str) -> list[Player]:
    """Players of a list: `name`, or `surname` and `given`, and what else is known of them.

    MacMahon's list of participants, which has no headings (`surname|given|strength|country|club|...`), is read too.

    Raises
    ------
    TournamentError
        Where a line names nobody, or two players cannot be told apart.
    """
    rows = _participants(text) or read_rows(text, ("name", "surname"))
    players: dict[str, Player] = {}
    for row in rows:
        player = _player(row)
        if player.id in players:
            raise TournamentError(f"line {row.line}: {player.id} is there twice; add a column id to tell them apart")
        players[player.id] = player
    return list(players.values())


def _participants(text: str) -> list[Row]:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(";")]
    if not lines or not all(line.count("|") >= 1 for line in lines) or "name" in lines[0].casefold():
        return []
    names = ("surname", "given", "rank", "country", "club")
    return [Row({n: c.strip() for n, c in zip(names, line.split("|"), strict=False) if c.strip()}) for line in lines]


def _player(row: Row) -> Player:
    surname, given = row.get("surname", ""), row.get("given", "")
    if not surname and "name" in row:
        surname, given = split_name(row["name"])
    if not surname and not given:
        raise TournamentError(f"line {row.line}: a player without a name")
    surname, given = (surname, given) if surname else (given, "")
    return Player(
        id=row.get("id") or f"{surname} {given}".strip(),
        surname=surname,
        given=given,
        rank=rank_of(row.get("rank", "")),
        country=row.get("country", ""),
        club=row.get("club", ""),
        pin=row.get("pin", ""),
        latin=row.get("latin", ""),
    )


def split_name(name: str) -> tuple[str, str]:
    """Surname and given name of `Surname, Given`; a name without a comma is left whole."""
    surname, _, given = name.partition(",")
    return " ".join(surname.split()), " ".join(given.split())


def rank_of(text: str) -> str:
    """A rank as SGF writes it: `5 Dan` is `5d`; what is none is left as it is."""
    found = _RANK.fullmatch(text.strip())
    return f"{int(found[1])}{found[2].lower()}" if found else text.strip()


class ListFile:
    """A tournament kept in a list of pairings: columns round, table, black, white, handicap, komi, result.

    Parameters
    ----------
    text : str
    name : str
        Name of the event.
    players : sequence of Player
        Where given, the pairings name them by identity or by name, and nobody else may be paired.
    """

    kind: Literal["list"] = "list"

    def __init__(self, text: str, name: str, players: Sequence[Player] = ()) -> None:
        self.remarks: list[str] = []
        self._closed = bool(players)
        self._players = {player.id: player for player in players}
        self._by_name: dict[str, str] = {}
        self._doubtful: set[str] = set()
        for player in players:
            for name_of in {folded(n) for n in (player.name, f"{player.surname} {player.given}", player.id)}:
                if self._by_name.setdefault(name_of, player.id) != player.id:
                    self._doubtful.add(name_of)
        games: dict[int, list[Game]] = {}
        byes: dict[int, list[str]] = {}
        tables: dict[str, Table] = {}
        for row in read_rows(text, ("black", "white")):
            number = self._round(row)
            if "bye" in row or not ("black" in row and "white" in row):
                if seat := row.get("bye") or row.get("black") or row.get("white"):
                    byes.setdefault(number, []).append(self._seat(seat, "", row))
                continue
            game = self._game(row, number)
            games.setdefault(number, []).append(game)
            if row.get("camera"):
                tables[game.table] = Table(label=game.table, board=row["camera"])
        numbers = sorted(games.keys() | byes.keys())
        self.event = Event(
            id=event_id(name),
            name=name,
            planned=max(numbers, default=0),
            players=tuple(self._players.values()),
            rounds=tuple(Round(number=n, games=tuple(games.get(n, ())), byes=tuple(byes.get(n, ()))) for n in numbers),
            tables=tuple(tables.values()),
        )

    def _round(self, row: Row) -> int:
        found = re.search(r"\d+", row.get("round", "1"))
        if found is None or int(found[0]) < 1:
            raise TournamentError(f"line {row.line}: a round is a number from 1 on, got {row['round']!r}")
        return int(found[0])

    def _seat(self, words: str, rank: str, row: Row) -> str:
        found = _WITH_RANK.fullmatch(words)
        name, rank = (found["name"], rank or found["rank"]) if found else (words, rank)
        if folded(name) in self._doubtful and name not in self._players:
            raise TournamentError(f"line {row.line}: {name} may be one of two players; write the id instead")
        if (known := self._players.get(name)) is not None:
            return known.id
        if (identity := self._by_name.get(folded(name))) is not None:
            return identity
        if self._closed:
            raise TournamentError(f"line {row.line}: {name} is not in the list of players")
        surname, given = split_name(name)
        player = Player(id=f"{surname} {given}".strip(), surname=surname, given=given, rank=rank_of(rank))
        self._players[player.id] = player
        self._by_name[folded(name)] = player.id
        return player.id

    def _game(self, row: Row, number: int) -> Game:
        black = self._seat(row["black"], row.get("black_rank", ""), row)
        white = self._seat(row["white"], row.get("white_rank", ""), row)
        return Game(
            id=game_id(number, black, white),
            round=number,
            table=row.get("table", ""),
            black=black,
            white=white,
            handicap=int(_decimal(row, "handicap") or 0),
            komi=_decimal(row, "komi"),
            result=result_of(row),
        )

    def with_results(self, results: Mapping[str, tuple[str, GameResult]]) -> bytes:
        """All games as CSV, with these results; see `OpenGothaFile.with_results`."""
        return results_csv(self.event, results)


def result_of(row: Row) -> GameResult | None:
    """The result in a row, with its warnings.

    Raises
    ------
    TournamentError
        Where it is written as no result is.
    """
    try:
        result = GameResult.parse(row.get("result", ""))
    except ValueError as error:
        raise TournamentError(f"line {row.line}: {error}") from None
    if result is None:
        return None
    black, white = (int(_decimal(row, f"{colour}_warnings") or 0) for colour in ("black", "white"))
    return GameResult(
        winner=result.winner, margin=result.margin, how=result.how, by_default=result.by_default,
        black_warnings=black, white_warnings=white,
    )  # fmt: skip


def results_csv(event: Event, results: Mapping[str, tuple[str, GameResult]] | None = None) -> bytes:
    """All games of an event with their results, as CSV; it can be read again as a list of pairings."""
    known = {player.id: player for player in event.players}
    rows = []
    for game in event.games():
        told = (results or {}).get(game.id)
        result = game.result if told is None else told[1] if told[0] == game.black else told[1].turned()
        words = "" if result is None else _words(result)
        rows.append(
            {
                "round": game.round,
                "table": game.table,
                "black": _listed(known[game.black]),
                "black_rank": known[game.black].rank,
                "white": _listed(known[game.white]),
                "white_rank": known[game.white].rank,
                "handicap": game.handicap,
                "komi": event.komi if game.komi is None and not game.handicap else game.komi,
                "result": words,
                "black_warnings": result.black_warnings if result else None,
                "white_warnings": result.white_warnings if result else None,
                "id": game.id,
            }
        )
    return write_rows(RESULT_COLUMNS, rows)


def _words(result: GameResult) -> str:
    """SGF's way where it can say it (with the margin), else that of pairing sheets."""
    return result.sgf() if result.winner in ("B", "W") and not result.by_default else result.sheet()


def _listed(player: Player) -> str:
    return f"{player.surname}, {player.given}" if player.given else player.surname


def _decimal(row: Row, column: str) -> float | None:
    try:
        return decimal(row.get(column, ""))
    except ValueError:
        raise TournamentError(f"line {row.line}: {row[column]!r} is no number ({column.replace('_', ' ')})") from None
