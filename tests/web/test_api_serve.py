"""`kifuwatch serve` as a command."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).parents[2]


def refused(*options: object) -> str:
    """What a start says that cannot be."""
    done = subprocess.run(
        [sys.executable, "-m", "recorder.cli", "serve", *map(str, options)],
        capture_output=True, text=True, check=False, timeout=60, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr


def test_it_answers_as_soon_as_its_address_is_printed_and_only_on_this_machine(serve: Any, tmp_path: Path) -> None:
    with serve(tmp_path / "new" / "folder") as served:
        client = served.client()
        answer = client.get("/", headers={"Accept": "text/html"})
        assert answer.status_code == 200
        assert "text/html" in answer.headers["Content-Type"]
        listening = [c.laddr.ip for c in psutil.Process(served.process.pid).net_connections() if c.status == "LISTEN"]
        assert listening == ["127.0.0.1"]
        assert set(served.secrets) == {"operator", "referee"}
        mode = (tmp_path / "new" / "folder" / "hall.sqlite").stat().st_mode
        assert stat.S_IMODE(mode) == 0o600
    first = served.secrets
    with serve(tmp_path / "new" / "folder", secrets=first) as served:
        assert not [line for line in served.said if "secret" in line]
        served.client("operator")
    with serve(tmp_path / "new" / "folder", "--new-secrets") as served:
        assert served.secrets["operator"] != first["operator"]
        served.client("operator", "referee")


def test_ctrl_c_ends_it_soon_also_while_pages_are_open(serve: Any, tmp_path: Path) -> None:
    with serve(tmp_path) as served, served.client().stream("GET", "/api/events") as stream:
        next(stream.iter_lines())
        began = time.monotonic()
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(30) == 0
        assert time.monotonic() - began < 10
    assert "games that were not over go on" in served.said[-1]


def test_what_cannot_be_is_said_and_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert "--port" in refused("--data", tmp_path, "--port", port)
    file = tmp_path / "file"
    file.write_text("x")
    assert "--data" in refused("--data", file)
    assert "--host" in refused("--data", tmp_path, "--host", "no.such.host.invalid")


def test_broken_settings_are_moved_aside_and_told(serve: Any, tmp_path: Path) -> None:
    (tmp_path / "hall.sqlite").write_bytes(b"this was a database once" * 200)
    with serve(tmp_path) as served:
        assert served.client().get("/api/boards").json() == {"boards": []}
    assert "were broken" in served.said[0]
    assert (tmp_path / "hall.sqlite.broken-1").exists()
