"""`kifuwatch replay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from recorder.settings import Settings
    from vision.source import FrameSource

Side = Literal["left", "right", "top", "bottom"]


def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG_OR_FILM", help="A board's log with its kept film, or a film.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="SGF file to write; its log goes beside it.")],
    rules: Annotated[str | None, typer.Option(help="Chinese, Japanese, Korean, AGA, NZ, Ing ...")] = None,
    size: Annotated[int | None, typer.Option(min=5, max=25, help="Lines.")] = None,
    top: Annotated[Side | None, typer.Option(help="Side of the picture that becomes the record's top.")] = None,
    handicap: Annotated[int | None, typer.Option(min=0, max=40, help="Stones laid before the game.")] = None,
    passes: Annotated[Literal["ask", "infer"], typer.Option(help="As for record.")] = "ask",
) -> None:
    """Record kept films again, with this version and other settings, and say what has become another.

    The first recording stays as it is. What people ordered while it ran is not repeated.

    Exit status: 0 recorded, 1 nothing to record, 2 unusable arguments.
    """
    from contextlib import closing

    from engine.rulesets import RULESETS
    from recorder.facts import GameFacts, find_rules
    from recorder.hall.comparing import differences
    from recorder.hall.film import KeptFilm
    from recorder.log import LogError, LogReader
    from recorder.messages import check_output, check_sgf, refuse, say
    from recorder.settings import Settings
    from vision.source import SourceError
    from vision.sources import open_source

    check_sgf(output)
    again = output.with_suffix(".kifulog")
    check_output(again, "the event log")
    facts, before = GameFacts(), []
    try:
        if again.exists():
            refuse(f"{again} exists: nothing is added to it. Name another file with -o")
        settings = Settings(
            size=size,
            handicap=handicap,
            top=top,
            passes=passes,
            rules=find_rules(rules) if rules else RULESETS["cn2002"],
        )
        if log.suffix == ".kifulog":
            with LogReader(log) as reader:
                before = reader.events()
                games = reader.games()
                facts = reader.facts(games[-1].game) if games else facts
            source: FrameSource = KeptFilm(log.parent)
        else:
            source = open_source(str(log), ahead=True)
    except (LogError, SourceError, ValueError) as error:
        refuse(error)
    with closing(source):
        moves = _record(source, settings, facts, output, again)
    if moves is None:
        say("no board was found: nothing is recorded")
        again.unlink(missing_ok=True)
        raise typer.Exit(1)
    say(f"recorded again in {output}")
    if before:
        with LogReader(again) as reader:
            for line in differences(before, reader.events()):
                say(line)


def _record(source: FrameSource, settings: Settings, facts: object, output: Path, log_path: Path) -> int | None:
    from dataclasses import replace

    from recorder.facts import GameFacts
    from recorder.log import EventLog, LogError
    from recorder.messages import refuse
    from recorder.progress import RecordingProgress
    from recorder.recording import Recording, stopping
    from recorder.session import Session
    from recorder.sinks import FanOut, SgfFile

    assert isinstance(facts, GameFacts)
    source.step = 0.2
    try:
        with RecordingProgress() as watcher, EventLog(log_path, facts=facts) as log, stopping(source) as stop:
            fan = FanOut([SgfFile(output, facts)], watcher.say)
            session = Session(replace(settings, stills=source.settled), facts=facts)
            recording = Recording(session, log, fan, watcher)
            watcher.begin(source.duration)
            try:
                recording.run(source, None, stop)
            finally:
                fan.close()
    except LogError as error:
        refuse(error)
    return recording.moves if recording.found else None
