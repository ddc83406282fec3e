"""Which moves explain a step: tables, and an exhaustive search on small boards as the oracle."""

import random
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.arrangement import Arrangement
from engine.explain import Explanations, explain
from engine.history import History
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.rules import Rules, judge
from engine.rulesets import ruleset

BLACK, WHITE = Colour.BLACK, Colour.WHITE
RULES = ruleset("cn2002")


def board(text: str) -> str:
    return text.replace(" ", "\n")


def texts(found: Explanations, size: int) -> set[str]:
    """Each explanation as `B C3 W pass`."""
    return {
        " ".join(f"{m.colour.letter} {m.point.name(size) if m.point else 'pass'}" for m in each.moves) for each in found
    }


TABLE = {
    "nothing happened": ("..... ..X.. ..... ..... .....", WHITE, "..... ..X.. ..... ..... .....", 4, {""}),
    "one move": ("..... ..X.. ..... ..... .....", WHITE, "..... ..X.. ..O.. ..... .....", 1, {"W C3"}),
    "wrong colour": ("..... ..X.. ..... ..... .....", WHITE, "..... ..X.. ..X.. ..... .....", 4, set()),
    "two moves have one order": (
        "..... ..... ..... ..... .....",
        BLACK,
        "..... .X.O. ..... ..... .....",
        4,
        {"B B4 W D4"},
    ),
    "three moves, two orders": (
        "..... ..... ..... ..... .....",
        BLACK,
        "..... .X.O. ..X.. ..... .....",
        3,
        {"B B4 W D4 B C3", "B C3 W D4 B B4"},
    ),
    "a capture": ("O.... X.... ..... ..... .....", BLACK, ".X... X.... ..... ..... .....", 1, {"B B5"}),
    "a stone thrown in and taken": (
        "X.OX.X XXOXOX .OXX.. .OX.OO OX..OX ..XXO.",
        BLACK,
        "X.OX.X XXOXOX ..XX.. X.X.OO OX..OX ..XXO.",
        3,
        {"B A3 W A4 B A3"},
    ),
    "stones gone without a capture": (
        "OO... XX... ..... ..... .....",
        BLACK,
        "O.... XX... ..... ..... .....",
        4,
        set(),
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_table_of_steps(name: str) -> None:
    before, turn, after, plies, expected = TABLE[name]
    position = Position.from_diagram(board(before), turn)
    found = explain(position, Arrangement.from_diagram(board(after)), RULES, plies)
    assert found.complete
    assert texts(found, position.size) == expected


def test_a_ko_taken_within_the_gap_is_not_taken_back_at_once() -> None:
    position = Position.from_diagram(board(".XO.. X.XO. .XO.. ..... ....."), WHITE)
    target = Arrangement.from_diagram(board(".XO.. X.XO. .XO.. ..... ...XO"))
    found = texts(explain(position, target, RULES, 4), 5)
    # White takes, Black threatens, White answers, Black takes back: the threats stay.
    assert "W B4 B D1 W E1 B C4" in found
    assert not any(text.startswith("W B4 B C4") for text in found)


def test_the_first_player_may_be_unknown() -> None:
    white = Arrangement.from_diagram(board("..... .O... ..... ..... ....."))
    assert not explain(Position.empty(5), white, RULES, 2)
    (found,) = explain(Position.empty(5), white, RULES, 2, turn_unknown=True)
    assert found.turn_assumed
    assert found.position.turn is BLACK


def test_orders_of_the_same_moves_are_grouped() -> None:
    position = Position.empty(9)
    target = Arrangement.from_diagram(board("......... .X.O..... .X.O..... " + "......... " * 6))
    found = explain(position, target, RULES, 4)
    assert len(found) == 4
    assert [len(group) for group in found.groups()] == [4]


def test_passes_are_assumed_only_when_asked_for_and_needed() -> None:
    position = Position.empty(5)
    two = Arrangement.from_diagram(board("..... .XX.. ..... ..... ....."))
    assert not explain(position, two, RULES, 4)
    found = explain(position, two, RULES, 4, max_passes=1)
    assert texts(found, 5) == {"B B4 W pass B C4", "B C4 W pass B B4"}
    assert found[0].passes == found[0].assumptions == 1
    one = Arrangement.from_diagram(board("..... .X... ..... ..... ....."))
    assert texts(explain(position, one, RULES, 4, max_passes=1), 5) == {"B B4"}


def test_hidden_points_hold_what_is_needed() -> None:
    position = Position.empty(5)
    seen = Arrangement.from_diagram(board("..... .X... ..... ??... ....."))
    assert texts(explain(position, seen, RULES, 4), 5) == {"B B4"}
    white = Arrangement.from_diagram(board("..... .O... ..... ??... ....."))
    found = explain(position, white, RULES, 4)
    assert texts(found, 5) == {"B A2 W B4", "B B2 W B4"}
    assert {each.hidden for each in found} == {(Point(3, 0),), (Point(3, 1),)}


def test_captured_stones_may_still_lie_there() -> None:
    # White's three stones lose their last liberty at D5; one of them is off already.
    position = Position.from_diagram(board("OOO.. XXX.. ..... ..... ....."), BLACK)
    target = Arrangement.from_diagram(board("OO.X. XXX.. ..... ..... ....."))
    assert "B D5 W C5" not in texts(explain(position, target, RULES, 2), 5)
    (found,) = explain(position, target, RULES, 1, captures_pending=True)
    assert found.moves == (Move(BLACK, Point(0, 3)),)
    assert found.pending == (Point(0, 0), Point(0, 1))
    assert found.position.diagram().startswith("...X.")


def test_the_answer_may_come_while_captured_stones_lie() -> None:
    position = Position.from_diagram(board("OOO.. XXX.. ..... ..... ....."), BLACK)
    target = Arrangement.from_diagram(board("O..X. XXX.. ..... ..... ..O.."))
    found = explain(position, target, RULES, 2, captures_pending=True)
    assert texts(found, 5) == {"B D5 W C1"}
    assert found[0].pending == (Point(0, 0),)


def test_a_search_that_is_cut_off_says_so() -> None:
    target = Arrangement(19, bytes([1, 2] * 3 + [0] * 355))
    assert explain(Position.empty(19), target, RULES, 6).complete
    assert len(explain(Position.empty(19), target, RULES, 6)) == 36
    cut = explain(Position.empty(19), target, RULES, 6, limit=10)
    assert len(cut) == 10
    assert not cut.complete
    assert not explain(Position.empty(19), target, RULES, 6, max_nodes=5).complete


def test_senseless_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot become"):
        explain(Position.empty(9), Arrangement(19, bytes(361)), RULES, 2)
    with pytest.raises(ValueError, match="0 or more"):
        explain(Position.empty(9), Arrangement(9, bytes(81)), RULES, -1)


def random_start(chance: random.Random, rules: Rules) -> Position:
    """A position of a random game on 5 lines, often with captures at hand."""
    history = History(Position.empty(5))
    for _ in range(chance.randrange(14, 60)):
        moves = legal_moves(history, rules)
        if not moves:
            break
        move = chance.choice(moves)
        history.push(move, history.position.play(move, rules.suicide))
    return history.position


def legal_moves(history: History, rules: Rules) -> list[Move]:
    turn = history.position.turn
    moves = [Move(turn, Point(row, col)) for row in range(5) for col in range(5)]
    return [move for move in moves if judge(history, move, rules).legal]


def all_sequences(position: Position, plies: int, rules: Rules, passes: int = 0) -> dict[bytes, set[tuple[Move, ...]]]:
    """Every legal sequence of stones and so many passes at most, sorted by the board it leads to."""
    found: dict[bytes, set[tuple[Move, ...]]] = defaultdict(set)
    history = History(position)

    def extend(moves: tuple[Move, ...]) -> None:
        found[history.position.stones].add(moves)
        if len(moves) < plies:
            more = legal_moves(history, rules)
            if sum(move.point is None for move in moves) < passes:
                more.append(Move(history.position.turn, None))
            for move in more:
                history.push(move, history.position.play(move, rules.suicide))
                extend((*moves, move))
                history.pop()

    extend(())
    return found


@pytest.mark.parametrize("name", ["cn2002", "jp", "ing", "nz"])
def test_explanations_are_those_of_an_exhaustive_search(name: str) -> None:
    chance = random.Random(f"explain {name}")
    rules = replace(ruleset(name), passes_to_end=None)
    compared = 0
    while compared < 200:
        position = random_start(chance, rules)
        if position.stones.count(0) > 9:
            continue
        sequences = all_sequences(position, 4, rules)
        for stones in chance.sample(sorted(sequences), min(60, len(sequences))):
            found = explain(position, Arrangement(5, stones), rules, 4, limit=10**6, max_nodes=10**6)
            assert {each.moves for each in found} == sequences[stones]
            compared += 1


def test_assumed_passes_are_those_of_an_exhaustive_search() -> None:
    chance = random.Random("passes")
    rules = replace(RULES, passes_to_end=None)
    compared = 0
    while compared < 150:
        position = random_start(chance, rules)
        if position.stones.count(0) > 8:
            continue
        sequences = all_sequences(position, 3, rules, passes=1)
        for stones in chance.sample(sorted(sequences), min(40, len(sequences))):
            ends = {moves for moves in sequences[stones] if not moves or moves[-1].point}
            without = {moves for moves in ends if all(move.point for move in moves)}
            if ends:
                found = explain(position, Arrangement(5, stones), rules, 3, max_passes=1, limit=10**6)
                assert {each.moves for each in found} == (without or ends)
                compared += 1


def test_hidden_moves_are_those_of_an_exhaustive_search() -> None:
    chance = random.Random("hidden")
    rules = replace(RULES, passes_to_end=None)
    compared = 0
    while compared < 100:
        position = random_start(chance, rules)
        if position.stones.count(0) > 8:
            continue
        sequences = all_sequences(position, 3, rules)
        for stones in chance.sample(sorted(sequences), min(20, len(sequences))):
            covered = chance.sample(range(25), chance.randint(1, 4))
            seen = bytes(3 if i in covered else there for i, there in enumerate(stones))
            fitting: dict[int, set[tuple[Move, ...]]] = defaultdict(set)
            for board, ways in sequences.items():
                if all(a == b or b == 3 for a, b in zip(board, seen, strict=True)):
                    for moves in ways:
                        points = [move.point.row * 5 + move.point.col for move in moves if move.point]
                        fitting[sum(point in covered for point in points)].add(moves)
            found = explain(position, Arrangement(5, seen), rules, 3, limit=10**6, max_nodes=10**6)
            assert {each.moves for each in found} == fitting[min(fitting)]
            compared += 1


def test_pending_captures_contain_every_partly_cleaned_board() -> None:
    chance = random.Random("pending")
    rules = replace(RULES, passes_to_end=None)
    compared = 0
    while compared < 60:
        position = random_start(chance, rules)
        moves: list[Move] = []
        history = History(position)
        for _ in range(chance.randint(1, 3)):
            legal = legal_moves(history, rules)
            if legal:
                moves.append(chance.choice(legal))
                history.push(moves[-1], history.position.play(moves[-1]))
        board = bytearray(history.position.stones)
        left = set()
        for before, after in pairwise(history.positions):
            for index in range(25):
                gone = before.stones[index] and not after.stones[index]
                if gone and not board[index] and chance.random() < 0.5:
                    board[index] = before.stones[index]
                    left.add(Point(*divmod(index, 5)))
        if not left:
            continue
        target = Arrangement(5, bytes(board))
        found = explain(position, target, rules, 3, captures_pending=True, limit=10**6, max_nodes=10**6)
        assert any(each.moves == tuple(moves) and set(each.pending) == left for each in found)
        compared += 1
