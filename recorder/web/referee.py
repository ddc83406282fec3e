"""What the referee alone may ask. Rulings are orders (see `recorder.web.console`).

- `GET /api/alerts`: `{"alerts": [ShownAlert + "board", "name", "evidence": ["before", ...]], newest first}`, of the
  games that are on, and of those before them what nobody has ruled on
- `GET /api/referee/boards/{board}`: the whole state with alerts and warnings
- `GET /api/referee/events`: whole states with alerts, and `status` as for the operator
- `GET /api/boards/{board}/evidence/{seq}/{before|during|after}.jpg`: pictures of the board around an alert
"""

from __future__ import annotations

import asyncio

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from recorder.hall.evidence import MOMENTS, picture_path
from recorder.web.answers import answer, board_of, hall_of
from recorder.web.guard import require
from recorder.web.stream import event_stream


async def alerts(request: Request) -> Response:
    """The alerts of all boards."""
    require(request, "referee")
    hall = hall_of(request)
    told: list[tuple[float, dict[str, object]]] = []
    for board in hall.boards():
        state = hall.hub.state("referee", board.id)
        games = (*state.unruled, state) if state else ()
        for alert in (alert for game in games for alert in game.alerts):
            kept = await asyncio.to_thread(_kept, request, board.id, alert.seq)
            more = {"board": board.id, "name": board.name or board.id, "evidence": kept}
            told.append((alert.t, msgspec.to_builtins(alert) | more))
    return answer({"alerts": [alert for _, alert in sorted(told, key=lambda pair: -pair[0])]})


def _kept(request: Request, board: str, seq: int) -> list[str]:
    folder = hall_of(request).folder(board)
    return [moment for moment in MOMENTS if picture_path(folder, seq, moment).is_file()]


async def state(request: Request) -> Response:
    """A board as the referee may see it."""
    require(request, "referee")
    board = board_of(request)
    found = hall_of(request).hub.state("referee", board.id)
    told: dict[str, object] = msgspec.to_builtins(found) if found else {"board": board.id}
    return answer(told | {"name": board.name or board.id, "source": hall_of(request).health(board.id).source})


async def events(request: Request) -> Response:
    """What happens, for the referee."""
    require(request, "referee")
    return event_stream(request, hall_of(request).hub, "referee")


async def evidence(request: Request) -> Response:
    """A picture of the board around an alert."""
    require(request, "referee")
    board, seq, moment = board_of(request), request.path_params["seq"], request.path_params["moment"]
    if moment not in MOMENTS or seq > 2**53:
        raise HTTPException(404, "there is no such picture")
    path = picture_path(hall_of(request).folder(board.id), seq, moment)
    if not path.is_file():
        raise HTTPException(404, "there is no such picture")
    return FileResponse(path, media_type="image/jpeg", headers={"Cache-Control": "private, no-cache"})


ROUTES = [
    Route("/api/alerts", alerts),
    Route("/api/referee/boards/{board}", state),
    Route("/api/referee/events", events),
    Route("/api/boards/{board}/evidence/{seq:int}/{moment}.jpg", evidence),
]
