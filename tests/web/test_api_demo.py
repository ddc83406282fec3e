"""`kifuwatch serve --demo`, from the first start to a ruling and over a restart, as programs see it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import httpx2
import numpy as np
from sgfmill import sgf

PATIENCE = 60.0


def listen(client: httpx2.Client, path: str) -> Generator[tuple[str, dict[str, Any], str], None, None]:
    """Server-sent events: name, content, cursor."""
    with client.stream("GET", path, timeout=PATIENCE) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        name = data = cursor = ""
        for line in answer.iter_lines():
            key, _, value = line.partition(": ")
            match key:
                case "event":
                    name = value
                case "data":
                    data = value
                case "id":
                    cursor = value
                case "" if data:
                    yield name, json.loads(data), cursor
                    name = data = ""


def wait_for(client: httpx2.Client, path: str, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first message with that content."""
    end = time.monotonic() + PATIENCE
    with closing(listen(client, path)) as messages:
        for _name, content, _cursor in messages:
            if wanted(content):
                return content
            assert time.monotonic() < end
    raise AssertionError("the stream ended")


def pixels(content: bytes) -> np.ndarray:
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image)


def test_a_newcomer_sees_an_alert_rules_on_it_and_downloads_the_record(serve: Any, tmp_path: Path) -> None:
    with serve(tmp_path, "--demo") as served:
        public, referee, operator = served.client(), served.client("referee"), served.client("operator")
        assert [b["board"] for b in public.get("/api/boards").json()["boards"]] == ["irregular", "game"]

        told = wait_for(referee, "/api/referee/events", lambda c: bool(c.get("alerts")))
        alert = told["alerts"][0]
        assert (told["board"], alert["id"], alert["state"]) == ("irregular", "double_move", "open")
        assert alert["options"]

        picture = operator.get("/api/boards/irregular/picture.jpg")
        assert pixels(picture.content).shape == (480, 640, 3)
        view = operator.get("/api/boards/irregular/view").json()
        assert (view["size"], view["picture"], view["source"]) == (9, [640, 480], "live")
        assert len(view["corners"]) == 4

        ruling = {"order": "rule", "alert": alert["seq"], "ruling": "record_pass", "id": "r1", "note": "比赛"}
        done = referee.post("/api/boards/irregular/orders", json=ruling)
        assert done.status_code == 200, done.text
        assert "ruling" in [e["kind"] for e in done.json()["events"]]
        state = referee.get("/api/referee/boards/irregular").json()
        assert (state["alerts"][0]["state"], state["alerts"][0]["ruling"]) == ("ruled", "record_pass")
        again = referee.post("/api/boards/irregular/orders", json=ruling)
        assert (again.status_code, again.json()) == (200, {"events": []})

        for moment in ("before", "during", "after"):
            path = f"/api/boards/irregular/evidence/{alert['seq']}/{moment}.jpg"
            image = wait_picture(referee, path)
            assert (image[[0, 0, -1, -1], [0, -1, 0, -1]] < 30).all()  # what is not the board is black
        assert b"double_move" not in public.get("/boards/irregular/game.sgf").content
        content = referee.get("/api/boards/irregular/record.sgf").content
        record = sgf.Sgf_game.from_bytes(content)
        assert record.get_size() == 9
        assert b"record_pass" in content
        count = public.get("/api/boards/irregular").json()["count"]
        assert count >= 9

    with serve(tmp_path, secrets=served.secrets) as served:
        public, referee = served.client(), served.client("referee")
        state = referee.get("/api/referee/boards/irregular").json()
        assert state["alerts"][0]["ruling"] == "record_pass"
        game = public.get("/api/boards/irregular").json()
        assert (game["game"], game["count"] >= count) == (told["game"], True)
        # The film goes on where it was, in the same game.
        wait_for(public, "/api/boards/irregular/events", lambda c: c.get("count", 0) > count)
        assert public.get("/api/boards/irregular").json()["game"] == told["game"]


def wait_picture(client: httpx2.Client, path: str) -> np.ndarray:
    """A picture that is written a moment after its event."""
    end = time.monotonic() + 10
    while (answer := client.get(path)).status_code == 404 and time.monotonic() < end:
        time.sleep(0.2)  # nothing tells when a file is there
    assert answer.status_code == 200
    return pixels(answer.content)
