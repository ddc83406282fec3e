"""The console: in this process for questions and answers, as a process of its own where it must be the real one."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from recorder import events
from recorder.hall.board import BoardConfig
from recorder.hall.hall import Hall
from recorder.hall.store import HallStore
from recorder.log import EventLog
from recorder.web.access import Access, Role
from recorder.web.app import make_app

ROOT = Path(__file__).parents[2]
CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


def a_game() -> list[events.Event]:
    """Two moves, an alert, an answer."""
    return [
        events.Board(t=1, size=9, corners=CORNERS),
        events.Move(t=3, n=1, colour="B", point="ee", captured=(), t_placed=2.5, confidence=1.0),
        events.Move(t=5, n=2, colour="B", point="cc", captured=(), t_placed=4.5, confidence=1.0),
        events.Alert(
            t=5,
            id="double_move",
            points=("cc",),
            colour="B",
            article="17",
            severity="critical",
            message="Black played twice",
            t_seen=4.5,
        ),
        events.Move(t=8, n=3, colour="W", point="gg", captured=(), t_placed=7.5, confidence=1.0),
    ]


def fill(folder: Path, board: str = "table-1") -> None:
    """Write a game into a board's log."""
    home = folder / "boards" / board
    home.mkdir(parents=True, exist_ok=True)
    with EventLog(home / "game.kifulog", board) as log:
        log.extend(a_game())


@dataclass
class Console:
    """The console in this process, with one board that is not running and has a game."""

    client: TestClient
    hall: Hall
    secrets: dict[Role, str]
    marks: dict[str, str] = field(default_factory=dict)

    def sign_in(self, role: Role) -> None:
        done = self.client.post("/sign-in", json={"secret": self.secrets[role]})
        assert done.status_code == 200
        self.marks["X-CSRF-Token"] = done.json()["csrf"]

    def get(self, path: str, **more: Any) -> httpx2.Response:
        return self.client.get(path, **more)

    def send(self, method: str, path: str, content: object = None) -> httpx2.Response:
        """A request as our own pages make it."""
        return self.client.request(method, path, json=content, headers=self.marks)


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    fill(tmp_path)
    store = HallStore(tmp_path)
    store.put(BoardConfig(id="table-1", name="第一桌", source="rtsp://me:hush@192.0.2.7/one", running=False))
    access = Access(store)
    secrets = access.make_secrets()
    hall = Hall(store)
    with TestClient(make_app(hall, access), base_url="http://127.0.0.1:8361", follow_redirects=False) as client:
        yield Console(client, hall, secrets)


@dataclass
class Served:
    """`kifuwatch serve` as a process.

    Attributes
    ----------
    address : str
        Without a slash at its end.
    secrets : dict
        As printed.
    said : list of str
        All lines so far.
    """

    process: subprocess.Popen[str]
    address: str
    secrets: dict[str, str]
    said: list[str]
    clients: list[httpx2.Client] = field(default_factory=list)

    def client(self, *roles: str) -> httpx2.Client:
        """A browser of its own, signed in."""
        client = httpx2.Client(base_url=self.address, timeout=30)
        self.clients.append(client)
        for role in roles:
            done = client.post("/sign-in", json={"secret": self.secrets[role]})
            assert done.status_code == 200, done.text
            client.headers["X-CSRF-Token"] = done.json()["csrf"]
        return client

    def kill(self) -> None:
        """As a power cut does it, workers left to themselves."""
        self.process.kill()
        self.process.wait()


Serve = Callable[..., AbstractContextManager[Served]]


@contextmanager
def _served(data: Path, *options: str, secrets: dict[str, str] | None = None) -> Iterator[Served]:
    command = [sys.executable, "-m", "recorder.cli", "serve", "--port", "0", "--data", str(data), *options]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, encoding="utf-8"
    )
    assert process.stdout is not None
    said: list[str] = []
    served = Served(process, "", dict(secrets or {}), said)
    ready = threading.Event()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if found := re.search(r"the console is at (http://\S+)/", line):
                served.address = found[1]
            if found := re.search(r"secret of the (\w+): (\S+)", line):
                served.secrets[found[1]] = found[2]
            # The secrets are printed right after the address, in one go.
            if served.address and len(served.secrets) == 2:
                ready.set()
        ready.set()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        assert ready.wait(60), said
        assert served.address, said
        yield served
    finally:
        for client in served.clients:
            client.close()
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        listener.join(10)
        process.stdout.close()
        assert "Traceback" not in "\n".join(said), "\n".join(said)


@pytest.fixture
def serve() -> Serve:
    """Starts the command; it ends with the `with`."""
    return _served
