"""`read` on photographs: how long each takes, in the way the command tells itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

import numpy as np

from tests.benchmarks.machine import load
from tests.benchmarks.processes import ROOT, kifuwatch, run
from tests.benchmarks.report import Findings, Table

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}


def own_photos() -> list[Path]:
    """The rendered ones that lie in the repository."""
    return photos_in(ROOT / "samples") + photos_in(ROOT / "tests" / "pictures")


def photos_in(folder: Path) -> list[Path]:
    """The pictures of a folder, by name; raises ValueError where there are none."""
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and "overlay" not in path.name)
    if not found:
        raise ValueError(f"{folder} holds no photographs: give a folder of JPEG, PNG or WebP files")
    return found


def photo_speed(sets: Mapping[str, Sequence[Path]]) -> Findings:
    """Milliseconds a picture for sets of photographs, all and by whether a board was found."""
    rows: list[tuple[str, ...]] = []
    times: list[float] = []
    for name, paths in sets.items():
        told = run(kifuwatch("read", "--json", *paths), good=(0, 1))
        lines = [json.loads(line) for line in told.output]
        times += [line["ms"] for line in lines]
        for what, chosen in (
            ("all", lines),
            ("board found", [line for line in lines if line["found"]]),
            ("none found", [line for line in lines if not line["found"]]),
        ):
            if chosen:
                ms = np.array([line["ms"] for line in chosen])
                cells = (f"{np.median(ms):.0f}", f"{np.percentile(ms, 95):.0f}", f"{ms.max():.0f}")
                whole = f"{1000 * told.wall / len(lines):.0f}" if what == "all" else ""
                rows.append((f"{name}: {what}", str(len(ms)), *cells, whole))
    columns = ("photographs", "count", "median ms", "95 %", "most", "whole process, ms each")
    notes = [f"Milliseconds as `read --json` tells them: without the start and without reading the file. {load()}."]
    return Findings([Table("read on photographs", columns, rows, notes)], [], {"read": median(times) / 1000})
