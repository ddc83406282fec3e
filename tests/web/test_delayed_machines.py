"""The public's delay on a hub: a board of another machine, a real broker, the console as a process."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
from sgfmill import sgf

from recorder import events
from recorder.broker.address import BrokerAddress
from recorder.broker.station import Station
from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore
from recorder.log import EventLog

if TYPE_CHECKING:
    from tests.conftest import Broker

    Until = Callable[[str, Callable[[], bool]], None]

CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
BOARD = "hall-a-table-1"
DELAY = 5.0


def move(n: int, t: float) -> events.Move:
    colour: events.Player = "B" if n % 2 else "W"
    return events.Move(t=t, n=n, colour=colour, point="abcdefghi"[n] * 2, captured=(), t_placed=t, confidence=1.0)


def moves_in(content: bytes) -> int:
    return len([n for n in sgf.Sgf_game.from_bytes(content).get_main_sequence() if n.get_move()[0]])


def told_at(client: httpx2.Client, path: str, moves: int) -> float:
    """When a stream of events has told of so many moves: wall time."""
    count = 0
    with client.stream("GET", path) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: ") and "count" in (told := json.loads(line.removeprefix("data: "))):
                count = told["count"]
            if count >= moves:
                return time.time()
    raise AssertionError(f"{path} ended after {count} moves")


def test_a_hub_shows_the_public_a_move_after_the_delay_and_the_referee_at_once(
    broker: Broker, serve: Any, tmp_path: Path, until: Until
) -> None:
    broker.start()
    began = time.time() - 1000
    store = HallStore(tmp_path / "far")
    store.put(BoardConfig(id="table-1", source="0", running=False))
    station = Station(store, BrokerAddress.parse(broker.url), "hall-a", print)
    station.start()
    log = EventLog(station.log_path("table-1"), "table-1")
    try:
        log.add_sitting(began, 0.0, "0")
        log.append(events.Board(t=0, size=9, corners=CORNERS))
        log.extend([move(1, 10), move(2, 60)])
        station.agent.grown("table-1")
        with serve(tmp_path / "hub", "--broker", broker.url) as served, ThreadPoolExecutor(3) as viewers:
            public, operator, referee = served.client(), served.client("operator"), served.client("referee")

            def shown() -> tuple[int, int, int]:
                """Moves in what anybody may ask for: the list of boards, the board, its record."""
                boards = public.get("/api/boards").json()["boards"]
                record = public.get(f"/boards/{BOARD}/game.sgf")
                return (
                    boards[0]["count"] if boards else 0,
                    len(public.get(f"/api/boards/{BOARD}").json().get("moves", ())),
                    moves_in(record.content) if record.status_code == 200 else 0,
                )

            until("the game is there", lambda: shown() == (2, 2, 2))
            # The operator says so at the hub, the machine keeps it, and every hub learns it from there.
            for delay, seen in ((3600, 0), (DELAY, 2)):
                assert operator.patch(f"/api/boards/{BOARD}", json={"delay": delay}).status_code == 200
                until(f"a delay of {delay:g} s holds", lambda seen=seen: shown() == (seen, seen, seen))  # type: ignore[misc]
            kept = station.board("table-1")
            assert kept is not None
            assert kept.delay == DELAY

            inside = viewers.submit(told_at, referee, f"/api/referee/events?board={BOARD}", 3)
            outside = [
                viewers.submit(told_at, served.client(), path, 3)
                for path in ("/api/events", f"/api/boards/{BOARD}/events")
            ]
            played = time.time()
            log.append(move(3, played - began))
            station.agent.grown("table-1")
            assert inside.result(40) < played + DELAY, "the referee sees it at once"
            held_back = shown()
            assert time.time() < played + DELAY, "looked too late to tell anything"
            assert held_back == (2, 2, 2)
            for viewer in outside:
                assert viewer.result(40) >= played + DELAY
            assert shown() == (3, 3, 3)
    finally:
        station.close()
        log.close()
