"""`record` on films of several sizes: against decoding alone, stage by stage, and how soon it begins."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks.films import Film
from tests.benchmarks.machine import load
from tests.benchmarks.processes import Run, kifuwatch, python, run
from tests.benchmarks.report import Figure, Findings, Table
from tests.benchmarks.stages import STAGES

BARE, FRAME, EVENT = "Python with OpenCV, from start to end", "`record`, first frame", "`record`, first event"
DECODE_ALONE = """
import sys, cv2
film = cv2.VideoCapture(sys.argv[1], cv2.CAP_FFMPEG)
while film.read()[0]:
    pass
"""
"""A program that does nothing but decode every frame, into pixels of three colours as `record` gets them."""


def record(film: Film, folder: str, *words: str) -> Run:
    """One run of `record --fast`, whose files go into a folder that is empty before."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        return run(kifuwatch("record", "--fast", film.path, "-o", Path(own) / "game.sgf", *words))


def _medians(runs: list[Run]) -> Run:
    """The median of each figure, and the highest peak."""
    return Run(median(r.wall for r in runs), median(r.processor for r in runs), max(r.peak for r in runs))


def ratios(films: dict[str, Film], rounds: int) -> Findings:
    """`record --fast` against decoding every frame alone, turn by turn; the median of the turns' ratios.

    Parameters
    ----------
    films : dict of str to Film
        By what they are called in the table; names of `GOALS` become goals.
    rounds : int
        How often each pair is run.
    """
    rows: list[tuple[str, ...]] = []
    goals: dict[str, float] = {}
    bars: dict[str, list[tuple[float, float]]] = {"decoding alone": [], "what record adds": []}
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, film) in enumerate(films.items()):
            pairs = [(run(python("-c", DECODE_ALONE, film.path)), record(film, folder)) for _ in range(rounds)]
            alone, mine = _medians([first for first, _ in pairs]), _medians([second for _, second in pairs])
            goals[name] = median(second.wall / first.wall for first, second in pairs)
            processor = median(second.processor / first.processor for first, second in pairs)
            bars["decoding alone"].append((number, 1000 * alone.wall / film.frames))
            bars["what record adds"].append((number, 1000 * max(mine.wall - alone.wall, 0.0) / film.frames))
            rows.append(
                (
                    name, str(film), f"{film.rate:.0f}", f"{film.megabits:.1f}",
                    f"{alone.wall:.1f} ({alone.processor:.1f})", f"{mine.wall:.1f} ({mine.processor:.1f})",
                    f"{1000 * mine.wall / film.frames:.2f}", f"{goals[name]:.2f} ({processor:.2f})", f"{mine.peak:.0f}",
                    load(),
                )
            )  # fmt: skip
    columns = (
        "film", "size", "frames/s", "Mbit/s", "decoding alone, s", "record, s", "ms a frame", "ratio", "peak MB",
        "load",
    )  # fmt: skip
    notes = [
        "Seconds of the clock, in brackets those of the processor, of whole processes from start to end. "
        f"{rounds} times each, turn by turn; medians.",
    ]
    figure = Figure("Whole processes", "", "ms of the clock a frame", bars, list(films))
    return Findings([Table("record --fast against decoding alone", columns, rows, notes)], [figure], goals)


def stages(films: dict[str, Film]) -> Findings:
    """Where the time goes: processor and clock milliseconds a frame of the film, by stage and size."""
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, film in films.items():
            words = ("record", "--fast", film.path, "-o", Path(folder) / f"{len(found)}.sgf")
            told = run(python("-m", "tests.benchmarks.stages", *words))
            found[name] = json.loads(told.output[-1])
    names = [*STAGES, "rest", "other threads"]
    shown: dict[str, dict[str, tuple[float, float]]] = {}
    for name, told_of in found.items():
        seconds, processor = told_of["seconds"], told_of["processor"]
        by_stage = {stage: (processor.get(stage, 0.0), seconds.get(stage, 0.0)) for stage in STAGES}
        by_stage["rest"] = told_of["rest_processor"], told_of["rest"]
        by_stage["other threads"] = told_of["other_threads"], 0.0
        per_frame = 1000 / films[name].frames
        shown[name] = {stage: (a * per_frame, b * per_frame) for stage, (a, b) in by_stage.items()}
    rows = [(stage, *(_pair(shown[name][stage]) for name in films)) for stage in names]
    totals = {name: tuple(sum(v[k] for v in shown[name].values()) for k in (0, 1)) for name in films}
    rows.append(("all", *(_pair((totals[name][0], totals[name][1])) for name in films)))
    for what, stage in (("looks", "change test"), ("readings", "read"), ("readings inferred from", "infer")):
        rows.append((f"{what} a second of film", *(_rate(found[n], stage, film) for n, film in films.items())))
    notes = [
        "Milliseconds of the processor a frame of the film (also of frames that are passed over), in the thread that "
        "calls the stage; in brackets those of the clock, of which those of decoding go by beside the others. Other "
        "threads are those of the decoder and of OpenCV. "
        f"One run each; {load()}.",
    ]
    numbered = list(enumerate(films))
    series = {stage: [(float(n), shown[name][stage][0]) for n, name in numbered] for stage in names}
    figure = Figure("Where record's time goes", "", "ms of processor a frame", series, list(films))
    return Findings([Table("record --fast, stage by stage", ("stage", *films), rows, notes)], [figure])


def _pair(values: tuple[float, float]) -> str:
    return f"{values[0]:.3f} ({values[1]:.3f})" if values[1] else f"{values[0]:.3f}"


def _rate(told: dict[str, Any], stage: str, film: Film) -> str:
    return f"{told['calls'].get(stage, 0) / film.seconds:.1f}"


def start_up(film: Film, rounds: int) -> Findings:
    """From the start of the program to its first frame and its first event."""
    taken: dict[str, list[float]] = {name: [] for name in (BARE, FRAME, EVENT)}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            words = ("record", film.path, "-o", Path(folder) / "frame.sgf")
            taken[BARE].append(run(python("-c", "import cv2")).wall)
            for name, told in (
                (FRAME, run(python("-m", "tests.benchmarks.stages", "--first-frame", *words))),
                (EVENT, record(film, folder, "--events", "-")),
            ):
                if told.first is None:
                    raise RuntimeError(f"{film.path}: nothing came where a {name} was waited for")
                taken[name].append(told.first)
    rows = [(name, f"{median(times):.2f} s", f"{min(times):.2f} s") for name, times in taken.items()]
    notes = [f"On a film of {film}; {rounds} times each, in turn; {load()}."]
    table = Table("From the start of the program", ("what", "median", "least"), rows, notes)
    return Findings([table], [], {"event": median(taken[EVENT])})
