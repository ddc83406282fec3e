"""Server-sent events: what the hub tells, resumed where a page left off.

Messages (the browser gets the whole state, or what changed, as JSON)
- `state`: a whole `GameState`; replaces what the page had of that board.
- `change`: see `recorder.game_state.changes`: every field given replaces the one there is; of the moves keep
  the first `moves_from` and append `moves`.
- `gone`: `{"board": id}`, the board is not there any more.
- `status`: `{"board", "name", "source": "off"|"connecting"|"live"|"lost"|"ended"|"restarting"|"stuck"}`, how the
  camera is; for the operator and the referee with more (see `recorder.web.console`).
- `beat`: `{}` every 5 s: a page that has heard none for 12 s shows that it is stale.
`id:` is a cursor; a browser sends it back as `Last-Event-ID`, others may as `?after=`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from functools import lru_cache

from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from recorder.hall.hub import Audience, Hub, Message

BEAT = 5.0
"""Seconds from one sign of life to the next."""
SLOW = 20.0
"""Seconds after which a viewer who takes nothing is dropped; the page comes back and catches up."""


class _Stream(EventSourceResponse):
    """Ends without a word where the viewer takes nothing any more."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(SendTimeoutError):
            await super().__call__(scope, receive, send)


def event_stream(request: Request, hub: Hub, audience: Audience, board: str | None = None) -> EventSourceResponse:
    """The stream an audience gets, of all boards or of one."""
    cursor = request.headers.get("last-event-id") or request.query_params.get("after", "")
    return _Stream(
        _messages(hub, audience, board, cursor[:100]),
        ping=3600,  # our own beats can be seen by scripts, comments cannot
        send_timeout=SLOW,
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@lru_cache(256)
def _encoded(message: Message) -> bytes:
    """A message as it goes over the wire: made once, sent to many."""
    return ServerSentEvent(event=message.event, data=message.data.decode(), id=message.cursor).encode()


_BEAT = ServerSentEvent(event="beat", data="{}").encode()


async def _messages(hub: Hub, audience: Audience, board: str | None, cursor: str) -> AsyncIterator[bytes]:
    yield ServerSentEvent(retry=1000, comment="kifuwatch").encode()
    # Closed at once when the page goes, and not when the collector comes round.
    async with aclosing(hub.follow(audience, board, cursor, BEAT)) as following:
        async for told in following:
            # One piece for all that is there: a viewer is woken once.
            yield b"".join(map(_encoded, told)) if told else _BEAT
