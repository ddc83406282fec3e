"""Random light, lens and sensor for rendered pictures: what a network must not be misled by."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[Any]
Rng = np.random.Generator
LUMINANCE = np.array([0.07, 0.72, 0.21], np.float32)  # blue, green, red (Rec. 709)


def soft(rng: Rng, shape: tuple[int, int], patches: int) -> NDArray[np.float32]:
    small = rng.normal(0, 1, (patches, patches)).astype(np.float32)
    return np.asarray(cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def pure_hue(rng: Rng) -> NDArray[np.float64]:
    """Blue, green, red of a saturated colour of random hue, the strongest 1."""
    place = rng.uniform(0, 3) + np.array([0.0, 1.0, 2.0])
    return np.asarray(np.clip(1.3 - np.abs((place % 3) - 1.5), 0, 1) ** 1.5 + 1e-3)


def half_plane(rng: Rng, shape: tuple[int, int]) -> NDArray[np.float32]:
    """A soft-edged mask 0..1 of a few random polygons."""
    mask = np.zeros(shape, np.uint8)
    reach = max(shape)
    for _ in range(int(rng.integers(1, 4))):
        centre = rng.uniform(0, reach, 2)
        around = centre + rng.normal(0, rng.uniform(0.1, 0.6) * reach, (int(rng.integers(3, 7)), 2))
        cv2.fillConvexPoly(mask, cv2.convexHull(around.astype(np.int32)), 255)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 10)) / 255, np.float32)


def vivid(rng: Rng) -> NDArray[np.float32]:
    """A 3 x 3 matrix as cameras use for vivid colours: each channel less some of the others, white kept."""
    take = rng.uniform(0, 0.45, (3, 3))
    np.fill_diagonal(take, 0)
    return np.asarray(np.diag(1 + take.sum(axis=1)) - take, np.float32)


def relit(rng: Rng, image: Image) -> Image:
    """The picture under another light, taken by another camera. Same shape, uint8."""
    shape = image.shape[:2]
    x = (image.astype(np.float32) / 255) ** 2.2
    if rng.random() < 0.5:
        x *= np.exp(rng.uniform(0, 0.45) * soft(rng, shape, int(rng.integers(2, 5))))[..., None]
    if rng.random() < 0.25:
        x *= 1 - rng.uniform(0.3, 0.85) * half_plane(rng, shape)[..., None]
    if rng.random() < 0.3:  # lamps mirrored in the board: blurred bright spots and streaks
        glare = np.zeros(shape, np.float32)
        for _ in range(int(rng.integers(1, 4))):
            axes = (int(rng.uniform(4, 60)), int(rng.uniform(4, 30)))
            centre = (int(rng.integers(0, shape[1])), int(rng.integers(0, shape[0])))
            cv2.ellipse(glare, centre, axes, rng.uniform(0, 180), 0, 360, float(rng.uniform(0.1, 1.2)), -1)
        x += cv2.GaussianBlur(glare, (0, 0), rng.uniform(3, 18))[..., None]
    coloured = rng.random() < 0.45
    if coloured:  # a coloured lamp: one or two of the channels hold nearly all the light
        hue = rng.random(3) ** 1.5 if rng.random() < 0.5 else pure_hue(rng)
        hue /= hue.max() + 1e-6
        strength = rng.uniform(0.3, 1.0)
        gain = 1 - strength + strength * hue + rng.uniform(0.005, 0.03)
    else:
        gain = np.exp(rng.normal(0, 0.13, 3))
    x *= gain.astype(np.float32)
    if coloured and rng.random() < 0.5:  # the lamp stands to one side, and another lights the rest
        other = pure_hue(rng) if rng.random() < 0.5 else np.ones(3)
        ramp = soft(rng, shape, 2)
        ramp = (ramp - ramp.min()) / (np.ptp(ramp) + 1e-6) * rng.uniform(0.2, 1.0)
        x *= (1 - ramp)[..., None] + ramp[..., None] * (0.15 + 0.85 * other).astype(np.float32) * rng.uniform(0.1, 1)
    if coloured and rng.random() < 0.6:
        # In a saturated light the weaker channels fall to nothing, and only the strongest tells stones from wood.
        x = np.maximum(x @ vivid(rng).T, 0)
    if rng.random() < 0.06:
        x[:] = x.mean(axis=2, keepdims=True)
    # Cameras expose for what the eye sees, mostly green: a blue or red lamp drives its own channel into its end.
    sparse = x[::4, ::4]
    by_eye = coloured and rng.random() < 0.5
    level = np.quantile(sparse @ LUMINANCE if by_eye else sparse.max(axis=2), 0.9) + 1e-3
    x *= rng.uniform(0.12, 1.5) ** 1.0 / level
    noise = rng.uniform(0, 0.035) if rng.random() < 0.8 else rng.uniform(0.03, 0.09)
    x += rng.normal(0, 1, x.shape).astype(np.float32) * noise * np.sqrt(np.clip(x, 0, 1) * 0.6 + 0.02)
    x = np.clip(x, 0, 1) ** (1 / rng.uniform(1.6, 2.6))
    if rng.random() < 0.3:
        bend = rng.uniform(-0.25, 0.25)
        x = x + bend * np.sin(2 * np.pi * x) / (2 * np.pi)
    if rng.random() < 0.15:  # flare, haze
        haze = rng.uniform(0, 0.3)
        x = x * (1 - haze) + haze * rng.uniform(0.3, 1)
    out: Image = (np.clip(x, 0, 1) * 255 + 0.5).astype(np.uint8)
    roll = rng.random()
    if roll < 0.35:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.4))
    elif roll < 0.42:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(0, length))), (length - 1, int(rng.integers(0, length))), 1.0, 1)
        out = cv2.filter2D(out, -1, kernel / max(kernel.sum(), 1e-6))
    elif roll < 0.62:
        factor = rng.uniform(0.5, 0.9)
        small = cv2.resize(out, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, shape[::-1], interpolation=cv2.INTER_LINEAR)
    elif roll < 0.72:
        out = np.clip(out + 1.0 * (out.astype(np.float32) - cv2.GaussianBlur(out, (0, 0), 1.2)), 0, 255).astype(
            np.uint8
        )
    if rng.random() < 0.5:
        quality = int(rng.integers(25, 95))
        coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        out = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return np.asarray(out, np.uint8)
