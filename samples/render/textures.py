"""Drawn textures: wood, board tops with their lines, and what lies under a board."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Texture = NDArray[np.float32]
Rng = np.random.Generator

STARS = {9: (2, 4, 6), 13: (3, 6, 9), 19: (3, 9, 15)}


def smooth_noise(rng: Rng, shape: tuple[int, int], cells: tuple[int, int]) -> NDArray[np.float32]:
    """Noise of shape `shape` made of `cells` (rows, columns) random patches, smoothly joined; about -1 to 1."""
    small = rng.normal(0, 0.5, (max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return np.asarray(cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def wood(rng: Rng, side: int, base: NDArray[np.float32], contrast: float) -> Texture:
    """A wooden surface, (side, side, 3), linear RGB 0..1, grain along a random axis."""
    rings = int(rng.integers(8, 60))
    bend = smooth_noise(rng, (side, side), (3, 4)) * rng.uniform(0, 0.06)
    coordinate = np.linspace(0, 1, side, dtype=np.float32)[None, :] + bend
    line = rng.normal(0, 1, rings * 4).astype(np.float32)
    line = np.convolve(line, np.ones(3) / 3, "same").astype(np.float32)
    position = np.clip(coordinate * (len(line) - 1), 0, len(line) - 1.001)
    low = position.astype(int)
    grain = line[low] * (1 - (position - low)) + line[low + 1] * (position - low)
    fibre = smooth_noise(rng, (side, side), (int(rng.integers(4, 20)), side // 3))
    cloud = smooth_noise(rng, (side, side), (4, 4))
    value = 1 + contrast * (0.5 * grain + 0.35 * fibre + 0.4 * cloud)
    tint = 1 + 0.05 * contrast * cloud[..., None] * rng.normal(0, 1, 3).astype(np.float32)
    texture = np.clip(base * value[..., None] * tint, 0.003, 0.95).astype(np.float32)
    return np.ascontiguousarray(texture.transpose(1, 0, 2)) if rng.random() < 0.5 else texture


def board_colours(rng: Rng, wished: str | None = None) -> tuple[NDArray[np.float32], NDArray[np.float32], float]:
    """Base colour, line colour (linear RGB) and grain contrast of a board, as boards of the world have them."""
    kind = rng.choice(
        ["kaya", "orange", "pale", "dark", "red", "green", "paper", "grey", "black", "any"],
        p=[0.34, 0.16, 0.14, 0.07, 0.06, 0.05, 0.06, 0.04, 0.02, 0.06],
    )
    kind = wished or kind
    bases = {
        "kaya": (0.62, 0.40, 0.15),
        "orange": (0.55, 0.27, 0.08),
        "pale": (0.72, 0.56, 0.36),
        "dark": (0.20, 0.09, 0.04),
        "red": (0.60, 0.08, 0.05),
        "green": (0.08, 0.33, 0.15),
        "paper": (0.80, 0.79, 0.75),
        "grey": (0.42, 0.42, 0.42),
        "black": (0.04, 0.04, 0.045),
    }
    base = np.array(bases[kind] if kind != "any" else rng.uniform(0.05, 0.8, 3), np.float32)
    base = np.clip(base * rng.uniform(0.75, 1.25, 3) * rng.uniform(0.7, 1.2), 0.02, 0.88).astype(np.float32)
    dark = np.array([0.015, 0.012, 0.01], np.float32) * rng.uniform(0.3, 3)
    if kind == "black" or (base.mean() < 0.12 and rng.random() < 0.5):
        line = np.array([0.6, 0.6, 0.55], np.float32) * rng.uniform(0.5, 1.3)
    elif rng.random() < 0.2:
        line = base * rng.uniform(0.12, 0.45)  # worn or brown lines
    else:
        line = dark
    contrast = 0.0 if kind in ("paper", "grey") and rng.random() < 0.7 else rng.uniform(0.02, 0.25)
    return base, line.astype(np.float32), float(contrast)


def board_top(
    rng: Rng,
    size: int,
    ratio: float,
    margins: tuple[float, float],
    per_cell: int = 44,
    colours: tuple[Texture, Texture, float] | None = None,
    kind: str | None = None,
    marks: str | None = None,
) -> tuple[Texture, Texture]:
    """The top of a board of `size` lines with `margins` (x, y) in cells of each direction beyond the lines.

    `colours` as board_colours gives them; drawn from `rng` where none are given. `kind` and `marks` are wishes, see
    `samples.render.wishes`.

    Returns the texture (H, W, 3), linear RGB, row 0 at the top, and the base colour (3,) for the board's sides.
    """
    base, line, contrast = colours or board_colours(rng, kind)
    width = int((size - 1 + 2 * margins[0]) * per_cell)
    height = int((size - 1 + 2 * margins[1]) * per_cell * ratio)
    texture = cv2.resize(wood(rng, 640, base, contrast), (width, height), interpolation=cv2.INTER_CUBIC)
    fine = 4  # line ends in sixteenths of a pixel
    xs = [(margins[0] + i) * per_cell for i in range(size)]
    ys = [(margins[1] + i) * per_cell * ratio for i in range(size)]
    mask = np.zeros((height, width), np.uint8)
    thick = max(1, round(rng.choice([0.022, 0.035, 0.05, 0.075], p=[0.3, 0.4, 0.2, 0.1]) * per_cell))
    outer = thick * int(rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))

    def fixed(value: float) -> int:
        return round(value * (1 << fine))

    for i in range(size):
        t = outer if i in (0, size - 1) else thick
        for a, b in (((xs[0], ys[i]), (xs[-1], ys[i])), ((xs[i], ys[0]), (xs[i], ys[-1]))):
            cv2.line(mask, (fixed(a[0]), fixed(a[1])), (fixed(b[0]), fixed(b[1])), 255, t, cv2.LINE_AA, fine)
    if size in STARS and rng.random() < 0.93:
        radius = rng.uniform(0.06, 0.14) * per_cell
        for i in STARS[size]:
            for j in STARS[size]:
                cv2.circle(mask, (fixed(xs[i]), fixed(ys[j])), fixed(radius), 255, -1, cv2.LINE_AA, fine)
    decorate(rng, mask, xs, ys, per_cell, marks)
    strength = mask.astype(np.float32) / 255 * rng.uniform(0.55, 1.0)
    if rng.random() < 0.3 or marks == "worn":  # worn lines
        wear = 0.75 + 0.5 * smooth_noise(rng, (height, width), (12, 12))
        strength = np.clip(strength * np.clip(wear, 0.25, 1), 0, 1)
    texture = texture * (1 - strength[..., None]) + line * strength[..., None]
    return np.clip(texture, 0.002, 0.95).astype(np.float32), base


def decorate(
    rng: Rng, mask: NDArray[np.uint8], xs: list[float], ys: list[float], per_cell: int, marks: str | None = None
) -> None:
    """Coordinates, a frame or a logo round the lines, drawn into the mask of lines."""
    height, width = mask.shape
    room = min(xs[0], ys[0]) / per_cell
    if (room > 0.75 and rng.random() < 0.25) or marks == "coordinates":
        scale = 0.018 * per_cell * room / 1.2
        letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
        for i, x in enumerate(xs):
            for y in (ys[0] - 0.7 * per_cell * min(room, 1), ys[-1] + 0.75 * per_cell * min(room, 1)):
                where = (int(x - 8 * scale), int(y + 8 * scale))
                cv2.putText(mask, letters[i % 25], where, cv2.FONT_HERSHEY_SIMPLEX, scale, 200, 1, cv2.LINE_AA)
        for i, y in enumerate(ys):
            for x in (xs[0] - 0.9 * per_cell * min(room, 1), xs[-1] + 0.45 * per_cell * min(room, 1)):
                where = (int(x), int(y + 8 * scale))
                cv2.putText(mask, str(len(ys) - i), where, cv2.FONT_HERSHEY_SIMPLEX, scale, 200, 1, cv2.LINE_AA)
    if (room > 0.5 and rng.random() < 0.1) or marks == "frame":
        gap = rng.uniform(0.3, 0.8) * room * per_cell
        box = (int(xs[0] - gap), int(ys[0] - gap), int(xs[-1] + gap), int(ys[-1] + gap))
        cv2.rectangle(mask, box[:2], box[2:], 220, int(rng.integers(1, 4)), cv2.LINE_AA)
    if (room > 0.6 and rng.random() < 0.1) or marks == "logo":
        where = (int(rng.uniform(0.1, 0.6) * width), int(height - 0.25 * room * per_cell))
        cv2.putText(mask, "GO BOARD", where, cv2.FONT_HERSHEY_DUPLEX, 0.022 * per_cell, 220, 2, cv2.LINE_AA)


def ground(rng: Rng, side: int = 512, kind: str | None = None) -> Texture:
    """What a board stands on: cloth, wood, planks, tiles, tatami, squared paper, chequers, print."""
    drawn = rng.choice(
        ["plain", "wood", "planks", "tiles", "tatami", "squared", "chequers", "print", "speckle"],
        p=[0.26, 0.22, 0.12, 0.09, 0.08, 0.07, 0.05, 0.05, 0.06],
    )
    kind = kind or str(drawn)
    colour = (rng.uniform(0.02, 0.7) * rng.uniform(0.5, 1.2, 3)).astype(np.float32)
    texture = np.ones((side, side, 3), np.float32) * colour
    if kind in ("wood", "planks"):
        brown = np.array([0.35, 0.18, 0.08], np.float32) * rng.uniform(0.2, 2, 1) * rng.uniform(0.8, 1.2, 3)
        texture = wood(rng, side, brown.astype(np.float32), rng.uniform(0.05, 0.4))
    grain = rng.normal(0, rng.uniform(0.0, 0.12), (side, side, 1)).astype(np.float32)
    texture *= 1 + grain + 0.2 * smooth_noise(rng, (side, side), (5, 5))[..., None]
    other = (colour * rng.uniform(0.1, 2.5)).astype(np.float32)
    step = int(rng.integers(10, 90))
    if kind == "planks":
        for y in range(0, side, step):
            texture[y : y + max(1, step // 25)] *= 0.3
            x = int(rng.integers(0, side))
            texture[y : y + step, x : x + 2] *= 0.3
    elif kind in ("tiles", "squared"):
        thick = max(1, step // (12 if kind == "tiles" else 25))
        for y in range(0, side, step):
            texture[y : y + thick] = other
            texture[:, y : y + thick] = other
    elif kind == "tatami":
        texture *= np.where(np.arange(side) % 4 < 2, 0.8, 1.1)[:, None, None].astype(np.float32)
        texture[:, :: max(60, step * 3)] = 0.02
    elif kind == "chequers":
        y, x = np.mgrid[0:side, 0:side] // step
        texture[(x + y) % 2 == 0] = other
    elif kind == "print":
        ink = np.zeros((side, side), np.uint8)
        for y in range(10, side, 16):
            text = "".join(rng.choice(list("abcdefghij klmno prstuv"), 60))
            cv2.putText(ink, text, (5, y), cv2.FONT_HERSHEY_SIMPLEX, 0.4, 255, 1, cv2.LINE_AA)
        share = (ink / 255.0).astype(np.float32)[..., None]
        texture = texture * (1 - share) + other * share
    return np.clip(texture, 0.003, 0.9).astype(np.float32)
