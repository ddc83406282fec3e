"""`kifuwatch explain`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def explain(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="Event log of a recording (.kifulog).")],
    at: Annotated[float | None, typer.Option(min=0.0, help="Seconds of source time.")] = None,
    move: Annotated[int | None, typer.Option(min=1, help="Number of a move.")] = None,
    game: Annotated[
        str | None, typer.Option(help="Identity of the game, as in the events; the last one without it.")
    ] = None,
    language: Annotated[str, typer.Option(help="Language of the words: en, zh_hans, zh_hant, ja, ko.")] = "en",
) -> None:
    """Say what was seen at a moment, and why it was told; without a moment, what a person should look at.

    Stories are weighed by their cost in nats: one nat less is 2.7 times as likely.
    """
    from recorder.explanation import Explanation
    from recorder.log import LogError, LogReader
    from recorder.messages import refuse
    from recorder.web.languages import Texts

    if at is not None and move is not None:
        refuse("give either --at or --move")
    try:
        with LogReader(log) as reader:
            explanation = Explanation(reader, game, Texts(language))
        if move is not None:
            lines = explanation.of_move(move)
        elif at is not None:
            lines = explanation.at(at)
        else:
            lines = explanation.overview()
    except (LogError, ValueError) as error:
        refuse(error)
    print("\n".join(lines))
