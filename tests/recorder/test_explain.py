"""`kifuwatch explain` and the page of what to look at: of a film in which two stones came under one hand."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest

from recorder import events
from recorder.inference.inferencer import Inferencer
from recorder.inference.trace import Trace
from recorder.log import EventLog, LogReader
from recorder.settings import Settings
from tests.campaigns import film_script


@pytest.fixture(scope="module")
def folder(kifuwatch: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording with its log and the page of what to look at: Black takes two moves in a row."""
    folder = tmp_path_factory.mktemp("explained")
    film = film_script.Film(9, 5)
    film.now = 2.5
    film.play([(1, 15), (2, 65), (1, 38)])
    film.play([(1, 42)])
    film.now += 2.0
    film_script.save(film, folder / "game.mp4")
    done = kifuwatch("record", "game.mp4", "-o", "g.sgf", "--review", "look", "--language", "zh_hans", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "kifuwatch explain g.kifulog" in done.stderr
    return folder


def test_what_to_look_at_is_listed_with_pictures_of_before_and_after(folder: Path) -> None:
    page = (folder / "look" / "index.html").read_text()
    with LogReader(folder / "g.kifulog") as log:
        (alert,) = [e for e in log.events() if isinstance(e, events.Alert)]
    assert alert.id == "double_move"
    names = re.findall(r'src="([^"]+)"', page)
    assert names[-3:] == [f"{alert.seq}-{when}.jpg" for when in ("before", "then", "told")]
    pictures = [cv2.imread(str(folder / "look" / name)) for name in names]
    assert all(picture is not None and min(picture.shape[:2]) > 100 for picture in pictures)
    assert 'lang="zh-Hans"' in page
    assert "黑方" in page


def test_a_move_and_a_moment_are_explained_with_what_was_weighed(kifuwatch: Any, folder: Path) -> None:
    move = kifuwatch("explain", "g.kifulog", "--move", 4, cwd=folder)
    assert move.returncode == 0
    lines = move.stdout.splitlines()
    assert "Move 4: Black G5" in lines[0]
    told = [line for line in lines if line.startswith("->")]
    assert len(told) == 1
    assert "Black G5 [out of turn]" in told[0]
    assert any(line.strip().startswith("G5: . in the record, X seen for") for line in lines)
    with LogReader(folder / "g.kifulog") as log:
        time = next(e.t for e in log.events() if isinstance(e, events.Alert))
    at = kifuwatch("explain", "g.kifulog", "--at", time, cwd=folder)
    assert "Black played twice in a row" in at.stdout
    assert "->" in at.stdout
    overview = kifuwatch("explain", "g.kifulog", "--language", "zh_hans", cwd=folder)
    assert "黑方连下两着" in overview.stdout.splitlines()[-1]
    for wrong in (("--move", 9), ("--at", 1.0, "--move", 1), ("--game", "none"), ("--language", "xx")):
        refused = kifuwatch("explain", "g.kifulog", *wrong, cwd=folder)
        assert refused.returncode == 2
        assert refused.stderr


def test_a_log_without_traces_still_says_what_was_told(kifuwatch: Any, tmp_path: Path) -> None:
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    with EventLog(tmp_path / "g.kifulog") as log:
        log.append(events.Board(t=0.0, size=9, corners=corners))
        log.append(events.Move(t=61.0, n=1, colour="B", point="cc", captured=(), t_placed=60.0, confidence=0.5))
    done = kifuwatch("explain", "g.kifulog", "--move", 1, cwd=tmp_path)
    assert done.stdout.splitlines() == ["  1:01.0  Move 1: Black C7 (50% sure)", "What was weighed then was not kept."]


def test_reasons_are_said_in_chinese_as_everything_else(kifuwatch: Any, tmp_path: Path) -> None:
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    with EventLog(tmp_path / "g.kifulog") as log:
        log.append(events.Board(t=0.0, size=9, corners=corners))
        log.append(events.Move(t=4, n=1, colour="B", point="cc", captured=(), t_placed=3, confidence=0.5))
        log.append(events.Correction(t=5, n=1, reason="a stone was taken up again"))
        log.append(events.View(t=6, state="lost", reason="the board is covered"))
    done = kifuwatch("explain", "g.kifulog", "--language", "zh_hans", cwd=tmp_path)
    assert [line.split(maxsplit=1)[1] for line in done.stdout.splitlines()] == [
        "第1手：黑方 C7（把握 50%）",
        "撤回第1手及其后的着法：棋子又被拿起",
        "棋盘看不清：棋盘被遮住",
    ]


def test_what_is_weighed_while_nothing_is_told_is_kept_seldom(kifuwatch: Any) -> None:
    del kifuwatch
    path = Path(__file__).parents[1] / "campaigns" / "watched_games.py"
    spec = importlib.util.spec_from_file_location("watched_games_traced", path)
    assert spec is not None
    assert spec.loader is not None
    games = importlib.util.module_from_spec(spec)
    sys.modules["watched_games_traced"] = games
    spec.loader.exec_module(games)
    world = games.World(9, 1)
    world.wait(2.0)
    world.errors.append((world.now, world.now + 20.0, 40, 2, 0.7))
    world.wait(22.0)
    inferencer = Inferencer(9, Settings(handicap=0))
    told = [e for reading in world.readings(10.0) for e in inferencer.update(reading)]
    traces = [Trace.decode(t.encode()) for t in inferencer.tracer.take()]
    assert len(traces) <= 22
    assert not [e for e in told if isinstance(e, events.Alert)]
    assert inferencer.tracer.take() == []
