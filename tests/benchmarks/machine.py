"""On what a benchmark ran: processor, memory, libraries, the state of the source, and what else ran."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import cv2
import psutil

from tests.benchmarks.films import SAMPLE
from tests.benchmarks.report import Table

ROOT = Path(__file__).parents[2]


def machine() -> Table:
    """The machine and the versions, a line each."""
    capture = cv2.VideoCapture(str(SAMPLE), cv2.CAP_FFMPEG)
    decoders = int(capture.get(cv2.CAP_PROP_N_THREADS))
    capture.release()
    rows = [
        ("processor", f"{_processor()}, {psutil.cpu_count(logical=True)} cores seen by the system"),
        ("memory", f"{psutil.virtual_memory().total / 2**30:.0f} GiB"),
        ("system", platform.platform()),
        ("Python", platform.python_version()),
        ("OpenCV", f"{cv2.__version__}, {cv2.getNumThreads()} threads; FFmpeg decodes a film with {decoders}"),
        *((name, metadata.version(name)) for name in ("numpy", "onnxruntime")),
        ("commit", _commit()),
        ("begun", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {load()}"),
    ]
    return Table("The machine", ("what", ""), rows)


def load() -> str:
    """How many processes ran or waited to run in the last minute, ours among them."""
    return f"load {os.getloadavg()[0]:.1f}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _commit() -> str:
    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    try:
        named = git("rev-parse", "--short", "HEAD")
        return f"{named} with changes" if named and git("status", "--porcelain", "-uno") else named or "unknown"
    except OSError:
        return "unknown"
