"""How the console answers and reads JSON."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from recorder.hall.board import BoardConfig, is_board_id
from recorder.hall.hall import Hall

T = TypeVar("T")


def answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Anything msgspec can encode, as JSON."""
    return Response(msgspec.json.encode(content), status, headers, "application/json")


async def body_of(request: Request, kind: type[T]) -> T:
    """The request's JSON as a type.

    Raises
    ------
    HTTPException
        415 where it is said to be something else, 422 where it does not fit; the detail says what.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "send JSON (Content-Type: application/json)")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(422, str(error)) from error


def hall_of(request: Request) -> Hall:
    """The hall this console is of."""
    hall: Hall = request.app.state.hall
    return hall


def board_of(request: Request) -> BoardConfig:
    """The board the address names; raises HTTPException 404 where there is none."""
    name = request.path_params["board"]
    board = hall_of(request).board(name) if is_board_id(name) else None
    if board is None:
        raise HTTPException(404, "there is no such board")
    return board
