"""`kifuwatch record` on films made of one picture: what starts, what ends, what is kept."""

from __future__ import annotations

import datetime
import json
import os
import pty
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from sgfmill import sgf

from recorder import events
from recorder.log import EventLog, LogReader

PICTURES = Path(__file__).parents[1] / "pictures"
BOARD, CLOTH = PICTURES / "17.jpg", PICTURES / "34.jpg"  # 9x9 with one black stone; no board


def film(path: Path, picture: Path, seconds: float, rate: int = 5) -> Path:
    """A film that shows one picture all the time."""
    image = cv2.imread(str(picture))
    assert image is not None
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate, image.shape[1::-1])
    for _ in range(round(seconds * rate)):
        writer.write(image)
    writer.release()
    return path


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`short.mp4` of 4 s, `long.mp4` of five minutes, `cloth.mp4` of 12 s without a board."""
    folder = tmp_path_factory.mktemp("films")
    film(folder / "short.mp4", BOARD, 4)
    film(folder / "long.mp4", BOARD, 300)
    film(folder / "cloth.mp4", CLOTH, 12)
    return folder


def main_nodes(path: Path) -> list[Any]:
    return list(sgf.Sgf_game.from_bytes(path.read_bytes()).get_main_sequence())


def test_a_film_becomes_an_sgf_events_a_log_and_an_overlay(kifuwatch: Any, films: Path, tmp_path: Path) -> None:
    done = kifuwatch(
        "record", films / "short.mp4", "-o", "g.sgf", "--events", "g.jsonl", "--overlay", "g.mp4",
        "--black", "柯洁", "--white", "A]:b\\", "--komi", "6.5", "--rules", "japanese", "--event", "名人戦",
        "--date", "2026-11-30", "--black-rank", "9p", "--time", "60m+5x60s", "--presses", ":0", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0
    assert "presses of the clock are taken from 127.0.0.1:" in done.stderr
    assert done.stdout == ""
    assert "g.sgf" in done.stderr
    lines = [json.loads(line) for line in (tmp_path / "g.jsonl").read_text().splitlines()]
    assert lines[0]["kind"] == "board"
    assert (lines[0]["size"], len(lines[0]["corners"])) == (9, 4)
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert [line["t"] for line in lines] == sorted(line["t"] for line in lines)
    assert len({line["game"] for line in lines}) == 1
    root = main_nodes(tmp_path / "g.sgf")[0]
    wanted = {"PB": "柯洁", "PW": "A]:b\\", "RU": "Japanese", "EV": "名人戦", "DT": "2026-11-30", "BR": "9p"}
    wanted["OT"] = "5x60 byo-yomi"
    assert {name: root.get(name) for name in wanted} == wanted
    assert (root.get("KM"), root.get("TM")) == (6.5, 3600)
    with LogReader(tmp_path / "g.kifulog") as log:
        kept = log.events()
    assert [json.loads(events.encode(event)) for event in kept] == lines
    exported = kifuwatch("export", "g.kifulog", cwd=tmp_path)
    assert exported.stdout.encode() == (tmp_path / "g.sgf").read_bytes()
    overlay = cv2.VideoCapture(str(tmp_path / "g.mp4"))
    assert overlay.get(cv2.CAP_PROP_FRAME_COUNT) == 20
    overlay.release()


def test_a_second_recording_into_the_same_log_is_another_game(kifuwatch: Any, films: Path, tmp_path: Path) -> None:
    for name in ("Alice", "Bob"):
        done = kifuwatch("record", films / "short.mp4", "-o", "g.sgf", "--black", name, cwd=tmp_path)
        assert done.returncode == 0
    listed = kifuwatch("export", "g.kifulog", "--list", cwd=tmp_path).stdout.splitlines()
    assert [line.split("\t")[2] for line in listed] == ["Alice - ?", "Bob - ?"]
    first = kifuwatch("export", "g.kifulog", "--game", listed[0].split("\t")[0], cwd=tmp_path)
    assert "PB[Alice]" in first.stdout
    assert "PB[Bob]" in kifuwatch("export", "g.kifulog", cwd=tmp_path).stdout


def test_a_folder_of_pictures_is_recorded_and_the_names_are_made_up(kifuwatch: Any, tmp_path: Path) -> None:
    (tmp_path / "looks").mkdir()
    for n in range(3):
        (tmp_path / "looks" / f"{n}.jpg").write_bytes(BOARD.read_bytes())
    (tmp_path / "looks.sgf").write_text("(;GM[1];B[aa])")
    done = kifuwatch("record", "looks", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "looks.sgf").read_text() == "(;GM[1];B[aa])"
    assert main_nodes(tmp_path / "looks-2.sgf")[0].get("SZ") == 9


def test_corners_by_hand_are_the_board(kifuwatch: Any, films: Path, tmp_path: Path) -> None:
    done = kifuwatch(
        "record", films / "short.mp4", "-o", "g.sgf", "--events", "-", "--size", 9, "--top", "right",
        "--corners", "144,106 581,375 468,57 183,448", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[0])["corners"] == [[468, 57], [581, 375], [183, 448], [144, 106]]


@pytest.mark.parametrize(
    ("corners", "said"),
    [("10,10 2000,10 2000,2000 10,2000", "outside the picture of"), ("10,10 20,10 20,20 10,20", "pixels from line")],
)
def test_corners_by_hand_that_are_in_no_picture_are_refused(
    kifuwatch: Any, films: Path, tmp_path: Path, corners: str, said: str
) -> None:
    done = kifuwatch("record", films / "short.mp4", "-o", "g.sgf", "--size", 9, "--corners", corners, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_saved_calibration_is_the_board_of_the_next_recording_as_it_was_turned(
    kifuwatch: Any, films: Path, tmp_path: Path
) -> None:
    def first_event(*words: object) -> dict[str, Any]:
        done = kifuwatch("record", films / "short.mp4", "-o", "g.sgf", "--events", "-", *words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        event: dict[str, Any] = json.loads(done.stdout.splitlines()[0])
        return event

    found = first_event("--top", "right", "--save-calibration", "棋盤.toml")
    assert (tmp_path / "棋盤.jpg").stat().st_size > 1000
    again = first_event("--calibration", "棋盤.toml")
    assert (again["kind"], again["t"], again["size"]) == ("board", 0.0, 9)
    assert np.abs(np.array(again["corners"]) - np.array(found["corners"])).max() < 3
    refused = kifuwatch("record", films / "short.mp4", "--calibration", "棋盤.toml", "--size", "19", cwd=tmp_path)
    assert refused.returncode == 2
    assert "a board of 9 lines, not of 19" in refused.stderr


def test_a_size_that_is_not_the_boards_is_told_and_nothing_is_recorded(
    kifuwatch: Any, films: Path, tmp_path: Path
) -> None:
    done = kifuwatch("record", films / "short.mp4", "-o", "g.sgf", "--size", "19", cwd=tmp_path)
    assert done.returncode == 1
    assert "no board was found (a board of 9 lines, not of 19)" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_film_without_a_board_is_exit_status_one_and_leaves_no_files(
    kifuwatch: Any, films: Path, tmp_path: Path
) -> None:
    done = kifuwatch("record", films / "cloth.mp4", "-o", "g.sgf", cwd=tmp_path)
    assert done.returncode == 1
    assert "no board found in 10 s" in done.stderr
    assert "nothing is recorded" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def live(kifuwatch: Any, films: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A recording at the film's own pace that has told its first event."""
    running = kifuwatch.start("record", films / "long.mp4", "--live", "-o", "g.sgf", "--events", "-", cwd=tmp_path)
    assert running.stdout.readline().startswith('{"kind":"board"')
    yield running
    running.kill()
    running.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_in_good_order_with_the_record_written(
    live: subprocess.Popen[str], tmp_path: Path, number: signal.Signals
) -> None:
    live.send_signal(number)
    out, err = live.communicate(timeout=60)
    assert live.returncode == 0, err
    assert "Traceback" not in err
    assert "recorded in g.sgf" in err
    end = json.loads(out.splitlines()[-1])
    assert (end["kind"], end["reason"]) == ("end", "the recording was stopped")
    assert main_nodes(tmp_path / "g.sgf")[0].get("SZ") == 9
    assert sorted(p.name for p in tmp_path.iterdir()) == ["g.kifulog", "g.sgf"]


def test_a_log_that_is_being_written_is_refused_and_after_a_kill_all_is_there(
    kifuwatch: Any, films: Path, live: subprocess.Popen[str], tmp_path: Path
) -> None:
    other = kifuwatch("record", films / "short.mp4", "-o", "other.sgf", "--log", "g.kifulog", cwd=tmp_path)
    assert other.returncode == 2
    assert "another kifuwatch" in other.stderr
    live.send_signal(signal.SIGKILL)
    live.communicate(timeout=60)
    exported = kifuwatch("export", "g.kifulog", "-o", "again.sgf", cwd=tmp_path)
    assert exported.returncode == 0
    assert main_nodes(tmp_path / "again.sgf")[0].get("SZ") == 9
    with EventLog(tmp_path / "g.kifulog") as log:
        assert log.last >= 1


class WebCamera:
    """Sends one picture ten times a second over http until it is unplugged."""

    def __init__(self, picture: Path, port: int = 0) -> None:
        self.unplugged = threading.Event()
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
                self.end_headers()
                data = picture.read_bytes()
                head = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                with suppress(OSError):
                    while not camera.unplugged.wait(0.1):
                        self.wfile.write(head.encode() + data + b"\r\n")

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def unplug(self) -> None:
        self.unplugged.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def test_a_camera_that_is_lost_and_back_is_told_and_the_record_goes_on(kifuwatch: Any, tmp_path: Path) -> None:
    days = {datetime.date.today().isoformat()}
    camera = WebCamera(BOARD)
    address = f"http://127.0.0.1:{camera.port}/board"
    running = kifuwatch.start("record", address, "-o", "g.sgf", "--events", "-", cwd=tmp_path)
    try:
        assert json.loads(running.stdout.readline())["kind"] == "board"
        camera.unplug()
        seen = next(e for e in map(json.loads, running.stdout) if e["kind"] == "view")
        assert seen["state"] == "lost"
        camera = WebCamera(BOARD, camera.port)
        seen = next(e for e in map(json.loads, running.stdout) if e["kind"] == "view")
        assert seen["state"] == "back"
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
        running.communicate()
        camera.unplug()
    assert running.returncode == 0, err
    assert len([line for line in err.splitlines() if line.startswith("kifuwatch: ") and "is lost" in line]) == 1
    assert json.loads(out.splitlines()[-1])["kind"] == "end"
    with LogReader(tmp_path / "g.kifulog") as log:
        assert [e.seq for e in log.events()] == list(range(1, len(log.events()) + 1))
    days.add(datetime.date.today().isoformat())
    assert main_nodes(tmp_path / "g.sgf")[0].get("DT") in days


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_on_a_terminal_only(kifuwatch: Any, films: Path, tmp_path: Path, terminal: bool) -> None:
    ours, theirs = pty.openpty() if terminal else os.pipe()
    running = subprocess.Popen(
        kifuwatch.words("record", films / "short.mp4", "-o", "g.sgf"),
        stderr=theirs,
        cwd=tmp_path,
        env=kifuwatch.environment | {"TERM": "xterm"},
    )
    os.close(theirs)
    said = read_all(lambda: os.read(ours, 65536))
    os.close(ours)
    assert running.wait() == 0
    assert ("board of 9 lines found" in said) == terminal
    assert ("\x1b" in said) == terminal
    assert "recorded in g.sgf" in said


def read_all(read: Callable[[], bytes]) -> str:
    """Everything until the other side closes; a terminal then fails instead of ending."""
    said = b""
    while True:
        try:
            part = read()
        except OSError:
            part = b""
        if not part:
            return said.decode()
        said += part
