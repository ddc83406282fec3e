"""`kifuwatch tournament`: pairings to the boards, results back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from recorder.facts import GameFacts
    from recorder.tournament.event import Player
    from recorder.tournament.files import TournamentFile

tournament = typer.Typer(
    help="Pairings of a tournament to the boards, results back to its program.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

File = Annotated[
    Path, typer.Argument(metavar="FILE", help="Tournament of OpenGotha or MacMahon (.xml), or a list of pairings.")
]
Players = Annotated[
    Path | None, typer.Option(help="List of players (CSV): ranks, Latin names and more that the file does not hold.")
]
Encoding = Annotated[str | None, typer.Option(help="Of lists that are not UTF-8: gb18030, big5, shift_jis, cp1252 ...")]
RoundOption = Annotated[int | None, typer.Option("--round", min=1, help="Number of the round.")]


@contextmanager
def refusing() -> Iterator[None]:
    """End with exit status 2 and a sentence where a file cannot be used."""
    from recorder.messages import refuse
    from recorder.tournament.event import TournamentError

    try:
        yield
    except TournamentError as error:
        refuse(error)
    except BrokenPipeError:
        raise
    except OSError as error:
        refuse(f"{error.filename or 'a file'} cannot be used: {error.strerror or error}")


def opened_file(path: Path, players: Path | None, encoding: str | None) -> TournamentFile:
    """The tournament, with what more is known of its players; what could not be taken over is said."""
    from recorder.messages import say
    from recorder.tournament.files import open_players, open_tournament

    more: list[Player] = open_players(players, encoding) if players else []
    file = open_tournament(path, encoding, more)
    for remark in file.remarks:
        say(remark)
    return file


@tournament.command()
def show(
    file: File,
    number: RoundOption = None,
    players: Players = None,
    encoding: Encoding = None,
    json: Annotated[bool, typer.Option("--json", help="The whole event as one JSON object.")] = False,
) -> None:
    """Show an event: who plays whom at which table.

    Exit status: 0 shown, 2 a file that cannot be read.
    """
    import msgspec

    from recorder.tournament.boards import by_number

    with refusing():
        event = opened_file(file, players, encoding).event
        rounds = [event.round(number)] if number is not None else event.rounds
        known = {player.id: player for player in event.players}
        if json:
            print(msgspec.json.encode(event).decode())
            return
        print(event.name + (f", {event.place}" if event.place else "") + (f", {event.begins}" if event.begins else ""))
        print(f"{len(event.players)} players, {len(event.rounds)} of {event.planned or '?'} rounds paired")
        for games in rounds:
            print(f"\nRound {games.number}")
            for game in sorted(games.games, key=lambda game: by_number(game.table)):
                black, white = known[game.black], known[game.white]
                facts = f"  handicap {game.handicap}" if game.handicap else ""
                told = f"  {game.result.sheet()}" if game.result else ""
                print(f"{game.table or '-':>4}  {titled(black)} - {titled(white)}{facts}{told}  [{game.id}]")
            for player in games.byes:
                print(f"free  {titled(known[player])}")


def titled(player: Player) -> str:
    """Name and rank."""
    return f"{player.name} {player.rank}".rstrip()


@tournament.command()
def boards(
    file: File,
    number: Annotated[int, typer.Option("--round", min=1, help="Number of the round.")],
    console: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Running console; the operator's secret is asked for, or KIFUWATCH_SECRET."),
    ] = None,
    go_on: Annotated[bool, typer.Option("--next", help="Games that are still going on are over with this.")] = False,
    data: Annotated[Path | None, typer.Option(help="Data folder of a console that is not running.")] = None,
    tables: Annotated[
        Path | None, typer.Option(help="List (CSV) with the columns table and board id, where names do not tell.")
    ] = None,
    rules: Annotated[str, typer.Option(help="Chinese, Japanese, AGA ...")] = "Chinese",
    handicap_komi: Annotated[float, typer.Option(help="Komi of games with a handicap.")] = 0.0,
    players: Players = None,
    encoding: Encoding = None,
) -> None:
    """Give the boards of a round their names, ranks, handicap and komi.

    Without --console or --data it is only shown, one JSON object a table.

    Exit status: 0 every table has its board, 1 some have none or were left alone, 2 unusable arguments or files.
    """
    import msgspec

    from recorder.facts import find_rules
    from recorder.messages import refuse, say
    from recorder.tournament.boards import by_number, facts_of, read_tables, seat
    from recorder.tournament.text_file import decode

    if console is not None and data is not None:
        refuse("give --console or --data, not both")
    with refusing():
        try:
            sgf_rules = find_rules(rules).sgf_name
        except ValueError as error:
            refuse(error)
        said = read_tables(decode(tables.read_bytes(), encoding).text) if tables else []
        event = opened_file(file, players, encoding).event
        paired = event.round(number).games
        told: Callable[[str, GameFacts], str] | None = None
        names = {table.board: "" for table in said}
        if console is not None:
            names, told = _of_console(console, go_on)
        elif data is not None:
            names, told = _of_folder(data)
        event = seat(event, names, said)
        at = {table.label: table.board for table in event.tables}
        missing = 0
        for game in sorted(paired, key=lambda game: by_number(game.table)):
            facts = facts_of(event, game, rules=sgf_rules, handicap_komi=handicap_komi)
            board = at.get(game.table, "")
            missing += not board
            line: dict[str, object] = {"table": game.table, "board": board or None, "game": game.id, "facts": facts}
            if told is not None and board:
                line["done"] = done = told(board, facts)
                if done.startswith(("left", "not")):
                    say(f"table {game.table}: {done}")
                    missing += 1
            print(msgspec.json.encode(line).decode())
    if without := [game.table or "?" for game in paired if not at.get(game.table)]:
        say(f"no board stands at table {', '.join(without)}: name boards after their tables, or give --tables")
    raise typer.Exit(int(missing > 0))


def _of_console(address: str, go_on: bool) -> tuple[dict[str, str], Callable[[str, GameFacts], str]]:
    """Names of a running console's boards, and how one is told who plays."""
    import os

    from recorder.tournament.console import Console

    secret = os.environ.get("KIFUWATCH_SECRET") or typer.prompt("the operator's secret", hide_input=True, err=True)
    running = Console(address, secret)
    boards = {board.id: board for board in running.boards()}
    return {board.id: board.name for board in boards.values()}, lambda i, facts: running.give(boards[i], facts, go_on)


def _of_folder(data: Path) -> tuple[dict[str, str], Callable[[str, GameFacts], str]]:
    """As `_of_console`, in the data of a console that is not running."""
    import msgspec

    from recorder.hall.store import HallStore, StoreError
    from recorder.messages import refuse

    try:
        store = HallStore(data)
    except StoreError as error:
        refuse(error)
    boards = {board.id: board for board in store.boards()}

    def tell(name: str, facts: GameFacts) -> str:
        store.put(msgspec.structs.replace(boards[name], facts=facts, handicap=facts.handicap))
        return "told"

    return {board.id: board.name for board in boards.values()}, tell
