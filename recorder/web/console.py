"""What the operator may ask and do. Changes need the header `X-CSRF-Token`.

- `GET /api/cameras`: `{"cameras": [{"id", "name", "device", "note"}]}`; `id` is what a board takes as `source`
- `GET /api/cameras/{id}/preview.jpg` (the id quoted): a picture of a camera that no board uses
- `POST /api/boards`: a `BoardConfig` without or with `id`; 201 and the board. Needs `source`; `name` names it
- `GET /api/boards/{board}/settings`: the `BoardConfig`
- `PATCH /api/boards/{board}`: the fields to change; a change of source or settings starts the camera anew, the
  game goes on; `{"running": false}` stops, true starts
- `DELETE /api/boards/{board}`: the board leaves the hall, its games stay on the disk
- `POST /api/boards/{board}/orders`: an order (`recorder.orders`); 200 `{"events": [...]}`, 409 `{"error", "code"}`
  where it cannot be done, 503 where the board is not running. `by` is filled in from the session where missing.
- `GET /api/boards/{board}/picture.jpg?width=`: the latest picture; 503 where there is none
- `GET /api/boards/{board}/view`: `{"size", "corners", "picture", "words", "reason", "source", "message", "age",
  "looks", "late"}`, see `recorder.hall.wire.Health`; `corners` are pixels of a picture of the size `picture`
- `GET /api/operator/events[?board=]`: as `/api/boards/{board}/events`, without delay, and `status` bears what
  `view` does, with `messages` and `reasons`: the same by language (`zh_hans`, `zh_hant`), where there are words
- `GET /api/operator/boards/{board}`: the whole state undelayed, with the reasons of faults, without alerts
- `GET /api/boards/{board}/record.sgf`: the whole record with variations and comments (alerts for the referee alone)
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from recorder.hall.board import BoardConfig, free_id, is_board_id
from recorder.hall.hall import NotRunning, Refused
from recorder.hall.records import full_sgf, public_sgf
from recorder.web.answers import answer, board_of, body_of, hall_of
from recorder.web.guard import may, require
from recorder.web.page import texts_of
from recorder.web.public import sgf_answer
from recorder.web.stream import event_stream
from recorder.wording import reason_text

REFEREES = frozenset({"rule", "dismiss", "withdraw_ruling"})
"""Orders that only the referee may give."""


async def cameras(request: Request) -> Response:
    """The cameras of this machine."""
    require(request, "operator")
    return answer({"cameras": await asyncio.to_thread(hall_of(request).cameras)})


async def preview(request: Request) -> Response:
    """What a camera sees."""
    require(request, "operator")
    content = await asyncio.to_thread(hall_of(request).preview, request.path_params["camera"])
    return _picture(content)


async def add_board(request: Request) -> Response:
    """A new board."""
    require(request, "operator")
    fields = await body_of(request, dict[str, Any])
    hall = hall_of(request)
    taken = {b.id for b in hall.boards()}
    fields.setdefault("id", free_id(str(fields.get("name", "")), taken))
    board = _config(fields)
    if board.id in taken:
        raise HTTPException(409, f"there is a board {board.id} already")
    return answer(await asyncio.to_thread(hall.put, board), 201)


async def settings(request: Request) -> Response:
    """How a board is set up."""
    require(request, "operator")
    return answer(board_of(request))


async def change_board(request: Request) -> Response:
    """Change how a board is set up; start and stop it."""
    require(request, "operator")
    fields = await body_of(request, dict[str, Any])
    before = board_of(request)
    known: dict[str, Any] = msgspec.to_builtins(before)
    for name in ("facts", "keeping"):
        if isinstance(fields.get(name), dict):
            fields[name] = known[name] | fields[name]
    board = _config(known | fields)
    if board.id != before.id:
        raise HTTPException(422, "the id of a board stays: its games bear it")
    return answer(await asyncio.to_thread(hall_of(request).put, board))


async def remove_board(request: Request) -> Response:
    """Take a board out of the hall."""
    require(request, "operator")
    await asyncio.to_thread(hall_of(request).remove, board_of(request).id)
    return Response(status_code=204)


def _config(fields: dict[str, Any]) -> BoardConfig:
    try:
        return msgspec.convert(fields, BoardConfig)
    except (msgspec.ValidationError, ValueError) as error:
        raise HTTPException(422, str(error)) from error


async def order(request: Request) -> Response:
    """Tell a board what to do."""
    session = require(request, "operator", "referee")
    board = board_of(request)
    fields = await body_of(request, dict[str, Any])
    if fields.get("order") in REFEREES and "referee" not in session.roles:
        raise HTTPException(403, "this is for the referee")
    # Whose order it is, is not for the sender to say: a name may be added to the role, never replace it.
    role = "referee" if fields.get("order") in REFEREES or "operator" not in session.roles else "operator"
    by = fields.get("by")
    fields["by"] = f"{role}: {by[:100]}" if isinstance(by, str) and by and by != role else role
    try:
        events = await hall_of(request).order(board.id, msgspec.json.encode(fields))
    except Refused as error:
        said = reason_text(str(error), texts_of(request).language)
        return answer({"error": str(error), "code": error.code, "said": said}, 409)
    except NotRunning as error:
        return answer({"error": str(error), "code": "not_running"}, 503)
    return answer({"events": msgspec.Raw(events or b"[]")})


async def picture(request: Request) -> Response:
    """What the camera sees now."""
    require(request, "operator")
    text = request.query_params.get("width", "960")
    width = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 960
    try:
        return _picture(await hall_of(request).picture(board_of(request).id, min(max(width, 160), 1920)))
    except NotRunning as error:
        return answer({"error": str(error), "code": "not_running"}, 503)


def _picture(content: bytes | None) -> Response:
    if not content:
        return answer({"error": "there is no picture", "code": "no_picture"}, 503)
    return Response(content, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


async def view(request: Request) -> Response:
    """Where the board is in the picture, and how well it is seen."""
    require(request, "operator", "referee")
    return answer(hall_of(request).health(board_of(request).id))


async def state(request: Request) -> Response:
    """A board as the operator may see it."""
    require(request, "operator", "referee")
    board = board_of(request)
    found = hall_of(request).hub.state("operator", board.id)
    told: dict[str, object] = msgspec.to_builtins(found) if found else {"board": board.id}
    return answer(told | {"name": board.name or board.id, "source": hall_of(request).health(board.id).source})


async def events(request: Request) -> Response:
    """What happens, for the operator."""
    require(request, "operator", "referee")
    board = request.query_params.get("board")
    if board is not None and (not is_board_id(board) or hall_of(request).board(board) is None):
        raise HTTPException(404, "there is no such board")
    return event_stream(request, hall_of(request).hub, "operator", board)


async def record(request: Request) -> Response:
    """The record with all that is known."""
    require(request, "operator", "referee")
    board = board_of(request)
    made = full_sgf if may(request, "referee") else public_sgf
    return sgf_answer(request, await asyncio.to_thread(made, hall_of(request).log_path(board.id)), f"{board.id}.sgf")


ROUTES = [
    Route("/api/cameras", cameras),
    Route("/api/cameras/{camera:path}/preview.jpg", preview),
    Route("/api/boards", add_board, methods=["POST"]),
    Route("/api/boards/{board}", change_board, methods=["PATCH"]),
    Route("/api/boards/{board}", remove_board, methods=["DELETE"]),
    Route("/api/boards/{board}/settings", settings),
    Route("/api/boards/{board}/orders", order, methods=["POST"]),
    Route("/api/boards/{board}/picture.jpg", picture),
    Route("/api/boards/{board}/view", view),
    Route("/api/operator/boards/{board}", state),
    Route("/api/operator/events", events),
    Route("/api/boards/{board}/record.sgf", record),
]
