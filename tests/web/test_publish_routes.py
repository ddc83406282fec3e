"""Pictures, diagrams and reports from the console."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient

from recorder import events
from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.hall import Hall
from recorder.hall.store import HallStore
from recorder.log import EventLog
from recorder.web import publish_routes
from recorder.web.access import Access, Role
from recorder.web.app import make_app

CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


class Site:
    """A console with two boards of different rounds and one that saw nothing yet."""

    def __init__(self, client: TestClient, secrets: dict[Role, str], folder: Path) -> None:
        self.client, self.secrets, self.folder = client, secrets, folder
        self.marks: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=headers)

    def sign_in(self, role: Role) -> None:
        done = self.client.post("/sign-in", json={"secret": self.secrets[role]})
        self.marks["X-CSRF-Token"] = done.json()["csrf"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    store = HallStore(tmp_path)
    for table, round_name in ((1, "1"), (2, "2"), (3, "")):
        store.put(BoardConfig(id=f"table-{table}", source="0", running=False, facts=GameFacts(round=round_name)))
        if not round_name:
            continue
        folder = tmp_path / "boards" / f"table-{table}"
        folder.mkdir(parents=True)
        with EventLog(folder / "game.kifulog", folder.name, GameFacts(black="柯洁", round=round_name)) as log:
            log.append(events.Board(t=0, size=9, corners=CORNERS))
            for n, point in enumerate(("cc", "gg", "ee"), 1):
                colour: events.Player = "B" if n % 2 else "W"
                log.append(events.Move(t=n, n=n, colour=colour, point=point, captured=(), t_placed=n, confidence=1))
            log.append(
                events.Alert(
                    t=4,
                    id="double_move",
                    points=("ee",),
                    colour="B",
                    article="17.2",
                    severity="critical",
                    message="secret",
                    t_seen=3,
                )
            )
    access = Access(store)
    secrets = access.make_secrets()
    with TestClient(make_app(Hall(store), access), base_url="http://127.0.0.1:8361", follow_redirects=False) as client:
        yield Site(client, secrets, tmp_path)


def test_a_link_to_a_game_has_a_picture_that_is_asked_for_again_only_when_it_changed(site: Site) -> None:
    page = site.get("/boards/table-1").text
    assert 'content="http://127.0.0.1:8361/boards/table-1/preview.png"' in page
    first = site.get("/boards/table-1/preview.png")
    assert first.headers["Content-Type"] == "image/png"
    picture = cv2.imdecode(np.frombuffer(first.content, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (630, 1200, 3)
    assert site.get("/boards/table-1/preview.png", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert site.get("/boards/table-3/preview.png").status_code == 404


def test_a_diagram_comes_in_every_form_and_of_any_range(site: Site) -> None:
    svg = ET.fromstring(site.get("/boards/table-1/diagram.svg?moves=2-3&language=zh_hans").content)
    said = {element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")}
    assert {"2", "3", "第 2–3 手", "柯洁"} <= said
    numbers = [e.text for e in svg.iter("{http://www.w3.org/2000/svg}text") if "number" in e.get("class", "")]
    assert sorted(filter(None, numbers)) == ["2", "3"]
    assert site.get("/boards/table-1/diagram.png").content.startswith(b"\x89PNG")
    assert site.get("/boards/table-1/diagram.pdf").content.startswith(b"%PDF-")
    assert site.get("/boards/table-1/diagram.gif").status_code == 404
    for wrong in ("9-12", "x", "0", "1-y"):
        assert site.get(f"/boards/table-1/diagram.svg?moves={wrong}").status_code == 422
    assert site.get("/boards/table-3/diagram.svg").status_code == 404
    assert site.get("/boards/nowhere/diagram.svg").status_code == 404


def test_reports_are_for_the_referee_alone(site: Site) -> None:
    for path in ("/referee/table-1/report.pdf", "/referee/report.pdf"):
        assert site.get(path).status_code == 401
    site.sign_in("operator")
    assert site.get("/referee/table-1/report.pdf").status_code == 403
    site.sign_in("referee")
    one, both = site.get("/referee/table-1/report.pdf"), site.get("/referee/report.pdf?language=zh_hant")
    assert one.content.startswith(b"%PDF-")
    assert both.content.startswith(b"%PDF-")
    assert "no-store" in one.headers["Cache-Control"]
    assert site.get("/referee/report.pdf?round=2&summary=1").status_code == 200
    assert site.get("/referee/report.pdf?round=7").status_code == 404
    assert site.get("/referee/table-3/report.pdf").status_code == 404


def test_a_rounds_delay_is_set_at_its_boards_alone(site: Site) -> None:
    put = site.client.put
    assert put("/api/delay", json={"seconds": 900}).status_code == 401
    site.sign_in("operator")
    assert put("/api/delay", json={"seconds": 9000}, headers=site.marks).status_code == 422
    done = put("/api/delay", json={"seconds": 900, "round": "2"}, headers=site.marks)
    assert done.json() == {"boards": ["table-2"]}
    assert len(site.get("/api/boards/table-1").json()["moves"]) == 3
    # This log keeps no time of day: what came before the delay began counts from now.
    assert site.get("/api/boards/table-2").json()["moves"] == []
    assert site.get("/boards/table-2/preview.png").status_code == 404
    assert site.get("/boards/table-2/diagram.svg").status_code == 404
    done = put("/api/delay", json={"seconds": 0}, headers=site.marks)
    assert done.json() == {"boards": ["table-1", "table-2", "table-3"]}
    assert len(site.get("/api/boards/table-2").json()["moves"]) == 3


def test_many_who_ask_for_pictures_at_once_hold_up_nobody_else(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some are made, the others told to come again, and a record is there meanwhile."""
    monkeypatch.setattr(publish_routes, "QUEUE", 3)
    paths = [f"/boards/table-1/diagram.png?moves=1-{1 + n % 3}" for n in range(12)]
    with ThreadPoolExecutor(len(paths)) as crowd:
        asked = [crowd.submit(site.get, path) for path in paths]
        assert site.get("/boards/table-1/game.sgf").status_code == 200
        answers = [future.result() for future in asked]
    codes = [answer.status_code for answer in answers]
    assert set(codes) == {200, 503}
    assert codes.count(200) >= 3
    assert all(answer.headers["Retry-After"] == "5" for answer in answers if answer.status_code == 503)
    assert site.get("/boards/table-1/diagram.png").status_code == 200
