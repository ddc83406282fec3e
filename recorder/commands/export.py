"""`kifuwatch export`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def export(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="Event log of a recording (.kifulog).")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="SGF file to write; standard output without it.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="Identity of the game, as in the events; the last one without it.")
    ] = None,
    games: Annotated[bool, typer.Option("--list", help="List the games of the log and end.")] = False,
) -> None:
    """Write a game's SGF from its event log, also of a game that was cut short."""
    from recorder.atomic import write_atomically
    from recorder.export import export_sgf
    from recorder.log import LogError
    from recorder.log_mending import readable
    from recorder.messages import check_sgf, refuse, say

    try:
        if games:
            with readable(log, say) as reader:
                for logged in reader.games():
                    facts = reader.facts(logged.game)
                    names = f"{facts.black or '?'} - {facts.white or '?'}"
                    print(f"{logged.game}\t{logged.events} events\t{names}")
            return
        if output is not None:
            check_sgf(output)
        logged, content = export_sgf(log, game, say)
        if output is None:
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        else:
            write_atomically(output, content)
            say(f"game {logged.game} written to {output}")
    except (LogError, ValueError) as error:
        refuse(error)
    except BrokenPipeError:
        raise
    except OSError as error:
        refuse(f"{output} cannot be written: {error.strerror or error}")
