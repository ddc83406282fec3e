"""Whatever is sent to the console, it answers: never with a fault of the program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from recorder import events
from recorder.hall.board import BoardConfig
from recorder.hall.hall import Hall
from recorder.hall.store import HallStore
from recorder.log import EventLog
from recorder.orders import ORDERS
from recorder.web.access import Access
from recorder.web.app import make_app

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


class Target:
    """The console, signed in as everybody, its faults answered and not raised."""

    def __init__(self, folder: Path) -> None:
        home = folder / "boards" / "table-1"
        home.mkdir(parents=True)
        with EventLog(home / "game.kifulog", "table-1") as log:
            log.append(events.Board(t=1, size=9, corners=CORNERS))
            log.append(events.Move(t=2, n=1, colour="B", point="ee", captured=(), t_placed=2, confidence=1.0))
        store = HallStore(folder)
        self.access = Access(store, tries=10**9)
        secrets = self.access.make_secrets()
        self.hall = Hall(store)
        self.app = make_app(self.hall, self.access)
        self.client = TestClient(
            self.app, base_url="http://127.0.0.1", raise_server_exceptions=False, follow_redirects=False
        )
        self.client.__enter__()
        self.put_back()
        for secret in secrets.values():
            mark = self.client.post("/sign-in", json={"secret": secret}).json()["csrf"]
        self.cookies = dict(self.client.cookies)
        self.mark = mark

    def put_back(self) -> None:
        if self.hall.board("table-1") is None:
            self.hall.put(BoardConfig(id="table-1", source="nothing.mp4", running=False))

    @property
    def paths(self) -> list[str]:
        found: list[str] = []
        for route in self.app.routes:
            if isinstance(route, Route):
                found.append(route.path)
            elif isinstance(route, Mount):
                found.append(route.path + "/{path}")
        return sorted(set(found))


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    made = Target(tmp_path_factory.mktemp("fuzz"))
    yield made
    made.client.__exit__(None, None, None)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
FIELDS = """
    order id by n colour point force alert ruling note to_move warnings stones result facts size corners side source
    name looped keeping running top rules handicap komi passes secret next csrf
"""
fields = st.sampled_from(FIELDS.split())
order_names = st.sampled_from([str(order.__struct_config__.tag) for order in ORDERS])
bodies = st.one_of(
    st.just(b""),
    st.binary(max_size=60),
    anything.map(lambda value: json.dumps(value).encode()),
    st.dictionaries(fields, anything, max_size=6).map(lambda value: json.dumps(value).encode()),
    st.tuples(order_names, st.dictionaries(fields, anything, max_size=5)).map(
        lambda pair: json.dumps(pair[1] | {"order": pair[0]}).encode()
    ),
    st.just(b"[" * 60_000),
    st.just(b'{"source": "x", "facts": {"date": "2026-99-99"}}'),
    st.just(b"secret=a&next=%2F%2Fevil&secret=b"),
)
kinds = st.sampled_from(
    [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "\x7f",
        "",
    ]
)
parts = st.one_of(
    st.just("table-1"),
    st.sampled_from(
        ["..", "../../etc/passwd", "%00", "' OR 1=1 --", "{{7*7}}", "-1", "0", "99999999999999999999", "昇"]
    ),
    st.text(min_size=1, max_size=12),
)


@settings(
    max_examples=400, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_the_console_answers_whatever_comes(target: Target, data: Any) -> None:
    path = data.draw(st.sampled_from(target.paths) | st.text(max_size=20).map(lambda text: "/" + text), "path")
    method = data.draw(st.sampled_from(METHODS), "method")
    if method == "GET" and path.endswith("/events") and "{" not in path:
        method = "HEAD"  # else it would go on for ever
    while "{" in path:
        before, _, rest = path.partition("{")
        path = before + quote(data.draw(parts, "part"), safe="") + rest.partition("}")[2]
    if method == "GET" and path.endswith("/events"):
        path = path.replace("table-1", "table-2")
    query = data.draw(
        st.dictionaries(st.sampled_from(["width", "after", "board", "next", "lang"]), st.text(max_size=10))
    )
    headers = {
        "X-CSRF-Token": data.draw(st.sampled_from([target.mark, "wrong"])),
        "Content-Type": data.draw(kinds),
        "Accept": data.draw(st.sampled_from(["text/html", "*/*", "application/json;q=x", ""])),
        "Accept-Language": data.draw(st.sampled_from(["zh-Hant;q=0.5, ja", "x" * 300, "*;q=,,", "en;q=9e999"])),
        "If-None-Match": data.draw(st.sampled_from(['"x"', "*", ",,,"])),
        "Last-Event-ID": data.draw(st.sampled_from(["1.1", "x" * 200, "%"])),
    }
    ask(target, method, quote(path, safe="/%"), query, headers, data.draw(bodies, "body"))


def ask(target: Target, method: str, path: str, query: dict[str, str], headers: dict[str, str], body: bytes) -> None:
    target.client.cookies.update(target.cookies)  # a fuzzed sign-out must not end the test
    answer = target.client.request(
        method, path or "/", params=query, headers={k: v for k, v in headers.items() if v.isprintable()}, content=body
    )
    target.put_back()
    assert answer.status_code < 500 or answer.status_code == 503, (method, path, body, answer.text)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/static/../app.py", "/static/..%2f..%2fapp.py", "/static/%2e%2e/app.py"]
)
def test_no_file_comes_from_outside_the_folder_of_pages(target: Target, path: str) -> None:
    answer = target.client.get(path)
    assert answer.status_code == 404
    assert "def make_app" not in answer.text


@pytest.mark.parametrize("board", ["..", "..%2f..", "table-1%00", "TABLE-1", "table-1/", "a" * 41])
def test_no_board_is_found_by_a_name_that_is_none(target: Target, board: str) -> None:
    assert target.client.get(f"/api/boards/{board}").status_code in (404, 307)


@pytest.mark.parametrize(
    "fields",
    [
        {"source": ""},
        {"source": "x" * 2000},
        {"source": "0", "id": "../x"},
        {"source": "0", "size": 4},
        {"source": "0", "corners": [[0, 0]] * 4},
        {"source": "0", "size": 9, "corners": [[0, 0]] * 4},
        {"source": "0", "size": 9, "corners": [[0, 0], [9, 0], [4, 0], [0, 9]]},
        {"source": "0", "unknown": 1},
        {"source": "0", "rules": "no such"},
        {"source": "0", "facts": {"date": "yesterday"}},
        {"source": "0", "keeping": {"days": -1}},
    ],
)
def test_a_board_that_makes_no_sense_is_refused_with_a_reason(target: Target, fields: dict[str, object]) -> None:
    target.client.cookies.update(target.cookies)
    answer = target.client.post("/api/boards", json=fields, headers={"X-CSRF-Token": target.mark})
    assert answer.status_code == 422
    assert len(answer.json()["error"]) > 10
