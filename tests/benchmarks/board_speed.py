"""How many live boards a machine carries, and what each takes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean

import psutil

from tests.benchmarks.films import Film
from tests.benchmarks.live_boards import Watched, camera_pictures, watch_cameras, watch_films
from tests.benchmarks.machine import load
from tests.benchmarks.report import Figure, Findings, Table

RATE = 10
"""Pictures a second that cameras send."""
KEEPS_UP, LATE = 0.9, 0.5
"""A board does not fall behind whose looks are as large a share of the pictures, and not so many seconds late."""


def keeps_up(told: Watched) -> bool:
    """Whether no board fell behind."""
    return min(told.rates()) >= KEEPS_UP * RATE and max(told.late()) < LATE


def board_speed(game: Film, alone: Mapping[str, Film], counts: Sequence[int], seconds: float) -> Findings:
    """Boards with network cameras that show a film, more and more of them, until they fall behind; and single films.

    Parameters
    ----------
    game : Film
        Shown by the cameras; ten frames a second.
    alone : mapping of str to Film
        By their names: films for a single board, which the console shows itself.
    counts : sequence of int
        Numbers of boards, ascending.
    seconds : float
        How long each is watched.
    """
    pictures = camera_pictures(game.path, seconds, game.width, RATE)
    rows: list[tuple[str, ...]] = []
    shares: list[tuple[float, float]] = []
    goals: dict[str, float] = {}
    for count in counts:
        told = watch_cameras(pictures, RATE, count, seconds)
        rows.append(_row(f"{count} x camera", told))
        shares.append((float(count), told.workers))
        goals.setdefault("live", told.workers / count)
        if keeps_up(told):
            goals["boards"] = count
        else:
            break
    rows += [_row(f"1 x {name}", watch_films(film.path, 1, seconds)) for name, film in alone.items()]
    columns = (
        "boards", "of a core, each", "the cores would carry", "all boards' processes", "console",
        "looks/s, slowest board", "late, slowest", "found after", "memory MB", "keeps up", "load",
    )  # fmt: skip
    notes = [
        f"{game.width}x{game.height}, {RATE} pictures a second, {seconds:.0f} s; cameras are MJPEG over HTTP on the "
        f"same machine, a film is H.264. The game has a move every 2.5 s. Of {psutil.cpu_count()} cores. No "
        "more boards are tried once one falls behind: fewer than nine looks of ten, or half a second late, in the "
        "median. What the cores would carry is reckoned from the processor's time alone, and leaves none for others.",
    ]
    figure = Figure("Processor use of live boards", "boards", "cores", {"all boards' processes": shares})
    return Findings([Table("Live boards", columns, rows, notes)], [figure] if len(shares) > 1 else [], goals)


def _row(name: str, told: Watched) -> tuple[str, ...]:
    count, cores = len(told.looks), psutil.cpu_count() or 1
    return (
        name, f"{told.workers / count:.1%}", f"{cores * count / (told.workers + told.console):.0f}",
        f"{told.workers:.2f}", f"{told.console:.2f}",
        f"{min(told.rates()):.1f} (mean {mean(told.rates()):.1f})", f"{1000 * max(told.late()):.0f} ms",
        f"{told.found:.1f} s", f"{told.memory:.0f}", "yes" if keeps_up(told) else "no", load(),
    )  # fmt: skip
