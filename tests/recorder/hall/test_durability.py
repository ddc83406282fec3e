"""Nothing that was told is lost: kills, power cuts, full disks, clocks that are set."""

from __future__ import annotations

import importlib.util
import multiprocessing as mp
import resource
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from recorder import events
from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.logbook import LONG, Logbook, PatientLog
from recorder.log import EventLog, LogError, LogReader

_PATH = Path(__file__).parents[2] / "campaigns" / "kills.py"
_SPEC = importlib.util.spec_from_file_location("kills", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
kills: Any = importlib.util.module_from_spec(_SPEC)
sys.modules["kills"] = kills
_SPEC.loader.exec_module(kills)

CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
BOARD = events.Board(t=1, size=9, corners=CORNERS)
FILM = Path(__file__).parents[3] / "recorder" / "hall" / "films" / "irregular.mp4"


def move(n: int, t: float | None = None) -> events.Move:
    point = chr(97 + n % 9) + chr(97 + n // 9 % 9)
    return events.Move(t=t or n, n=n, colour="B", point=point, captured=(), t_placed=t or n, confidence=1.0)


def test_kills_at_random_moments_lose_nothing_that_was_told(tmp_path: Path) -> None:
    assert kills.run(12, 7, tmp_path) > 0


def test_the_campaign_would_notice_an_event_that_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    with EventLog(path) as log:
        kept = log.extend([BOARD, move(1)])
    told = {e.seq: events.encode(e) for e in kept}
    kills.check(path, told)
    with pytest.raises(kills.Lost):
        kills.check(path, told | {3: told[2].replace(b'"seq":2', b'"seq":3')})


def fill_the_disk(path: Path, pipe: Connection) -> None:
    """Runs in a process of its own: files may not grow beyond some size until somebody makes room."""
    complaints: list[str] = []

    def complain(text: str, topic: str = "log") -> None:  # noqa: ARG001
        complaints.append(text)
        if text and len(complaints) > 3:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    log = PatientLog(path, "one", GameFacts(), complain, threading.Event(), resume=True)
    log.append(BOARD)
    resource.setrlimit(resource.RLIMIT_FSIZE, (80_000, resource.RLIM_INFINITY))
    told = [log.append(move(n)) for n in range(1, 40)]
    log.close()
    pipe.send(([e.seq for e in told], complaints))


def test_a_full_disk_is_waited_for_and_nothing_is_told_before_it_is_kept(tmp_path: Path) -> None:
    ours, theirs = mp.get_context("spawn").Pipe()
    path = tmp_path / "g.kifulog"
    process = mp.get_context("fork").Process(target=fill_the_disk, args=(path, theirs))
    process.start()
    assert ours.poll(60)
    told, complaints = ours.recv()
    process.join()
    assert told == list(range(2, 41))
    assert "disk is full" in complaints[0]
    assert complaints[-1] == ""
    with LogReader(path) as log:
        assert [e.seq for e in log.events()] == list(range(1, 41))


def stop_on_a_full_disk(path: Path, pipe: Connection) -> None:
    stopping = threading.Event()

    def complain(text: str, topic: str = "log") -> None:  # noqa: ARG001
        stopping.set()

    log = PatientLog(path, "one", GameFacts(), complain, stopping, resume=True)
    log.append(BOARD)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
    told = 1
    try:
        for n in range(1, 100):
            log.append(move(n))
            told += 1
    except LogError as error:
        pipe.send((told, str(error)))


def test_a_recording_can_be_stopped_while_the_disk_is_full(tmp_path: Path) -> None:
    ours, theirs = mp.get_context("spawn").Pipe()
    path = tmp_path / "g.kifulog"
    process = mp.get_context("fork").Process(target=stop_on_a_full_disk, args=(path, theirs))
    process.start()
    assert ours.poll(60)
    told, error = ours.recv()
    process.join()
    assert "What was confirmed before is kept" in error
    with LogReader(path) as log:
        assert len(log.events()) == told


class Wall:
    now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def sit(path: Path, wall: Wall, source: str = "0", *more: events.Event) -> Any:
    """Open a board's log as a worker does, and append; how its recording begins."""
    with EventLog(path, "one", resume=True) as log:
        beginning = Logbook(log, BoardConfig(id="one", source=source), wall).begin()
        log.extend(more)
    return beginning


def test_time_goes_on_over_an_interruption_and_its_length_is_said(tmp_path: Path) -> None:
    path, wall = tmp_path / "g.kifulog", Wall()
    first = sit(path, wall, "0", BOARD, move(1, 30.0), move(2, 40.0))
    assert (first.origin, first.gap, first.game) == (0.0, "", [])
    wall.now += 40 + 75
    again = sit(path, wall, "0", move(3, 120.0))
    assert again.origin == pytest.approx(115.0)
    assert "interrupted for 75 s" in again.gap
    assert [e.seq for e in again.game] == [1, 2, 3]
    wall.now += 10
    assert sit(path, wall).origin == pytest.approx(125.0)


@pytest.mark.parametrize("jump", [-7200.0, -30.0, 2 * LONG])
def test_a_clock_that_was_set_makes_no_time_go_back_or_leap(tmp_path: Path, jump: float) -> None:
    path, wall = tmp_path / "g.kifulog", Wall()
    sit(path, wall, "0", BOARD, move(1, 50.0))
    wall.now += jump
    again = sit(path, wall)
    assert again.origin == 50.0
    assert "the clock was set" in again.gap


def test_a_film_goes_on_where_it_was(tmp_path: Path) -> None:
    path, wall = tmp_path / "g.kifulog", Wall()
    sit(path, wall, str(FILM), BOARD, move(1, 12.0))
    wall.now += 500
    again = sit(path, wall, str(FILM))
    assert (again.origin, again.start, again.gap) == (0.0, 12.0, "")
    sit(path, wall, str(FILM), events.End(t=60.0, reason="the source ended", result=None))
    wall.now += 500
    another = sit(path, wall, str(FILM))
    assert another.start == 0.0
    assert another.origin >= 60.0
    assert another.game == []
