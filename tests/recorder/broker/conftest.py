"""Agents that are processes of their own, hubs that keep what they gather."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from recorder.broker.address import BrokerAddress
from recorder.broker.collector import Collector
from recorder.broker.mirror import Mirror
from recorder.hall.wire import Health

if TYPE_CHECKING:
    from tests.conftest import Broker

PATIENCE = 40.0
"""Seconds an agent has to end."""


class SimulatedAgent:
    """An agent whose boards play by themselves, as a process: see `simulated_agent.py`."""

    def __init__(self, url: str, name: str, folder: Path, boards: int, pause: float) -> None:
        script = Path(__file__).with_name("simulated_agent.py")
        root = Path(__file__).parents[3]
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, str(script), url, name, str(folder), str(boards), str(pause)],
            stdin=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(root)},
        )

    def play(self, events: int) -> None:
        """Let each board go on until it has told so many events."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{events}\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """As a power cut does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()

    def close(self) -> None:
        """In good order."""
        if self._process.poll() is None:
            self._process.communicate(timeout=PATIENCE)
        elif self._process.stdin is not None:
            self._process.stdin.close()

    def lines(self, board: str) -> list[str]:
        """What its log of a board holds."""
        return lines_of(self.folder / board / "game.kifulog")


def lines_of(log: Path) -> list[str]:
    """The lines of a log, in order."""
    if not log.is_file():
        return []
    db = sqlite3.connect(f"{log.as_uri()}?mode=ro", uri=True)
    try:
        return [line for (line,) in db.execute("SELECT line FROM events ORDER BY seq")]
    except sqlite3.OperationalError:  # it is just being made
        return []
    finally:
        db.close()


class Gathering:
    """A hub that keeps what it is told: an onlooker, with its collector."""

    def __init__(self, url: str, folder: Path) -> None:
        self.folder = folder
        self.heard: dict[str, int] = {}
        self.healths: dict[str, Health] = {}
        self.mirrors: dict[str, Mirror] = {}
        self.alerts: list[tuple[str, int]] = []
        self.said: list[str] = []
        self.unwanted: set[str] = set()
        self.told_facts = 0
        self._lock = threading.Lock()
        self.collector = Collector(BrokerAddress.parse(url), folder, self, self.said.append)
        self.collector.start()

    def appeared(self, mirror: Mirror) -> None:
        self.mirrors[mirror.name] = mirror

    def wanted(self, name: str) -> bool:
        return name not in self.unwanted

    def grown(self, mirror: Mirror, alerts: tuple[int, ...], facts: bool) -> None:
        self.told_facts += facts
        with self._lock:
            self.heard[mirror.name] = mirror.last
            self.alerts += [(mirror.name, alert) for alert in alerts]

    def vanished(self, name: str) -> None:
        self.mirrors.pop(name, None)

    def told_health(self, name: str, health: Health) -> None:
        self.healths[name] = health

    def lines(self, name: str) -> list[str]:
        """What is kept of a board."""
        return lines_of(self.folder / name / "game.kifulog")

    def close(self) -> None:
        self.collector.close()


@pytest.fixture
def play(tmp_path: Path, broker: Broker) -> Iterator[Callable[..., SimulatedAgent]]:
    """Starts agents whose boards play by themselves: `play(name, boards, events, pause)`."""
    made: list[SimulatedAgent] = []

    def start(name: str, boards: int, events: int, pause: float = 0.01, folder: str = "") -> SimulatedAgent:
        made.append(SimulatedAgent(broker.url, name, tmp_path / (folder or name), boards, pause))
        made[-1].play(events)
        return made[-1]

    yield start
    for agent in made:
        agent.close()


@pytest.fixture
def gathering(tmp_path: Path) -> Iterator[Callable[..., Gathering]]:
    """Makes hubs, and closes those that the test has not closed."""
    made: list[Gathering] = []

    def make(url: str, name: str = "hub") -> Gathering:
        made.append(Gathering(url, tmp_path / name))
        return made[-1]

    yield make
    for hub in made:
        hub.close()
