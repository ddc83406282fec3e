"""Look at how well labelled pictures are read: `python -m samples.learn.evaluate MANIFEST.json --sheet failures.jpg`.

The manifest is a list of {file, size, position, corners, difficulty, unknown}; `size` null where no board is to be
found. Prints a line a picture that is not wholly right and a summary; draws all failures on one sheet.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.detect import Sight, find_sight
from vision.frame import Image
from vision.overlay import overlay
from vision.picture import read_picture
from vision.reader import Reader

LETTERS = np.array(list(".XO"))


def tile(image: Image, caption: str, side: int = 420) -> Image:
    """The picture shrunk into a square, with a caption."""
    scale = side / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    square = np.zeros((side + 18, side, 3), np.uint8)
    square[: small.shape[0], : small.shape[1]] = small
    cv2.putText(square, caption[:60], (3, side + 13), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
    return square


def compare(sight: Sight, rows: list[str], label: dict[str, Any]) -> tuple[int, int, float]:
    """Wrong points, scored points and the worst corner's error in cells, in the best of the four turns."""
    truth = np.array(label["corners"], float)
    cell = np.linalg.norm(truth - np.roll(truth, -1, 0), axis=1).mean() / (label["size"] - 1)
    errors = [np.linalg.norm(np.roll(sight.grid.corners, -k, 0) - truth, axis=1).max() / cell for k in range(4)]
    k = int(np.argmin(errors))
    got = np.rot90(np.array([list(r) for r in rows]), k)
    want = np.array([list(r) for r in label["position"]])
    scored = np.ones(want.shape, bool)
    for r, c in label.get("unknown") or []:
        scored[r - 1, c - 1] = False
    return int(((got != want) & scored).sum()), int(scored.sum()), float(errors[k])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="only every so-manieth picture")
    args = parser.parse_args()
    reader = Reader(args.turns)
    labels = json.loads(args.manifest.read_text())[:: args.every]
    found = right = points = points_right = whole = false = boards = 0
    tiles, times = [], []
    for label in labels:
        image = read_picture(args.manifest.parent / label["file"])
        started = time.perf_counter()
        sight = find_sight(image)
        reading = reader.read_image(image, sight.grid) if isinstance(sight, Sight) else None
        times.append(time.perf_counter() - started)
        note = ""
        if not label["size"]:
            if isinstance(sight, Sight):
                false += 1
                note = f"FALSE BOARD {sight.grid.size} score {sight.score:.2f}"
        else:
            boards += 1
            note = "" if isinstance(sight, Sight) else sight.reason
            if isinstance(sight, Sight) and reading is not None:
                found += 1
                rows = ["".join(r) for r in LETTERS[reading.colours]]
                note = f"size {sight.grid.size}"
                if sight.grid.size == label["size"]:
                    wrong, scored, error = compare(sight, rows, label)
                    note = f"corners {error:.2f} off" if error > 0.5 else f"{wrong} wrong"
                    if error <= 0.5:
                        right += 1
                        points += scored
                        points_right += scored - wrong
                        whole += wrong == 0
                        note = f"{wrong} wrong, corners {error:.2f}" if wrong else ""
        if note:
            print(f"{label['file']}: {note} {label.get('difficulty')}", flush=True)
            grid = sight.grid if isinstance(sight, Sight) else None
            tiles.append(tile(overlay(image, grid, reading), f"{label['file'][-30:]} {note}"))
    print(
        f"{boards} boards: found {found}, right grid {right}, points right on those "
        f"{points_right / max(points, 1):.4%}, whole {whole}; {false} false boards; "
        f"{np.median(times) * 1000:.0f} ms median"
    )
    if args.sheet and tiles:
        across = 6
        blank = np.zeros_like(tiles[0])
        tiles += [blank] * (-len(tiles) % across)
        lines = [np.hstack(tiles[i : i + across]) for i in range(0, len(tiles), across)]
        cv2.imwrite(str(args.sheet), np.vstack(lines))


if __name__ == "__main__":
    main()
