"""`kifuwatch forget`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def forget(
    game: Annotated[str | None, typer.Option(help="Identity of a game, as `export --list` shows it.")] = None,
    event: Annotated[str | None, typer.Option(help="All games of this event (tournament).")] = None,
    board: Annotated[str | None, typer.Option(help="Only on this board; alone: all games of it.")] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the console keeps games; the user's folder without it.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete games for good: events, names, evidence pictures and the films they are in.

    Stop the boards first. Exit status: 0 deleted, 1 nothing to delete, 2 unusable arguments.
    """
    from recorder.commands.serve import default_folder
    from recorder.hall.board import is_board_id
    from recorder.hall.forgetting import forget as forget_game
    from recorder.hall.forgetting import games_of
    from recorder.log import LogError
    from recorder.messages import refuse, say

    if game is None and event is None and board is None:
        refuse("say what to delete: --game, --event or --board")
    if board is not None and not is_board_id(board):
        refuse(f"{board!r} is no board's id")
    boards = (data or default_folder()) / "boards"
    folders = [boards / board] if board else sorted(path for path in boards.glob("*") if path.is_dir())
    try:
        found = [(folder, name) for folder in folders for name in games_of(folder, game, event)]
        if not found:
            say("there is no such game")
            raise typer.Exit(1)
        if not yes:
            names = ", ".join(name for _, name in found)
            typer.confirm(f"Delete {len(found)} games for good ({names})?", abort=True, err=True)
        for folder, name in found:
            gone = forget_game(folder, name)
            say(f"{gone.game}: {gone.events} events, {gone.pictures} pictures and {gone.films} films deleted")
    except LogError as error:
        refuse(error)
