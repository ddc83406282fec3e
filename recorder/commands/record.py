"""`kifuwatch record`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from recorder.commands.outcome import conclude, free_name, taking_presses

if TYPE_CHECKING:
    from recorder.board_place import BoardPlace
    from recorder.facts import GameFacts
    from recorder.game_so_far import GameSoFar
    from recorder.overlay_film import OverlayFilm
    from recorder.recording import Recording
    from recorder.review import Review
    from recorder.settings import Settings
    from vision.frame import Frame

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
    language: Annotated[str, typer.Option(help="Language of the words in it: en, zh_hans, zh_hant, ja, ko.")] = "en",
    fast: Annotated[
        bool | None,
        typer.Option(
            "--fast/--live",
            help="Films and folders: as fast as the machine allows (default), or at their own pace.",
        ),
    ] = None,
    every: Annotated[
        float, typer.Option(min=0.0, max=5.0, help="Seconds from one frame looked at to the next, at least.")
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
    from recorder.facts import GameFacts, find_rules
    from recorder.game_so_far import GameSoFar
    from recorder.messages import check_calibration, check_events, check_output, check_sgf, refuse
    from recorder.settings import Settings

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
    except ValueError as error:
        refuse(error)
    output = output or free_name(source)
    check_sgf(output)
    log = log or output.with_suffix(".kifulog")
    check_output(log, "the event log")
    if events is not None and str(events) != "-":
        check_events(events)
    if overlay is not None:
        check_output(overlay, "the overlay")
    if save_calibration is not None:
        check_calibration(save_calibration)
    outputs = [p.resolve() for p in (output, log, events, overlay, save_calibration) if p is not None and str(p) != "-"]
    if len(set(outputs)) < len(outputs) or Path(source).resolve() in outputs:
        refuse("the source and the files to be written must all be different files")
    board = BoardPlace(corners, calibration, save_calibration)
    game = GameSoFar(so_far, resume)
    watched = None
    if review is not None:
        from recorder.review import Review
        from recorder.web.languages import Texts

        try:
            watched = Review(review, Texts(language))
        except ValueError as error:
            refuse(error)
        except OSError as error:
            refuse(f"{review} cannot be made: {error.strerror or error}")
    raise typer.Exit(
        _run(source, settings, facts, game, output, log, events, overlay, board, fast, every, presses, watched)
    )


def _close(film: OverlayFilm, tell: Callable[[str], None]) -> None:
    try:
        film.close()
    except OSError as error:
        tell(f"{film.path} cannot be written: {error.strerror or error}")


def _run(
    source_text: str,
    settings: Settings,
    facts: GameFacts,
    game: GameSoFar,
    output: Path,
    log_path: Path,
    events_path: Path | None,
    overlay_path: Path | None,
    board: BoardPlace,
    fast: bool | None,
    every: float,
    presses: str | None,
    review: Review | None,
) -> int:
    from contextlib import ExitStack, closing
    from dataclasses import replace

    from recorder.facts import merged, today
    from recorder.game_so_far import Later, last_time
    from recorder.log import EventLog, LogError
    from recorder.messages import refuse
    from recorder.overlay_film import OverlayFilm
    from recorder.progress import RecordingProgress
    from recorder.recording import Recording, stopping
    from recorder.sinks import Behind, FanOut, JsonLines, SgfFile
    from vision.source import Notice, SourceError
    from vision.sources import open_source

    with ExitStack() as stack:
        watcher = stack.enter_context(RecordingProgress())

        recording: Recording | None = None

        def notice(told: Notice) -> None:
            if recording is None:
                watcher.say(told.text)
            else:
                recording.notice(replace(told, time=told.time + before))

        before = 0.0
        try:
            corners, kept = board.corners_for(settings), board.kept_for(settings)
            film = OverlayFilm(overlay_path) if overlay_path else None
            source = stack.enter_context(closing(open_source(source_text, live=fast is False, ahead=True, tell=notice)))
            # Only now: seeing takes a second to load, and a source that is none is said at once.
            from recorder.session import Session
            from vision.thrift import be_thrifty

            be_thrifty()

            settings = replace(settings, stills=source.settled, live=source.live)
            if source.live and not facts.date:
                facts = today(facts)
            joined, facts = game.from_record(facts)
            resumed = game.is_resumed(log_path, live=source.live)
            log = stack.enter_context(EventLog(log_path, facts=facts, resume=resumed))
            told = log.events(log.game) if resumed else []
            if resumed:
                facts = merged(log.facts(log.game), facts)
                log.set_facts(facts)
                before = last_time(told)
                source = Later(source, before)
                watcher.say(f"the game in {log_path} goes on")
            session = Session(settings, corners, kept=kept, facts=facts)
            session.resume(told or joined, in_log=resumed, doubted=not game.resume)
            inbox = stack.enter_context(taking_presses(presses, watcher.say))
            lines = JsonLines(events_path, append=resumed) if events_path else None
        except (ValueError, FileNotFoundError, SourceError, LogError) as error:
            refuse(error)
        except OSError as error:
            refuse(f"{error.filename or events_path} cannot be written: {error.strerror or error}")
        source.step = every
        sgf = SgfFile(output, facts, told)
        fan = FanOut([Behind(sgf), *([lines] if lines else []), *([review] if review else [])], watcher.say)

        def look(frame: Frame) -> None:
            nonlocal film
            if session.grid is not None:
                board.save(session.grid, frame.image, watcher.say)
            if review is not None:
                try:
                    review.look(frame, session.grid)
                except OSError as error:
                    watcher.say(f"{review.name} cannot be written: {error.strerror or error}; the record goes on")
            try:
                if film is not None:
                    film.add(frame, session.grid, session.reading)
            except OSError as error:
                watcher.say(f"{overlay_path} cannot be written: {error.strerror or error}; the record goes on")
                film = None

        fault, lost, recording = "", False, Recording(session, log, fan, watcher)
        with stopping(source) as stop:
            watcher.begin(source.duration)
            try:
                recording.run(source, look, stop, inbox)
            except (LogError, SourceError) as error:
                fault, lost = str(error), isinstance(error, LogError)
            except KeyboardInterrupt:
                fault = "stopped at once"
            finally:
                fan.close()
                if film is not None:
                    _close(film, watcher.say)
    if log.last == 0:
        log_path.unlink(missing_ok=True)  # nothing was confirmed: nothing is left behind
    return conclude(recording, fault, session.reason, fan, sgf, log_path, lost)
