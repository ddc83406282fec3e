"""From what a user writes to a source of frames."""

from __future__ import annotations

import os
import stat
import urllib.parse
from pathlib import Path

from vision.ahead import AheadSource, Notices
from vision.camera import CameraSource
from vision.device import connect_camera, connect_stream, shown_address
from vision.film import SUFFIXES as FILM_SUFFIXES
from vision.film import FilmSource
from vision.pace import PacedSource
from vision.picture import SUFFIXES as PICTURE_SUFFIXES
from vision.source import FrameSource, Notice, SourceError, Tell, log_notice
from vision.stills import UNREADABLE, StillsSource

__all__ = ["FrameSource", "Notice", "SourceError", "open_source"]

STREAMS = ("rtsp", "rtsps", "http", "https")


def open_source(text: str, *, live: bool = False, ahead: bool = False, tell: Tell = log_notice) -> FrameSource:
    """Open whatever frames come from.

    Parameters
    ----------
    text : str
        A camera number (`0`), a device path (`/dev/video0`), a film file, a folder of pictures in name
        order, one picture, or the address of a stream (rtsp, http mjpeg) or of a film on the web.
    live : bool
        Give the frames of a film or folder at the pace of their own time; cameras and streams always do.
    ahead : bool
        Decode a film in a thread of its own while its frames are used; its `step` must be set before the first one.
    tell : callable, optional
        Gets what people must be told while it goes on: lost, back, damaged, skipped.

    Returns
    -------
    FrameSource
        Close it with `contextlib.closing`.

    Raises
    ------
    SourceError
        Where it cannot be opened; the message says what to do.
    """
    notices = Notices(tell)
    # One processor is left to those who use the frames, and other boards have films of their own.
    threads = max(1, (os.cpu_count() or 1) - 1) if ahead else 1
    source = _open(text.strip(), notices, threads)
    if source.live:
        return source
    if live:
        return PacedSource(source)
    return AheadSource(source, notices) if ahead and not source.settled else source


def _open(text: str, tell: Tell, threads: int) -> FrameSource:
    if not text:
        raise SourceError("no source is named: give a camera number, a film, a folder or an address")
    scheme = text.partition("://")[0].lower() if "://" in text else ""
    if scheme:
        return _open_address(text, scheme, tell, threads)
    if text.isascii() and text.isdecimal():
        return CameraSource(lambda: connect_camera(int(text)), f"camera {int(text)}", tell=tell)
    if _is_device(text):
        return CameraSource(lambda: connect_camera(text), text, tell=tell)
    if os.path.isdir(text) or Path(text).suffix.lower() in PICTURE_SUFFIXES | UNREADABLE:
        return StillsSource(text, tell=tell)
    return FilmSource(text, tell=tell, threads=threads)


def _open_address(text: str, scheme: str, tell: Tell, threads: int) -> FrameSource:
    try:
        parts = urllib.parse.urlsplit(text)
    except ValueError as error:
        raise SourceError(f"{text} is no address: {error}") from None
    if scheme == "file":
        return _open(urllib.parse.unquote(parts.path), tell, threads)
    if scheme not in STREAMS:
        raise SourceError(f"addresses that begin with {scheme}:// are not read: use {', '.join(STREAMS)}")
    if scheme in ("http", "https") and Path(parts.path).suffix.lower() in FILM_SUFFIXES:
        return FilmSource(text, tell=tell, threads=threads)
    return CameraSource(lambda: connect_stream(text), shown_address(text), tell=tell)


def _is_device(text: str) -> bool:
    try:
        return stat.S_ISCHR(os.stat(text).st_mode)
    except (OSError, ValueError):
        return text.startswith("/dev/")
