"""Rendered pictures to learn from: `python -m samples.render.dataset OUT --count 3000 --seed 1`.

Writes OUT/NNNNN.png and OUT/NNNNN.npz (size, crossings (n, n, 2) x y pixels, stones, covered, offsets, k1, board).
Scene i depends on the seed and i alone, so that a run can be split and continued.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import mitsuba as mi
import numpy as np

mi.set_variant("llvm_ad_rgb", "scalar_rgb")

from calibration.lens import lens_for  # noqa: E402
from samples.render import scene as scenes  # noqa: E402
from samples.render.wishes import NONE, Wishes  # noqa: E402


def picture(
    seed: int, index: int, samples: int, wishes: Wishes = NONE, k1: float | None = None
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Picture and labels number `index`; with wishes always a whole board, `k1` the lens's distortion."""
    rng = np.random.default_rng([seed, index])
    kind = str(rng.choice(["board", "cut", "none"], p=[0.88, 0.05, 0.07]))
    kind = kind if wishes == NONE else "board"
    scene = scenes.build(rng, board=kind != "none", cut=kind == "cut", wishes=wishes)
    linear = scenes.rendered(scene, samples, index)
    image = scenes.developed(linear, rng.uniform(0.45, 1.0))
    if rng.random() < 0.6:
        image = np.asarray(cv2.bilateralFilter(image, 5, 18, 2), np.uint8)
    crossings = scene.crossings()
    drawn = float(rng.uniform(-0.13, 0.04)) if rng.random() < 0.45 else 0.0
    k1 = drawn if k1 is None else k1
    if k1:
        image = scenes.through_lens(image, k1)
        lens = lens_for(k1, image.shape[:2])
        crossings = lens.distort(crossings.reshape(-1, 2)).reshape(crossings.shape)
    labels = {
        "size": np.array(scene.size),
        "crossings": crossings.astype(np.float32),
        "stones": scene.stones,
        "covered": scenes.covered(scene),
        "offsets": scene.offsets.astype(np.float32),
        "k1": np.array(k1),
        "board": np.array(kind != "none"),
    }
    return image, labels


def hard(seed: int, index: int) -> tuple[Wishes, float | None]:
    """Wishes, and a lens's distortion, for a picture of one of the kinds that are read worst."""
    rng = np.random.default_rng([seed, index, 1])
    size = int(rng.choice([19, 13, 9], p=[0.8, 0.1, 0.1]))
    kind = rng.choice(["lamps", "low", "ground", "lens", "small", "corner"])
    if kind == "lamps":
        material = str(rng.choice(["glass", "plastic", "green", "yunzi"]))
        wishes = Wishes(size=size, lamps=True, material=material, elevation=float(rng.uniform(25, 70)))
    elif kind == "low":
        stones = str(rng.choice(["crowded", "game"]))
        wishes = Wishes(size=size, elevation=float(rng.uniform(18, 30)), stones=stones)
    elif kind == "ground":
        ground = str(rng.choice(["tatami", "tiles", "squared", "chequers", "print"]))
        board = str(rng.choice(["dark", "paper", "grey", "any"]))
        wishes = Wishes(size=size, ground=ground, board=board, fill=float(rng.uniform(0.4, 0.8)))
    elif kind == "lens":
        return Wishes(size=size, elevation=float(rng.uniform(45, 89)), fill=0.85), float(rng.uniform(-0.28, 0.1))
    elif kind == "small":
        wishes = Wishes(size=size, fill=float(rng.uniform(0.3, 0.5)))
    else:
        wishes = Wishes(size=size, corner=str(rng.choice(["stones", "hand"])), bowls=True)
    return wishes, None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=16, help="paths a pixel")
    parser.add_argument("--sizes", type=int, nargs="*", default=[], help="boards of these sizes only, in turn")
    parser.add_argument("--hard", action="store_true", help="the kinds that are read worst")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    started = time.perf_counter()
    for done, index in enumerate(range(args.first, args.first + args.count), 1):
        target = args.out / f"{index:05d}.png"
        if not target.exists():
            size = args.sizes[index % len(args.sizes)] if args.sizes else None
            wishes, k1 = hard(args.seed, index) if args.hard else (Wishes(size=size), None)
            image, labels = picture(args.seed, index, args.samples, wishes, k1)
            np.savez_compressed(args.out / f"{index:05d}.npz", **labels)  # type: ignore[arg-type]
            cv2.imwrite(str(target), image)
        if done % 100 == 0:
            print(f"{done} of {args.count}, {(time.perf_counter() - started) / done:.2f} s each", flush=True)


if __name__ == "__main__":
    main()
