"""Presses of a clock from a real socket and a real terminal."""

from __future__ import annotations

import os
import queue
import socket
import threading
from collections.abc import Iterator

import pytest

from recorder import orders
from recorder.desk.inbox import Inbox
from recorder.desk.presses import PressServer, SerialPresses, open_presses, order_of
from recorder.orders import Order, OrderRefused


class Taker:
    """Takes orders as a recording does."""

    def __init__(self) -> None:
        self._bell = threading.Semaphore(0)
        self.inbox = Inbox(self._bell.release)
        self.taken: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._open = True
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while self._bell.acquire() and self._open:
            for waiting in self.inbox.take():
                self.taken.put(waiting.order)
                waiting.answer.set_running_or_notify_cancel()
                if isinstance(waiting.order, orders.Resume):
                    waiting.answer.set_exception(OrderRefused("the game is not paused", "not_paused"))
                else:
                    waiting.answer.set_result([])

    def close(self) -> None:
        self._open = False
        self._bell.release()
        self._thread.join()


@pytest.fixture
def taker() -> Iterator[Taker]:
    taker = Taker()
    yield taker
    taker.close()


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("press B", orders.PressClock(colour="B", by="clock")),
        ("PRESS white\r", orders.PressClock(colour="W", by="clock")),
        ("press", orders.PressClock(by="clock")),
        ("start W  # move 1", orders.StartClock(colour="W", by="clock")),
        ("pause", orders.Pause(reason="the clock was stopped", by="clock")),
        ("resume", orders.Resume(by="clock")),
        ("", None),
        ("# nothing", None),
    ],
)
def test_a_line_is_an_order(line: str, order: Order | None) -> None:
    assert order_of(line) == order


@pytest.mark.parametrize("line", ["push B", "press R", "press B now", "pause B", "\x00\x01"])
def test_what_is_no_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="press, start, pause or resume"):
        order_of(line)


def test_presses_come_from_the_network_and_each_is_answered(taker: Taker) -> None:
    with PressServer("127.0.0.1", 0, taker.inbox) as server, socket.create_connection(("127.0.0.1", server.port)) as it:
        lines = it.makefile("rw", newline="\n")
        for said, answered in [
            ("press B", "ok"),
            ("hello", "refused: there is no hello: a line is press, start, pause or resume"),
            ("resume", "refused: the game is not paused"),
            ("press W", "ok"),
        ]:
            lines.write(said + "\n")
            lines.flush()
            assert lines.readline().strip() == answered
        # Two clocks at once, one of which breaks off.
        with socket.create_connection(("127.0.0.1", server.port)) as other:
            other.sendall(b"press")
        lines.write("press B\n")
        lines.flush()
        assert lines.readline().strip() == "ok"
    taken = [taker.taken.get(timeout=5) for _ in range(4)]
    press = [orders.PressClock(colour=player, by="clock") for player in ("B", "W", "B")]
    assert taken == [press[0], orders.Resume(by="clock"), *press[1:]]
    assert taker.taken.empty()


def test_presses_come_from_a_serial_line_that_may_be_pulled_out(taker: Taker, tmp_path: os.PathLike[str]) -> None:
    master, slave = os.openpty()
    path = os.fspath(tmp_path) + "/clock"
    os.symlink(os.ttyname(slave), path)
    said: queue.SimpleQueue[str] = queue.SimpleQueue()
    with SerialPresses(path, taker.inbox, said.put):
        os.write(master, b"press B\r\npre")
        assert taker.taken.get(timeout=5) == orders.PressClock(colour="B", by="clock")
        os.write(master, b"ss W\n")
        assert taker.taken.get(timeout=5) == orders.PressClock(colour="W", by="clock")
        assert os.read(master, 100).replace(b"\r\n", b"\n").splitlines()[0] == b"ok"
        os.unlink(path)
        os.close(slave)
        os.close(master)
        assert "gone" in said.get(timeout=5)
        master, slave = os.openpty()
        os.symlink(os.ttyname(slave), path)
        assert "back" in said.get(timeout=5)
        os.write(master, b"press B\n")
        assert taker.taken.get(timeout=5) == orders.PressClock(colour="B", by="clock")
    os.close(slave)
    os.close(master)


def test_an_address_or_a_device_that_cannot_be_used_says_so(taker: Taker, tmp_path: os.PathLike[str]) -> None:
    with PressServer("127.0.0.1", 0, taker.inbox) as server, pytest.raises(OSError, match="in use"):
        open_presses(server.name, taker.inbox, print)
    with pytest.raises(OSError, match="No such file"):
        open_presses("/dev/no-clock-here", taker.inbox, print)
    with open(os.path.join(tmp_path, "text"), "w") as file, pytest.raises(OSError, match="no serial device"):
        open_presses(file.name, taker.inbox, print)
    other = open_presses(":0", taker.inbox, print)
    assert other.name.startswith("127.0.0.1:")
    other.close()
