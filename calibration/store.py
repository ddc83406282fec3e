"""Keeping a calibration: a TOML file with the picture that it was made from beside it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Image
from vision.grid import Grid, Lens, NoGrid


@dataclass(frozen=True, eq=False)
class Calibration:
    """A grid that was kept, with the (width, height) in pixels of the pictures it is for, where that was kept."""

    grid: Grid
    picture: tuple[int, int] | None = None

    def fitting(self, image: Image) -> Grid | NoGrid:
        """The grid in a picture of the same camera, which may be larger or smaller than the one it was made from."""
        height, width = image.shape[:2]
        scale = width / self.picture[0] if self.picture else 1.0
        if self.picture and abs(self.picture[1] * scale - height) > 0.01 * height:
            return NoGrid("the calibration is for pictures of {} x {} pixels".format(*self.picture))
        if scale == 1.0:
            return self.grid
        # Pixel centres: 0 is the middle of the first one.
        grid, lens = self.grid, self.grid.lens
        if lens is not None:
            x, y = ((c + 0.5) * scale - 0.5 for c in lens.centre)
            lens = Lens(lens.k1, (x, y), lens.radius * scale)
        return Grid(grid.size, (grid.corners + 0.5) * scale - 0.5, lens)


def save_grid(path: Path, grid: Grid, image: Image | None = None) -> None:
    """Write a grid as TOML; with `image` also that picture, as PATH with the ending .jpg.

    Raises
    ------
    OSError
        Where the files cannot be written.
    """
    corners = ", ".join(f"[{x:.3f}, {y:.3f}]" for x, y in grid.corners)
    lines = [f"size = {grid.size}", f"corners = [{corners}]"]
    if image is not None:
        lines.append(f"picture = [{image.shape[1]}, {image.shape[0]}]")
    if grid.lens:
        cx, cy = grid.lens.centre
        lines += [
            "",
            "[lens]",
            f"k1 = {grid.lens.k1:.6f}",
            f"centre = [{cx}, {cy}]",
            f"radius = {grid.lens.radius}",
        ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if image is not None:
        coded = cv2.imencode(".jpg", image)[1]
        path.with_suffix(".jpg").write_bytes(coded.tobytes())


def load_calibration(path: Path) -> Calibration:
    """Read what `save_grid` wrote.

    Raises
    ------
    OSError
        Where the file cannot be read.
    ValueError
        Where it is no calibration; the message says what is wrong with it.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        lens = values.get("lens")
        made = (
            Lens(float(lens["k1"]), (float(lens["centre"][0]), float(lens["centre"][1])), float(lens["radius"]))
            if lens
            else None
        )
        grid = Grid(int(values["size"]), np.array(values["corners"], float), made)
        if (picture := values.get("picture")) is None:
            return Calibration(grid)
        width, height = int(picture[0]), int(picture[1])
        if width < 1 or height < 1:
            raise ValueError(f"no picture has {width} x {height} pixels")
        return Calibration(grid, (width, height))
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise ValueError(f"{path} is no calibration of kifuwatch: {error}") from error
