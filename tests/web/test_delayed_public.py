"""The public's delay at the console: nothing early anywhere, the referee at once, the same after a restart."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sgfmill import sgf
from starlette.testclient import TestClient

from recorder import events
from recorder.hall.board import BoardConfig
from recorder.hall.follower import Follower
from recorder.hall.hall import Hall
from recorder.hall.hub import Hub
from recorder.hall.store import HallStore
from recorder.log import EventLog
from recorder.web.access import Access, Role
from recorder.web.app import make_app

CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


def move(n: int, t: float) -> events.Move:
    colour: events.Player = "B" if n % 2 else "W"
    return events.Move(t=t, n=n, colour=colour, point="abcdefghi"[n] * 2, captured=(), t_placed=t, confidence=1.0)


def record(path: Path, began: float, times: list[float]) -> None:
    """A log whose recording began at a wall time, with a move at each of these seconds."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with EventLog(path, "table-1") as log:
        log.add_sitting(began, 0.0, "0")
        log.append(events.Board(t=0, size=9, corners=CORNERS))
        log.extend(move(n, t) for n, t in enumerate(times, 1))


def count(hub: Hub, audience: str) -> int:
    state = hub.state("public" if audience == "public" else "referee", "table-1")
    return len(state.moves) if state else 0


def test_the_public_sees_each_move_to_the_second_and_the_referee_at_once(tmp_path: Path) -> None:
    began = 1_700_000_000.0
    path = tmp_path / "game.kifulog"
    record(path, began, [10, 20, 30])
    clock = [began]
    hub = Hub()
    follower = Follower("table-1", path, hub, 900, lambda: clock[0])
    seen: dict[float, int] = {}
    for later in (31, 909.9, 910, 919.9, 920, 930):
        clock[0] = began + later
        follower.read()
        seen[later] = count(hub, "public")
        assert count(hub, "referee") == 3
    follower.close()
    assert seen == {31: 0, 909.9: 0, 910: 1, 919.9: 1, 920: 2, 930: 3}
    # Started anew it shows what it showed.
    for later, moves in ((915, 1), (925, 2)):
        clock[0] = began + later
        again = Hub()
        follower = Follower("table-1", path, again, 900, lambda: clock[0])
        follower.read()
        assert count(again, "public") == moves
        follower.close()


def test_held_back_moves_come_by_themselves(tmp_path: Path) -> None:
    path = tmp_path / "game.kifulog"
    began = time.time()
    record(path, began, [0.2, 0.6])
    hub = Hub()
    follower = Follower("table-1", path, hub, 1.0)

    async def arrivals() -> list[float]:
        found: list[float] = []
        async for told in hub.follow("public", "table-1"):
            for message in told:
                found += [time.time() - began] if message.event == "change" and b'"moves"' in message.data else []
            if len(found) == 2:
                break
        return found

    follower.read()
    first, second = asyncio.run(asyncio.wait_for(arrivals(), 20))
    follower.close()
    # Never early; how late depends on how busy the machine is.
    assert 1.2 <= first < 2.5
    assert 1.6 <= second < 2.9


@pytest.fixture
def client(tmp_path: Path) -> Iterator[tuple[TestClient, dict[Role, str]]]:
    record(tmp_path / "boards" / "table-1" / "game.kifulog", time.time() - 1000, [10, 60, 990])
    store = HallStore(tmp_path)
    store.put(BoardConfig(id="table-1", source="0", running=False, delay=900))
    access = Access(store)
    secrets = access.make_secrets()
    with TestClient(make_app(Hall(store), access), base_url="http://127.0.0.1:8361", follow_redirects=False) as made:
        yield made, secrets


def test_no_way_round_the_delay_leads_through_the_console(client: tuple[TestClient, dict[Role, str]]) -> None:
    web, secrets = client

    def moves_in(content: bytes) -> int:
        return len([n for n in sgf.Sgf_game.from_bytes(content).get_main_sequence() if n.get_move()[0]])

    assert len(web.get("/api/boards/table-1").json()["moves"]) == 2
    assert web.get("/api/boards").json()["boards"][0]["count"] == 2
    early = web.get("/boards/table-1/game.sgf")
    assert moves_in(early.content) == 2
    assert web.get("/boards/table-1/game.sgf", headers={"If-None-Match": early.headers["ETag"]}).status_code == 304
    done = web.post("/sign-in", json={"secret": secrets["operator"]})
    marks = {"X-CSRF-Token": done.json()["csrf"]}
    assert web.patch("/api/boards/table-1", json={"delay": 4000}, headers=marks).status_code == 422
    assert web.patch("/api/boards/table-1", json={"delay": 0}, headers=marks).status_code == 200
    assert len(web.get("/api/boards/table-1").json()["moves"]) == 3
    assert moves_in(web.get("/boards/table-1/game.sgf").content) == 3
    assert web.patch("/api/boards/table-1", json={"delay": 3600}, headers=marks).status_code == 200
    assert web.get("/api/boards/table-1").json()["moves"] == []
    assert web.get("/boards/table-1/game.sgf").status_code == 404
