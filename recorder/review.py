"""What a person should look at after a recording: a page with pictures of each doubtful moment, points marked."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from html import escape
from pathlib import Path

from recorder import events
from recorder.atomic import write_atomically
from recorder.doubtful import is_doubtful, points_of
from recorder.explanation import said
from recorder.hall.picture import BoardPicture, board_picture
from recorder.web.languages import Texts
from vision.frame import Frame
from vision.grid import Grid

EVERY = 0.5
"""Seconds from one picture at hand to the next."""
AT_HAND = 30.0
"""Seconds the pictures at hand go back."""
BEFORE = 1.0
"""Seconds before something was first visible of the picture that shows how it was."""

_STYLE = (
    "body{font:16px/1.4 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}"
    "section{border-top:1px solid #8888;padding:1rem 0}figure{display:inline-block;margin:.3rem;width:min(24rem,95%)}"
    "img{width:100%}h2{font-size:1rem;margin:0 0 .3rem}"
    "@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}}"
)


@dataclass(frozen=True)
class _Moment:
    event: events.Event
    pictures: tuple[tuple[str, str], ...]


class Review:
    """Keeps the doubtful moments of a recording in a folder: a sink, and an onlooker of all frames.

    Parameters
    ----------
    folder : Path
        Made where it is not there; `index.html` is the list.
    texts : Texts

    Raises
    ------
    OSError
        Where the folder cannot be made.
    """

    def __init__(self, folder: Path, texts: Texts) -> None:
        self.name = str(folder)
        self._folder, self._texts = folder, texts
        self._at_hand: deque[BoardPicture] = deque()
        self._pending: list[events.Event] = []
        self._moments: list[_Moment] = []
        self._size = 0
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def count(self) -> int:
        """How many moments there are to look at."""
        return len(self._moments) + len(self._pending)

    def send(self, event: events.Event) -> None:
        """Take an event; its pictures are taken when its frame is seen."""
        if isinstance(event, events.Board):
            self._size = event.size
        if is_doubtful(event):
            self._pending.append(event)

    def look(self, frame: Frame, grid: Grid | None) -> None:
        """Take a frame in, after what it confirmed was told; raises OSError where a picture cannot be written."""
        picture = board_picture(frame, grid) if grid is not None else None
        pending, self._pending = self._pending, []
        for event in pending:
            self._keep(event, picture)
        if picture is not None and (not self._at_hand or frame.time - self._at_hand[-1].time >= EVERY):
            self._at_hand.append(picture)
            while self._at_hand[0].time < frame.time - AT_HAND:
                self._at_hand.popleft()
        if pending:
            self.close()

    def close(self) -> None:
        """Write the list; raises OSError where it cannot be written."""
        for event in self._pending:
            self._moments.append(_Moment(event, ()))
        self._pending.clear()
        write_atomically(self._folder / "index.html", self._page().encode())

    def _keep(self, event: events.Event, now: BoardPicture | None) -> None:
        seen = event.t_placed if isinstance(event, events.Move) else getattr(event, "t_seen", event.t)
        earlier = [p for p in self._at_hand if p.time <= seen - BEFORE]
        during = min(self._at_hand, key=lambda p: abs(p.time - seen), default=None)
        pictures = []
        for moment, picture in (("before", earlier[-1] if earlier else None), ("then", during), ("told", now)):
            if picture is not None:
                name = f"{event.seq}-{moment}.jpg"
                points = [events.to_point(vertex) for vertex in points_of(event)]
                write_atomically(self._folder / name, picture.marked((p.row, p.col) for p in points))
                pictures.append((moment, name))
        self._moments.append(_Moment(event, tuple(pictures)))

    def _page(self) -> str:
        title = escape(self._texts("review.title"))
        sections = []
        for moment in self._moments:
            minutes, seconds = divmod(moment.event.t, 60)
            words = escape(said(moment.event, self._size, self._texts))
            figures = "".join(
                f'<figure><img src="{name}" alt="{words}"><figcaption>{escape(self._texts("review." + when))}'
                "</figcaption></figure>"
                for when, name in moment.pictures
            )
            sections.append(f"<section><h2>{int(minutes)}:{seconds:04.1f} {words}</h2>{figures}</section>")
        body = "".join(sections) or f"<p>{escape(self._texts('review.none'))}</p>"
        return (
            f'<!doctype html><html lang="{self._texts.tag}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{_STYLE}</style></head>'
            f"<body><h1>{title}</h1>{body}</body></html>\n"
        )
