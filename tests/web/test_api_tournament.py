"""`kifuwatch tournament boards --console`: a round's pairings reach the boards of a running console."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from recorder import events
from recorder.cli import app
from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore
from recorder.log import EventLog

FILM = Path(__file__).parents[2] / "recorder" / "hall" / "films" / "irregular.mp4"
CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


def test_a_round_reaches_the_boards_of_a_running_console(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = HallStore(tmp_path)
    for number in (1, 2, 3):
        store.put(BoardConfig(id=f"table-{number}", source=str(FILM), running=False))
    store.close()
    (tmp_path / "boards" / "table-2").mkdir(parents=True)
    with EventLog(tmp_path / "boards" / "table-2" / "game.kifulog", "table-2") as log:
        log.append(events.Board(t=0, size=9, corners=CORNERS))
        log.append(events.Move(t=2, n=1, colour="B", point="ee", captured=(), t_placed=1, confidence=1))
    cup = tmp_path / "cup.csv"
    cup.write_text(
        "round,table,black,white,handicap\n1,1,柯洁,변상일,\n1,2,Anna,Bo,\n1,3,Cho,Dan,3\n1,4,E,F,\n", "utf-8"
    )

    def run(*more: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(app, ["tournament", "boards", str(cup), "--round", "1", *more])
        return done.exit_code, done.stdout, done.stderr

    with serve(tmp_path) as served:
        monkeypatch.setenv("KIFUWATCH_SECRET", served.secrets["operator"])
        status, out, err = run("--console", served.address)
        assert status == 1, err
        assert "no board stands at table 4" in err
        assert "table 2: left alone: a game of 1 moves is going on; --next ends it" in err
        assert out.count('"done":"told') == 2
        operator = served.client("operator")
        settings = operator.get("/api/boards/table-3/settings").json()
        assert (settings["facts"]["black"], settings["handicap"], settings["facts"]["round"]) == ("Cho", 3, "1")
        assert operator.get("/api/boards/table-1/settings").json()["facts"]["white"] == "변상일"
        assert "black" not in operator.get("/api/boards/table-2/settings").json()["facts"]
        monkeypatch.setenv("KIFUWATCH_SECRET", served.secrets["referee"])
        status, _, err = run("--console", served.address)
        assert (status, "does not take this secret as the operator's" in err) == (2, True)
    status, _, err = run("--console", served.address)
    assert (status, "cannot be reached" in err) == (2, True)
