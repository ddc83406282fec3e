"""A camera that takes the frames of a script on a stage, rendering only what changed.

What stands still is rendered once a move and only where it changed. A hand is rendered on the pixels that it covers;
its shadow at a third of the resolution: shadows are smooth, and are put on the still picture as factors.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from samples.render import script as scripts
from samples.render.sensor import Developer, relit, smooth, streak
from samples.render.stage import Rect, Stage, grid

Array = NDArray[np.float64]
Picture = NDArray[np.float32]
SHADE = 1 / 3  # resolution of shadows against that of the picture
SHADE_SEED = 17


class Camera:
    """Takes the frames of a script on a stage."""

    def __init__(self, stage: Stage, script: scripts.Script, samples: int, exposure: float) -> None:
        self.stage, self.script, self.samples = stage, script, samples
        self.camera = stage.camera
        self.position = -1
        self.calm = self.first(samples * 10)
        self.develop = Developer(self.calm, exposure)
        self.calm = smooth(self.calm, self.develop.gain, 0.04)
        self.kept: tuple[Any, Picture] = (None, self.calm)
        self.without: tuple[int, Picture] = (-1, self.calm)  # the low-resolution picture without a hand

    def frame(self, low: ArrayLike, high: ArrayLike, pad: float, scale: float = 1.0) -> Rect:
        """A rectangle round two pixels (x, y), widened by `pad`, within the picture (at a scale)."""
        (left, top), (right, bottom) = np.asarray(low, float), np.asarray(high, float)
        width, height = round(self.camera.width * scale), round(self.camera.height * scale)
        a, b = int(np.floor((left - pad) * scale)), int(np.floor((top - pad) * scale))
        c, d = int(np.ceil((right + pad) * scale)), int(np.ceil((bottom + pad) * scale))
        a, b = min(max(a, 0), width - 8), min(max(b, 0), height - 8)
        return a, b, max(min(c, width), a + 8), max(min(d, height), b + 8)

    def first(self, samples: int) -> Picture:
        """The whole picture without a hand."""
        self.stage.arrange(self.script.positions[0], self.script.captives[0])
        self.position = 0
        whole = grid((0, 0, self.camera.width, self.camera.height))
        light = self.stage.light(self.stage.empty, whole, samples)
        return light.reshape(self.camera.height, self.camera.width, 3)

    def advance(self, position: int) -> None:
        """Brings the still picture up to arrangement number `position`, rendering only where it changed."""
        while self.position < position:
            before, now = (self.script.positions[self.position + i] for i in (0, 1))
            lids = [self.script.captives[self.position + i] for i in (0, 1)]
            self.position += 1
            self.stage.arrange(now, lids[1])
            setting = self.stage.setting
            spots = []
            for stone in [v for k, v in {**before, **now}.items() if before.get(k) is not now.get(k)]:
                where = [[stone.point[0] + stone.offset[1], stone.point[1] + stone.offset[0]]]
                spots.append((setting.scene.places(where)[0], 1.5))
            spots += [(setting.lids[c], 2.6) for c in "bw" if lids[0][c] != lids[1][c]]
            for place, reach in spots:
                middle, edge = self.stage.project(np.array([place, place + np.array([reach, 0, 0])]))
                radius = float(np.linalg.norm(edge - middle))
                rect = self.frame(middle, middle, radius)
                left, top, right, bottom = rect
                light = self.stage.light(self.stage.empty, grid(rect), self.samples * 6)
                shot = smooth(light.reshape(bottom - top, right - left, 3), self.develop.gain, 0.04)
                y, x = np.mgrid[top:bottom, left:right]
                far = np.hypot(x - middle[0], y - middle[1]) / radius
                share = np.clip((1 - far) / 0.25, 0, 1).astype(np.float32)[..., None]
                part = self.calm[top:bottom, left:right]
                self.calm = self.calm.copy()
                self.calm[top:bottom, left:right] = part * (1 - share) + shot * share

    def take(self, instant: scripts.Instant, visible: bool) -> Picture:
        """A developed picture, without the sensor's noise."""
        self.advance(instant.position)
        key = (instant.position, instant.player if visible else "", instant.pose, *np.round(instant.grip, 3))
        if not visible:
            key = (instant.position, "")
        if key != self.kept[0]:
            self.kept = (key, self.develop(self.with_hand(instant) if visible else self.calm))
        return self.kept[1]

    def with_hand(self, instant: scripts.Instant) -> Picture:
        """The still picture with a hand and its shadow."""
        stage, camera, gain = self.stage, self.camera, self.develop.gain
        skin, _, sleeve, _ = stage.hand_meshes(instant)
        corners = np.concatenate([skin.vertices, sleeve.vertices])
        seen = stage.project(corners)
        full, alone = stage.hand(instant)
        shade = self.shade(full, alone)
        scene = self.calm * shade
        inside = np.clip(seen, [0, 0], [camera.width, camera.height])
        rect = self.frame(inside.min(0), inside.max(0), 6)
        left, top, right, bottom = rect
        before, after = stage.project(np.array([instant.grip, instant.grip + instant.speed * 0.02]))
        samples = self.samples if np.hypot(*(after - before)) < 8 else max(4, self.samples // 2)  # blur hides noise
        pixels = grid(rect)
        behind = scene[top:bottom, left:right]
        some = stage.matte(alone, pixels, 3).reshape(behind.shape[:2])
        covered = cv2.dilate((some > 0).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        made = np.zeros((*covered.shape, 10), np.float32)
        if covered.any():
            made[covered] = stage.layer(full, alone, pixels[covered.ravel()], samples, 3.0 / gain)
        layer, matte = relit(made), made[..., 9:]
        if np.hypot(*(after - before)) > 1.5:
            reach = np.hypot(*(after - before)) + 4
            left, top, right, bottom = self.frame((left, top), (right, bottom), reach)
            canvas = np.zeros((bottom - top, right - left, 4), np.float32)
            y, x = rect[1] - top, rect[0] - left
            canvas[y : y + layer.shape[0], x : x + layer.shape[1]] = np.concatenate([layer, matte], 2)
            canvas = streak(canvas, after - before)
            layer, matte = canvas[..., :3], canvas[..., 3:]
            behind = scene[top:bottom, left:right]
        scene[top:bottom, left:right] = behind * (1 - matte) + layer
        return np.asarray(scene, np.float32)

    def shade(self, full: Any, alone: Any) -> Picture:
        """Factors (H, W, 3) by which a hand darkens the still picture, rendered at a lower resolution.

        With and without the hand the same paths are traced, so that where it changes nothing the factor is just 1,
        however few the paths.
        """
        camera, stage = self.camera, self.stage
        width, height = round(camera.width * SHADE), round(camera.height * SHADE)
        pixels, samples = grid((0, 0, width, height)), max(4, self.samples // 2)
        limit = 3 / self.develop.gain

        def lit(scene: Any) -> Picture:
            light = stage.light(scene, pixels, samples, SHADE, SHADE_SEED)
            return np.minimum(light, limit).reshape(height, width, 3)

        if self.without[0] != self.position:
            self.without = (self.position, lit(stage.empty))
        weight = (stage.matte(alone, pixels, 3, SHADE) == 0).astype(np.float32).reshape(height, width, 1)
        dark, bright = lit(full) * weight, self.without[1] * weight
        found: Picture = np.zeros_like(dark)
        total: Picture = np.full_like(dark, 1e-9)
        for sigma, share in ((1.2, 1.0), (4.0, 1e-3), (16.0, 1e-6)):  # wider where a hand hides the place
            found = found + share * cv2.GaussianBlur(dark, (0, 0), sigma)
            total = total + share * cv2.GaussianBlur(bright, (0, 0), sigma)
        factor = np.clip((found + 1e-9) / total, 0.03, 1.3)
        large = cv2.resize(factor, (camera.width, camera.height), interpolation=cv2.INTER_LINEAR)
        return np.asarray(large, np.float32)
