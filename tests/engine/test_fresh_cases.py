"""Cases of our own in the form of the conformance files, turned, mirrored and with colours exchanged.

Each kind of the schema, on boards of many sizes, under each rule set; what must come out is written by hand.
"""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

_PATH = Path(__file__).parent.parent / "conformance.py"
_SPEC = importlib.util.spec_from_file_location("conformance", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
conformance = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(conformance)

Case = dict[str, Any]
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
VERTEX = re.compile(r"[A-HJ-Z]\d{1,2}")


def board(size: int, black: str = "", white: str = "") -> list[str]:
    rows = [["."] * size for _ in range(size)]
    for names, sign in ((black, "X"), (white, "O")):
        for name in names.split():
            rows[size - int(name[1:])][LETTERS.index(name[0])] = sign
    return ["".join(row) for row in rows]


def looks(size: int, *stones: tuple[str, str], **more: Any) -> list[Case]:
    return [{"position": board(size, black, white), "settled": True, **more} for black, white in stones]


def transition(size: int, black: str, white: str, observed: list[Case], want: Case, **given: Any) -> Case:
    case = {
        "kind": "transition",
        "ruleset": "cn2002",
        "setup": board(size, black, white),
        "to_move": "B",
        "last_move": None,
        "move_number": 40,
        "ko_point": None,
        "phase": "play",
        "game_type": "even",
        "handicap": 0,
        "observed": observed,
        "want": {"moves": [], **want},
    }
    return case | given


def irregular(name: str, points: str, **want: Any) -> Case:
    return {"class": "irregularity", "irregularity": name, "points_all": points.split(), **want}


def ruled(board: list[str] | None, to_move: str | None, black: int = 0, white: int = 0, **more: Any) -> Case:
    return {"position_after": board, "to_move_after": to_move, "warnings": {"B": black, "W": white}, **more}


KO = (".XO", "E6 D5 E4", "F6 G5 F4 E5")  # White has just taken at E5; Black may not take back at F5 at once.
B9, W9 = "D5 C6 E3", "F5 G6 D3"
HANDICAP = "D4 K10 Q16 Q4 D16"

CASES: dict[str, Case] = {
    "older text: two in a row loses": transition(
        15,
        "H8 G9",
        "H9 J8",
        looks(15, ("H8 G9 C3", "H9 J8")),
        irregular("double_move", "G9 C3", ruling=ruled(board(15, "H8 G9", "H9 J8"), None, result="W+F")),
        ruleset="cn_old",
        to_move="W",
        last_move=["B", "G9"],
    ),
    "older text: taken back": transition(
        13,
        B9,
        W9,
        looks(13, (B9 + " K10", W9), (B9 + " L10", W9)),
        irregular("take_back", "K10 L10", moves=[["B", "K10"]], ruling=ruled(board(13, B9 + " K10", W9), "W", 1)),
        ruleset="cn_old",
        last_move=["W", "D3"],
    ),
    "older text: forbidden point": transition(
        9,
        "A3",
        "A2 B1",
        looks(9, ("A3 A1", "A2 B1")),
        irregular("forbidden_point", "A1", ruling=ruled(board(9, "A3", "A2 B1"), "W", turn_forfeited="B")),
        ruleset="cn_old",
    ),
    "older text: a capture missed costs no warning": transition(
        11,
        "A2 C4",
        "A1 D8",
        looks(11, ("A2 B1 C4", "A1 D8")),
        irregular("missed_capture", "A1 B1", moves=[["B", "B1"]], ruling=ruled(board(11, "A2 B1 C4", "D8"), "W")),
        ruleset="cn_old",
    ),
    "moved and back by agreement": transition(
        17,
        B9,
        W9,
        looks(17, ("D5 C6 E3", "F5 G7 D3")),
        irregular("moved_stone", "G6 G7", ruling=ruled(board(17, B9, W9), "B")),
        last_move=["W", "D3"],
    ),
    "a whole chain taken off with its liberties": transition(
        9,
        "C3 C4",
        "D3 D4 G7 G8",
        looks(9, ("C3 C4 D5", "G7 G8")),
        irregular(
            "wrong_capture",
            "D5 D3 D4",
            moves=[["B", "D5"]],
            ruling=ruled(board(9, "C3 C4 D5", "D3 D4 G7 G8"), "W", 1),
        ),
    ),
    "taken off wrongly, then an answer": transition(
        9,
        "C3 C4",
        "D3 G7 G8",
        looks(9, ("C3 C4 E5", "G7 G8"), ("C3 C4 E5", "G7 G8 A9")),
        irregular("wrong_capture", "E5 D3 A9", moves=[["B", "E5"], ["W", "A9"]], ruling=None),
    ),
    "ko, then elsewhere, then back: in order": transition(
        9,
        "E6 D5 E4",
        "F6 G5 F4 E5",
        looks(9, ("E6 D5 E4 A1", "F6 G5 F4 E5"), ("E6 D5 E4 A1", "F6 G5 F4 E5 A9"), ("E6 D5 E4 A1 F5", "F6 G5 F4 A9")),
        {"class": "moves", "irregularity": None, "moves": [["B", "A1"], ["W", "A9"], ["B", "F5"]]},
        ko_point="F5",
        last_move=["W", "E5"],
    ),
    "ko at once, Korean rules: named, the ruling left open": transition(
        9,
        "E6 D5 E4",
        "F6 G5 F4 E5",
        looks(9, ("E6 D5 E4 F5", "F6 G5 F4")),
        irregular("ko_retake", "E5 F5", ruling=None),
        ruleset="kr",
        ko_point="F5",
        last_move=["W", "E5"],
    ),
    "captured stones put back after the capture was agreed": transition(
        9,
        "A3 B2 B1 E5",
        "F5",
        looks(9, ("A3 B2 B1 E5", "F5 A1 A2")),
        irregular("capture_restored", "A1 A2 B1"),
        to_move="W",
        last_move=["B", "B1"],
        prior_positions=[board(9, "A3 B2 E5", "F5 A1 A2")],
    ),
    "a stone set while both presses are known": transition(
        9,
        B9,
        W9,
        looks(9, (B9 + " A1", W9 + " A9")),
        {"class": "moves", "irregularity": None, "moves": [["B", "A1"], ["W", "A9"]]},
        evidence={"clock_presses": ["B", "W"]},
        last_move=["W", "D3"],
    ),
    "a hand over the board tells nothing yet": transition(
        9,
        "A2 C4",
        "A1 D8",
        [{"position": board(9, "A2 B1 C4", "A1 D8"), "settled": False}],
        {"class": "no_change", "irregularity": None},
    ),
    "one stone gone of a handicap game": transition(
        19,
        HANDICAP,
        "C3",
        looks(19, ("D4 K10 Q16 Q4", "C3")),
        irregular("stone_vanished", "D16", ruling=ruled(board(19, HANDICAP, "C3"), "B")),
        game_type="handicap",
        handicap=5,
        last_move=["W", "C3"],
    ),
    "black before white's first move of a handicap game": transition(
        13,
        "D4 K10",
        "",
        looks(13, ("D4 K10 G7", "")),
        irregular("out_of_turn", "G7", ruling=ruled(board(13, "D4 K10"), "W")),
        game_type="handicap",
        handicap=2,
        to_move="W",
        move_number=0,
    ),
    "black again after his own pass": transition(
        9,
        B9,
        W9,
        looks(9, (B9 + " A1", W9)),
        irregular("out_of_turn", "A1", ruling=ruled(board(9, B9, W9), "W")),
        to_move="W",
        last_move=["B", "pass"],
    ),
    "first-move game begun by White": transition(
        19,
        "",
        "",
        looks(19, ("", "Q16")),
        irregular("white_first", "Q16"),
        game_type="first_move",
        move_number=0,
    ),
    "two stones moved are many changes": transition(
        13,
        B9 + " K3",
        W9 + " L9",
        looks(13, ("D5 C6 E3 K4", "F5 G6 D3 M9")),
        irregular("multiple_changes", "K3 K4 L9 M9"),
        last_move=["W", "D3"],
    ),
    "colours exchanged, found with the tenth move": transition(
        9,
        B9,
        W9,
        looks(9, (B9 + " A1", W9)),
        {"class": "irregularity", "irregularity": "swapped_colours_early", "moves": [["B", "A1"]]},
        move_number=9,
        evidence={"assigned_black_seat": "east", "seat_of_hand_setting_black": "west"},
    ),
    "colours exchanged, found with the eleventh": transition(
        9,
        B9,
        W9,
        looks(9, (B9 + " A1", W9)),
        {"class": "irregularity", "irregularity": "swapped_colours_late", "moves": [["B", "A1"]]},
        move_number=10,
        evidence={"assigned_black_seat": "east", "seat_of_hand_setting_black": "west"},
    ),
    "the end proposed": transition(
        9, B9, W9, looks(9, (B9, W9)), {"class": "end_proposed"}, evidence={"end_confirmed_by": ["B"]}
    ),
    "the end agreed without passes": transition(
        9, B9, W9, looks(9, (B9, W9)), {"class": "end_confirmed"}, evidence={"end_confirmed_by": ["B", "W"]}
    ),
    "the end proposed, the other plays on (21.1)": transition(
        9,
        B9,
        W9,
        looks(9, (B9, W9 + " A1")),
        {"class": "moves", "irregularity": None, "moves": [["B", "pass"], ["W", "A1"]]},
        evidence={"end_confirmed_by": ["B"]},
        last_move=["W", "D3"],
    ),
    "a stone after the end was agreed": transition(
        9,
        B9,
        W9,
        looks(9, (B9 + " A1", W9)),
        irregular("stone_added_in_counting", "A1"),
        evidence={"end_confirmed_by": ["B", "W"]},
        phase="stopped",
    ),
    "one signal beside the board proposes": transition(
        9,
        B9,
        W9,
        looks(9, (B9, W9), off_board_stones=[{"colour": "W", "beside": "black_seat_lower_right"}]),
        {"class": "end_proposed", "irregularity": "end_signal_stone"},
        ruleset="cn_old",
    ),
    "the text of 2002 has no such signal": transition(
        9,
        B9,
        W9,
        looks(9, (B9, W9), off_board_stones=[{"colour": "W", "beside": "black_seat_lower_right"}]),
        {"class": "no_change", "irregularity": None},
    ),
    "a stone of the own colour beside the board is no signal": transition(
        9,
        B9,
        W9,
        looks(9, (B9, W9), off_board_stones=[{"colour": "B", "beside": "black_seat_lower_right"}]),
        {"class": "no_change", "irregularity": None},
        ruleset="cn_old",
    ),
    "part of the dead stones leave": transition(
        9,
        B9 + " A1",
        W9,
        looks(9, ("D5 C6 A1", W9)),
        {"class": "counting", "irregularity": "counting_removal", "points_all": ["E3"]},
        phase="counting",
        evidence={"end_confirmed_by": ["B", "W"], "agreed_dead": ["E3", "A1"]},
    ),
    "a living stone leaves during the count": transition(
        9,
        B9 + " A1",
        W9,
        looks(9, ("D5 E3 A1", W9)),
        irregular("stone_vanished", "C6"),
        phase="counting",
        evidence={"end_confirmed_by": ["B", "W"], "agreed_dead": ["E3", "A1"]},
    ),
    "forbidden under Japanese rules too": {
        "kind": "legality",
        "ruleset": "jp",
        "setup": board(13, "A3", "A2 B1"),
        "to_move": "B",
        "moves": [],
        "query": {"type": "illegal_points"},
        "want": {"illegal_empty_points": {"A1": "suicide"}},
    },
    "several stones may die of their own hand under Ing's rules": {
        "kind": "legality",
        "ruleset": "ing",
        "setup": board(9, "A1", "A3 B2 C1"),
        "to_move": "B",
        "moves": [],
        "query": {"type": "move", "move": ["B", "A2"]},
        "want": {"legal": True, "reason": "ok"},
    },
    "a move after two passes, older text": {
        "kind": "legality",
        "ruleset": "cn_old",
        "setup": board(9, B9, W9),
        "to_move": "B",
        "moves": [["B", "pass"], ["W", "pass"]],
        "query": {"type": "move", "move": ["B", "A1"]},
        "want": {"legal": True, "reason": "ok"},
    },
    "two chains and a ko": {
        "kind": "capture",
        "ruleset": "cn2002",
        "setup": board(9, "E6 D5 E4", "F6 G5 F4"),
        "to_move": "B",
        "moves": [["B", "F5"], ["W", "E5"]],
        "want": {"last_captured": ["F5"], "ko_point": "F5", "stones_captured": {"B": 1, "W": 0}, "to_move": "B"},
    },
    "ko over a threat": {
        "kind": "repetition",
        "ruleset": "cn2002",
        "setup": board(9, "E6 D5 E4", "F6 G5 F4"),
        "to_move": "B",
        "moves": [["B", "F5"], ["W", "E5"], ["B", "A1"], ["W", "A9"], ["B", "F5"], ["W", "E5"]],
        "want": {
            "first_illegal_index": {"simple_ko_only": 5, "positional_superko": 5, "situational_superko": 5},
            "reason": "ko",
        },
    },
}


def turned(case: Case, turn: int, exchanged: bool) -> Case:
    """A case mirrored, turned, and with the colours exchanged."""
    size = len(case["setup"])

    def vertex(name: str) -> str:
        row, col = place(size - int(name[1:]), LETTERS.index(name[0]))
        return f"{LETTERS[col]}{size - row}"

    def place(row: int, col: int) -> tuple[int, int]:
        col = size - 1 - col if turn & 1 else col
        row = size - 1 - row if turn & 2 else row
        return (col, row) if turn & 4 else (row, col)

    def text(value: str) -> str:
        if VERTEX.fullmatch(value):
            return vertex(value)
        if not exchanged:
            return value
        if value in ("B", "W") or value[1:2] == "+":
            return {"B": "W", "W": "B"}[value[0]] + value[1:]
        for colour, other in (("black", "white"), ("white", "black")):
            if value.startswith(colour + "_seat"):
                return value.replace(colour, other, 1)
        return value

    def rows(old: list[str]) -> list[str]:
        new = [["."] * size for _ in range(size)]
        for row, line in enumerate(old):
            for col, sign in enumerate(line):
                at = place(row, col)
                new[at[0]][at[1]] = {"X": "O", "O": "X"}.get(sign, sign) if exchanged else sign
        return ["".join(line) for line in new]

    def each(value: Any) -> Any:
        if isinstance(value, dict):
            return {text(key): each(entry) for key, entry in value.items()}
        if isinstance(value, list):
            if len(value) == size and all(isinstance(row, str) and len(row) == size for row in value):
                return rows(value)
            return [each(entry) for entry in value]
        return text(value) if isinstance(value, str) else value

    found: Case = each(case)
    return found


def loose(value: Any) -> Any:
    """Lists of points as sets; boards and moves keep their order."""
    if isinstance(value, dict):
        return {key: loose(entry) for key, entry in value.items()}
    if isinstance(value, list) and value and all(isinstance(entry, str) and VERTEX.fullmatch(entry) for entry in value):
        return frozenset(value)
    return value


@pytest.mark.parametrize("name", CASES)
def test_cases_of_every_kind_however_the_board_lies(name: str) -> None:
    plain = CASES[name]
    one_sided = (
        plain["want"].get("irregularity") == "white_first" or plain["game_type"] == "handicap"
        if (plain["kind"] == "transition")
        else False
    )
    for turn in range(8):
        for exchanged in (False,) if one_sided else (False, True):
            case = turned(plain, turn, exchanged)
            want = case.pop("want")
            got = conformance.KINDS[case["kind"]](case)
            for key, value in want.items():
                answer = got[key]
                if isinstance(value, dict) and isinstance(answer, dict):
                    answer = {part: answer.get(part) for part in value}
                assert loose(answer) == loose(value), (turn, exchanged, key)
