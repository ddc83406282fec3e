"""Who may do what at the console."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recorder.hall.store import HallStore
from recorder.web.access import IDLE, LIFE, TRIES, WINDOW, Access, TooManyTries, fits, hash_secret

FORBIDDEN_TO_VIEWERS = [
    ("GET", "/api/cameras"),
    ("GET", "/api/cameras/0/preview.jpg"),
    ("POST", "/api/boards"),
    ("GET", "/api/boards/table-1/settings"),
    ("PATCH", "/api/boards/table-1"),
    ("DELETE", "/api/boards/table-1"),
    ("POST", "/api/boards/table-1/orders"),
    ("GET", "/api/boards/table-1/picture.jpg"),
    ("GET", "/api/boards/table-1/view"),
    ("GET", "/api/operator/events"),
    ("GET", "/api/operator/boards/table-1"),
    ("GET", "/api/boards/table-1/record.sgf"),
    ("GET", "/api/alerts"),
    ("GET", "/api/referee/boards/table-1"),
    ("GET", "/api/referee/events"),
    ("GET", "/api/boards/table-1/evidence/4/before.jpg"),
]
ALERT = ("double_move", "Black played twice", "critical")


@pytest.mark.parametrize(("method", "path"), FORBIDDEN_TO_VIEWERS)
def test_a_viewer_only_reads(console: Any, method: str, path: str) -> None:
    assert console.client.request(method, path, json={}).status_code == 401
    assert console.hall.board("table-1") is not None


def test_what_everybody_may_read_holds_no_alert_no_address_and_no_password(console: Any) -> None:
    for path in ("/api/boards", "/api/boards/table-1", "/boards/table-1/game.sgf", "/api/session", "/health"):
        answer = console.get(path)
        assert answer.status_code == 200
        for word in (*ALERT, "hush", "192.0.2.7"):
            assert word not in answer.text
    assert ";B[ee]" in console.get("/boards/table-1/game.sgf").text.replace("\n", "").replace("KWT[2.5]", "")


def test_the_operator_gets_no_alerts_and_may_not_rule(console: Any) -> None:
    console.sign_in("operator")
    for path in ("/api/operator/boards/table-1", "/api/boards/table-1/record.sgf"):
        answer = console.get(path)
        assert answer.status_code == 200
        assert not any(word in answer.text for word in ALERT)
    for path in ("/api/alerts", "/api/referee/boards/table-1", "/api/boards/table-1/evidence/4/before.jpg"):
        assert console.get(path).status_code == 403
    order = {"order": "rule", "alert": 4, "ruling": "stands"}
    assert console.send("POST", "/api/boards/table-1/orders", order).status_code == 403
    order = {"order": "declare_pass"}
    assert console.send("POST", "/api/boards/table-1/orders", order).status_code == 503  # not running


def test_the_referee_gets_the_alerts_and_may_not_set_up_boards(console: Any) -> None:
    console.sign_in("referee")
    (alert,) = console.get("/api/alerts").json()["alerts"]
    assert (alert["id"], alert["board"], alert["name"], alert["answered"]) == ("double_move", "table-1", "第一桌", True)
    assert "double_move" in console.get("/api/boards/table-1/record.sgf").text
    assert console.send("DELETE", "/api/boards/table-1").status_code == 403
    assert console.get("/api/cameras").status_code == 403


def test_one_browser_may_be_both_and_signs_out_of_both(console: Any) -> None:
    console.sign_in("operator")
    console.sign_in("referee")
    assert console.get("/api/session").json()["roles"] == ["operator", "referee"]
    cookie = console.client.cookies["kifuwatch"]
    assert console.send("POST", "/sign-out").status_code == 303
    assert console.get("/api/alerts", headers={"Cookie": f"kifuwatch={cookie}"}).status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1.evil.example:8361"},
        {"Origin": "http://[::1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"X-CSRF-Token": ""},
        {"X-CSRF-Token": "wrong"},
    ],
)
def test_requests_that_other_sites_make_a_browser_send_change_nothing(console: Any, headers: dict[str, str]) -> None:
    console.sign_in("operator")
    answer = console.client.request("DELETE", "/api/boards/table-1", headers=console.marks | headers)
    assert answer.status_code == 403
    assert console.hall.board("table-1") is not None


def test_our_own_pages_may_change_things(console: Any) -> None:
    console.sign_in("operator")
    own = {"Origin": "http://127.0.0.1:8361", "Sec-Fetch-Site": "same-origin"}
    assert console.client.request("DELETE", "/api/boards/table-1", headers=console.marks | own).status_code == 204
    assert console.hall.board("table-1") is None


def test_a_name_that_is_not_ours_is_not_answered(console: Any) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "[", ""):
        assert console.get("/api/boards", headers={"Host": host}).status_code == 400
    for host in ("localhost:8361", "127.0.0.1", "[::1]:8361"):
        assert console.get("/api/boards", headers={"Host": host}).status_code == 200


def test_every_answer_bears_strict_headers(console: Any) -> None:
    answers = [
        console.get("/api/boards"),
        console.get("/nothing"),
        console.get("/api/alerts"),
        console.client.post("/sign-in", json={"secret": "no"}),
        console.client.post("/sign-in", content=b"x" * 300_000),
        console.get("/api/boards", headers={"Host": "evil.example"}),
    ]
    assert [a.status_code for a in answers] == [200, 404, 401, 401, 413, 400]
    for answer in answers:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["X-Frame-Options"] == "DENY"
    overlay = console.get("/overlay/none").headers
    assert "frame-ancestors *" in overlay["Content-Security-Policy"]
    assert "X-Frame-Options" not in overlay


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(console: Any) -> None:
    cookie = console.client.post("/sign-in", data={"secret": console.secrets["operator"]}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


@pytest.mark.parametrize(
    "onward", ["//evil.example/x", "https://evil.example", "/\\evil.example", "javascript:1", "/a\r\nb"]
)
def test_signing_in_leads_to_no_other_site(console: Any, onward: str) -> None:
    done = console.client.post("/sign-in", data={"secret": console.secrets["operator"], "next": onward})
    assert (done.status_code, done.headers["Location"]) == (303, "/operator")
    done = console.client.post("/sign-in", data={"secret": console.secrets["referee"], "next": "/referee/table-1/4"})
    assert done.headers["Location"] == "/referee/table-1/4"


def test_wrong_secrets_are_counted(console: Any) -> None:
    for _ in range(TRIES):
        assert console.client.post("/sign-in", data={"secret": "guess"}).status_code == 401
    refused = console.client.post("/sign-in", data={"secret": console.secrets["operator"]})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= WINDOW


def test_a_request_that_grows_while_it_is_sent_is_cut(console: Any) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(600):
            yield b"x" * 1024

    answer = console.client.post("/sign-in", content=endless(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_secrets_and_tokens_are_not_on_the_disk(console: Any, tmp_path: Path) -> None:
    console.sign_in("operator")
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("hall.sqlite*"))
    for secret in (*console.secrets.values(), console.client.cookies["kifuwatch"]):
        assert secret.encode() not in kept
    assert (tmp_path / "hall.sqlite").stat().st_mode & 0o077 == 0


def test_a_hash_fits_its_secret_alone_and_differs_each_time() -> None:
    kept = hash_secret("open sesame")
    assert fits("open sesame", kept)
    assert not fits("open sesamE", kept)
    assert not fits("", kept)
    assert kept != hash_secret("open sesame")


class Clock:
    now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def test_sessions_expire_when_unused_and_when_old_and_outlast_a_restart(tmp_path: Path) -> None:
    clock, store = Clock(), HallStore(tmp_path)
    access = Access(store, clock)
    secret = access.make_secrets()["operator"]
    idle, busy = access.sign_in(secret, "here"), access.sign_in(secret, "here")
    assert idle != busy
    while clock.now < Clock.now + IDLE + 60:
        clock.now += IDLE / 10
        assert access.session(busy)
    assert access.session(idle) is None
    access = Access(store, clock)
    assert access.make_secrets() == {}
    assert access.session(busy)
    while clock.now < Clock.now + LIFE:
        clock.now += IDLE / 2
        access.session(busy)
    assert access.session(busy) is None


def test_a_clock_set_back_keeps_nobody_out_and_nobody_in(tmp_path: Path) -> None:
    clock = Clock()
    access = Access(HallStore(tmp_path), clock)
    secret = access.make_secrets()["referee"]
    token = access.sign_in(secret, "here")
    clock.now -= 3600
    assert access.session(token)
    clock.now += 3600 + LIFE + 1
    assert access.session(token) is None


def test_new_secrets_end_all_sessions(tmp_path: Path) -> None:
    access = Access(HallStore(tmp_path))
    old = access.make_secrets()
    token = access.sign_in(old["operator"], "here")
    new = access.make_secrets(renew=True)
    assert access.session(token) is None
    assert access.sign_in(old["operator"], "here") is None
    assert access.sign_in(new["operator"], "here")


def test_tries_from_many_places_together_are_limited_too(tmp_path: Path) -> None:
    clock = Clock()
    access = Access(HallStore(tmp_path), clock, tries=1)
    secret = access.make_secrets()["operator"]
    for place in range(10):
        assert access.sign_in("guess", f"10.0.0.{place}") is None
    with pytest.raises(TooManyTries):
        access.sign_in(secret, "10.0.0.77")
    clock.now += WINDOW + 1
    assert access.sign_in(secret, "10.0.0.1")
