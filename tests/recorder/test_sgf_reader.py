"""SGF files of others are read: their main line as events, their facts, their encodings."""

from __future__ import annotations

from pathlib import Path

import pytest
from sgfmill import boards, sgf, sgf_moves

from recorder import events
from recorder.facts import GameFacts
from recorder.record import fold
from recorder.sgf import to_sgf
from recorder.sgf_reader import read_sgf

ROOT = Path(__file__).parents[2]


def stones_by_us(told: list[events.Event]) -> set[tuple[str, str]]:
    stones: dict[str, str] = {}
    for event in told:
        if isinstance(event, events.Setup | events.Edit):
            if isinstance(event, events.Edit):
                for point in event.empty:
                    stones.pop(point, None)
            stones |= dict.fromkeys(event.black, "B") | dict.fromkeys(event.white, "W")
        elif isinstance(event, events.Move):
            stones[event.point] = event.colour
            for point in event.captured:
                del stones[point]
    return set(stones.items())


def stones_by_sgfmill(content: bytes) -> set[tuple[str, str]]:
    game = sgf.Sgf_game.from_bytes(content)
    board, plays = sgf_moves.get_setup_and_moves(game)
    for colour, square in plays:
        if square is not None:
            board.play(*square, colour)
    return {(vertex(board, row, col), colour.upper()) for colour, (row, col) in board.list_occupied_points()}


def vertex(board: boards.Board, row: int, col: int) -> str:
    return chr(97 + col) + chr(97 + board.side - 1 - row)


def test_a_game_ends_in_the_position_sgfmill_reaches() -> None:
    content = (ROOT / "samples" / "game.sgf").read_bytes()
    told, _ = read_sgf(content)
    assert stones_by_us(told) == stones_by_sgfmill(content)
    assert sum(isinstance(event, events.Move) for event in told) > 20


def test_what_we_write_comes_back() -> None:
    told: list[events.Event] = [
        events.Board(t=0, size=9, corners=((0, 0), (9, 0), (9, 9), (0, 9)), seq=1),
        events.Setup(t=0, black=("cc", "gg"), white=(), to_move="W", seq=2),
        events.Move(t=2, n=1, colour="W", point="ee", captured=(), t_placed=1.5, confidence=1, seq=3),
        events.Pass(t=3, n=2, colour="B", confidence=1, seq=4),
        events.Edit(t=4, after=2, black=("aa",), white=(), empty=("ee",), cause="ruling", seq=5),
        events.Move(t=5, n=3, colour="W", point="bb", captured=(), t_placed=4.5, confidence=1, seq=6),
    ]
    facts = GameFacts(black="さくら", white="O'Brien [2d]", komi=0.5, handicap=2, date="2026-11-30", result="W+3.5")
    content = to_sgf(told, facts)
    assert content is not None
    again, known = read_sgf(content)
    assert known == facts
    old, new = fold(told), fold(again)
    assert old is not None
    assert new is not None
    assert [step.event.__struct_config__.tag for step in new.line] == ["move", "pass", "edit", "move"]
    assert all(a.same_as(b) for a, b in zip(old.line, new.line, strict=True))
    assert [step.seen for step in new.line if isinstance(step.event, events.Move)] == [1.5, 4.5]


def test_a_stone_that_dies_by_its_own_move_is_taken_off() -> None:
    told, _ = read_sgf(b"(;GM[1]FF[4]SZ[9];B[ba];W[ii];B[ab];W[aa])")
    last = told[-1]
    assert isinstance(last, events.Move)
    assert last.captured == ("aa",)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_a_name_without_its_encoding_is_read(encoding: str) -> None:
    _, facts = read_sgf("(;GM[1]SZ[19]PB[柯洁]PW[连笑])".encode(encoding))
    assert (facts.black, facts.white) == ("柯洁", "连笑")


def test_facts_in_words_are_left_out() -> None:
    _, facts = read_sgf(b"(;GM[1]SZ[19]DT[last summer]RE[Black wins]KM[6.5]HA[x]PB[A])")
    assert facts == GameFacts(black="A", komi=6.5)


@pytest.mark.parametrize("content", [b"", b"  ", b"hello", b"(;GM[1]SZ[3];B[aa])", b"(;SZ[19];B[zz])", b"\x00\xff"])
def test_what_is_no_game_is_refused_in_words(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"SGF|board of 3 lines"):
        read_sgf(content)
