"""Follows a board of a console from outside, as any program may: its public state, kept up to date."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from recorder.game_state import GameState

SILENCE = 15.0
"""Seconds without a sign of life after which the connection is made anew (a console gives one every 5 s)."""
_AGAIN = 1.0


class Onlooker:
    """What the public sees of one board. Runs in the thread that calls `follow`.

    Parameters
    ----------
    address : str
        Of the console: `http://127.0.0.1:8361`.
    board : str
        The board's id.

    Raises
    ------
    ValueError
        Where the address is none.
    """

    def __init__(self, address: str, board: str) -> None:
        if urllib.parse.urlsplit(address).scheme not in ("http", "https"):
            raise ValueError(f"the console's address begins with http:// or https://, got {address!r}")
        self._url = f"{address.rstrip('/')}/api/boards/{urllib.parse.quote(board)}/events"
        self._cursor = ""
        self._state: dict[str, Any] | None = None

    def follow(self, take: Callable[[GameState], None], tell: Callable[[str], None], stopping: threading.Event) -> None:
        """Hand over every state until `stopping` is set; connect again for ever.

        Raises
        ------
        LookupError
            Where the console has no such board.
        """
        lost = False
        while not stopping.is_set():
            try:
                for state in self._states(stopping):
                    if lost:
                        tell("the console answers again")
                        lost = False
                    take(state)
            except urllib.error.HTTPError as error:
                if error.code == 404:
                    raise LookupError("the console has no such board") from error
                why: Exception = error
            except (OSError, ValueError) as error:
                why = error
            else:
                why = ConnectionError("closed")
            if not lost and not stopping.is_set():
                tell(f"the console does not answer ({why}); I try again")
                lost = True
            stopping.wait(_AGAIN)

    def _states(self, stopping: threading.Event) -> Iterator[GameState]:
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": self._cursor} if self._cursor else {})
        request = urllib.request.Request(self._url, headers=headers)
        with urllib.request.urlopen(request, timeout=SILENCE) as answer:
            for kind, data, cursor in messages(answer):
                if stopping.is_set():
                    return
                if cursor:
                    self._cursor = cursor
                if kind == "state":
                    self._state = json.loads(data)
                elif kind == "change" and self._state is not None:
                    self._state = merged(self._state, json.loads(data))
                else:
                    continue
                yield msgspec.convert(self._state, GameState)


def merged(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The state with a change in it: of the moves only the last ones are told."""
    following = state | change
    if "moves_from" in change:
        del following["moves_from"]
        following["moves"] = [*state.get("moves", [])[: change["moves_from"]], *change["moves"]]
    return following


def messages(lines: Iterable[bytes]) -> Iterator[tuple[str, str, str]]:
    """Event, data and id of each message of a stream of server-sent events (HTML standard, 9.2.6)."""
    kind, cursor = "message", ""
    data: list[str] = []
    for raw in lines:
        line = raw.decode("utf-8", errors="replace").rstrip("\r\n")
        if not line:
            if data:
                yield kind, "\n".join(data), cursor
            kind, data, cursor = "message", [], ""
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            kind = value
        elif field == "data":
            data.append(value)
        elif field == "id":
            cursor = value
