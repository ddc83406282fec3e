"""The folder of an exported site: written again and again, never over what is somebody else's."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

from recorder.atomic import write_atomically

MARK = "kifuwatch"
LIST = "event.json"
"""The file that tells programs of the games, and us which files are ours."""


class SiteError(Exception):
    """The folder cannot be used; the message says why and what to do."""


class SiteFolder:
    """Files by their names with slashes.

    Parameters
    ----------
    path : Path
        Made where it is not there.

    Attributes
    ----------
    written : set of str
        What was written, or found as it should be.

    Raises
    ------
    SiteError
        Where the folder holds what is not ours.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written: set[str] = set()
        self._before = self._ours()

    def _ours(self) -> set[str]:
        """The files of an earlier export."""
        if not self.path.exists():
            if not self.path.parent.is_dir():
                raise SiteError(f"the folder {self.path.parent} does not exist")
            return set()
        if not self.path.is_dir():
            raise SiteError(f"{self.path} is a file; name a folder for the pages")
        if not any(self.path.iterdir()):
            return set()
        try:
            known = json.loads((self.path / LIST).read_text("utf-8"))
            if known["made_by"] != MARK:
                raise KeyError
            return {str(name) for name in known["files"]}
        except (OSError, ValueError, KeyError, TypeError):
            raise SiteError(f"{self.path} holds something else; it is left as it is. Name an empty folder") from None

    def put(self, name: str, content: bytes) -> None:
        """Write a file, where it is not there in the same form already."""
        self.written.add(name)
        if not self.holds(name, content):
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content)

    def holds(self, name: str, content: bytes | None = None) -> bool:
        """Whether there is a file, with this content where one is given."""
        path = self.path / name
        return path.is_file() and (content is None or path.read_bytes() == content)

    def keep(self, *names: str) -> None:
        """Files that are still right."""
        self.written |= set(names)

    def finish(self) -> None:
        """Take away what an earlier export wrote and this one did not."""
        for name in sorted(self._before - self.written):
            # The list may have been changed by others: nothing outside these folders is ever touched.
            if re.fullmatch(r"(games|rounds|static)/[\w.-]+(/[\w.-]+)?", name) and ".." not in name:
                (self.path / name).unlink(missing_ok=True)
                with suppress(OSError):
                    (self.path / name).parent.rmdir()
