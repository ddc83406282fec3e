"""A running console, told over the network who plays at its boards."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from typing import Any, NamedTuple

import msgspec

from recorder.facts import GameFacts
from recorder.tournament.event import TournamentError

PATIENCE = 30.0
"""Seconds an answer may take."""


class SeenBoard(NamedTuple):
    """A board as the console shows it: how many moves its game has, and whether that is over."""

    id: str
    name: str
    moves: int
    ended: bool


class Console:
    """Signed in as the operator.

    Parameters
    ----------
    address : str
        As `kifuwatch serve` prints it.
    secret : str
        The operator's.

    Raises
    ------
    TournamentError
        Where it cannot be reached, or the secret is not the operator's.
    """

    def __init__(self, address: str, secret: str) -> None:
        if not address.startswith(("http://", "https://")):
            raise TournamentError(f"a console's address begins with http:// or https://, got {address!r}")
        self._address = address.rstrip("/")
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self._mark = ""
        status, told = self._send("POST", "/sign-in", {"secret": secret})
        if status != 200 or "operator" not in told.get("roles", ()):
            raise TournamentError(f"{address} does not take this secret as the operator's")
        self._mark = told["csrf"]

    def boards(self) -> list[SeenBoard]:
        """The boards there are."""
        status, told = self._send("GET", "/api/boards")
        if status != 200:
            raise TournamentError(f"{self._address} does not tell its boards: {told.get('error', status)}")
        return [SeenBoard(b["board"], b["name"], b["count"], b["phase"] == "ended") for b in told["boards"]]

    def give(self, board: SeenBoard, facts: GameFacts, go_on: bool) -> str:
        """Tell a board who plays; what was done, in words, or why nothing was.

        Parameters
        ----------
        go_on : bool
            Whether a game that is still going on is over with this.
        """
        if board.moves and not board.ended and not go_on:
            return f"left alone: a game of {board.moves} moves is going on; --next ends it"
        known: dict[str, Any] = msgspec.to_builtins(facts)
        # The same pairing twice is one: the order bears its name.
        order = "next_game" if board.moves else "set_facts"
        content = {"order": order, "facts": known, "id": f"{order} {facts.pairing}"}
        path = f"/api/boards/{urllib.parse.quote(board.id)}"
        status, told = self._send("POST", f"{path}/orders", content)
        if status == 200:
            return "the next game begins" if board.moves else "told"
        if status == 503 or told.get("code") == "not_running":  # the game that is begun later has it
            fields = {"facts": known, "handicap": facts.handicap}
            status, told = self._send("PATCH", path, fields)
            if status == 200:
                return "told; it is not running"
        return f"not taken: {told.get('error', status)}"

    def _send(self, method: str, path: str, content: object = None) -> tuple[int, dict[str, Any]]:
        headers = {"Content-Type": "application/json", "X-CSRF-Token": self._mark}
        body = None if content is None else msgspec.json.encode(content)
        request = urllib.request.Request(self._address + path, body, headers, method=method)
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, _json(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _json(error.read())
        except (OSError, ValueError) as error:
            raise TournamentError(f"the console {self._address} cannot be reached: {_reason(error)}") from error


def _json(content: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(content, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}


def _reason(error: Exception) -> object:
    return getattr(error, "reason", None) or error
