"""Many boards on one hub: how late viewers see a move, whether any is lost, what it costs.

    python -m tests.benchmarks.hall_load --boards 64 --agents 4 --pace 20 --seconds 60

Agents are processes whose boards play by themselves, a move in 30 s divided by the pace; between them and the hub
(`kifuwatch serve --broker`) stands a mosquitto. One viewer looks at each board, and one at all. Needs mosquitto.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import quantiles
from typing import Any

import psutil

from recorder.broker.address import BrokerAddress
from recorder.broker.link import Link
from tests.benchmarks.processes import ENVIRONMENT, kifuwatch, python

MOVE = 30.0
"""Seconds from one move to the next in a real game."""


async def messages(port: int, path: str) -> AsyncIterator[dict[str, Any]]:
    """Server-sent events, as JSON."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**24)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
    while line := await reader.readline():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])
    writer.close()


class Viewer:
    """Looks at one board, and notes how late each move is."""

    def __init__(self, board: str) -> None:
        self.board, self.count = board, 0
        self.late: list[float] = []
        self.whole: list[int] = []

    async def watch(self, port: int) -> None:
        """Watch until cancelled."""
        async for told in messages(port, f"/api/boards/{self.board}/events"):
            now = time.time()
            if "moves_from" in told:
                self.whole = self.whole[: told["moves_from"]]
                self.late += [now - move["t"] for move in told["moves"]]
            elif "moves" in told:
                self.whole = []
            self.whole += [move["n"] for move in told.get("moves", ())]


async def look_on(port: int, viewers: list[Viewer], index: list[int], stop: asyncio.Event) -> None:
    """Let all viewers watch until `stop`."""

    async def all_boards() -> None:
        async for _ in messages(port, "/api/events"):
            index[0] += 1

    tasks = [asyncio.create_task(viewer.watch(port)) for viewer in viewers]
    tasks.append(asyncio.create_task(all_boards()))
    await stop.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def listen(url: str, late: list[float]) -> Link:
    """Note how late moves are when they come from the broker."""

    def take(_topic: str, payload: bytes) -> None:
        now = time.time()
        late.extend([now - event["t"] for event in json.loads(payload)["events"] if event["kind"] == "move"])

    topics = ("kifuwatch/agents/+/boards/+/events",)
    link = Link(BrokerAddress.parse(url), take=take, up=lambda: None, down=print, topics=topics)
    link.start()
    link.connected.wait(10)
    return link


def spread(late: list[float]) -> str:
    """How late most are, and the worst, in seconds."""
    cuts = quantiles(sorted(late), n=100, method="inclusive")
    return f"median {cuts[49]:.3f} s, 95 % {cuts[94]:.3f} s, 99 % {cuts[98]:.3f} s, most {max(late):.3f} s"


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_hub(url: str, data: Path) -> tuple[subprocess.Popen[str], int]:
    """`kifuwatch serve --broker`, and its port."""
    command = kifuwatch("serve", "--port", "0", "--data", data, "--broker", url)
    hub = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT)
    assert hub.stdout is not None
    for line in hub.stdout:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
            return hub, int(found[1])
    raise SystemExit("the hub did not start")


async def measure(arguments: argparse.Namespace, folder: Path) -> None:
    """Run it all and print the figures."""
    mosquitto = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if mosquitto is None:
        raise SystemExit("this needs mosquitto")
    port = free_port()
    url = f"mqtt://127.0.0.1:{port}"
    running: list[subprocess.Popen[Any]] = [subprocess.Popen([mosquitto, "-p", str(port)], stderr=subprocess.DEVNULL)]
    try:
        each = arguments.boards // arguments.agents
        pause = MOVE / arguments.pace
        agents = []
        for number in range(arguments.agents):
            words = f"hall-{number}", url, folder / f"agent-{number}", each, pause, arguments.seconds, arguments.played
            command = python("-m", "tests.benchmarks.hall_agent", *map(str, words))
            agents.append(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
            )
        running += agents
        for agent in agents:
            await asyncio.to_thread(_line, agent)
        hub, web = start_hub(url, folder / "hub")
        running.append(hub)
        viewers = [Viewer(f"hall-{a}-table-{b}") for a in range(arguments.agents) for b in range(each)]
        await _all_there(web, len(viewers), arguments.played)
        stop, index = asyncio.Event(), [0]
        looking = asyncio.create_task(look_on(web, viewers, index, stop))
        await asyncio.sleep(2.0)
        at_broker: list[float] = []
        listener = listen(url, at_broker)
        process, broker = psutil.Process(hub.pid), psutil.Process(running[0].pid)
        spent, spent_broker, began = _seconds(process), _seconds(broker), time.monotonic()
        for agent in agents:
            _go(agent)
        played: dict[str, int] = {}
        kept: list[float] = []
        for number, agent in enumerate(agents):
            told = json.loads(await asyncio.to_thread(_line, agent))
            played |= {f"hall-{number}-{board}": count for board, count in told["played"].items()}
            kept += told["kept"]
        elapsed = time.monotonic() - began
        listener.close()
        until = time.monotonic() + 20
        while time.monotonic() < until and any(len(v.whole) < played[v.board] for v in viewers):
            await asyncio.sleep(0.1)
        listener.close()
        late = [second for viewer in viewers for second in viewer.late]
        lost = sum(viewer.whole != list(range(1, played[viewer.board] + 1)) for viewer in viewers)
        moves = sum(played.values()) - arguments.played * len(viewers)
        print(f"{len(viewers)} boards, {moves} moves in {elapsed:.0f} s, {len(viewers) + 1} viewers")
        print(f"boards of which a viewer lacks anything: {lost}")
        print(f"on the agent's disk: {spread(kept)}")
        print(f"at the broker:       {spread(at_broker)}")
        print(f"with the viewers:    {spread(late)}")
        print(f"hub: {(_seconds(process) - spent) / elapsed:.0%} of a processor, {_megabytes(process):.0f} MB")
        print(f"broker: {(_seconds(broker) - spent_broker) / elapsed:.1%}, {_megabytes(broker):.0f} MB")
        print(f"machine: {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        stop.set()
        await looking
        for agent in agents:
            _go(agent)
            agent.wait(20)
    finally:
        for each_process in reversed(running):
            each_process.terminate()
            each_process.wait(20)


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def _go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


async def _all_there(port: int, count: int, played: int) -> None:
    """Wait until the hub has all boards with all that was played before."""
    counts: dict[str, int] = {}
    async for told in messages(port, "/api/events"):
        if "count" in told:
            counts[told["board"]] = told["count"]
        if sum(number >= played for number in counts.values()) >= count:
            return


def _seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _megabytes(process: psutil.Process) -> float:
    return float(process.memory_info().rss) / 2**20


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=64)
    parser.add_argument("--agents", type=int, default=4)
    parser.add_argument("--pace", type=float, default=20.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--played", type=int, default=0, help="moves that were played before")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(arguments, Path(folder)))


if __name__ == "__main__":
    main()
