"""Boards of another machine on a hub's pages: `kifuwatch agent` and `kifuwatch serve --broker`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from recorder import events
from recorder.cli import app
from recorder.hall.board import BoardConfig
from recorder.hall.evidence import MOMENTS, picture_path
from recorder.hall.store import HallStore
from recorder.log import EventLog

if TYPE_CHECKING:
    from tests.conftest import Broker

    Until = Callable[[str, Callable[[], bool]], None]

ROOT = Path(__file__).parents[2]
FILM = ROOT / "recorder" / "hall" / "films" / "irregular.mp4"
CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


def a_game_with_an_alert(data: Path) -> None:
    """A board that is not watched now, with a game, an alert and its pictures."""
    store = HallStore(data)
    store.put(BoardConfig(id="table-10", name="第十桌", source="rtsp://me:hush@camera/1", running=False))
    store.close()
    folder = data / "boards" / "table-10"
    folder.mkdir()
    with EventLog(folder / "game.kifulog", "table-10") as log:
        log.append(events.Board(t=0, size=9, corners=CORNERS))
        log.append(events.Move(t=2, n=1, colour="B", point="ee", captured=(), t_placed=1, confidence=1))
        alert = events.Alert(
            t=3, id="double_move", points=("cc",), colour="B", article="17", severity="critical", message="", t_seen=2
        )
        number = log.append(alert).seq
    for moment in MOMENTS:
        path = picture_path(folder, number, moment)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(f"{moment} of {number}".encode())


def test_a_machines_boards_are_watched_and_told_what_to_do_from_a_hub(
    broker: Broker, serve: Any, tmp_path: Path, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.start()
    far, hub = tmp_path / "far", tmp_path / "hub"
    a_game_with_an_alert(far)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "KIFUWATCH_BROKER": broker.url}
    command = [sys.executable, "-m", "recorder.cli", "agent", "--name", "hall-a", "--data", str(far)]
    agent = subprocess.Popen([*command, "--board", f"Table 2={FILM}"], stderr=subprocess.DEVNULL, env=environment)
    try:
        with serve(hub, "--broker", broker.url) as served:
            public, operator, referee = served.client(), served.client("operator"), served.client("referee")

            def boards() -> dict[str, dict[str, Any]]:
                return {b["board"]: b for b in public.get("/api/boards").json()["boards"]}

            until("both boards are there", lambda: list(boards()) == ["hall-a-table-2", "hall-a-table-10"])
            assert boards()["hall-a-table-10"]["name"] == "第十桌"
            own = operator.post("/api/boards", json={"name": "第十桌", "source": "/dev/none", "running": False}).json()[
                "id"
            ]
            assert [boards()[b]["name"] for b in (own, "hall-a-table-10")] == ["第十桌", "第十桌 (hall-a)"]
            assert operator.delete(f"/api/boards/{own}").status_code == 204
            until("the game of the other is there", lambda: boards()["hall-a-table-10"]["count"] == 1)
            assert b";B[ee]" in public.get("/boards/hall-a-table-10/game.sgf").content
            settings = operator.get("/api/boards/hall-a-table-10/settings").json()
            assert settings["source"] == "hall-a: rtsp://camera/1", "no password leaves the machine"

            until("a board is seen", lambda: boards()["hall-a-table-2"]["size"] == 9)
            path = "/api/boards/hall-a-table-2"
            turn = {"order": "set_turn", "to_move": "W", "id": "1"}
            answers: list[Any] = []

            def is_read() -> bool:
                answers.append(operator.post(f"{path}/orders", json=turn))
                return "not_read" not in answers[-1].text

            until("the board is read", is_read)
            done = answers[-1]
            assert done.status_code == 200, done.text
            assert [e["kind"] for e in done.json()["events"]] == ["order", "turn"]
            chinese = {"Accept-Language": "zh-CN"}
            done = operator.post(f"{path}/orders", json={"order": "delete_move", "n": 99}, headers=chinese)
            assert (done.status_code, done.json()["code"]) == (409, "no_such_move")
            assert done.json()["said"].startswith("没有第99手：记录共")
            assert operator.get(f"{path}/picture.jpg").content.startswith(b"\xff\xd8")
            assert operator.get(f"{path}/view").json()["size"] == 9
            cup = tmp_path / "cup.csv"
            cup.write_text("round,table,black,white\n1,2,柯洁,변상일\n", "utf-8")
            monkeypatch.setenv("KIFUWATCH_SECRET", served.secrets["operator"])
            pairing = ["tournament", "boards", str(cup), "--round", "1", "--console", served.address, "--next"]
            assert CliRunner().invoke(app, pairing).exit_code == 0
            until("the names are told", lambda: boards()["hall-a-table-2"]["facts"].get("white") == "변상일")

            done = operator.patch("/api/boards/hall-a-table-10", json={"name": "Tisch X", "delay": 60})
            assert done.status_code == 200
            assert boards()["hall-a-table-10"]["name"] == "Tisch X"
            assert operator.get("/api/boards/hall-a-table-10/settings").json()["delay"] == 60
            assert public.get("/boards/hall-a-table-10/game.sgf").status_code == 404, "the delay holds on the hub too"
            made = operator.post("/api/boards", json={"name": "Table 3", "source": "hall-a: /dev/none"})
            assert (made.status_code, made.json()["id"]) == (201, "hall-a-table-3")
            assert operator.delete("/api/boards/hall-a-table-3").status_code == 204
            until("it is gone again", lambda: list(boards()) == ["hall-a-table-2", "hall-a-table-10"])

            evidence = "/api/boards/hall-a-table-10/evidence/3"
            until("pictures are fetched", lambda: referee.get(f"{evidence}/after.jpg").status_code == 200)
            assert referee.get(f"{evidence}/before.jpg").content == b"before of 3"

            agent.send_signal(signal.SIGTERM)
            assert agent.wait(30) == 0
            until("the machine is gone", lambda: boards()["hall-a-table-2"]["source"] == "lost")
            done = operator.post(f"{path}/orders", json={"order": "pause"})
            assert (done.status_code, done.json()["code"]) == (503, "not_running")
            kept = operator.get("/api/boards/hall-a-table-10/record.sgf")
            assert (kept.status_code, b";B[ee]" in kept.content) == (200, True), "what was gathered stays"
    finally:
        agent.kill()
        agent.wait()


def test_what_cannot_be_used_is_told_at_once() -> None:
    def said(*words: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "recorder.cli", *words]
        done = subprocess.run(
            command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False
        )
        return done.returncode, done.stderr

    status, told = said("agent", "--broker", "http://me:secret@broker")
    assert (status, "mqtt://HOST:PORT" in told, "secret" in told) == (2, True, False)
    status, told = said("serve", "--broker", "mqtts://broker", "--broker-ca", "gone.pem")
    assert (status, "no file gone.pem" in told) == (2, True)
