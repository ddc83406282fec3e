"""What is kept besides the log, and how it is played again and deleted."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from recorder import events
from recorder.facts import GameFacts
from recorder.hall.evidence import MOMENTS, Evidence, expire, picture_path
from recorder.hall.film import FilmKeeper, KeptFilm
from recorder.hall.picture import board_picture
from recorder.log import EventLog, LogReader
from vision.film import FilmSource
from vision.frame import Frame
from vision.grid import Grid
from vision.source import SourceError

ROOT = Path(__file__).parents[3]
FILM = ROOT / "recorder" / "hall" / "films" / "irregular.mp4"
CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


def run(*words: object, answer: str = "") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "recorder.cli", *map(str, words)],
        capture_output=True, text=True, check=False, input=answer,
        env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"},
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done


def shade(time: float) -> Frame:
    """A picture whose grey says when it was taken."""
    return Frame(np.full((120, 160, 3), int(time * 20) % 250, np.uint8), time, int(time * 10))


# Films


def test_a_kept_film_shows_what_was_seen_when(tmp_path: Path) -> None:
    keeper = FilmKeeper(tmp_path, 100)
    times = [7.0 + n * 0.1 for n in range(60)] + [30.0 + n * 0.1 for n in range(30)]
    for at in times:
        keeper.add(shade(at))
    keeper.close()
    pieces = sorted(path.name for path in (tmp_path / "film").iterdir())
    assert pieces == ["000000007000.mkv", "000000030000.mkv"]
    frames = list(KeptFilm(tmp_path))
    assert [round(f.time, 1) for f in frames[:3]] == [7.0, 7.2, 7.4]
    assert max(b.time - a.time for a, b in pairwise(frames)) > 15  # the gap stays one
    for frame in frames:
        assert float(frame.image.mean()) == pytest.approx(int(frame.time * 20) % 250, abs=8)


def test_films_keep_within_their_budget_and_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recorder.hall.film.PIECE", 1.0)
    dice = np.random.default_rng(3)
    keeper = FilmKeeper(tmp_path, 1)
    for n in range(200):
        keeper.add(Frame(dice.integers(0, 255, (240, 320, 3), np.uint8), n * 0.2, n))
    keeper.close()
    pieces = sorted((tmp_path / "film").iterdir())
    assert sum(piece.stat().st_size for piece in pieces) < 1_500_000
    assert pieces[0].stem > "000000005000"
    assert int(pieces[-1].stem) >= 38_000


def test_a_piece_that_a_power_cut_left_unfinished_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    keeper = FilmKeeper(tmp_path, 100)
    dice = np.random.default_rng(3)
    for n in range(300):
        keeper.add(Frame(dice.integers(0, 255, (240, 320, 3), np.uint8), n * 0.2, n))
    (piece,) = (tmp_path / "film").iterdir()
    cut = piece.read_bytes()
    keeper.close()
    piece.write_bytes(cut)
    assert len(list(KeptFilm(tmp_path))) > 50


def test_where_no_film_was_kept_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no film was kept"):
        KeptFilm(tmp_path)


def test_replay_records_again_from_the_kept_film_and_says_what_is_another(tmp_path: Path) -> None:
    folder = tmp_path / "boards" / "one"
    folder.mkdir(parents=True)
    keeper = FilmKeeper(folder, 100)
    for frame in FilmSource(FILM):
        if frame.time < 16:
            keeper.add(frame)
    keeper.close()
    with EventLog(folder / "game.kifulog", "one", GameFacts(black="이세돌")) as log:
        log.append(events.Board(t=1, size=9, corners=CORNERS))
        for n, (colour, point) in enumerate([("B", "ee"), ("W", "ge"), ("B", "aa")], 1):
            log.append(
                events.Move(t=n, n=n, colour=colour, point=point, captured=(), t_placed=n, confidence=1.0)  # type: ignore[arg-type]
            )
        before = log.events()
    done = run("replay", folder / "game.kifulog", "-o", tmp_path / "again.sgf")
    assert done.returncode == 0, done.stderr
    assert "from move 3 on another: B G6, before B A9" in done.stderr
    assert "이세돌" in (tmp_path / "again.sgf").read_text("utf-8")
    with LogReader(folder / "game.kifulog") as log:
        assert log.events() == before
    assert run("replay", folder / "game.kifulog", "-o", tmp_path / "again.sgf").returncode == 2


# Evidence


def board_at(x: float, y: float) -> Grid:
    return Grid(9, np.array([[x, y], [x + 80, y], [x + 80, y + 80], [x, y + 80]]))


def test_a_picture_of_the_board_shows_nothing_round_it() -> None:
    image = np.full((240, 320, 3), 200, np.uint8)
    image[:40, :] = (10, 20, 250)  # a face above the board
    turned = Grid(9, np.array([[160.0, 70.0], [220.0, 130.0], [160.0, 190.0], [100.0, 130.0]]))
    picture = board_picture(Frame(image, 1.0, 0), turned)
    assert picture is not None
    shown = cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert (shown[[2, 2, -3, -3], [2, -3, 2, -3]] < 25).all()
    assert (shown[shown.shape[0] // 2, shown.shape[1] // 2] > 180).all()
    marked = cv2.imdecode(np.frombuffer(picture.marked([(4, 4)]), np.uint8), cv2.IMREAD_COLOR)
    assert marked is not None
    assert np.abs(marked.astype(int) - shown).max() > 100


def alert(seq: int, seen: float, told: float) -> events.Alert:
    return events.Alert(
        t=told, seq=seq, id="x", points=("aa",), colour=None, article="", severity="info", message="", t_seen=seen
    )


def test_the_three_pictures_are_of_before_during_and_after(tmp_path: Path) -> None:
    evidence, grid = Evidence(tmp_path, wanted=True), board_at(40, 20)
    for n in range(101):
        evidence.look(shade(n * 0.1), grid)
        if n == 80:
            evidence.send(alert(5, 6.0, 8.0))
    shades = {}
    for moment in MOMENTS:
        image = cv2.imread(str(picture_path(tmp_path, 5, moment)))
        assert image is not None
        shades[moment] = float(np.median(image)) / 20
    assert shades["before"] == pytest.approx(5.0, abs=0.6)
    assert shades["during"] == pytest.approx(6.2, abs=0.6)
    assert shades["after"] == pytest.approx(9.5, abs=0.6)


def test_no_picture_is_kept_where_none_is_wanted_and_old_ones_go(tmp_path: Path) -> None:
    for wanted in (False, True):
        evidence = Evidence(tmp_path, wanted)
        evidence.look(shade(1.0), board_at(40, 20))
        evidence.send(alert(1, 1.0, 1.0))
        evidence.close()
        assert picture_path(tmp_path, 1, "before").exists() == wanted
    assert expire(tmp_path, 30) == 0
    for path in tmp_path.glob("evidence/*"):
        os.utime(path, (time.time() - 31 * 86400,) * 2)
    assert expire(tmp_path, 0) == 0
    assert expire(tmp_path, 30) == 3
    assert not list(tmp_path.glob("evidence/*"))


# Forgetting


def two_games(folder: Path) -> None:
    folder.mkdir(parents=True)
    with EventLog(folder / "game.kifulog", "one", GameFacts(black="Kobayashi", event="Spring Open")) as log:
        log.add_sitting(time.time(), 0.0, "0")
        log.append(events.Board(t=1, size=9, corners=CORNERS))
        log.append(events.Move(t=2, n=1, colour="B", point="ee", captured=(), t_placed=2, confidence=1.0))
        log.append(alert(0, 2.0, 3.0))
        log.append_traces([(2.0, '{"secret": "Kobayashi"}')])
        log.append(events.End(t=5, reason="over", result=None))
    with EventLog(folder / "game.kifulog", "one", GameFacts(black="Other", event="Autumn Cup")) as log:
        log.append(events.Board(t=7000, size=9, corners=CORNERS))
    (folder / "evidence").mkdir()
    picture_path(folder, 3, "before").write_bytes(b"jpeg")
    picture_path(folder, 9, "before").write_bytes(b"jpeg")
    (folder / "film").mkdir()
    for name in ("000000000000", "000007000000"):
        (folder / "film" / f"{name}.mkv").write_bytes(b"film")


@pytest.mark.parametrize("options", [["--game", "one-1"], ["--event", "Spring Open"]])
def test_a_game_that_is_forgotten_leaves_nothing_behind(tmp_path: Path, options: list[str]) -> None:
    folder = tmp_path / "boards" / "one"
    two_games(folder)
    refused = run("forget", "--data", tmp_path, *options, answer="n\n")
    assert refused.returncode != 0
    done = run("forget", "--data", tmp_path, *options, answer="y\n")
    assert done.returncode == 0, done.stderr
    with EventLog(folder / "game.kifulog", "one") as log:
        assert [(g.game, g.events) for g in log.games()] == [("one-2", 1)]
        assert log.traces() == []
        assert log.append(events.Board(t=8000, size=9, corners=CORNERS)).game == "one-3"
        with pytest.raises(Exception, match="only grows"):
            log._db.execute("DELETE FROM events")
    left = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert b"Kobayashi" not in left
    assert [p.name for p in (folder / "evidence").iterdir()] == ["9-before.jpg"]
    assert [p.name for p in (folder / "film").iterdir()] == ["000007000000.mkv"]


def test_numbers_of_what_was_forgotten_are_not_given_again(tmp_path: Path) -> None:
    folder = tmp_path / "boards" / "one"
    two_games(folder)
    assert run("forget", "--data", tmp_path, "--game", "one-2", "--yes").returncode == 0
    with EventLog(folder / "game.kifulog", "one") as log:
        assert log.append(events.Board(t=8000, size=9, corners=CORNERS)).seq == 6


def test_what_is_being_recorded_or_is_not_there_is_not_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "boards" / "one"
    two_games(folder)
    with EventLog(folder / "game.kifulog", "one"):
        done = run("forget", "--data", tmp_path, "--board", "one", "--yes")
    assert done.returncode == 2
    assert "another kifuwatch" in done.stderr
    assert run("forget", "--data", tmp_path, "--event", "Nothing", "--yes").returncode == 1
    assert run("forget", "--data", tmp_path).returncode == 2
    assert run("forget", "--data", tmp_path, "--board", "../x", "--yes").returncode == 2
