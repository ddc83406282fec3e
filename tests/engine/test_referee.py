"""The referee's book: each kind of irregularity on a small board, as a table."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from engine.arrangement import Arrangement
from engine.catalogue import catalogue
from engine.finding import Finding, Outcome
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.referee import classify, time_overrun
from engine.rulesets import ruleset
from engine.sealed import SealedMove
from engine.situation import Evidence, GameType, Observation, Phase, Situation

BLACK, WHITE = Colour.BLACK, Colour.WHITE
SIZE = 7
EMPTY = ". " * 0 + "\n".join(["." * SIZE] * SIZE)
START = ".......\n..XO...\n.X.....\n....O..\n.......\n..X.O..\n......."
CAPTURE = ".OX....\nXOX....\n.X.....\n.....O.\n....O..\n.......\n......."  # Black takes two at B... A7
KO = ".XO....\nX.XO...\n.XO....\n.......\n.......\n.......\n......."
DEAD_END = "..O....\n.OX....\nO.OX...\n.O.....\n.....X.\n.......\n......."
IN_KO = ".XO....\nXO.O...\n.XO....\n.......\n.......\n.......\n......."


def point(name: str) -> Point:
    return Point.from_name(name, SIZE)


def with_changes(diagram: str, changes: str) -> bytes:
    """The board with changes such as `+C3 XD4 .E5`: X black, O white, . empty."""
    board = bytearray(Arrangement.from_diagram(diagram).stones)
    for change in changes.split():
        where = point(change[1:])
        board[where.row * SIZE + where.col] = {"X": 1, "O": 2, ".": 0, "?": 3}[change[0]]
    return bytes(board)


@dataclass(frozen=True)
class Row:
    """What is agreed, what is seen (changes on top of the look before), and the answer."""

    before: str
    turn: Colour
    looks: tuple[str, ...]
    answer: str | None
    points: str = ""
    moves: str = ""
    last: str = ""
    rules: str = "cn2002"
    evidence: Evidence = field(default_factory=Evidence)
    notes: dict[int, Evidence] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    outcome: Outcome = Outcome.IRREGULARITY


MOVES = Outcome.MOVES
TABLE = {
    "one move": Row(START, WHITE, ("OE6",), None, "E6", "W E6", outcome=MOVES),
    "two moves in one look": Row(START, BLACK, ("OE6 XF6",), None, "E6 F6", "B F6 W E6", outcome=MOVES),
    "a capture": Row(CAPTURE, BLACK, ("XB4 .B7 .B6 XB5", ".B4"), None, outcome=MOVES),
    "nothing": Row(START, WHITE, ("",), None, outcome=Outcome.NO_CHANGE),
    "a covered board": Row(START, WHITE, ("?C6 ?D6 ?E6",), None, outcome=Outcome.NO_CHANGE),
    "twice in a row": Row(START, BLACK, ("OE6",), "double_move", "E6 E4", last="W E4"),
    "twice in two looks": Row(START, BLACK, ("XE6", "XF6"), "double_move", "E6 F6", "B E6"),
    "two at once": Row(START, BLACK, ("XE6 XA1",), "double_move", "E6 A1"),
    "a declared pass": Row(
        START,
        BLACK,
        ("OE6",),
        None,
        "E6",
        "B pass W E6",
        last="W E4",
        evidence=Evidence(pass_declared_by=BLACK),
        outcome=MOVES,
    ),
    "a press without a stone": Row(
        START, BLACK, ("OE6",), "pass_or_double_move", "E6", last="W E4", evidence=Evidence(last_press=BLACK)
    ),
    "out of turn": Row(START, BLACK, ("OE6",), "out_of_turn", "E6", last="W pass"),
    "white first": Row(EMPTY, BLACK, ("OD4",), "white_first", "D4"),
    "the other colour": Row(
        START, BLACK, ("OE6",), "wrong_colour_stone", "E6", last="W E4", evidence=Evidence(hand=BLACK)
    ),
    "stone on a stone": Row(START, BLACK, ("XE4",), "occupied_point", "E4", evidence=Evidence(hand=BLACK)),
    "another colour": Row(START, BLACK, ("XE4",), "stone_colour_changed", "E4"),
    "forbidden point": Row(DEAD_END, BLACK, ("XB5",), "forbidden_point", "B5"),
    "ko at once": Row(IN_KO, BLACK, ("XC6 .B6",), "ko_retake", "B6 C6", last="W B6", more={"ko": "C6"}),
    "ko after a threat": Row(
        IN_KO, BLACK, ("XG1 OG7 XC6 .B6",), None, "B6 C6 G1 G7", last="W B6", more={"ko": "C6"}, outcome=MOVES
    ),
    "taken back": Row(START, WHITE, ("OE6", ".E6 OF6"), "take_back", "E6 F6", "W E6"),
    "lifted, then elsewhere": Row(START, WHITE, ("OE6", ".E6", "OF6"), "take_back", "E6 F6", "W E6"),
    "lifted and set again": Row(START, WHITE, ("OE6", ".E6", "OE6"), None, "E6", "W E6", outcome=MOVES),
    "last stone elsewhere": Row(START, BLACK, (".E4 OF4",), "take_back", "E4 F4", last="W E4"),
    "older stone elsewhere": Row(START, BLACK, (".E2 OF2",), "moved_stone", "E2 F2", last="W E4"),
    "move and older stone": Row(START, BLACK, (".E2 OF2 XA7",), "moved_stone", "E2 F2 A7", "B A7", last="W E4"),
    "stone gone": Row(START, BLACK, (".E4",), "stone_vanished", "E4", last="W D6"),
    "two stones of White": Row(START, BLACK, ("OG1 OG2",), "extra_stone", "G1 G2", last="W E4"),
    "board in disorder": Row(
        START,
        BLACK,
        (".C6 .D6 .B5 XG1 OG2 XG3",),
        "multiple_changes",
        "C6 D6 B5 G1 G2 G3",
        last="W E4",
    ),
    "capture not made": Row(CAPTURE, BLACK, ("XA7 OG1", ""), None, outcome=MOVES, points="A7 G1", moves="B A7 W G1"),
    "clock before the stone": Row(
        START, BLACK, ("", "XE6"), "clock_before_move", "E6", "B E6", notes={0: Evidence(last_press=BLACK)}
    ),
    "slipped": Row(
        START,
        BLACK,
        ("XA1", ".A1 XE6"),
        "dropped_stone",
        "A1 E6",
        "B E6",
        notes={0: Evidence(stone_motion="fell_and_rolled")},
    ),
    "slipped, seen lying": Row(
        START,
        BLACK,
        ("XA1", ".A1 XE6"),
        "dropped_stone",
        "A1 E6",
        "B E6",
        evidence=Evidence(stone_motion="fell_and_rolled"),
    ),
    "exchanged colours": Row(
        START,
        BLACK,
        ("",),
        "swapped_colours_early",
        more={"black_seat": "north", "seat_of_black_hand": "south", "number": 10},
    ),
    "exchanged colours, late": Row(
        START,
        BLACK,
        ("",),
        "swapped_colours_late",
        more={"black_seat": "north", "seat_of_black_hand": "south", "number": 11},
    ),
    "while paused": Row(START, BLACK, ("XE6",), "extra_stone", "E6", more={"phase": Phase.PAUSED}),
    "after two passes": Row(
        START, BLACK, ("XE6",), "game_continued_after_two_passes", "E6", more={"phase": Phase.STOPPED}
    ),
    "dead stones leave": Row(
        START,
        BLACK,
        (".E4",),
        "counting_removal",
        "E4",
        more={"phase": Phase.COUNTING, "agreed_dead": "E4 E2"},
        outcome=Outcome.COUNTING,
    ),
    "added in counting": Row(
        START,
        BLACK,
        ("XE6",),
        "stone_added_in_counting",
        "E6",
        more={"phase": Phase.COUNTING, "agreed_dead": "E4"},
    ),
    "end confirmed": Row(
        START,
        BLACK,
        ("",),
        None,
        more={"phase": Phase.STOPPED, "confirmed": "BW"},
        outcome=Outcome.END_CONFIRMED,
    ),
    "end proposed": Row(
        START, BLACK, ("",), None, more={"phase": Phase.STOPPED, "confirmed": "B"}, outcome=Outcome.END_PROPOSED
    ),
}
# Rows about captures have a board of their own: Black takes B7 and B6 by playing B5.
TAKING = ".OX....\nXOX....\nX.X....\n.....O.\n....O..\n.......\n......."
TAKE = "XB5 .B6 .B7"
MORE = {
    "a capture in one look": Row(TAKING.replace(".OX", "XOX", 1), BLACK, (TAKE,), None, "B5 B6 B7", "B B5"),
    "nothing taken off": Row(TAKING.replace(".OX", "XOX", 1), BLACK, ("XB5",), "missed_capture", "B5 B6 B7", "B B5"),
    "one left": Row(
        TAKING.replace(".OX", "XOX", 1),
        BLACK,
        ("XB5 .B6",),
        "partial_capture",
        "B5 B6 B7",
        "B B5",
        evidence=Evidence(last_press=BLACK),
    ),
    "nothing taken off, then a reply": Row(
        TAKING.replace(".OX", "XOX", 1), BLACK, ("XB5", "OG1"), "missed_capture", "B5 B6 B7 G1", "B B5 W G1"
    ),
    "taken off slowly": Row(TAKING.replace(".OX", "XOX", 1), BLACK, ("XB5", ".B6", ".B7"), None, "B5 B6 B7", "B B5"),
    "clock before they are off": Row(
        TAKING.replace(".OX", "XOX", 1),
        BLACK,
        ("XB5", ".B6 .B7"),
        "clock_before_capture_complete",
        "B5 B6 B7",
        "B B5",
        notes={0: Evidence(last_press=BLACK)},
    ),
    "one too many taken off": Row(
        TAKING.replace(".OX", "XOX", 1), BLACK, (TAKE + " .F4",), "wrong_capture", "B5 B6 B7 F4", "B B5"
    ),
    "put back": Row(TAKING.replace(".OX", "XOX", 1), BLACK, (TAKE, "OB6 OB7"), "capture_restored", "B5 B6 B7", "B B5"),
}
del TABLE["a capture"], TABLE["capture not made"]
TABLE.update({name: replace(row, outcome=MOVES if row.answer is None else row.outcome) for name, row in MORE.items()})


def judged(row: Row) -> Finding:
    more = dict(row.more)
    last = None
    if row.last:
        letter, where = row.last.split()
        last = Move(Colour.from_letter(letter), None if where == "pass" else point(where))
    ko = point(more.pop("ko")) if "ko" in more else None
    dead = more.pop("agreed_dead", None)
    confirmed = more.pop("confirmed", None)
    situation = Situation(
        ruleset(row.rules),
        replace(Position.from_diagram(row.before, row.turn), ko=ko),
        last,
        evidence=row.evidence,
        agreed_dead=None if dead is None else frozenset(point(name) for name in dead.split()),
        end_confirmed_by=None if confirmed is None else frozenset(Colour.from_letter(c) for c in confirmed),
        **more,
    )
    board, looks = row.before, []
    for number, changes in enumerate(row.looks):
        seen = Arrangement(SIZE, with_changes(board, changes))
        evidence = row.notes.get(number, Evidence())
        looks.append(Observation(seen, settled=number not in row.notes, evidence=evidence))
        board = seen.diagram()
    return classify(situation, looks)


@pytest.mark.parametrize("name", TABLE)
def test_what_was_observed_is_named(name: str) -> None:
    row = TABLE[name]
    finding = judged(row)
    assert (finding.outcome, finding.irregularity) == (row.outcome, row.answer)
    if row.points:
        assert {p.name(SIZE) for p in finding.all_points} == set(row.points.split())
    if row.moves:
        told = " ".join(f"{m.colour.letter} {m.point.name(SIZE) if m.point else 'pass'}" for m in finding.moves)
        assert told == row.moves
    if finding.irregularity:
        assert finding.articles
        assert finding.options
        assert set(finding.look_alikes) <= set(catalogue())


def test_the_table_names_what_a_board_can_show() -> None:
    elsewhere = {
        "superko_repetition",
        "off_centre_stone",
        "wrong_handicap",
        "end_signal_stone",
        "sealed_move_mismatch",
        "wrong_hand_on_clock",
        "play_while_opponent_away",
        "time_overrun",
    }
    assert {row.answer for row in TABLE.values() if row.answer} == set(catalogue()) - elsewhere


RULINGS = {
    # name: (board after as changes on the first board, to move, black's and white's warnings, forfeits, result)
    "twice in two looks": ("XE6", WHITE, 1, 0, None, None),
    "forbidden point": ("", WHITE, 0, 0, BLACK, None),
    "ko at once": ("", WHITE, 1, 0, BLACK, None),
    "taken back": ("OE6", BLACK, 0, 1, None, None),
    "older stone elsewhere": ("", BLACK, 0, 0, None, None),
    "nothing taken off": ("XB5 .B6 .B7", WHITE, 1, 0, None, None),
    "one too many taken off": ("XB5 .B6 .B7", WHITE, 1, 0, None, None),
    "clock before the stone": ("XE6", WHITE, 1, 0, None, None),
}


@pytest.mark.parametrize("name", RULINGS)
def test_the_usual_ruling_of_the_rules_of_2002(name: str) -> None:
    changes, to_move, black, white, forfeits, result = RULINGS[name]
    ruling = judged(TABLE[name]).ruling
    assert ruling is not None
    assert ruling.position is not None
    assert ruling.position.stones == with_changes(TABLE[name].before, changes)
    assert ruling.to_move is to_move
    assert ruling.warnings == {BLACK: black, WHITE: white}
    assert (ruling.forfeits, ruling.result) == (forfeits, result)


def test_the_older_text_rules_otherwise() -> None:
    twice = judged(replace(TABLE["twice in two looks"], rules="cn_old"))
    assert twice.ruling is not None
    assert twice.ruling.result == "W+F"
    ko = judged(replace(TABLE["ko at once"], rules="cn_old"))
    assert ko.ruling is not None
    assert ko.ruling.warnings == {BLACK: 0, WHITE: 0}
    assert "D3-II 11.1" in ko.articles


def test_a_claim_after_the_reply_is_late_and_not_ruled() -> None:
    finding = judged(TABLE["nothing taken off, then a reply"])
    assert finding.late
    assert finding.ruling is None


def test_two_stories_that_fit_are_both_told() -> None:
    # One of the captured stones left lying, or all taken and White's answer on an emptied point?
    row = replace(TABLE["one left"], evidence=Evidence())
    told = judged(row)
    others = {other.irregularity for other in told.alternatives}
    assert "partial_capture" in {told.irregularity, *others}
    # Known presses decide.
    assert judged(TABLE["one left"]).irregularity == "partial_capture"
    both = judged(replace(row, evidence=Evidence(presses=(BLACK, WHITE))))
    assert "partial_capture" not in {both.irregularity} or both.alternatives


def test_whole_board_repetition_is_found_in_the_record() -> None:
    # Eternal life: white's throw-in makes the first board again.
    rows = ["X.O.X", "XXXOO", "XOO.O", ".XOXX", "..OOX"]
    start = Position.from_diagram("\n".join(rows), WHITE)
    boards, position = [start.stones], start
    for name, colour in (("B5", WHITE), ("D5", BLACK), ("C5", WHITE)):
        position = position.play(Move(colour, Point.from_name(name, 5)))
        boards.append(position.stones)
    situation = Situation(ruleset("cn2002"), position, number=3, earlier=tuple(boards[:-1]))
    finding = classify(situation, [Observation(Arrangement(5, start.stones))])
    assert finding.irregularity == "superko_repetition"
    assert finding.needs_human
    # Japanese rules forbid no whole-board repetition.
    japanese = classify(replace(situation, rules=ruleset("jp")), [Observation(Arrangement(5, start.stones))])
    assert japanese.outcome is Outcome.MOVES


@pytest.mark.parametrize(
    ("names", "answer"),
    [("C5 E3", None), ("C5 E3 C3", "wrong_handicap"), ("C5 E4", "wrong_handicap"), ("C5", "wrong_handicap")],
)
def test_handicap_stones(names: str, answer: str | None) -> None:
    situation = Situation(
        ruleset("cn2002"),
        Position.empty(SIZE),
        phase=Phase.SETUP,
        game_type=GameType.HANDICAP,
        handicap=2,
    )
    board = Position.empty(SIZE).set_up(black=[point(name) for name in names.split()])
    finding = classify(situation, [Observation(board.arrangement)])
    assert finding.irregularity == answer
    assert finding.outcome is (Outcome.IRREGULARITY if answer else Outcome.SETUP_OK)


def test_a_stone_off_its_crossing_is_a_notice_only() -> None:
    look = Observation(
        Arrangement(SIZE, with_changes(START, "OE6")), offsets={point("E6"): (0.3, -0.2), point("C6"): (0.1, 0)}
    )
    situation = Situation(ruleset("cn2002"), Position.from_diagram(START, WHITE))
    finding = classify(situation, [look])
    assert (finding.outcome, finding.irregularity) == (MOVES, "off_centre_stone")
    assert finding.severity == "info"
    assert finding.all_points == {point("E6")}


def test_stones_beside_the_board_end_the_game_in_the_older_text() -> None:
    situation = Situation(ruleset("cn_old"), Position.from_diagram(START, BLACK), phase=Phase.STOPPED)
    arrangement = situation.position.arrangement
    one = classify(situation, [Observation(arrangement, signals=frozenset({BLACK}))])
    both = classify(situation, [Observation(arrangement, signals=frozenset({BLACK, WHITE}))])
    assert (one.outcome, both.outcome) == (Outcome.END_PROPOSED, Outcome.END_CONFIRMED)
    assert both.irregularity == "end_signal_stone"


def test_the_sealed_move_is_the_one_to_be_played() -> None:
    sealed = SealedMove(Position.from_diagram(START, BLACK), Move(BLACK, point("E6")))
    assert sealed.opened(Move(BLACK, point("E6")), ruleset("cn_old")).outcome is MOVES
    other = sealed.opened(Move(BLACK, point("F6")), ruleset("cn_old"))
    assert other.irregularity == "sealed_move_mismatch"
    assert other.all_points == {point("E6"), point("F6")}
    assert other.ruling is not None
    assert other.ruling.position is not None
    assert other.ruling.position.get(point("E6")) is BLACK
    with pytest.raises(ValueError, match="seals"):
        SealedMove(Position.from_diagram(START, BLACK), Move(WHITE, point("E6")))


def test_what_is_allowed_but_told() -> None:
    look = Observation(Arrangement(SIZE, with_changes(START, "OE6")))
    situation = Situation(ruleset("cn2002"), Position.from_diagram(START, WHITE))
    for evidence, name in (
        (Evidence(opponent_away=True), "play_while_opponent_away"),
        (Evidence(other_hand_pressed=True), "wrong_hand_on_clock"),
    ):
        finding = classify(situation, [replace(look, evidence=evidence)])
        assert (finding.outcome, finding.irregularity, finding.severity) == (MOVES, name, "info")


def test_time_used_up_loses_or_is_a_pass_on_request() -> None:
    situation = Situation(ruleset("cn2002"), Position.from_diagram(START, WHITE))
    finding = time_overrun(situation, WHITE)
    assert finding.ruling is not None
    assert finding.ruling.result == "B+T"
    assert finding.options == ("loses", "as_pass")
    assert "D0-B 22.5" in finding.articles


def test_senseless_arguments_are_refused() -> None:
    situation = Situation(ruleset("cn2002"), Position.empty(SIZE))
    with pytest.raises(ValueError, match="without an observation"):
        classify(situation, [])
    with pytest.raises(ValueError, match="seen"):
        classify(situation, [Observation(Arrangement(9, bytes(81)))])
