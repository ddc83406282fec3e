"""How far a recording is, for people at a terminal; silent elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from recorder.messages import say


class RecordingProgress:
    """A bar over the time of a source, and the last thing that happened. Leave the context to take it away."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._bar: Progress | None = None
        self._task = TaskID(0)

    def begin(self, duration: float | None) -> None:
        """Show the bar of a source of so many seconds (None: it has no end) where there is a terminal."""
        if not sys.stderr.isatty():
            return
        columns: list[ProgressColumn] = [SpinnerColumn(), TextColumn("{task.fields[clock]}")]
        if duration is not None:
            columns += [BarColumn(), TimeRemainingColumn()]
        columns.append(TextColumn("{task.description}", markup=False))
        self._bar = Progress(*columns, console=self._console, transient=True)
        self._task = self._bar.add_task("looking for the board", total=duration, clock="0:00")
        self._bar.start()

    def at(self, time: float, text: str | None = None) -> None:
        """The source has come to `time` seconds; `text` is what happened last."""
        if self._bar is None:
            return
        clock = f"{int(time) // 60}:{int(time) % 60:02d}"
        self._bar.update(self._task, completed=time, clock=clock)
        if text is not None:
            # Shown at once: between two of the bar's own redraws a fast film may have gone on.
            self._bar.update(self._task, description=text, refresh=True)

    def say(self, text: str) -> None:
        """Tell people something, above the bar where there is one."""
        if self._bar is None:
            say(text)
        else:
            self._console.print(f"kifuwatch: {text}", markup=False, highlight=False, soft_wrap=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
