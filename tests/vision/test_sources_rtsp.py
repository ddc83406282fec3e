"""A stream over RTSP from a real server (GStreamer's)."""

import itertools
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from vision.source import Notice, SourceError
from vision.sources import open_source

SERVER = Path(__file__).with_name("rtsp_server.py")
SYSTEM_PYTHON = shutil.which("python3", path="/usr/bin:/bin")


def has_server() -> bool:
    if SYSTEM_PYTHON is None:
        return False
    script = "import gi; gi.require_version('GstRtspServer', '1.0')"
    return subprocess.run([SYSTEM_PYTHON, "-c", script], capture_output=True, check=False).returncode == 0


pytestmark = pytest.mark.skipif(
    not has_server(),
    reason="needs Debian's python3-gi, gir1.2-gst-rtsp-server-1.0 and gstreamer1.0-plugins-good",
)


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    assert SYSTEM_PYTHON is not None
    command = [SYSTEM_PYTHON, str(SERVER)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with process:
        yield process
        process.kill()


def address_of(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    return f"rtsp://127.0.0.1:{int(server.stdout.readline())}/board"


def test_an_rtsp_stream_gives_its_pictures_as_they_are_taken(server: subprocess.Popen[str]) -> None:
    with closing(open_source(address_of(server))) as source:
        assert source.live
        source.step = 0.1
        frames = list(itertools.islice(source, 10))
    assert all(frame.image.shape == (240, 320, 3) for frame in frames)
    # The server's checkers, 8 pixels wide, black and white or red and green: they are there, and sharp.
    assert all(np.ptp(frame.image.astype(int)) > 150 for frame in frames)
    steps = [later.time - earlier.time for earlier, later in itertools.pairwise(frames)]
    assert min(steps) >= 0.1
    assert max(steps) < 1.0


def test_an_rtsp_stream_that_dies_is_told_within_five_seconds(server: subprocess.Popen[str]) -> None:
    told: queue.Queue[Notice] = queue.Queue()
    first = threading.Event()
    source = open_source(address_of(server), tell=told.put)

    def consume() -> None:
        for _ in source:
            first.set()

    consumer = threading.Thread(target=consume)
    consumer.start()
    try:
        assert first.wait(15)
        server.kill()
        began = time.monotonic()
        notice = told.get(timeout=15)
        assert time.monotonic() - began < 5.0
        assert notice.kind == "lost"
    finally:
        source.close()
        consumer.join(15)


def test_a_path_the_server_does_not_have_is_explained(server: subprocess.Popen[str]) -> None:
    address = address_of(server).replace("/board", "/nothing")
    with pytest.raises(SourceError, match="the host answers, but not with a stream"):
        open_source(address)
