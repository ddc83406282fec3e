"""`kifuwatch report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    sources: Annotated[
        list[Path], typer.Argument(metavar="LOG...", help="Event logs (.kifulog), SGF files, or folders of them.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="PDF file to write.")],
    ident: Annotated[
        str | None, typer.Option("--game", help="Report this game alone; else the last of each log, all of a folder.")
    ] = None,
    round_name: Annotated[
        str | None, typer.Option("--round", help="Only the games of this round, as their facts name it.")
    ] = None,
    language: Annotated[str, typer.Option(help="Language of the words: en, zh_hans, zh_hant, ja, ko.")] = "en",
    pictures: Annotated[
        bool, typer.Option(help="Photographs of the board at each alert, where they were kept.")
    ] = True,
    summary: Annotated[bool, typer.Option("--summary", help="The round's own pages, without each game's.")] = False,
) -> None:
    """Write the referee's report of a game, or of a round where there are several games, as PDF to be printed."""
    from recorder.atomic import write_atomically
    from recorder.log import LogError
    from recorder.messages import check_output, refuse, say
    from recorder.publish.game import gather
    from recorder.publish.report import game_report
    from recorder.publish.round_report import round_report
    from recorder.web.languages import Texts

    if output.suffix.lower() != ".pdf":
        refuse(f"{output} must end in .pdf: a report is a PDF")
    check_output(output, "the report")
    try:
        texts = Texts(language)
        games = gather(sources, ident, round_name)
        if len(games) == 1 and not summary:
            content = game_report(games[0], texts, pictures=pictures)
        else:
            content = round_report(games, texts, pictures=pictures, whole=not summary)
        write_atomically(output, content)
    except (LogError, ValueError) as error:
        refuse(error)
    except OSError as error:
        refuse(f"{output} cannot be written: {error.strerror or error}")
    say(f"report of {len(games)} game{'s' if len(games) != 1 else ''} written to {output}")
