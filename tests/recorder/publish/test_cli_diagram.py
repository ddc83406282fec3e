"""`kifuwatch diagram`."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import cv2
import pytest

from recorder import events
from recorder.log import EventLog

Run = Callable[..., subprocess.CompletedProcess[str]]
SAMPLE = Path(__file__).parents[3] / "samples" / "game.sgf"


def test_a_diagram_of_an_sgf_is_written_as_its_name_says(tmp_path: Path, kifuwatch: Run) -> None:
    done = kifuwatch("diagram", SAMPLE, "-o", tmp_path / "d.svg", "--moves", "1-10", "--language", "zh_hans")
    assert done.returncode == 0, done.stderr
    svg = ET.parse(tmp_path / "d.svg").getroot()
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert "第 1–10 手" in texts
    assert {str(n) for n in range(1, 11)} <= set(texts)
    assert kifuwatch("diagram", SAMPLE, "-o", tmp_path / "d.png", "--width", "640").returncode == 0
    picture = cv2.imread(str(tmp_path / "d.png"))
    assert picture is not None
    assert picture.shape[1] == 640
    assert kifuwatch("diagram", SAMPLE, "-o", tmp_path / "d.pdf").returncode == 0
    assert (tmp_path / "d.pdf").read_bytes().startswith(b"%PDF-")


def test_a_position_of_a_log_is_drawn_without_numbers(tmp_path: Path, kifuwatch: Run) -> None:
    with EventLog(tmp_path / "g.kifulog") as log:
        log.append(events.Board(t=0, size=9, corners=((0, 0), (9, 0), (9, 9), (0, 9))))
        for n, point in enumerate(("cc", "gg", "ee"), 1):
            colour: events.Player = "B" if n % 2 else "W"
            log.append(events.Move(t=n, n=n, colour=colour, point=point, captured=(), t_placed=n, confidence=1))
    done = kifuwatch("diagram", tmp_path / "g.kifulog", "-o", tmp_path / "p.svg", "--position", "2", "--no-heading")
    assert done.returncode == 0, done.stderr
    svg = ET.parse(tmp_path / "p.svg").getroot()
    stones = {e.get("data-point") for e in svg.iter("{http://www.w3.org/2000/svg}circle")} - {None}
    assert stones == {"cc", "gg"}
    assert "Position after move 2" in [e.text for e in svg.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing.sgf", "-o", "d.svg"), "there is no file"),
        ((SAMPLE, "-o", "d.gif"), "must end in .svg, .png or .pdf"),
        ((SAMPLE, "-o", "d.svg", "--moves", "x"), "1-100"),
        ((SAMPLE, "-o", "d.svg", "--moves", "900-950"), "there is no move"),
        ((SAMPLE, "-o", "d.svg", "--language", "xx"), "there are en"),
        ((SAMPLE, "-o", "d.svg", "--moves", "1", "--position", "1"), "either"),
        ((SAMPLE, "-o", "no/d.svg"), "does not exist"),
        ((Path(__file__), "-o", "d.svg"), "neither an event log"),
        ((SAMPLE, "-o", "d.svg", "--game", "x"), "there is no game 'x'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    tmp_path: Path, kifuwatch: Run, words: tuple[object, ...], said: str
) -> None:
    done = kifuwatch("diagram", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []
