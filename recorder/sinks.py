"""Where events go once the log has them: files, and whatever comes later. None can stop the others."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec

from recorder import events
from recorder.atomic import write_atomically
from recorder.facts import GameFacts
from recorder.record import fold
from recorder.sgf import to_sgf


class Sink(Protocol):
    """Takes events in the order of their numbers."""

    @property
    def name(self) -> str:
        """What people call it, in messages."""

    def send(self, event: events.Event) -> None:
        """Take an event; whatever it raises is told, and the event may come up again with a later one."""

    def close(self) -> None:
        """Finish: write what is still to be written."""


class JsonLines:
    """A file of events, one JSON object a line, each there as soon as it is told. `-` is standard output.

    What could not be written (a full disk) is tried again with the next event; no line is lost or halved.

    Parameters
    ----------
    path : Path
    so_far : sequence of Event
        What the log holds of a game that is resumed: its lines stay, and those that are missing are written, also
        where the last one was cut short.

    Raises
    ------
    OSError
        Where the file cannot be made.
    """

    def __init__(self, path: Path, so_far: Sequence[events.Event] = ()) -> None:
        self.name = "standard output" if str(path) == "-" else str(path)
        told = [events.encode(event) for event in so_far]
        missing, begin = told, 0
        if told and path.is_file():
            content = path.read_bytes()
            begin = content.rfind(b"\n") + 1  # what follows was not finished
            there = set(content[:begin].splitlines())
            missing = [line for line in told if line not in there]
        self._file: BinaryIO = (
            os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
            if str(path) == "-"
            else open(path, "r+b" if begin else "wb", buffering=0)  # noqa: SIM115 (closed by close)
        )
        if begin:
            self._file.seek(begin)
            self._file.truncate()
        self._waiting = b""
        if str(path) != "-":
            self._waiting = b"".join(line + b"\n" for line in missing)

    def send(self, event: events.Event) -> None:
        """Write the line of an event; raises OSError where the disk takes no more."""
        self._waiting += events.encode(event) + b"\n"
        self._write()

    def _write(self) -> None:
        while self._waiting:
            self._waiting = self._waiting[self._file.write(self._waiting) :]

    def close(self) -> None:
        """Write what could not be written before, and close the file."""
        try:
            self._write()
        finally:
            self._file.close()


class SgfFile:
    """A game's SGF, whole and right after every event. Another game on the board gets a file of its own.

    Parameters
    ----------
    path : Path
        The second game's file is NAME-2.sgf, and so on.
    facts : GameFacts
    so_far : sequence of Event
        What the log holds of a game that is resumed.
    """

    def __init__(self, path: Path, facts: GameFacts | None = None, so_far: Sequence[events.Event] = ()) -> None:
        self.name = str(path)
        self._path, self._facts = path, facts
        self._games: list[list[events.Event]] = [list(so_far)] if so_far else []
        self._stale: set[int] = set()

    @property
    def moves(self) -> int:
        """How many moves and passes all games have."""
        records = (fold(game) for game in self._games)
        return sum(step.is_turn for record in records if record is not None for step in record.line)

    @property
    def paths(self) -> list[Path]:
        """The files of the games so far."""
        return [self._file(number) for number in range(len(self._games))]

    def _file(self, number: int) -> Path:
        return self._path.with_stem(f"{self._path.stem}-{number + 1}") if number else self._path

    def send(self, event: events.Event) -> None:
        """Bring the file up to date; raises OSError where it cannot be written."""
        self.note(event)
        self.close()

    def note(self, event: events.Event) -> None:
        """Take an event that is to be written later, by `close`."""
        if not self._games or event.game != self._games[-1][-1].game:
            self._games.append([])
        self._games[-1].append(event)
        if not isinstance(event, events.View | events.Ordered):
            self._stale.add(len(self._games) - 1)

    def close(self) -> None:
        """Write what could not be written before."""
        for number in sorted(self._stale):
            facts = self._facts
            if number and facts is not None:
                facts = msgspec.structs.replace(facts, result="")  # that was the first game's
            if (content := to_sgf(self._games[number], facts)) is not None:
                write_atomically(self._file(number), content)
            self._stale.discard(number)


class Behind:
    """A game's SGF written in a thread of its own, always the latest: the next frame does not wait for the disk.

    What cannot be written is raised by the next `send`, and by every one until it can.

    Parameters
    ----------
    file : SgfFile
    """

    def __init__(self, file: SgfFile) -> None:
        self.name = file.name
        self._file = file
        self._waiting: queue.SimpleQueue[events.Event | None] = queue.SimpleQueue()
        self._fault: Exception | None = None
        self._thread = threading.Thread(target=self._write, name="sgf", daemon=True)
        self._thread.start()

    def send(self, event: events.Event) -> None:
        """Have the file brought up to date; raises what went wrong the last time."""
        self._waiting.put(event)
        if self._fault is not None:
            raise self._fault

    def close(self) -> None:
        """Write what is still to be written; raises OSError where it cannot be."""
        self._waiting.put(None)
        self._thread.join()
        self._file.close()

    def _write(self) -> None:
        event = self._waiting.get()
        while event is not None:
            self._file.note(event)
            if self._waiting.empty():
                try:
                    self._file.close()
                    self._fault = None
                except Exception as error:  # raised where the next event is sent
                    self._fault = error
            event = self._waiting.get()


class FanOut:
    """Sends each event to all sinks. One that fails is told of once, is tried again, and holds nobody up.

    Parameters
    ----------
    sinks : sequence of Sink
    tell : callable
        Takes a sentence for people.
    """

    def __init__(self, sinks: Sequence[Sink], tell: Callable[[str], None]) -> None:
        self._sinks, self._tell = sinks, tell
        self.failing: set[str] = set()

    def send(self, event: events.Event) -> None:
        """Send an event to every sink."""
        for sink in self._sinks:
            self._try(sink, lambda sink=sink: sink.send(event))  # type: ignore[misc]

    def close(self) -> None:
        """Close every sink."""
        for sink in self._sinks:
            self._try(sink, sink.close)

    def _try(self, sink: Sink, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:  # whatever a sink does wrong, the game goes on
            if sink.name not in self.failing:
                reason = error.strerror if isinstance(error, OSError) and error.strerror else error
                self._tell(f"{sink.name} cannot be written: {reason}. The log goes on; I try again")
            self.failing.add(sink.name)
        else:
            if sink.name in self.failing:
                self._tell(f"{sink.name} is written again")
            self.failing.discard(sink.name)
