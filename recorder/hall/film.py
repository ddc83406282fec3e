"""The film itself, kept beside the log in pieces; the oldest go when it takes too much of the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2

from vision.film import FilmSource
from vision.frame import Frame
from vision.source import SourceError

RATE = 5.0
"""Pictures a second that are kept."""
PIECE = 600.0
"""Seconds of a piece; a power cut loses its last few at most."""
GAP = 2.0
"""Seconds without a picture that are not filled with the last one."""


class FilmKeeper:
    """Writes what the camera saw.

    Parameters
    ----------
    folder : Path
        The board's; pieces are `film/MILLISECONDS.mkv`, named for the source time at which they begin.
    megabytes : int
        What all pieces may take together.
    """

    def __init__(self, folder: Path, megabytes: int) -> None:
        self._folder, self._budget = folder / "film", megabytes * 1_000_000
        self._writer: cv2.VideoWriter | None = None
        self._began, self._count = 0.0, 0
        self._size = (0, 0)
        self._path: Path | None = None

    def add(self, frame: Frame) -> None:
        """Keep a frame, where it is time for one; raises OSError where it cannot be written."""
        size = (frame.image.shape[1], frame.image.shape[0])
        since = frame.time - self._began
        if self._writer is not None and (
            size != self._size or since > PIECE or since < 0 or since - self._count / RATE > GAP
        ):
            self.close()
        if self._writer is None:
            self._begin(frame.time, size)
            since = 0.0
        assert self._writer is not None
        # At a fixed rate, since that is what films have: a late picture stands for those that are missing.
        while self._count <= since * RATE:
            self._writer.write(frame.image)
            self._count += 1

    def _begin(self, time: float, size: tuple[int, int]) -> None:
        self._folder.mkdir(exist_ok=True)
        self._make_room()
        self._path = self._folder / f"{round(time * 1000):012d}.mkv"
        self._writer = cv2.VideoWriter(str(self._path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), RATE, size)
        if not self._writer.isOpened():
            self._writer = None
            raise OSError(f"{self._path} cannot be written")
        self._began, self._count, self._size = time, 0, size

    def _make_room(self) -> None:
        pieces = sorted(self._folder.glob("*.mkv"))
        sizes = [piece.stat().st_size for piece in pieces]
        while pieces and sum(sizes) > self._budget:
            pieces.pop(0).unlink(missing_ok=True)
            sizes.pop(0)

    def close(self) -> None:
        """Finish the piece."""
        if self._writer is not None:
            self._writer.release()
            self._writer = None


class KeptFilm:
    """The kept pieces as one source, with the times at which they were seen.

    Parameters
    ----------
    folder : Path
        The board's.

    Raises
    ------
    SourceError
        Where no film was kept.
    """

    live = False
    settled = False
    duration = None

    def __init__(self, folder: Path) -> None:
        self.name = str(folder / "film")
        self.step = 0.0
        self._pieces = sorted((folder / "film").glob("*.mkv"))
        self._closed = False
        if not self._pieces:
            raise SourceError(f"no film was kept in {folder}: let the board keep it (its settings, `film`)")

    def __iter__(self) -> Iterator[Frame]:
        index = 0
        for piece in self._pieces:
            began = int(piece.stem) / 1000
            with suppress(SourceError):  # a piece that was cut off before its first picture
                source = FilmSource(piece, tell=lambda _notice: None)
                source.step = self.step
                for frame in source:
                    if self._closed:
                        return
                    yield Frame(frame.image, began + frame.time, index)
                    index += 1

    def close(self) -> None:
        """End the iteration before its next frame."""
        self._closed = True
