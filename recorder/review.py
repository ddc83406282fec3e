"""What a person should look at after a recording: a page with pictures of each doubtful moment, points marked."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from recorder import events
from recorder.atomic import write_atomically
from recorder.explanation import moment_lines
from recorder.hall.picture import BoardPicture, board_picture
from recorder.moments import Moment, Moments
from recorder.web.languages import Texts
from vision.frame import Frame
from vision.grid import Grid
from vision.reading import Reading

EVERY = 0.5
"""Seconds from one picture at hand to the next."""
AT_HAND = 30.0
"""Seconds the pictures at hand go back."""
BEFORE = 0.5
"""Seconds before something was first visible until which a picture shows how it was."""
SHOWN = ("before", "then", "told")

_STYLE = (
    "body{font:16px/1.4 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}"
    "section{border-top:1px solid #8888;padding:1rem 0}"
    "figure{display:inline-block;margin:.3rem;width:calc(33% - .9rem);min-width:min(18rem,95%)}"
    "img{width:100%}h2,p{font-size:1rem;margin:0 0 .2rem}h2,.told{font-weight:bold}"
    ".after,.settled h2,.settled .told{font-weight:normal}.after{opacity:.75}"
    "@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}}"
)


class _AtHand(NamedTuple):
    picture: BoardPicture
    reading: Reading | None

    def shows(self, points: Sequence[tuple[int, int]]) -> bool:
        """Whether no hand was over these points."""
        return self.reading is None or all(self.reading.seen[point] for point in points)


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
        Where the folder cannot be made or written.
    """

    def __init__(self, folder: Path, texts: Texts) -> None:
        self.name = str(folder)
        self._folder, self._texts = folder, texts
        self._at_hand: deque[_AtHand] = deque()
        self._moments = Moments()
        self._pictures: dict[int, list[tuple[str, str]]] = {}
        folder.mkdir(parents=True, exist_ok=True)
        if not self.page.exists():
            self.close()  # at once: a folder that cannot be written is told before the game begins

    @property
    def page(self) -> Path:
        """The list."""
        return self._folder / "index.html"

    def recall(self, told: Sequence[events.Event]) -> None:
        """Take in what was told of a game that is resumed, whose pictures lie in the folder already."""
        self._moments = Moments(told)
        for moment in self._moments.found():
            names = ((shown, f"{moment.seq}-{shown}.jpg") for shown in SHOWN)
            self._pictures[moment.seq] = [(shown, name) for shown, name in names if (self._folder / name).is_file()]

    def send(self, event: events.Event) -> None:
        """Take an event; its pictures are taken when its frame is seen."""
        self._moments.send(event)

    def look(self, frame: Frame, grid: Grid | None, reading: Reading | None = None) -> None:
        """Take a frame in, after what it confirmed was told; raises OSError where a picture cannot be written.

        Parameters
        ----------
        frame : Frame
        grid : Grid or None
        reading : Reading or None
            What was read last: it says where hands are.
        """
        fresh = [moment for moment in self._moments.found() if moment.seq not in self._pictures]
        due = not self._at_hand or frame.time - self._at_hand[-1].picture.time >= EVERY
        picture = board_picture(frame, grid) if grid is not None and (fresh or due) else None
        for moment in fresh:
            self._pictures[moment.seq] = []
            self._keep(moment, picture)
        if picture is not None and due:
            self._at_hand.append(_AtHand(picture, reading))
            while self._at_hand[0].picture.time < frame.time - AT_HAND:
                self._at_hand.popleft()
        if fresh:
            self.close()

    def close(self) -> None:
        """Write the list; raises OSError where it cannot be written."""
        write_atomically(self.page, self._page().encode(errors="replace"))

    def _keep(self, moment: Moment, now: BoardPicture | None) -> None:
        points = [(p.row, p.col) for p in map(events.to_point, moment.points)]
        earlier = [one for one in self._at_hand if one.picture.time <= moment.seen - BEFORE]
        # A hand that has just come may not have been read yet: the picture after must be clear as well.
        pairs = pairwise(earlier)
        clear = [one for one, after in pairs if one.shows(points) and after.shows(points)] or earlier
        during = min(self._at_hand, key=lambda one: abs(one.picture.time - moment.seen), default=None)
        pictures = (clear[-1].picture if clear else None, during.picture if during else None, now)
        for shown, picture in zip(SHOWN, pictures, strict=True):
            if picture is not None:
                name = f"{moment.seq}-{shown}.jpg"
                write_atomically(self._folder / name, picture.marked(points))
                self._pictures[moment.seq].append((shown, name))

    def _page(self) -> str:
        title = escape(self._texts("review.title"))
        sections = []
        for moment in self._moments.found():
            head, *more = (escape(line.strip()) for line in moment_lines(moment, self._texts))
            told = len(moment.told) - 1 + bool(moment.withdrawn)
            lines = [f'<p class="told">{line}</p>' for line in more[:told]]
            lines += [f'<p class="after">{line}</p>' for line in more[told:]]
            figures = "".join(
                f'<figure><img src="{name}" alt="{head}"><figcaption>{escape(self._texts("review." + shown))}'
                "</figcaption></figure>"
                for shown, name in self._pictures.get(moment.seq, ())
            )
            settled = ' class="settled"' if moment.is_settled else ""
            sections.append(f"<section{settled}><h2>{head}</h2>{''.join(lines)}{figures}</section>")
        found = self._moments.found()
        counted = self._texts("review.summary", count=len(found), open=sum(bool(moment.open) for moment in found))
        if found:
            sections.insert(0, f"<p>{escape(counted)}</p>")
        body = "".join(sections) or f"<p>{escape(self._texts('review.none'))}</p>"
        return (
            f'<!doctype html><html lang="{self._texts.tag}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{_STYLE}</style></head>'
            f"<body><h1>{title}</h1>{body}</body></html>\n"
        )
