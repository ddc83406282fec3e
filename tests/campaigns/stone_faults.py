"""Faults with single stones: twice in a row, out of turn, on forbidden points, taken back, moved, gone."""

from __future__ import annotations

from engine.chains import neighbours, put
from engine.errors import Breach
from engine.game import Game
from engine.point import Move
from engine.position import Position
from engine.situation import Evidence
from tests.campaigns.moments import NOBODY, OLDER, WHITE, Moment, Right, Trial


def no_fault(moment: Moment) -> Trial | None:
    boards, situation, played = [], moment.situation(), []
    for _ in range(moment.chance.randint(0, 3)):
        if not moment.play_on():
            return None
        played.append(moment.game.moves[-1])
        if moment.chance.random() < 0.5:
            boards.append(moment.position.stones)
    boards.append(moment.position.stones)
    return Trial(situation, [moment.look(board) for board in boards], None)


def double_move(moment: Moment) -> Trial | None:
    last = moment.last
    if last is None or last.point is None:
        return None  # After a pass the same stone is out of turn.
    found = moment.stone_of(last.colour, moment.position)
    if found is None:
        return None
    index, board = found
    taken = {i for i in moment.stones() if not board[i]}
    if moment.rules is OLDER:
        right = Right(moment.position.stones, None, NOBODY, result=f"{last.colour.other.letter}+F")
    else:
        right = Right(moment.position.stones, moment.turn, moment.warned(last.colour))
    return moment.trial("double_move", board, points={moment.index(last.point), index} | taken, moves=(), right=right)


def double_move_seen_before(moment: Moment) -> Trial | None:
    first = moment.legal()
    if first is None:
        return None
    after = moment.position.play(first)
    found = moment.stone_of(first.colour, after)
    if found is None:
        return None
    if moment.rules is OLDER:
        right = Right(after.stones, None, NOBODY, result=f"{first.colour.other.letter}+F")
    else:
        right = Right(after.stones, after.turn, moment.warned(first.colour))
    return moment.trial("double_move", after.stones, found[1], moves=(first,), right=right)


def two_at_once(moment: Moment) -> Trial | None:
    first = moment.legal(capture=False)
    found = first and moment.stone_of(first.colour, moment.position.play(first))
    if first is None or not found:
        return None
    return moment.trial("double_move", found[1])


def pass_or_double_move(moment: Moment) -> Trial | None:
    last = moment.last
    found = last and last.point and moment.stone_of(last.colour, moment.position)
    if not found:
        return None
    return moment.trial("pass_or_double_move", found[1], evidence=Evidence(last_press=moment.turn), moves=())


def declared_pass(moment: Moment) -> Trial | None:
    other = moment.position.with_turn(moment.turn.other)
    move = moment.legal(other)
    if move is None or not moment.game.judge(Move(moment.turn, None)).legal:
        return None
    board = other.play(move).stones
    if moment.game.history.earlier(board) is not None:
        return None
    evidence = Evidence(pass_declared_by=moment.turn)
    return moment.trial(None, board, evidence=evidence, moves=(Move(moment.turn, None), move))


def out_of_turn(moment: Moment) -> Trial | None:
    moment.game.play(Move(moment.turn, None))
    found = moment.stone_of(moment.turn.other, moment.position)
    if found is None:
        return None
    right = Right(moment.position.stones, moment.turn, NOBODY)
    return moment.trial("out_of_turn", found[1], moves=(), right=right)


def white_first(moment: Moment) -> Trial | None:
    moment.game = Game(moment.rules, Position.empty(moment.size))
    found = moment.stone_of(WHITE, moment.position)
    return None if found is None else moment.trial("white_first", found[1], points={found[0]}, moves=())


def wrong_colour(moment: Moment) -> Trial | None:
    last = moment.last
    found = last and last.point and moment.stone_of(last.colour, moment.position)
    if not found:
        return None
    return moment.trial("wrong_colour_stone", found[1], evidence=Evidence(hand=moment.turn), points={found[0]})


def forbidden_point(moment: Moment) -> Trial | None:
    turn = moment.turn
    order = moment.empty()
    moment.chance.shuffle(order)
    for index in order:
        _, taken, own = put(moment.position.stones, index, int(turn), neighbours(moment.size))
        if own and not taken:
            board = bytearray(moment.position.stones)
            board[index] = turn
            right = Right(moment.position.stones, turn.other, NOBODY, turn)
            return moment.trial("forbidden_point", bytes(board), points={index}, moves=(), right=right)
    return None


def ko_retake(moment: Moment) -> Trial | None:
    for _ in range(60):
        if moment.position.ko is not None:
            break
        taking = moment.legal(capture=True) if moment.chance.random() < 0.5 else None
        if taking is not None:
            moment.game.play(taking)
        elif not moment.play_on():
            return None
    ko, turn = moment.position.ko, moment.turn
    if ko is None:
        return None
    index = moment.index(ko)
    board, taken, _ = put(moment.position.stones, index, int(turn), neighbours(moment.size))
    warnings = NOBODY if moment.rules is OLDER else moment.warned(turn)
    right = Right(moment.position.stones, turn.other, warnings, turn)
    return moment.trial("ko_retake", board, points={index, *taken}, moves=(), right=right)


def repetition(moment: Moment) -> Trial | None:
    if moment.size > 6:
        return None
    for _ in range(200):
        for index in moment.empty():
            verdict = moment.game.judge(Move(moment.turn, moment.point(index)))
            if verdict.breach == Breach.SUPERKO and verdict.position is not None:
                points = {index, *(moment.index(p) for p in verdict.captured)}
                return moment.trial("superko_repetition", verdict.position.stones, points=points, moves=())
        taking = moment.legal(capture=True)
        if taking is not None:
            moment.game.play(taking)
        elif not moment.play_on():
            return None
    return None


def take_back(moment: Moment) -> Trial | None:
    one, other = moment.legal(), moment.legal()
    if one is None or other is None or one == other:
        return None
    stood = moment.position.play(one)
    right = Right(stood.stones, stood.turn, moment.warned(one.colour))
    points = {moment.index(one.point), moment.index(other.point)}
    boards = (stood.stones, moment.position.play(other).stones)
    return moment.trial("take_back", *boards, points=points, moves=(one,), right=right)


def take_back_in_one_look(moment: Moment) -> Trial | None:
    last, spots = moment.last, moment.empty()
    if last is None or last.point is None or not spots:
        return None
    board = bytearray(moment.position.stones)
    source, goal = moment.index(last.point), moment.chance.choice(spots)
    board[source], board[goal] = 0, int(last.colour)
    right = Right(moment.position.stones, moment.turn)
    return moment.trial("take_back", bytes(board), points={source, goal}, moves=(), right=right)


def lifted_and_set_again(moment: Moment) -> Trial | None:
    move = moment.legal()
    if move is None:
        return None
    board = moment.position.play(move).stones
    return moment.trial(None, board, moment.position.stones, board, moves=(move,))


def moved_stone(moment: Moment) -> Trial | None:
    return _moved(moment, moment.position, None)


def moved_stone_with_move(moment: Moment) -> Trial | None:
    move = moment.legal(capture=False)
    return None if move is None else _moved(moment, moment.position.play(move), move)


def _moved(moment: Moment, base: Position, move: Move | None) -> Trial | None:
    """A stone elsewhere; that it slid is seen in nine of ten trials, else it is a move there and a stone gone too."""
    last = moment.last
    before = [i for i in moment.stones() if last is None or last.point != moment.point(i)]
    spots = moment.empty(base.stones)
    if not before or not spots:
        return None
    board = bytearray(base.stones)
    source, goal = moment.chance.choice(before), moment.chance.choice(spots)
    board[goal], board[source] = board[source], 0
    points, right = {source, goal}, Right(base.stones, base.turn, NOBODY)
    evidence = Evidence(stone_motion="slid") if moment.chance.random() < 0.9 else None
    if move is None:
        return moment.trial("moved_stone", bytes(board), evidence=evidence, points=points, moves=(), right=right)
    if moment.position.stones[source] == move.colour:
        # Which of the two new stones was moved is open.
        return moment.trial("moved_stone", bytes(board), evidence=evidence)
    points.add(moment.index(move.point))
    return moment.trial("moved_stone", bytes(board), evidence=evidence, points=points, moves=(move,), right=right)


def vanished(moment: Moment) -> Trial | None:
    if not moment.stones():
        return None
    board, index = bytearray(moment.position.stones), moment.chance.choice(moment.stones())
    board[index] = 0
    right = Right(moment.position.stones, moment.turn, NOBODY)
    return moment.trial("stone_vanished", bytes(board), points={index}, moves=(), right=right)


def own_stone_vanished_with_move(moment: Moment) -> Trial | None:
    move, mine = moment.legal(), moment.stones(moment.turn)
    if move is None or not mine:
        return None
    after = moment.position.play(move).stones
    board = bytearray(after)
    board[moment.chance.choice(mine)] = 0
    if moment.chance.random() < 0.1:
        # In one look the same picture as a stone that moved to where the new one stands.
        return moment.trial("stone_vanished", bytes(board))
    return moment.trial("stone_vanished", after, bytes(board), moves=(move,))


def colour_changed(moment: Moment) -> Trial | None:
    if not moment.stones():
        return None
    board, index = bytearray(moment.position.stones), moment.chance.choice(moment.stones())
    board[index] = 3 - board[index]
    right = Right(moment.position.stones, moment.turn, NOBODY)
    return moment.trial("stone_colour_changed", bytes(board), points={index}, moves=(), right=right)
