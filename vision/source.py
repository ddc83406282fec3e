"""What every source of frames offers, and how it tells of trouble."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from vision.frame import Frame

logger = logging.getLogger(__name__)


class SourceError(OSError):
    """A source or a picture that cannot be used; the message says which, why, and what to do."""


@dataclass(frozen=True)
class Notice:
    """Something about a source that people must be told while it goes on.

    Attributes
    ----------
    kind : {"lost", "back", "damaged", "skipped"}
        lost: a live source gives no pictures any more (told once); back: it does again; damaged: a film
        breaks off or holds unreadable stretches; skipped: a picture of a folder could not be read.
    text : str
        A sentence for people, with the source's name.
    time : float
        Seconds since the source began, as in frames.
    """

    kind: Literal["lost", "back", "damaged", "skipped"]
    text: str
    time: float


Tell = Callable[[Notice], None]


def log_notice(notice: Notice) -> None:
    """Pass a notice to the log; what a source does where nobody listens."""
    logger.warning("%s", notice.text)


class FrameSource(Protocol):
    """Frames in the order of their time.

    Iterate to get them; `contextlib.closing` closes it. Notices are told from within the iteration, in the
    thread that iterates, so that a listener needs no locks.

    Attributes
    ----------
    name : str
        What people call it; a password in an address is hidden.
    live : bool
        Whether frames are taken now: what is not fetched in time is gone, and there is no end.
    settled : bool
        Whether every frame is a look at a board at rest (a folder of pictures).
    duration : float or None
        Seconds from the first frame to the end, where known.
    step : float
        Seconds that shall lie between two frames at least, 0 for every frame; may be set anew between two
        frames. Frames passed over are not converted, which saves a part of their cost. Folders ignore it.
    """

    step: float

    @property
    def name(self) -> str: ...

    @property
    def live(self) -> bool: ...

    @property
    def settled(self) -> bool: ...

    @property
    def duration(self) -> float | None: ...

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...
