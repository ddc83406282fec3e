"""A folder of pictures as a source: each one a look at a board at rest."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from vision.frame import Frame
from vision.picture import SUFFIXES, read_picture
from vision.source import Notice, SourceError, Tell, log_notice

SPACING = 1.0  # seconds from one picture to the next
UNREADABLE = frozenset({".heic", ".heif"})


def name_order(name: str) -> tuple[list[tuple[int, str]], str]:
    """Key that sorts names as people count: `look 9` before `look 10`, capital letters or not."""
    parts = re.split(r"(\d+)", name.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], name


class StillsSource:
    """The pictures of a folder in name order, one second apart.

    Parameters
    ----------
    path : path of a folder, or of one picture
    tell : callable, optional
        Gets a notice for each picture that cannot be read; the others keep their times.

    Raises
    ------
    SourceError
        Where the folder cannot be read or holds no picture. While iterating: where none could be read.
    """

    live = False
    settled = True

    def __init__(self, path: str | os.PathLike[str], *, tell: Tell = log_notice) -> None:
        self.name = str(path)
        self.step = 0.0
        self.pictures = _pictures(Path(path))
        self._tell = tell
        self._closed = False

    @property
    def duration(self) -> float:
        """Seconds, a picture counting as one second."""
        return len(self.pictures) * SPACING

    def __iter__(self) -> Iterator[Frame]:
        readable = 0
        for index, picture in enumerate(self.pictures):
            if self._closed:
                return
            time = index * SPACING
            try:
                image = read_picture(picture)
            except SourceError as error:
                if len(self.pictures) == 1:
                    raise
                self._tell(Notice("skipped", f"passed over: {error}", time))
                continue
            readable += 1
            yield Frame(image, time, index)
        if not readable and not self._closed:
            raise SourceError(f"none of the {len(self.pictures)} pictures in {self.name} can be read")

    def close(self) -> None:
        """End the iteration before its next picture."""
        self._closed = True


def _pictures(path: Path) -> list[Path]:
    if os.path.isfile(path):  # unlike Path.is_file, never raises
        return [path]
    try:
        names = [entry.name for entry in path.iterdir() if entry.is_file() and not entry.name.startswith(".")]
    except FileNotFoundError:
        raise SourceError(f"there is no file or folder {path}: check the name") from None
    except PermissionError:
        raise SourceError(f"{path} may not be read: check the folder's permissions") from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from None
    suffixes = {name: Path(name).suffix.lower() for name in names}
    # Pictures in a format that cannot be read are kept, so that each one missing is told.
    found = [name for name in names if suffixes[name] in SUFFIXES | UNREADABLE]
    if found and all(suffixes[name] in UNREADABLE for name in found):
        raise SourceError(
            f"the pictures in {path} are HEIC files, which cannot be read: save them as JPEG "
            "(iPhone: Settings, Camera, Formats, Most Compatible)"
        )
    if not found:
        holds = "it is empty" if not names else f"it holds {names[0]}" + (" and others" if names[1:] else "")
        raise SourceError(f"there are no pictures (JPEG, PNG, WebP, TIFF, BMP) in the folder {path}: {holds}")
    return [path / name for name in sorted(found, key=name_order)]
