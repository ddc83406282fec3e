"""What tests of several rooms need: a real broker."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

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


@pytest.fixture
def until() -> Callable[[str, Callable[[], bool]], None]:
    """Waits until something is so, or fails saying what."""
    return wait_for
