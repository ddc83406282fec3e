"""A room to film a game in: the board, what stands round it, the light, the camera and the two players' arms.

Unlike the scenes that networks learn from (scene.build), a setting is a plausible one: a board of wood on a table,
bowls and lids by the players, a lamp and a window, a camera on a stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import mitsuba as mi
import numpy as np
from numpy.typing import ArrayLike, NDArray

from samples.render import hands, meshes, textures
from samples.render.meshes import Mesh
from samples.render.scene import Camera, Scene, bitmap, rgb, shape, skin_colour, surface

Array = NDArray[np.float64]
Rng = np.random.Generator

WOODS = {
    "kaya": ((0.60, 0.385, 0.155), 0.22),
    "orange": ((0.50, 0.235, 0.065), 0.20),
    "pale": ((0.68, 0.52, 0.31), 0.12),
    "red": ((0.36, 0.13, 0.05), 0.22),
    "dark": ((0.17, 0.075, 0.03), 0.25),
}
TABLES = {
    "walnut": (0.13, 0.06, 0.03),
    "oak": (0.38, 0.23, 0.11),
    "grey": (0.30, 0.31, 0.33),
    "green": (0.03, 0.14, 0.08),
    "white": (0.68, 0.67, 0.64),
    "black": (0.035, 0.035, 0.04),
}
CLOTHS = [(0.035, 0.06, 0.17), (0.42, 0.40, 0.37), (0.28, 0.03, 0.04), (0.03, 0.03, 0.035), (0.06, 0.15, 0.09)]


@dataclass(frozen=True)
class Look:
    """What can be chosen; the rest is drawn."""

    board: str = "kaya"
    table: str = "walnut"
    light: str = "soft"  # soft: window and lamp; lamp: one warm lamp in a dark room; day: window only; tubes
    flat: bool = False  # stones with a flat underside
    elevation: float = 60.0  # degrees of the camera above the board
    turn: float = 9.0  # degrees by which the board is turned in the picture
    fov: float = 40.0  # horizontal, degrees
    k1: float = -0.012  # lens distortion, see vision.grid.Lens
    fill: float = 0.84  # share of the picture's height or width that the grid takes
    players: str = "sides"  # where they sit in the picture: at the sides, or at the near and far end
    width: int = 1280
    height: int = 720


CHOICES = {
    "board": list(WOODS),
    "table": list(TABLES),
    "light": ["soft", "lamp", "day", "tubes"],
    "players": ["sides", "ends"],
}


def drawn(rng: Rng, look: Look) -> Look:
    """A look with everything drawn anew: for films other than the sample."""
    return replace(
        look,
        board=str(rng.choice(list(WOODS))),
        table=str(rng.choice(list(TABLES))),
        light=str(rng.choice(CHOICES["light"])),
        flat=bool(rng.random() < 0.3),
        elevation=float(rng.uniform(45, 80)),
        turn=float(rng.uniform(-25, 25)),
        fov=float(rng.uniform(30, 62)),
        k1=float(rng.uniform(-0.09, 0.01)),
        fill=float(rng.uniform(0.68, 0.88)),
        players=str(rng.choice(CHOICES["players"])),
    )


@dataclass
class Setting:
    """A room without the stones on the board and without the players."""

    look: Look
    scene: Scene  # parts: all that stands still
    arms: dict[str, hands.Arm]  # of "b" and "w"
    skins: dict[str, Array]
    cloths: dict[str, Array]
    rests: dict[str, Array]  # where the hands are when they are out of the picture
    lids: dict[str, Array]  # where each player's captives lie
    stone: Mesh
    radius: float
    stone_height: float
    tints: dict[str, Array]
    gloss: float
    lamps: list[tuple[Array, float]] = field(default_factory=list)  # centre and half width, to know where shadows fall

    def stone_bsdf(self, colour: str) -> dict[str, Any]:
        return surface(rgb(self.tints[colour]), self.gloss, 0.45)

    def stones(self, places: ArrayLike, colour: str, tilts: ArrayLike | None = None) -> Any:
        """A Mitsuba shape of stones standing at places (M, 3)."""
        return shape(meshes.placed(self.stone, places, tilts), self.stone_bsdf(colour))


def camera(look: Look, scene_half: Array) -> Camera:
    """A camera that the grid, of half sides (x, y), fills as the look wants."""
    elevation, azimuth = np.radians(look.elevation), np.radians(-90 + look.turn)
    level = np.cos(elevation)
    away = np.array([np.cos(azimuth) * level, np.sin(azimuth) * level, np.sin(elevation)])
    rim = np.array([[sx, sy, 0] for sx in (-1, 1) for sy in (-1, 1)]) * np.append(scene_half, 0)
    target, distance = np.zeros(3), 40.0
    made = Camera(away * distance, target, np.array([0, 0, 1.0]), look.fov, look.width, look.height)
    for _ in range(20):
        made.origin, made.target = target + away * distance, target
        seen = made.project(rim)
        extent = max(np.ptp(seen[:, 0]) / look.width, np.ptp(seen[:, 1]) / look.height)
        middle = (seen.max(0) + seen.min(0)) / 2 - np.array([look.width, look.height]) / 2
        right, up, _ = made.axes()
        flat_up = np.array([up[0], up[1], 0])
        target = target + right * middle[0] * distance / made.focal
        target = target - flat_up / (flat_up @ flat_up) * middle[1] * distance / made.focal * np.linalg.norm(flat_up)
        distance *= (extent / look.fill) ** 0.9
    return made


def lights(rng: Rng, scene: Scene, kind: str) -> list[tuple[Array, float]]:
    """Puts lamps and daylight into a scene."""
    frame = mi.ScalarTransform4f
    warm, cool = np.array([1.0, 0.80, 0.58]), np.array([0.86, 0.95, 1.1])
    sky, plan = {
        "soft": (0.30, [("window", 1.0, cool), ("lamp", 0.9, warm)]),
        "lamp": (0.07, [("lamp", 1.5, warm)]),
        "day": (0.35, [("window", 1.6, cool)]),
        "tubes": (0.35, [("tube", 0.8, np.array([0.95, 1, 0.93])), ("tube", 0.7, np.array([0.95, 1, 0.93]))]),
    }[kind]
    scene.parts["sky"] = {"type": "constant", "radiance": rgb(sky * (cool if kind != "lamp" else warm))}
    lamps = []
    for i, (name, strength, colour) in enumerate(plan):
        azimuth = rng.uniform(0.55, 0.85) * np.pi if name != "window" else rng.choice([0.1, 0.9]) * np.pi
        height = np.radians(rng.uniform(24, 36) if name == "window" else rng.uniform(52, 68))
        distance = 55.0 if name == "window" else rng.uniform(34, 48)
        wide, high = {"window": (13, 9), "lamp": (3.2, 3.2), "tube": (15, 0.7)}[name]
        level = np.cos(height)
        where = distance * np.array([np.cos(azimuth) * level, np.sin(azimuth) * level, np.sin(height)])
        power = strength * distance**2 / (4 * wide * high)
        scene.parts[f"lamp{i}"] = {
            "type": "rectangle",
            "to_world": frame().look_at(where.tolist(), [0, 0, 0], [0.1, 0.2, 1]) @ frame().scale([wide, high, 1]),
            "emitter": {"type": "area", "radiance": rgb(power * colour)},
        }
        lamps.append((where, float(max(wide, high))))
    return lamps


def build(rng: Rng, size: int, look: Look) -> Setting:
    """A room for a game on a board of `size` lines."""
    long = 1.07
    ratio = 1 / long if look.players == "sides" else long
    half = np.array([(size - 1) / 2, (size - 1) / 2 * ratio])
    margin = float(rng.uniform(0.75, 1.1))
    thickness = float(rng.choice([0.9, 1.6, 3.5]))
    outer = half + margin
    scene = Scene(size, ratio, np.zeros((size, size), np.int8), np.zeros((size, size, 2)), camera(look, half))
    frame = mi.ScalarTransform4f
    base, contrast = WOODS[look.board]
    wood = np.array(base, np.float32) * rng.uniform(0.9, 1.1)
    ink = np.full(3, 0.015 if look.board != "dark" else 0.004, np.float32)
    top, _ = textures.board_top(
        rng, size, ratio, (margin, margin / ratio), 44, (wood.astype(np.float32), ink, contrast)
    )
    scene.parts["top"] = {
        "type": "rectangle",
        "to_world": frame().scale([outer[0], outer[1], 1]),
        "bsdf": surface(bitmap(top[::-1]), rng.uniform(0.28, 0.4), 0.4),
    }
    side = textures.wood(rng, 256, wood * 0.85, contrast * 1.4)
    scene.parts["body"] = {
        "type": "cube",
        "to_world": frame().translate([0, 0, -thickness / 2 - 0.01])
        @ frame().scale([outer[0], outer[1], thickness / 2]),
        "bsdf": surface(bitmap(side), 0.5, 0.3),
    }
    colour = np.array(TABLES[look.table], np.float32) * rng.uniform(0.85, 1.15)
    wooden = look.table in ("walnut", "oak")
    cover = textures.wood(rng, 768, colour.astype(np.float32), 0.3 if wooden else 0.04)
    scene.parts["table"] = {
        "type": "rectangle",
        "to_world": frame().translate([0, 0, -thickness - 0.02]) @ frame().scale(80),
        "bsdf": surface(
            {**bitmap(cover), "to_uv": frame().scale([3.0, 3.0, 1.0])}, 0.4 if wooden else 0.85, 0.35 if wooden else 0.1
        ),
    }
    setting = Setting(
        look,
        scene,
        {},
        {},
        {},
        {},
        {},
        Mesh(np.zeros((0, 3)), np.zeros((0, 3), np.int64), np.zeros((0, 3))),
        radius=round(float(rng.uniform(0.455, 0.485)), 3) * min(1.0, ratio),
        stone_height=0.0,
        tints={
            "b": np.array([0.018, 0.018, 0.02]) * rng.uniform(0.7, 1.6),
            "w": np.array([0.80, 0.785, 0.735]) * rng.uniform(0.9, 1.05),
        },
        gloss=float(rng.uniform(0.22, 0.45)),
    )
    setting.stone_height = setting.radius * 2 * float(rng.uniform(0.36, 0.44))
    setting.stone = meshes.stone(setting.radius, setting.stone_height, look.flat)
    seat(rng, setting, outer, -thickness)
    setting.lamps = lights(rng, scene, look.light)
    return setting


def seat(rng: Rng, setting: Setting, outer: Array, floor: float) -> None:
    """The two players: their arms, bowls and lids, and a few things of theirs on the table."""
    scene = setting.scene
    at_sides = setting.look.players == "sides"
    directions = {"b": 1.0, "w": -1.0} if rng.random() < 0.5 else {"b": -1.0, "w": 1.0}
    tone = skin_colour(rng)
    cloths = rng.permutation(len(CLOTHS))
    for i, (colour, sign) in enumerate(directions.items()):
        ahead = np.array([-sign, 0.0]) if at_sides else np.array([0.0, sign])  # the way the player looks
        right = np.array([ahead[1], -ahead[0]])
        left = bool(rng.random() < 0.25)
        reach = outer[0] if at_sides else outer[1]
        hand_side = right * (-1 if left else 1)
        seat_at = -ahead * (reach + 30) + hand_side * 7.0
        setting.arms[colour] = hands.Arm(
            (*seat_at, 9.0),
            left,
            float(rng.uniform(0.92, 1.06)),
            float(rng.uniform(0.8, 3.6)),
            float(rng.uniform(1.6, 1.85)),
            hands.wrinkles(rng, 44, 0.7),
            float(rng.uniform(0.0, 0.25)),
        )
        setting.skins[colour] = tone if i == 0 else skin_colour(rng)
        setting.cloths[colour] = np.array(CLOTHS[cloths[i]]) * rng.uniform(0.8, 1.2)
        setting.rests[colour] = np.append(-ahead * (reach + 17) + hand_side * 3.5, 1.5)
        bowl_at = np.append(-ahead * (reach + 3.6) + hand_side * rng.uniform(2.5, 4.5), floor)
        lid_at = np.append(-ahead * (reach + 3.4) - hand_side * rng.uniform(2.0, 4.0), floor)
        dark = np.array([0.16, 0.06, 0.03]) * rng.uniform(0.7, 1.8)
        bowl = meshes.moved(meshes.bowl(2.6, 3.0), 0, bowl_at)
        scene.parts[f"bowl_{colour}"] = shape(bowl, surface(rgb(dark), 0.3, 0.5))
        lid = meshes.moved(meshes.lid(2.2), 0, lid_at)
        scene.parts[f"lid_{colour}"] = shape(lid, surface(rgb(dark), 0.35, 0.5))
        spots = []
        for layer, count in ((1.15, 12), (1.45, 9), (1.7, 4)):
            angle = rng.uniform(0, 6.28) + np.arange(count) * 2.4
            span = np.sqrt((np.arange(count) + 0.5) / count) * 1.45
            spots += [[s * np.cos(a), s * np.sin(a), layer] for s, a in zip(span, angle, strict=True)]
        tilts = rng.normal(0, 0.25, (len(spots), 2))
        scene.parts[f"heap_{colour}"] = setting.stones(bowl_at + np.array(spots), colour, tilts)
        setting.lids[colour] = lid_at + np.array([0, 0, 0.28])
    things(rng, scene, outer, floor, at_sides)


def things(rng: Rng, scene: Scene, outer: Array, floor: float, at_sides: bool) -> None:
    """A cup and a booklet beside the board, at sides where nobody sits."""
    free = outer[1] if at_sides else outer[0]
    for name, sign in (("cup", 1.0), ("booklet", -1.0)):
        across, along = free + rng.uniform(3.0, 4.5), rng.uniform(-0.5, 0.5) * free
        where = np.array([along, sign * across, floor] if at_sides else [sign * across, along, floor])
        if name == "cup":
            mesh = meshes.moved(meshes.bowl(1.7, 2.6), 0, where)
            scene.parts["cup"] = shape(mesh, surface(rgb([0.6, 0.62, 0.6]), 0.15, 0.5))
        else:
            mesh = meshes.moved(meshes.box([2.6, 3.6, 0.12]), rng.uniform(0, 3.1), where + np.array([0, 0, 0.13]))
            scene.parts["booklet"] = shape(mesh, surface(rgb(rng.uniform(0.1, 0.7, 3)), 0.6, 0.3))
