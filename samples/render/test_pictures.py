"""The rendered pictures that the tests read: `python -m samples.render.test_pictures tests/pictures`.

One picture for each kind of difficulty, chosen by looking at the scenes of seed 2, of which nothing is learned. Writes
JPEG files and manifest.json: a list of {file, kind, size, position, corners, covered}, `size` null where no board is to
be found; corners are those of the outermost crossings, clockwise as seen in the picture.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from samples.render.dataset import picture
from samples.render.wishes import Wishes

SEED = 2
KINDS = {  # what the scene of that number happens to show
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

# Kinds that are seldom enough to be asked for: wishes, the lens's distortion, and the number of the scene, chosen by
# looking at a few (everything that is in question must be seen by a person in the picture).
WISHED: dict[str, tuple[Wishes, float, int]] = {
    "20 degrees above the board, crowded": (Wishes(elevation=20, stones="crowded", size=19), 0.0, 100),
    "25 degrees, from a corner": (Wishes(elevation=25, turn=40, stones="game", size=19), 0.0, 301),
    "turned by 45 degrees": (Wishes(elevation=60, turn=45, size=19, stones="game"), 0.0, 102),
    "a fifth of the picture": (Wishes(fill=0.5, elevation=55, size=19, stones="game"), 0.0, 103),
    "touching the picture's edge": (Wishes(fill=0.99, elevation=70, size=19, stones="game"), 0.0, 204),
    "thick board": (Wishes(thickness=6, elevation=40, size=19, stones="game"), 0.0, 505),
    "thin board": (Wishes(thickness=0.08, elevation=40, size=19, stones="opening"), 0.0, 106),
    "dark board": (Wishes(board="dark", elevation=45, size=19, stones="game"), 0.0, 107),
    "red board": (Wishes(board="red", size=13, stones="game"), 0.0, 108),
    "green board, worn lines": (Wishes(board="green", marks="worn", size=19, stones="game"), 0.0, 109),
    "paper board": (Wishes(board="paper", thickness=0.02, size=19, stones="game"), 0.0, 110),
    "magnetic board": (Wishes(board="green", material="flat", thickness=0.5, size=19, stones="game"), 0.0, 111),
    "roll-up board": (Wishes(board="pale", thickness=0.03, material="plastic", size=19, stones="game"), 0.0, 112),
    "coordinates round the lines": (Wishes(marks="coordinates", size=19, stones="game", elevation=60), 0.0, 413),
    "a logo on the board": (Wishes(marks="logo", size=19, stones="game", elevation=60), 0.0, 114),
    "bowls and loose stones beside it": (Wishes(bowls=True, size=19, stones="game", fill=0.6), 0.0, 115),
    "on tatami": (Wishes(ground="tatami", fill=0.6, elevation=45, size=19, stones="game"), 0.0, 216),
    "faint lines, hardly to be seen": (
        Wishes(ground="tatami", fill=0.6, elevation=45, size=19, stones="game"), 0.0, 116),
    "on tiles": (Wishes(ground="tiles", fill=0.6, size=19, stones="game"), 0.0, 117),
    "on squared paper": (Wishes(ground="squared", fill=0.6, size=19, stones="game"), 0.0, 118),
    "on printed paper": (Wishes(ground="print", fill=0.6, size=9, stones="game"), 0.0, 619),
    "strong barrel lens": (Wishes(elevation=65, size=19, stones="game", fill=0.8), -0.22, 120),
    "pincushion lens": (Wishes(elevation=65, size=19, stones="game", fill=0.8), 0.08, 121),
    "lamps mirrored in board and stones": (
        Wishes(lamps=True, material="glass", size=19, stones="game", elevation=35), 0.0, 223),
    "glass stones": (Wishes(material="glass", size=19, stones="crowded"), 0.0, 124),
    "yunzi stones": (Wishes(material="yunzi", size=19, stones="game"), 0.0, 225),
    "plastic stones": (Wishes(material="plastic", size=19, stones="game"), 0.0, 226),
    "green stones": (Wishes(material="green", size=19, stones="game"), 0.0, 127),
    "crowded, hardly a line free": (Wishes(stones="crowded", size=19, elevation=50), 0.0, 128),
    "empty board": (Wishes(stones="empty", size=19, elevation=50), 0.0, 129),
    "stones pushed off their points": (Wishes(spread=0.18, stones="game", size=19, elevation=60), 0.0, 130),
    "stones on a corner": (Wishes(corner="stones", stones="game", size=19, elevation=45), 0.0, 131),
    "a hand on a corner": (Wishes(corner="hand", stones="game", size=19, elevation=55), 0.0, 132),
    "7 lines": (Wishes(size=7, stones="game", fill=0.7), 0.0, 133),
    "11 lines": (Wishes(size=11, stones="game", fill=0.7), 0.0, 234),
    "15 lines": (Wishes(size=15, stones="game", fill=0.7), 0.0, 235),
    "17 lines": (Wishes(size=17, stones="game", fill=0.7), 0.0, 136),
    "21 lines": (Wishes(size=21, stones="game", fill=0.7), 0.0, 137),
}  # fmt: skip


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
    for kind, (wishes, k1, index) in WISHED.items():
        image, labels = picture(SEED, index, args.samples, replace(wishes, hands=False, fill=wishes.fill or 0.75), k1)
        assert described("", kind, image, labels)["size"], f"{kind}: not wholly in the picture, take another number"
        name = kind.partition(",")[0].partition(",")[0].replace(" ", "_").replace("'", "") + ".jpg"
        cv2.imwrite(str(args.out / name), image, [cv2.IMWRITE_JPEG_QUALITY, 85])
        entries.append(described(name, kind, image, labels))
        print(f"{name}: {kind}", flush=True)
    (args.out / "manifest.json").write_text(json.dumps(entries, indent=1) + "\n")


if __name__ == "__main__":
    main()
