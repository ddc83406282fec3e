"""Keeping a calibration: a TOML file with the picture that it was made from beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Image
from vision.grid import Grid, Lens


def save_grid(path: Path, grid: Grid, image: Image | None = None) -> None:
    """Write a grid as TOML; with `image` also that picture, as PATH with the ending .jpg.

    Raises
    ------
    OSError
        Where the files cannot be written.
    """
    corners = ", ".join(f"[{x:.3f}, {y:.3f}]" for x, y in grid.corners)
    lines = [f"size = {grid.size}", f"corners = [{corners}]"]
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


def load_grid(path: Path) -> Grid:
    """Read a grid that `save_grid` wrote.

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
        return Grid(int(values["size"]), np.array(values["corners"], float), made)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise ValueError(f"{path} is no calibration of kifuwatch: {error}") from error
