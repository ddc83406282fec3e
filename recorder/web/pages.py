"""The pages: what a browser gets before scripts take over. Everything in them is escaped; no script stands inline.

- `/`, `/boards/{board}`, `/overlay/{board}` for everybody. The overlay takes `coordinates=0`, `names=0`, `wood=0`
  and `numbers=N` (the last N moves numbered).
- `/operator`, `/operator/{board}` for the operator.
- `/referee`, `/referee/{board}/{alert}`, `/referee/{board}/restore?move=N` for the referee.
- `/sign-in`; pages for errors by `error_page`.
- styles, scripts and drawings: `files`
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from engine.rulesets import RULESETS
from recorder.game_state import GameState
from recorder.web import files, words
from recorder.web.access import Role
from recorder.web.answers import board_of, hall_of
from recorder.web.guard import may, session_of, to_sign_in
from recorder.web.page import CONSOLE, page, texts_of
from recorder.web.public import rounds_of
from recorder.web.rounds import place_of
from recorder.web.svg import SHAPES, Drawing, draw


def drawing_of(state: GameState, ident: str = "board", coordinates: bool = True) -> str:
    """The position of a state, drawn; an empty board of 19 lines where none was found yet."""
    stones = dict.fromkeys(state.black, "B") | dict.fromkeys(state.white, "W")
    return draw(
        Drawing(
            size=state.size or 19,
            stones=stones,  # type: ignore[arg-type]
            last=state.last,
            coordinates=coordinates,
            ident=ident,
        )
    )


def _cards(request: Request, public: bool = True) -> list[dict[str, object]]:
    hall, t = hall_of(request), texts_of(request)
    cards: list[dict[str, object]] = []
    for board in hall.boards():
        state = hall.hub.state("index", board.id) or GameState(board=board.id)
        status, tone = words.status(state, hall.health(board.id).source, t)
        if public and state.count and tone != "warn" and not state.result and state.phase != "ended":
            status, tone = t("index.move", number=state.count), "good" if tone == "good" else ""
        cards.append(
            {
                "id": board.id,
                "name": board.name or board.id,
                "svg": drawing_of(state, f"board-{board.id}", coordinates=False),
                # Before the first game the log knows no names yet.
                "black": state.facts.black or board.facts.black,
                "white": state.facts.white or board.facts.white,
                "status": status,
                "tone": tone,
                "place": place_of(state, board.facts),
            }
        )
    return cards


async def index(request: Request) -> Response:
    """All boards, by event and round."""
    empty = draw(Drawing(size=9, coordinates=False, ident="blank"))
    cards = {str(card["id"]): card for card in _cards(request)}
    groups = [(each, [cards[b] for b in each.boards if b in cards]) for each in rounds_of(hall_of(request))]
    return page(request, "index.html", rounds=groups, count=len(cards), blank=empty)


def _public(request: Request) -> tuple[str, str, GameState]:
    board = board_of(request)
    state = hall_of(request).hub.state("public", board.id) or GameState(board=board.id)
    return board.id, board.name or board.id, state


async def board(request: Request) -> Response:
    """One game, for everybody."""
    name, title, state = _public(request)
    status, _ = words.status(state, "", texts_of(request))
    origin = str(request.base_url).rstrip("/")  # link previews need whole addresses
    facts = board_of(request).facts
    return page(
        request,
        "board.html",
        board_id=name,
        title=title,
        svg=drawing_of(state),
        known={"B": facts.black, "W": facts.white},
        description=status,
        origin=origin,
    )


async def overlay(request: Request) -> Response:
    """One game, for streaming programs."""
    name, title, state = _public(request)
    wish = request.query_params
    numbers = wish.get("numbers", "")
    return page(
        request,
        "overlay.html",
        board_id=name,
        title=title,
        svg=drawing_of(state, coordinates=wish.get("coordinates") != "0"),
        names=wish.get("names") != "0",
        bare=wish.get("wood") == "0",
        numbers=int(numbers) if numbers.isascii() and numbers.isdecimal() and len(numbers) < 4 else 0,
    )


def _for(role: Role) -> Callable[[Callable[[Request], Awaitable[Response]]], Callable[[Request], Awaitable[Response]]]:
    """A page for one role: others are asked to sign in, and come back afterwards."""

    def wrap(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def guarded(request: Request) -> Response:
            if session_of(request) is None:
                return to_sign_in(request)
            if not may(request, role):
                raise HTTPException(403, role)
            return await handler(request)

        return guarded

    return wrap


@_for("operator")
async def operator(request: Request) -> Response:
    """The boards, and a new one."""
    taken = len(hall_of(request).boards())
    suggested = texts_of(request)("setup.suggested", number=taken + 1)
    return page(request, "operator.html", CONSOLE, boards=_cards(request, public=False), suggested=suggested)


@_for("operator")
async def operator_board(request: Request) -> Response:
    """One board's recording."""
    board = board_of(request)
    state = hall_of(request).hub.state("operator", board.id) or GameState(board=board.id)
    return page(
        request,
        "operator_board.html",
        CONSOLE,
        board_id=board.id,
        title=board.name or board.id,
        svg=drawing_of(state),
        known={"B": board.facts.black, "W": board.facts.white},
        rulesets={name: words.rules(name, texts_of(request)) for name in RULESETS},
    )


@_for("referee")
async def referee(request: Request) -> Response:
    """The alerts of all boards, one of them open."""
    t = texts_of(request)
    chosen = (
        {"board_id": board_of(request).id, "alert": request.path_params["alert"]}
        if "board" in request.path_params
        else {}
    )
    names = json.dumps(words.of_rules(t), ensure_ascii=False)
    blank = draw(Drawing(size=19))
    return page(request, "referee.html", CONSOLE, svg=blank, shapes=json.dumps(SHAPES), names=names, **chosen)


@_for("referee")
async def restore(request: Request) -> Response:
    """A position to lay again."""
    board = board_of(request)
    move = request.query_params.get("move", "")
    return page(
        request,
        "restore.html",
        CONSOLE,
        board_id=board.id,
        title=board.name or board.id,
        svg=draw(Drawing(size=19)),
        move=move if move.isascii() and move.isdecimal() and len(move) < 5 else "",
    )


async def sign_in(request: Request) -> Response:
    """The sign-in page."""
    return page(request, "sign_in.html", next=request.query_params.get("next", "")[:200], wrong="")


def error_page(request: Request, status: int, text: str) -> Response:
    """A page that says what went wrong, in the reader's language; the sign-in page where a secret was wrong."""
    t = texts_of(request)
    if request.url.path == "/sign-in" and status in (401, 429):
        wrong = t("sign_in.wrong") if status == 401 else t("sign_in.too_many")
        return page(
            request, "sign_in.html", status=status, next=request.query_params.get("next", "")[:200], wrong=wrong
        )
    kind = {404: "not_found", 401: "not_allowed", 403: "not_allowed"}.get(
        status, "failed" if status >= 500 else "bad_request"
    )
    role = t(f"site.{text}") if status == 403 and text in ("operator", "referee") else ""
    hint = (
        t(f"error.{kind}_hint")
        if kind != "not_allowed"
        else t("error.not_allowed_hint", role=role or t("site.operator"))
    )
    return page(request, "error.html", status=status, kind=kind, title=t(f"error.{kind}"), hint=hint)


async def offline(request: Request) -> Response:
    """What a browser keeps, to show it while the program does not answer: nothing in it is anybody's own."""
    return page(request, "offline.html", (), navigation=[], roles=frozenset(), csrf="")


ROUTES: list[BaseRoute] = [
    Route("/", index),
    Route("/boards/{board}", board),
    Route("/overlay/{board}", overlay),
    Route("/operator", operator),
    Route("/operator/{board}", operator_board),
    Route("/referee", referee),
    Route("/referee/{board}/restore", restore),
    Route("/referee/{board}/{alert:int}", referee),
    Route("/sign-in", sign_in, methods=["GET"]),
    Route("/offline", offline),
    *files.ROUTES,
]
