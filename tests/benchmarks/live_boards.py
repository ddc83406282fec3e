"""Boards watched live by a real console: how often, how late, and what that takes of the machine.

Cameras are network ones (pictures in a row over HTTP) that show the first picture of a film until all boards are found
and then the film at its own pace; or films, which the console itself shows at their own pace.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import httpx2
import psutil

from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore
from tests.benchmarks.processes import ENVIRONMENT, kifuwatch
from tests.recorder.hall.conftest import Camera, CameraServer

PATIENCE = 120.0
"""Seconds in which all boards must have been found."""
EVERY = 1.0
"""Seconds from one question how the boards are to the next."""


class WaitingCamera(Camera):
    """Shows its first picture until the film begins."""

    begun = False

    def now(self) -> bytes:
        """The picture of this moment."""
        return super().now() if self.begun else self.pictures[0]


def camera_pictures(film: Path, seconds: float, width: int, rate: int) -> list[bytes]:
    """A film's pictures as JPEGs at a rate, scaled to a width in pixels; films have ten pictures a second."""
    capture = cv2.VideoCapture(str(film), cv2.CAP_FFMPEG)
    found: list[bytes] = []
    while len(found) < seconds * rate and (got := capture.read())[0]:
        image = got[1]
        if image.shape[1] != width:
            image = cv2.resize(image, (width, round(image.shape[0] * width / image.shape[1])))
        coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
        found += [coded] * max(rate // 10, 1)
    capture.release()
    return found


class Viewer(threading.Thread):
    """Follows a board as a page does, until the console ends, and notes when each move came."""

    def __init__(self, address: str, board: str) -> None:
        super().__init__(daemon=True)
        self.moves: dict[tuple[str, str], float] = {}
        self._url = f"{address}/api/boards/{board}/events"

    def run(self) -> None:
        """Listen."""
        try:
            with httpx2.Client(timeout=60) as client, client.stream("GET", self._url) as answer:
                for line in answer.iter_lines():
                    if line.startswith("data: "):
                        for move in json.loads(line[6:]).get("moves", []):
                            self.moves.setdefault((move["colour"], move["point"]), time.monotonic())
        except httpx2.TransportError:
            pass  # the console has ended, and cuts off whoever listens


@dataclass
class Watched:
    """How some boards were watched.

    Attributes
    ----------
    found : float
        Seconds until all boards were found.
    began : float
        When the films began, by the monotonic clock.
    viewers : list of Viewer
        One a board.
    looks : dict of str to list of (looks a second, seconds late)
        By board, second after second.
    workers, console : float
        Processor seconds a second, of all boards' processes and of the console's own.
    memory : float
        Megabytes of all of them at the end; what they share is counted once where the system tells (Linux).
    """

    found: float = 0.0
    began: float = 0.0
    viewers: list[Viewer] = field(default_factory=list)
    looks: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    workers: float = 0.0
    console: float = 0.0
    memory: float = 0.0

    def rates(self) -> list[float]:
        """Median looks a second, of each board."""
        return [median(rate for rate, _ in seen) for seen in self.looks.values()]

    def late(self) -> list[float]:
        """Median seconds from picture to look, of each board."""
        return [median(late for _, late in seen) for seen in self.looks.values()]


def watch_cameras(pictures: list[bytes], rate: int, boards: int, seconds: float) -> Watched:
    """So many boards, each with a network camera."""
    cameras = [WaitingCamera(pictures, rate) for _ in range(boards)]
    server = CameraServer([*cameras])

    def begin() -> None:
        for camera in cameras:
            camera.began, camera.begun = time.monotonic(), True

    try:
        return _watch([server.address(n) for n in range(boards)], seconds, begin)
    finally:
        server.close()


def watch_films(film: Path, boards: int, seconds: float) -> Watched:
    """So many boards, each with a film at its own pace."""
    return _watch([str(film)] * boards, seconds, lambda: None)


def _watch(sources: Sequence[str], seconds: float, begin: Any) -> Watched:
    names = [f"b{n}" for n in range(len(sources))]
    with tempfile.TemporaryDirectory() as folder:
        store = HallStore(Path(folder))
        for name, source in zip(names, sources, strict=True):
            store.put(BoardConfig(id=name, source=source))
        store.close()
        command = kifuwatch("serve", "--port", "0", "--data", folder)
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT
        ) as console:
            try:
                return _follow(console, names, seconds, begin)
            finally:
                console.terminate()


def _follow(console: subprocess.Popen[str], names: list[str], seconds: float, begin: Any) -> Watched:
    assert console.stdout is not None
    started = time.monotonic()
    lines = [console.stdout.readline() for _ in range(4)]
    address = next((word.rstrip("/") for line in lines for word in line.split() if word.startswith("http")), "")
    secret = next((line.split(": ")[2].split()[0] for line in lines if "secret of the operator" in line), "")
    if not (address and secret):
        raise RuntimeError("the console did not start: try `kifuwatch serve` by hand")
    told = Watched(looks={name: [] for name in names})
    with httpx2.Client(base_url=address, timeout=30) as client:
        client.post("/sign-in", json={"secret": secret})
        while not all(_health(client, name)["size"] for name in names):
            if time.monotonic() - started > PATIENCE:
                raise RuntimeError(f"not all of {len(names)} boards were found in {PATIENCE:.0f} s")
            time.sleep(0.2)
        told.found = time.monotonic() - started
        told.viewers = [Viewer(address, name) for name in names]
        for viewer in told.viewers:
            viewer.start()
        begin()
        told.began = time.monotonic()
        own = psutil.Process(console.pid)
        workers = own.children(recursive=True)
        before = sum(map(_processor, workers)), _processor(own)
        while time.monotonic() < told.began + seconds:
            time.sleep(EVERY)
            for name in names:
                health = _health(client, name)
                told.looks[name].append((health["looks"], health["late"]))
        span = time.monotonic() - told.began
        told.workers = (sum(map(_processor, workers)) - before[0]) / span
        told.console = (_processor(own) - before[1]) / span
        told.memory = sum(map(_memory, [own, *workers])) / 1e6
    return told


def _health(client: httpx2.Client, name: str) -> dict[str, Any]:
    answer = client.get(f"/api/boards/{name}/view")
    told: dict[str, Any] = answer.json() if answer.is_success else {"size": None, "looks": 0.0, "late": 0.0}
    return told


def _memory(process: psutil.Process) -> int:
    told = process.memory_full_info()
    return int(getattr(told, "pss", told.rss))


def _processor(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
