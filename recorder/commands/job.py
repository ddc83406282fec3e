"""What `kifuwatch record` was asked to do, and doing it."""

from __future__ import annotations

import time as clocks
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from recorder import events
from recorder.commands.onlookers import Onlookers
from recorder.commands.outcome import Outcome, taking_presses
from recorder.commands.outputs import Outputs
from recorder.facts import GameFacts, merged, today
from recorder.game_so_far import GameSoFar, Later, where_left
from recorder.log import EventLog, LogError
from recorder.messages import refuse
from recorder.moments import Moments
from recorder.progress import RecordingProgress
from recorder.record import fold
from recorder.recording import Recording, stopping
from recorder.sinks import Behind, FanOut, JsonLines, SgfFile
from recorder.web.languages import Texts
from vision.source import FrameSource, Notice, SourceError
from vision.sources import open_source

if TYPE_CHECKING:
    from recorder.board_place import BoardPlace
    from recorder.settings import Settings


@dataclass(eq=False)
class Job:
    """A source to be recorded.

    Attributes
    ----------
    source : str
    settings : Settings
    facts : GameFacts
    game : GameSoFar
    board : BoardPlace
    outputs : Outputs
    texts : Texts
        In whose language it is said what a person should look at.
    fast : bool or None
        Whether films are worked through as fast as the machine allows; None: as is usual for the source.
    every : float
        Seconds from one frame looked at to the next, at least.
    presses : str or None
        Where presses of the clock come from.
    """

    source: str
    settings: Settings
    facts: GameFacts
    game: GameSoFar
    board: BoardPlace
    outputs: Outputs
    texts: Texts
    fast: bool | None = None
    every: float = 0.2
    presses: str | None = None
    _recording: Recording | None = None
    _before: float = 0.0

    def run(self) -> int:
        """Record; the exit status. Ends with exit status 2 where the arguments are of no use."""
        with ExitStack() as stack:
            watcher = stack.enter_context(RecordingProgress())
            outcome = self._record(stack, watcher)
        return outcome.conclude()

    def _record(self, stack: ExitStack, watcher: RecordingProgress) -> Outcome:
        outputs = self.outputs
        try:
            onlookers = Onlookers(self.board, outputs, self.texts, watcher.say)
            corners, kept = self.board.corners_for(self.settings), self.board.kept_for(self.settings)
            source = self._open(stack, watcher)
            # Only now: seeing takes a second to load, and a source that is none is said at once.
            from recorder.session import Session
            from vision.thrift import be_thrifty

            be_thrifty()

            settings = replace(self.settings, stills=source.settled, live=source.live)
            joined, facts = self.game.from_record(
                today(self.facts) if source.live and not self.facts.date else self.facts
            )
            resumed = self.game.is_resumed(outputs.log, live=source.live)
            log = stack.enter_context(_log(outputs.log, facts, resume=resumed))
            told: list[events.Event] = []
            if resumed:
                told = log.events(log.game)
                facts = merged(log.facts(log.game), facts)
                log.set_facts(facts)
                watcher.say(f"the game in {outputs.log} goes on")
            session = Session(settings, corners, kept=kept, facts=facts)
            session.resume(told or joined, in_log=resumed, doubted=not self.game.is_wanted)
            source = self._placed(source, log, told, watcher)
            inbox = stack.enter_context(taking_presses(self.presses, watcher.say))
            lines = [JsonLines(outputs.events, so_far=told)] if outputs.events else []
        except (ValueError, FileNotFoundError, SourceError, LogError) as error:
            refuse(error)
        except OSError as error:
            refuse(f"{error.filename or outputs.events} cannot be written: {error.strerror or error}")
        source.step = self.every
        onlookers.begin(session, told)
        sgf, moments = SgfFile(outputs.sgf, facts, told), Moments(told)
        fan = FanOut([Behind(sgf), moments, *lines, *onlookers.sinks], watcher.say)
        recording = self._recording = Recording(session, log, fan, watcher)
        outcome = Outcome(recording, session, fan, sgf, moments, outputs, self.texts)
        if (record := fold(told)) is not None:
            recording.moves = sum(step.is_turn for step in record.line)
        with stopping(source) as stop:
            watcher.begin(source.duration)
            try:
                recording.run(source, onlookers.look, stop, inbox)
            except (LogError, SourceError) as error:
                outcome.fault, outcome.lost = str(error), isinstance(error, LogError)
            except KeyboardInterrupt:
                outcome.fault = "stopped at once"
            finally:
                fan.close()
                onlookers.close()
        return outcome

    def _open(self, stack: ExitStack, watcher: RecordingProgress) -> FrameSource:
        def notice(told: Notice) -> None:
            if self._recording is None:
                watcher.say(told.text)
            else:
                self._recording.notice(replace(told, time=told.time + self._before))

        return stack.enter_context(closing(open_source(self.source, live=self.fast is False, ahead=True, tell=notice)))

    def _placed(
        self, source: FrameSource, log: EventLog, told: list[events.Event], watcher: RecordingProgress
    ) -> FrameSource:
        """The source with the times of the game that goes on; of the same film only what was not seen yet."""
        name = str(Path(self.source).resolve()) if Path(self.source).exists() else source.name
        start = 0.0
        if told:
            self._before, start = where_left(told, log.last_sitting(), name, source.duration)
            if start:
                watcher.say(f"{source.name} was seen up to {start:.0f} s: it goes on from there")
        # A film was over when its recording began, for whoever asks what may be shown by now.
        log.add_sitting(clocks.time() - (source.duration or 0.0), self._before, name)
        return Later(source, self._before, start) if told else source


@contextmanager
def _log(path: Path, facts: GameFacts, *, resume: bool) -> Iterator[EventLog]:
    """The log; where nothing was confirmed, nothing is left behind."""
    with EventLog(path, facts=facts, resume=resume) as log:
        try:
            yield log
        finally:
            empty = log.last == 0
    if empty:
        path.unlink(missing_ok=True)
