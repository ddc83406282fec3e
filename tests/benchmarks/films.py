"""Films to measure with, made by FFmpeg from the sample film, once, into a folder that keeps them.

Scaled up, the sample's pictures are smoother than a camera's of that size, so a decoder has less to do than with
those: ratios to decoding are the harder to reach. A repeated film shows the same game again and again; each time the
stones are gone at once, and another game begins.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

SAMPLE = Path(__file__).parents[2] / "samples" / "game.mp4"
SIZES = {"640x480": (640, 480), "1280x720": (1280, 720), "1920x1080": (1920, 1080), "3840x2160": (3840, 2160)}
"""Pixels, by the names of the sizes."""


@dataclass(frozen=True)
class Film:
    """A film's file, and what is in it.

    Attributes
    ----------
    path : Path
    width, height : int
        Pixels.
    rate : float
        Frames a second.
    frames : int
    """

    path: Path
    width: int
    height: int
    rate: float
    frames: int

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.frames / self.rate

    @property
    def megabits(self) -> float:
        """Megabits a second."""
        return self.path.stat().st_size * 8e-6 / self.seconds

    def __str__(self) -> str:
        length = f"{self.seconds / 60:.0f} min" if self.seconds >= 60 else f"{self.seconds:.0f} s"
        return f"{self.width}x{self.height}, {length}"


def probe(path: Path) -> Film:
    """What a film's file says of itself; raises ValueError where it is none."""
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    try:
        numbers = [
            capture.get(what)
            for what in (
                cv2.CAP_PROP_FRAME_WIDTH,
                cv2.CAP_PROP_FRAME_HEIGHT,
                cv2.CAP_PROP_FPS,
                cv2.CAP_PROP_FRAME_COUNT,
            )
        ]
    finally:
        capture.release()
    width, height, rate, frames = numbers
    if not (rate > 0 and frames > 0):
        raise ValueError(f"{path} is no film whose length is known: give another one")
    return Film(path, int(width), int(height), rate, int(frames))


def ffmpeg(*words: str | Path) -> None:
    """Run FFmpeg; the last word is the film to be made, which is there whole or not at all.

    Raises
    ------
    RuntimeError
        Where FFmpeg is missing or fails.
    """
    if shutil.which("ffmpeg") is None:
        raise RuntimeError("films are made with ffmpeg, which is not installed: install it")
    *given, target = words
    part = Path(target).with_suffix(".part.mp4")
    command: Sequence[str | Path] = ["ffmpeg", "-nostdin", "-y", "-loglevel", "error", *given, part]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        part.unlink(missing_ok=True)
        raise RuntimeError(f"ffmpeg could not make {target}: {done.stderr.strip()}")
    part.replace(target)


def coded() -> list[str]:
    """How films are encoded: H.264 as cameras write it, a key frame every fifty."""
    words = "-an -c:v libx264 -preset veryfast -crf 23 -g 50 -pix_fmt yuv420p -movflags +faststart"
    return words.split()


def scaled(film: Path, folder: Path, size: str, seconds: float | None = None) -> Film:
    """The first `seconds` of a film, cut and scaled to a size; made where it is not there yet."""
    width, height = SIZES[size]
    stem = f"{film.stem}_{width}x{height}" + (f"_{seconds:g}s" if seconds else "")
    target = folder / f"{stem}.mp4"
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        ratio = f"{width}/{height}"
        shape = f"crop='min(iw,ih*{ratio})':'min(ih,iw/({ratio}))',scale={width}:{height}:flags=bicubic"
        cut = ["-t", str(seconds)] if seconds else []
        ffmpeg(*cut, "-i", film, "-vf", shape, *coded(), target)
    return probe(target)


def repeated(film: Film, folder: Path, seconds: float) -> Film:
    """A film again and again until it is at least so long; the pictures are copied, not encoded anew."""
    times = max(1, -(-round(seconds * film.rate) // film.frames))
    if times == 1:
        return film
    target = folder / f"{film.path.stem}_x{times}.mp4"
    if not target.exists():
        ffmpeg("-stream_loop", str(times - 1), "-i", film.path, "-c", "copy", "-movflags", "+faststart", target)
    return probe(target)
