"""From the hand gone from the board to the move at a viewer's page, and how many boards a machine can watch.

    python tests/benchmarks/live_delay.py
    python tests/benchmarks/live_delay.py --boards 4 --width 1280 --rate 30

The sample film is sent by network cameras (MJPEG over HTTP) at its own pace to a real `kifuwatch serve`; a viewer
follows each board by server-sent events. Prints the delay of the moves (median, 95th percentile), and for each
board how often it was looked at, how late, and what its worker took of a processor.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import cv2
import httpx2
import psutil

from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
_SPEC = importlib.util.spec_from_file_location("cameras", ROOT / "tests" / "recorder" / "hall" / "conftest.py")
assert _SPEC is not None
assert _SPEC.loader is not None
cameras: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(cameras)

START = 12.0
"""Seconds the first picture is shown before the film begins: time for all boards to be found."""


def pictures(seconds: float, width: int, rate: int) -> list[bytes]:
    """The film's pictures as JPEGs at a rate, after START seconds of its first one."""
    film = cv2.VideoCapture(str(SAMPLES / "game.mp4"))
    found: list[bytes] = []
    while len(found) < seconds * rate and (got := film.read())[0]:
        image = got[1]
        height = round(image.shape[0] * width / image.shape[1])
        coded = cv2.imencode(".jpg", cv2.resize(image, (width, height)), [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
        found += [coded] * max(rate // 10, 1)  # the film has ten a second
    return [found[0]] * round(START * rate) + found


class Viewer(threading.Thread):
    """Follows a board as a page does, and notes when each move came."""

    def __init__(self, address: str, board: str) -> None:
        super().__init__(daemon=True)
        self.moves: dict[tuple[str, str], float] = {}
        self._url = f"{address}/api/boards/{board}/events"

    def run(self) -> None:
        """Listen for ever."""
        with httpx2.Client(timeout=60) as client, client.stream("GET", self._url) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    for move in json.loads(line[6:]).get("moves", []):
                        self.moves.setdefault((move["colour"], move["point"]), time.monotonic())


def main() -> int:
    """Measure; the exit status is 1 where a delay is over the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=75.0, help="of the film")
    parser.add_argument("--width", type=int, default=960)
    parser.add_argument("--rate", type=int, default=10, help="pictures a second that the cameras send: 10, 20 or 30")
    parser.add_argument("--limit", type=float, default=2.5, help="seconds for 95 %% of the moves")
    options = parser.parse_args()
    shown = pictures(options.seconds, options.width, options.rate)
    server = cameras.CameraServer([cameras.Camera(shown, options.rate) for _ in range(options.boards)])
    names = [f"b{n}" for n in range(options.boards)]
    with tempfile.TemporaryDirectory() as folder:
        store = HallStore(Path(folder))
        for n, name in enumerate(names):
            store.put(BoardConfig(id=name, source=server.address(n)))
        store.close()
        began = time.monotonic()
        for camera in server.cameras:
            camera.began = began
        try:
            return measure(Path(folder), names, began, options)
        finally:
            server.close()


def measure(folder: Path, names: list[str], began: float, options: argparse.Namespace) -> int:
    """Run the console until the film is over, and print what was found."""
    command = [sys.executable, "-m", "recorder.cli", "serve", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(4)]
        address = next(word.rstrip("/") for line in lines for word in line.split() if word.startswith("http"))
        secret = next(line.split(": ")[2].split()[0] for line in lines if "secret of the operator" in line)
        viewers = [Viewer(address, name) for name in names]
        for viewer in viewers:
            viewer.start()
        time.sleep(max(began + START - time.monotonic(), 0))
        workers = psutil.Process(process.pid).children(recursive=True)
        took = sum(sum(w.cpu_times()[:2]) for w in workers)
        own = sum(psutil.Process(process.pid).cpu_times()[:2])
        since = time.monotonic()
        looks: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
        with httpx2.Client(base_url=address) as client:
            client.post("/sign-in", json={"secret": secret})
            while time.monotonic() < began + START + options.seconds:
                time.sleep(2)
                for name in names:
                    health = client.get(f"/api/boards/{name}/view").json()
                    looks[name].append((health["looks"], health["late"]))
        span = time.monotonic() - since
        took = sum(sum(w.cpu_times()[:2]) for w in workers) - took
        own = sum(psutil.Process(process.pid).cpu_times()[:2]) - own
        process.terminate()
    report(viewers, looks, began)
    print(f"processors: workers {took / span:.2f}, console {own / span:.2f} of {psutil.cpu_count()}")
    return verdict(viewers, began, options)


def delays(viewer: Viewer, began: float) -> list[float]:
    """Seconds from the hand's leaving to the arrival, for each true move that came."""
    truth = json.loads((SAMPLES / "game.json").read_text())["main_line"]
    return [
        viewer.moves[move["colour"], move["point"]] - began - START - move["t_clear"]
        for move in truth
        if (move["colour"], move["point"]) in viewer.moves
    ]


def report(viewers: list[Viewer], looks: dict[str, list[tuple[float, float]]], began: float) -> None:
    """Print a line for each board."""
    for viewer, (name, seen) in zip(viewers, looks.items(), strict=True):
        rates, late = zip(*seen, strict=True)
        print(
            f"{name}: {len(delays(viewer, began))} moves; {statistics.median(rates):.1f} looks a second "
            f"(least {min(rates):.1f}), {statistics.median(late) * 1000:.0f} ms from picture to look (most "
            f"{max(late) * 1000:.0f})"
        )


def verdict(viewers: list[Viewer], began: float, options: argparse.Namespace) -> int:
    """Print the delays of all boards; 1 where they are over the limit or nothing came."""
    all_delays = sorted(delay for viewer in viewers for delay in delays(viewer, began))
    if not all_delays:
        print("no move came")
        return 1
    high = all_delays[min(round(0.95 * len(all_delays)), len(all_delays) - 1)]
    print(f"hand gone to viewer: median {statistics.median(all_delays):.2f} s, 95 % within {high:.2f} s")
    return int(high > options.limit)


if __name__ == "__main__":
    sys.exit(main())
