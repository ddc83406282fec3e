"""What cameras of users make of a film: few pixels, strong compression, bands of flickering lamps, missing pictures."""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.film import FilmSource
from vision.frame import Frame, Image

Seen = Iterator[tuple[Frame, NDArray[np.float64]]]
"""Frames, and where the corners truly are in them."""
Taking = Callable[[Seen, int], Seen]
"""Gets what was drawn and a seed."""


def _each(seen: Seen, change: Callable[[Image, float], Image]) -> Seen:
    before: Image | None = None
    taken: Image | None = None
    for frame, corners in seen:
        # A picture that hangs stays as it is, whatever the lamp does.
        if taken is None or before is None or not np.array_equal(frame.image, before):
            before, taken = frame.image, change(frame.image, frame.time)
        yield replace(frame, image=taken.copy()), corners


def compressed(seen: Seen, seed: int) -> Seen:
    """A stream with few bits: what moves is in blocks, what is faint is gone."""
    rate = random.Random(seed).choice((60, 90, 140))
    frames, corners = zip(*seen, strict=True)
    height, width = frames[0].image.shape[:2]
    fps = (len(frames) - 1) / (frames[-1].time - frames[0].time)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.mp4"
        raw = f"-f rawvideo -pix_fmt bgr24 -s {width}x{height} -r {fps:.4f} -i -"
        coded = f"-c:v libx264 -preset veryfast -pix_fmt yuv420p -b:v {rate}k -maxrate {rate}k -bufsize {rate}k -g 60"
        command = ["ffmpeg", "-y", "-v", "error", *raw.split(), *coded.split(), str(path)]
        subprocess.run(command, input=b"".join(f.image.tobytes() for f in frames), check=True)
        for coming, frame, where in zip(FilmSource(path), frames, corners, strict=True):
            yield replace(frame, image=coming.image.copy()), where


def small(seen: Seen, seed: int) -> Seen:
    """Few pixels: twelve or so from line to line on a large board."""
    scale = random.Random(seed).uniform(0.6, 0.75)
    for frame, corners in seen:
        image = cv2.resize(frame.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        yield replace(frame, image=np.asarray(image, np.uint8)), corners * scale


def banded(seen: Seen, seed: int) -> Seen:
    """Lamps that flicker with the mains, in a picture that is exposed line by line."""
    r = random.Random(seed)
    waves, pace, depth = r.uniform(1, 3), r.uniform(0.2, 2.5), r.uniform(0.12, 0.25)

    def bands(image: Image, t: float) -> Image:
        rows = np.arange(image.shape[0]) / image.shape[0]
        gain = 1 + depth * np.sin(2 * np.pi * (waves * rows + pace * t))
        return np.asarray(np.clip(image * gain[:, None, None], 0, 255), np.uint8)

    return _each(seen, bands)


def cosy(seen: Seen, seed: int) -> Seen:
    """A warm lamp over the middle of the table, and a lens that darkens the corners."""
    r = random.Random(seed)
    tint = np.array([r.uniform(0.4, 0.6), r.uniform(0.75, 0.9), r.uniform(1.0, 1.15)])
    fall, brightness = r.uniform(0.5, 0.75), r.uniform(0.6, 1.0)
    grain = np.random.default_rng(seed)

    def lit(image: Image, _t: float) -> Image:
        rows, cols = np.mgrid[-1 : 1 : image.shape[0] * 1j, -1 : 1 : image.shape[1] * 1j]
        gain = brightness * (1 - fall * np.clip((rows**2 + cols**2) / 2, 0, 1))
        noise = 4 * grain.standard_normal(image.shape, np.float32)
        return np.asarray(np.clip(image * gain[..., None] * tint + noise, 0, 255), np.uint8)

    return _each(seen, lit)


def stuttering(seen: Seen, seed: int) -> Seen:
    """Pictures that come twice or not at all, at uneven times."""
    r = random.Random(seed)
    last: Image | None = None
    held = gone = 0
    for frame, corners in seen:
        if gone:
            gone -= 1
            continue
        again = held > 0 and last is not None
        image = last if again and last is not None else frame.image
        held = held - 1 if again else r.choice((0, 0, 0, 0, 1, 3))
        gone = r.choice((0, 0, 0, 0, 0, 1, 2, 4)) if not again else 0
        last = image
        time = max(0.0, frame.time + r.uniform(-0.06, 0.06))
        yield replace(frame, image=image.copy(), time=time), corners


TAKINGS: dict[str, Taking] = {taking.__name__: taking for taking in (compressed, small, banded, cosy, stuttering)}
