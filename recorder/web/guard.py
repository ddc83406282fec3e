"""What every request goes through: its size, where it comes from, whose it is; and strict headers on the way back."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from recorder.web.access import COOKIE, Access, Role, Session

logger = logging.getLogger(__name__)

LARGEST = 256 * 1024
"""Bytes a request may bring."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors {ancestors}"
)


class Guard:
    """ASGI middleware: the last word on what comes in and on the headers of what goes out.

    Parameters
    ----------
    app : ASGI application
    access : Access
    hosts : sequence of str
        Names under which the console may be reached; `*` for any.
    """

    def __init__(self, app: ASGIApp, access: Access, hosts: Sequence[str]) -> None:
        self._app, self._access = app, access
        self._hosts = None if "*" in hosts else {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        scope.setdefault("state", {})["session"] = self._access.session(connection.cookies.get(COOKIE))
        started = False

        async def answer(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                _strict(MutableHeaders(scope=message), scope)
            await send(message)

        refusal = self._refusal(scope, connection)
        if refusal is not None:
            await refusal(scope, receive, answer)
            return
        try:
            await self._app(scope, _limited(receive), answer)
        except HTTPException as error:  # raised while the body was read by somebody who does not handle it
            if started:
                raise
            await _error(error.status_code, str(error.detail))(scope, receive, answer)

    def _refusal(self, scope: Scope, connection: HTTPConnection) -> Response | None:
        length = connection.headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()):
            return _error(400, "the length of the request is no number")
        if len(length) > 12 or int(length) > LARGEST:
            return _error(413, f"a request may have {LARGEST // 1024} KiB at most")
        if self._hosts is not None and _host_of(connection) not in self._hosts:
            return _error(400, "this console is not reached under that name")
        if scope["method"] not in _SAFE and not _is_own(connection):
            return _error(403, "this request comes from another site")
        return None


def _host_of(connection: HTTPConnection) -> str:
    try:
        return urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def _is_own(connection: HTTPConnection) -> bool:
    """Whether a request that changes something was made by one of our pages (or by no browser)."""
    site = connection.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return True  # no browser; the token is still asked for
    try:
        return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower()
    except ValueError:
        return False


def _limited(receive: Receive) -> Receive:
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST:
            raise HTTPException(413, f"a request may have {LARGEST // 1024} KiB at most")
        return message

    return limited


def _strict(headers: MutableHeaders, scope: Scope) -> None:
    overlay = scope["path"].startswith("/overlay/")
    headers["Content-Security-Policy"] = _POLICY.format(ancestors="*" if overlay else "'none'")
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"  # with no-referrer browsers send our own forms as from nowhere
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    if not overlay:
        headers["X-Frame-Options"] = "DENY"
    headers.setdefault("Cache-Control", "no-store")


def _error(status: int, text: str) -> JSONResponse:
    return JSONResponse({"error": text}, status)


def session_of(request: HTTPConnection) -> Session | None:
    """Who sent a request; None for a viewer."""
    session: Session | None = request.scope.get("state", {}).get("session")
    return session


def may(request: HTTPConnection, *roles: Role) -> bool:
    """Whether the sender has one of these roles."""
    session = session_of(request)
    return session is not None and not session.roles.isdisjoint(roles)


def require(request: Request, *roles: Role) -> Session:
    """The sender's session; for a change the request must bear its mark (header `X-CSRF-Token`).

    Raises
    ------
    HTTPException
        401 for somebody who has not signed in, 403 for another role or a missing mark.
    """
    session = session_of(request)
    if session is None:
        raise HTTPException(401, "sign in first")
    if session.roles.isdisjoint(roles):
        raise HTTPException(403, f"this is for the {' and the '.join(roles)}")
    if request.method not in _SAFE and not is_marked(request, request.headers.get("x-csrf-token", "")):
        raise HTTPException(403, "the page is too old: load it again")
    return session


def is_marked(request: HTTPConnection, mark: str) -> bool:
    """Whether a form's mark is that of the sender's session."""
    session = session_of(request)
    return session is not None and hmac.compare_digest(session.csrf.encode(), mark.encode(errors="replace"))


def to_sign_in(request: Request) -> Response:
    """Send a page's visitor to the sign-in page, and back afterwards."""
    from urllib.parse import urlencode

    return RedirectResponse(f"/sign-in?{urlencode({'next': request.url.path})}", 303)
