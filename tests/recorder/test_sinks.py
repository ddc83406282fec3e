"""Files follow the log; one that fails holds nobody up and catches up later."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from recorder import events
from recorder.atomic import write_atomically
from recorder.log import EventLog
from recorder.sgf import to_sgf
from recorder.sinks import Behind, FanOut, JsonLines, SgfFile

BOARD = events.Board(t=0.0, size=9, corners=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)))


def move(n: int, point: str) -> events.Move:
    player: events.Player = "B" if n % 2 else "W"
    return events.Move(t=n, n=n, colour=player, point=point, captured=(), t_placed=n, confidence=1)


def numbered(*told: events.Event, folder: Path) -> list[events.Event]:
    with EventLog(folder / "log.kifulog") as log:
        return log.extend(told)


def test_each_line_is_in_the_file_as_soon_as_it_is_told(tmp_path: Path) -> None:
    told = numbered(BOARD, move(1, "cc"), folder=tmp_path)
    sink = JsonLines(tmp_path / "e.jsonl")
    for count, event in enumerate(told, 1):
        sink.send(event)
        lines = (tmp_path / "e.jsonl").read_text().splitlines()
        assert [events.decode(line) for line in lines] == told[:count]
    sink.close()


def test_the_sgf_is_whole_after_every_event(tmp_path: Path) -> None:
    told = numbered(BOARD, move(1, "cc"), move(2, "gg"), folder=tmp_path)
    sink = SgfFile(tmp_path / "g.sgf")
    for count, event in enumerate(told, 1):
        sink.send(event)
        assert (tmp_path / "g.sgf").read_bytes() == to_sgf(told[:count])


def test_a_second_game_gets_a_file_of_its_own(tmp_path: Path) -> None:
    end = events.End(t=3, reason="over", result=None)
    told = numbered(BOARD, move(1, "cc"), end, BOARD, move(1, "ee"), folder=tmp_path)
    sink = SgfFile(tmp_path / "g.sgf")
    for event in told:
        sink.send(event)
    assert sink.paths == [tmp_path / "g.sgf", tmp_path / "g-2.sgf"]
    assert b"B[cc]" in (tmp_path / "g.sgf").read_bytes()
    assert b"B[ee]" in (tmp_path / "g-2.sgf").read_bytes()
    assert b"B[ee]" not in (tmp_path / "g.sgf").read_bytes()


def test_where_no_board_is_found_no_file_is_made(tmp_path: Path) -> None:
    (told,) = numbered(events.View(t=1, state="lost", reason="dark"), folder=tmp_path)
    sink = SgfFile(tmp_path / "g.sgf")
    sink.send(told)
    sink.close()
    assert not (tmp_path / "g.sgf").exists()


def test_a_failing_file_is_told_of_once_holds_nobody_up_and_catches_up(tmp_path: Path) -> None:
    told = numbered(BOARD, move(1, "cc"), move(2, "gg"), folder=tmp_path)
    said: list[str] = []
    (tmp_path / "away").mkdir()
    fan = FanOut([SgfFile(tmp_path / "away" / "g.sgf"), JsonLines(tmp_path / "e.jsonl")], said.append)
    fan.send(told[0])
    (tmp_path / "away").rename(tmp_path / "gone")
    fan.send(told[1])
    fan.send(told[2])
    assert len(said) == 1
    assert "g.sgf cannot be written" in said[0]
    assert fan.failing == {str(tmp_path / "away" / "g.sgf")}
    assert len((tmp_path / "e.jsonl").read_text().splitlines()) == 3
    (tmp_path / "gone").rename(tmp_path / "away")
    fan.close()
    assert (tmp_path / "away" / "g.sgf").read_bytes() == to_sgf(told)
    assert not fan.failing


def test_an_sgf_written_behind_follows_by_itself_and_is_whole_when_closed(tmp_path: Path) -> None:
    told = numbered(BOARD, *(move(n, "abcdefghi"[n % 9] + "abcdefghi"[n // 9]) for n in range(1, 40)), folder=tmp_path)
    sink = Behind(SgfFile(tmp_path / "g.sgf"))
    sink.send(told[0])
    deadline = time.monotonic() + 20
    while not (tmp_path / "g.sgf").exists():  # no later event, nor the end, is needed
        assert time.monotonic() < deadline
        os.sched_yield()
    for event in told[1:]:
        sink.send(event)
    sink.close()
    assert (tmp_path / "g.sgf").read_bytes() == to_sgf(told)


def test_an_sgf_written_behind_that_fails_is_told_of_once_and_catches_up(tmp_path: Path) -> None:
    said: list[str] = []
    away = tmp_path / "away"
    away.mkdir()
    fan = FanOut([Behind(SgfFile(away / "g.sgf"))], said.append)
    away.rename(tmp_path / "gone")
    with EventLog(tmp_path / "log.kifulog") as log:
        told = [log.append(BOARD)]
        fan.send(told[0])
        while not said:  # as long as its thread takes to find that out
            told.append(log.append(events.Pass(t=len(told), n=len(told), colour="B", confidence=1)))
            fan.send(told[-1])
    (tmp_path / "gone").rename(away)
    fan.close()
    assert "g.sgf cannot be written" in said[0]
    assert said[1:] == [f"{away / 'g.sgf'} is written again"]
    assert not fan.failing
    assert (away / "g.sgf").read_bytes() == to_sgf(told)


def test_a_new_content_keeps_permissions_and_a_link_leads_to_its_file(tmp_path: Path) -> None:
    real = tmp_path / "real.sgf"
    real.write_bytes(b"old")
    real.chmod(0o640)
    (tmp_path / "link.sgf").symlink_to(real)
    write_atomically(tmp_path / "link.sgf", b"new")
    assert real.read_bytes() == b"new"
    assert (tmp_path / "link.sgf").is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.sgf", "real.sgf"]


def test_a_new_file_gets_the_permissions_that_new_files_get(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write_atomically(tmp_path / "new.sgf", b"x")
    assert (tmp_path / "new.sgf").stat().st_mode == (tmp_path / "plain").stat().st_mode


LIMITED = """
import resource, sys
from pathlib import Path
from recorder import events
from recorder.atomic import write_atomically
from recorder.sinks import FanOut, JsonLines
folder = Path(sys.argv[1])
write_atomically(folder / "g.sgf", b"old")
fan = FanOut([JsonLines(folder / "e.jsonl")], lambda text: print(text, file=sys.stderr))
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 5000))
try:
    write_atomically(folder / "g.sgf", b"n" * 2000)
except OSError:
    pass
for n in range(1, 21):
    fan.send(events.Pass(t=n, n=n, colour="B", confidence=1))
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
fan.close()
"""


@pytest.mark.skipif(os.name != "posix", reason="limits of file sizes are a thing of POSIX")
def test_a_full_disk_leaves_the_old_file_and_no_half_line_when_there_is_room_again(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-c", LIMITED, tmp_path], capture_output=True, text=True, check=True)
    assert run.stderr.count("cannot be written") == 1
    assert (tmp_path / "g.sgf").read_bytes() == b"old"
    told = [events.decode(line) for line in (tmp_path / "e.jsonl").read_text().splitlines()]
    assert [e.n for e in told if isinstance(e, events.Pass)] == list(range(1, 21))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["e.jsonl", "g.sgf"]
