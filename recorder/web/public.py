"""What everybody may ask: the boards, their states, their records.

- `GET /api/boards`: `{"boards": [GameState without moves, edits and setup, ... + "name", "source"]}`
- `GET /api/rounds`: `{"rounds": [{"event", "round", "anchor", "boards": [ids]}]}`, the boards by event and round as
  the index shows them under `/#ANCHOR`, see `recorder.web.rounds`
- `GET /api/boards/{board}`: the whole public `GameState` + `name`, `source`, and `clock_age`: seconds since
  its `clocks` were told
- `GET /api/events`, `GET /api/boards/{board}/events`: see `recorder.web.stream`; the first without moves, edits
  and setup (`count` says how many moves there are), the second whole
- `GET /boards/{board}/game.sgf`: the record of the last game, main line only, with an ETag
- `GET /api/session`: `{"roles": [...], "csrf": str|null}` of the sender
"""

from __future__ import annotations

import asyncio
import hashlib

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from recorder.game_state import GameState
from recorder.hall.board import BoardConfig
from recorder.hall.hall import Hall
from recorder.hall.records import public_sgf
from recorder.web.answers import answer, board_of, hall_of
from recorder.web.guard import session_of
from recorder.web.rounds import Round, place_of, rounds
from recorder.web.stream import event_stream


def _shown(request: Request, board: BoardConfig, state: GameState | None) -> dict[str, object]:
    told: dict[str, object] = msgspec.to_builtins(state or GameState(board=board.id))
    return told | {"name": board.name or board.id, "source": hall_of(request).health(board.id).source}


async def boards(request: Request) -> Response:
    """All boards, in short."""
    hall = hall_of(request)
    return answer({"boards": [_shown(request, b, hall.hub.state("index", b.id)) for b in hall.boards()]})


def rounds_of(hall: Hall) -> list[Round]:
    """The boards by event and round, as everybody may know them."""
    known = ((b, hall.hub.state("index", b.id) or GameState(board=b.id)) for b in hall.boards())
    return rounds((b.id, *place_of(state, b.facts)) for b, state in known)


async def all_rounds(request: Request) -> Response:
    """The boards by event and round."""
    return answer({"rounds": rounds_of(hall_of(request))})


async def board(request: Request) -> Response:
    """One board."""
    asked = board_of(request)
    hub = hall_of(request).hub
    return answer(
        _shown(request, asked, hub.state("public", asked.id)) | {"clock_age": hub.clock_age("public", asked.id)}
    )


async def events(request: Request) -> Response:
    """What happens at all boards."""
    return event_stream(request, hall_of(request).hub, "index")


async def board_events(request: Request) -> Response:
    """What happens at one board."""
    return event_stream(request, hall_of(request).hub, "public", board_of(request).id)


async def game_sgf(request: Request) -> Response:
    """The record as everybody may have it."""
    asked = board_of(request)
    hall = hall_of(request)
    content = await asyncio.to_thread(public_sgf, hall.log_path(asked.id), hall.shown(asked.id))
    return sgf_answer(request, content, f"{asked.id}.sgf")


def sgf_answer(request: Request, content: bytes | None, name: str) -> Response:
    """An SGF file, or nothing new for whoever has it already."""
    if content is None:
        return answer({"error": "nothing has been recorded yet"}, 404)
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Content-Disposition": f'inline; filename="{name}"'}
    if tag in [t.strip().removeprefix("W/") for t in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/x-go-sgf; charset=utf-8")


async def session(request: Request) -> Response:
    """Who the sender is."""
    known = session_of(request)
    return answer({"roles": sorted(known.roles) if known else [], "csrf": known.csrf if known else None})


ROUTES = [
    Route("/api/boards", boards),
    Route("/api/rounds", all_rounds),
    Route("/api/boards/{board}", board),
    Route("/api/events", events),
    Route("/api/boards/{board}/events", board_events),
    Route("/boards/{board}/game.sgf", game_sgf),
    Route("/api/session", session),
]
