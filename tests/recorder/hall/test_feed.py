"""Sources that fail: told once and soon, tried for ever, and what was missed is said when they are back."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recorder.hall.feed import Feed
from vision.film import FilmSource
from vision.frame import Frame
from vision.source import Notice

FILM = Path(__file__).parents[3] / "recorder" / "hall" / "films" / "irregular.mp4"
SOON = 5.0


class Listener:
    """Runs a feed in a thread of its own and keeps what it says, with the time of our clock."""

    def __init__(self, source: str, **more: Any) -> None:
        self.frames: list[tuple[float, Frame]] = []
        self.notices: list[tuple[float, Notice]] = []
        self.states: list[tuple[str, str]] = []
        self.idles = 0
        self._changed = threading.Condition()
        self.feed = Feed(source, self.notice, self.state, idle=self.idle, waits=(0.1, 0.2, 0.3), **more)
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self) -> None:
        for frame in self.feed:
            self.keep(self.frames, (time.monotonic(), frame))

    def notice(self, notice: Notice) -> None:
        self.keep(self.notices, (time.monotonic(), notice))

    def state(self, state: str, message: str) -> None:
        if (state, message) not in self.states[-1:]:
            self.keep(self.states, (state, message))

    def idle(self) -> None:
        self.idles += 1

    def keep(self, where: list[Any], what: Any) -> None:
        with self._changed:
            where.append(what)
            self._changed.notify_all()

    def wait(self, condition: Callable[[], bool], patience: float = 30.0) -> None:
        end = time.monotonic() + patience
        with self._changed:
            while not condition():
                assert time.monotonic() < end, (self.states, self.notices)
                self._changed.wait(0.05)

    @property
    def kinds(self) -> list[str]:
        return [notice.kind for _, notice in self.notices]

    def close(self) -> None:
        began = time.monotonic()
        self.feed.close()
        self.thread.join(10)
        assert not self.thread.is_alive()
        assert time.monotonic() - began < 2


@pytest.mark.parametrize("mode", ["missing", "page"])
def test_a_camera_that_sends_something_else_is_told_once_and_found_when_it_is_there(camera: Any, mode: str) -> None:
    one, server = camera
    one.mode = mode
    began = time.monotonic()
    listener = Listener(server.address())
    listener.wait(lambda: one.connections >= 6)
    assert listener.kinds == ["lost"]
    assert listener.notices[0][0] - began < SOON
    assert ("404" if mode == "missing" else "text/html") in listener.states[-1][1]
    one.mode = "live"
    listener.wait(lambda: len(listener.frames) >= 3)
    listener.close()
    assert listener.kinds == ["lost", "back"]
    assert "was not seen" in listener.notices[1][1].text
    assert listener.states[-1] == ("live", "")


def test_a_stream_that_stalls_is_told_in_time_and_the_gap_is_explained(camera: Any) -> None:
    one, server = camera
    listener = Listener(server.address())
    listener.wait(lambda: len(listener.frames) >= 5)
    one.mode = "stalled"
    stalled = time.monotonic()
    idles = listener.idles
    listener.wait(lambda: listener.kinds == ["lost"])
    assert listener.notices[0][0] - stalled < SOON
    assert listener.idles > idles + 10  # orders are taken meanwhile
    one.mode = "live"
    count = len(listener.frames)
    listener.wait(lambda: len(listener.frames) > count + 2)
    listener.close()
    assert listener.kinds == ["lost", "back"]
    times = [frame.time for _, frame in listener.frames]
    assert times == sorted(times)
    gap = times[count] - times[count - 1]
    ours = listener.frames[count][0] - listener.frames[count - 1][0]
    assert gap == pytest.approx(ours, abs=1.0)


def test_a_server_that_is_switched_off_and_on_again(camera: Any) -> None:
    one, server = camera
    listener = Listener(server.address())
    listener.wait(lambda: len(listener.frames) >= 3)
    server.close()
    listener.wait(lambda: listener.kinds == ["lost"])
    count = len(listener.frames)
    again = type(server)([one], server.port)
    try:
        listener.wait(lambda: len(listener.frames) > count + 2)
        listener.close()
    finally:
        again.close()
    assert listener.kinds == ["lost", "back"]


def test_a_film_that_is_none_yet_is_played_when_it_is_there(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_text("not a film")
    listener = Listener(str(film))
    listener.wait(lambda: listener.kinds == ["lost"])
    assert "text file" in listener.states[-1][1]
    shutil.copy(FILM, film)
    listener.wait(lambda: len(listener.frames) >= 3)
    listener.close()
    assert listener.kinds == ["lost", "back"]


def test_a_device_that_is_no_camera_is_told_and_tried_again() -> None:
    listener = Listener("/dev/null")
    listener.wait(lambda: listener.kinds == ["lost"])
    assert "no camera" in listener.states[-1][1]
    listener.close()


def test_a_film_goes_on_where_it_was_and_ends() -> None:
    duration = FilmSource(FILM).duration
    assert duration is not None
    start = round(duration) - 4.0
    listener = Listener(str(FILM), origin=100.0, start=start, step=0.2)
    listener.wait(lambda: ("ended", "") in listener.states)
    listener.close()
    times = [frame.time for _, frame in listener.frames]
    assert 100 + start <= times[0] < 100.3 + start
    assert times[-1] > times[0] + 0.5
    first, last = listener.frames[0], listener.frames[-1]
    assert last[0] - first[0] == pytest.approx(times[-1] - times[0], abs=1.5)  # at its own pace


def test_an_interruption_before_the_start_is_told_with_the_first_picture() -> None:
    told: list[Notice] = []
    feed = Feed(str(FILM), told.append, lambda *_: None, origin=50.0, start=3.0)
    feed.lose("the recording was interrupted for 7 s")
    frame = next(iter(feed))
    feed.close()
    assert [n.kind for n in told] == ["lost", "back"]
    assert told[0].time == 53.0
    assert frame.time >= 53.0
