"""Presses of a clock as messages: lines of text from a TCP port or a serial device.

A line is a word and, where it has one, a player: `press B`, `press W`, `press` (whose time runs), `start B`,
`pause`, `resume`. Capitals do not matter; empty lines and what follows a `#` say nothing. Each line is answered:
`ok`, or `refused: ` and the reason. A press counts at the source time at which the recording takes it.
"""

from __future__ import annotations

import os
import re
import select
import socket
import socketserver
import termios
import threading
import tty
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Protocol, Self

from recorder import orders
from recorder.desk.inbox import Inbox
from recorder.notation import Player
from recorder.orders import Order, OrderRefused

LONGEST = 200
"""Bytes of the longest line: what is longer is no press."""
PATIENCE = 10.0
"""Seconds for which an answer of the recording is waited for."""
AGAIN = 1.0
"""Seconds after which a serial device that is gone is tried again."""
BAUD = termios.B9600
_ADDRESS = re.compile(r"(?P<host>[^:/\[\]]*|\[[0-9a-fA-F:]+\]):(?P<port>\d{1,5})")
_PLAYERS: dict[str, Player] = {"b": "B", "black": "B", "w": "W", "white": "W"}

Tell = Callable[[str], None]


class Presses(Protocol):
    """Presses that come in until closed."""

    name: str

    def close(self) -> None:
        """Take no more."""


def order_of(line: str) -> Order | None:
    """The order of a line; None where it says nothing. Raises ValueError where it is none."""
    words = line.partition("#")[0].casefold().split()
    if not words:
        return None
    what, *rest = words
    if len(rest) > 1 or (rest and rest[0] not in _PLAYERS) or (rest and what in ("pause", "resume")):
        raise ValueError("a line is press, start, pause or resume, and B or W after the first two")
    colour = _PLAYERS[rest[0]] if rest else None
    match what:
        case "press":
            return orders.PressClock(colour=colour, by="clock")
        case "start":
            return orders.StartClock(colour=colour, by="clock")
        case "pause":
            return orders.Pause(reason="the clock was stopped", by="clock")
        case "resume":
            return orders.Resume(by="clock")
    raise ValueError(f"there is no {what}: a line is press, start, pause or resume")


def answer(line: bytes, inbox: Inbox) -> str:
    """Hand a line in; the answer to it, empty where it says nothing."""
    try:
        order = order_of(line.decode("utf-8", "replace"))
        if order is None:
            return ""
        inbox.put(order).result(PATIENCE)
    except (OrderRefused, ValueError) as refusal:
        return f"refused: {refusal}"
    except (TimeoutError, CancelledError):
        return "refused: no picture has come since; the order waits"
    return "ok"


def open_presses(where: str, inbox: Inbox, tell: Tell) -> Presses:
    """Take presses from an address (`:4567`, `127.0.0.1:4567`), or from the path of a serial device.

    Parameters
    ----------
    where : str
        Without a host only this machine may connect.
    inbox : Inbox
    tell : callable
        Takes a sentence for people.

    Raises
    ------
    OSError
        Where the address cannot be used, or the device not be opened.
    """
    found = _ADDRESS.fullmatch(where)
    if found and int(found["port"]) < 65536:
        return PressServer(found["host"].strip("[]") or "127.0.0.1", int(found["port"]), inbox)
    return SerialPresses(where, inbox, tell)


class PressServer:
    """Takes presses on a TCP port; 0 lets the system choose one, see `port`."""

    def __init__(self, host: str, port: int, inbox: Inbox) -> None:
        class Connection(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                # A client that goes away in the middle of a line has said nothing.
                with suppress(OSError):
                    while (line := self.rfile.readline(LONGEST)).endswith(b"\n"):
                        if reply := answer(line, inbox):
                            self.wfile.write(reply.encode() + b"\n")

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = allow_reuse_address = True
            block_on_close = False
            address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

        self._server = Server((host, port), Connection)
        self.port: int = self._server.server_address[1]
        self.name = f"{host}:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, name="presses", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SerialPresses:
    """Takes presses from a serial device, 9600 baud; one that is pulled out is tried again until it is back.

    Raises
    ------
    OSError
        Where the device cannot be opened at the start.
    """

    def __init__(self, path: str, inbox: Inbox, tell: Tell) -> None:
        self.name = path
        self._inbox, self._tell = inbox, tell
        self._closed = threading.Event()
        self._wake_read, self._wake_write = os.pipe()
        try:
            device = _open(path)
        except OSError:
            os.close(self._wake_read)
            os.close(self._wake_write)
            raise
        self._thread = threading.Thread(target=self._run, args=(device,), name="presses", daemon=True)
        self._thread.start()

    def _run(self, device: int) -> None:
        while True:
            self._listen(device)
            os.close(device)
            if self._closed.is_set():
                return
            self._tell(f"the clock at {self.name} is gone; I try again")
            while True:
                if self._closed.wait(AGAIN):
                    return
                with suppress(OSError):
                    device = _open(self.name)
                    break
            self._tell(f"the clock at {self.name} is back")

    def _listen(self, device: int) -> None:
        buffer = b""
        while True:
            ready, _, _ = select.select([device, self._wake_read], [], [])
            if self._wake_read in ready:
                return
            try:
                got = os.read(device, LONGEST)
            except OSError:
                return
            if not got:
                return
            buffer += got.replace(b"\r", b"\n")
            *lines, buffer = buffer.split(b"\n")
            buffer = buffer[-LONGEST:]
            for line in lines:
                if reply := answer(line, self._inbox):
                    with suppress(OSError):
                        os.write(device, reply.encode() + b"\r\n")

    def close(self) -> None:
        """Take no more."""
        self._closed.set()
        os.write(self._wake_write, b"!")
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _open(path: str) -> int:
    device = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        if not os.isatty(device):
            raise OSError(f"{path} is no serial device")
        tty.setraw(device)
        mode = termios.tcgetattr(device)
        mode[4] = mode[5] = BAUD
        termios.tcsetattr(device, termios.TCSANOW, mode)
    except termios.error as error:
        os.close(device)
        raise OSError(f"{path} cannot be set up: {error.args[-1]}") from error
    except OSError:
        os.close(device)
        raise
    return device
