"""As fast as the machine allows and at a film's own pace the same game is told; memory does not grow with the film."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SAMPLE = Path(__file__).parents[2] / "samples" / "game.mp4"
HEAVY = {"cv2", "numpy", "onnxruntime", "scipy", "skimage"}
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs the program ffmpeg")


def cut(film: Path, *options: str) -> Path:
    """A part of the sample, without decoding it."""
    words = ["ffmpeg", "-v", "error", "-y", *options[:-2], "-i", str(SAMPLE), *options[-2:], "-c", "copy", str(film)]
    subprocess.run(words, check=True)
    return film


def moves(path: Path) -> list[Any]:
    told = [json.loads(line) for line in path.read_text().splitlines()]
    return [(e["n"], e["colour"], e["point"], e["captured"]) for e in told if e["kind"] == "move"]


@needs_ffmpeg
def test_moves_are_the_same_fast_and_live(kifuwatch: Any, tmp_path: Path) -> None:
    film = cut(tmp_path / "film.mp4", "-t", "11")
    for name in ("fast", "live"):
        done = kifuwatch("record", f"--{name}", film, "-o", f"{name}.sgf", "--events", f"{name}.jsonl", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    fast = moves(tmp_path / "fast.jsonl")
    assert fast == moves(tmp_path / "live.jsonl")
    assert len(fast) >= 3


@needs_ffmpeg
def test_every_picture_looked_at_tells_the_same_moves_as_five_a_second(kifuwatch: Any, tmp_path: Path) -> None:
    film = cut(tmp_path / "film.mp4", "-t", "47")
    for every in ("0", "0.2"):
        done = kifuwatch(
            "record", film, "--every", every, "-o", f"{every}.sgf", "--events", f"{every}.jsonl", cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
    assert moves(tmp_path / "0.jsonl") == moves(tmp_path / "0.2.jsonl")


@needs_ffmpeg
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process's memory is told otherwise elsewhere")
def test_memory_does_not_grow_with_the_film(tmp_path: Path) -> None:
    script = (
        "import re, sys\nfrom pathlib import Path\nfrom recorder.cli import app\n"
        "app(sys.argv[1:], standalone_mode=False)\n"
        # Not ru_maxrss: that begins with what the process had taken that started this one.
        "print(int(re.search(r'VmHWM:\\s+(\\d+) kB', Path('/proc/self/status').read_text())[1]) // 1024)\n"
    )

    def peak(film: Path) -> int:
        """Megabytes that a recording takes at most."""
        words = [sys.executable, "-c", script, "record", film, "-o", film.with_suffix(".sgf")]
        environment = os.environ | {"PYTHONPATH": str(SAMPLE.parents[1])}
        done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=True, env=environment)
        film.with_suffix(".sgf").unlink()
        film.with_suffix(".kifulog").unlink()
        return int(done.stdout.split()[-1])

    short = peak(cut(tmp_path / "short.mp4", "-t", "20"))
    long = cut(tmp_path / "long.mp4", "-t", "130")
    # Threads that take memory at the same time by chance make a hundred megabytes in some runs (of nine, peaks were 248
    # to 359 MB at any length); frames kept would be a thousand in every run.
    peaks = [peak(long)]
    while peaks[-1] >= min(400, short + 100) and len(peaks) < 4:
        peaks.append(peak(long))
    assert min(peaks) < min(400, short + 100), peaks


@pytest.mark.parametrize("words", [["--help"], ["record", "--help"], ["serve", "--help"], ["--version"]])
def test_help_is_shown_without_loading_what_sees(words: list[str]) -> None:
    script = (
        "import sys\nfrom recorder.cli import app\n"
        "try:\n    app(sys.argv[1:])\nexcept SystemExit as end:\n    assert not end.code\n"
        "print('loaded:', *sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True)
    *shown, last = done.stdout.splitlines()
    assert shown
    assert not HEAVY & set(last.split())
