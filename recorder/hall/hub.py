"""Where what happens at the boards meets those who look on: snapshots, then changes, numbered for resuming.

Each audience has a list of its own of the last messages, with its own numbers, so that a viewer cannot tell from a
gap that the referee was told something. A cursor is `RUN.NUMBER`; RUN changes with every start of the
program. Whoever comes back with a cursor gets what came after it; where that is gone, or of another run, the whole
states. Safe from several threads.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

import msgspec

from recorder.game_state import GameState, brief, changes, for_operator
from recorder.projection import Projection

Audience = Literal["index", "public", "operator", "referee"]
AUDIENCES: tuple[Audience, ...] = ("index", "public", "operator", "referee")
OUTSIDE: tuple[Audience, ...] = ("index", "public")
INSIDE: tuple[Audience, ...] = ("operator", "referee")
"""Who may be delayed, and who never is."""
KEPT = 4000
"""Messages of an audience that are kept for those who come back."""
BATCH = 500
"""Messages handed over in one go; whoever takes so few that more than KEPT come meanwhile starts anew."""


class Message(NamedTuple):
    """What a page gets: the name of the event, its JSON, and the cursor after it (None: not to be resumed at)."""

    event: Literal["state", "change", "gone", "status"]
    data: bytes
    cursor: str | None
    board: str


_VIEWS: dict[Audience, Callable[[Projection], GameState]] = {
    "index": lambda projection: brief(projection.public),
    "public": lambda projection: projection.public,
    "operator": lambda projection: for_operator(projection.state),
    "referee": lambda projection: projection.state,
}


class _Channel:
    """The last messages of one audience."""

    def __init__(self, kept: int) -> None:
        self.messages: deque[tuple[int, Message]] = deque(maxlen=kept)
        self.number = 0
        self.states: dict[str, GameState] = {}

    def after(self, number: int) -> list[Message] | None:
        """What came after a number; None where that is not known any more."""
        if number > self.number or number < self.number - len(self.messages):
            return None
        return [self.messages[i][1] for i in range(len(self.messages) - (self.number - number), len(self.messages))]


class Hub:
    """Tells the audiences of the boards.

    Parameters
    ----------
    kept : int
        Messages of each audience that are kept for those who come back.

    Attributes
    ----------
    run : str
        Begins every cursor of this start of the program.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self.run = secrets.token_hex(4)
        self._lock = threading.RLock()
        self._channels = {audience: _Channel(kept) for audience in AUDIENCES}
        self._statuses: dict[str, tuple[int, bytes, bytes]] = {}
        self._changed = 0
        self._clocked: dict[tuple[Audience, str], float] = {}
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def tell(self, board: str, projection: Projection, audiences: Sequence[Audience] = AUDIENCES) -> None:
        """A board's game has changed: whoever may know, of these audiences, gets what changed."""
        with self._lock:
            for audience in audiences:
                channel = self._channels[audience]
                before, after = channel.states.get(board), _VIEWS[audience](projection)
                channel.states[board] = after
                if before is None or before.clocks != after.clocks:
                    self._clocked[audience, board] = time.monotonic()
                if before is None or before.game != after.game:
                    self._put(audience, "state", board, after)
                elif before != after:
                    self._put(audience, "change", board, changes(before, after))
        self._wake()

    def drop(self, board: str) -> None:
        """A board is not there any more."""
        with self._lock:
            self._statuses.pop(board, None)
            for audience, channel in self._channels.items():
                if channel.states.pop(board, None) is not None:
                    self._put(audience, "gone", board, {"board": board})
        self._wake()

    def set_status(self, board: str, public: object, inner: object) -> None:
        """How a board's source is: for everybody, and for the operator and the referee."""
        told = msgspec.json.encode(public), msgspec.json.encode(inner)
        with self._lock:
            if self._statuses.get(board, (0, b"", b""))[1:] == told:
                return
            self._changed += 1
            self._statuses[board] = (self._changed, *told)
        self._wake()

    def state(self, audience: Audience, board: str) -> GameState | None:
        """A board's state as an audience may see it; None where there is no such board."""
        with self._lock:
            return self._channels[audience].states.get(board)

    def clock_age(self, audience: Audience, board: str) -> float | None:
        """Seconds since an audience was told of a board's clocks: a page that comes later counts on from there."""
        with self._lock:
            told = self._clocked.get((audience, board))
        return None if told is None else round(time.monotonic() - told, 1)

    def cursor(self, audience: Audience) -> str:
        """Where an audience's messages are now."""
        with self._lock:
            return f"{self.run}.{self._channels[audience].number}"

    def _put(self, audience: Audience, event: Literal["state", "change", "gone"], board: str, data: object) -> None:
        channel = self._channels[audience]
        channel.number += 1
        cursor = f"{self.run}.{channel.number}"
        channel.messages.append((channel.number, Message(event, msgspec.json.encode(data), cursor, board)))

    def _wake(self) -> None:
        with self._lock:
            waiting = list(self._waiting)
        for loop, event in waiting:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)

    def _number(self, cursor: str) -> int | None:
        run, _, number = cursor.partition(".")
        return int(number) if run == self.run and number.isascii() and number.isdecimal() and len(number) < 19 else None

    def _collect(
        self, audience: Audience, board: str | None, number: int | None, seen: int
    ) -> tuple[list[Message], int, int]:
        """What is new after message `number` and status `seen`, and where that ends."""
        with self._lock:
            channel = self._channels[audience]
            new = channel.after(number) if number is not None else None
            if new is None:
                cursor = f"{self.run}.{channel.number}"
                new = [
                    Message("state", msgspec.json.encode(state), cursor, name) for name, state in channel.states.items()
                ]
                # Only a page that has all of them may resume: else a board could be missed.
                new = [m._replace(cursor=None) for m in new[:-1]] + new[-1:]
            statuses = [
                Message("status", inner if audience in ("operator", "referee") else public, None, name)
                for name, (changed, public, inner) in self._statuses.items()
                if changed > seen
            ]
            told = [m for m in new + statuses if board is None or m.board == board]
            if board is not None and new and not any(m.cursor for m in told):
                # The last message was of another board: the cursor must still come along.
                at = next((i for i in reversed(range(len(told))) if told[i].event != "status"), None)
                if at is not None:
                    told[at] = told[at]._replace(cursor=f"{self.run}.{channel.number}")
            return told, channel.number, self._changed

    async def follow(
        self, audience: Audience, board: str | None = None, cursor: str = "", beat: float | None = None
    ) -> AsyncGenerator[list[Message], None]:
        """What is there, or what came after `cursor`; then what comes, as it comes.

        An empty list comes after `beat` seconds in which nothing came.
        """
        number, seen = self._number(cursor) if cursor else None, -1
        bell = asyncio.Event()
        entry = (asyncio.get_running_loop(), bell)
        with self._lock:
            self._waiting.add(entry)
        try:
            while True:
                bell.clear()
                told, number, seen = self._collect(audience, board, number, seen)
                for start in range(0, len(told), BATCH):
                    yield told[start : start + BATCH]
                if not told and beat is not None:
                    yield []
                with suppress(TimeoutError):
                    await asyncio.wait_for(bell.wait(), beat)
        finally:
            with self._lock:
                self._waiting.discard(entry)
