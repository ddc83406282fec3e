"""The rendered pictures that the tests read: `python -m samples.render.test_pictures tests/pictures`.

One picture for each kind of difficulty, chosen by looking at the scenes of seed 2, of which nothing is learned. Writes
JPEG files and manifest.json: a list of {file, kind, size, position, corners, covered}, `size` null where no board is to
be found; corners are those of the outermost crossings, clockwise as seen in the picture.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from samples.render.dataset import picture

SEED = 2
KINDS = {
    4: "from above, stones at the rim",
    10: "low camera, red board, lens",
    12: "two hands over the board",
    15: "turned board on chequered cloth",
    17: "9x9, one stone",
    21: "13x13, crowded, a corner on the very rim",
    22: "19x19, crowded",
    26: "green board, turned",
    31: "barrel lens",
    36: "small in the picture",
    47: "13x13, green board",
    51: "cut off: white lines, two corners outside",
    63: "hand, shadow and glare",
    65: "13x13, lens, touching the rim",
    61: "grid up to the rim of the picture",
    69: "low camera, a corner at the rim",
    1: "cut off: the upper half of a board is outside",
    20: "cut off: a corner of a board",
    34: "no board: chequered cloth",
    44: "no board: tiles and a hand",
}


def described(name: str, kind: str, image: np.ndarray, labels: dict[str, np.ndarray]) -> dict[str, Any]:
    """The manifest's entry of a picture: a board of which a corner lies outside (by more than a tenth
    of a cell) is none to be found.
    """
    stones, covered, crossings = labels["stones"], labels["covered"], labels["crossings"]
    corners = np.array([crossings[0, 0], crossings[0, -1], crossings[-1, -1], crossings[-1, 0]], float)
    height, width = image.shape[:2]
    rim = 0.1 * np.linalg.norm(corners[0] - corners[1]) / (int(labels["size"]) - 1)
    whole = (corners >= -rim).all() and (corners <= [width - 1 + rim, height - 1 + rim]).all()
    if not labels["board"] or not whole:
        return {"file": name, "kind": kind, "size": None}
    return {
        "file": name,
        "kind": kind,
        "size": int(labels["size"]),
        "position": ["".join(".XO"[v] for v in row) for row in stones],
        "corners": np.round(corners, 2).tolist(),
        "covered": ["".join("#" if v else "." for v in row) for row in covered],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--samples", type=int, default=16, help="paths a pixel")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    entries = []
    for index, kind in KINDS.items():
        image, labels = picture(SEED, index, args.samples)
        name = f"{index:02d}.jpg"
        cv2.imwrite(str(args.out / name), image, [cv2.IMWRITE_JPEG_QUALITY, 85])
        entries.append(described(name, kind, image, labels))
        print(f"{name}: {kind}", flush=True)
    (args.out / "manifest.json").write_text(json.dumps(entries, indent=1) + "\n")


if __name__ == "__main__":
    main()
