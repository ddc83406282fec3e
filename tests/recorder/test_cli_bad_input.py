"""Bad input gets a clear message on standard error, the contract's exit status, and never a traceback."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image
import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


def assert_refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 2, done
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr


def test_the_version_is_that_of_the_package(kifuwatch: Run) -> None:
    done = kifuwatch("--version")
    assert (done.returncode, done.stdout) == (0, f"kifuwatch {version('kifuwatch')}\n")


@pytest.mark.parametrize("command", [(), ("record",), ("read",), ("export",)])
def test_help_names_what_there_is(kifuwatch: Run, command: tuple[str, ...]) -> None:
    done = kifuwatch(*command, "--help")
    assert done.returncode == 0
    words = {
        "record": ["--events", "--rules", "--handicap", "--size", "--top", "--to-move", "--komi", "--black",
                   "--white", "--passes", "--time", "--fast", "--live", "--log", "--overlay", "--corners"],
        "read": ["--size", "--top", "--json", "--overlay", "PICTURE", "--corners"],
        "export": ["--game", "--list", "LOG"],
    }.get(command[0] if command else "", ["record", "read", "export", "--version"])  # fmt: skip
    assert [word for word in words if word not in done.stdout] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["dance"], "dance"),
        (["read"], "PICTURE"),
        (["read", "x.jpg", "--size", "3"], "--size"),
        (["read", "x.jpg", "--size", "many"], "--size"),
        (["read", "x.jpg", "--top", "north"], "north"),
        (["read", "x.jpg", "--corners", "1,2 3,4", "--size", "9"], "four corners"),
        (["read", "x.jpg", "--corners", "1,2 3,4 5,6 7,8"], "--size"),
        (["read", "x.jpg", "y.jpg", "-o", "z.sgf"], "folder"),
        (["record"], "SOURCE"),
        (["record", "x.mp4", "--size", "26"], "--size"),
        (["record", "x.mp4", "--rules", "chess"], "no rule set 'chess'"),
        (["record", "x.mp4", "--komi", "nan"], "komi"),
        (["record", "x.mp4", "--handicap", "1"], "handicap"),
        (["record", "x.mp4", "--date", "30.11.2026"], "YYYY-MM-DD"),
        (["record", "x.mp4", "--result", "black"], "B+3.5"),
        (["record", "x.mp4", "--passes", "never"], "never"),
        (["record", "x.mp4", "--time", "soon"], "60m+5x60s"),
        (["record", "x.mp4", "-o", "nowhere/g.sgf"], "nowhere"),
        (["record", "x.mp4", "-o", "."], "folder"),
        (["record", "x.mp4", "--events", "nowhere/e.jsonl"], "nowhere"),
        (["record", "x.mp4", "--log", "nowhere/g.kifulog"], "nowhere"),
        (["record", "x.mp4", "-o", "x.sgf", "--events", "x.sgf"], "different files"),
        (["record", "x.mp4", "-o", "x.sgf", "--overlay", "x.txt"], ".mp4"),
        (["record", "x.mp4", "--calibration", "missing.toml"], "missing.toml"),
        (["record", "x.mp4", "--save-calibration", "nowhere/c.toml"], "nowhere"),
        (["record", "x.mp4", "--save-calibration", "c.jpg"], ".toml"),
        (["record", "missing.mp4"], "missing.mp4"),
        (["record", "nowhere/"], "nowhere"),
        (["record", "gopher://board"], "gopher"),
        (["record", "/dev/no-camera"], "/dev/no-camera"),
        (["record", ""], "no source"),
        (["export"], "LOG"),
        (["export", "missing.kifulog"], "missing.kifulog"),
        (["export", "missing.kifulog", "-o", "nowhere/g.sgf"], "nowhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_arguments_that_make_no_sense_are_refused_and_named(
    kifuwatch: Run, tmp_path: Path, words: list[str], said: str
) -> None:
    assert_refused(kifuwatch(*words, cwd=tmp_path), said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("game.mp4", b"", "empty"),
        ("game.mp4", b"a letter, not a film\n" * 50, "game.mp4"),
        ("game.mp4", bytes(range(256)) * 40, "game.mp4"),
        ("game.jpg", b"\xff\xd8\xff\xe0 and then nothing", "game.jpg"),
    ],
)
def test_a_source_that_holds_no_film_is_refused_and_leaves_no_files(
    kifuwatch: Run, tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    assert_refused(kifuwatch("record", name, "-o", "g.sgf", cwd=tmp_path), said)
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".sgf"] == []


def test_a_film_is_not_overwritten_by_its_record(kifuwatch: Run, tmp_path: Path) -> None:
    (tmp_path / "game.mp4").write_bytes(b"precious" * 20)
    assert_refused(kifuwatch("record", "game.mp4", "-o", "game.mp4", cwd=tmp_path), "something else")
    assert_refused(kifuwatch("record", "0", "--events", "game.mp4", cwd=tmp_path), "something else")
    assert_refused(kifuwatch("record", "game.mp4", "-o", "g.sgf", "--overlay", "game.mp4", cwd=tmp_path), "different")
    assert (tmp_path / "game.mp4").read_bytes() == b"precious" * 20


def test_a_log_that_is_none_is_refused_and_left_as_it_is(kifuwatch: Run, tmp_path: Path) -> None:
    letter = b"a letter to a friend, of some length. " * 200
    (tmp_path / "letter.txt").write_bytes(letter)
    assert_refused(kifuwatch("export", "letter.txt", cwd=tmp_path), "no event log")
    assert (tmp_path / "letter.txt").read_bytes() == letter


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A picture without a board, and files that are no pictures."""
    noise = np.random.default_rng(1).integers(90, 160, (240, 320, 3), np.uint8)
    PIL.Image.fromarray(noise).save(tmp_path / "wall.png")
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "letter.jpg").write_bytes(b"Dear friend, this is no picture.")
    (tmp_path / "broken.png").write_bytes((tmp_path / "wall.png").read_bytes()[:3000])
    (tmp_path / "phone.heic").write_bytes(b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + bytes(200))
    return tmp_path


def test_files_that_hold_no_picture_are_named_and_the_others_are_read(kifuwatch: Run, pictures: Path) -> None:
    names = ["missing.jpg", "empty.jpg", "wall.png", "letter.jpg", "broken.png", "phone.heic"]
    done = kifuwatch("read", *names, "--json", cwd=pictures)
    assert done.returncode == 2
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["file"] for line in lines] == names
    keys = ["file", "found", "size", "corners", "rows", "unsure", "reason", "ms"]
    for line in lines:
        assert list(line) == keys
        assert line["found"] is False
        assert line["reason"]
        assert (line["size"], line["corners"], line["rows"], line["unsure"]) == (None, None, None, [])
    for name in set(names) - {"wall.png"}:
        assert name in done.stderr
    assert "wall.png" not in done.stderr
    assert "JPEG" in done.stderr.split("phone.heic")[1]


def test_a_picture_without_a_board_is_exit_status_one(kifuwatch: Run, pictures: Path) -> None:
    done = kifuwatch("read", "wall.png", "-o", "wall.sgf", cwd=pictures)
    assert done.returncode == 1
    assert done.stdout.startswith("no board found")
    assert not (pictures / "wall.sgf").exists()


def test_a_name_that_is_no_utf_8_is_still_named(kifuwatch: Run, tmp_path: Path) -> None:
    done = kifuwatch("read", "caf\udce9.jpg", "--json", cwd=tmp_path)
    assert done.returncode == 2
    assert json.loads(done.stdout)["found"] is False


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_nobody_can_take_is_told_and_no_fault_of_the_program(kifuwatch: Any, pictures: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            kifuwatch.words("read", "wall.png", "--json"),
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=pictures, env=kifuwatch.environment,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "kifuwatch: standard output cannot be used: No space left on device\n"
