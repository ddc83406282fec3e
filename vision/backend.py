"""OpenCV's video input, kept from writing to the user's screen."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Protocol

# FFmpeg's and OpenCV's own messages name neither the user's file nor a remedy; ours do. FFmpeg's level is
# read when the first film is opened, so it is set here, before; a developer's own setting wins.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2

if "OPENCV_LOG_LEVEL" not in os.environ:
    # OpenCV 5 has moved it.
    getattr(cv2.utils, "logging", cv2).setLogLevel(0)


class Capture(Protocol):
    """The part of cv2.VideoCapture that sources use."""

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, Any]: ...

    def get(self, propId: int, /) -> float: ...  # noqa: N803

    def release(self) -> None: ...


def open_capture(name: str | int, backend: int, settings: Sequence[int] = ()) -> cv2.VideoCapture | None:
    """Open a film, a stream or a camera; None where the backend cannot.

    Parameters
    ----------
    name : str or int
    backend : int
        One of the cv2.CAP_* numbers.
    settings : sequence of int
        Pairs of a cv2.CAP_PROP_* number and its value that must be known when opening.
    """
    try:
        capture = cv2.VideoCapture(name, backend, list(settings))
    except cv2.error:
        return None
    if capture.isOpened():
        return capture
    capture.release()
    return None
