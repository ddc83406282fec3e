"""The script that answers conformance cases, run as a program on cases of our own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parent.parent / "conformance.py"
KO = [".XO..", "X.XO.", ".XO..", ".....", "....."]

CASES: list[dict[str, Any]] = [
    {
        "id": "1",
        "kind": "legality",
        "setup": KO,
        "to_move": "W",
        "moves": [["W", "B4"]],
        "query": {"type": "move", "move": ["B", "C4"]},
        "want": {"legal": False, "reason": "ko"},
    },
    {
        "id": "2",
        "kind": "legality",
        "setup": KO,
        "to_move": "W",
        "moves": [],
        "query": {"type": "illegal_points"},
        "want": {"illegal_empty_points": {"A5": "suicide"}},
    },
    {
        "id": "3",
        "kind": "capture",
        "setup": KO,
        "to_move": "W",
        "moves": [["W", "B4"]],
        "want": {"last_captured": ["C4"], "ko_point": "C4", "to_move": "B", "stones_captured": {"B": 1, "W": 0}},
    },
    {
        "id": "4",
        "kind": "repetition",
        "setup": KO,
        "to_move": "W",
        "moves": [["W", "B4"], ["B", "C4"]],
        "want": {"reason": "ko", "repeats": {"position_index": 0, "same_player_to_move": True}},
    },
    {
        "id": "5",
        "kind": "score",
        "scoring": "area",
        "setup": ["..XO.", "..XO.", "..XO.", "..XO.", "..XO."],
        "dead": [],
        "seki": [],
        "game_type": "even",
        "handicap": 0,
        "komi_zi": 2,
        "warnings": {"B": 0, "W": 0},
        "want": {"result": "B+1", "result_zi": "B+1/2", "threshold_zi": {"B": 14.5, "W": 10.5}},
    },
    {
        "id": "6",
        "kind": "transition",
        "setup": KO,
        "to_move": "W",
        "last_move": ["B", "A4"],
        "move_number": 7,
        "ko_point": None,
        "phase": "play",
        "game_type": "even",
        "handicap": 0,
        "observed": [{"position": [".XO..", "XOXO.", ".XO..", ".....", "....."], "settled": True}],
        "want": {"class": "irregularity", "irregularity": "missed_capture", "points_all": ["B4", "C4"]},
    },
    {"id": "7", "kind": "capture", "setup": ["X"], "to_move": "W", "moves": [], "want": {}},
]


def run(folder: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), folder], capture_output=True, text=True, check=False)


def test_each_case_gets_a_line_with_what_is_asked(tmp_path: Path) -> None:
    given = [{"ruleset": "cn2002", **{k: v for k, v in case.items() if k != "want"}} for case in CASES]
    (tmp_path / "cases.json").write_text(json.dumps(given))
    done = run(str(tmp_path))
    answers = {answer["id"]: answer["got"] for answer in map(json.loads, done.stdout.splitlines())}
    assert answers.keys() == {case["id"] for case in CASES}
    for case in CASES:
        got = answers[case["id"]]
        assert {key: got.get(key) for key in case["want"]} == case["want"]
    # A case that makes no sense is named and does not keep the others from being answered.
    assert done.returncode == 1
    assert "case 7" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_folder_it_says_how_it_is_used() -> None:
    done = run("no such folder")
    assert done.returncode == 2
    assert "usage" in done.stderr
