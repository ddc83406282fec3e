"""Photos of positions, rendered: `python -m samples.render.photo --out FOLDER --moves GAME.sgf --at 120 --name NAME`.

Writes FOLDER/NAME.jpg and enters it, with its position and corners, in FOLDER/photos.json (a list; an entry of the
same name is replaced). Looks are chosen or drawn as for films, see film.py.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render import film
from samples.render import script as scripts
from samples.render import setting as settings
from samples.render.sensor import Developer, Sensor, smooth
from samples.render.stage import Stage, grid


def taken(
    game: scripts.Game, look: settings.Look, seed: int, samples: int, noise: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A photo (BGR) of the position that a game begins with, and its four corners (4, 2), from SGF `aa` clockwise."""
    rng = np.random.default_rng(seed)
    setting = settings.build(rng, game.size, look)
    stones: dict[scripts.Point, scripts.Stone] = {}
    for colour, points in game.setup.items():
        for point in points:
            stones[point] = scripts.laid(rng, stones, colour, point, setting.radius, setting.scene.ratio)
    stage = Stage(setting, seed * 1000)
    stage.arrange(stones, {"b": int(rng.integers(0, 7)), "w": int(rng.integers(0, 7))})
    light = stage.light(stage.empty, grid((0, 0, look.width, look.height)), samples)
    linear = light.reshape(look.height, look.width, 3)
    develop = Developer(linear, float(rng.uniform(0.5, 0.65)))
    linear = smooth(np.minimum(linear, 4 / develop.gain), develop.gain, 0.05)
    sensor = Sensor(rng, (look.height, look.width), noise)
    crossings = setting.scene.crossings()
    ring = np.array([crossings[0, 0], crossings[0, -1], crossings[-1, -1], crossings[-1, 0]])
    return sensor(develop(linear), 0.0), stage.lens.distort(ring)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--name", required=True, help="name of the photo, without .jpg")
    parser.add_argument("--moves", type=Path, required=True, help="the game, SGF")
    parser.add_argument("--at", type=int, default=100, help="the photo shows the position after this many moves")
    parser.add_argument("--samples", type=int, default=96, help="paths a pixel")
    parser.add_argument("--noise", type=float, default=1.6, help="sensor noise, levels of 255")
    film.add_look(parser)
    args = parser.parse_args()
    look = film.chosen_look(args, replace(settings.Look(), width=1280, height=960))
    game = scripts.played(args.moves, args.at + 1, 0)
    image, corners = taken(game, look, args.seed, args.samples, args.noise)
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(args.out / f"{args.name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    manifest = args.out / "photos.json"
    entries = json.loads(manifest.read_text()) if manifest.exists() else []
    entries = [e for e in entries if e["file"] != f"{args.name}.jpg"]
    entries.append(
        {
            "file": f"{args.name}.jpg",
            "licence": "MIT",
            "size": game.size,
            "position": ["".join(".XO"[v] for v in row) for row in game.final],
            "corners": [[round(float(v), 1) for v in corner] for corner in corners],
            "image_size": [look.width, look.height],
            "difficulty": [look.light, look.board],
            "scene": f"rendered, seed {args.seed}",
        }
    )
    manifest.write_text(json.dumps(sorted(entries, key=lambda e: str(e["file"])), indent=1) + "\n")


if __name__ == "__main__":
    main()
