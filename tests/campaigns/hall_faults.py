"""Faults with captures, clocks, pauses, handicap stones and the count."""

from __future__ import annotations

from dataclasses import replace

from engine.arrangement import Arrangement
from engine.chains import neighbours, put
from engine.handicap import handicap_points, star_points
from engine.point import Move
from engine.position import Position
from engine.situation import Evidence, GameType, Observation, Phase
from tests.campaigns.moments import BLACK, NOBODY, OLDER, WHITE, Moment, Right, Trial


def capture_open(moment: Moment, reply: bool = False, press: bool = False) -> Trial | None:
    move = moment.legal(capture=True)
    if move is None or move.point is None:
        return None
    due = sorted(moment.index(p) for p in moment.position.captured_by(move))
    left = moment.chance.sample(due, moment.chance.randint(1, len(due)))
    after = moment.position.play(move)
    board = bytearray(after.stones)
    for index in left:
        board[index] = int(move.colour.other)
    name = "missed_capture" if len(left) == len(due) else "partial_capture"
    boards, points = [bytes(board)], {*due, moment.index(move.point)}
    warnings = NOBODY if moment.rules is OLDER else moment.warned(move.colour)
    right: Right | None = Right(after.stones, after.turn, warnings)
    if reply:
        spots = [i for i in moment.empty(board) if i not in due]
        if not spots:
            return None
        index, right = moment.chance.choice(spots), None
        answer, taken, own = put(bytes(board), index, int(after.turn), neighbours(moment.size))
        if taken or own:
            return None
        boards.append(answer)
        points.add(index)
    evidence = Evidence(last_press=move.colour) if press else Evidence()
    return moment.trial(name, *boards, evidence=evidence, points=points, right=right)


def capture_open_pressed(moment: Moment) -> Trial | None:
    return capture_open(moment, press=True)


def capture_open_with_reply(moment: Moment) -> Trial | None:
    return capture_open(moment, reply=True)


def wrong_capture(moment: Moment) -> Trial | None:
    move = moment.legal()
    if move is None:
        return None
    after = moment.position.play(move)
    theirs = [i for i, there in enumerate(after.stones) if there == move.colour.other]
    if not theirs:
        return None
    board, index = bytearray(after.stones), moment.chance.choice(theirs)
    board[index] = 0
    right = Right(after.stones, after.turn, moment.warned(move.colour))
    taken = {moment.index(p) for p in moment.position.captured_by(move)}
    points = {moment.index(move.point), index, *taken}
    return moment.trial("wrong_capture", bytes(board), points=points, moves=(move,), right=right)


def capture_restored(moment: Moment) -> Trial | None:
    move = moment.legal(capture=True)
    if move is None:
        return None
    after = moment.position.play(move)
    board, back = bytearray(after.stones), {moment.index(p) for p in moment.position.captured_by(move)}
    for index in back:
        board[index] = int(move.colour.other)
    right = Right(after.stones, after.turn)
    points = {moment.index(move.point), *back}
    if moment.chance.random() < 0.5:
        trial = moment.trial("capture_restored", after.stones, bytes(board), points=points, moves=(move,), right=right)
        # The hand of the player who took them; unseen, a single one may be a stone on a forbidden point too.
        evidence = Evidence(hand=move.colour) if moment.chance.random() < 0.8 else Evidence()
        trial.looks[1] = replace(trial.looks[1], evidence=evidence)
        return trial
    moment.game.play(move)  # The capture is agreed already.
    hand = Evidence(hand=move.colour) if moment.chance.random() < 0.8 else None
    return moment.trial("capture_restored", bytes(board), evidence=hand, points=points, moves=(), right=right)


def paused(moment: Moment) -> Trial | None:
    board, index = bytearray(moment.position.stones), moment.chance.choice(moment.empty())
    board[index] = moment.chance.choice([1, 2])
    trial = moment.trial("extra_stone", bytes(board), points={index}, moves=())
    trial.right = Right(moment.position.stones, moment.turn, NOBODY)
    return replace(trial, situation=moment.situation(Phase.PAUSED))


def scattered(moment: Moment) -> Trial | None:
    spots, stones = moment.empty(), moment.stones()
    count = moment.chance.randint(4, 8)
    if len(spots) < count or len(stones) < count:
        return None
    board = bytearray(moment.position.stones)
    sources, goals = moment.chance.sample(stones, count), moment.chance.sample(spots, count)
    for source, goal in zip(sources, goals, strict=True):
        board[goal], board[source] = board[source], 0
    right = Right(moment.position.stones, moment.turn)
    return moment.trial("multiple_changes", bytes(board), points={*sources, *goals}, moves=(), right=right)


def clock_before_move(moment: Moment) -> Trial | None:
    move = moment.legal()
    if move is None:
        return None
    after = moment.position.play(move)
    trial = moment.trial("clock_before_move", after.stones, moves=(move,), points={moment.index(move.point)})
    trial.looks.insert(0, moment.look(moment.position.stones, Evidence(last_press=move.colour), settled=False))
    if moment.rules is not OLDER:
        trial.right = Right(after.stones, after.turn, moment.warned(move.colour))
    return trial


def _with_captures_lying(moment: Moment, answer: str | None, evidence: Evidence) -> Trial | None:
    move = moment.legal(capture=True)
    if move is None:
        return None
    board = bytearray(moment.position.stones)
    board[moment.index(move.point)] = int(move.colour)
    after = moment.position.play(move)
    points = {moment.index(move.point), *(moment.index(p) for p in moment.position.captured_by(move))}
    trial = moment.trial(answer, after.stones, points=points, moves=(move,))
    trial.looks.insert(0, moment.look(board, evidence, settled=False))
    if answer and moment.rules is not OLDER:
        trial.right = Right(after.stones, after.turn, moment.warned(move.colour))
    return trial


def clock_before_capture(moment: Moment) -> Trial | None:
    return _with_captures_lying(moment, "clock_before_capture_complete", Evidence(last_press=moment.turn))


def slow_capture(moment: Moment) -> Trial | None:
    return _with_captures_lying(moment, None, Evidence())


def dropped_stone(moment: Moment) -> Trial | None:
    move = moment.legal(capture=False)
    spots = [i for i in moment.empty() if move and move.point != moment.point(i)]
    if move is None or not spots:
        return None
    board, index = bytearray(moment.position.stones), moment.chance.choice(spots)
    board[index] = int(move.colour)
    points = {index, moment.index(move.point)}
    trial = moment.trial("dropped_stone", moment.position.play(move).stones, points=points, moves=(move,))
    trial.looks.insert(0, moment.look(board, Evidence(stone_motion="fell_and_rolled"), settled=False))
    return replace(trial, right=Right(warnings=NOBODY))


def wrong_handicap(moment: Moment) -> Trial | None:
    if moment.size < 9:
        return None
    count = moment.chance.randint(2, 9)
    laid = list(handicap_points(moment.size, count))
    choice, off = moment.chance.random(), None
    if choice < 0.4:
        laid[0] = moment.anywhere()
        if laid[0] in star_points(moment.size):
            return None
        off = frozenset({moment.index(laid[0])})
    elif choice < 0.7:
        laid.pop()
    board = Position.empty(moment.size).set_up(black=laid).stones
    situation = replace(
        moment.situation(Phase.SETUP),
        position=Position.empty(moment.size),
        game_type=GameType.HANDICAP,
        handicap=count,
    )
    return Trial(situation, [moment.look(board)], "wrong_handicap" if choice < 0.7 else None, off, ())


def continued(moment: Moment) -> Trial | None:
    for _ in range(2):
        moment.game.play(Move(moment.turn, None))
    move = moment.legal()
    if move is None:
        return None
    look = Observation(Arrangement(moment.size, moment.position.play(move).stones))
    return Trial(moment.situation(Phase.STOPPED), [look], "game_continued_after_two_passes")


def counting(moment: Moment) -> Trial | None:
    stones, spots = moment.stones(), moment.empty()
    if len(stones) < 3 or not spots:
        return None
    dead = moment.chance.sample(stones, min(3, len(stones)))
    board, points = bytearray(moment.position.stones), set(dead)
    added = moment.chance.random() < 0.5
    if added:
        points = {moment.chance.choice(spots)}
        board[min(points)] = moment.chance.choice([1, 2])
    else:
        for index in dead:
            board[index] = 0
    situation = replace(
        moment.situation(Phase.COUNTING),
        end_confirmed_by=frozenset({BLACK, WHITE}),
        agreed_dead=frozenset(moment.point(i) for i in dead),
    )
    answer = "stone_added_in_counting" if added else None
    right = Right(moment.position.stones) if added else None
    return Trial(situation, [moment.look(board)], answer, frozenset(points), (), right)
