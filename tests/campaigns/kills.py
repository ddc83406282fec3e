"""Recordings killed at random moments: nothing that was told may be lost.

    python tests/campaigns/kills.py --kills 200 --seed 1

A process of its own plays random games through the real log and the real SGF file as fast as they go, and says of
each event that it was told. It is killed (SIGKILL) at a random moment and started again on the same log, kills
times over. After each kill all that was told must be in the log, whole and in order, and the SGF must be a record
that sgfmill reads. After some kills a power cut is played as well: what was written to the log's files beyond what had
been told is cut off or overwritten at random. Ends with status 0 where nothing was lost.
"""

from __future__ import annotations

import argparse
import multiprocessing as mp
import multiprocessing.connection
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from sgfmill import sgf
from sgfmill.boards import Board as SgfmillBoard

from recorder import events
from recorder.log import EventLog, LogReader
from recorder.sinks import FanOut, SgfFile

SIZE = 9
CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


class Telling:
    """The last sink: says that an event was told, and how long the log's files were then."""

    name = "the listener"

    def __init__(self, pipe: multiprocessing.connection.Connection, log: Path) -> None:
        self._pipe, self._log = pipe, log

    def send(self, event: events.Event) -> None:
        wal = self._log.with_name(self._log.name + "-wal")
        self._pipe.send((event.seq, events.encode(event), wal.stat().st_size))

    def close(self) -> None: ...


def play(folder: Path, seed: int, pipe: multiprocessing.connection.Connection) -> None:
    """Play games on the log in a folder, for ever."""
    dice = random.Random(seed)
    path = folder / "game.kifulog"
    with EventLog(path, resume=True) as log:
        told = log.events(log.game) if log.game else []
        board, n, t = SgfmillBoard(SIZE), 0, told[-1].t if told else 0.0
        for event in told:
            if isinstance(event, events.Move):
                n = event.n
                _put(board, event)
            elif isinstance(event, events.End):
                log.end_game()
                told, n, board = [], 0, SgfmillBoard(SIZE)
        fan = FanOut([SgfFile(folder / "game.sgf"), Telling(pipe, path)], print)
        for event in told:  # the SGF of the game that goes on
            fan.send(event)

        def tell(event: events.Event) -> None:
            fan.send(log.append(event))

        if not told:
            tell(events.Board(t=t, size=SIZE, corners=CORNERS))
        while True:
            t += 1
            if n > 60:
                tell(events.End(t=t, reason="over", result="B+1.5"))
                n, board = 0, SgfmillBoard(SIZE)
                tell(events.Board(t=t, size=SIZE, corners=CORNERS))
            n += 1
            tell(_move(board, n, t, dice))
            if dice.random() < 0.1:
                tell(_alert(t, dice))


def _move(board: SgfmillBoard, n: int, t: float, dice: random.Random) -> events.Move:
    colour: events.Player = "B" if n % 2 else "W"
    free = [(r, c) for r in range(SIZE) for c in range(SIZE) if board.get(r, c) is None]
    row, col = dice.choice(free)
    before = {(r, c) for _, (r, c) in board.list_occupied_points()}
    board.play(row, col, colour.lower())
    after = {(r, c) for _, (r, c) in board.list_occupied_points()}
    taken = tuple(sorted(_vertex(*p) for p in before - after))
    return events.Move(t=t, n=n, colour=colour, point=_vertex(row, col), captured=taken, t_placed=t, confidence=1.0)


def _put(board: SgfmillBoard, event: events.Move) -> None:
    col, row = ord(event.point[0]) - 97, SIZE - 1 - (ord(event.point[1]) - 97)
    if board.get(row, col) is None:
        board.play(row, col, event.colour.lower())


def _vertex(row: int, col: int) -> str:
    return chr(97 + col) + chr(97 + SIZE - 1 - row)


def _alert(t: float, dice: random.Random) -> events.Alert:
    words = "two moves in a row 连下两手 " * dice.randrange(1, 60)
    return events.Alert(
        t=t, id="double_move", points=(), colour="B", article="17", severity="critical", message=words, t_seen=t
    )


class Lost(AssertionError):  # noqa: N818 (what is lost, is said)
    """Something that was told is not there any more."""


def check(path: Path, told: dict[int, bytes]) -> None:
    """Raise Lost where the log has not all that was told, or is not whole."""
    with sqlite3.connect(path) as db:
        verdict = db.execute("PRAGMA integrity_check").fetchone()
    db.close()
    if verdict != ("ok",):
        raise Lost(f"the log is broken: {verdict[0]}")
    with LogReader(path) as log:
        kept = {event.seq: event for event in log.events()}
    if list(kept) != list(range(1, len(kept) + 1)):
        raise Lost("numbers are missing in the log")
    for seq, line in told.items():
        if kept.get(seq) != events.decode(line):
            raise Lost(f"event {seq} was told and is not in the log as it was told")


def check_sgf(path: Path) -> None:
    """Raise Lost where a file that is there is no record."""
    for file in path.parent.glob("game*.sgf"):
        try:
            sgf.Sgf_game.from_bytes(file.read_bytes()).get_main_sequence()
        except ValueError as error:
            raise Lost(f"{file.name} is no record: {error}") from error


def cut_power(path: Path, whole: int, into: Path, dice: random.Random) -> Path:
    """A copy of the log's files as a power cut may leave them: beyond `whole` bytes of the WAL anything may be."""
    into.mkdir(exist_ok=True)
    copy = into / path.name
    shutil.copy(path, copy)
    wal = path.with_name(path.name + "-wal").read_bytes()
    end = dice.randint(min(whole, len(wal)), len(wal))
    tail = dice.choice([b"", bytes(dice.randrange(5000)), dice.randbytes(dice.randrange(5000))])
    copy.with_name(copy.name + "-wal").write_bytes(wal[:end] + tail)
    copy.with_name(copy.name + "-shm").unlink(missing_ok=True)
    return copy


def run(kills: int, seed: int, folder: Path, longest: float = 0.6) -> int:
    """Kill so many times; how many events were told in all. Raises Lost."""
    dice = random.Random(seed)
    context = mp.get_context("fork")  # a game begins at once: what it needs is loaded
    path = folder / "game.kifulog"
    told: dict[int, bytes] = {}
    whole = 0
    for number in range(kills):
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=play, args=(folder, seed * 1000 + number, theirs))
        process.start()
        theirs.close()
        end = time.monotonic() + dice.uniform(0, longest)
        while (left := end - time.monotonic()) > 0 and ours.poll(left):
            seq, line, whole = ours.recv()
            told[seq] = line
        process.kill()
        process.join()
        try:
            while ours.poll():
                seq, line, whole = ours.recv()
                told[seq] = line
        except (EOFError, OSError):
            pass
        ours.close()
        if not told:
            continue  # killed before the log was made
        if dice.random() < 0.3 and path.with_name(path.name + "-wal").exists():
            check(cut_power(path, whole, folder / "cut", dice), told)
        else:
            check(path, told)
        check_sgf(path)
    return len(told)


def main() -> int:
    """Run the campaign; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # In memory where there is such a place: a kill leaves the same there, and more is played between two of them.
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        try:
            count = run(options.kills, options.seed, Path(folder))
        except Lost as error:
            print(f"lost: {error}")
            return 1
    print(f"{options.kills} kills, {count} events told, none lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
