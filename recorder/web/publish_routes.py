"""What is made of games to be shown elsewhere and printed.

- `GET /boards/{board}/preview.png`: the picture beside a link to the game, 1200 by 630, with an ETag
- `GET /boards/{board}/diagram.svg`, `.png`, `.pdf`: the game with numbered moves; `?moves=1-100`, `?language=`
- `GET /referee/{board}/report.pdf`: the report of the last game, `?language=`; for the referee
- `GET /referee/report.pdf`: that of a round: the last games of all boards, `?round=3` of those of a round alone,
  `?summary=1` without each game's pages; for the referee
- `PUT /api/delay` `{"seconds": 900, "round": "3"}`: delay the public, at all boards or those whose game is of a
  round; `{"boards": [ids]}`. For the operator. One board's delay is its setting `delay`.

Whatever everybody may ask is as late as the public is; the referee's reports are not.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Annotated
from xml.etree import ElementTree as ET

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from recorder.game_state import GameState
from recorder.hall.hall import Hall
from recorder.hall.records import last_game, public_events
from recorder.log import LogError
from recorder.publish import figure
from recorder.publish.game import Game, gather, make_game
from recorder.publish.pdf import to_pdf
from recorder.publish.png import to_png
from recorder.publish.preview import preview
from recorder.publish.report import game_report
from recorder.publish.round_report import round_report
from recorder.publish.sheet import sheet
from recorder.web import words
from recorder.web.answers import answer, board_of, body_of, hall_of
from recorder.web.guard import require
from recorder.web.languages import Texts
from recorder.web.page import texts_of

_KINDS = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
QUEUE = 20
"""How many pictures and reports may wait to be made; who asks for more is told to come again."""
# Pictures are work: one at a time, in a thread of their own, so that nobody else waits for them.
_painter = ThreadPoolExecutor(1, "painter")
_waiting: set[asyncio.Future[bytes]] = set()


async def _made(make: Callable[[], bytes]) -> bytes:
    """What `make` makes, when its turn comes.

    Raises
    ------
    HTTPException
        503 where too many wait.
    """
    if len(_waiting) >= QUEUE:
        raise HTTPException(503, "too many pictures are asked for at once: try again", {"Retry-After": "5"})
    future = asyncio.get_running_loop().run_in_executor(_painter, make)
    _waiting.add(future)
    future.add_done_callback(_waiting.discard)
    return await future


def _tagged(request: Request, content: bytes, kind: str, name: str = "") -> Response:
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if name:
        headers["Content-Disposition"] = f'inline; filename="{name}"'
    if tag in [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=kind)


async def picture(request: Request) -> Response:
    """The picture beside a link."""
    board, texts = board_of(request), texts_of(request)
    state = hall_of(request).hub.state("public", board.id)
    if state is None or not state.size:
        raise HTTPException(404, "nothing has been recorded yet")
    shown = msgspec.json.encode(msgspec.structs.replace(state, seq=0, clocks=None))
    content = await _made(lambda: _picture(shown, texts.language))
    return _tagged(request, content, "image/png")


@lru_cache(64)
def _picture(shown: bytes, language: str) -> bytes:
    state, texts = msgspec.json.decode(shown, type=GameState), Texts(language)
    told = figure.of_stones(state.size, state.black, state.white, state.last)
    return preview(told, state.facts, words.status(state, "", texts)[0], texts)


async def diagram(request: Request) -> Response:
    """The game with numbered moves."""
    board, texts, kind = board_of(request), texts_of(request), request.path_params["kind"]
    if kind not in _KINDS:
        raise HTTPException(404, "a diagram is .svg, .png or .pdf")
    hall = hall_of(request)

    def make() -> bytes:
        game = _public_game(hall, board.id)
        if game is None:
            raise HTTPException(404, "nothing has been recorded yet")
        drawing = sheet(figure.numbered(game.record, *_range(request)), game.facts, texts)
        if kind == "svg":
            content: bytes = ET.tostring(drawing, encoding="utf-8", xml_declaration=True)
            return content
        return to_png(drawing, 1000) if kind == "png" else to_pdf(drawing, game.title)

    try:
        content = await _made(make)
    except ValueError as error:
        raise HTTPException(422, str(error)) from error
    return _tagged(request, content, _KINDS[kind], f"{board.id}.{kind}")


def _public_game(hall: Hall, board: str) -> Game | None:
    last = last_game(hall.log_path(board), hall.shown(board))
    return make_game(board, board, public_events(last[0]), last[1]) if last else None


def _range(request: Request) -> tuple[int, int | None]:
    return figure.parse_range(request.query_params.get("moves", ""))


async def report(request: Request) -> Response:
    """The referee's report of a board's last game."""
    require(request, "referee")
    board, texts = board_of(request), texts_of(request)
    hall = hall_of(request)
    return await _report(request, lambda: game_report(_games(hall, [board.id])[-1], texts), board.id)


async def reports(request: Request) -> Response:
    """The report of a round."""
    require(request, "referee")
    hall, texts, wish = hall_of(request), texts_of(request), request.query_params
    whole, name = wish.get("summary", "") != "1", wish.get("round")

    def make() -> bytes:
        games = _games(hall, [board.id for board in hall.boards()], name)
        return round_report(games, texts, whole=whole)

    return await _report(request, make, "round")


async def _report(request: Request, make: Callable[[], bytes], name: str) -> Response:
    try:
        content = await _made(make)
    except LogError as error:
        raise HTTPException(404, str(error)) from error
    response = _tagged(request, content, "application/pdf", f"{name}.pdf")
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _games(hall: Hall, boards: list[str], name: str | None = None) -> list[Game]:
    """The last games of these boards, or all games of a round; raises LogError where there is none."""
    paths = [path for board in boards if (path := hall.log_path(board)).is_file()]
    games: list[Game] = []
    for path in paths:
        try:
            games += gather([path], round_name=name)
        except LogError:
            continue  # a board at which nothing was recorded yet
    if not games:
        raise LogError("nothing has been recorded yet")
    return games


class _Delay(msgspec.Struct, forbid_unknown_fields=True):
    seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)]
    round: str | None = None


async def delay(request: Request) -> Response:
    """Delay the public at the boards of a round, or at all."""
    require(request, "operator")
    wish, hall = await body_of(request, _Delay), hall_of(request)
    changed: list[str] = []
    for board in hall.boards():
        state = hall.hub.state("operator", board.id)
        rounds = {board.facts.round, state.facts.round if state else ""}
        if wish.round is None or wish.round in rounds:
            await asyncio.to_thread(hall.put, msgspec.structs.replace(board, delay=wish.seconds))
            changed.append(board.id)
    return answer({"boards": changed})


ROUTES = [
    Route("/boards/{board}/preview.png", picture),
    Route("/boards/{board}/diagram.{kind}", diagram),
    Route("/referee/report.pdf", reports),
    Route("/referee/{board}/report.pdf", report),
    Route("/api/delay", delay, methods=["PUT"]),
]
