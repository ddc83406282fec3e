"""What commands say to people, and how they end when their arguments are of no use."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import NoReturn

import typer


def say(text: str) -> None:
    """Tell people something, on standard error."""
    print(f"kifuwatch: {shown(text)}", file=sys.stderr, flush=True)


def shown(text: str) -> str:
    """A text that can be printed and encoded, also a file name that is no UTF-8."""
    return text.encode(errors="replace").decode()


def refuse(text: str | Exception) -> NoReturn:
    """End with exit status 2, saying why."""
    say(str(text))
    raise typer.Exit(2)


def check_output(path: Path, what: str) -> None:
    """End with exit status 2 where a file cannot be written at `path`, before any work is done for it."""
    if path.is_dir():
        refuse(f"{path} is a folder; name a file for {what}")
    if path.exists() and not path.is_file():
        return  # a pipe or a device: writing to it is the only way to try
    if not path.parent.is_dir():
        refuse(f"the folder {path.parent} for {what} does not exist")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
        if path.exists():
            with open(path, "ab"):
                pass
    except OSError as error:
        refuse(f"{path} cannot be written: {error.strerror or error}; choose another place for {what}")


def check_sgf(path: Path) -> None:
    """As `check_output`, and never write a record over what is no record (a film, say)."""
    _check_content(path, "the SGF", b"(")


def check_events(path: Path) -> None:
    """As `check_output`, and never write events over what are no events."""
    _check_content(path, "the events", b"{")


def check_calibration(path: Path) -> None:
    """As `check_output`, and never write a calibration over what is none."""
    if path.suffix.lower() in (".jpg", ".jpeg"):
        refuse(f"a calibration is a text: {path} should end in .toml; its picture goes beside it as .jpg")
    _check_content(path, "the calibration", b"size")


def _check_content(path: Path, what: str, begins: bytes) -> None:
    check_output(path, what)
    if path.is_file():
        with open(path, "rb") as file:
            head = file.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()
        if head and not head.startswith(begins):
            refuse(f"{path} exists and holds something else; it is left as it is. Name another file for {what}")
