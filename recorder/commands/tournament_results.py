"""`kifuwatch tournament` after the games: results, records, standings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from recorder.commands.tournament import Encoding, File, Players, RoundOption, opened_file, refusing, titled
from recorder.commands.tournament import tournament as tournament

if TYPE_CHECKING:
    from recorder.tournament.event import Event
    from recorder.tournament.gathering import Conflict
    from recorder.tournament.result import GameResult

Games = Annotated[Path | None, typer.Option(help="Folder with the boards' event logs, also in folders below it.")]
Csv = Annotated[
    Path | None, typer.Option("--results", help="List of results: id, or round and table or names; result.")
]


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
    with refusing():
        opened = opened_file(file, players, encoding)
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
    with refusing():
        event = opened_file(file, players, encoding).event
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
    with refusing():
        event = opened_file(file, players, encoding).event
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
                f"{row.place}\t{row.points:g}\t{row.tiebreak:g}\t{row.warnings}\t{titled(names[row.player])}"
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
