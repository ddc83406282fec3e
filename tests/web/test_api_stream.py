"""Server-sent events over real connections: nothing is missed over a thousand of them."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from recorder import events
from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.hall import Hall
from recorder.hall.store import HallStore
from recorder.log import EventLog
from recorder.web.access import Access
from recorder.web.app import make_app

CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
RECONNECTS = 1000


class Live:
    """A console on a real port, with two boards whose logs are written here as their workers would."""

    def __init__(self, folder: Path) -> None:
        store = HallStore(folder)
        self.logs: dict[str, EventLog] = {}
        for name in ("one", "two"):
            store.put(BoardConfig(id=name, source="nothing.mp4", running=False))
            (folder / "boards" / name).mkdir(parents=True)
            self.logs[name] = EventLog(folder / "boards" / name / "game.kifulog", name)
        self.hall = Hall(store)
        access = Access(store)
        access.make_secrets()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        config = uvicorn.Config(make_app(self.hall, access), log_level="error", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]})
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        for name in self.logs:
            self.tell(name, events.Board(t=0, size=19, corners=CORNERS))

    def tell(self, board: str, event: events.Event) -> None:
        self.logs[board].append(event)
        self.hall._followers[board].read()

    def move(self, board: str, n: int) -> None:
        point = chr(97 + n % 19) + chr(97 + n // 19 % 19)
        self.tell(board, events.Move(t=n, n=n, colour="B", point=point, captured=(), t_placed=n, confidence=1.0))

    def connect(self, path: str, cursor: str = "", buffer: int | None = None) -> socket.socket:
        link = socket.socket()
        if buffer is not None:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        link.settimeout(10)
        link.connect(("127.0.0.1", self.port))
        resume = f"Last-Event-ID: {cursor}\r\n" if cursor else ""
        link.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{resume}\r\n".encode())
        return link

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(15)
        self._socket.close()
        for log in self.logs.values():
            log.close()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    made = Live(tmp_path)
    yield made
    made.close()


def messages(link: socket.socket, count: int = 1) -> list[tuple[str, Any, str]]:
    """At least so many messages: name, content, cursor. What was cut off is no message."""
    found: list[tuple[str, Any, str]] = []
    read = b""
    while len(found) < count:
        piece = link.recv(65536)
        assert piece, "the connection ended"
        read += piece
        found = [parsed for block in read.split(b"\r\n\r\n")[1:-1] if (parsed := parse(block))]
    return found


def parse(block: bytes) -> tuple[str, Any, str] | None:
    # Sizes of HTTP's chunks stand on lines of their own.
    lines = dict(line.split(": ", 1) for line in block.decode().split("\r\n") if ": " in line)
    return (lines["event"], json.loads(lines["data"]), lines.get("id", "")) if "event" in lines else None


def test_over_a_thousand_reconnects_no_move_is_missed_and_none_comes_twice(live: Live) -> None:
    dice, cursor, seen, played = random.Random(2), "", [0], 0
    for _ in range(RECONNECTS):
        if dice.random() < 0.3 and played < 340:
            played += 1
            live.move("one", played)
            if dice.random() < 0.3:
                live.tell(
                    "one",
                    events.Alert(
                        t=1, id="x", points=(), colour=None, article="", severity="info", message="m", t_seen=1
                    ),
                )
        link = live.connect("/api/boards/one/events", cursor)
        if not cursor or seen[-1] < played:
            for name, content, at in messages(link):
                cursor = at or cursor
                if name in ("state", "change"):
                    seen += [content["count"]] if content.get("count", 0) != seen[-1] else []
        link.close()  # in the middle of whatever is being sent
    assert played > 250
    assert seen == list(range(seen[0], played + 1))
    assert seen[0] <= 1


def test_a_page_that_hears_nothing_gets_signs_of_life(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recorder.web.stream.BEAT", 0.05)
    link = live.connect("/api/events")
    names = [name for name, _, _ in messages(link, 8)]
    link.close()
    assert names[-3:] == ["beat"] * 3


def test_a_viewer_who_takes_nothing_is_dropped_and_catches_up(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recorder.web.stream.SLOW", 1.0)
    slow = live.connect("/api/boards/one/events", buffer=2048)
    quick = live.connect("/api/boards/one/events")
    (_, _, cursor), *_ = messages(quick)
    taken, ending = [0], threading.Event()

    def take() -> None:
        while not ending.is_set() and (piece := quick.recv(1 << 20)):
            taken[0] += len(piece)

    taker = threading.Thread(target=take)
    taker.start()
    for n in range(1, 60):
        live.tell("one", events.FactsKnown(t=n, facts=GameFacts(place=f"{n} " + "很长的话 " * 10_000)))
    end = time.monotonic() + 20
    while len(live.hall.hub._waiting) > 1 and time.monotonic() < end:
        time.sleep(0.02)  # until the server has lost its patience
    assert len(live.hall.hub._waiting) == 1
    live.move("one", 1)
    while taken[0] < 59 * 130_000 and time.monotonic() < end:
        time.sleep(0.02)
    assert taken[0] > 59 * 130_000  # the quick one got all of it
    ending.set()
    live.move("one", 2)
    taker.join()
    again = live.connect("/api/boards/one/events", cursor)
    told = messages(again, 61)
    for link in (again, quick, slow):
        link.close()
    assert [content["count"] for _, content, _ in told if "count" in content] == [1, 2]


def test_who_leaves_is_forgotten(live: Live) -> None:
    for _ in range(20):
        link = live.connect("/api/events")
        messages(link)
        link.close()
    end = time.monotonic() + 10
    while live.hall.hub._waiting and time.monotonic() < end:
        time.sleep(0.02)  # the server notices a connection that ended by itself
    assert not live.hall.hub._waiting
