"""Memory of `record` over the length of a film."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tests.benchmarks.films import Film
from tests.benchmarks.machine import load
from tests.benchmarks.processes import Run
from tests.benchmarks.record_speed import record
from tests.benchmarks.report import Figure, Findings, Table

SETTLED = 0.25
"""Share of a run after which nothing more is loaded: growth is that of the rest."""
LONG = 600.0
"""Seconds of film from which on its growth says something."""


def memory(films: dict[str, Film], goal: str = "") -> Findings:
    """What each film's recording has in use, at most and over its length; the peak of `goal` is a goal."""
    rows: list[tuple[str, ...]] = []
    series: dict[str, list[tuple[float, float]]] = {}
    goals: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, film in films.items():
            lines = Path(folder) / f"{len(rows)}.jsonl"
            told = record(film, folder, "--events", str(lines))
            moves = lines.read_text("utf-8").count('"kind":"move"')
            hours = [(film.seconds / 3600 * t / told.wall, mb) for t, mb in told.memory]
            series[name] = hours
            grows = f"{growth(hours):+.1f}" if film.seconds >= LONG else "film too short"
            row = (name, str(film), f"{told.peak:.0f}", *(_at(told, share) for share in (0.25, 0.5, 0.75, 1.0)))
            rows.append((*row, grows, str(moves), f"{film.seconds / told.wall:.0f} x", load()))
            if name == goal:
                goals["memory"] = told.peak
    columns = (
        "film",
        "size",
        "peak MB",
        "at 1/4",
        "1/2",
        "3/4",
        "end",
        "MB an hour of film",
        "moves told",
        "speed",
        "load",
    )
    notes = [
        "Resident memory of the whole process. Growth is the slope of a line through all but the first quarter, in "
        "megabytes an hour of film; speed is seconds of film a second.",
    ]
    figure = Figure("Memory over the film", "hours of film", "MB", series)
    return Findings([Table("Memory over a film", columns, rows, notes)], [figure], goals)


def _at(told: Run, share: float) -> str:
    """Megabytes in use when that share of the time was over."""
    if not told.memory:
        return ""
    return f"{min(told.memory, key=lambda pair: abs(pair[0] - share * told.wall))[1]:.0f}"


def growth(memory: Sequence[tuple[float, float]]) -> float:
    """Megabytes an hour of film, from pairs of hours and megabytes; 0 where there are too few."""
    end = memory[-1][0] if memory else 0.0
    rest = np.array([pair for pair in memory if pair[0] >= SETTLED * end])
    if len(rest) < 3:
        return 0.0
    return float(np.polyfit(rest[:, 0], rest[:, 1], 1)[0])
