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
from recorder.orders import DeleteMove
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
    assert "look/index.html" in done.stderr
    assert "黑方连下两着" in done.stderr
    return folder


def test_what_to_look_at_is_listed_with_pictures_of_before_and_after(folder: Path) -> None:
    page = (folder / "look" / "index.html").read_text()
    with LogReader(folder / "g.kifulog") as log:
        told = log.events()
    (alert,) = [e for e in told if isinstance(e, events.Alert)]
    assert alert.id == "double_move"
    # The move that it is about was told with it: both are one moment.
    move = next(e for e in told if isinstance(e, events.Move) and e.t == alert.t)
    names = re.findall(r'src="([^"]+)"', page)
    assert names[-3:] == [f"{move.seq}-{when}.jpg" for when in ("before", "then", "told")]
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
    assert any(line.strip().startswith("G5: nothing in the record, Black seen for") for line in lines)
    with LogReader(folder / "g.kifulog") as log:
        time = next(e.t for e in log.events() if isinstance(e, events.Alert))
    at = kifuwatch("explain", "g.kifulog", "--at", time, cwd=folder)
    assert "Black played twice in a row" in at.stdout
    assert "->" in at.stdout
    overview = kifuwatch("explain", "g.kifulog", "--language", "zh_hans", cwd=folder)
    assert "黑方连下两着" in overview.stdout.splitlines()[-2]
    assert "尚未处理" in overview.stdout.splitlines()[-1]
    # A moment is written as people write times; where the game stood then is said first, and what is beyond its end.
    assert kifuwatch("explain", "g.kifulog", f"0:{time}", cwd=folder).stdout == at.stdout
    assert at.stdout.startswith(f"0:{time:04.1f}: after move 4.")
    early = kifuwatch("explain", "g.kifulog", "0", "--language", "zh_hans", cwd=folder).stdout.splitlines()
    assert early[0] == "0:00.0：尚未找到棋盘。" or early[0] == "0:00.0：第0手之后。"
    assert early[-1] == "到那时还没有权衡过什么。"
    late = kifuwatch("explain", "g.kifulog", "1:00:00", cwd=folder).stdout.splitlines()
    assert late[0] == "1:00:00.0: after move 4."
    assert late[1].startswith("The recording ends at 0:")
    for wrong in (
        ("nan",),
        ("1:-2",),
        ("soon",),
        ("1", "--move", 1),
        ("--move", 9),
        ("--at", 1.0, "--move", 1),
        ("--game", "none"),
        ("--language", "xx"),
    ):
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
    assert done.stdout.splitlines() == [
        "  0:04.0  第1手：黑方 C7（把握 50%）",
        "          -> 0:05.0 撤回第1手及其后的着法：棋子又被拿起",
        "  0:06.0  棋盘看不清：棋盘被遮住",
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


def test_what_people_ordered_is_said_in_words_and_not_looked_at(kifuwatch: Any, tmp_path: Path) -> None:
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    with EventLog(tmp_path / "g.kifulog") as log:
        log.append(events.Board(t=0.0, size=9, corners=corners))
        log.append(events.Move(t=4, n=1, colour="B", point="cc", captured=(), t_placed=3, confidence=0.9))
        log.append(events.Ordered(t=5, order=DeleteMove(n=1), origin="operator"))
        log.append(events.Correction(t=5, n=1, reason="move 1 was taken out by hand", origin="operator"))
        log.append(events.Turn(t=6, after=0, to_move="W", origin="operator"))
        log.append(events.Pause(t=7, state="paused", origin="operator"))
    at = kifuwatch("explain", "g.kifulog", "7", cwd=tmp_path).stdout.splitlines()
    assert at[:2] == ["0:07.0: after move 0.", "The game was paused."]
    said = [line.split(maxsplit=1)[1] for line in at[2:-1]]
    assert said[1].endswith("take a move out.")
    assert said[2:] == [
        "Move 1 and what followed withdrawn: move 1 was taken out by hand", "White is to move.", "The game is paused.",
    ]  # fmt: skip
    overview = kifuwatch("explain", "g.kifulog", "--language", "zh_hans", cwd=tmp_path)
    assert overview.stdout == "没有需要人工查看的地方。\n"


def test_of_a_garbled_log_what_comes_before_the_damage_is_explained_and_exported(
    kifuwatch: Any, folder: Path, tmp_path: Path
) -> None:
    with LogReader(folder / "g.kifulog") as log:
        last = [e for e in log.events() if isinstance(e, events.Move)][-1]
    for name, damage in (("letters", b"\xff\xfe"), ("sense", b"}{")):
        path = tmp_path / f"{name}.kifulog"
        content = bytearray((folder / "g.kifulog").read_bytes())
        there = content.rindex(events.encode(last)[:40])
        content[there + 10 : there + 12] = damage
        path.write_bytes(content)
        done = kifuwatch("export", path, "-o", f"{name}.sgf", cwd=tmp_path)
        assert done.returncode == 0
        assert "is broken" in done.stderr
        assert (tmp_path / f"{name}.sgf").read_bytes().count(b";B[") == 2
        said = kifuwatch("explain", path, 1, cwd=tmp_path)
        assert said.returncode == 0
        assert "is broken" in said.stderr


@pytest.mark.parametrize("damage", [b"\xff\xfe", b"}{"])
def test_what_was_weighed_and_is_damaged_hides_nothing_of_the_rest(
    kifuwatch: Any, folder: Path, tmp_path: Path, damage: bytes
) -> None:
    with LogReader(folder / "g.kifulog") as log:
        traces = log.traces()
    path = tmp_path / "g.kifulog"
    content = bytearray((folder / "g.kifulog").read_bytes())
    there = content.rindex(traces[0].line.encode())
    content[there + 10 : there + 12] = damage
    path.write_bytes(content)
    with LogReader(path) as log:
        assert len(log.traces()) == len(traces)
    whole = kifuwatch("explain", "g.kifulog", "--move", 4, cwd=folder)
    said = kifuwatch("explain", path, "--move", 4)
    assert said.returncode == 0
    assert said.stdout == whole.stdout
