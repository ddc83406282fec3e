"""A random scene with a board, and its picture by Mitsuba 3 (a path tracer, BSD licence).

Coordinates: cells; x to the right along the rows, y up the columns, z up from the board's top; the board's centre
is the origin, so that point (row, col) of an n x n board lies at (col - (n-1)/2, ((n-1)/2 - row) * ratio, 0).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import mitsuba as mi
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.lens import lens_for
from samples.render import meshes, textures
from samples.render.meshes import Mesh
from samples.render.wishes import NONE, Wishes

Array = NDArray[np.float64]
Rng = np.random.Generator


@dataclass
class Camera:
    """A pinhole camera: place, target (cells), upward direction, horizontal field of view (degrees), film size."""

    origin: Array
    target: Array
    up: Array
    fov: float
    width: int
    height: int

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return float(self.width / 2 / np.tan(np.radians(self.fov) / 2))

    def axes(self) -> tuple[Array, Array, Array]:
        """Unit vectors to the right, upward, forward."""
        forward = (self.target - self.origin) / np.linalg.norm(self.target - self.origin)
        right = np.cross(forward, self.up)
        right /= np.linalg.norm(right)
        return right, np.cross(right, forward), forward

    def project(self, places: ArrayLike) -> Array:
        """Pixels (M, 2), x and y with pixel centres at whole numbers, of places (M, 3)."""
        right, up, forward = self.axes()
        d = np.asarray(places, float) - self.origin
        depth = d @ forward
        x = self.width / 2 + self.focal * (d @ right) / depth
        y = self.height / 2 - self.focal * (d @ up) / depth
        return np.stack([x, y], 1) - 0.5


@dataclass
class Scene:
    """All that a picture of a board shows."""

    size: int
    ratio: float
    stones: NDArray[np.int8]  # (n, n): 0 empty, 1 black, 2 white
    offsets: Array  # (n, n, 2): to the right, down, in cells
    camera: Camera
    parts: dict[str, Any] = field(default_factory=dict)
    hidden: list[Mesh] = field(default_factory=list)  # what may cover points: hands, arms
    has_board: bool = True

    def places(self, points: ArrayLike, height: float = 0.0) -> Array:
        """World places (M, 3) of board positions (row, col), (M, 2), at a height."""
        p = np.asarray(points, float)
        half = (self.size - 1) / 2
        return np.stack([p[:, 1] - half, (half - p[:, 0]) * self.ratio, np.full(len(p), height)], 1)

    def crossings(self) -> Array:
        """Pixels (n, n, 2) of all crossings."""
        rows, cols = np.mgrid[0 : self.size, 0 : self.size]
        points = np.stack([rows.ravel(), cols.ravel()], 1)
        return self.camera.project(self.places(points)).reshape(self.size, self.size, 2)


def rgb(values: ArrayLike) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) for v in np.asarray(values).ravel()]}


def bitmap(texture: NDArray[np.float32]) -> dict[str, Any]:
    data = mi.TensorXf(np.ascontiguousarray(texture, np.float32))
    return {"type": "bitmap", "data": data, "raw": True, "wrap_mode": "repeat"}


def surface(colour: dict[str, Any], roughness: float, specular: float) -> dict[str, Any]:
    return {
        "type": "principled",
        "base_color": colour,
        "roughness": float(roughness),
        "specular": float(specular),
    }


def shape(mesh: Mesh, bsdf: dict[str, Any]) -> Any:
    """A Mitsuba mesh with smooth normals."""
    properties = mi.Properties()
    properties["bsdf"] = (
        mi.load_dict({**bsdf}) if bsdf["type"] == "twosided" else mi.load_dict({"type": "twosided", "inner": bsdf})
    )
    made = mi.Mesh("mesh", len(mesh.vertices), len(mesh.faces), props=properties, has_vertex_normals=True)
    return filled(made, mesh)


def filled(made: Any, mesh: Mesh) -> Any:
    """A Mitsuba mesh with the places and normals of a mesh of ours."""
    values = mi.traverse(made)
    values["vertex_positions"] = mesh.vertices.astype(np.float32).ravel()
    values["faces"] = mesh.faces.astype(np.uint32).ravel()
    values["vertex_normals"] = mesh.normals.astype(np.float32).ravel()
    values.update()
    return made


def position(rng: Rng, size: int, wished: str | None = None) -> NDArray[np.int8]:
    """A random arrangement with the clumps of a game: areas of either side, frontiers, holes."""
    kind = rng.choice(["empty", "opening", "game", "crowded", "noise"], p=[0.06, 0.22, 0.36, 0.24, 0.12])
    kind = wished or kind
    fill = {"empty": 0.0, "opening": rng.uniform(0.01, 0.12), "game": rng.uniform(0.12, 0.5)}.get(
        str(kind), rng.uniform(0.5, 0.95)
    )
    if kind == "noise":
        fill = rng.uniform(0.05, 0.9)
        field_of = rng.normal(0, 1, (size, size))
        where = rng.random((size, size))
    else:
        field_of = textures.smooth_noise(rng, (size, size), (5, 5)) + rng.normal(0, 0.25, (size, size))
        where = rng.random((size, size)) + 0.8 * textures.smooth_noise(rng, (size, size), (4, 4))
    stones = np.where(field_of > 0, 1, 2).astype(np.int8)
    stones[where > np.quantile(where, fill)] = 0
    if kind in ("game", "crowded") and rng.random() < 0.5:  # walls: a solid region of one colour
        r, c = rng.integers(0, size, 2)
        stones[max(0, r - 2) : r + 3, max(0, c - 2) : c + 3] = rng.integers(1, 3)
    return stones


def lay(rng: Rng, stones: NDArray[np.int8], radius: float, ratio: float, wished: float | None = None) -> Array:
    """Offsets (n, n, 2) of stones from their points: careless, and pushed apart where they would overlap."""
    spread = rng.choice([0.03, 0.07, 0.12], p=[0.35, 0.45, 0.2])
    spread = spread if wished is None else wished
    size = len(stones)
    offsets = np.clip(rng.normal(0, spread, (size, size, 2)), -0.3, 0.3)
    if rng.random() < 0.2:  # a few far off
        far = rng.random((size, size)) < 0.03
        offsets[far] = rng.uniform(-0.33, 0.33, (int(far.sum()), 2))
    step = np.array([1.0, ratio])
    for _ in range(6):
        for axis, (dr, dc) in ((0, (0, 1)), (1, (1, 0))):
            a = offsets[: size - dr, : size - dc]
            b = offsets[dr:, dc:]
            both = (stones[: size - dr, : size - dc] > 0) & (stones[dr:, dc:] > 0)
            gap = (np.array([dc, dr]) + b - a) * step
            overlap = np.clip(2 * radius - np.linalg.norm(gap, axis=-1), 0, None) * both
            push = overlap / 2 / step[axis]
            a[..., axis] -= push
            b[..., axis] += push
    offsets[stones == 0] = 0
    return np.clip(offsets, -0.4, 0.4)


def camera_for(rng: Rng, size: int, ratio: float, cut: bool, wishes: Wishes = NONE) -> Camera:
    """A camera that sees the whole grid, or one that cuts a line or two off."""
    width, height = [(640, 480), (480, 640), (640, 400), (560, 560), (400, 640)][
        rng.choice(5, p=[0.45, 0.2, 0.15, 0.12, 0.08])
    ]
    elevation = np.radians(
        rng.choice([rng.uniform(20, 40), rng.uniform(40, 65), rng.uniform(65, 89.9)], p=[0.3, 0.4, 0.3])
    )
    side = rng.choice([0, 90, 180, 270])
    turn = rng.normal(0, 12) if rng.random() < 0.6 else rng.uniform(-45, 45)
    elevation = elevation if wishes.elevation is None else np.radians(wishes.elevation)
    turn = turn if wishes.turn is None else wishes.turn
    azimuth = np.radians(side + turn)
    fov = rng.uniform(22, 72)
    away = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
    half = (size - 1) / 2
    rim = np.array(
        [
            [-half, -half * ratio, 0],
            [half, -half * ratio, 0],
            [half, half * ratio, 0],
            [-half, half * ratio, 0],
        ]
    )
    up = np.array([0, 0, 1.0]) if elevation < np.radians(80) else np.array([-np.cos(azimuth), -np.sin(azimuth), 0.2])
    roll = np.radians(rng.normal(0, 4))
    fill = rng.uniform(0.97, 1.0) if rng.random() < 0.12 else rng.uniform(0.35, 0.95)
    fill = fill if wishes.fill is None else wishes.fill
    if cut:
        fill = rng.uniform(0.8, 1.1)
    target = np.zeros(3)
    distance = size * 2.0
    for _ in range(14):  # move back or forth until the grid fills that much of the frame
        camera = Camera(target + away * distance, target, up, fov, width, height)
        right, upward, _ = camera.axes()
        camera.up = upward * np.cos(roll) + right * np.sin(roll)
        seen = camera.project(rim)
        extent = max(np.ptp(seen[:, 0]) / width, np.ptp(seen[:, 1]) / height)
        distance *= (extent / fill) ** 0.9
    seen = camera.project(rim)
    low, high = seen.min(0), seen.max(0)
    room = np.array([width, height]) - (high - low)
    if cut:
        side_cut = int(rng.integers(0, 4))
        cell = max(high - low) / size
        wanted = low.copy() * 0 + room * rng.uniform(0.2, 0.8, 2)
        over = rng.uniform(0.3, 2.5) * cell
        wanted[side_cut % 2] = -over if side_cut < 2 else room[side_cut % 2] + over
    else:
        wanted = room * rng.uniform(0.03, 0.97, 2)
    shift = wanted - low
    right, upward, forward = camera.axes()
    # Turning the camera a little moves the board in the picture; the rest is perspective as in life.
    angle = shift / camera.focal
    forward = forward - right * np.tan(angle[0]) + upward * np.tan(angle[1])
    camera.target = camera.origin + forward / np.linalg.norm(forward) * distance
    return camera


def build(rng: Rng, *, board: bool = True, cut: bool = False, hands: float = 0.4, wishes: Wishes = NONE) -> Scene:
    """A random scene, but for what is wished; `hands` is the chance that a hand is in the picture."""
    n = wishes.size or int(rng.choice([19, 13, 9], p=[0.74, 0.12, 0.14]))
    ratio = float(rng.choice([1.0, 1.07, 1.045, rng.uniform(1.0, 1.1)], p=[0.3, 0.35, 0.15, 0.2]))
    radius = float(round(rng.uniform(0.41, 0.497), 2))
    stones = position(rng, n, wishes.stones)
    if wishes.corner == "stones":
        stones[:3, :3] = rng.integers(1, 3, (3, 3))
    offsets = lay(rng, stones, radius, ratio, wishes.spread)
    scene = Scene(n, ratio, stones, offsets, camera_for(rng, n, ratio, cut, wishes), has_board=board)
    parts = scene.parts
    margins = (rng.uniform(0.45, 1.5), 0.0)
    margins = (margins[0], max(0.45, margins[0] * rng.uniform(0.8, 1.2)))
    if wishes.marks in ("coordinates", "logo", "frame"):  # they need room
        margins = (max(margins[0], 1.2), max(margins[1], 1.2))
    thickness = float(rng.choice([0.08, 0.5, 1.0, rng.uniform(1.5, 6)], p=[0.25, 0.25, 0.3, 0.2]))
    thickness = thickness if wishes.thickness is None else wishes.thickness
    half_x, half_y = (n - 1) / 2 + margins[0], ((n - 1) / 2 + margins[1]) * ratio
    frame = mi.ScalarTransform4f
    if board:
        top, base = textures.board_top(rng, n, ratio, margins, kind=wishes.board, marks=wishes.marks)
        gloss = rng.uniform(0.08, 0.6)
        parts["top"] = {
            "type": "rectangle",
            "to_world": frame().translate([0, 0, 0]) @ frame().scale([half_x, half_y, 1]),
            # Mitsuba's v runs upward, a picture's rows run downward.
            "bsdf": surface(bitmap(top[::-1]), gloss, rng.uniform(0.1, 0.7)),
        }
        parts["body"] = {
            "type": "cube",
            "to_world": frame().translate([0, 0, -thickness / 2 - 0.01])
            @ frame().scale([half_x, half_y, thickness / 2]),
            "bsdf": surface(rgb(base * rng.uniform(0.5, 1.1)), 0.5, 0.3),
        }
        lay_stones(rng, scene, radius, wishes.material)
    ground_scale = rng.uniform(15, 60)
    parts["ground"] = {
        "type": "rectangle",
        "to_world": frame().translate([0, 0, -thickness - 0.02])
        @ frame().rotate([0, 0, 1], rng.uniform(0, 360))
        @ frame().scale(ground_scale * 3),
        "bsdf": surface(
            {
                **bitmap(textures.ground(rng, kind=wishes.ground)),
                "to_uv": frame().scale([float(rng.uniform(2, 9))] * 3),
            },
            rng.uniform(0.2, 0.9),
            rng.uniform(0, 0.5),
        ),
    }
    if wishes.bowls is not False:
        scatter(rng, scene, (half_x, half_y), -thickness, always=bool(wishes.bowls))
    if rng.random() < hands if wishes.hands is None else wishes.hands:
        for _ in range(int(rng.choice([1, 2], p=[0.8, 0.2]))):
            put_hand(rng, scene)
    if wishes.corner == "hand":
        put_hand(rng, scene, [-(n - 1) / 2, -(n - 1) / 2 * ratio, 0.3])
    light(rng, scene, wishes)
    return scene


MATERIALS = {  # black, white (linear RGB), roughness, mirror
    "glass": ((0.015, 0.015, 0.018), (0.85, 0.85, 0.83), 0.08, 0.8),
    "yunzi": ((0.02, 0.03, 0.026), (0.75, 0.77, 0.66), 0.35, 0.4),
    "plastic": ((0.03, 0.03, 0.03), (0.8, 0.78, 0.7), 0.25, 0.5),
    "green": ((0.02, 0.075, 0.045), (0.8, 0.8, 0.76), 0.15, 0.6),
    "flat": ((0.025, 0.025, 0.025), (0.8, 0.8, 0.78), 0.4, 0.3),
}


def lay_stones(rng: Rng, scene: Scene, radius: float, material: str | None = None) -> None:
    """Stones on the board, of one of the materials that stones are made of."""
    height = float(round(radius * 2 * rng.uniform(0.28, 0.48), 2))
    flat = bool(rng.random() < 0.25)
    if material == "flat":
        height, flat = 0.15, True
    mesh = meshes.stone(radius, height, flat)
    black = np.array([0.02, 0.02, 0.022]) * rng.uniform(0.3, 2.5)
    if rng.random() < 0.12:
        black = np.array([0.02, 0.07, 0.04]) * rng.uniform(0.5, 1.6)  # green or dark glass
    white = np.array([0.82, 0.81, 0.77]) * rng.uniform(0.65, 1.1) * rng.uniform(0.93, 1.05, 3)
    gloss = rng.uniform(0.08, 0.6)
    specular = rng.uniform(0.2, 0.8)
    if material:
        dark, pale, gloss, specular = MATERIALS[material]
        black, white = np.array(dark), np.array(pale)
    for colour, name, tint in ((1, "black", black), (2, "white", white)):
        points = np.argwhere(scene.stones == colour)
        if len(points):
            shifted = points + scene.offsets[tuple(points.T)][:, ::-1]
            tilts = rng.normal(0, 0.02, (len(points), 2))
            made = meshes.placed(mesh, scene.places(shifted), tilts)
            roughness = gloss if colour == 1 or rng.random() < 0.5 else rng.uniform(0.08, 0.6)
            scene.parts[name] = shape(made, surface(rgb(np.clip(tint, 0.002, 0.92)), roughness, specular))
    scene.parts["_stone"] = (mesh, black, white, gloss)


def scatter(rng: Rng, scene: Scene, half: tuple[float, float], floor: float, *, always: bool = False) -> None:
    """Bowls, lids, loose stones and other things beside the board."""
    mesh, black, white, _ = scene.parts.pop(
        "_stone", (meshes.stone(0.48, 0.36, False), np.full(3, 0.02), np.full(3, 0.75), 0.3)
    )

    def beside(distance: float) -> Array:
        side = int(rng.integers(0, 4))
        along = rng.uniform(-1.1, 1.1)
        x = (half[0] + distance) * (1 if side == 0 else -1) if side < 2 else along * half[0]
        y = (half[1] + distance) * (1 if side == 2 else -1) if side >= 2 else along * half[1]
        return np.array([x, y, floor])

    for i in range(max(2 * always, int(rng.choice([0, 1, 2, 3], p=[0.35, 0.2, 0.3, 0.15])))):
        radius = rng.uniform(2.0, 3.4)
        where = beside(radius + rng.uniform(0.1, 3))
        colour = np.array([0.25, 0.1, 0.04]) * rng.uniform(0.2, 3) * rng.uniform(0.7, 1.3, 3)
        body = meshes.bowl(radius, radius * 1.2) if rng.random() < 0.65 else meshes.lid(radius)
        body = meshes.moved(body, 0, where)
        scene.hidden.append(body)
        scene.parts[f"bowl{i}"] = shape(body, surface(rgb(np.clip(colour, 0.01, 0.9)), rng.uniform(0.1, 0.6), 0.4))
        tint = black if rng.random() < 0.5 else white
        count = int(rng.integers(0, 25))
        if count:
            spots = np.stack(
                [*(rng.uniform(-0.55, 0.55, (2, count)) * radius), rng.uniform(0.45, 0.8, count) * radius], 1
            )
            heap = meshes.placed(mesh, where + spots, rng.normal(0, 0.3, (count, 2)))
            scene.parts[f"heap{i}"] = shape(heap, surface(rgb(np.clip(tint, 0.002, 0.9)), 0.3, 0.5))
    if rng.random() < 0.35 or always:
        count = int(rng.integers(1, 14))
        spots = np.array([beside(rng.uniform(0.6, 4)) for _ in range(count)])
        tint = black if rng.random() < 0.5 else white
        scene.parts["loose"] = shape(meshes.placed(mesh, spots), surface(rgb(np.clip(tint, 0.002, 0.9)), 0.3, 0.5))
    for i in range(int(rng.choice([0, 1, 2, 4], p=[0.45, 0.3, 0.15, 0.1]))):
        half_sides = rng.uniform(0.2, 4, 3) * [1, 1, 0.5]
        where = beside(max(half_sides) + rng.uniform(0.2, 4)) + np.array([0, 0, half_sides[2]])
        thing = meshes.moved(meshes.box(half_sides), rng.uniform(0, np.pi), where)
        scene.hidden.append(thing)
        tint = np.clip(rng.uniform(0.01, 0.8) * rng.uniform(0.3, 1.2, 3), 0.005, 0.9)
        scene.parts[f"box{i}"] = shape(thing, surface(rgb(tint), rng.uniform(0.2, 0.8), 0.3))


def skin_colour(rng: Rng) -> Array:
    light, dark = np.array([0.75, 0.48, 0.36]), np.array([0.12, 0.06, 0.035])
    return np.asarray(light + (dark - light) * rng.beta(1.2, 2.5)) * rng.uniform(0.9, 1.1, 3)


def put_hand(rng: Rng, scene: Scene, over: ArrayLike | None = None) -> None:
    """A hand over the board or at its edge, or over a place (3,), with its arm and sleeve."""
    skin, sleeve = meshes.hand(rng, 0.22)
    half = (scene.size - 1) / 2
    to = np.append(rng.uniform(-1.15, 1.15, 2) * [half, half * scene.ratio], rng.uniform(0.0, 1.2))
    # Arms come from a player's side: mostly along +y or -y, leaning a little.
    azimuth = rng.choice([0, np.pi, np.pi / 2, -np.pi / 2], p=[0.4, 0.4, 0.1, 0.1]) + rng.normal(0, 0.45)
    if rng.random() < 0.35:  # resting at the edge
        edge = np.array([np.sin(azimuth), -np.cos(azimuth)]) * (half + rng.uniform(-1, 3))
        to[:2] = edge + rng.uniform(-0.6, 0.6, 2) * half * np.abs([np.cos(azimuth), np.sin(azimuth)])
    to = to if over is None else np.asarray(over, float)
    i = len(scene.hidden)
    cloth = np.clip(rng.uniform(0.01, 0.8) * rng.uniform(0.3, 1.2, 3), 0.005, 0.9)
    parts = [("skin", skin, skin_colour(rng), 0.45)]
    if rng.random() < 0.75:
        parts.append(("sleeve", sleeve, cloth, 0.9))
    if rng.random() < 0.5:  # a stone between the fingers
        held = meshes.placed(meshes.stone(0.47, 0.36, False), [[0, 0, 0.3]], rng.normal(0, 0.3, (1, 2)))
        tint = np.full(3, 0.02) if rng.random() < 0.5 else np.full(3, 0.75)
        parts.append(("held", held, tint, 0.3))
    for name, mesh, colour, rough in parts:
        there = meshes.moved(mesh, azimuth, to)
        scene.hidden.append(there)
        scene.parts[f"{name}{i}"] = shape(there, surface(rgb(np.clip(colour, 0.01, 0.9)), rough, 0.3))


def light(rng: Rng, scene: Scene, wishes: Wishes = NONE) -> None:
    """Daylight from all sides, lamps, tubes, or the sun through a window."""
    frame = mi.ScalarTransform4f
    warm = np.array([1.0, 0.85, 0.65]) if rng.random() < 0.5 else np.array([0.85, 0.95, 1.1])
    ambient = rng.uniform(0.15, 1.0)
    scene.parts["sky"] = {"type": "constant", "radiance": rgb(ambient * rng.uniform(0.85, 1.1, 3))}
    for i in range(int(rng.choice([1, 2, 3], p=[0.6, 0.28, 0.12]))):
        azimuth, height = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(20, 88))
        if wishes.lamps:  # opposite the camera, where board and stones mirror them
            seen_from = scene.camera.origin - scene.camera.target
            azimuth = float(np.arctan2(-seen_from[1], -seen_from[0])) + rng.normal(0, 0.15)
            height = float(np.arctan2(seen_from[2], np.hypot(*seen_from[:2]))) + rng.normal(0, 0.1)
        distance = rng.uniform(25, 90)
        where = distance * np.array(
            [np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)]
        )
        kind = rng.choice(["lamp", "tube", "window", "bulb"], p=[0.35, 0.2, 0.25, 0.2])
        sides = {"lamp": (4, 4), "tube": (14, 0.5), "window": (12, 9), "bulb": (0.8, 0.8)}[str(kind)]
        area = 4 * sides[0] * sides[1]
        power = rng.uniform(0.3, 3.0) * distance**2 * np.pi / area
        scene.parts[f"lamp{i}"] = {
            "type": "rectangle",
            "to_world": frame().look_at(where.tolist(), [0, 0, 0], [0.1, 0.2, 1])
            @ frame().scale([sides[0], sides[1], 1]),
            "emitter": {"type": "area", "radiance": rgb(power * warm * rng.uniform(0.85, 1.15, 3))},
        }
    if rng.random() < 0.2 if wishes.shadow is None else wishes.shadow:  # something that throws a shadow on the board
        centre = where * rng.uniform(0.2, 0.5) + np.append(rng.uniform(-6, 6, 2), 0)
        screen = meshes.box([rng.uniform(0.4, 5), rng.uniform(0.5, 6), 0.05])
        screen = meshes.moved(screen, rng.uniform(0, np.pi), centre)
        scene.hidden.append(screen)
        scene.parts["screen"] = shape(screen, {"type": "diffuse", "reflectance": rgb([0.2, 0.2, 0.2])})


def loaded(scene: Scene, samples: int) -> Any:
    """The Mitsuba scene."""
    camera = scene.camera
    _, up, _ = camera.axes()
    description = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 4},
        "sensor": {
            "type": "perspective",
            "fov": camera.fov,
            "to_world": mi.ScalarTransform4f().look_at(camera.origin.tolist(), camera.target.tolist(), up.tolist()),
            "film": {
                "type": "hdrfilm",
                "width": camera.width,
                "height": camera.height,
                "rfilter": {"type": "box"},
            },
            "sampler": {"type": "independent", "sample_count": samples},
        },
    }
    for name, part in scene.parts.items():
        if isinstance(part, dict) and "bsdf" in part and part["bsdf"]["type"] != "twosided":
            part = {**part, "bsdf": {"type": "twosided", "inner": part["bsdf"]}}
        description[name] = part
    return mi.load_dict(description)


def rendered(scene: Scene, samples: int = 16, seed: int = 0) -> NDArray[np.float32]:
    """The scene's picture, (H, W, 3), linear RGB from 0 on, not bounded above."""
    return np.asarray(mi.render(loaded(scene, samples), spp=samples, seed=seed), np.float32)[..., :3]


def covered(scene: Scene) -> NDArray[np.bool_]:
    """Which points, (n, n), a hand or an arm hides from the camera, by casting a ray at each."""
    n = scene.size
    hidden = np.zeros((n, n), bool)
    if not scene.hidden:
        return hidden
    hands = mi.load_dict(
        {"type": "scene", **{f"h{i}": shape(m, {"type": "diffuse"}) for i, m in enumerate(scene.hidden)}}
    )
    rows, cols = np.mgrid[0:n, 0:n]
    points = np.stack([rows.ravel(), cols.ravel()], 1).astype(float)
    points += scene.offsets.reshape(-1, 2)[:, ::-1]
    votes = np.zeros(n * n)
    spots = [(0, 0), (0.3, 0), (-0.3, 0), (0, 0.3), (0, -0.3)]
    for dr, dc in spots:
        places = scene.places(points + np.array([dr, dc]), 0.15)
        way = places - scene.camera.origin
        length = np.linalg.norm(way, axis=1)
        ray = mi.Ray3f(
            mi.Point3f(*scene.camera.origin.tolist()),
            mi.Vector3f((way / length[:, None]).T.astype(np.float32)),
        )
        hit = hands.ray_intersect_preliminary(ray)
        votes += np.asarray(hit.t) < length
    return np.asarray((votes >= 3).reshape(n, n))


def developed(linear: NDArray[np.float32], exposure: float) -> NDArray[np.uint8]:
    """An 8-bit BGR picture of linear RGB: exposed so that the 0.9 quantile becomes `exposure`, then sRGB."""
    level = float(np.quantile(linear[::4, ::4].max(axis=2), 0.9)) + 1e-6
    value = np.clip(linear * (exposure / level), 0, 1)
    encoded = np.where(value <= 0.0031308, 12.92 * value, 1.055 * value ** (1 / 2.4) - 0.055)
    return np.ascontiguousarray((encoded[..., ::-1] * 255 + 0.5).astype(np.uint8))


def through_lens(image: NDArray[np.uint8], k1: float) -> NDArray[np.uint8]:
    """The picture as a lens of distortion k1 (see vision.grid.Lens) draws it, same size."""
    height, width = image.shape[:2]
    lens = lens_for(k1, (height, width))
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    ideal = lens.undistort(np.stack([x.ravel(), y.ravel()], 1)).astype(np.float32).reshape(height, width, 2)
    drawn = cv2.remap(image, ideal[..., 0], ideal[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(drawn, np.uint8)
