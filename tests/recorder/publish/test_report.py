"""The referee's report on paper: what a referee must find in it is there, in English and in Chinese."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from PIL import Image
from sgfmill import boards

from recorder import events
from recorder.facts import GameFacts
from recorder.log import EventLog
from recorder.publish import statistics
from recorder.publish.game import Game, gather, load, make_game
from recorder.publish.report import game_report
from recorder.publish.round_report import round_report
from recorder.web.languages import Texts

Play = Callable[..., tuple[list[events.Event], boards.Board]]
Run = Callable[..., subprocess.CompletedProcess[str]]

FACTS = GameFacts(
    black="柯洁", black_rank="9段", white="Ondřej Šilt", white_rank="6d", event="Praha 2026", round="3", komi=7.5,
    rules="cn2002", name="Table 4",
)  # fmt: skip


def watched(play: Play) -> list[events.Event]:
    """Five moves, ten seconds each; an irregularity with its ruling, one that went away, a pause, a lost view."""
    told, _ = play(["Bdd", "Wpp", "Bdp", "Wpd", "B.."])
    moved = events.Alert(
        t=32, id="moved_stone", points=("dd", "de"), colour="W", article="17.5", severity="warning",
        message="a White stone was moved: D16, D15", t_seen=31, after=3, roles={"from": ("dd",), "to": ("de",)},
    )  # fmt: skip
    twice = events.Alert(
        t=43, id="double_move", points=("pd",), colour="W", article="17.2", severity="critical",
        message="White played twice in a row: Q16", t_seen=42, after=4,
    )  # fmt: skip
    said: list[events.Event] = [*told[:4], moved]
    said.append(
        events.Ruling(
            t=35, alert=5, ruling="restore", to_move="W", warnings={"B": 0, "W": 1}, added={"W": 1}, note="双方同意"
        )
    )
    said += [events.Pause(t=36, state="paused", reason="tea"), events.Pause(t=39, state="resumed")]
    said += [
        told[4],
        twice,
        events.View(t=44, state="lost", reason="a hand"),
        events.View(t=46, state="back", reason=""),
    ]
    said += [told[5], events.End(t=60, reason="resigned", result="B+R")]
    return [msgspec.structs.replace(event, seq=n, game="board-1") for n, event in enumerate(said, 1)]


def log_of(told: list[events.Event], path: Path, facts: GameFacts = FACTS) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with EventLog(path, board=path.parent.name, facts=facts) as log:
        log.extend(told)
    return path


def words_of(content: bytes, tmp_path: Path) -> str:
    path = tmp_path / "report.pdf"
    path.write_bytes(content)
    done = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
    return done.stdout.decode()


@pytest.fixture
def one(tmp_path: Path, play: Play) -> Game:
    (game,) = load(log_of(watched(play), tmp_path / "table-4" / "game.kifulog"))
    return game


def test_the_numbers_are_those_of_the_game(one: Game) -> None:
    numbers = statistics.of_game(one)
    assert (numbers.moves, numbers.passes) == (5, 1)
    assert numbers.duration == 40
    # Each player's time, without the three seconds of the pause.
    assert numbers.spent == {"B": 30.0, "W": 17.0}
    assert numbers.alerts == {"warning": 1, "critical": 1}
    assert (numbers.open, numbers.rulings, numbers.warnings) == (1, 1, {"W": 1})
    assert numbers.lost == 2
    assert numbers.seen == pytest.approx(1 - 2 / 60)


def test_a_ruling_that_is_withdrawn_leaves_its_alert_open(play: Play) -> None:
    told = [
        *watched(play),
        events.Ruling(t=61, seq=15, alert=5, ruling="withdrawn", to_move=None, warnings={}, withdraws=6),
    ]
    assert statistics.states_of_alerts(told) == {5: "open", 10: "open"}


ENGLISH = """
Referee's report | 柯洁 9段 | Ondřej Šilt 6d | round 3 | Chinese (cn2002) | Stone moved | 0:31, after move 3
Warnings for White: 1 | White is to move | 双方同意 | Two moves in a row | Nobody has decided on it
The board cannot be seen | tea | Moves 1–5 | 5 pass | Page 1 of
"""
CHINESE = """
裁判报告 | 柯洁 9段 | Ondřej Šilt 6d | 第 3 轮 | 棋子已有移动 | 第 3 手之后 | 双方同意时，恢复原位 | 白方警告 1 次
一方连下两着 | 尚无裁决 | 看不到棋盘 | 第 1–5 手 | 5 虚着
"""


@pytest.mark.parametrize(("language", "said"), [("en", ENGLISH), ("zh_hans", CHINESE)], ids=["en", "zh"])
def test_what_happened_and_what_was_decided_stands_in_the_report(
    one: Game, tmp_path: Path, language: str, said: str
) -> None:
    words = words_of(game_report(one, Texts(language)), tmp_path)
    flat = "".join(words.split())
    wanted = ["".join(text.split()) for text in re.split(r"[|\n]", said) if text]
    assert len(wanted) > 10
    assert [text for text in wanted if text not in flat] == []


def test_pictures_of_an_alert_are_printed_where_they_were_kept(one: Game, tmp_path: Path) -> None:
    assert one.log is not None
    folder = one.log.parent / "evidence"
    folder.mkdir()
    for moment, colour in (("before", "red"), ("during", "green"), ("after", "blue")):
        Image.new("RGB", (320, 240), colour).save(folder / f"5-{moment}.jpg")
    (folder / "10-before.jpg").write_bytes(b"no picture at all")

    def shown(pictures: bool) -> int:
        path = tmp_path / "r.pdf"
        path.write_bytes(game_report(one, Texts("en"), pictures=pictures))
        done = subprocess.run(["pdfimages", "-list", path], capture_output=True, check=True, text=True)
        return len([line for line in done.stdout.splitlines() if " image " in line])

    assert shown(pictures=True) == 3
    assert shown(pictures=False) == 0


def test_a_round_names_every_game_and_every_grave_alert(tmp_path: Path, play: Play, one: Game) -> None:
    quiet, _ = play(["Bcc", "Wgg"], 9)
    other = make_game(
        "board-2", "table-5", quiet, msgspec.structs.replace(FACTS, name="Table 5", black="이세돌", white="王")
    )
    assert other is not None
    words = words_of(round_report([one, other], Texts("en"), whole=False), tmp_path)
    for text in (
        "Report of the round",
        "Praha 2026",
        "Table 4",
        "Table 5",
        "이세돌",
        "王",
        "Two moves in a row",
        "1 of 2",
    ):
        assert text in words
    whole = words_of(round_report([one, other], Texts("en")), tmp_path)
    assert whole.count("Referee's report") == 2


def test_a_long_game_with_many_alerts_fills_as_many_pages_as_it_needs(
    tmp_path: Path, game: Callable[[int], tuple[list[events.Event], boards.Board]]
) -> None:
    told, _ = game(0)
    alert = events.Alert(
        t=50, id="off_centre_stone", points=("aa",), colour=None, article="2.3", severity="info",
        message="stones were pushed off their points: A19", t_seen=50,
    )  # fmt: skip
    told += [msgspec.structs.replace(alert, seq=1000 + n) for n in range(30)]
    made = make_game("g", "b", told, FACTS)
    assert made is not None
    words = words_of(game_report(made, Texts("en")), tmp_path)
    pages = words.count("\f")
    assert words.count("Stone off its point") == 30
    assert f"Page {pages} of {pages}" in " ".join(words.split())


def test_the_command_writes_a_report_of_a_game_and_of_a_round(tmp_path: Path, play: Play, kifuwatch: Run) -> None:
    for table in (1, 2):
        facts = msgspec.structs.replace(FACTS, name=f"Table {table}", round=str(table))
        log_of(watched(play), tmp_path / "hall" / f"table-{table}" / "game.kifulog", facts)
    one = kifuwatch("report", tmp_path / "hall" / "table-1" / "game.kifulog", "-o", tmp_path / "one.pdf")
    assert one.returncode == 0, one.stderr
    both = kifuwatch("report", tmp_path / "hall", "-o", tmp_path / "both.pdf", "--summary", "--language", "zh_hans")
    assert both.returncode == 0, both.stderr
    assert "2 games" in both.stderr
    assert "本轮报告" in words_of((tmp_path / "both.pdf").read_bytes(), tmp_path)
    assert [g.facts.name for g in gather([tmp_path / "hall"], round_name="2")] == ["Table 2"]
    none = kifuwatch("report", tmp_path / "hall", "-o", tmp_path / "x.pdf", "--round", "9")
    assert none.returncode == 2
    assert "there are: 1, 2" in none.stderr
    assert kifuwatch("report", tmp_path, "-o", tmp_path / "x.txt").returncode == 2
