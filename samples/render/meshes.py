"""Meshes of what is on and round a board: stones, bowls, hands. Units are cells, z is up, the board's top is z = 0."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from skimage.measure import marching_cubes

Array = NDArray[np.float64]


class Mesh(NamedTuple):
    """Corners (V, 3), triangles (F, 3) and normals (V, 3)."""

    vertices: Array
    faces: NDArray[np.int64]
    normals: Array


def revolved(profile: ArrayLike, around: int = 24) -> Mesh:
    """The surface that a profile (M, 2) of (radius, z) draws when turned about the z axis."""
    line = np.asarray(profile, float)
    angle = np.linspace(0, 2 * np.pi, around, endpoint=False)
    tangent = np.gradient(line, axis=0)
    normal = np.stack([tangent[:, 1], -tangent[:, 0]], axis=1)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-12

    def turned(values: Array) -> Array:
        x = values[:, :1] * np.cos(angle)
        y = values[:, :1] * np.sin(angle)
        z = np.repeat(values[:, 1:], around, axis=1)
        return np.stack([x, y, z], axis=-1).reshape(-1, 3)

    faces = []
    for i in range(len(line) - 1):
        j = np.arange(around)
        a, b = i * around + j, i * around + (j + 1) % around
        faces += [np.stack([a, b, a + around], 1), np.stack([b, b + around, a + around], 1)]
    return Mesh(turned(line), np.concatenate(faces), turned(normal))


@lru_cache(maxsize=64)
def stone(radius: float, height: float, flat: bool) -> Mesh:
    """A stone standing on z = 0: lens-shaped, or with a flat underside."""
    t = np.linspace(0, np.pi / 2, 7)
    power = 0.85  # fuller than an ellipse near the rim, as ground stones are
    upper = np.stack([radius * np.cos(t) ** power, (height / 2) * np.sin(t)], 1)
    if flat:
        upper[:, 1] = height * np.sin(t) * 0.85 + height * 0.15
        lower = np.array([[1e-3, 0.0], [radius * 0.9, 0.0], [radius * 0.99, height * 0.07]])
        return revolved(np.concatenate([lower, upper]), 20)
    lower = np.stack([radius * np.cos(t[::-1]) ** power, -(height / 2) * np.sin(t[::-1])], 1)[:-1]
    profile = np.concatenate([lower, upper])
    profile[:, 1] += height / 2
    return revolved(profile, 20)


def placed(mesh: Mesh, positions: ArrayLike, tilts: ArrayLike | None = None) -> Mesh:
    """Copies of a mesh at (M, 3) positions, each tilted by (M, 2) small angles about x and y, as one mesh."""
    where = np.asarray(positions, float)
    vertices, normals, faces = [], [], []
    for i, p in enumerate(where):
        v, n = mesh.vertices, mesh.normals
        if tilts is not None:
            a, b = np.asarray(tilts, float)[i]
            turn = np.array([[1, 0, b], [0, 1, -a], [-b, a, 1.0]])
            v, n = v @ turn.T, n @ turn.T
        vertices.append(v + p)
        normals.append(n)
        faces.append(mesh.faces + i * len(mesh.vertices))
    return Mesh(np.concatenate(vertices), np.concatenate(faces), np.concatenate(normals))


def bowl(radius: float, height: float) -> Mesh:
    """An open bowl standing on z = 0."""
    t = np.linspace(0, np.pi * 0.72, 14)
    outside = np.stack([radius * np.sin(t), height * (1 - np.cos(t)) / (1 - np.cos(t[-1]))], 1)
    inside = outside[::-1] * [0.88, 0.9] + [0, height * 0.1]
    outside[0, 0] = inside[-1, 0] = 1e-3
    return revolved(np.concatenate([outside, inside]), 32)


def box(half: ArrayLike) -> Mesh:
    """A box of half sides (3,) round the origin, with flat faces."""
    vertices, faces, normals = [], [], []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = np.zeros(3)
                corner[axis], corner[u], corner[v] = sign, a, b
                vertices.append(corner)
                normals.append(np.eye(3)[axis] * sign)
            i = len(vertices) - 4
            faces += [[i, i + 1, i + 2], [i, i + 2, i + 3]] if sign > 0 else [[i, i + 2, i + 1], [i, i + 3, i + 2]]
    return Mesh(np.array(vertices) * np.asarray(half, float), np.array(faces), np.array(normals))


def lid(radius: float) -> Mesh:
    """A bowl's lid lying on its back: a shallow dish."""
    r = np.array([1e-3, 0.6, 0.9, 1.0, 0.95, 0.6, 1e-3]) * radius
    z = np.array([0, 0, 0.12, 0.3, 0.3, 0.12, 0.1]) * radius * 0.6
    return revolved(np.stack([r, z], 1), 32)


def blob(bones: list[tuple[Array, Array, float, float]], softness: float, spacing: float) -> Mesh:
    """A smooth skin over bones (end, end, radius, radius): the zero set of a soft union of round cones."""
    ends = np.array([[*a, *b] for a, b, _, _ in bones]).reshape(-1, 2, 3)
    widest = max(max(ra, rb) for _, _, ra, rb in bones)
    low, high = ends.min((0, 1)) - widest - 0.3, ends.max((0, 1)) + widest + 0.3
    axes = [np.arange(start, end, spacing) for start, end in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1).astype(np.float32)
    total = np.zeros(grid.shape[:3], np.float32)
    for a, b, ra, rb in bones:
        ab = (b - a).astype(np.float32)
        t = np.clip(((grid - a.astype(np.float32)) @ ab) / (ab @ ab + 1e-9), 0, 1)
        distance = np.linalg.norm(grid - a.astype(np.float32) - t[..., None] * ab, axis=-1)
        total += np.exp(-np.clip((distance - (ra + t * (rb - ra))) / softness, -30, 30))
    field = -softness * np.log(total + 1e-12)
    vertices, faces, normals, _ = marching_cubes(field, 0.0, spacing=(spacing,) * 3)
    return Mesh(vertices + low, faces.astype(np.int64), -normals if normals[0, 0] is None else normals)


def hand(rng: np.random.Generator, spacing: float = 0.17) -> tuple[Mesh, Mesh]:
    """A right or left hand with its arm reaching to the origin from -y, fingertips near z = 0.4; and its sleeve.

    The pose is random: pinching a stone between two fingers, flat, or fist-like.
    """
    pinch, spread = rng.uniform(0, 1), rng.uniform(0.6, 1.3)
    size = rng.uniform(0.85, 1.15)
    rise = rng.uniform(0.8, 2.2)
    wrist = np.array([rng.uniform(-0.8, 0.8), -6.2, 2.2 + rise]) * size
    palm = np.array([0.0, -4.0, 1.6 + 0.7 * rise]) * size
    bones: list[tuple[Array, Array, float, float]] = []
    for i, reach in enumerate((0.95, 1.0, 0.92, 0.75)):
        side = (i - 1.2) * 0.75 * spread * size
        knuckle = palm + np.array([side, 1.1 * size, 0.1])
        stretch = 1.0 if i == 1 or (i == 0 and pinch < 0.7) else rng.uniform(0.35, 1.0)
        tip = np.array([side * (0.35 if i < 2 else 0.9), -2.9 + 2.9 * reach * stretch, 0.45 + (1 - stretch) * 0.7])
        middle = (knuckle + tip) / 2 + np.array([0, 0.1, 0.55 + 0.4 * (1 - stretch)]) * size
        bones += [(knuckle, middle, 0.40 * size, 0.36 * size), (middle, tip, 0.36 * size, 0.28 * size)]
        bones.append((wrist + (palm - wrist) * 0.3, knuckle, 0.62 * size, 0.5 * size))
    thumb = palm + np.array([-1.7, 0.3, -0.2]) * size
    bones.append((palm + np.array([-0.6, -1.0, 0]), thumb, 0.6 * size, 0.45 * size))
    bones.append((thumb, np.array([-0.5 * size, -0.9 + 0.6 * pinch, 0.6]), 0.42 * size, 0.32 * size))
    elbow = wrist + np.array([rng.uniform(-2, 2), -11.0, rng.uniform(0, 2.5)])
    bones.append((palm, wrist, 0.85 * size, 0.8 * size))
    bones.append((wrist, elbow, 0.8 * size, 1.5 * size))
    skin = blob(bones, 0.16, spacing)
    start = wrist + (elbow - wrist) * rng.uniform(0.08, 0.6)
    sleeve = blob([(start, elbow + (elbow - wrist) * 0.8, 1.35 * size, 2.2 * size)], 0.2, spacing * 2)
    if rng.random() < 0.5:
        flip = np.array([-1.0, 1, 1])
        skin = Mesh(skin.vertices * flip, skin.faces[:, ::-1], skin.normals * flip)
        sleeve = Mesh(sleeve.vertices * flip, sleeve.faces[:, ::-1], sleeve.normals * flip)
    return skin, sleeve


def moved(mesh: Mesh, azimuth: float, to: ArrayLike) -> Mesh:
    """A mesh turned about z by `azimuth` radians, then shifted."""
    c, s = np.cos(azimuth), np.sin(azimuth)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    return Mesh(mesh.vertices @ turn.T + np.asarray(to, float), mesh.faces, mesh.normals @ turn.T)
