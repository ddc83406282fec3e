"""The log keeps what it confirmed, and says clearly why where it cannot."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from recorder import events
from recorder.facts import GameFacts
from recorder.log import EventLog, LogError, LogReader

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
BOARD = events.Board(t=0.0, size=19, corners=CORNERS)


def move(n: int, point: str = "dd") -> events.Move:
    player: events.Player = "B" if n % 2 else "W"
    return events.Move(t=float(n), n=n, colour=player, point=point, captured=(), t_placed=n - 0.5, confidence=0.9)


def test_events_get_their_number_and_game_and_come_back_in_order(tmp_path: Path) -> None:
    with EventLog(tmp_path / "g.kifulog") as log:
        told = log.extend([BOARD, move(1), move(2, "pp")])
    assert [e.seq for e in told] == [1, 2, 3]
    assert len({e.game for e in told}) == 1
    with LogReader(tmp_path / "g.kifulog") as reader:
        assert reader.events() == told


def test_a_reader_follows_a_log_that_is_being_written(tmp_path: Path) -> None:
    with EventLog(tmp_path / "g.kifulog") as log, LogReader(tmp_path / "g.kifulog") as reader:
        log.append(BOARD)
        assert [e.seq for e in reader.events()] == [1]
        log.extend([move(1), move(2)])
        assert [e.seq for e in reader.events(after=1)] == [2, 3]


def test_a_reader_can_be_handed_from_thread_to_thread(tmp_path: Path) -> None:
    """The hall reads a board's log in whichever thread has heard that it grew."""
    with EventLog(tmp_path / "g.kifulog") as log, LogReader(tmp_path / "g.kifulog") as reader:
        log.append(BOARD)
        with ThreadPoolExecutor(1) as elsewhere:
            assert [e.seq for e in elsewhere.submit(reader.events).result()] == [1]


def test_a_board_after_the_end_is_another_game_and_a_bump_of_the_board_is_not(tmp_path: Path) -> None:
    with EventLog(tmp_path / "g.kifulog") as log:
        told = log.extend(
            [BOARD, move(1), BOARD, move(2), events.End(t=3, reason="counted", result=None), BOARD, move(1)]
        )
        alert = events.View(t=9, state="lost", reason="dark")
        assert log.append(alert).game == told[-1].game
        assert [(g.game, g.events) for g in log.games()] == [(told[0].game, 5), (told[-1].game, 3)]
        assert log.events(game=told[-1].game)[0].seq == 6


def test_opening_again_appends_and_begins_another_game(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    with EventLog(path) as log:
        first = log.append(BOARD)
    with EventLog(path) as log:
        second = log.append(BOARD)
    assert (first.seq, second.seq) == (1, 2)
    assert first.game != second.game


def test_facts_are_kept_with_the_game_and_can_be_put_right(tmp_path: Path) -> None:
    facts = GameFacts(black="柯洁", white="변상일", komi=6.5)
    with EventLog(tmp_path / "g.kifulog", facts=facts) as log:
        game = log.append(BOARD).game
        assert log.facts(game) == facts
        log.set_facts(GameFacts(black="변상일", white="柯洁", komi=6.5))
        assert log.facts(game).black == "변상일"
        assert log.facts("another") == GameFacts()


def test_nothing_in_a_log_can_be_changed_or_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    with EventLog(path) as log:
        log.extend([BOARD, move(1)])
    db = sqlite3.connect(path)
    try:
        for statement in ("DELETE FROM events", "UPDATE events SET line = '{}'"):
            with pytest.raises(sqlite3.IntegrityError, match="only grows"):
                db.execute(statement)
    finally:
        db.close()


def test_a_second_writer_is_refused_until_the_first_is_done(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    code = (
        "import sys; from pathlib import Path; from recorder.log import EventLog, LogError\n"
        "try:\n    EventLog(Path(sys.argv[1])).close()\n"
        "except LogError as error:\n    print(error)"
    )
    with EventLog(path) as log:
        log.append(BOARD)
        other = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
        assert "another kifuwatch" in other.stdout
        log.append(move(1))
    again = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert again.stdout == ""
    assert [p.name for p in tmp_path.iterdir()] == ["g.kifulog"]


@pytest.mark.parametrize("content", [b"a letter to a friend, of some length. " * 200, b"SQLite format 3\0" * 300])
def test_a_file_that_is_no_log_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    for open_it in (EventLog, LogReader):
        with pytest.raises(LogError, match="no event log"):
            open_it(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE events (x)")
    db.close()
    before = path.read_bytes()
    for open_it in (EventLog, LogReader):
        with pytest.raises(LogError, match="another program"):
            open_it(path)
    assert path.read_bytes() == before


def test_a_log_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    EventLog(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(LogError, match="newer"):
        EventLog(path)


def test_a_damaged_page_is_told_not_hidden(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    with EventLog(path) as log:
        log.extend([BOARD, *(move(n) for n in range(1, 200))])
    content = bytearray(path.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 200] = b"\xff" * 200
    path.write_bytes(content)
    with pytest.raises(LogError, match="broken"), EventLog(path) as log:
        log.events()
    assert path.read_bytes()[4096:] == bytes(content[4096:])


@pytest.mark.parametrize("path", ["missing/g.kifulog", "."])
def test_a_place_that_cannot_hold_a_log_is_named(tmp_path: Path, path: str) -> None:
    with pytest.raises(LogError, match="log"):
        EventLog(tmp_path / path)


def test_a_missing_log_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no log"):
        LogReader(tmp_path / "none.kifulog")
    assert not list(tmp_path.iterdir())


WRITER = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from recorder import events
from recorder.log import EventLog, LogError
if len(sys.argv) > 2:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
log = EventLog(Path(sys.argv[1]))
kept = log.append(events.Board(t=0, size=19, corners=((0, 0), (9, 0), (9, 9), (0, 9))))
print(events.encode(kept).decode(), flush=True)
try:
    for n in range(1, 100000):
        point = chr(97 + n % 19) + chr(97 + n // 19 % 19)
        colour = "BW"[n % 2 == 0]
        move = events.Move(t=n, n=n, colour=colour, point=point, captured=(), t_placed=n, confidence=1)
        print(events.encode(log.append(move)).decode(), flush=True)
except LogError as error:
    print(error, file=sys.stderr)
"""


def test_where_no_more_can_be_written_it_says_so_and_what_was_confirmed_stays(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    writer = subprocess.run([sys.executable, "-c", WRITER, path, "200000"], capture_output=True, text=True, check=True)
    told = [events.decode(line) for line in writer.stdout.splitlines()]
    assert "disk is full" in writer.stderr
    assert len(told) > 10
    with LogReader(path) as reader:
        assert reader.events() == told


READER = """
import contextlib, ctypes, os, sys
with contextlib.suppress(AttributeError, OSError):
    for override in (1, 2):  # what lets root write everywhere; a new program of it has it no more
        ctypes.CDLL(None).prctl(24, override, 0, 0, 0)
os.execv(sys.executable, [sys.executable, "-m", "recorder.cli", "export", sys.argv[1]])
"""


@pytest.mark.skipif(os.name != "posix", reason="permissions of folders are a thing of POSIX")
def test_a_log_in_a_folder_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    with EventLog(folder / "g.kifulog") as log:
        log.append(events.Board(t=0, size=19, corners=((0, 0), (9, 0), (9, 9), (0, 9))))
    folder.chmod(0o555)
    try:
        done = subprocess.run(
            [sys.executable, "-c", READER, folder / "g.kifulog"], capture_output=True, text=True, check=False
        )
    finally:
        folder.chmod(0o755)
    assert (done.returncode, done.stderr) == (0, "")
    assert "SZ[19]" in done.stdout


def test_a_game_that_is_resumed_keeps_its_identity_also_after_its_end(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    with EventLog(path, facts=GameFacts(black="Alice")) as log:
        told = log.extend([BOARD, move(1), events.End(t=3, reason="the recording was stopped", result=None)])
    with EventLog(path, resume=True) as log:
        assert log.game == told[0].game
        told += log.extend([BOARD, move(2)])
        assert log.facts(log.game).black == "Alice"
    assert [e.seq for e in told] == [1, 2, 3, 4, 5]
    assert len({e.game for e in told}) == 1
    with EventLog(tmp_path / "new.kifulog", resume=True) as log:
        assert (log.game, log.append(BOARD).seq) == ("", 1)


def test_what_was_weighed_is_kept_beside_the_events(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    with EventLog(path) as log:
        log.append(BOARD)
        log.append_traces([(0.5, '{"a":1}'), (0.6, '{"a":2}')])
        log.append(move(1))
        log.append_traces([(1.0, '{"a":3}')])
        log.append_traces([])
    with LogReader(path) as reader:
        assert [(t.seq, t.time, t.line) for t in reader.traces()] == [
            (1, 0.5, '{"a":1}'), (1, 0.6, '{"a":2}'), (2, 1.0, '{"a":3}'),
        ]  # fmt: skip
        assert [t.time for t in reader.traces(first=2)] == [1.0]
        assert [t.time for t in reader.traces(last=1)] == [0.5, 0.6]


def test_a_log_of_the_version_without_traces_is_read_and_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    with EventLog(path) as log:
        told = log.extend([BOARD, move(1)])
    db = sqlite3.connect(path)
    db.executescript("DROP TABLE traces; DROP TABLE sittings; PRAGMA user_version = 1;")
    db.close()
    with LogReader(path) as reader:
        assert (reader.events(), reader.traces()) == (told, [])
    with EventLog(path) as log:
        log.append_traces([(1.0, "{}")])
        assert [t.line for t in log.traces()] == ["{}"]
