"""Captures, self-capture and simple ko, as diagrams before and after."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill.boards import Board

from engine.errors import Breach, IllegalMove
from engine.point import Colour, Move, Point
from engine.position import Position, Suicide

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def moves_of(text: str, size: int, first: Colour) -> list[Move]:
    """Moves written as GTP names, colours taking turns."""
    moves, colour = [], first
    for name in text.split():
        moves.append(Move(colour, None if name == "pass" else Point.from_name(name, size)))
        colour = colour.other
    return moves


TABLE = {
    "one stone in the corner": (
        "O.... X.... ..... ..... .....",
        "B5",
        BLACK,
        ".X... X.... ..... ..... .....",
        (0, 1),
        None,
    ),
    "two chains at once": (
        ".XXX... XO.OX.. .XXX... ....... ....... ....... .......",
        "C6",
        BLACK,
        ".XXX... X.X.X.. .XXX... ....... ....... ....... .......",
        (0, 2),
        None,
    ),
    "own stone without liberty takes first": (
        "...OX. ....OX .....O ...... ...... ......",
        "F6",
        WHITE,
        "...O.O ....O. .....O ...... ...... ......",
        (2, 0),
        None,
    ),
    "a ko": (
        ".XO.. X.XO. .XO.. ..... .....",
        "B4",
        WHITE,
        ".XO.. XO.O. .XO.. ..... .....",
        (1, 0),
        "C4",
    ),
    "a pass lifts the ko": (
        ".XO.. X.XO. .XO.. ..... .....",
        "B4 pass",
        WHITE,
        ".XO.. XO.O. .XO.. ..... .....",
        (1, 0),
        None,
    ),
    "one stone taken by a chain is no ko": (
        "OX... .XO.. XO... ..... .....",
        "A4",
        BLACK,
        ".X... XXO.. XO... ..... .....",
        (0, 1),
        None,
    ),
    "snapback": (
        "X.OX.X XXOXOX .OXX.. .OX.OO OX..OX ..XXO.",
        "A3 A4 A3",
        BLACK,
        "X.OX.X XXOXOX ..XX.. X.X.OO OX..OX ..XXO.",
        (1, 3),
        None,
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_moves_lead_to_the_diagram(name: str) -> None:
    before, text, turn, after, captives, ko = TABLE[name]
    position = Position.from_diagram(before.replace(" ", "\n"), turn)
    for move in moves_of(text, position.size, turn):
        position = position.play(move)
    assert position.diagram().split() == after.split()
    assert position.captives == captives
    assert position.ko == (None if ko is None else Point.from_name(ko, position.size))


@pytest.mark.parametrize(
    ("diagram", "turn", "name", "breach"),
    [
        (".X... X.... ..... ..... ....O", WHITE, "A5", Breach.SUICIDE),
        ("..... ..X.. ..... ..... .....", WHITE, "C4", Breach.OCCUPIED),
        ("..... ..X.. ..... ..... .....", WHITE, "F1", Breach.OFF_BOARD),
        ("..... ..... ..... ..... .....", BLACK, "C9", Breach.OFF_BOARD),
    ],
)
def test_an_illegal_move_names_its_reason(diagram: str, turn: Colour, name: str, breach: Breach) -> None:
    position = Position.from_diagram(diagram.replace(" ", "\n"), turn)
    with pytest.raises(IllegalMove) as caught:
        position.play(Move(turn, Point.from_name(name, 5)))
    assert caught.value.breach == breach
    assert breach.name
    assert breach.name.lower() in str(caught.value)


def test_several_reasons_hold_at_once() -> None:
    position = Position.from_diagram(".X...\nX....\n.....\n.....\n.....", BLACK)
    with pytest.raises(IllegalMove) as caught:
        position.play(Move(WHITE, Point(0, 0)))
    assert caught.value.breach == Breach.WRONG_TURN | Breach.SUICIDE


def test_self_capture_of_one_and_of_several_stones() -> None:
    one = Position.from_diagram(".X...\nX....\n.....\n.....\n.....", WHITE)
    two = Position.from_diagram(".OX..\nXX...\n.....\n.....\n.....", WHITE)
    move = Move(WHITE, Point(0, 0))
    assert one.play(move, Suicide.ALLOWED).diagram() == one.diagram()
    with pytest.raises(IllegalMove):
        one.play(move, Suicide.SEVERAL)
    with pytest.raises(IllegalMove):
        two.play(move)
    after = two.play(move, Suicide.SEVERAL)
    assert after.diagram() == "..X..\nXX...\n.....\n.....\n....."
    assert after.captives == (0, 2)
    assert after.turn is BLACK


def test_chains_and_their_liberties() -> None:
    position = Position.from_diagram("XX.O.\n.X.O.\n.....\n...X.\n...X.")
    assert position.chain(Point(0, 0)) == {Point(0, 0), Point(0, 1), Point(1, 1)}
    assert position.liberties(Point(0, 0)) == {Point(1, 0), Point(0, 2), Point(1, 2), Point(2, 1)}
    with pytest.raises(ValueError, match="no stone"):
        position.chain(Point(2, 2))


def test_positions_are_values() -> None:
    a = Position.empty(9).play(Move(BLACK, Point(2, 2))).play(Move(WHITE, Point(6, 6)))
    b = Position.from_diagram(a.diagram(), BLACK)
    assert a == b
    assert len({a, b, a.with_turn(WHITE)}) == 2


@pytest.mark.parametrize("text", ["", "X", "...\n...\n...", ".....\n.....\n.....\n.....\n....", "....Z\n" * 5])
def test_a_text_that_is_no_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="diagram"):
        Position.from_diagram(text)


@given(st.integers(5, 25), st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)), max_size=400))
def test_random_games_look_like_on_sgfmills_board(size: int, points: list[tuple[int, int]]) -> None:
    position, board = Position.empty(size), Board(size)
    for row, col in points:
        move = Move(position.turn, Point(row % size, col % size))
        try:
            position = position.play(move)
        except IllegalMove:
            position = position.play(Move(position.turn, None))
            continue
        assert move.point is not None
        board.play(size - 1 - move.point.row, move.point.col, move.colour.letter.lower())
    theirs = [
        {None: ".", "b": "X", "w": "O"}[board.get(row, col)] for row in reversed(range(size)) for col in range(size)
    ]
    assert position.diagram().replace("\n", "") == "".join(theirs)
