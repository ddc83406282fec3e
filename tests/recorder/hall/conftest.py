"""Cameras in the network that misbehave when told to: a real HTTP server of pictures in a row (MJPEG)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

FILM = Path(__file__).parents[3] / "recorder" / "hall" / "films" / "irregular.mp4"


class Camera:
    """One camera of the server.

    Attributes
    ----------
    mode : {"live", "stalled", "page", "missing"}
        Sends pictures; sends none though it stays connected; sends a web page instead; is not there.
    """

    def __init__(self, pictures: list[bytes], rate: float) -> None:
        self.pictures, self.rate = pictures, rate
        self.mode = "live"
        self.began = time.monotonic()
        self.connections = 0

    def now(self) -> bytes:
        """The picture of this moment."""
        return self.pictures[int((time.monotonic() - self.began) * self.rate) % len(self.pictures)]


class CameraServer:
    """Cameras at `http://127.0.0.1:PORT/NUMBER`."""

    def __init__(self, cameras: list[Camera], port: int = 0) -> None:
        self.cameras, self.closing = cameras, threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.answer(self)

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def address(self, number: int = 0) -> str:
        return f"http://127.0.0.1:{self.port}/{number}"

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        camera = self.cameras[int(request.path.strip("/"))]
        camera.connections += 1
        if camera.mode == "missing":
            request.send_error(404)
            return
        request.send_response(200)
        if camera.mode == "page":
            request.send_header("Content-Type", "text/html")
            request.end_headers()
            request.wfile.write(b"<html>the camera's own page</html>")
            return
        request.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        request.end_headers()
        try:
            while not self.closing.is_set() and camera.mode in ("live", "stalled"):
                if camera.mode == "live":
                    picture = camera.now()
                    head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                    request.wfile.write(head.encode() + picture + b"\r\n")
                self.closing.wait(1 / camera.rate)
        except OSError:
            pass  # whoever looked has gone

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def film_pictures(first: float, last: float, rate: float) -> list[bytes]:
    """A stretch of the demonstration's film as JPEGs."""
    video, pictures, index = cv2.VideoCapture(str(FILM)), [], 0
    while (got := video.read())[0]:
        if first <= index / 10 < last and index % round(10 / rate) == 0:
            pictures.append(cv2.imencode(".jpg", got[1])[1].tobytes())
        index += 1
    video.release()
    return pictures


def noise_pictures(count: int) -> list[bytes]:
    """Small pictures that all differ and show no board."""
    dice = np.random.default_rng(1)
    return [cv2.imencode(".jpg", dice.integers(0, 255, (96, 128, 3), np.uint8))[1].tobytes() for _ in range(count)]


@pytest.fixture
def camera() -> Iterator[tuple[Camera, CameraServer]]:
    """A camera that shows no board, ten pictures a second."""
    one = Camera(noise_pictures(20), 10)
    server = CameraServer([one])
    yield one, server
    server.close()


@pytest.fixture
def cameras() -> Iterator[Callable[[int], CameraServer]]:
    """So many cameras that film the same game from its first move on."""
    servers: list[CameraServer] = []

    def make(count: int) -> CameraServer:
        pictures = film_pictures(0, 40, 5)
        servers.append(CameraServer([Camera(pictures, 5) for _ in range(count)]))
        return servers[-1]

    yield make
    for server in servers:
        server.close()
