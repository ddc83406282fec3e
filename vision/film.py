"""Films from files."""

from __future__ import annotations

import math
import os
import stat
from collections.abc import Iterator

import cv2
import numpy as np

from vision.backend import open_capture
from vision.buffers import Buffers
from vision.device import fault_of, shown_address
from vision.frame import Frame
from vision.source import Notice, SourceError, Tell, log_notice
from vision.stamps import Stamps

SUFFIXES = frozenset({".avi", ".m4v", ".mkv", ".mov", ".mp4", ".mpg", ".mpeg", ".mts", ".webm", ".wmv"})
DAMAGED_GRABS = 250  # pictures that may be unreadable in one go before the film is given up
PACKETS = ((188, 0), (192, 4), (204, 0))  # bytes of an MPEG transport packet, and of what stands before its mark
SHORT = 1.0  # seconds that may be missing at the end before it is called broken off


class FilmSource:
    """Every frame of a film, with the time its stream's own stamps give.

    Films that bear a turn (phones write one) come upright. Iterating again starts again.

    Parameters
    ----------
    path : path of a film, or the address of one on the web
    tell : callable, optional
        Gets a notice where the film breaks off, or holds stretches that cannot be read; frames before and
        after are kept.
    threads : int
        In how many threads it is decoded.

    Attributes
    ----------
    rate : float or None
        Nominal frames per second, where the film tells; times never come from it where stamps are good.

    Raises
    ------
    SourceError
        Where the file is none, is empty, or holds no film.
    """

    live = False
    settled = False

    def __init__(self, path: str | os.PathLike[str], *, tell: Tell = log_notice, threads: int = 1) -> None:
        self.name = shown_address(str(path))
        self.step = 0.0
        self._tell, self._threads = tell, threads
        self._closed = False
        # An absolute path, since FFmpeg would take `a:b.mp4` for an address with the scheme `a`.
        self._on_web = "://" in str(path)
        self._address = str(path) if self._on_web else os.path.abspath(path)
        capture = self._open()
        rate = capture.get(cv2.CAP_PROP_FPS)
        count = capture.get(cv2.CAP_PROP_FRAME_COUNT)
        codec = int(capture.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little", signed=True)
        empty = not capture.grab()
        capture.release()
        if empty:
            raise SourceError(
                f"the pictures in {self.name} cannot be decoded (codec {codec.decode('ascii', 'replace')}): "
                "save it as H.264, for example with `ffmpeg -i FILM NEW.mp4`"
            )
        self.rate = rate if math.isfinite(rate) and rate > 0 else None
        self.duration = count / self.rate if self.rate and count > 0 else None
        self._count = max(count, 0.0)

    def __iter__(self) -> Iterator[Frame]:
        capture = self._open()
        stamps = Stamps(self.rate or 0.0, self.duration)
        buffers = Buffers()
        shape: tuple[int, ...] = ()
        time = due = 0.0
        index = misses = damages = 0
        try:
            while misses <= max(DAMAGED_GRABS, self._count - index) and not self._closed:
                if not capture.grab():
                    # Behind a damaged stretch, however long, there may be more film, but not behind the end.
                    if self._near_end(time):
                        break
                    misses += 1
                    continue
                time = stamps.time_of(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
                if misses:
                    misses, damages = 0, damages + 1
                    if damages == 1:
                        text = f"{self.name} is damaged before {time:.1f} s: some pictures are missing there"
                        self._tell(Notice("damaged", text, time))
                if time >= due:
                    ok, image = capture.retrieve(buffers.take(shape)) if shape else capture.retrieve()
                    if ok:
                        shape = image.shape
                        yield Frame(np.asarray(image, np.uint8), time, index)
                        del image  # else its memory would count as held
                        # A thousandth less, lest rounding of the stamps cost a whole frame.
                        due = time + self.step * 0.999
                index += 1
        finally:
            capture.release()
        if self._breaks_off(time, index) and not self._closed:
            text = f"{self.name} breaks off at {time:.1f} s of {self.duration:.1f} s: what came before is kept"
            self._tell(Notice("damaged", text, time))
        elif not self._on_web and not self._closed and _cut_in_a_packet(self._address):
            # Such films bear no mark at their end, and their length is counted from what there is.
            text = f"{self.name} breaks off at {time:.1f} s, within a packet: what came before is kept"
            self._tell(Notice("damaged", text, time))

    def close(self) -> None:
        """End the iteration before its next frame."""
        self._closed = True

    def _near_end(self, time: float) -> bool:
        last = 2 / self.rate if self.rate else 0.0
        return self.duration is not None and time >= self.duration - max(SHORT, last)

    def _breaks_off(self, time: float, index: int) -> bool:
        # By number too: the last picture of a film with a varying frame rate may be meant to stand long.
        return self.duration is not None and not self._near_end(time) and index < 0.98 * self._count

    def _open(self) -> cv2.VideoCapture:
        if not self._on_web:
            _check_file(self.name)
        capture = open_capture(self._address, cv2.CAP_FFMPEG, (cv2.CAP_PROP_N_THREADS, self._threads))
        if capture is None and self._on_web:
            raise SourceError(f"no film can be read from {self.name}: {fault_of(self._address)}")
        if capture is None:
            raise SourceError(
                f"{self.name} is no film that can be read: it is of another kind, or was cut off before its "
                "end was written (a film must be stopped properly before it is copied)"
            )
        return capture


def _check_file(name: str) -> None:
    try:
        # Opening a pipe would wait for somebody to write into it.
        if not stat.S_ISREG(os.stat(name).st_mode) and not os.path.isdir(name):
            raise SourceError(f"{name} is no file: write the film to a file first")
        with open(name, "rb") as file:
            head = file.read(4096)
    except FileNotFoundError:
        raise SourceError(f"there is no file or folder {name}: check the name") from None
    except IsADirectoryError:
        raise SourceError(f"{name} is a folder, not a film") from None
    except PermissionError:
        raise SourceError(f"{name} may not be read: check the file's permissions") from None
    except SourceError:
        raise
    except (OSError, ValueError) as error:
        raise SourceError(f"{name} cannot be read: {error}") from None
    if not head:
        raise SourceError(f"{name} is empty (0 bytes): copy the film again")
    if _is_text(head):
        # FFmpeg would show a text file as a film of its letters.
        raise SourceError(f"{name} is a text file, not a film")


def _cut_in_a_packet(path: str) -> bool:
    """Whether a file is an MPEG transport stream (ISO/IEC 13818-1) whose last packet is not whole."""
    with open(path, "rb") as file:
        head = file.read(5 * max(length for length, _ in PACKETS))
        size = file.seek(0, os.SEEK_END)
    for length, before in PACKETS:
        marks = head[before::length]
        if len(marks) > 3 and marks == b"\x47" * len(marks):
            return size % length != 0
    return False


def _is_text(head: bytes) -> bool:
    if any(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in head):
        return False
    for cut in range(4):  # the last character may be cut off
        try:
            head[: len(head) - cut].decode("utf-8")
        except UnicodeDecodeError:
            continue
        return True
    return False
