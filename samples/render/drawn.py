"""Boards drawn flat in a moment and put before a camera: for films that would take too long to render.

A picture is drawn on a plane (table, board, stones, arms, each with its shading), seen through a camera that may
move, under light that may change, with the camera's blur and noise. Flat drawings lack the stones' height and the
mirror images that rendered scenes have: they try following and patience, not reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Array = NDArray[np.float64]
STARS = {9: (2, 4, 6), 13: (3, 6, 9), 19: (3, 9, 15)}
TABLE = 6
"""Cells of table drawn on each side of the grid."""


@dataclass(frozen=True)
class Arm:
    """A hand over the board: where its fingers are, (x, y) in cells, and from where the arm reaches in."""

    tip: tuple[float, float]
    shoulder: tuple[float, float]
    skin: tuple[int, int, int] = (120, 150, 205)
    sleeve: tuple[int, int, int] = (90, 60, 50)
    stone: int = 0
    shade: float = 0.4


@dataclass(frozen=True)
class Head:
    """Somebody who leans over the board: where the middle of the head is, (x, y) in cells, and from where."""

    middle: tuple[float, float]
    shoulder: tuple[float, float]
    radius: float = 4.5
    hair: tuple[int, int, int] = (35, 40, 50)
    clothes: tuple[int, int, int] = (70, 60, 80)


@dataclass(frozen=True)
class Light:
    """Light and lens at one time.

    Attributes
    ----------
    gain : float
        Brightness; 1 as usual.
    tint : (blue, green, red)
        White balance.
    slope : (x, y)
        By how much it is brighter at the right and at the bottom, as a share.
    glare : (x, y, radius, strength)
        A mirrored lamp, in cells; strength in grey levels.
    shadow : (x, y, radius, depth)
        Of a head, in cells; depth 0 to 1.
    blur : float
        Of the lens, pixels.
    """

    gain: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    slope: tuple[float, float] = (0.0, 0.0)
    glare: tuple[float, float, float, float] | None = None
    shadow: tuple[float, float, float, float] | None = None
    blur: float = 0.0


@dataclass
class DrawnBoard:
    """One board on its table.

    Parameters
    ----------
    size : int
        Number of lines.
    cell : int
        Pixels of the drawing from line to line.
    seed : int
    """

    size: int
    cell: int = 24
    seed: int = 0
    _stones: dict[int, tuple[int, tuple[float, float]]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.seed)
        self._offsets = self._rng.normal(0, 0.05, (self.size**2, 2)).clip(-0.12, 0.12)
        self._drawn: Image | None = None

    @property
    def side(self) -> int:
        """Pixels of the drawing each way."""
        return (self.size - 1 + 2 * TABLE) * self.cell

    def place(self, x: float, y: float) -> tuple[int, int]:
        """Pixels in the drawing of a place in cells, (0, 0) being the first crossing."""
        return round((x + TABLE) * self.cell), round((y + TABLE) * self.cell)

    @cached_property
    def bare(self) -> Image:
        """Table and empty board."""
        side, rng = self.side, self._rng
        cloth = rng.normal(0, 5, (side // 4 + 1, side // 4 + 1, 1)).repeat(4, 0).repeat(4, 1)[:side, :side]
        image = np.array(rng.integers(50, 150, 3), np.float64) + cloth
        low, high = (round((TABLE - 1) * self.cell), round((TABLE + self.size) * self.cell))
        shade = np.zeros((side, side), np.float64)
        shade[low + 8 : high + 12, low + 8 : high + 12] = 0.45
        image *= 1 - cv2.GaussianBlur(shade, (0, 0), 8)[..., None]
        grain = cv2.GaussianBlur(rng.normal(0, 1, (high - low, high - low)), (0, 0), sigmaX=1.5, sigmaY=60)
        grain = grain / grain.std() * 6 + cv2.GaussianBlur(rng.normal(0, 200, (high - low,) * 2), (0, 0), 40)
        wood = np.array([rng.uniform(90, 130), rng.uniform(155, 185), rng.uniform(195, 220)])
        image[low:high, low:high] = wood + grain[..., None]
        drawn = np.clip(image, 0, 255).astype(np.uint8)
        for i in range(self.size):
            for a, b in (((0, i), (self.size - 1, i)), ((i, 0), (i, self.size - 1))):
                cv2.line(drawn, self.place(*a), self.place(*b), (35, 45, 55), 2 if i in (0, self.size - 1) else 1, 16)
        for x in STARS.get(self.size, ()):
            for y in STARS[self.size]:
                cv2.circle(drawn, self.place(x, y), max(2, self.cell // 9), (35, 45, 55), -1, 16)
        return drawn

    @property
    def wood(self) -> tuple[int, int, int]:
        """The colour of the board, as it is on the average."""
        blue, green, red = (
            self.bare[6 * self.cell : -6 * self.cell : 7, 6 * self.cell : -6 * self.cell : 7]
            .reshape(-1, 3)
            .mean(axis=0)
        )
        return int(blue), int(green), int(red)

    def draw(self, stones: Mapping[int, int], shifted: Mapping[int, tuple[float, float]] | None = None) -> Image:
        """The drawing with stones {row * n + col: 1 black, 2 white}, some of them shifted by (x, y) in cells."""
        shifted = shifted or {}
        wanted = {p: (c, shifted.get(p, tuple(self._offsets[p]))) for p, c in stones.items() if c}
        if self._drawn is None or wanted != self._stones:
            image = self.bare.astype(np.float32)
            self._shadows(image, wanted)
            for point, (colour, (dx, dy)) in wanted.items():
                self._stone(image, point % self.size + dx, point // self.size + dy, colour)
            self._drawn, self._stones = np.clip(image, 0, 255).astype(np.uint8), wanted
        return self._drawn

    def _shadows(self, image: NDArray[np.float32], stones: Mapping[int, tuple[int, tuple[float, float]]]) -> None:
        mask = np.zeros(image.shape[:2], np.float32)
        for point, (_, (dx, dy)) in stones.items():
            centre = self.place(point % self.size + dx + 0.08, point // self.size + dy + 0.1)
            cv2.circle(mask, centre, round(0.47 * self.cell), 0.5, -1, 16)
        image *= 1 - cv2.GaussianBlur(mask, (0, 0), max(1.0, self.cell / 16))[..., None]

    def _stone(self, image: NDArray[np.float32], x: float, y: float, colour: int) -> None:
        radius = 0.47 * self.cell
        (cx, cy), reach = self.place(x, y), int(radius) + 2
        rows, cols = np.mgrid[-reach : reach + 1, -reach : reach + 1] / radius
        r2 = rows**2 + cols**2
        height = np.sqrt(np.clip(1 - r2, 0, 1))
        light = np.clip((-0.35 * cols - 0.45 * rows + 0.82 * height), 0, 1)
        tone = 18 + 22 * light + 130 * light**30 if colour == 1 else 150 + 78 * light + 20 * light**20
        alpha = np.clip((1 - np.sqrt(r2)) * radius + 0.5, 0, 1)[..., None]
        part = image[cy - reach : cy + reach + 1, cx - reach : cx + reach + 1]
        if part.shape[:2] == alpha.shape[:2]:
            part += (alpha * (tone[..., None] * np.array([1.0, 1.0, 0.99]) - part)).astype(np.float32)

    def add_arms(self, drawn: Image, arms: Sequence[Arm]) -> Image:
        """A copy of a drawing with arms over it."""
        image = drawn.copy()
        for arm in arms:
            shadow = np.zeros(image.shape[:2], np.uint8)
            for layer, shift in ((shadow, 0.5), (image, 0.0)):
                self._arm(layer, arm, shift)
                if layer is shadow:
                    soft = cv2.GaussianBlur(cv2.resize(shadow, None, fx=0.25, fy=0.25), (0, 0), 4)
                    soft = cv2.resize(soft, image.shape[1::-1])
                    image[:] = (image * (1 - arm.shade / 255 * soft[..., None])).astype(np.uint8)
        return image

    def add_heads(self, drawn: Image, heads: Sequence[Head]) -> Image:
        """A copy of a drawing with heads and shoulders over it."""
        image = drawn.copy()
        for head in heads:
            middle, shoulder = np.array(head.middle), np.array(head.shoulder)
            along = (shoulder - middle) / max(1e-6, float(np.linalg.norm(shoulder - middle)))
            across = np.array([-along[1], along[0]]) * head.radius
            neck = middle + 1.1 * head.radius * along
            body = [neck - across, neck + across, shoulder + 2.2 * across, shoulder - 2.2 * across]
            cv2.fillPoly(image, [np.array([self.place(*p) for p in body], np.int32)], head.clothes, 16)
            cv2.circle(image, self.place(*middle), round(head.radius * self.cell), head.hair, -1, 16)
        return image

    def _arm(self, layer: Image, arm: Arm, shift: float) -> None:
        flat = layer.ndim == 2
        tip, shoulder = np.array(arm.tip) + shift, np.array(arm.shoulder) + shift
        along = (shoulder - tip) / max(1e-6, float(np.linalg.norm(shoulder - tip)))
        across = np.array([-along[1], along[0]])
        wrist, elbow = tip + 2.6 * along, tip + 5.2 * along

        def area(points: Sequence[Array], colour: tuple[int, int, int]) -> None:
            corners = np.array([self.place(*p) for p in points], np.int32)
            cv2.fillPoly(layer, [corners], 255 if flat else colour, 16)

        def blob(centre: Array, radius: float, colour: tuple[int, int, int]) -> None:
            cv2.circle(layer, self.place(*centre), round(radius * self.cell), 255 if flat else colour, -1, 16)

        dark = (int(0.75 * arm.skin[0]), int(0.75 * arm.skin[1]), int(0.78 * arm.skin[2]))
        area([elbow - 0.9 * across, elbow + 0.9 * across, shoulder + 1.3 * across, shoulder - 1.3 * across], arm.sleeve)
        area([wrist - 0.6 * across, wrist + 0.6 * across, elbow + 0.8 * across, elbow - 0.8 * across], arm.skin)
        blob(tip + 2.0 * along, 1.05, dark)
        blob(tip + 1.9 * along - 0.1, 0.95, arm.skin)
        for side in (-0.7, -0.25, 0.25, 0.7):
            end = tip + (0.25 + 0.5 * abs(side)) * along + 0.75 * side * across
            root = tip + 1.8 * along + 1.1 * side * across
            width = 0.22 * across
            area([end - width, end + width, root + 1.4 * width, root - 1.4 * width], dark if side == 0.25 else arm.skin)
            blob(end, 0.22, dark if side == 0.25 else arm.skin)
        if arm.stone and not flat:
            blob(tip, 0.46, (25, 25, 25) if arm.stone == 1 else (230, 230, 228))


@dataclass
class DrawnCamera:
    """A camera over the table.

    Parameters
    ----------
    width, height : int
        Pixels of its pictures.
    seed : int
    noise : float
        Grey levels.
    """

    width: int = 640
    height: int = 480
    seed: int = 0
    noise: float = 2.0

    def __post_init__(self) -> None:
        self._noise = np.random.default_rng(self.seed).normal(0, self.noise, (8, self.height, self.width, 3))
        self._noise = self._noise.astype(np.float32)
        self._count = 0

    def view(self, board: DrawnBoard, shift: tuple[float, float], turn: float, zoom: float, tilt: float) -> Array:
        """The homography, 3 x 3, from the drawing to the picture.

        Parameters
        ----------
        shift : (x, y)
            Where the board's middle lies, in cells off the picture's middle.
        turn : float
            Radians, clockwise as seen.
        zoom : float
            1: the board with its rim fills the picture's height.
        tilt : float
            0 from above; 1 is far from the side.
        """
        middle = board.side / 2
        pixels = zoom * self.height / ((board.size + 2) * board.cell)
        cos, sin = np.cos(turn), np.sin(turn)
        centre = np.array([[1, 0, -middle], [0, 1, -middle], [0, 0, 1]], np.float64)
        moved = np.array([[1, 0, shift[0] * board.cell], [0, 1, shift[1] * board.cell], [0, 0, 1]])
        turned = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
        scaled = np.diag([pixels, pixels, 1.0])
        leant = np.array([[1, 0, 0], [0, 1 - 0.35 * tilt, 0], [0, -tilt / (2.2 * self.height), 1]])
        onto = np.array([[1, 0, self.width / 2], [0, 1, self.height / 2], [0, 0, 1]], np.float64)
        return np.asarray(onto @ leant @ scaled @ moved @ turned @ centre)

    def corners(self, board: DrawnBoard, view: Array) -> Array:
        """Pixels, (4, 2), of the outermost crossings in the picture."""
        n = board.size - 1
        rim = np.array([[board.place(x, y)] for x, y in ((0, 0), (n, 0), (n, n), (0, n))], np.float64)
        return np.asarray(cv2.perspectiveTransform(rim, view)[:, 0])

    def take(
        self,
        board: DrawnBoard,
        drawn: Image,
        view: Array,
        light: Light,
        beside: tuple[DrawnBoard, Image, Array] | None = None,
    ) -> Image:
        """The picture of a drawing, and of another board beside it: its drawing and view."""
        size = (self.width, self.height)
        seen = cv2.warpPerspective(drawn, view, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        if beside is not None:
            other, drawn_too, view_too = beside
            seen = np.where(
                (_outline(other, view_too, size) > 0)[..., None],
                cv2.warpPerspective(drawn_too, view_too, size, flags=cv2.INTER_AREA),
                seen,
            )
        flat = seen.astype(np.float32)
        field_of: NDArray[Any] = np.full((self.height // 8, self.width // 8), light.gain, np.float32)
        rows, cols = np.mgrid[: self.height // 8, : self.width // 8].astype(np.float32)
        field_of *= 1 + light.slope[0] * (cols * 16 / self.width - 1) + light.slope[1] * (rows * 16 / self.height - 1)
        extra: NDArray[Any] = np.zeros_like(field_of)
        for spot in (light.glare, light.shadow):
            if spot is None:
                continue
            centre = cv2.perspectiveTransform(np.array([[board.place(spot[0], spot[1])]], np.float64), view)[0, 0] / 8
            radius = spot[2] * float(np.linalg.norm(view[:2, 0])) * board.cell / 8
            near = np.exp(-(((cols - centre[0]) ** 2 + (rows - centre[1]) ** 2) / radius**2))
            if spot is light.shadow:
                field_of *= 1 - spot[3] * near
            else:
                extra += spot[3] * near
        scale = (self.width, self.height)
        flat *= cv2.resize(field_of, scale)[..., None] * np.array(light.tint, np.float32)
        flat += cv2.resize(extra, scale)[..., None]
        if light.blur > 0.3:
            flat = np.asarray(cv2.GaussianBlur(flat, (0, 0), light.blur), np.float32)
        self._count += 1
        # Eight pictures of noise, shifted anew each time: drawing fresh noise would cost more than all the rest.
        noise = np.roll(self._noise[self._count % 8], (37 * self._count) % self.height, axis=0)
        return np.asarray(np.clip(flat + noise, 0, 255), np.uint8)


def _outline(board: DrawnBoard, view: Array, size: tuple[int, int]) -> Image:
    """Where a board with its rim is in a picture, as a mask of (height, width)."""
    low, high = -0.9, board.size - 0.1
    rim = np.array([[board.place(x, y)] for x, y in ((low, low), (high, low), (high, high), (low, high))], np.float64)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(cv2.perspectiveTransform(rim, view)).astype(np.int32), (255,))
    return mask
