"""Who looks at every frame of a recording besides: the overlay, the pictures of what to look at, the calibration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from recorder import events
from recorder.board_place import BoardPlace
from recorder.commands.outputs import Outputs
from recorder.overlay_film import OverlayFilm
from recorder.review import Review
from recorder.sinks import Sink
from recorder.web.languages import Texts
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recorder.session import Session


class Onlookers:
    """Those that the options ask for. One that cannot write says so, and the record goes on.

    Parameters
    ----------
    board : BoardPlace
    outputs : Outputs
    texts : Texts
    tell : callable
        Takes a sentence for people.

    Raises
    ------
    ValueError
        Where one of them cannot be had.
    """

    def __init__(self, board: BoardPlace, outputs: Outputs, texts: Texts, tell: Callable[[str], None]) -> None:
        self._board, self._tell = board, tell
        self._session: Session | None = None
        self._film = OverlayFilm(outputs.overlay) if outputs.overlay else None
        try:
            self._review = Review(outputs.review, texts) if outputs.review else None
        except OSError as error:
            raise ValueError(f"{outputs.review} cannot be made or written: {error.strerror or error}") from error

    def begin(self, session: Session, so_far: Sequence[events.Event]) -> None:
        """Look at what this session sees; `so_far` was told of a game that is resumed."""
        self._session = session
        if self._review is not None and so_far:
            self._review.recall(so_far)

    @property
    def sinks(self) -> list[Sink]:
        """Those of them that take events as well."""
        return [self._review] if self._review is not None else []

    def look(self, frame: Frame) -> None:
        """Take a frame in, after the session has had it."""
        session = self._session
        assert session is not None
        if session.grid is not None:
            self._board.save(session.grid, frame.image, self._tell)
        if self._review is not None:
            with self._going_on(self._review.name):
                self._review.look(frame, session.grid, session.reading)
        if self._film is not None:
            film, self._film = self._film, None  # one that failed is over
            with self._going_on(str(film.path)):
                film.add(frame, session.grid, session.reading)
                self._film = film

    def close(self) -> None:
        """Finish what is to be finished."""
        if self._film is not None:
            with self._going_on(str(self._film.path)):
                self._film.close()

    @contextmanager
    def _going_on(self, name: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._tell(f"{name} cannot be written: {error.strerror or error}; the record goes on")
