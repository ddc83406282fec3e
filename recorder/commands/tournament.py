"""`kifuwatch tournament`: pairings to the boards, results back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from recorder.facts import GameFacts
    from recorder.tournament.event import Event, Player
    from recorder.tournament.files import TournamentFile
    from recorder.tournament.gathering import Conflict
    from recorder.tournament.result import GameResult

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
Games = Annotated[Path | None, typer.Option(help="Folder with the boards' event logs, also in folders below it.")]
Csv = Annotated[
    Path | None, typer.Option("--results", help="List of results: id, or round and table or names; result.")
]


@contextmanager
def _refusing() -> Iterator[None]:
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


def _open(path: Path, players: Path | None, encoding: str | None) -> TournamentFile:
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

    with _refusing():
        event = _open(file, players, encoding).event
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
                print(f"{game.table or '-':>4}  {_titled(black)} - {_titled(white)}{facts}{told}  [{game.id}]")
            for player in games.byes:
                print(f"free  {_titled(known[player])}")


def _titled(player: Player) -> str:
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
    with _refusing():
        try:
            sgf_rules = find_rules(rules).sgf_name
        except ValueError as error:
            refuse(error)
        said = read_tables(decode(tables.read_bytes(), encoding).text) if tables else []
        event = _open(file, players, encoding).event
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


@tournament.command()
def results(
    file: File,
    output: Annotated[Path, typer.Option("-o", "--output", help="Copy of the file with the results in it.")],
    games: Games = None,
    listed: Csv = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="All games with their results as CSV.")] = None,
    overwrite: Annotated[bool, typer.Option(help="Also where the file has another result.")] = False,
    players: Players = None,
    encoding: Encoding = None,
) -> None:
    """Write the results that were recorded, or listed, into a copy of the tournament's file.

    The file itself is never written; everything in it that is no result stays as it is.

    Exit status: 0 written, 1 written but some results contradict the file, 2 unusable arguments or files.
    """
    from recorder.atomic import write_atomically
    from recorder.messages import check_output, refuse, say
    from recorder.tournament.gathering import settle, with_results
    from recorder.tournament.list_file import results_csv

    if games is None and listed is None:
        refuse("where are the results? Give --games FOLDER or --results LIST")
    check_output(output, "the copy")
    if csv is not None:
        check_output(csv, "the list")
    if output.exists() and output.samefile(file):
        refuse(f"{output} is the tournament's file itself: name another one, its program may have it open")
    with _refusing():
        opened = _open(file, players, encoding)
        new, conflicts = settle(opened.event, _results(opened.event, games, listed, encoding), overwrite)
        write_atomically(output, opened.with_results(new))
        if csv is not None:
            write_atomically(csv, results_csv(opened.event, new))
        event = with_results(opened.event, new)
        still_open = sum(game.result is None for game in event.games())
    for conflict in conflicts:
        say(_contradicts(event, conflict, overwrite))
    say(f"{len(new)} results written to {output}; {still_open} games of all rounds are open")
    raise typer.Exit(int(bool(conflicts) and not overwrite))


def _results(
    event: Event, games: Path | None, listed: Path | None, encoding: str | None
) -> dict[str, tuple[str, GameResult]]:
    """Results from logs, and from a list, which a person wrote: it goes first."""
    from recorder.messages import say
    from recorder.tournament.gathering import listed_results, recorded_games
    from recorder.tournament.text_file import decode

    found: dict[str, tuple[str, GameResult]] = {}
    if games is not None:
        recorded, remarks = recorded_games(event, games)
        for remark in remarks:
            say(remark)
        found = {r.game.id: (r.black, r.result) for r in recorded if r.result is not None}
    if listed is not None:
        found |= listed_results(event, decode(listed.read_bytes(), encoding).text)
    return found


def _contradicts(event: Event, conflict: Conflict, overwrite: bool) -> str:
    game = conflict.game
    names = f"{event.player(game.black).name} - {event.player(game.white).name}"
    did = "replaced it" if overwrite else "left it; --overwrite replaces it"
    return (
        f"round {game.round}, table {game.table or '?'}, {names}: the file says {conflict.there.sheet()}, "
        f"the board {conflict.new.sheet()}. I {did}"
    )


@tournament.command()
def archive(
    file: File,
    games: Annotated[Path, typer.Option(help="Folder with the boards' event logs, also in folders below it.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="Archive to write (.zip).")],
    number: RoundOption = None,
    players: Players = None,
    encoding: Encoding = None,
) -> None:
    """Pack the records of a round, or of all rounds, into one archive.

    Exit status: 0 all games of the round are in it, 1 some are not, 2 unusable arguments or files.
    """
    from recorder.atomic import write_atomically
    from recorder.messages import check_output, say
    from recorder.tournament.archive import archive as pack
    from recorder.tournament.gathering import recorded_games

    check_output(output, "the archive")
    with _refusing():
        event = _open(file, players, encoding).event
        wanted = event.round(number).games if number is not None else tuple(event.games())
        recorded, remarks = recorded_games(event, games, number)
        for remark in remarks:
            say(remark)
        records = [(r.game, r.sgf) for r in recorded if r.sgf is not None]
        write_atomically(output, pack(event, records))
    say(f"{len(records)} of {len(wanted)} games written to {output}")
    raise typer.Exit(int(len(records) < len(wanted)))


@tournament.command()
def standings(
    file: File,
    system: Annotated[
        Literal["round-robin", "score-pairing"], typer.Option(help="Everybody meets everybody, or pairing by points.")
    ] = "score-pairing",
    through: Annotated[int | None, typer.Option(min=1, help="Last round that counts.")] = None,
    games: Games = None,
    listed: Csv = None,
    withdrawn: Annotated[list[str] | None, typer.Option(help="PLAYER=ROUND: last round a player played.")] = None,
    decided: Annotated[
        list[str] | None, typer.Option(help="Players in the order a play-off or the lot put them.")
    ] = None,
    egd: Annotated[Path | None, typer.Option(help="File for the European Go Database (.h9).")] = None,
    tournament_class: Annotated[Literal["A", "B", "C", "D"], typer.Option("--class", help="Of the database.")] = "A",
    minutes: Annotated[int, typer.Option(min=1, help="Adjusted time, for the database.")] = 75,
    country: Annotated[str, typer.Option(help="Two letters, for the database.")] = "",
    handicap_reduction: Annotated[
        int | None, typer.Option(help="Stones less than the difference of ranks, for the database.")
    ] = None,
    players: Players = None,
    encoding: Encoding = None,
) -> None:
    """Show the standings, ties broken as the rules say.

    Exit status: 0 shown, 2 unusable arguments or files.
    """
    from recorder.atomic import write_atomically
    from recorder.messages import check_output, refuse, say
    from recorder.tournament.egd import egd_table
    from recorder.tournament.gathering import settle, with_results
    from recorder.tournament.standings import standings as order

    gone: dict[str, int] = {}
    for word in withdrawn or ():
        player, _, last = word.rpartition("=")
        if not player or not last.isdecimal():
            refuse(f"--withdrawn is PLAYER=ROUND, got {word!r}")
        gone[player] = int(last)
    if egd is not None:
        check_output(egd, "the table")
    with _refusing():
        event = _open(file, players, encoding).event
        new, conflicts = settle(event, _results(event, games, listed, encoding))
        event = with_results(event, new)
        for conflict in conflicts:
            say(_contradicts(event, conflict, overwrite=False))
        table = order(event, system, through=through, withdrawn=gone, decided=decided or ())
        names = {player.id: player for player in event.players}
        print(f"place\tpoints\t{'beaten' if system == 'round-robin' else 'opponents'}\twarnings\tplayer")
        for row in table:
            tied = "\ttied: play-off or lot" if row.tied else ""
            print(
                f"{row.place}\t{row.points:g}\t{row.tiebreak:g}\t{row.warnings}\t{_titled(names[row.player])}"
                f"\t[{row.player}]{tied}"
            )
        if egd is not None:
            written = egd_table(
                event, table, tournament_class=tournament_class, minutes=minutes, country=country,
                handicap_reduction=handicap_reduction,
            )  # fmt: skip
            write_atomically(egd, written.content)
            for remark in written.remarks:
                say(remark)
            say(f"{egd} is in ISO-8859-15; look it through before you send it")
