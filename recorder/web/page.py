"""What every page has: its language, light or dark, the way to the other pages, and what its scripts say."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from recorder.web.guard import session_of
from recorder.web.languages import COOKIE, LANGUAGES, Texts, choose
from recorder.web.rendering import render

YEAR = 365 * 24 * 3600
VIEWER = ("colour", "index", "stream", "view", "players", "clock", "position", "facts", "status", "result", "moves")
CONSOLE = (
    *VIEWER, "console", "operator", "next", "setup", "keeping", "camera", "side", "quality", "source", "correct",
    "declare", "time", "settings", "referee", "alert", "moment", "role", "how", "restore", "refused", "site",
)  # fmt: skip


def texts_of(request: Request) -> Texts:
    """The texts in the language that the reader chose, or that the browser wants."""
    asked = request.query_params.get("language", "")
    kept = request.cookies.get(COOKIE, "")
    return Texts(choose(request.headers.get("accept-language", "")[:1000], asked if asked in LANGUAGES else kept))


def page(
    request: Request, template: str, sections: tuple[str, ...] = VIEWER, status: int = 200, **more: Any
) -> Response:
    """A page from its template, with what every page needs."""
    t = texts_of(request)
    session = session_of(request)
    theme = request.cookies.get("theme", "")
    common = {
        "t": t,
        "theme": theme if theme in ("light", "dark") else "",
        "script_texts": json.dumps(t.section(*sections), ensure_ascii=False),
        "navigation": _navigation(request, t),
        "roles": session.roles if session else frozenset(),
        "csrf": session.csrf if session else "",
    }
    content = render(template, **(common | more))
    made = HTMLResponse(content, status, {"Content-Language": t.tag, "Vary": "Accept-Language, Cookie"})
    if request.query_params.get("language", "") in LANGUAGES:
        made.set_cookie(COOKIE, t.language, max_age=YEAR, samesite="lax", secure=request.url.scheme == "https")
    return made


def _navigation(request: Request, t: Texts) -> list[dict[str, object]]:
    session = session_of(request)
    items = [("/", t("site.boards"))]
    items += [(f"/{role}", t(f"site.{role}")) for role in ("operator", "referee") if session and role in session.roles]
    if session is None:
        items.append(("/sign-in", t("site.sign_in")))
    here = request.url.path
    return [
        {"href": href, "text": text, "current": here == href or (href != "/" and here.startswith(href + "/"))}
        for href, text in items
    ]
