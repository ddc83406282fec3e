"""Live sources: a real http server that sends pictures, and cameras that misbehave."""

import itertools
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera import CameraSource
from vision.device import connect_stream
from vision.frame import Frame
from vision.source import FrameSource, Notice, SourceError
from vision.sources import open_source

RATE = 30.0
LONG = 15.0  # seconds after which a test gives up waiting


class Webcam:
    """A web camera: sends a numbered picture 30 times a second to whoever asks; can be made to fail."""

    def __init__(self, jpeg: Callable[[int], bytes], port: int = 0) -> None:
        self.sent: dict[int, float] = {}
        self.stalled = threading.Event()
        self.gone = threading.Event()
        self.visits = 0
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path == "/locked":
                    self.send_error(401)
                    return
                if self.path == "/page":
                    self.send_response(200)
                    self.send_header("Content-Type", "text/html")
                    self.end_headers()
                    self.wfile.write(b"<p>a page</p>")
                    return
                if self.path != "/board":
                    self.send_error(404)
                    return
                camera.visits += 1
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
                self.end_headers()
                for number in itertools.count():
                    camera.gone.wait(1 / RATE)
                    while camera.stalled.is_set() and not camera.gone.is_set():
                        camera.gone.wait(0.02)
                    if camera.gone.is_set():
                        return
                    data = jpeg(number % 1024)
                    camera.sent[number % 1024] = time.monotonic()
                    head = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                    try:
                        self.wfile.write(head.encode() + data + b"\r\n")
                    except OSError:
                        return

            def log_message(self, *_: object) -> None:
                """Keep the test's output clean."""

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    def address(self, path: str = "/board") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def switch_off(self) -> None:
        self.gone.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def webcam(numbered: Any) -> Iterator[Webcam]:
    camera = Webcam(numbered.jpeg)
    yield camera
    if not camera.gone.is_set():
        camera.switch_off()


class Consumer(threading.Thread):
    """Iterates over a source until it ends; what it gets and is told can be waited for."""

    def __init__(self, source: FrameSource) -> None:
        super().__init__()
        self.frames: queue.Queue[Frame] = queue.Queue()
        self.source = source
        self.start()

    def run(self) -> None:
        for frame in self.source:
            self.frames.put(frame)


def test_a_http_stream_gives_pictures_with_the_time_since_the_start(webcam: Webcam, numbered: Any) -> None:
    began = time.monotonic()
    with closing(open_source(webcam.address())) as source:
        assert source.live
        assert not source.settled
        assert source.duration is None
        frames = list(itertools.islice(source, 20))
    span = time.monotonic() - began
    assert all(0 <= frame.time <= span for frame in frames)
    assert all(later.time > earlier.time for earlier, later in itertools.pairwise(frames))
    assert all(later.index > earlier.index for earlier, later in itertools.pairwise(frames))
    numbers = [numbered.read(frame.image) for frame in frames]
    assert numbers == sorted(set(numbers))


def test_a_slow_consumer_gets_fresh_pictures_and_the_others_are_dropped(webcam: Webcam, numbered: Any) -> None:
    with closing(open_source(webcam.address())) as source:
        work = threading.Event()
        ages = []
        for frame in itertools.islice(source, 12):
            ages.append(time.monotonic() - webcam.sent[numbered.read(frame.image)])
            work.wait(0.2)  # five looks a second at thirty pictures a second
        assert isinstance(source, CameraSource)
        assert source.dropped > 30
    assert max(ages) < 0.3


def test_a_step_keeps_live_frames_apart(webcam: Webcam) -> None:
    with closing(open_source(webcam.address())) as source:
        source.step = 0.15
        times = [frame.time for frame in itertools.islice(source, 5)]
    assert min(later - earlier for earlier, later in itertools.pairwise(times)) >= 0.15


def test_a_stalled_stream_is_told_within_five_seconds_and_found_again(webcam: Webcam) -> None:
    told: queue.Queue[Notice] = queue.Queue()
    source = open_source(webcam.address(), tell=told.put)
    consumer = Consumer(source)
    try:
        last = consumer.frames.get(timeout=LONG)
        webcam.stalled.set()
        began = time.monotonic()
        notice = told.get(timeout=LONG)
        assert notice.kind == "lost"
        assert time.monotonic() - began < 5.0
        assert webcam.address() in notice.text
        while not consumer.frames.empty():
            last = consumer.frames.get()
        webcam.stalled.clear()
        notice = told.get(timeout=LONG)
        assert notice.kind == "back"
        frame = consumer.frames.get(timeout=LONG)
        assert frame.time > last.time
        assert frame.index > last.index
        assert told.empty()
    finally:
        source.close()
        consumer.join(LONG)
    assert not consumer.is_alive()


def test_a_camera_switched_off_and_on_again_is_told_once_each(numbered: Any) -> None:
    told: queue.Queue[Notice] = queue.Queue()
    first = Webcam(numbered.jpeg)
    address = first.address()
    tries = threading.Semaphore(0)

    def connect() -> Any:
        tries.release()
        return connect_stream(address)

    source = CameraSource(connect, address, tell=told.put, waits=(0.05,))
    consumer = Consumer(source)
    try:
        consumer.frames.get(timeout=LONG)
        first.switch_off()
        assert told.get(timeout=LONG).kind == "lost"
        for _ in range(5):  # it goes on trying, and says no more
            assert tries.acquire(timeout=LONG)
        assert told.empty()
        second = Webcam(numbered.jpeg, first.port)
        try:
            assert told.get(timeout=LONG).kind == "back"
            while not consumer.frames.empty():
                consumer.frames.get()
            consumer.frames.get(timeout=LONG)
        finally:
            source.close()
            second.switch_off()
    finally:
        source.close()
        consumer.join(LONG)


@pytest.mark.parametrize(
    ("path", "words"),
    [("/nothing", "404"), ("/locked", "name and a password"), ("/page", "text/html, not a stream")],
)
def test_an_address_that_sends_no_stream_is_explained(
    webcam: Webcam, path: str, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SourceError, match=words) as caught:
        open_source(webcam.address(path))
    assert path in str(caught.value)
    assert capfd.readouterr().err == ""


def test_a_password_in_an_address_is_never_shown(webcam: Webcam) -> None:
    address = webcam.address("/nothing").replace("http://", "http://operator:verysecret@")
    with pytest.raises(SourceError) as caught:
        open_source(address)
    assert "operator" in str(caught.value)
    assert "verysecret" not in str(caught.value)
    good = webcam.address().replace("http://", "http://operator:verysecret@")
    with closing(open_source(good)) as source:
        assert "verysecret" not in source.name


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_a_host_that_refuses_is_named(scheme: str, numbered: Any) -> None:
    camera = Webcam(numbered.jpeg)
    camera.switch_off()
    with pytest.raises(SourceError, match=f"127.0.0.1 refuses port {camera.port}"):
        open_source(f"{scheme}://127.0.0.1:{camera.port}/board")


class Driver:
    """A camera's driver in the hands of a test: gives pictures, hangs, fails, as told."""

    def __init__(self, *, hang_after: int | None = None, fail_after: int | None = None) -> None:
        self.grabs = 0
        self.hang_after = hang_after
        self.fail_after = fail_after
        self.unhang = threading.Event()
        self.released = threading.Event()

    def grab(self) -> bool:
        if self.hang_after is not None and self.grabs >= self.hang_after:
            self.unhang.wait(LONG)
            return False
        if self.fail_after is not None and self.grabs >= self.fail_after:
            return False
        self.unhang.wait(0.01)
        self.grabs += 1
        return True

    def retrieve(self) -> tuple[bool, NDArray[np.uint8]]:
        return True, np.full((4, 4, 3), self.grabs % 256, np.uint8)

    def get(self, propId: int, /) -> float:  # noqa: ARG002, N803
        return 100.0

    def release(self) -> None:
        self.released.set()


def test_a_driver_that_hangs_is_left_behind_and_another_connection_made() -> None:
    hung, good = Driver(hang_after=5), Driver()
    drivers = iter([hung, good])
    told: list[Notice] = []
    source = CameraSource(lambda: next(drivers), "camera 0", tell=told.append, stall=0.3, waits=(0.01,), patience=LONG)
    with closing(source):
        for frame in source:
            if [notice.kind for notice in told] == ["lost", "back"]:
                break
            assert frame.index <= 5
    assert not hung.released.is_set(), "it hung for ever, and that must not stop us"
    assert good.released.wait(LONG), "a closed source lets go of its camera"
    hung.unhang.set()
    assert hung.released.wait(LONG), "a hung driver is let go of when it wakes"


def test_the_waits_between_tries_grow_and_only_changes_are_told() -> None:
    tries: list[float] = []
    enough = threading.Event()

    def connect() -> Driver:
        tries.append(time.monotonic())
        if len(tries) == 1:
            return Driver(fail_after=3)
        if len(tries) >= 7:
            enough.set()
        raise SourceError("camera 0 is not there: plug the camera in")

    told: list[Notice] = []
    waits = (0.02, 0.05, 0.1, 0.2)
    source = CameraSource(connect, "camera 0", tell=told.append, waits=waits)
    consumer = Consumer(source)
    assert enough.wait(LONG)
    source.close()
    consumer.join(LONG)
    gaps = [later - earlier for earlier, later in itertools.pairwise(tries)]
    assert all(gap >= wait for gap, wait in zip(gaps, (*waits, 0.2, 0.2), strict=False))
    assert [notice.kind for notice in told] == ["lost"]


def test_a_hung_driver_is_not_left_behind_without_end() -> None:
    drivers: list[Driver] = []
    fourth = threading.Event()

    def connect() -> Driver:
        drivers.append(Driver(hang_after=1))
        if len(drivers) >= 4:
            fourth.set()
        return drivers[-1]

    source = CameraSource(connect, "camera 0", tell=lambda _: None, stall=0.05, waits=(0.01,))
    consumer = Consumer(source)
    assert not fourth.wait(1.5), "three hang: a fourth would be left behind, too"
    drivers[0].unhang.set()
    assert fourth.wait(LONG), "one has woken: it is tried again"
    source.close()
    for driver in drivers:
        driver.unhang.set()
    consumer.join(LONG)
    assert not consumer.is_alive()


def test_a_camera_that_is_not_there_at_the_start_is_an_error_and_not_a_wait() -> None:
    def connect() -> Driver:
        raise SourceError("camera 7 is not there: plug the camera in")

    with pytest.raises(SourceError, match=r"^camera 7 is not there"):
        CameraSource(connect, "camera 7")


def test_a_driver_that_throws_ends_in_a_message() -> None:
    def connect() -> Driver:
        raise RuntimeError("select() timeout")

    with pytest.raises(SourceError, match=r"camera 7: select\(\) timeout"):
        CameraSource(connect, "camera 7")


def test_a_camera_that_opens_and_gives_nothing_is_an_error() -> None:
    hung = Driver(hang_after=0)
    with pytest.raises(SourceError, match="camera 0: no picture within"):
        CameraSource(lambda: hung, "camera 0", patience=0.2)
    hung.unhang.set()
    assert hung.released.wait(LONG)


def test_closing_wakes_a_consumer_that_waits() -> None:
    hung = Driver(hang_after=3)
    source = CameraSource(lambda: hung, "camera 0", stall=LONG * 4)
    consumer = Consumer(source)
    consumer.frames.get(timeout=LONG)
    hung.unhang.wait(0.1)
    threading.Thread(target=source.close).start()
    consumer.join(LONG)
    assert not consumer.is_alive()
    hung.unhang.set()
