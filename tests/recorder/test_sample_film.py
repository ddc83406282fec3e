"""The whole way on the film and the photos that come with the project: pixels in, the right record out."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sgfmill import boards, sgf

from recorder.photo import PhotoReader

SAMPLES = Path(__file__).parents[2] / "samples"
TRUTH: dict[str, Any] = json.loads((SAMPLES / "game.json").read_text())
PHOTOS: list[dict[str, Any]] = json.loads((SAMPLES / "photos.json").read_text())
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs the program ffmpeg")


def turns_of(path: Path) -> list[tuple[str, tuple[int, int]]]:
    """The main line of an SGF file."""
    return [node.get_move() for node in sgf.Sgf_game.from_bytes(path.read_bytes()).get_main_sequence()[1:]]


@pytest.fixture(scope="module")
def recorded(kifuwatch: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record and the events of the sample film."""
    folder = tmp_path_factory.mktemp("sample")
    done = kifuwatch("record", SAMPLES / "game.mp4", "-o", "game.sgf", "--events", "game.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


def events_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_record_of_the_sample_film_is_the_game_that_was_played(recorded: Path) -> None:
    assert turns_of(recorded / "game.sgf") == turns_of(SAMPLES / "game.sgf")


def test_events_of_the_sample_film_tell_moves_captures_and_times_as_they_were(recorded: Path) -> None:
    told = events_of(recorded / "game.jsonl")
    assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
    assert {event["game"] for event in told} == {told[0]["game"]}
    assert {event["kind"] for event in told} == {"board", "move", "end"}  # no false alert, nothing withdrawn
    times = [event["t"] for event in told]
    assert times == sorted(times)
    moves = [event for event in told if event["kind"] == "move"]
    assert [(m["n"], m["colour"], m["point"]) for m in moves] == [
        (n, m["colour"], m["point"]) for n, m in enumerate(TRUTH["main_line"], 1)
    ]
    board = boards.Board(19)
    for move in moves:
        before = set(board.list_occupied_points())
        col, row = (ord(letter) - 97 for letter in move["point"])
        board.play(18 - row, col, move["colour"].lower())
        taken = {point for _, point in before} - {point for _, point in board.list_occupied_points()}
        assert sorted(move["captured"]) == sorted(chr(97 + c) + chr(97 + 18 - r) for r, c in taken)
    for move, true in zip(moves, TRUTH["main_line"], strict=True):
        assert abs(move["t_placed"] - true["t_release"]) < 1
        assert move["t_placed"] <= move["t"] < true["t_clear"] + 3
        assert move["confidence"] > 0.9
    size = told[0]["size"]
    cell = np.linalg.norm(np.subtract(*TRUTH["corners"][:2])) / (size - 1)
    assert np.abs(np.array(told[0]["corners"]) - TRUTH["corners"]).max() < 0.25 * cell


@needs_ffmpeg
def test_frame_rate_makes_no_difference_and_the_same_film_gives_the_same_events(kifuwatch: Any, tmp_path: Path) -> None:
    def events_at(rate: str, name: str) -> Path:
        film = tmp_path / f"{rate}.mp4"
        cut = ["ffmpeg", "-v", "error", "-y", "-i", str(SAMPLES / "game.mp4"), "-t", "47", "-r", rate, str(film)]
        if not film.exists():
            subprocess.run(cut, check=True)
        done = kifuwatch("record", film, "-o", f"{name}.sgf", "--events", f"{name}.jsonl", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return tmp_path / f"{name}.jsonl"

    slow, quick, again = events_at("5", "slow"), events_at("25", "quick"), events_at("25", "again")
    assert quick.read_bytes() == again.read_bytes()
    moves = [
        [(e["n"], e["colour"], e["point"], e["captured"]) for e in events_of(path) if e["kind"] == "move"]
        for path in (slow, quick)
    ]
    assert moves[0] == moves[1]
    assert len(moves[0]) >= 18  # with the first capture


@pytest.mark.parametrize("entry", PHOTOS, ids=[entry["file"] for entry in PHOTOS])
def test_sample_photo_is_read_as_it_is(entry: dict[str, Any]) -> None:
    position = PhotoReader().read(str(SAMPLES / entry["file"])).position
    assert position.found, position.reason
    assert list(position.rows or ()) == entry["position"]
