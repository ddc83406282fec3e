"""A log becomes an SGF again, also that of a program that was killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sgfmill import sgf

from recorder import events
from recorder.export import export_sgf
from recorder.facts import GameFacts
from recorder.log import EventLog, LogError
from recorder.sgf import to_sgf

BOARD = events.Board(t=0.0, size=19, corners=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)))

# Records moves, told on standard output as soon as the log has them, until somebody kills it.
RECORDER = """
import sys
from pathlib import Path
from recorder import events
from recorder.facts import GameFacts
from recorder.log import EventLog
from recorder.sinks import FanOut, JsonLines, SgfFile
folder = Path(sys.argv[1])
facts = GameFacts(black="柯洁", white="변상일")
log = EventLog(folder / "g.kifulog", facts=facts)
fan = FanOut([SgfFile(folder / "g.sgf", facts), JsonLines(Path("-"))], print)
fan.send(log.append(events.Board(t=0, size=19, corners=((0, 0), (9, 0), (9, 9), (0, 9)))))
for n in range(1, 362):
    point = chr(97 + (n * 7) % 19) + chr(97 + n // 19)
    move = events.Move(t=n, n=n, colour="WB"[n % 2], point=point, captured=(), t_placed=n, confidence=1)
    fan.send(log.append(move))
"""


def moves_of(content: bytes) -> list[tuple[str, object]]:
    nodes = sgf.Sgf_game.from_bytes(content).get_main_sequence()
    return [node.get_move() for node in nodes if node.get_move()[0]]


@pytest.mark.parametrize("seed", range(20))
def test_a_kill_at_any_time_leaves_an_sgf_and_a_log_with_all_that_was_told(tmp_path: Path, seed: int) -> None:
    """Twenty seeded kills; with KIFUWATCH_KILLS=500 in the environment, so many."""
    for trial in range(int(os.environ.get("KIFUWATCH_KILLS", "20")) // 20 or 1):
        folder = tmp_path / str(trial)
        folder.mkdir()
        chance = random.Random(1000 * seed + trial)
        recorder = subprocess.Popen([sys.executable, "-c", RECORDER, folder], stdout=subprocess.PIPE)
        assert recorder.stdout is not None
        lines = [recorder.stdout.readline() for _ in range(chance.randint(1, 40))]
        os.kill(recorder.pid, signal.SIGKILL)
        lines += recorder.stdout.readlines()
        recorder.wait()
        recorder.stdout.close()
        told = [events.decode(line) for line in lines if line.endswith(b"\n")]
        # The SGF is written before the line is told, and stands whole on the disk.
        beside = moves_of((folder / "g.sgf").read_bytes())
        assert len(beside) >= len(told) - 1
        game, content = export_sgf(folder / "g.kifulog")
        assert game.events >= len(told)
        expected = to_sgf(told, GameFacts(black="柯洁", white="변상일"))
        assert expected is not None
        kept = moves_of(content)
        assert kept[: len(told) - 1] == moves_of(expected)
        assert kept[: len(beside)] == beside
        assert sgf.Sgf_game.from_bytes(content).get_player_name("b") == "柯洁"
        with EventLog(folder / "g.kifulog") as log:  # and the log can be written on
            assert log.append(BOARD).seq == game.events + 1


def test_the_last_game_with_a_board_is_exported_or_the_one_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    with EventLog(path, board="table 4") as log:
        first = log.append(BOARD).game
        log.append(events.End(t=1, reason="over", result="B+R"))
        second = log.append(BOARD).game
    with EventLog(path, board="table 4") as log:
        log.append(events.View(t=1, state="lost", reason="dark"))
    assert export_sgf(path)[0].game == second
    game, content = export_sgf(path, first)
    assert game.game == first
    assert b"RE[B+R]" in content
    with pytest.raises(LogError, match=f"no game 'x'.*{first}, {second}"):
        export_sgf(path, "x")


def test_a_log_without_a_board_has_nothing_to_export(tmp_path: Path) -> None:
    with EventLog(tmp_path / "g.kifulog") as log:
        log.append(events.View(t=1, state="lost", reason="dark"))
    with pytest.raises(LogError, match="nothing to export"):
        export_sgf(tmp_path / "g.kifulog")
