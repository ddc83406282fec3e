"""How many viewers one console bears: all must get all moves, and what that costs; slow ones must not slow others.

    python -m tests.benchmarks.viewers [--viewers 2000] [--moves 100] [--pace 1.0]

A console runs in a process of its own, with a log that grows by a move every `--pace` seconds. The viewers are
plain sockets in this process that read the server-sent events of one board. Then a second run with few viewers,
some of which stop reading, and so many changes that their buffers overflow: they are dropped, come back with
their cursor, and miss nothing. Needs no network and no camera; ends with status 1 where anything was missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.growing_console import Console

LARGE = 20_000
"""Bytes that each change of the second run brings: more than buffers hold for who does not read."""


class Viewer:
    """Reads a board's events; `moves` are the numbers it has by now, `late` the seconds each took to come."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.moves: list[int] = []
        self.late: list[float] = []
        self.cursor = ""
        self.bytes = 0
        self.writer: asyncio.StreamWriter | None = None

    async def connect(self, stalled: bool = False) -> asyncio.StreamReader:
        sock = socket.socket()
        if stalled:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        reader, self.writer = await asyncio.open_connection(sock=sock, limit=2**22)
        resume = f"Last-Event-ID: {self.cursor}\r\n" if self.cursor else ""
        head = f"GET /api/boards/table-1/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n{resume}\r\n"
        self.writer.write(head.encode())
        await self.writer.drain()
        return reader

    async def read(self, reader: asyncio.StreamReader, until: int) -> None:
        """Read until the game has so many moves."""
        event = ""
        while len(self.moves) < until:
            line = await reader.readline()
            if not line:
                return
            self.bytes += len(line)
            if line.startswith(b"id:"):
                self.cursor = line[3:].strip().decode()
            elif line.startswith(b"event:"):
                event = line[6:].strip().decode()
            elif line.startswith(b"data:") and event in ("state", "change"):
                self._take(json.loads(line[5:]), event)

    def _take(self, told: dict[str, Any], event: str) -> None:
        if "moves" not in told:
            return
        now = time.time() % 1e6
        keep = told.get("moves_from", 0) if event == "change" else 0
        if keep > len(self.moves):
            raise AssertionError("a change does not follow what was told before")
        self.moves = self.moves[:keep] + [move["n"] for move in told["moves"]]
        if event == "change":
            self.late += [now - move["t"] for move in told["moves"]]

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


def quantile(values: list[float], share: float) -> float:
    values = sorted(values)
    return values[min(int(share * len(values)), len(values) - 1)]


async def gathered(port: int, count: int) -> list[tuple[Viewer, asyncio.StreamReader]]:
    """So many viewers, connected a hundred at a time."""
    found: list[tuple[Viewer, asyncio.StreamReader]] = []
    while len(found) < count:
        some = [Viewer(port) for _ in range(min(100, count - len(found)))]
        found += zip(some, await asyncio.gather(*(viewer.connect() for viewer in some)), strict=True)
    return found


async def crowd(console: Console, count: int, moves: int, pace: float) -> bool:
    """Many viewers, one game."""
    before, _ = console.cost()
    began = time.monotonic()
    viewers = await gathered(console.port, count)
    await asyncio.sleep(2)
    print(f"{count} viewers connected in {time.monotonic() - began - 2:.1f} s")
    memory, processor = console.cost()
    reading = [asyncio.create_task(viewer.read(reader, moves)) for viewer, reader in viewers]
    began = time.monotonic()
    console.play(moves, pace)
    done, late = await asyncio.wait(reading, timeout=moves * pace + 120)
    lasted = time.monotonic() - began
    peak, used = console.cost()
    for task in late:
        task.cancel()
    for task in done:
        task.result()
    whole = sum(viewer.moves == list(range(1, moves + 1)) for viewer, _ in viewers)
    times = [seconds for viewer, _ in viewers for seconds in viewer.late]
    sent = sum(viewer.bytes for viewer, _ in viewers)
    print(f"viewers with all {moves} moves in order: {whole} of {count}")
    print(
        f"from the log to the viewer: median {quantile(times, 0.5):.3f} s, 95 % {quantile(times, 0.95):.3f} s, "
        f"all {max(times):.3f} s"
    )
    print(
        f"memory: {before:.0f} MB without viewers, {memory:.0f} MB with them, {peak:.0f} MB at the end: "
        f"{1000 * (peak - before) / count:.0f} kB a viewer"
    )
    share, each = 100 * (used - processor) / lasted, 1e6 * (used - processor) / count / moves
    print(
        f"processor: {used - processor:.1f} s in {lasted:.0f} s ({share:.0f} % of one core), "
        f"{each:.0f} microseconds a viewer and move; {sent / 1e6:.0f} MB sent"
    )
    for viewer, _ in viewers:
        viewer.close()
    return whole == count


async def stalls(console: Console, count: int, stalled: int, moves: int, already: int) -> bool:
    """Some viewers stop reading: the others get everything in time, and those catch up when they come back."""
    viewers = await gathered(console.port, count)
    lazy = [Viewer(console.port) for _ in range(stalled)]
    for viewer in lazy:
        reader = await viewer.connect(stalled=True)
        while not (viewer.cursor and viewer.moves):  # they got the state, and then look away
            line = await reader.readuntil(b"\n")
            viewer.cursor = line[3:].strip().decode() if line.startswith(b"id:") else viewer.cursor
            if line.startswith(b"data:") and line[5:].strip().startswith(b"{"):
                viewer.moves = [move["n"] for move in json.loads(line[5:]).get("moves", [])] or viewer.moves
    until = already + moves
    reading = [asyncio.create_task(viewer.read(reader, until)) for viewer, reader in viewers]
    console.play(moves, 0.05, LARGE)
    done, late = await asyncio.wait(reading, timeout=moves * 0.05 + 120)
    for task in late:
        task.cancel()
    for task in done:
        task.result()
    whole = sum(viewer.moves == list(range(1, until + 1)) for viewer, _ in viewers)
    times = [seconds for viewer, _ in viewers for seconds in viewer.late]
    print(f"beside {stalled} viewers that stopped reading: {whole} of {count} got all {moves} changes,")
    print(f"  95 % within {quantile(times, 0.95):.3f} s, all within {max(times):.3f} s")
    await asyncio.sleep(25)  # the console drops who takes nothing for 20 s
    left = len([c for c in console.seen.net_connections("tcp") if c.status == "ESTABLISHED"])
    print(f"  connections of the console afterwards: {left} (viewers still there: {count})")
    for viewer in lazy:
        viewer.close()
        await viewer.read(await viewer.connect(), until)
    back = sum(viewer.moves == list(range(1, until + 1)) for viewer in lazy)
    print(f"  came back with their cursor and have everything: {back} of {stalled}")
    for viewer in [*lazy, *(viewer for viewer, _ in viewers)]:
        viewer.close()
    return whole == count and back == stalled and left <= count


async def measure(console: Console, options: argparse.Namespace) -> bool:
    """Both runs."""
    good = await crowd(console, options.viewers, options.moves, options.pace)
    if options.stalled:
        good &= await stalls(console, 50, options.stalled, options.changes, options.moves)
    return good


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=2000)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds from move to move")
    parser.add_argument("--stalled", type=int, default=10, help="viewers that stop reading, in the second run")
    parser.add_argument("--changes", type=int, default=400, help="moves of the second run, 20 a second")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        console = Console(Path(folder))
        try:
            good = asyncio.run(measure(console, options))
        finally:
            console.end()
    print("all viewers got everything" if good else "SOMETHING WAS MISSED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
