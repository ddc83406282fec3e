"""A relay to a review or demo board of OGS, as the server's public client library (goban) describes its protocol.

Messages are JSON arrays `[command, data]`, or `[command, data, id]` where an answer `[id, data, error]` is wanted.
After `authenticate` and `review/connect` the server tells the whole review (`review/ID/full_state`); each
`review/append` with `f` (from move) and `m` (moves, see `ogs_path`) leads those who look on to a position, and comes
back as `review/ID/r`. `net/ping` every 10 s keeps the connection.

Tried against a server of our own in the tests, and never on the real one.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from recorder.game_state import GameState
from recorder.publish.ogs_path import path_of
from recorder.publish.relay import RelayError

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

logger = logging.getLogger(__name__)

SERVER = "wss://online-go.com"
PING = 10.0
"""Seconds from one sign of life to the next."""
ANSWER = 10.0
"""Seconds the server has to answer."""
WAITS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before each try to connect again; the last repeats."""
_LARGEST = 16 * 1024 * 1024


class _Told(Exception):  # noqa: N818 (the server's answer, no fault of ours)
    """The server refuses; trying again does not help."""


class OgsRelay:
    """Keeps a review showing the newest state of a game. Runs in a thread of its own.

    Parameters
    ----------
    review : int
        Number of the review or demo board, as in its address; the account must own or control it.
    jwt : str
        The account's token (`user_jwt` of the server's `/api/v1/ui/config`).
    server : str
        Address of the server's socket.
    tell : callable
        Gets a sentence for people when the connection is lost or there again.
    waits : sequence of float
        Seconds before each try to connect again.

    Raises
    ------
    RelayError
        Where the program is installed without web sockets.
    """

    def __init__(
        self,
        review: int,
        jwt: str,
        server: str = SERVER,
        tell: Callable[[str], None] = lambda _text: None,
        waits: tuple[float, ...] = WAITS,
    ) -> None:
        try:
            import websockets  # noqa: F401
        except ImportError as error:
            raise RelayError("relays need web sockets: pip install 'kifuwatch[relay]'") from error
        self.name = f"OGS review {review}"
        self._review, self._jwt, self._server = review, jwt, server
        self._tell, self._waits = tell, waits
        self._condition = threading.Condition()
        self._wanted: str | None = None
        self._shown: str | None = None
        self._closing = self._left = False
        self.refused = ""
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def show(self, state: GameState) -> None:
        """Show this state as soon as may be."""
        if not state.size:
            return
        path = path_of(state)
        with self._condition:
            self._wanted = path
            self._condition.notify_all()

    def close(self, timeout: float = 5.0) -> None:
        """Show the newest state, where that can be done in time, and end."""
        with self._condition:
            self._condition.wait_for(lambda: self._shown == self._wanted or bool(self.refused), timeout)
            self._closing = True
            self._condition.notify_all()
        self._thread.join(timeout)

    def _run(self) -> None:
        from websockets.exceptions import WebSocketException

        tries = 0
        while not self._closing:
            try:
                self._connected()
                return
            except _Told as error:
                self.refused = str(error)
                self._tell(f"{self.name}: {error}. Nothing more is shown there")
                with self._condition:
                    self._condition.notify_all()
                return
            except (OSError, WebSocketException, ValueError) as error:
                if self._shown is not None or tries == 0:
                    self._tell(f"{self.name}: the connection is lost ({error}); I try again")
                tries = 1 if self._shown is not None else tries + 1
                self._shown = None
                with self._condition:
                    self._condition.wait_for(lambda: self._closing, self._waits[min(tries - 1, len(self._waits) - 1)])

    def _connected(self) -> None:
        from websockets.sync.client import connect

        with connect(self._server, open_timeout=ANSWER, close_timeout=1, max_size=_LARGEST) as socket:
            _Talk(socket, self._review, self._jwt).begin()
            self._tell(f"{self.name}: connected")
            self._left = False
            listener = threading.Thread(target=self._listen, args=(socket,), name=f"{self.name}, hearing", daemon=True)
            listener.start()
            self._show_all(socket)
            self._send(socket, "review/disconnect", {"review_id": self._review})

    def _show_all(self, socket: ClientConnection) -> None:
        pinged = time.monotonic()
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._closing or self._left or self._wanted != self._shown, PING / 2)
                path, closing = self._wanted, self._closing
                if self._left:
                    raise ConnectionError("the server has gone")
            if path is not None and path != self._shown:
                # Always the whole way from the start: a correction is another way, and nothing is left over.
                self._send(socket, "review/append", {"review_id": self._review, "f": 0, "m": path})
                with self._condition:
                    self._shown = path
                    self._condition.notify_all()
            if closing:
                return
            if time.monotonic() - pinged > PING:
                pinged = time.monotonic()
                now = round(time.time() * 1000)
                self._send(socket, "net/ping", {"client": now, "drift": 0, "latency": 0})

    def _listen(self, socket: ClientConnection) -> None:
        """Take what the server says, so that it is never held up."""
        from websockets.exceptions import WebSocketException

        try:
            for message in socket:
                logger.debug("%s: %s", self.name, message if isinstance(message, str) else len(message))
        except (OSError, WebSocketException) as error:
            logger.debug("%s: %s", self.name, error)
        with self._condition:
            self._left = True
            self._condition.notify_all()

    @staticmethod
    def _send(socket: ClientConnection, command: str, data: dict[str, Any]) -> None:
        socket.send(json.dumps([command, data]))


class _Talk:
    """The first words with the server."""

    def __init__(self, socket: ClientConnection, review: int, jwt: str) -> None:
        self._socket, self._review, self._jwt = socket, review, jwt

    def begin(self) -> None:
        """Sign in and open the review.

        Raises
        ------
        _Told
            Where the server refuses.
        """
        us = {
            "jwt": self._jwt,
            "client": "kifuwatch",
            "client_version": version("kifuwatch"),
            "user_agent": "kifuwatch",
        }
        self._socket.send(json.dumps(["authenticate", us, 1]))
        answer = self._wait_for(1)
        if not isinstance(answer, dict) or "id" not in answer:
            raise _Told("the server does not know the account: get a new token")
        self._socket.send(json.dumps(["review/connect", {"review_id": self._review}]))
        self._wait_for(f"review/{self._review}/full_state")

    def _wait_for(self, name: int | str) -> object:
        until = time.monotonic() + ANSWER
        while (left := until - time.monotonic()) > 0:
            message = json.loads(self._socket.recv(left))
            if not isinstance(message, list) or not message:
                raise ValueError("the server says what is no message")
            if message[0] == name:
                if len(message) > 2 and message[2]:
                    raise _Told(f"the server refuses: {message[2]}")
                return message[1] if len(message) > 1 else None
        raise TimeoutError("the server does not answer")
