"""What the pages load besides: styles, scripts, empty boards.

- `/static/...`
- `/offline.js`: the script that keeps the page for when the program does not answer
- `/drawings/{size}.svg`: an empty board, with `coordinates=0` without letters and numbers
"""

from __future__ import annotations

from importlib import resources
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from engine.point import SIZES
from recorder.web.svg import Drawing, draw


async def offline_worker(_request: Request) -> Response:
    """The script that keeps the page for bad times; its place in the root lets it stand for all pages."""
    content = resources.files("recorder.web").joinpath("static/offline.js").read_text(encoding="utf-8")
    return Response(content, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


async def drawing(request: Request) -> Response:
    """An empty board."""
    size = request.path_params["size"]
    if size not in SIZES:
        raise HTTPException(404)
    coordinates = request.query_params.get("coordinates") != "0"
    content = draw(Drawing(size=size, coordinates=coordinates))
    return Response(content, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


class _Static(StaticFiles):
    """Styles and scripts: a browser may keep them, and asks each time whether they are still the same."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        made = super().file_response(*args, **more)
        made.headers["Cache-Control"] = "no-cache"
        return made


ROUTES: list[BaseRoute] = [
    Route("/offline.js", offline_worker),
    Route("/drawings/{size:int}.svg", drawing),
    Mount("/static", _Static(packages=[("recorder.web", "static")]), name="static"),
]
