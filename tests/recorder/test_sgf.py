"""The SGF is one that others read, and shows the board as it was.

Read back by sgfmill and by pysgf (KaTrain's reader); GNU Go, where installed, lists the stones it sees.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pysgf
import pytest
from sgfmill import boards, sgf

from recorder import events
from recorder.facts import GameFacts
from recorder.sgf import to_sgf

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
GNUGO = shutil.which("gnugo", path="/usr/games:/usr/bin:/usr/local/bin:/opt/homebrew/bin")


def board(size: int = 9) -> events.Board:
    return events.Board(t=0.0, size=size, corners=CORNERS)


def move(n: int, text: str, captured: tuple[str, ...] = (), **more: Any) -> events.Move:
    """`move(1, "Bdd")`: move 1, black on dd."""
    fields = {"t": n + 0.5, "t_placed": float(n), "confidence": 1.0} | more
    player: events.Player = "B" if text[0] == "B" else "W"
    return events.Move(n=n, colour=player, point=text[1:], captured=captured, **fields)


def moves(text: str, first: int = 1) -> list[events.Event]:
    return [move(n, word) for n, word in enumerate(text.split(), first)]


def setup(black: str = "", white: str = "", to_move: events.Player | None = None) -> events.Setup:
    return events.Setup(t=0.0, black=tuple(black.split()), white=tuple(white.split()), to_move=to_move)


def edit(after: int, black: str = "", white: str = "", empty: str = "") -> events.Edit:
    return events.Edit(
        t=float(after) + 0.7,
        after=after,
        black=tuple(black.split()),
        white=tuple(white.split()),
        empty=tuple(empty.split()),
        cause="seen",
    )


def alert(seq: int, kind: str, points: str, t: float) -> events.Alert:
    return events.Alert(
        t=t,
        seq=seq,
        id=kind,
        points=tuple(points.split()),
        colour=None,
        article="D0-B 17",
        severity="critical",
        message="look here",
        t_seen=t,
    )


def written(*told: events.Event, facts: GameFacts | None = None) -> bytes:
    content = to_sgf(told, facts)
    assert content is not None
    check_strictly(content)
    return content


def check_strictly(content: bytes) -> None:
    """FF[4] grammar, no property twice in a node, no move beside setup; two readers agree on the moves."""
    text = content.decode("utf-8")
    value = r"\[(?:[^\]\\]|\\.)*\]"
    assert re.fullmatch(rf"(?:\s|\(|\)|;|[A-Z]+(?:\s*{value})+)*", text, re.S)
    nodes = re.findall(rf";((?:\s|[A-Z]+(?:\s*{value})+)*)", text, re.S)
    for number, node in enumerate(nodes):
        names = re.findall(rf"([A-Z]+)(?:\s*{value})+", node, re.S)
        assert len(names) == len(set(names)), node
        assert not ({"B", "W"} & set(names) and {"AB", "AW", "AE", "PL"} & set(names)), node
        assert not ({"HA", "RE", "KM", "PB", "SZ"} & set(names)) or number == 0
        assert "KO" not in names or {"B", "W"} & set(names)
    assert text.startswith("(;FF[4]CA[UTF-8]GM[1]AP[kifuwatch:")
    game = sgf.Sgf_game.from_bytes(content)
    node, seen = pysgf.GoGame.from_string(text).root, []
    while node is not None:
        seen += [(m.player.lower(), m.coords and (m.coords[1], m.coords[0])) for m in node.moves]
        node = node.children[0] if node.children else None
    ours = [n.get_move() for n in game.get_main_sequence() if n.get_move()[0]]
    assert seen == ours


def root(content: bytes) -> Any:
    return sgf.Sgf_game.from_bytes(content).get_root()


def main_line(content: bytes) -> list[str]:
    """Moves (`Bdd`, `W` for a pass) and setup nodes (`+`) of the main line after the root."""
    game = sgf.Sgf_game.from_bytes(content)
    line = []
    for node in game.get_main_sequence()[1:]:
        colour, square = node.get_move()
        if colour:
            line.append(colour.upper() + (letters(square, game.get_size()) if square else ""))
        elif node.has_setup_stones():
            line.append("+")
    return line


def letters(square: tuple[int, int], size: int) -> str:
    return chr(97 + square[1]) + chr(97 + size - 1 - square[0])


def shown(content: bytes) -> Iterator[tuple[Any, dict[str, str]]]:
    """Each node of the main line and the stones a plain SGF program shows there (setup captures nothing)."""
    game = sgf.Sgf_game.from_bytes(content)
    size = game.get_size()
    plain = boards.Board(size)
    for node in game.get_main_sequence():
        for squares, colour in zip(node.get_setup_stones(), ("b", "w", None), strict=True):
            for row, col in squares:
                plain.board[row][col] = colour
        colour, square = node.get_move()
        if square:
            plain.board[square[0]][square[1]] = None
            plain.play(*square, colour)
        yield node, {letters(s, size): c.upper() for c, s in plain.list_occupied_points()}


def last_stones(content: bytes) -> dict[str, str]:
    return list(shown(content))[-1][1]


def side_lines(content: bytes) -> list[tuple[str, str]]:
    """First move and its comment of every variation that leaves the main line."""
    game = sgf.Sgf_game.from_bytes(content)
    found = []
    for node in game.get_main_sequence():
        for child in list(node)[1:]:
            colour, square = child.get_move()
            found.append((f"{colour.upper()}{letters(square, game.get_size())}", child.get("C")))
    return found


# The file and its head


def test_no_board_no_record() -> None:
    assert to_sgf([events.View(t=1, state="lost", reason="dark")]) is None


def test_the_head_says_what_is_known_and_nothing_else() -> None:
    content = written(board(19), *moves("Bdd"))
    assert re.fullmatch(rb"\(;FF\[4\]CA\[UTF-8\]GM\[1\]AP\[kifuwatch:[^\]]+\]SZ\[19\]\n;B\[dd\]KWT\[1\]\)\n", content)


def test_all_facts_come_back() -> None:
    facts = GameFacts(
        black="Alice",
        white="Bob",
        black_rank="3d",
        white_rank="4k",
        black_team="Reds",
        white_team="Blues",
        event="Open",
        round="2",
        place="Prague",
        name="Table 4",
        operator="Eve",
        date="2026-11-30",
        rules="Chinese",
        komi=7.5,
        result="W+0.5",
    )
    head = root(written(board(), facts=facts))
    wanted = {
        "PB": "Alice", "PW": "Bob", "BR": "3d", "WR": "4k", "BT": "Reds", "WT": "Blues", "EV": "Open",
        "RO": "2", "PC": "Prague", "GN": "Table 4", "US": "Eve", "DT": "2026-11-30", "RU": "Chinese",
        "RE": "W+0.5",
    }  # fmt: skip
    assert {name: head.get(name) for name in wanted} == wanted
    assert head.get("KM") == 7.5


@pytest.mark.parametrize("name", ["柯洁", "党毅飛", "변상일", "Ilić", "井山裕太　九段", "👩‍🦰 Δ Ω"])
def test_names_in_any_script_are_utf_8_and_come_back(name: str) -> None:
    content = written(board(), facts=GameFacts(black=name, event=name))
    assert content.index(b"CA[UTF-8]") < content.index(name.encode())
    assert not content.startswith(b"\xef\xbb\xbf")
    assert root(content).get("PB") == name
    theirs = pysgf.GoGame.from_string(content.decode()).root
    assert theirs.get_property("PB") == name


@pytest.mark.parametrize("text", ["A[3d]\\", "x]:y\\", "\\\\]", "a:b", "](;B[aa]", "[[", "]"])
def test_brackets_and_backslashes_come_back(text: str) -> None:
    head = root(written(board(), facts=GameFacts(white=text)))
    assert head.get("PW") == text
    ended = written(board(), *moves("Bdd"), events.End(t=5, reason=f"{text}\nand more", result=None))
    assert sgf.Sgf_game.from_bytes(ended).get_last_node().get("C") == f"[end] {text}\nand more"


def test_line_ends_and_control_characters_in_a_name_become_spaces() -> None:
    assert root(written(board(), facts=GameFacts(black="A\r\nB\x00\tC"))).get("PB") == "A B C"


def test_bytes_that_no_name_should_hold_do_not_lose_the_record() -> None:
    assert root(written(board(), facts=GameFacts(black="caf\udce9"))).get("PB") == "caf?"


@pytest.mark.parametrize(
    ("told", "given", "wanted"),
    [("B+3.5", "", "B+3.5"), (None, "", None), ("black wins", "", None), ("B+R", "Void", "Void")],
)
def test_the_result(told: str | None, given: str, wanted: str | None) -> None:
    content = written(
        board(), *moves("Bdd"), events.End(t=9, reason="over", result=told), facts=GameFacts(result=given)
    )
    assert (root(content).get("RE") if root(content).has_property("RE") else None) == wanted


# Handicap and setup


@pytest.mark.parametrize("count", range(2, 10))
def test_handicap_stones_are_one_property_with_their_number_and_white_begins(count: int) -> None:
    stones = ["dd", "pp", "pd", "dp", "jj", "dj", "pj", "jd", "jp"][:count]
    content = written(board(19), setup(" ".join(stones), to_move="W"), *moves("Wqf Bnc"))
    head = root(content)
    assert head.get("HA") == count
    assert content.count(b"AB[") == 1
    assert sorted(letters(s, 19) for s in head.get("AB")) == sorted(stones)
    assert head.get("PL") == "w"
    assert main_line(content) == ["Wqf", "Bnc"]


def test_handicap_is_known_by_whites_first_move_where_nobody_said_it() -> None:
    head = root(written(board(), setup("cc gg"), *moves("Wee")))
    assert (head.get("HA"), head.get("PL")) == (2, "w")


@pytest.mark.parametrize(
    ("stones", "given"),
    [
        (setup(), 4),  # a handicap that nobody laid
        (setup("cc", to_move="W"), None),  # one stone is none
        (setup("cc gg", to_move="B"), None),
        (setup("cc gg", "ee", to_move="W"), None),
        (setup("aa ba ca da ea fa ga ha ab bb cb db eb fb", to_move="W"), 7),  # littlego#325
        (setup("cc gg", to_move="W"), 0),
    ],
)
def test_no_handicap_is_written_where_stones_and_number_do_not_agree(stones: events.Setup, given: int | None) -> None:
    content = written(board(), stones, facts=GameFacts(handicap=given))
    assert not root(content).has_property("HA")
    assert set(last_stones(content)) == {*stones.black, *stones.white}


def test_an_adjourned_game_begins_with_its_position_and_player() -> None:
    head = root(written(board(), setup("cc dd", "ee", "W"), *moves("Wgg")))
    assert {letters(s, 9) for s in head.get("AB")} == {"cc", "dd"}
    assert {letters(s, 9) for s in head.get("AW")} == {"ee"}
    assert head.get("PL") == "w"


def test_white_first_on_an_empty_board_is_said() -> None:
    assert root(written(board(), *moves("Wee"))).get("PL") == "w"
    assert not root(written(board(), *moves("Bee"))).has_property("PL")


def test_a_first_stone_that_turns_out_to_be_a_handicap_stone_is_no_move() -> None:
    back = events.Correction(t=3, n=1, reason="a stone laid before the game")
    content = written(board(), move(1, "Bcc"), back, setup("cc gg", to_move="W"), *moves("Wee"))
    assert main_line(content) == ["Wee"]
    assert side_lines(content) == []
    assert root(content).get("HA") == 2


# The main line


def test_the_top_row_is_the_top_row() -> None:
    content = written(board(9), setup("ba"), *moves("Wai Bib"))
    assert b"AB[ba]" in content
    assert b";W[ai]" in content
    assert b";B[ib]" in content
    if GNUGO:
        assert gnugo_stones(content) == {"B": {"B9", "J8"}, "W": {"A1"}}


def test_passes_are_empty_moves_and_count() -> None:
    passed = events.Pass(t=2, n=2, colour="W", confidence=1)
    content = written(board(), *moves("Bee"), passed, move(3, "Bcc"))
    assert b"W[]" in content
    assert main_line(content) == ["Bee", "W", "Bcc"]
    assert b"MN[" not in content


@pytest.mark.parametrize("size", [5, 9, 13, 19, 21, 25])
def test_every_size_holds_its_far_corner_and_a_pass(size: int) -> None:
    corner = chr(96 + size) * 2
    content = written(
        board(size), move(1, f"B{corner}"), events.Pass(t=2, n=2, colour="W", confidence=1), move(3, "Baa")
    )
    assert last_stones(content) == {"aa": "B", corner: "B"}


def test_a_point_off_the_board_is_no_part_of_a_record() -> None:
    with pytest.raises(ValueError, match="ss is not on a board of 9"):
        to_sgf([board(9), move(1, "Bss")])


def test_a_gap_in_the_numbers_is_kept() -> None:
    content = written(board(), move(1, "Bee"), move(3, "Bcc"), move(4, "Wdd"))
    numbers = [n.get("MN") for n in sgf.Sgf_game.from_bytes(content).get_main_sequence() if n.has_property("MN")]
    assert numbers == [3]


def test_a_capture_takes_stones_off() -> None:
    content = written(board(), *moves("Bba Waa"), move(3, "Bab", captured=("aa",)))
    assert last_stones(content) == {"ba": "B", "ab": "B"}
    assert main_line(content) == ["Bba", "Waa", "Bab"]


def test_stones_left_against_the_rules_are_shown_until_they_go() -> None:
    told = [board(), *moves("Bba Waa"), move(3, "Bab"), *moves("Wee", 4)]
    content = written(*told)
    assert last_stones(content) == {"ba": "B", "ab": "B", "aa": "W", "ee": "W"}
    assert main_line(content) == ["Bba", "Waa", "Bab", "+", "Wee"]
    later = written(*told, edit(4, empty="aa"))
    assert last_stones(later) == {"ba": "B", "ab": "B", "ee": "W"}
    setups = [n for n, _ in shown(later) if n.has_setup_stones()]
    assert [n.get("PL") for n in setups] == ["w", "b"]


def test_stones_taken_off_late_before_the_next_move_leave_no_trace() -> None:
    content = written(board(), *moves("Bba Waa"), move(3, "Bab"), edit(3, empty="aa"), *moves("Wee", 4))
    assert main_line(content) == ["Bba", "Waa", "Bab", "Wee"]
    assert last_stones(content) == {"ba": "B", "ab": "B", "ee": "W"}


def test_shifted_stones_get_a_node_of_their_own_and_the_player_to_move() -> None:
    content = written(board(), *moves("Bcc Wgg Bee"), edit(2, white="gf", empty="gg"), *moves("Wcg", 4))
    assert main_line(content) == ["Bcc", "Wgg", "+", "Bee", "Wcg"]
    assert last_stones(content) == {"cc": "B", "gf": "W", "ee": "B", "cg": "W"}


def test_a_change_is_explained_where_it_is_shown_and_not_at_the_move_before() -> None:
    moved = alert(7, "moved_stone", "gg gf", 3.6)
    content = written(board(), *moves("Bcc Wgg Bee"), edit(3, white="gf", empty="gg"), moved, *moves("Wcg", 4))
    nodes = sgf.Sgf_game.from_bytes(content).get_main_sequence()
    comments = [node.get("C") if node.has_property("C") else "" for node in nodes]
    # The stone was laid with move 2, but what is the matter with it came after move 3.
    assert comments == [
        "", "", "", "[moved_stone] look here (D0-B 17)", "[edit] stones changed on the board without a move", "",
    ]  # fmt: skip


def test_a_main_line_that_ends_in_nothing_to_be_shown_does_not_go_on_into_what_was_withdrawn() -> None:
    told = [
        board(), *moves("Bcc Wgg Bee"),
        events.Correction(t=9.0, n=3, reason="by the referee's ruling"), edit(2, empty="ee"),
    ]  # fmt: skip
    content = written(*told)
    assert main_line(content) == ["Bcc", "Wgg"]
    assert side_lines(content)[0][0] == "Bee"
    assert last_stones(content) == {"cc": "B", "gg": "W"}


def test_a_forbidden_ko_that_stands_is_marked_and_both_boards_agree() -> None:
    shape = setup("ba ab bc", "ca cc db")
    told = [
        board(), shape, move(1, "Bcb"), move(2, "Wbb", captured=("cb",)), move(3, "Bcb", captured=("bb",)),
        alert(6, "ko_retake", "cb", 3.6), *moves("Wgg", 4),
    ]  # fmt: skip
    content = written(*told)
    marked = [n for n, _ in shown(content) if n.has_property("KO")]
    assert [letters(n.get_move()[1], 9) for n in marked] == ["cb"]
    assert "[ko_retake] look here" in marked[0].get("C")
    stones = last_stones(content)
    assert (stones["cb"], "bb" in stones, stones["gg"]) == ("B", False, "W")
    if GNUGO:
        assert gnugo_stones(content)["W"] == {"C9", "C7", "D8", "G3"}


def test_a_stone_on_an_occupied_point_and_a_double_move_are_marked() -> None:
    occupied = written(board(), *moves("Bee Wee"))
    assert last_stones(occupied) == {"ee": "W"}
    assert [n.has_property("KO") for n, _ in shown(occupied)] == [False, False, True]
    double = written(board(), *moves("Bee Wcc Wdd"), alert(5, "double_move", "dd", 3.6))
    assert [n.has_property("KO") for n, _ in shown(double)] == [False, False, False, True]


@pytest.mark.parametrize(("rules", "marked"), [("", True), ("Chinese", True), ("NZ", False)])
def test_a_suicide_is_marked_where_the_rules_forbid_it(rules: str, marked: bool) -> None:
    content = written(board(), setup("ba ab"), move(1, "Waa", captured=("aa",)), facts=GameFacts(rules=rules))
    assert [n.has_property("KO") for n, _ in shown(content)][1] == marked
    assert last_stones(content) == {"ba": "B", "ab": "B"}
    left = written(board(), setup("ba ab"), move(1, "Waa"))
    assert last_stones(left)["aa"] == "W"


def test_alerts_rulings_and_their_end_stand_as_comments_at_their_move() -> None:
    ruling = events.Ruling(t=4, alert=4, ruling="stands", to_move=None, warnings={"B": 0, "W": 1})
    content = written(
        board(), *moves("Bcc Wdd Wee"), alert(4, "double_move", "ee", 3.6), *moves("Bff", 4), ruling,
        events.Resolved(t=5, alert=4, how="dealt with"),
    )  # fmt: skip
    node = sgf.Sgf_game.from_bytes(content).get_main_sequence()[3]
    assert node.get("C").splitlines() == [
        "[double_move] look here (D0-B 17)", "[ruling] stands; warnings: White 1", "[resolved] dealt with",
    ]  # fmt: skip


def test_an_unsure_move_says_so_with_what_else_it_may_have_been() -> None:
    other = events.Candidate(colour="W", point="df", confidence=0.25)
    content = written(board(19), move(1, "Wdd", confidence=0.625, candidates=(other,)))
    assert sgf.Sgf_game.from_bytes(content).get_last_node().get("C") == "[unsure] 62%; or White D14 (25%)"
    assert b"C[" not in written(board(19), move(1, "Wdd", confidence=0.9))


def test_times_are_kept_where_the_stone_was_first_seen() -> None:
    content = written(board(), move(1, "Bee", t=12.0, t_placed=10.25))
    assert b"KWT[10.25]" in content


# Corrections


def test_a_move_taken_back_leaves_the_main_line_and_stays_as_a_variation() -> None:
    back = events.Correction(t=4, n=3, reason="taken back")
    content = written(board(), *moves("Bcc Wgg Bee"), back, *moves("Bef Wcg", 3))
    assert main_line(content) == ["Bcc", "Wgg", "Bef", "Wcg"]
    assert side_lines(content) == [("Bee", "[withdrawn] taken back")]
    assert "ee" not in last_stones(content)


def test_a_move_taken_back_leaves_the_main_line_at_once() -> None:
    back = events.Correction(t=4, n=2, reason="taken back")
    content = written(board(), *moves("Bcc Wgg Bee"), back)
    assert main_line(content) == ["Bcc"]
    assert last_stones(content) == {"cc": "B"}
    assert side_lines(content) == [("Wgg", "[withdrawn] taken back")]


def test_taking_back_the_first_move_leaves_an_empty_board() -> None:
    content = written(board(), *moves("Bcc"), events.Correction(t=4, n=1, reason="test stone"))
    assert last_stones(content) == {}


def test_a_correction_that_changes_nothing_leaves_no_variation() -> None:
    again = events.Correction(t=4, n=2, reason="looked again")
    content = written(board(), *moves("Bcc Wgg Bee"), again, *moves("Wgg Bee Wcg", 2))
    assert main_line(content) == ["Bcc", "Wgg", "Bee", "Wcg"]
    assert side_lines(content) == []
    assert b"withdrawn" not in content


def test_a_move_put_right_in_the_middle_branches_where_it_differs() -> None:
    right = events.Correction(t=9, n=2, reason="operator")
    content = written(board(), *moves("Bcc Wgg Bee Wcg"), right, *moves("Wgg Bef Wcg", 2))
    assert main_line(content) == ["Bcc", "Wgg", "Bef", "Wcg"]
    assert side_lines(content) == [("Bee", "[withdrawn] operator")]


def test_a_number_told_again_replaces_that_move_alone() -> None:
    content = written(board(), *moves("Bcc Wgg Bee"), move(2, "Wgf"))
    assert main_line(content) == ["Bcc", "Wgf", "Bee"]
    assert side_lines(content)[0][0] == "Wgg"


def test_captured_stones_come_back_with_the_correction() -> None:
    content = written(
        board(), *moves("Bba Waa"), move(3, "Bab", captured=("aa",)),
        events.Correction(t=5, n=3, reason="undone"), *moves("Bee", 3),
    )  # fmt: skip
    assert last_stones(content) == {"ba": "B", "aa": "W", "ee": "B"}


# Whole games


def random_game(seed: int, length: int) -> list[tuple[events.Event, dict[str, str]]]:
    """Moves, stones shifted, dead stones left, moves taken back; each event with the stones after it."""
    chance = random.Random(seed)
    size = chance.choice([5, 9, 13])
    told: list[tuple[events.Event, dict[str, str]]] = [(board(size), {})]
    stones: list[dict[str, str]] = [{}]  # after each move
    vertices = [chr(97 + c) + chr(97 + r) for c in range(size) for r in range(size)]
    while len(stones) <= length:
        n, now = len(stones), dict(stones[-1])
        kind = chance.random()
        free = [v for v in vertices if v not in now]
        if kind < 0.05 and n > 2:
            n = chance.randint(max(1, n - 4), n - 1)
            del stones[n:]
            told.append((events.Correction(t=9999, n=n, reason="test"), stones[-1]))
        elif kind < 0.1 and now and free:
            gone, come = chance.choice(sorted(now)), chance.choice(free)
            colour = now.pop(gone)
            now[come] = colour
            told.append((edit(n - 1, **{"black" if colour == "B" else "white": come, "empty": gone}), now))
            stones[-1] = now
        elif kind < 0.13 or not free:
            told.append((events.Pass(t=n, n=n, colour="B" if n % 2 else "W", confidence=1), now))
            stones.append(now)
        else:
            colour, vertex = "BW"[n % 2 == 0], chance.choice(free)
            plain = boards.Board(size)
            for v, c in now.items():
                plain.board[size - 1 - (ord(v[1]) - 97)][ord(v[0]) - 97] = c.lower()
            plain.play(size - 1 - (ord(vertex[1]) - 97), ord(vertex[0]) - 97, colour.lower())
            after = {letters(s, size) for _, s in plain.list_occupied_points()}
            captured = [v for v in [*now, vertex] if v not in after]
            if chance.random() < 0.1:
                captured = []  # left lying
            now[vertex] = colour
            for v in captured:
                del now[v]
            told.append((move(n, colour + vertex, captured=tuple(captured)), now))
            stones.append(now)
    return told


@pytest.mark.parametrize("seed", range(25))
def test_whatever_happens_a_plain_reader_shows_the_board_as_it_is(seed: int) -> None:
    told = random_game(seed, 80)
    assert last_stones(written(*(event for event, _ in told))) == told[-1][1]


@pytest.mark.parametrize("seed", range(3))
def test_at_every_moment_the_file_shows_the_board_as_it_is(seed: int) -> None:
    told = random_game(100 + seed, 40)
    for count, (_, stones) in enumerate(told, 1):
        assert last_stones(written(*(event for event, _ in told[:count]))) == stones


def gnugo_stones(content: bytes) -> dict[str, set[str]]:
    assert GNUGO is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "g.sgf"
        file.write_bytes(content)
        asked = f"loadsgf {file}\nlist_stones black\nlist_stones white\nquit\n"
        run = subprocess.run([GNUGO, "--mode", "gtp"], input=asked, capture_output=True, text=True, check=True)
    answers = re.findall(r"= ?(.*)", run.stdout)
    return {"B": set(answers[1].split()), "W": set(answers[2].split())}


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
@pytest.mark.parametrize("seed", range(5))
def test_gnugo_shows_the_same_stones_after_a_legal_game(seed: int) -> None:
    chance = random.Random(seed)
    plain = boards.Board(9)
    told: list[events.Event] = [board(9)]
    for n in range(1, 60):
        colour = "BW"[n % 2 == 0]
        free = [(r, c) for r in range(9) for c in range(9) if plain.get(r, c) is None]
        square = chance.choice(free)
        trial = plain.copy()
        before = {s for _, s in plain.list_occupied_points()}
        trial.play(*square, colour.lower())
        after = {s for _, s in trial.list_occupied_points()}
        if square not in after:
            continue
        told.append(move(len(told), colour + letters(square, 9), tuple(letters(s, 9) for s in before - after)))
        plain = trial
    names = {"B": set[str](), "W": set[str]()}
    for colour, (row, col) in plain.list_occupied_points():
        names[colour.upper()].add("ABCDEFGHJ"[col] + str(row + 1))
    assert gnugo_stones(written(*told)) == names
