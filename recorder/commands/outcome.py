"""What a recording leaves: the file it goes to where none was named, and what is said at its end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from recorder.commands.outputs import Outputs
    from recorder.desk.inbox import Inbox
    from recorder.moments import Moments
    from recorder.recording import Recording
    from recorder.session import Session
    from recorder.sinks import FanOut, SgfFile
    from recorder.web.languages import Texts

MOST_LINES = 40
"""Lines at most of what a person should look at that are said at the end."""


def free_name(source: str) -> Path:
    """A name for the SGF in the current folder that no file has; nothing of an address's password is in it."""
    stem = Path(source).stem
    if "://" in source:
        parts = urlsplit(source)
        stem = Path(parts.path).stem or parts.hostname or ""
    elif source.isdecimal():
        stem = f"camera{source}"
    stem = "".join(c if c.isalnum() or c in "-_. " else "_" for c in stem).strip(". ") or "game"
    names = (Path(f"{stem}.sgf" if n == 1 else f"{stem}-{n}.sgf") for n in count(1))
    return next(path for path in names if not path.exists())


@dataclass(eq=False)
class Outcome:
    """What came of a recording.

    Attributes
    ----------
    recording : Recording
    session : Session
    fan : FanOut
    sgf : SgfFile
    moments : Moments
    outputs : Outputs
    texts : Texts
        In whose language it is said what a person should look at.
    fault : str
        What ended it before its time.
    lost : bool
        Whether the log could not take all that was seen.
    """

    recording: Recording
    session: Session
    fan: FanOut
    sgf: SgfFile
    moments: Moments
    outputs: Outputs
    texts: Texts
    fault: str = ""
    lost: bool = False

    def conclude(self) -> int:
        """Say it; the exit status."""
        from recorder.messages import say

        recording, log = self.recording, self.outputs.log
        if self.fault:
            say(self.fault)
        if not recording.found:
            if not self.fault:
                why = f" ({self.session.reason})" if self.session.reason else ""
                hint = "See `kifuwatch record --help` for --size, --corners"
                say(f"no board was found{why}: nothing is recorded. {hint}")
            return 2 if self.fault and not recording.stopped else 1
        names = ", ".join(str(path) for path in self.sgf.paths)
        if self.sgf.name in self.fan.failing:
            say(f"{names} could not be written; get it with: kifuwatch export {log} -o GAME.sgf")
            return 1
        which = f", {recording.moves} of them in the last game," if len(self.sgf.paths) > 1 else ""
        moves = _count(self.sgf.moves, "move")
        say(f"{moves}{which} recorded in {names}" + (", as far as it went" if self.fault else ""))
        self._list()
        return 1 if self.lost else 0

    def _list(self) -> None:
        """What a person should look at."""
        from recorder.explanation import moment_lines
        from recorder.messages import say, shown

        found = self.moments.found()
        if not found:
            return
        settled = sum(moment.is_settled for moment in found)
        since = f", {settled} of them settled since" if settled else ""
        say(f"{_count(len(found), 'moment')} that a person should look at{since}:")
        lines = [line for moment in found for line in moment_lines(moment, self.texts)]
        for line in lines[:MOST_LINES]:
            print(shown(line), file=sys.stderr)
        left = len(lines) - MOST_LINES
        more = f"{_count(left, 'more line')}, and " if left > 0 else ""
        say(f"{more}why it was told: kifuwatch explain {self.outputs.log}")
        if self.outputs.review is not None:
            say(f"with pictures: {self.outputs.review / 'index.html'}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


@contextmanager
def taking_presses(where: str | None, tell: Callable[[str], None]) -> Iterator[Inbox | None]:
    """Orders from a clock, where one was named: its address or its device. Raises ValueError where it is none."""
    if where is None:
        yield None
        return
    from recorder.desk.inbox import Inbox
    from recorder.desk.presses import open_presses

    inbox = Inbox()
    try:
        presses = open_presses(where, inbox, tell)
    except OSError as error:
        raise ValueError(f"no presses can be taken from {where}: {error.strerror or error}") from error
    with closing(presses):
        tell(f"presses of the clock are taken from {presses.name}")
        yield inbox
