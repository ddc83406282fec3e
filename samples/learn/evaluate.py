"""Look at how well labelled pictures are read: `python -m samples.learn.evaluate MANIFEST.json --sheet failures.jpg`.

The manifest is a list of {file, size, position, corners, difficulty, unknown}; `size` null where no board is to be
found. Prints a line a picture that is not wholly right, a table per kind of difficulty, how often points of each stated
certainty are right, and a summary; draws all failures on one sheet and the certainty as a plot (`--plot`).
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.detect import find_sight
from calibration.sight import Sight
from vision.frame import Image
from vision.overlay import overlay
from vision.picture import read_picture
from vision.reader import Reader
from vision.reading import Reading

LETTERS = np.array(list(".XO"))


def tile(image: Image, caption: str, side: int = 420) -> Image:
    """The picture shrunk into a square, with a caption."""
    scale = side / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    square = np.zeros((side + 18, side, 3), np.uint8)
    square[: small.shape[0], : small.shape[1]] = small
    cv2.putText(square, caption[:60], (3, side + 13), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
    return square


def compare(sight: Sight, rows: list[str], label: dict[str, Any]) -> tuple[NDArray[np.bool_], NDArray[np.bool_], float]:
    """Which points are wrong and which are scored, both (n, n) as read, and the worst corner's error in cells."""
    truth = np.array(label["corners"], float)
    cell = np.linalg.norm(truth - np.roll(truth, -1, 0), axis=1).mean() / (label["size"] - 1)
    errors = [np.linalg.norm(np.roll(sight.grid.corners, -k, 0) - truth, axis=1).max() / cell for k in range(4)]
    k = int(np.argmin(errors))
    got = np.array([list(r) for r in rows])
    want = np.array([list(r) for r in label["position"]])
    scored = np.ones(want.shape, bool)
    for r, c in label.get("unknown") or []:
        scored[r - 1, c - 1] = False
    want, scored = np.rot90(want, -k), np.rot90(scored, -k)
    return (got != want) & scored, scored, float(errors[k])


class Certainty:
    """Collects stated chances and whether they were right."""

    EDGES = np.array([0.0, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1.0])

    def __init__(self) -> None:
        self.stated: list[NDArray[np.float32]] = []
        self.right: list[NDArray[np.bool_]] = []

    def add(self, reading: Reading, wrong: NDArray[np.bool_], scored: NDArray[np.bool_]) -> None:
        counted = scored & reading.seen
        self.stated.append(reading.confidence[counted])
        self.right.append(~wrong[counted])

    def table(self) -> list[tuple[float, float, int, float, float]]:
        """Rows of (from, to, points, mean stated chance, share right), bins without points left out."""
        stated, right = np.concatenate(self.stated), np.concatenate(self.right)
        rows = []
        for low, high in zip(self.EDGES[:-1], self.EDGES[1:], strict=True):
            inside = (stated > low) & (stated <= high)
            if inside.any():
                count, mean = int(inside.sum()), float(stated[inside].mean())
                rows.append((float(low), float(high), count, mean, float(right[inside].mean())))
        return rows

    def plot(self, path: Path) -> None:
        """Stated against true certainty, both as the chance of being wrong, on logarithmic axes."""
        from matplotlib import pyplot

        rows = self.table()
        stated = [1 - r[3] for r in rows]
        true = [max(1 - r[4], 0.5 / r[2]) for r in rows]
        figure, axes = pyplot.subplots(figsize=(5, 5))
        axes.plot([1e-4, 1], [1e-4, 1], color="grey", linewidth=1)
        axes.scatter(stated, true, s=[10 + 10 * np.log10(r[2]) for r in rows])
        axes.set(xscale="log", yscale="log", xlabel="stated chance of being wrong", ylabel="share wrong")
        axes.set_title("A point on the line says what is true")
        figure.savefig(path, dpi=110, bbox_inches="tight")
        pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--plot", type=Path, help="where to draw stated against true certainty (needs matplotlib)")
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="only every so-manieth picture")
    args = parser.parse_args()
    reader = Reader(args.turns)
    labels = json.loads(args.manifest.read_text())[:: args.every]
    found = right = points = points_right = whole = false = boards = 0
    tiles, times = [], []
    certainty = Certainty()
    groups: dict[str, list[int]] = {}
    errors: list[float] = []
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
                    missed, scored, error = compare(sight, rows, label)
                    errors.append(error)
                    note = f"corners {error:.2f} off"
                    if error <= 0.5:
                        wrong = int(missed.sum())
                        right += 1
                        points += int(scored.sum())
                        points_right += int(scored.sum()) - wrong
                        whole += wrong == 0
                        certainty.add(reading, missed, scored)
                        note = f"{wrong} wrong, corners {error:.2f}" if wrong else ""
            for kind in label.get("difficulty") or ["plain"]:
                group = groups.setdefault(kind, [0, 0])
                group[0] += 1
                group[1] += not note
        if note:
            print(f"{label['file']}: {note} {label.get('difficulty')}", flush=True)
            grid = sight.grid if isinstance(sight, Sight) else None
            tiles.append(tile(overlay(image, grid, reading), f"{label['file'][-30:]} {note}"))
    for kind, (count, good) in sorted(groups.items()):
        print(f"  {kind}: {good} of {count} wholly right")
    if certainty.stated:
        for low, high, count, mean, share in certainty.table():
            print(f"  stated {low:.3f} to {high:.3f}: {count} points, mean {mean:.4f}, right {share:.4f}")
        if args.plot:
            certainty.plot(args.plot)
    if errors:
        print(f"  corner error, 95th percentile: {np.percentile(errors, 95):.3f} cell")
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
