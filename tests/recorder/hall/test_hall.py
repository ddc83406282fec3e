"""The hall with real workers: followed by its log, started again, none in another's way."""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
import msgspec
import pytest
from sgfmill import sgf

from recorder import events
from recorder.hall.board import BoardConfig
from recorder.hall.hall import Hall, NotRunning, Refused
from recorder.hall.store import HallStore
from recorder.log import EventLog, LogReader
from recorder.record import fold

FILM = Path(__file__).parents[3] / "recorder" / "hall" / "films" / "irregular.mp4"
PATIENCE = 60.0


@contextmanager
def a_hall(folder: Path, *boards: BoardConfig) -> Iterator[Hall]:
    store = HallStore(folder)
    for board in boards:
        store.put(board)
    hall = Hall(store)
    hall.start()
    try:
        yield hall
    finally:
        hall.close()


def until(condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait for what another process does; nothing here is told of it."""
    end, pause = time.monotonic() + patience, threading.Event()
    while not (found := condition()):
        assert time.monotonic() < end
        pause.wait(0.05)
    return found


def count(hall: Hall, board: str) -> int:
    state = hall.hub.state("referee", board)
    return state.count if state else 0


def film_board(name: str = "one", **more: Any) -> BoardConfig:
    return BoardConfig(id=name, source=str(FILM), **more)


def told(hall: Hall, board: str) -> list[events.Event]:
    with LogReader(hall.log_path(board)) as log:
        return log.events()


def test_a_worker_that_is_killed_is_started_again_and_the_game_goes_on(tmp_path: Path) -> None:
    with a_hall(tmp_path, film_board()) as hall:
        until(lambda: count(hall, "one") >= 1)
        attendant = hall._attendants["one"]
        pid, before = attendant.pid, told(hall, "one")
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        until(lambda: attendant.starts == 2)
        last = count(hall, "one")
        until(lambda: count(hall, "one") > last)
        after = told(hall, "one")
        assert after[: len(before)] == before
        assert len({e.game for e in after}) == 1
        assert [e.seq for e in after] == list(range(1, len(after) + 1))
    record = fold(told(hall, "one"))
    assert record is not None
    file = sgf.Sgf_game.from_bytes((tmp_path / "boards" / "one" / "one-1.sgf").read_bytes())
    assert len(file.get_main_sequence()) - 1 == sum(step.is_turn for step in record.line)


def test_an_alert_of_the_game_before_waits_over_a_restart_until_it_is_ruled_on(tmp_path: Path) -> None:
    place = tmp_path / "boards" / "one"
    place.mkdir(parents=True)
    corners = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0))
    with EventLog(place / "game.kifulog", "one") as log:
        log.append(events.Board(t=0, size=9, corners=corners))
        log.append(events.Move(t=2, n=1, colour="B", point="cc", captured=(), t_placed=1, confidence=1))
        alert = log.append(
            events.Alert(
                t=3, id="double_move", points=("gg",), colour="B", article="17", severity="critical", message="twice",
                t_seen=3,
            )
        )  # fmt: skip
        log.append(events.End(t=9, reason="ended by hand", result=None))
        log.append(events.Board(t=20, size=9, corners=corners))
        log.append(events.Move(t=22, n=1, colour="B", point="ee", captured=(), t_placed=21, confidence=1))

    def left(hall: Hall) -> list[int]:
        state = hall.hub.state("referee", "one")
        return [one.seq for game in state.unruled for one in game.alerts] if state else []

    with a_hall(tmp_path, film_board()) as hall:
        assert left(hall) == [alert.seq]
        until(lambda: hall.health("one").source == "live")
        order = msgspec.json.encode({"order": "dismiss", "alert": alert.seq, "by": "referee"})
        asyncio.run(hall.order("one", order))
        until(lambda: not left(hall))
        with pytest.raises(Refused, match="no alert"):
            asyncio.run(hall.order("one", order))
    with a_hall(tmp_path) as hall:
        assert left(hall) == []
        assert hall.hub.state("referee", "one") is not None


def test_a_worker_that_hangs_is_ended_and_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recorder.hall.attendant.SILENCE", 3.0)
    with a_hall(tmp_path, film_board()) as hall:
        until(lambda: hall.health("one").source == "live")
        attendant = hall._attendants["one"]
        pid = attendant.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)  # takes no message any more, holds all its locks
        until(lambda: attendant.starts == 2)
        until(lambda: hall.health("one").source == "live")
        assert attendant.pid != pid


def test_workers_end_when_the_hall_is_killed(tmp_path: Path) -> None:
    import subprocess
    import sys

    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from recorder.hall.hall import Hall\n"
        "from recorder.hall.store import HallStore\n"
        "if __name__ == '__main__':\n"
        "    hall = Hall(HallStore(Path(sys.argv[1])))\n"
        "    hall.start()\n"
        "    while hall._attendants['one'].pid is None or hall.health('one').source != 'live': time.sleep(0.05)\n"
        "    print(hall._attendants['one'].pid, flush=True)\n"
        "    time.sleep(60)\n"
    )
    (tmp_path / "run.py").write_text(script)
    store = HallStore(tmp_path)
    store.put(film_board())
    store.close()
    command = [sys.executable, str(tmp_path / "run.py"), str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        process.kill()
    until(lambda: not _is_running(pid), 15)
    with a_hall(tmp_path) as hall:  # its log is free again
        until(lambda: hall.health("one").source == "live")


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_two_programs_on_one_board_the_second_waits_and_says_why(tmp_path: Path) -> None:
    folder = tmp_path / "boards" / "one"
    folder.mkdir(parents=True)
    held = filelock.FileLock(folder / "game.kifulog.lock")
    held.acquire()
    with a_hall(tmp_path, film_board()) as hall:
        until(lambda: "another kifuwatch" in hall.health("one").message)
        held.release()
        until(lambda: hall.health("one").source == "live" and not hall.health("one").message)


@pytest.mark.parametrize("kind", ["head", "part"])
def test_a_broken_log_is_moved_aside_what_can_be_read_is_saved_and_the_game_goes_on(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "boards" / "one"
    folder.mkdir(parents=True)
    path = folder / "game.kifulog"
    before = write_long_game(path)
    content = bytearray(path.read_bytes())
    if kind == "head":
        content[:16] = b"not SQLite's now"
    else:
        content[8 * 4096 : 9 * 4096] = bytes(4096)
    path.write_bytes(content)
    with a_hall(tmp_path, film_board()) as hall:
        until(lambda: count(hall, "one") >= 1 and "broken" in hall.health("one").message)
        (aside,) = path.parent.glob("game.kifulog.broken-?")
        assert aside.read_bytes() == content  # nobody touched it
        after = told(hall, "one")
        assert f"broken and lies in {aside.name}" in hall.health("one").message
    if kind == "part":
        assert after[:20] == before[:20]
    assert [e.seq for e in after] == list(range(1, len(after) + 1))


def write_long_game(path: Path) -> list[events.Event]:
    """A log of several pages in which little has been played."""
    corners = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
    made: list[events.Event] = [events.Board(t=0, size=9, corners=corners)]
    for n in range(200):
        made.append(events.View(t=n, state="back" if n % 2 else "poor", reason="a lamp that flickers"))
    with EventLog(path, "one") as log:
        return log.extend(made)


def test_orders_are_carried_out_or_refused_with_a_reason_also_while_the_camera_is_lost(
    tmp_path: Path, camera: Any
) -> None:
    one, server = camera
    one.mode = "missing"

    async def order(hall: Hall, order: Mapping[str, object]) -> list[dict[str, Any]]:
        answer: list[dict[str, Any]] = msgspec.json.decode(await hall.order("one", msgspec.json.encode(order)))
        return answer

    with a_hall(tmp_path, BoardConfig(id="one", source=server.address())) as hall:
        until(lambda: hall.health("one").source == "lost")
        facts = {"order": "set_facts", "facts": {"black": "조훈현"}}
        done = asyncio.run(order(hall, facts))
        assert [e["kind"] for e in done] == ["order", "facts"]
        with pytest.raises(Refused, match="board"):
            asyncio.run(order(hall, {"order": "declare_pass"}))
        with pytest.raises(Refused, match="no order"):
            asyncio.run(order(hall, {"order": "explode"}))
        with pytest.raises(NotRunning):
            asyncio.run(hall.picture("two", 300))


def test_one_line_for_each_change_of_a_source_and_not_for_each_try(
    tmp_path: Path, camera: Any, caplog: pytest.LogCaptureFixture
) -> None:
    one, server = camera
    one.mode = "missing"
    with (
        caplog.at_level("INFO", "recorder.hall"),
        a_hall(tmp_path, BoardConfig(id="one", source=server.address())) as hall,
    ):
        until(lambda: one.connections >= 6)
        one.mode = "live"
        until(lambda: hall.health("one").source == "live")
    lines = [record.getMessage() for record in caplog.records]
    assert [line.split(":")[1].strip() for line in lines] == ["connecting", "lost", "live", "off"]


def test_a_source_that_stalls_delays_the_others_by_less_than_a_fifth_of_a_second(tmp_path: Path, cameras: Any) -> None:
    server = cameras(4)
    boards = [BoardConfig(id=f"b{n}", source=server.address(n)) for n in range(4)]
    with a_hall(tmp_path, *boards) as hall:
        until(lambda: all(hall.health(b.id).source == "live" for b in boards))
        before = lateness(hall, 5.0)
        server.cameras[2].mode = "stalled"
        until(lambda: hall.health("b2").source == "lost")
        after = lateness(hall, 5.0)
        for name in ("b0", "b1", "b3"):
            assert after[name] - before[name] < 0.2
            assert hall.health(name).source == "live"


def lateness(hall: Hall, seconds: float) -> dict[str, float]:
    """By board: how long after they were taken its pictures had been looked at, the median over some seconds."""
    found: dict[str, list[float]] = {}
    end, pause = time.monotonic() + seconds, threading.Event()
    while time.monotonic() < end:
        for board in hall.boards():
            found.setdefault(board.id, []).append(hall.health(board.id).late)
        pause.wait(0.25)
    return {name: statistics.median(values) for name, values in found.items()}
