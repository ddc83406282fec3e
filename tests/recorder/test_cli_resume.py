"""`kifuwatch record` where a game goes on: resumed in its log after a break, or joined with its SGF so far."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sgfmill import sgf

from recorder import events
from recorder.log import EventLog, LogReader
from tests.campaigns import film_script

FIRST = ("Bgd", "Wcf", "Bcd")
MISSED = ("Wgf",)
SECOND = ("Bdg", "Wdc")


def film(path: Path, before: tuple[str, ...], moves: tuple[str, ...], turned: bool = False) -> Path:
    """A film of a 9x9 game on which stones lie already; from the other side of the table where it is turned."""
    drawn = film_script.Film(9, 7)

    def at(text: str) -> tuple[int, int]:
        row, col = ord(text[2]) - 97, ord(text[1]) - 97
        return "BW".index(text[0]) + 1, (80 - (row * 9 + col) if turned else row * 9 + col)

    for text in before:
        colour, point = at(text)
        drawn.put(-1.0, point, colour)
    drawn.now = 2.5
    drawn.play([at(text) for text in moves])
    drawn.now += 1.5
    film_script.save(drawn, path)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`first.mp4`, `second.mp4` and `turned.mp4`."""
    folder = tmp_path_factory.mktemp("parts")
    film(folder / "first.mp4", (), FIRST)
    film(folder / "second.mp4", FIRST + MISSED, SECOND)
    film(folder / "turned.mp4", FIRST + MISSED, SECOND, turned=True)
    return folder


def moves_of(path: Path) -> tuple[str, ...]:
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    found = []
    for node in game.get_main_sequence():
        colour, square = node.get_move()
        if colour is not None:
            found.append(colour.upper() + chr(97 + square[1]) + chr(97 + 8 - square[0]))
    return tuple(found)


def test_an_adjourned_game_goes_on_in_its_log_and_sgf(kifuwatch: Any, folder: Path, tmp_path: Path) -> None:
    arguments = ("-o", "g.sgf", "--events", "g.jsonl")
    done = kifuwatch("record", folder / "first.mp4", *arguments, "--black", "柯洁", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert moves_of(tmp_path / "g.sgf") == FIRST
    done = kifuwatch("record", folder / "second.mp4", *arguments, "--resume", "--white", "변상일", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert moves_of(tmp_path / "g.sgf") == FIRST + MISSED + SECOND
    text = (tmp_path / "g.sgf").read_text()
    assert "PB[柯洁]" in text
    assert "PW[변상일]" in text
    lines = [json.loads(line) for line in (tmp_path / "g.jsonl").read_text().splitlines()]
    assert len({line["game"] for line in lines}) == 1
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert [line["t"] for line in lines] == sorted(line["t"] for line in lines)
    assert ("pause", "resumed") in [(line["kind"], line.get("state")) for line in lines]
    with LogReader(tmp_path / "g.kifulog") as log:
        assert len(log.games()) == 1
    exported = kifuwatch("export", "g.kifulog", cwd=tmp_path)
    assert exported.stdout.encode() == (tmp_path / "g.sgf").read_bytes()


def test_a_game_is_joined_with_its_record_however_the_board_lies(kifuwatch: Any, folder: Path, tmp_path: Path) -> None:
    record = "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[柯洁]KM[6.5]RE[B+R];B[gd];W[cf];B[cd])"
    (tmp_path / "so-far.sgf").write_text(record)
    done = kifuwatch(
        "record", folder / "turned.mp4", "-o", "g.sgf", "--continue", "so-far.sgf", "--komi", "7.5", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert moves_of(tmp_path / "g.sgf") == FIRST + MISSED + SECOND
    text = (tmp_path / "g.sgf").read_text()
    assert "PB[柯洁]" in text
    assert "KM[7.5]" in text
    assert "RE[" not in text
    assert (tmp_path / "so-far.sgf").read_text() == record


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--resume",), "to resume a game from"),
        (("--continue", "missing.sgf"), "cannot be read"),
        (("--continue", "broken.sgf"), "not an SGF"),
        (("--continue", "large.sgf", "--size", "9"), "13 lines, not of 9"),
        (("--continue", "large.sgf", "--resume"), "not from both"),
    ],
)
def test_a_game_so_far_that_cannot_be_used_is_refused(
    kifuwatch: Any, folder: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "broken.sgf").write_text("no game")
    (tmp_path / "large.sgf").write_text("(;GM[1]SZ[13];B[dd])")
    done = kifuwatch("record", folder / "second.mp4", "-o", "g.sgf", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "g.sgf").exists()


def test_a_film_whose_recording_was_killed_goes_on_where_that_was(kifuwatch: Any, folder: Path, tmp_path: Path) -> None:
    done = kifuwatch("record", folder / "first.mp4", "-o", "whole.sgf", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with LogReader(tmp_path / "whole.kifulog") as log:
        told, sitting = log.events(), log.last_sitting()
    assert sitting is not None
    # What a kill leaves after two moves: the last line never came to its file, and the one before only in part.
    second = next(i for i, event in enumerate(told) if isinstance(event, events.Move) and event.n == 2)
    with EventLog(tmp_path / "g.kifulog") as cut:
        cut.add_sitting(*sitting[1:])
        cut.extend(told[: second + 1])
    (tmp_path / "g.jsonl").write_bytes(b"\n".join(map(events.encode, told[:second]))[:-30])
    done = kifuwatch("record", folder / "first.mp4", "-o", "g.sgf", "--events", "g.jsonl", "--resume", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "goes on from there" in done.stderr
    assert f"{len(FIRST)} moves recorded" in done.stderr
    assert moves_of(tmp_path / "g.sgf") == FIRST
    lines = (tmp_path / "g.jsonl").read_text().splitlines()
    with LogReader(tmp_path / "g.kifulog") as log:
        assert [events.decode(line) for line in lines] == log.events()
    kinds = [json.loads(line)["kind"] for line in lines]
    assert kinds[: second + 1] == [json.loads(events.encode(event))["kind"] for event in told[: second + 1]]
    assert not set(kinds) & {"edit", "alert", "correction"}


def test_a_film_that_was_recorded_to_its_end_is_not_recorded_behind_itself(
    kifuwatch: Any, folder: Path, tmp_path: Path
) -> None:
    assert kifuwatch("record", folder / "first.mp4", "-o", "g.sgf", cwd=tmp_path).returncode == 0
    record = (tmp_path / "g.sgf").read_bytes()
    again = kifuwatch("record", folder / "first.mp4", "-o", "g.sgf", "--resume", cwd=tmp_path)
    assert again.returncode == 2
    assert "first.mp4 was recorded to its end" in again.stderr
    assert (tmp_path / "g.sgf").read_bytes() == record
    with LogReader(tmp_path / "g.kifulog") as log:
        assert len(log.games()) == 1


def test_the_game_so_far_is_not_written_over(kifuwatch: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "so-far.sgf").write_text("(;GM[1]SZ[9];B[gd](;W[cf];B[cd])(;W[aa]C[a thought]))")
    done = kifuwatch("record", folder / "second.mp4", "-o", "so-far.sgf", "--continue", "so-far.sgf", cwd=tmp_path)
    assert done.returncode == 2
    assert "stays as it is" in done.stderr
    assert "a thought" in (tmp_path / "so-far.sgf").read_text()


def test_a_record_of_another_game_is_kept_apart_and_that_is_said(kifuwatch: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "so-far.sgf").write_text("(;GM[1]SZ[9]AB[aa][ba]AW[hh];W[bb];B[ab])")
    done = kifuwatch("record", folder / "second.mp4", "-o", "g.sgf", "--continue", "so-far.sgf", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "2 of them in the last game, recorded in g.sgf, g-2.sgf" in done.stderr
    assert "another game lies on the board" in done.stderr
    assert moves_of(tmp_path / "g-2.sgf") == SECOND


def test_a_board_that_never_shows_the_game_so_far_changes_nothing_of_it(kifuwatch: Any, tmp_path: Path) -> None:
    (tmp_path / "so-far.sgf").write_text("(;GM[1]SZ[9];B[aa];W[hh];B[ab];W[gh];B[ac];W[fh])")
    film(tmp_path / "empty.mp4", (), ())
    done = kifuwatch("record", "empty.mp4", "-o", "g.sgf", "--continue", "so-far.sgf", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "waiting until the position is laid" in done.stderr
    assert moves_of(tmp_path / "g.sgf") == ("Baa", "Whh", "Bab", "Wgh", "Bac", "Wfh")
