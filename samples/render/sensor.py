"""From rendered light to the pixels of a film: noise of the renderer off, exposure, lens, motion, sensor, file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Picture = NDArray[np.float32]


class Developer:
    """From linear light to what a camera writes: exposure and tone curve."""

    def __init__(self, first: Picture, exposure: float) -> None:
        self.gain = exposure / (float(np.quantile(first[::4, ::4].max(axis=2), 0.9)) + 1e-6)

    def __call__(self, linear: Picture) -> Picture:
        """A BGR picture, 0 to 255, not yet whole numbers."""
        value = np.maximum(linear * self.gain, 0)
        value = np.where(value > 0.75, 0.75 + 0.25 * (1 - np.exp(-(value - 0.75) / 0.25)), value)  # soft shoulder
        encoded = np.where(value <= 0.0031308, 12.92 * value, 1.055 * value ** (1 / 2.4) - 0.055)
        return np.ascontiguousarray(encoded[..., ::-1] * 255, np.float32)


class Sensor:
    """Noise of a sensor as a webcam hands it on: shot and read noise, slightly smoothed, and a breathing exposure."""

    def __init__(self, rng: np.random.Generator, shape: tuple[int, int], strength: float) -> None:
        self.rng, self.strength = rng, strength
        bank = rng.normal(0, 1, (shape[0] + 64, shape[1] + 64, 3)).astype(np.float32)
        self.bank = np.asarray(cv2.GaussianBlur(bank, (0, 0), 0.6) * 1.9, np.float32)
        self.phase = rng.uniform(0, 6.28, 3)

    def __call__(self, picture: Picture, seconds: float) -> NDArray[np.uint8]:
        height, width = picture.shape[:2]
        y, x = self.rng.integers(0, 64, 2)
        grain = self.bank[y : y + height, x : x + width]
        if self.rng.random() < 0.5:
            grain = grain[:, ::-1]
        gain = 1 + 0.008 * np.sin(seconds * 0.21 + self.phase[0]) + 0.004 * np.sin(seconds * 1.3 + self.phase[1])
        sigma = self.strength * (1.35 - picture / 255 * 0.8)  # in the encoded picture darks are noisier
        return np.clip(picture * gain + grain * sigma + 0.5, 0, 255).astype(np.uint8)


def smooth(linear: Picture, gain: float, strength: float) -> Picture:
    """A rendered picture with less of the renderer's noise, edges kept."""
    root = np.sqrt(np.clip(linear * gain, 0, 4)).astype(np.float32)
    middle = cv2.medianBlur(root, 3)
    root = np.where(root > middle * 1.25 + 0.05, middle, root)  # sparks: single paths that met a lamp by chance
    for _ in range(2):
        root = cv2.bilateralFilter(root, 5, strength, 1.6)
    return np.asarray(root * root / gain, np.float32)


def relit(made: Picture, reach: int = 3) -> Picture:
    """A hand's light, (H, W, 3), with the renderer's noise averaged away along its surface.

    `made` as Stage.layer gives it. Light over reflectance is averaged over neighbours whose normals and reflectance
    are alike (a cross-bilateral filter, Eisemann & Durand 2004), which leaves nails, creases and outlines as they are.
    """
    share = made[..., 9:]
    colour, normal = (made[..., i : i + 3] / (share + 1e-6) for i in (3, 6))
    fall = np.minimum(made[..., :3] / (made[..., 3:6] + 0.01), 1e3)
    dim = cv2.GaussianBlur(fall * share, (0, 0), 1.5) / (cv2.GaussianBlur(share, (0, 0), 1.5)[..., None] + 1e-4)
    tone = np.log(dim.mean(axis=2, keepdims=True) + 1e-3)
    guide = np.concatenate([normal / 0.22, np.sqrt(np.maximum(colour, 0)) / 0.12, tone / 0.35], axis=2)
    height, width = share.shape[:2]
    pad = ((reach, reach), (reach, reach), (0, 0))
    guides, falls, shares = (np.pad(v, pad) for v in (guide, fall, share))
    total, weight = np.zeros_like(fall), np.full((height, width, 1), 1e-6, np.float32)
    for dy in range(2 * reach + 1):
        for dx in range(2 * reach + 1):
            there = np.s_[dy : dy + height, dx : dx + width]
            far = ((guides[there] - guide) ** 2).sum(axis=2, keepdims=True)
            near = ((dy - reach) ** 2 + (dx - reach) ** 2) / (2 * (reach / 1.8) ** 2)
            w = np.exp(-0.5 * far - near) * shares[there]
            total += falls[there] * w
            weight += w
    return np.asarray(total / weight * made[..., 3:6], np.float32)


def streak(picture: Picture, motion: Array) -> Picture:
    """A picture blurred along a motion (x, y) in pixels."""
    length = float(np.hypot(*motion))
    if length < 1.5:
        return picture
    side = int(np.ceil(length)) // 2 * 2 + 3
    kernel = np.zeros((side, side), np.float32)
    middle, half = (side - 1) / 2, np.asarray(motion) / 2
    a, b = ((middle + sign * half) * 16 for sign in (-1, 1))
    cv2.line(kernel, (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE))


class Encoder:
    """An H.264 file, written by ffmpeg."""

    def __init__(self, path: Path, width: int, height: int, fps: int, crf: int) -> None:
        program = shutil.which("ffmpeg")
        if program is None:
            raise RuntimeError("ffmpeg is not installed; install it to write films (Debian: apt install ffmpeg)")
        command = [program, "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24"]
        command += ["-s", f"{width}x{height}", "-r", str(fps), "-i", "-", "-c:v", "libx264", "-preset", "medium"]
        command += ["-crf", str(crf), "-pix_fmt", "yuv420p", "-movflags", "+faststart", str(path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE)

    def write(self, image: NDArray[np.uint8]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(np.ascontiguousarray(image).tobytes())

    def close(self) -> None:
        """Finishes the file.

        Raises
        ------
        RuntimeError
            Where ffmpeg failed.
        """
        assert self.process.stdin is not None
        self.process.stdin.close()
        if self.process.wait():
            raise RuntimeError("ffmpeg could not write the film; its message is above")
