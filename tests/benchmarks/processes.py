"""Whole processes: how long they took, of the wall and of the processor, and how much memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
EVERY = 0.1
"""Seconds from one look at a process's memory to the next."""
MOST = 2000
"""Looks that are kept of a process; of a long one every second, fourth ... is."""


@dataclass
class Run:
    """One run of a program.

    Attributes
    ----------
    wall, processor : float
        Seconds; the processor's are those of all its threads, in the program and in the system for it.
    peak : float
        Megabytes of memory in use at most (resident set).
    memory : list of (seconds, megabytes)
        What was in use when.
    output : list of str
        Lines of standard output.
    first : float or None
        Seconds from the start to the first of them.
    """

    wall: float = 0.0
    processor: float = 0.0
    peak: float = 0.0
    memory: list[tuple[float, float]] = field(default_factory=list)
    output: list[str] = field(default_factory=list)
    first: float | None = None


def python(*words: str | Path) -> list[str]:
    """The command that runs this Python with these arguments."""
    return [sys.executable, *(str(word) for word in words)]


def kifuwatch(*words: str | Path) -> list[str]:
    """The command that runs kifuwatch with these arguments."""
    return python("-m", "recorder.cli", *words)


def run(command: Sequence[str], *, good: Sequence[int] = (0,)) -> Run:
    """Run a program to its end.

    Raises
    ------
    RuntimeError
        Where it ends with a status that is not a good one; the message holds what it said.
    """
    told = Run()
    with tempfile.TemporaryFile() as errors:
        began = time.monotonic()
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True, env=ENVIRONMENT
        ) as process:
            reader = threading.Thread(target=_listen, args=(process, told, began))
            reader.start()
            ended = threading.Event()
            watcher = threading.Thread(target=_watch, args=(process.pid, told, began, ended))
            watcher.start()
            reader.join()
            # Not `wait`, which does not say what the process took.
            _, status, usage = os.wait4(process.pid, 0)
            told.wall = time.monotonic() - began
            told.processor = usage.ru_utime + usage.ru_stime
            ended.set()
            watcher.join()
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in good:
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip()
            raise RuntimeError(f"`{' '.join(command)}` ended with status {process.returncode}: {said}")
    return told


def _listen(process: subprocess.Popen[str], told: Run, began: float) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if told.first is None:
            told.first = time.monotonic() - began
        told.output.append(line.rstrip("\n"))


def _watch(pid: int, told: Run, began: float, ended: threading.Event) -> None:
    """Note what memory a process has in use; not its `ru_maxrss`, into which that of its parent's counts."""
    try:
        process = psutil.Process(pid)
        every = 1
        count = 0
        while not ended.wait(EVERY):
            now = process.memory_info().rss / 1e6
            if now == 0:
                return
            told.peak = max(told.peak, now, _high_water(pid))
            count += 1
            if count % every == 0:
                told.memory.append((time.monotonic() - began, now))
            if len(told.memory) > MOST:
                del told.memory[::2]
                every *= 2
    except psutil.Error:
        return  # it has ended


def _high_water(pid: int) -> float:
    """Megabytes the process had in use at most, where the system keeps count (Linux); else 0."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) * 1.024e-3 for line in lines if line.startswith("VmHWM")), 0.0)
