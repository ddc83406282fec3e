"""`kifuwatch explain`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def explain(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="Event log of a recording (.kifulog).")],
    moment: Annotated[
        str | None, typer.Argument(metavar="[MOMENT]", help="Source time: 62.5 or 1:02.5.", show_default=False)
    ] = None,
    at: Annotated[str | None, typer.Option(metavar="MOMENT", help="The same.")] = None,
    move: Annotated[int | None, typer.Option(min=1, help="Number of a move.")] = None,
    game: Annotated[
        str | None, typer.Option(help="Identity of the game, as in the events; the last one without it.")
    ] = None,
    language: Annotated[str, typer.Option(help="Language of the words: en, zh_hans, zh_hant, ja, ko.")] = "en",
) -> None:
    """Say what was seen at a moment, and why it was told; without a moment, what a person should look at.

    Stories are weighed by their cost in nats: one nat less is 2.7 times as likely.
    """
    from recorder.explanation import Explanation, moment_of
    from recorder.log import LogError
    from recorder.log_mending import readable
    from recorder.messages import refuse, say
    from recorder.web.languages import Texts

    if sum(given is not None for given in (moment, at, move)) > 1:
        refuse("give either a moment or --move")
    at = moment if at is None else at
    try:
        time = None if at is None else moment_of(at)
        texts = Texts(language)
        with readable(log, say) as reader:
            explanation = Explanation(reader, game, texts)
        if move is not None:
            lines = explanation.of_move(move)
        elif time is not None:
            lines = explanation.at(time)
        else:
            lines = explanation.overview()
    except (LogError, ValueError) as error:
        refuse(error)
    print("\n".join(lines))
