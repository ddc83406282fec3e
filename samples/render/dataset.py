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


def picture(seed: int, index: int, samples: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Picture and labels number `index`."""
    rng = np.random.default_rng([seed, index])
    kind = rng.choice(["board", "cut", "none"], p=[0.88, 0.05, 0.07])
    scene = scenes.build(rng, board=kind != "none", cut=kind == "cut")
    linear = scenes.rendered(scene, samples, index)
    image = scenes.developed(linear, rng.uniform(0.45, 1.0))
    if rng.random() < 0.6:
        image = np.asarray(cv2.bilateralFilter(image, 5, 18, 2), np.uint8)
    crossings = scene.crossings()
    k1 = float(rng.uniform(-0.13, 0.04)) if rng.random() < 0.45 else 0.0
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=16, help="paths a pixel")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    started = time.perf_counter()
    for done, index in enumerate(range(args.first, args.first + args.count), 1):
        target = args.out / f"{index:05d}.png"
        if not target.exists():
            image, labels = picture(args.seed, index, args.samples)
            np.savez_compressed(args.out / f"{index:05d}.npz", **labels)  # type: ignore[arg-type]
            cv2.imwrite(str(target), image)
        if done % 100 == 0:
            print(f"{done} of {args.count}, {(time.perf_counter() - started) / done:.2f} s each", flush=True)


if __name__ == "__main__":
    main()
