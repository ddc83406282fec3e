"""Hands that hold, put down and take up a stone, and the arms and sleeves behind them. Units are cells.

A hand is a skin drawn over bones: distances to round cones, softly joined (fingers among themselves hardly, so that
they stay apart), and the zero set by marching cubes. Bone lengths are those of a grown hand (Buryanov & Kotiuk 2010,
"Proportions of hand segments") at 23 mm a cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from skimage.measure import marching_cubes

from samples.render.meshes import Mesh

Array = NDArray[np.float64]
Bone = tuple[Array, Array, float, float]  # end, end, radius, radius

# Knuckles in the palm's frame: wrist at the origin, y to the fingers, z to the back of the hand; a right hand.
KNUCKLES = np.array([[-1.3, 3.9, 0.10], [-0.42, 4.1, 0.22], [0.42, 3.85, 0.12], [1.18, 3.45, -0.08]])
LENGTHS = np.array([[1.9, 1.1, 0.85], [2.05, 1.25, 0.9], [1.9, 1.15, 0.9], [1.5, 0.85, 0.8]])
RADII = np.array([[0.46, 0.37, 0.33, 0.25], [0.47, 0.38, 0.34, 0.26], [0.45, 0.36, 0.32, 0.25], [0.4, 0.3, 0.27, 0.21]])


@dataclass(frozen=True)
class Pose:
    """How a hand is bent: angles below the level (degrees) of palm and of each finger's three bones, and sideways."""

    palm: float
    fingers: tuple[tuple[float, float, float], ...]
    sideways: tuple[float, float, float, float]
    thumb: tuple[float, float, float]  # its tip in the palm's frame, or relative to the first fingertip
    pinch: bool = False


POSES = {
    # A stone between the first and the second finger, the way players do.
    "hold": Pose(12, ((28, 50, 62), (24, 38, 46), (42, 84, 112), (48, 92, 122)), (9, -3, -4, -6), (-1.5, 4.5, -0.9)),
    "open": Pose(10, ((14, 34, 44), (10, 24, 30), (36, 72, 98), (42, 82, 108)), (2, -2, -5, -9), (-1.9, 4.4, -0.9)),
    # Thumb and first finger round a stone.
    "reach": Pose(
        8, ((24, 62, 84), (32, 66, 86), (40, 78, 98), (42, 84, 106)), (4, 0, -3, -6), (-0.9, -0.5, -0.3), True
    ),
    "pinch": Pose(
        8, ((28, 70, 98), (34, 70, 92), (42, 80, 102), (44, 86, 110)), (5, 0, -3, -6), (-0.45, -0.25, 0.0), True
    ),
}


def bent(pose: Pose) -> tuple[list[list[Array]], Array]:
    """The joints of the four fingers and of the thumb, in the palm's frame turned to its pitch, and the grip."""
    pitch = np.radians(pose.palm)
    turn = np.array([[1, 0, 0], [0, np.cos(pitch), np.sin(pitch)], [0, -np.sin(pitch), np.cos(pitch)]])
    chains: list[list[Array]] = []
    for knuckle, lengths, angles, side in zip(KNUCKLES, LENGTHS, pose.fingers, pose.sideways, strict=True):
        joints = [turn @ knuckle]
        yaw = np.radians(side)
        for length, angle in zip(lengths, np.radians(angles), strict=True):
            way = np.array([np.sin(yaw) * np.cos(angle), np.cos(yaw) * np.cos(angle), -np.sin(angle)])
            joints.append(joints[-1] + length * way)
        chains.append(joints)
    root, base = turn @ np.array([-0.75, 0.75, -0.35]), turn @ np.array([-1.75, 2.1, -0.75])
    tip = chains[0][3] + pose.thumb if pose.pinch else turn @ np.array(pose.thumb)
    middle = (base + tip) / 2 + np.array([-0.42, 0.1, 0.12])
    chains.append([root, base, middle, tip])
    grip = (chains[0][3] + tip) / 2 if pose.pinch else (chains[0][3] + chains[1][3]) / 2 + np.array([0.05, 0.3, -0.1])
    return chains, grip


def joined(distances: list[NDArray[np.float32]], softness: float) -> NDArray[np.float32]:
    """A smooth minimum."""
    least = np.min(distances, axis=0)
    total = sum(np.exp((least - d) / softness) for d in distances)
    return np.asarray(least - softness * np.log(total), np.float32)


def cone(grid: NDArray[np.float32], bone: Bone) -> NDArray[np.float32]:
    """Distances to a round cone."""
    a, b = bone[0].astype(np.float32), bone[1].astype(np.float32)
    ab = b - a
    t = np.clip(((grid - a) @ ab) / (ab @ ab + 1e-9), 0, 1)
    return np.asarray(np.linalg.norm(grid - a - t[..., None] * ab, axis=-1) - (bone[2] + t * (bone[3] - bone[2])))


@lru_cache(maxsize=32)
def hand(name: str, size: float = 1.0, bare: float = 6.0, spacing: float = 0.13) -> tuple[Mesh, Array, Array]:
    """A right hand in one of POSES with `bare` cells of its forearm.

    The grip (where a stone is held) is at the origin, the arm comes from -y.

    Returns
    -------
    mesh : Mesh
    tint : ndarray of shape (V, 3)
        Factors on the skin's colour: nails paler, knuckles and fingertips redder.
    wrist : ndarray of shape (3,)
    """
    pose = POSES[name]
    chains, grip = bent(pose)
    pitch = np.radians(pose.palm)
    turn = np.array([[1, 0, 0], [0, np.cos(pitch), np.sin(pitch)], [0, -np.sin(pitch), np.cos(pitch)]])

    def at(*place: float) -> Array:
        return np.asarray(turn @ np.array(place))

    palm: list[Bone] = []
    for i, side in enumerate((-0.5, -0.15, 0.2, 0.5)):
        palm.append((at(side, 0.2, 0), chains[i][0], 0.62, 0.5 - 0.03 * i))
    palm.append((chains[4][0], chains[4][1], 0.72, 0.52))  # ball of the thumb
    palm.append((at(0.75, 0.7, -0.3), at(1.1, 2.8, -0.3), 0.55, 0.5))  # heel of the hand
    palm.append((at(-1.1, 2.6, -0.35), at(-0.9, 3.4, -0.15), 0.4, 0.4))  # web to the thumb
    back = np.array([0, -1.0, 0.08])
    for side in (-0.42, 0.42):
        near = np.array([side * 1.15, 0, 0.05])
        palm.append((at(side, 0.4, 0), near + back * 1.2, 0.64, 0.68))
        palm.append((near + back * 1.2, near * 1.3 + back * 9, 0.68, 1.05))
    joints = np.concatenate(chains)
    low = np.append(joints.min(0)[:1] - 1, [-bare - 0.4, joints[:, 2].min() - 1])
    high = np.append(np.maximum(joints.max(0)[:2], [1.4, 0]) + 1, 2.4)
    axes = [np.arange(a, b, spacing, dtype=np.float32) for a, b in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1)
    groups = [joined([cone(grid, b) for b in palm], 0.16)]
    for i, chain in enumerate(chains):
        radii = RADII[i] if i < 4 else np.array([0.6, 0.5, 0.42, 0.3])
        bones = [(chain[j], chain[j + 1], radii[j], radii[j + 1]) for j in range(3)]
        if i < 4:  # the joint's knob, and the knuckle seen through the skin
            bones.append((chain[1] + [0, -0.05, 0.06], chain[1] + [0, 0.05, 0.06], radii[1], radii[1]))
            bones.append((chain[0] + [0, -0.1, 0.1], chain[0] + [0, 0.1, 0.08], 0.44, 0.42))
        groups.append(joined([cone(grid, b) for b in bones], 0.05))
    field = joined(groups, 0.07)
    field = np.maximum(field, -bare - grid[..., 1])  # cut behind the sleeve's opening
    contour: Any = marching_cubes  # untyped in scikit-image
    vertices, faces, normals, _ = contour(field, 0.0, spacing=(spacing,) * 3)
    vertices = vertices + low
    tint = np.ones((len(vertices), 3))
    for i, chain in enumerate(chains):
        along = (chain[3] - chain[2]) / np.linalg.norm(chain[3] - chain[2])
        upper = np.array([-0.75, 0.2, 0.65]) if i == 4 else np.array([0, along[2], along[1]]) * [1, -1, 1]
        upper = upper - along * (upper @ along)
        upper /= np.linalg.norm(upper)
        near_tip = np.exp(-(((vertices - chain[3]) ** 2).sum(1)) / 0.3)
        tint *= 1 + near_tip[:, None] * np.array([0.06, -0.10, -0.08])
        for joint in chain[:2]:
            close = np.exp(-(((vertices - joint - [0, 0, 0.4]) ** 2).sum(1)) / 0.12)
            tint *= 1 - close[:, None] * np.array([0.04, 0.16, 0.16])
        radius = 0.26 if i < 4 else 0.32
        d = vertices - (chain[3] - along * 0.12 + upper * radius)
        across = np.cross(along, upper)
        nail = ((d @ along / 0.3) ** 2 + (d @ across / 0.21) ** 2 < 1) & (d @ upper > -0.12)
        tint[nail] *= [1.12, 1.12, 1.15]
    tint *= 1 + 0.04 * np.sin(vertices[:, :1] * 2.1 + 1.3) * np.sin(vertices[:, 1:2] * 1.3)
    mesh = Mesh((vertices - grip) * size, faces.astype(np.int64), normals.astype(np.float64))
    return mesh, tint, -grip * size


def tube(path: ArrayLike, radii: ArrayLike, folds: Array, around: int = 40) -> Mesh:
    """A sleeve: a tube round a path (M, 3) with radii (M,), wrinkled by `folds` (M, around), its near end turned in."""
    line, r = np.asarray(path, float), np.asarray(radii, float)
    line = np.concatenate([line[:1], line[:1], line])
    r = np.concatenate([[r[0] * 0.55], [r[0] * 0.92], r])
    line[0] += (line[4] - line[2]) * 1.5  # the lining, seen inside the opening
    wrinkle = np.concatenate([folds[:1] * 0, folds[:1] * 0.5, folds])
    ahead = np.gradient(line[2:], axis=0)
    ahead = np.concatenate([ahead[:1], ahead[:1], ahead])
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    side = np.cross(ahead, [0, 0, 1.0])
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    upper = np.cross(side, ahead)
    angle = np.linspace(0, 2 * np.pi, around, endpoint=False)
    out = side[:, None] * np.cos(angle)[:, None] + upper[:, None] * np.sin(angle)[:, None] * 0.86
    vertices = line[:, None] + out * (r[:, None] + wrinkle)[..., None]
    du = np.gradient(vertices, axis=0)
    dv = np.roll(vertices, -1, 1) - np.roll(vertices, 1, 1)
    normals = np.cross(dv, du)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True) + 1e-9
    flip = np.sign((normals * out).sum(-1, keepdims=True))
    normals = normals * np.where(flip == 0, 1, flip)
    j = np.arange(around)
    faces = []
    for i in range(len(line) - 1):
        a, b = i * around + j, i * around + (j + 1) % around
        faces += [np.stack([a, b, a + around], 1), np.stack([b, b + around, a + around], 1)]
    return Mesh(vertices.reshape(-1, 3), np.concatenate(faces), normals.reshape(-1, 3))


def wrinkles(rng: np.random.Generator, rows: int, depth: float, around: int = 40) -> Array:
    """Folds of a sleeve, (rows, around): rings that lean, deeper near the opening and the elbow."""
    s = np.arange(rows)[:, None]
    angle = np.linspace(0, 2 * np.pi, around, endpoint=False)[None]
    folds = np.zeros((rows, around))
    for _ in range(7):
        count, lean, shift = rng.uniform(0.25, 1.1), int(rng.integers(-2, 3)), rng.uniform(0, 6.3)
        folds += np.sin(count * s + lean * angle + shift) * rng.uniform(0.3, 1.0)
    return np.asarray(folds * depth / 7 * (0.6 + 0.5 * np.cos(s * 2 * np.pi / rows)))


@dataclass(frozen=True)
class Arm:
    """A player's arm: where the shoulder is, the hand's size, and how much of the forearm the sleeve leaves bare."""

    shoulder: tuple[float, float, float]
    left: bool
    size: float
    bare: float
    width: float
    folds: Array
    bend: float = 0.0  # radians by which the hand is turned against the line from the shoulder

    def meshes(self, pose: str, grip: ArrayLike, spacing: float = 0.13) -> tuple[Mesh, Array, Mesh]:
        """Skin, its tint and the sleeve of the arm whose grip is at a place."""
        mesh, tint, wrist = hand(pose, self.size, self.bare + 2.2, spacing)
        flip = np.array([-1.0 if self.left else 1.0, 1, 1])
        to = np.asarray(grip, float)
        shoulder = np.array(self.shoulder)
        way = to[:2] - shoulder[:2]
        azimuth = np.arctan2(-way[0], way[1]) + self.bend * flip[0]
        c, s = np.cos(azimuth), np.sin(azimuth)
        turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        faces = mesh.faces[:, ::-1] if self.left else mesh.faces
        skin = Mesh((mesh.vertices * flip) @ turn.T + to, faces, (mesh.normals * flip) @ turn.T)
        back = turn @ np.array([0, -1.0, 0.08])
        start = turn @ (wrist * flip) + to + back * self.bare * self.size
        elbow = start + back * 8
        t = np.linspace(0, 1, len(self.folds))[:, None]
        path = (1 - t) ** 2 * start + 2 * t * (1 - t) * elbow + t**2 * shoulder
        radii = self.width * (1.0 + 0.75 * t[:, 0])
        return skin, tint, tube(path, radii, self.folds)
