"""A real broker on a free port, agents that are processes of their own, hubs that keep what they gather."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from recorder.broker.address import BrokerAddress
from recorder.broker.collector import Collector
from recorder.broker.mirror import Mirror
from recorder.hall.wire import Health

MOSQUITTO = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
PATIENCE = 40.0
"""Seconds a test waits for what must come, on a slow machine."""


def wait_for(what: str, ready: Callable[[], bool]) -> None:
    """Wait until something is so; the test fails where it never is."""
    until = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < until, f"in vain: {what}"
        time.sleep(0.02)


class Broker:
    """A mosquitto of this test's own; it can be stopped and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.options = ["allow_anonymous true"]
        self.url = f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Run until it answers."""
        config = self._folder / "mosquitto.conf"
        user = ["user root"] if os.getuid() == 0 else []
        config.write_text("\n".join([*user, "persistence false", f"listener {self.port} 127.0.0.1", *self.options]))
        assert MOSQUITTO is not None
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for("the broker answers", self._answers)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "mosquitto does not run"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        """End it; what it kept is gone."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None


@pytest.fixture
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A broker that is to be started by the test (it may want other options)."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed")
    made = Broker(tmp_path_factory.mktemp("broker"))
    yield made
    made.stop()


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
def until() -> Callable[[str, Callable[[], bool]], None]:
    """Waits until something is so, or fails saying what."""
    return wait_for


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
