"""Benchmarks that are programs of their own, run with the rest; what they say is quoted."""

from __future__ import annotations

import shutil

from tests.benchmarks.machine import load
from tests.benchmarks.processes import python, run
from tests.benchmarks.report import Findings, Table

PROGRAMS = {
    "live_delay": (("--boards", "1", "--seconds", "60"), ("--boards", "1", "--seconds", "6", "--limit", "9")),
    "viewers": (
        ("--viewers", "500", "--moves", "40", "--pace", "0.5", "--changes", "200"),
        ("--viewers", "20", "--moves", "5", "--pace", "0.1", "--stalled", "0"),
    ),
    "hall_load": (
        ("--boards", "32", "--agents", "4", "--pace", "20", "--seconds", "30"),
        ("--boards", "2", "--agents", "1", "--pace", "20", "--seconds", "3"),
    ),
}
"""Arguments of each, for the full suite and for the quick one."""


def others(names: list[str], *, quick: bool) -> Findings:
    """Run some of them; one that cannot run says why, and the others go on."""
    rows: list[tuple[str, ...]] = []
    for name in names:
        words = PROGRAMS[name][quick]
        command = f"`tests.benchmarks.{name} {' '.join(words)}`"
        if name == "hall_load" and not (shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")):
            rows.append((command, "not run: it needs mosquitto"))
            continue
        # Status 1: a limit was missed, which what it prints tells.
        told = run(python("-m", f"tests.benchmarks.{name}", *words), good=(0, 1))
        rows += [(command if n == 0 else "", line) for n, line in enumerate(line for line in told.output if line)]
    return Findings([Table("Other benchmarks", ("program", "says"), rows, [f"{load()}."])])
