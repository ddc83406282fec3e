"""The console as an ASGI application.

Routes of the interface stand in `public` (everybody), `console` (operator) and `referee`; the pages in `pages`,
which takes `request.app.state.hall`, and from `guard` `session_of(request)`, `may(request, role)` and
`to_sign_in(request)`.

- `POST /sign-in` (form: `secret`, `next`; or JSON `{"secret"}`): signs in and goes on to `next` (JSON: 200
  `{"roles", "csrf"}`). A wrong secret is answered 401, too many tries 429.
- `POST /sign-out` (form: `csrf`, or the header `X-CSRF-Token`)
- `GET /health`: `{"boards": n}`, for watching from outside

Errors are JSON `{"error": sentence}` under `/api/` and where a page does not take HTML, else a page.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Sequence

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from recorder.hall.hall import Hall, NotRunning, Refused
from recorder.web import console, pages, public, publish_routes, referee
from recorder.web.access import COOKIE, LIFE, Access, TooManyTries
from recorder.web.answers import answer, body_of, hall_of
from recorder.web.guard import Guard, is_marked, session_of

logger = logging.getLogger(__name__)

LOCAL = ("localhost", "127.0.0.1", "::1")
"""Names this machine has for itself; under other names a foreign page could reach a console meant for it alone."""
_OWN_PATH = re.compile(r"/(?![/\\])[A-Za-z0-9/_.-]{0,200}")


class _Secret(msgspec.Struct):
    secret: str


async def sign_in(request: Request) -> Response:
    """Sign in."""
    access: Access = request.app.state.access
    is_json = request.headers.get("content-type", "").startswith("application/json")
    if is_json:
        secret, onward = (await body_of(request, _Secret)).secret, ""
    else:
        async with request.form(max_files=0, max_fields=10) as form:
            secret, onward = (str(form.get(name, "")) for name in ("secret", "next"))
    place = request.client.host if request.client else ""
    try:
        token = await asyncio.to_thread(access.sign_in, secret[:200], place, request.cookies.get(COOKIE))
    except TooManyTries as error:
        raise HTTPException(429, str(error), {"Retry-After": f"{error.seconds:.0f}"}) from error
    if token is None:
        raise HTTPException(401, "this secret is none")
    session = access.session(token)
    assert session is not None
    made: Response
    if is_json:
        made = answer({"roles": sorted(session.roles), "csrf": session.csrf})
    else:
        home = "/referee" if session.roles == {"referee"} else "/operator"
        made = RedirectResponse(onward if _OWN_PATH.fullmatch(onward) else home, 303)
    made.set_cookie(
        COOKIE, token, max_age=int(LIFE), httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )
    return made


async def sign_out(request: Request) -> Response:
    """End the session."""
    if session_of(request) is not None:
        mark = request.headers.get("x-csrf-token", "")
        if not mark:
            async with request.form(max_files=0, max_fields=10) as form:
                mark = str(form.get("csrf", ""))
        if not is_marked(request, mark):
            raise HTTPException(403, "the page is too old: load it again")
        await asyncio.to_thread(request.app.state.access.sign_out, request.cookies.get(COOKIE))
    made = RedirectResponse("/", 303)
    made.delete_cookie(COOKIE)
    return made


async def health(request: Request) -> Response:
    """That the console is there."""
    return answer({"boards": len(hall_of(request).boards())})


async def _fault(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    text = str(error.detail) if isinstance(error, HTTPException) else "a fault of the program"
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", ""):
        page = getattr(request.app.state, "error_page", None)
        if page is not None:
            made: Response = page(request, status, text)
            made.headers.update(headers)
            return made
    return answer({"error": text}, status, headers)


async def _not_done(_request: Request, error: Exception) -> Response:
    """Another machine does not do something, or is not there."""
    if isinstance(error, Refused):
        return answer({"error": str(error), "code": error.code}, 409)
    return answer({"error": str(error), "code": "not_running"}, 503)


async def _gone(_request: Request, _error: Exception) -> Response:
    return Response(status_code=400)  # nobody is there to read it


def make_app(hall: Hall, access: Access, hosts: Sequence[str] = LOCAL) -> Starlette:
    """The console of a hall.

    Parameters
    ----------
    hall : Hall
        Started and closed with the application.
    access : Access
    hosts : sequence of str
        Names under which it may be reached; `*` for any.
    """

    @contextlib.asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(hall.start)
        try:
            yield
        finally:
            await asyncio.to_thread(hall.close)

    routes: list[BaseRoute] = [
        Route("/sign-in", sign_in, methods=["POST"]),
        Route("/sign-out", sign_out, methods=["POST"]),
        Route("/health", health),
        *public.ROUTES,
        *console.ROUTES,
        *referee.ROUTES,
        *publish_routes.ROUTES,
        *pages.ROUTES,
    ]
    app = Starlette(
        routes=routes,
        lifespan=life,
        middleware=[Middleware(Guard, access=access, hosts=hosts)],
        exception_handlers={
            HTTPException: _fault,
            Refused: _not_done,
            NotRunning: _not_done,
            ClientDisconnect: _gone,
            500: _fault,
        },
    )
    app.state.hall, app.state.access, app.state.error_page = hall, access, pages.error_page
    return app
