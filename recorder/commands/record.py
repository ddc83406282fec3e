"""`kifuwatch record`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from recorder.commands.outcome import free_name

Side = Literal["left", "right", "top", "bottom"]
_GAME, _BOARD = "The game", "The board"


def record(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="Camera number, device path, film, folder of pictures, or address (rtsp, http).",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="SGF file; without it one named after the source is made here."),
    ] = None,
    events: Annotated[
        Path | None, typer.Option(help="File of events, one JSON object a line; - is standard output.")
    ] = None,
    log: Annotated[Path | None, typer.Option(help="Event log; beside the SGF without it.")] = None,
    overlay: Annotated[
        Path | None,
        typer.Option(help="Film (.mp4) or last picture (.jpg) with grid and reading drawn on it."),
    ] = None,
    review: Annotated[
        Path | None,
        typer.Option(help="Folder for a page of what a person should look at, with pictures of each moment."),
    ] = None,
    language: Annotated[
        str, typer.Option(help="Language of what is said of them: en, zh_hans, zh_hant, ja, ko.")
    ] = "en",
    fast: Annotated[
        bool | None,
        typer.Option(
            "--fast/--live",
            help="Films and folders: as fast as the machine allows (default), or at their own pace.",
        ),
    ] = None,
    every: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Seconds from one frame looked at to the next, at least.")
    ] = 0.2,
    size: Annotated[
        int | None,
        typer.Option(min=5, max=25, help="Lines; found out where 9, 13 or 19.", rich_help_panel=_BOARD),
    ] = None,
    top: Annotated[
        Side | None,
        typer.Option(help="Side of the picture that becomes the record's top.", rich_help_panel=_BOARD),
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(
            help='Outermost crossings by hand, "x,y x,y x,y x,y" in pixels; needs --size.',
            rich_help_panel=_BOARD,
        ),
    ] = None,
    calibration: Annotated[
        Path | None,
        typer.Option(help="Calibration saved before: the board is taken to be there.", rich_help_panel=_BOARD),
    ] = None,
    save_calibration: Annotated[
        Path | None,
        typer.Option(
            help="File (.toml) for the grid that is found; its picture goes beside it.", rich_help_panel=_BOARD
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(help="Chinese, Japanese, Korean, AGA, NZ, Ing ...", rich_help_panel=_GAME),
    ] = None,
    handicap: Annotated[
        int | None,
        typer.Option(min=0, max=40, help="Stones laid before the game.", rich_help_panel=_GAME),
    ] = None,
    komi: Annotated[float | None, typer.Option(rich_help_panel=_GAME)] = None,
    resume: Annotated[
        bool | None,
        typer.Option(
            "--resume/--new-game",
            help="Go on with the last game of the log (--log); cameras do so where it was cut short.",
            rich_help_panel=_GAME,
        ),
    ] = None,
    so_far: Annotated[
        Path | None,
        typer.Option("--continue", help="SGF of the game so far, which goes on here.", rich_help_panel=_GAME),
    ] = None,
    to_move: Annotated[
        Literal["B", "W"] | None,
        typer.Option(help="Who moves first, where a game is joined.", rich_help_panel=_GAME),
    ] = None,
    passes: Annotated[
        Literal["ask", "infer"],
        typer.Option(help="Whether two moves of one colour may mean a pass between them.", rich_help_panel=_GAME),
    ] = "ask",
    time: Annotated[
        str,
        typer.Option(help="60m+5x60s, 90m, 15m+10s/move, 30m+15/5m ...", rich_help_panel=_GAME),
    ] = "",
    white_time: Annotated[str, typer.Option(help="White's, where it differs.", rich_help_panel=_GAME)] = "",
    presses: Annotated[
        str | None,
        typer.Option(
            help="Where presses of the clock come from: a TCP port (:4567) or a serial device.",
            rich_help_panel=_GAME,
        ),
    ] = None,
    black: Annotated[str, typer.Option(help="Black's name.", rich_help_panel=_GAME)] = "",
    white: Annotated[str, typer.Option(help="White's name.", rich_help_panel=_GAME)] = "",
    black_rank: Annotated[str, typer.Option(help="5d, 3k ...", rich_help_panel=_GAME)] = "",
    white_rank: Annotated[str, typer.Option(rich_help_panel=_GAME)] = "",
    event: Annotated[str, typer.Option(rich_help_panel=_GAME)] = "",
    round: Annotated[str, typer.Option(rich_help_panel=_GAME)] = "",
    place: Annotated[str, typer.Option(rich_help_panel=_GAME)] = "",
    date: Annotated[str, typer.Option(help="YYYY-MM-DD; today for a live source.", rich_help_panel=_GAME)] = "",
    result: Annotated[str, typer.Option(help="B+3.5, W+R, Draw, Void, where it is known.", rich_help_panel=_GAME)] = "",
) -> None:
    """Record a game.

    The SGF is written anew after every event, and the event log keeps what was confirmed, whatever happens.
    Ctrl-C ends in good order.

    Exit status: 0 recorded, 1 nothing to record, 2 unusable arguments.
    """
    from engine.rulesets import RULESETS
    from recorder.board_place import BoardPlace
    from recorder.commands.job import Job
    from recorder.commands.outputs import Outputs
    from recorder.facts import GameFacts, find_rules
    from recorder.game_so_far import GameSoFar
    from recorder.messages import refuse
    from recorder.settings import Settings
    from recorder.web.languages import Texts

    try:
        played = find_rules(rules) if rules else None
        facts = GameFacts(
            black=black, white=white, black_rank=black_rank, white_rank=white_rank, event=event, round=round,
            place=place, date=date, komi=komi, handicap=handicap, result=result, time=time, white_time=white_time,
            rules=played.sgf_name if played else "",
        )  # fmt: skip
        settings = Settings(
            size=size,
            handicap=handicap,
            to_move=to_move,
            passes=passes,
            top=top,
            rules=played or RULESETS["cn2002"],
        )
        texts = Texts(language)
    except ValueError as error:
        refuse(error)
    output = output or free_name(source)
    outputs = Outputs(
        output,
        log or (output.with_suffix(".kifulog") if output.name else output),
        events,
        overlay,
        save_calibration,
        review,
    )
    outputs.check(source, so_far)
    job = Job(
        source, settings, facts, GameSoFar(so_far, resume), BoardPlace(corners, calibration, save_calibration),
        outputs, texts, fast, every, presses,
    )  # fmt: skip
    raise typer.Exit(job.run())
