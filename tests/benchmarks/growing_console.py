"""A console in a process of its own, with one board whose game grows as fast as it is told."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil

from tests.benchmarks.processes import ENVIRONMENT, python

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
READY = "ready "


def serve(folder: Path) -> None:
    """A console whose board's log grows as lines on standard input say: `MOVES PACE BYTES`."""
    import uvicorn

    from recorder import events
    from recorder.commands.serve import take_port
    from recorder.facts import GameFacts
    from recorder.hall.board import BoardConfig
    from recorder.hall.hall import Hall
    from recorder.hall.store import HallStore
    from recorder.log import EventLog
    from recorder.web.access import Access
    from recorder.web.app import make_app

    class GrowingHall(Hall):
        """Its one board has no camera: a thread plays."""

        def grown(self) -> None:
            with self._lock:
                follower = self._followers["table-1"]
            follower.read()

    store = HallStore(folder)
    store.put(BoardConfig(id="table-1", source="0", running=False))
    hall = GrowingHall(store)
    path = hall.log_path("table-1")
    path.parent.mkdir(parents=True, exist_ok=True)

    def play() -> None:
        n = 0
        log = EventLog(path, "table-1")
        log.append(events.Board(t=0, size=19, corners=CORNERS))
        for line in sys.stdin:
            moves, pace, more = line.split()
            began = time.monotonic()
            for k in range(1, int(moves) + 1):
                n += 1
                time.sleep(max(0.0, began + k * float(pace) - time.monotonic()))
                point = chr(97 + n % 19) + chr(97 + n // 19 % 19)
                colour: events.Player = "B" if n % 2 else "W"
                # So that a viewer can tell how late it is.
                now = time.time() % 1e6
                log.append(events.Move(t=now, n=n, colour=colour, point=point, captured=(), t_placed=now, confidence=1))
                if int(more):
                    text = f"{n} ".ljust(int(more), "x")
                    log.append(events.FactsKnown(t=now, facts=GameFacts(place=text)))
                hall.grown()

    listening = take_port("127.0.0.1", 0)
    config = uvicorn.Config(
        make_app(hall, Access(store), ["*"]), log_level="critical", access_log=False, ws="none", backlog=4096,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    threading.Thread(target=play, daemon=True).start()
    print(f"{READY}{listening.getsockname()[1]}", flush=True)
    uvicorn.Server(config).run(sockets=[listening])


class Console:
    """The console's process."""

    def __init__(self, folder: Path) -> None:
        command = python("-m", "tests.benchmarks.growing_console", folder)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().removeprefix(READY))
        self.seen = psutil.Process(self.process.pid)

    def play(self, moves: int, pace: float, more: int = 0) -> None:
        """So many moves, each with so many bytes of facts beside it."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{moves} {pace} {more}\n")
        self.process.stdin.flush()

    def cost(self) -> tuple[float, float]:
        """Megabytes and processor seconds so far."""
        times = self.seen.cpu_times()
        return self.seen.memory_info().rss / 1e6, times.user + times.system

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(30)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
