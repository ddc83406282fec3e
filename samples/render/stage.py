"""A setting with stones and hands on it, seen by a path tracer through any set of pixels.

Needs Mitsuba 3 (extra "train"). Its fast variant (llvm_ad_rgb) wants the LLVM library of the system (libLLVM.so;
where it is not found, set DRJIT_LIBLLVM_PATH to it).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import drjit as dr
import mitsuba as mi
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.lens import lens_for
from samples.render import script as scripts
from samples.render import setting as settings
from samples.render.meshes import Mesh, placed
from samples.render.scene import filled, rgb, shape, surface

Array = NDArray[np.float64]
Picture = NDArray[np.float32]
Rect = tuple[int, int, int, int]  # left, top, right, bottom
PORTION = 131_072  # rays at a time


def ready() -> None:
    """Sees to it that Mitsuba can work.

    Raises
    ------
    RuntimeError
        Where the LLVM library is missing.
    """
    try:
        dr.eval(mi.Float([1.0]) + 1)
    except Exception as error:
        raise RuntimeError(
            "Mitsuba finds no LLVM: install libLLVM (Debian: apt install libllvm19) "
            "or set DRJIT_LIBLLVM_PATH to where libLLVM.so lies"
        ) from error


class Stage:
    """Renders a setting with stones and hands."""

    def __init__(self, setting: settings.Setting, seed: int) -> None:
        self.setting, self.camera, self.seed = setting, setting.scene.camera, seed
        width, height = self.camera.width, self.camera.height
        self.lens = lens_for(setting.look.k1, (height, width))
        self.still: dict[str, Any] = {}
        for name, part in setting.scene.parts.items():
            if isinstance(part, dict):
                if "bsdf" in part:
                    part = {**part, "bsdf": {"type": "twosided", "inner": part["bsdf"]}}
                part = mi.load_dict(part)
            self.still[name] = part
        self.stones: dict[str, Any] = {}
        self.integrator = mi.load_dict({"type": "path", "max_depth": 3})
        self.empty: Any = None  # the scene without a hand

    def arrange(self, stones: dict[scripts.Point, scripts.Stone], captives: dict[str, int]) -> None:
        """Puts stones on the board and captives on the lids."""
        self.stones = {}
        for colour in "bw":
            mine = [s for s in stones.values() if s.colour == colour]
            if mine:
                points = [[s.point[0] + s.offset[1], s.point[1] + s.offset[0]] for s in mine]
                where = self.setting.scene.places(points)
                self.stones[f"stones_{colour}"] = self.setting.stones(where, colour, [s.tilt for s in mine])
            if captives[colour]:
                spread = self.setting.stone.vertices[:, 0].max() * 2
                k = np.arange(captives[colour])
                at = np.stack([(k % 3 - 1) * spread, (k // 3 % 3 - 1) * spread * 1.05, k // 9 * 0.3], 1)
                other = "w" if colour == "b" else "b"
                self.stones[f"captives_{colour}"] = self.setting.stones(self.setting.lids[colour] + at, other)
        self.empty = self.scene({})

    def project(self, places: ArrayLike) -> Array:
        """Pixels (M, 2) of places (M, 3), through the lens."""
        return self.lens.distort(self.camera.project(places))

    def scene(self, moving: dict[str, Any]) -> Any:
        """The Mitsuba scene with what moves in it."""
        return mi.load_dict({"type": "scene", **self.still, **self.stones, **moving})

    def rays(self, pixels: NDArray[np.int64], samples: int, scale: float, seed: int | None = None) -> Iterator[Any]:
        """Camera rays through random places of pixels (M, 2), `samples` each, of the picture at a scale.

        The same pixels with the same seed make the same rays and, by self.seed, the same paths.

        They come in portions of one size, the last filled up, since Mitsuba builds a kernel for every size.
        """
        camera = self.camera
        right, up, forward = (axis.astype(np.float32) for axis in camera.axes())
        origin = mi.Point3f(*(float(v) for v in camera.origin))
        size = np.array([camera.width, camera.height], np.float32)
        portion = PORTION // samples
        for i in range(0, len(pixels), portion):
            self.seed = self.seed + 1 if seed is None else seed + i
            mine = np.resize(pixels[i : i + portion], (portion, 2))
            inner = np.random.default_rng(self.seed).random((portion, samples, 2), dtype=np.float32)
            seen = ((mine[:, None] + inner) / scale - 0.5).reshape(-1, 2)
            off = (self.lens.undistort(seen) + 0.5 - size / 2).astype(np.float32) / np.float32(camera.focal)
            way = np.resize(forward + off[:, :1] * right - off[:, 1:] * up, (PORTION, 3))
            way /= np.linalg.norm(way, axis=1, keepdims=True)
            yield mi.RayDifferential3f(origin, mi.Vector3f(np.ascontiguousarray(way.T)))

    def light(
        self, scene: Any, pixels: NDArray[np.int64], samples: int, scale: float = 1.0, seed: int | None = None
    ) -> Picture:
        """Linear light (M, 3) that comes to pixels (M, 2), x and y, of the picture at a scale."""
        found = []
        before = self.seed
        for rays in self.rays(pixels, samples, scale, seed):
            sampler = mi.load_dict({"type": "independent", "sample_count": 1})
            sampler.seed(dr.opaque(mi.UInt32, self.seed), PORTION)  # opaque: no new kernel for every seed
            values = np.nan_to_num(np.asarray(self.integrator.sample(scene, sampler, rays)[0], np.float32).T)
            found.append(values[: PORTION // samples * samples].reshape(-1, samples, 3).mean(1))
        if seed is not None:
            self.seed = before
        return np.concatenate(found)[: len(pixels)]

    def matte(self, hand: Any, pixels: NDArray[np.int64], samples: int, scale: float = 1.0) -> Picture:
        """The share (M,) of pixels (M, 2) that a hand (a scene of its own) covers, before what stands still."""
        found = []
        for rays in self.rays(pixels, samples, scale):
            near = np.asarray(hand.ray_intersect_preliminary(rays).t)
            far = np.asarray(self.empty.ray_intersect_preliminary(rays).t)
            found.append((near < far)[: PORTION // samples * samples].reshape(-1, samples).mean(1))
        return np.asarray(np.concatenate(found)[: len(pixels)], np.float32)

    def layer(self, full: Any, alone: Any, pixels: NDArray[np.int64], samples: int, limit: float) -> Picture:
        """What a hand adds to pixels (M, 2): (M, 10), light, reflectance and normal times the share it covers, share.

        Light above `limit` is cut, so that no single path leaves a spark.
        """
        found = []
        for rays in self.rays(pixels, samples, 1.0):
            hit = alone.ray_intersect(rays)
            far = np.asarray(self.empty.ray_intersect_preliminary(rays).t)
            share = (np.asarray(hit.t) < far).astype(np.float32)
            sampler = mi.load_dict({"type": "independent", "sample_count": 1})
            sampler.seed(dr.opaque(mi.UInt32, self.seed), PORTION)
            light = np.asarray(self.integrator.sample(full, sampler, rays)[0], np.float32)
            colour = np.asarray(hit.bsdf().eval_diffuse_reflectance(hit), np.float32)
            normal = np.asarray(hit.sh_frame.n, np.float32)
            normal = np.nan_to_num(normal * -np.sign((normal * np.asarray(rays.d)).sum(0)))
            values = np.concatenate(
                [np.minimum(np.nan_to_num(light), limit), colour, normal, np.ones((1, PORTION), np.float32)]
            )
            values = np.nan_to_num(values * share).T[: PORTION // samples * samples]  # what misses has no normal
            found.append(values.reshape(-1, samples, 10).mean(1))
        return np.concatenate(found)[: len(pixels)]

    def hand(self, instant: scripts.Instant) -> tuple[Any, Any]:
        """The scene with a hand in it, and a scene of the hand alone."""
        skin, tint, sleeve, held = self.hand_meshes(instant)
        colour = self.setting.skins[instant.player]
        parts = {
            "skin": tinted(skin, np.clip(tint * colour, 0.003, 0.95)),
            "sleeve": shape(sleeve, surface(rgb(self.setting.cloths[instant.player]), 0.95, 0.1)),
        }
        if held:
            parts["held"] = shape(held, self.setting.stone_bsdf(instant.held))
        return self.scene(parts), mi.load_dict({"type": "scene", **parts})

    def hand_meshes(self, instant: scripts.Instant) -> tuple[Mesh, Array, Mesh, Mesh | None]:
        skin, tint, sleeve = self.setting.arms[instant.player].meshes(instant.pose, instant.grip)
        held = None
        if instant.held:
            at = instant.grip - [0, 0, self.setting.stone_height / 2]
            held = placed(self.setting.stone, at[None])
        return skin, tint, sleeve, held


def tinted(mesh: Mesh, colours: Array) -> Any:
    """A Mitsuba mesh with a colour at every corner."""
    properties = mi.Properties()
    inner = surface({"type": "mesh_attribute", "name": "vertex_color"}, 0.45, 0.35)
    properties["bsdf"] = mi.load_dict({"type": "twosided", "inner": inner})
    made = mi.Mesh("hand", len(mesh.vertices), len(mesh.faces), props=properties, has_vertex_normals=True)
    made.add_attribute("vertex_color", 3, colours.astype(np.float32).ravel())
    return filled(made, mesh)


def grid(rect: Rect) -> NDArray[np.int64]:
    """The pixels (M, 2), x and y, of a rectangle, row after row."""
    y, x = np.mgrid[rect[1] : rect[3], rect[0] : rect[2]]
    return np.stack([x.ravel(), y.ravel()], 1)
