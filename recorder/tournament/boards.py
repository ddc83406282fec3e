"""From pairings to boards: what the record of each game shall say of it, and which board stands at which table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from recorder.facts import GameFacts
from recorder.tournament.event import Event, Game, Table, TournamentError
from recorder.tournament.sheet_file import read_rows


def facts_of(event: Event, game: Game, *, rules: str = "", handicap_komi: float = 0.0) -> GameFacts:
    """What the record of a game says: names, ranks, handicap, komi, where and when.

    Parameters
    ----------
    event : Event
    game : Game
    rules : str
        As SGF names them; no file of pairings says.
    handicap_komi : float
        Points in games with a handicap. The Chinese rules give none, also where Black only has the first move
        (sections 7.4 and 7.5); some events give 0.5 so that no game is drawn.
    """
    black, white = event.player(game.black), event.player(game.white)
    komi = game.komi
    if komi is None:
        komi = handicap_komi if game.handicap else event.komi
    return GameFacts(
        black=black.name,
        white=white.name,
        black_rank=black.rank,
        white_rank=white.rank,
        event=event.name,
        round=str(game.round),
        place=event.place,
        name=f"Table {game.table}" if game.table else "",
        komi=komi,
        # SGF knows no handicap of one stone: Black moves first and White gets no komi.
        handicap=game.handicap if game.handicap >= 2 else 0,
        rules=rules,
        pairing=f"{event.id}/{game.id}",
    )


def read_tables(text: str) -> list[Table]:
    """Which board stands at which table, from a list with the columns table and board id.

    Raises
    ------
    TournamentError
        Where a table or a board is there twice.
    """
    tables: dict[str, Table] = {}
    for row in read_rows(text, ("camera",)):
        if "table" not in row or "camera" not in row:
            raise TournamentError(f"line {row.line}: a table and the id of its board belong together")
        if row["table"] in tables or row["camera"] in {table.board for table in tables.values()}:
            raise TournamentError(f"line {row.line}: table {row['table']} or board {row['camera']} is there twice")
        tables[row["table"]] = Table(label=row["table"], board=row["camera"])
    return list(tables.values())


def seat(event: Event, boards: Mapping[str, str], tables: Iterable[Table] = ()) -> Event:
    """The event with a board for each table that has one.

    Parameters
    ----------
    event : Event
    boards : mapping from the boards' identities to what people call them
    tables : iterable of Table
        What was said of them; it goes before what the event says, and that before what names say: the board
        `table-3`, or one that is called `Table 3` or `3`, stands at table 3.

    Raises
    ------
    TournamentError
        Where a board is named that there is not.
    """
    said = {table.label: table.board for table in event.tables if table.board}
    said |= {table.label: table.board for table in tables if table.board}
    if unknown := next((board for board in said.values() if board not in boards), None):
        raise TournamentError(f"there is no board {unknown}; there are: {', '.join(boards) or 'none'}")
    labels = sorted({game.table for game in event.games() if game.table} | said.keys(), key=by_number)
    free = {board: name for board, name in boards.items() if board not in said.values()}
    for label in labels:
        fitting = [board for board, name in free.items() if label.casefold() in (_number(name), _number(board))]
        if label not in said and len(fitting) == 1:
            said[label] = fitting[0]
            del free[fitting[0]]
    return msgspec.structs.replace(event, tables=tuple(Table(label=n, board=said.get(n, "")) for n in labels))


def _number(name: str) -> str:
    """`table-3`, `Tisch 3`, `第3台` and `B12`: what is left of a name without the word for a table."""
    found = re.fullmatch(r"(?:[^\W\d_]*[\s._-]*|第)0*(\d+)\s*[^\W\d_]*", name.strip().casefold())
    return found[1] if found else name.strip().casefold()


def by_number(label: str) -> tuple[int, str]:
    """Orders tables as people count them: 2 before 10."""
    found = re.search(r"\d+", label)
    return (int(found[0]) if found else 0, label)
