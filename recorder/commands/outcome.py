"""What a recording leaves: the file it goes to where none was named, and what is said at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from recorder.desk.inbox import Inbox
    from recorder.recording import Recording
    from recorder.sinks import FanOut, SgfFile


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


def conclude(recording: Recording, fault: str, reason: str, fan: FanOut, sgf: SgfFile, log: Path, lost: bool) -> int:
    """Say what came of it; the exit status. `lost`: the log could not take all that was seen."""
    from recorder.messages import say

    if fault:
        say(fault)
    if not recording.found:
        if not fault:
            why = f" ({reason})" if reason else ""
            say(f"no board was found{why}: nothing is recorded. See `kifuwatch record --help` for --size, --corners")
        return 2 if fault and not recording.stopped else 1
    names = ", ".join(str(path) for path in sgf.paths)
    if sgf.name in fan.failing:
        say(f"{names} could not be written; get it with: kifuwatch export {log} -o GAME.sgf")
        return 1
    say(f"{recording.moves} moves recorded in {names}" + (", as far as it went" if fault else ""))
    if recording.doubtful:
        say(f"{recording.doubtful} moments that a person should look at: kifuwatch explain {log}")
    return 1 if lost else 0


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
