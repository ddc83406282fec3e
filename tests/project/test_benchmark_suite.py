"""The benchmarks run from one command and leave nothing out: on four seconds of the sample, a number in every row."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import cv2
import pytest

from tests.benchmarks.goals import GOALS
from tests.benchmarks.stages import STAGES
from tests.benchmarks.stopwatch import Stopwatch

ROOT = Path(__file__).parents[2]
PARTS = ["start", "films", "stages", "photos", "rules", "boards", "memory"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a quick run has left its table and its plot."""
    if shutil.which("ffmpeg") is None:
        pytest.skip("films are made with ffmpeg, which is not installed")
    where = tmp_path_factory.mktemp("benchmarks")
    options = ["--quick", "--sizes", "640x480", "--cache", where / "films", "-o", where, "--only", *PARTS]
    command = [sys.executable, "-m", "tests.benchmarks.suite", *map(str, options)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip() == (where / "benchmarks.md").read_text("utf-8").strip()
    return where


def tables(folder: Path) -> dict[str, dict[str, list[str]]]:
    """Cells by title and name of the row."""
    found: dict[str, dict[str, list[str]]] = {}
    for line in (folder / "benchmarks.md").read_text("utf-8").splitlines():
        if line.startswith("### "):
            rows = found[line[4:]] = {}
        elif line.startswith("|") and not line.startswith("|---"):
            name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
            rows[name] = cells
    return found


def number(cell: str) -> float:
    """The first number of a cell."""
    found = re.search(r"\d+(\.\d+)?", cell)
    assert found, cell
    return float(found[0])


def test_machine_and_goals_are_named(folder: Path) -> None:
    told = tables(folder)
    assert cv2.__version__ in told["The machine"]["OpenCV"][0]
    assert "core" in told["The machine"]["processor"][0]
    assert told["The machine"]["commit"][0]
    assert [goal.what for goal in GOALS.values()] == list(told["The goals"])[1:]


def test_every_part_has_its_rows_with_numbers_in_them(folder: Path) -> None:
    told = tables(folder)
    start = told["From the start of the program"]
    assert all(number(start[f"`record`, first {what}"][0]) > 0 for what in ("frame", "event"))
    films = told["record --fast against decoding alone"]
    assert set(films) == {"film", "480p", "480p, a calm game"}
    # Of the processor, in brackets: whoever records decodes too, whatever else the machine does meanwhile.
    assert all(number(films[name][6].partition("(")[2]) > 1 for name in ("480p", "480p, a calm game"))
    stages = told["record --fast, stage by stage"]
    assert {*STAGES, "rest", "other threads", "all"} < set(stages)
    assert all(number(stages[name][0]) > 0 for name in STAGES)
    assert number(stages["looks a second of film"][0]) > 1
    assert number(told["read on photographs"]["rendered: all"][1]) > 0
    assert len(told["Inference on simulated readings"]) == 4
    assert number(told["The rules"]["ratio, above 1: ours is faster"][0]) > 0
    assert number(told["Live boards"]["1 x camera"][4]) > 0
    memory = told["Memory over a film"]
    assert all(number(memory[name][1]) > 50 for name in ("480p, the sample repeated", "480p, one calm game"))


def test_the_plot_shows_time_and_memory(folder: Path) -> None:
    drawn = ElementTree.parse(folder / "benchmarks.svg")
    texts = {"".join(element.itertext()).strip() for element in drawn.iter() if element.tag.endswith("text")}
    assert {"Where record's time goes", "Memory over the film", *STAGES} <= texts


def busy(seconds: float) -> None:
    """Keep the processor so long."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_time_is_counted_once_where_stages_call_each_other() -> None:
    watch = Stopwatch()
    began = time.perf_counter()
    with watch.stage("outer"):
        busy(0.02)
        for _ in range(2):
            with watch.stage("inner"):
                busy(0.02)
    whole = time.perf_counter() - began
    assert watch.calls == {"outer": 1, "inner": 2}
    assert watch.processor["outer"] == pytest.approx(0.02, abs=0.01)
    assert watch.processor["inner"] == pytest.approx(0.04, abs=0.01)
    assert watch.seconds["outer"] + watch.seconds["inner"] == pytest.approx(whole, rel=0.2)


def test_a_stage_that_is_gone_is_said_and_not_left_out() -> None:
    with pytest.raises(LookupError, match="up to date"):
        Stopwatch().wrap("read", "vision.reader:Reader.no_such_thing")
