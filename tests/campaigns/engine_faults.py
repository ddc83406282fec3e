"""Random games with random faults: each inserted fault must be named, and no legal play may raise an alert.

    python tests/campaigns/engine_faults.py --trials 20000 --moves 100000 --seed 1

A trial takes a random moment of a random or real game, inserts one fault (or none) and asks the referee's book. The
fault must come out first, or as one of several stories that fit the same pictures; how often is printed, by
kind. Ends with status 1 where a fault is not named or a legal step raises an alert.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

from engine.arrangement import Arrangement
from engine.chains import neighbours, put
from engine.errors import Breach
from engine.finding import Finding, Outcome
from engine.game import Game
from engine.handicap import handicap_points, star_points
from engine.history import History
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.referee import classify
from engine.rulesets import ruleset
from engine.situation import Evidence, GameType, Observation, Phase, Situation

BLACK, WHITE = Colour.BLACK, Colour.WHITE
RULES = replace(ruleset("cn2002"), passes_to_end=None)
REAL_GAMES = Path(__file__).parent.parent / "engine" / "data" / "real_games.txt"


@dataclass
class Trial:
    """A situation, what is observed, and the answer."""

    situation: Situation
    looks: list[Observation]
    answer: str | None
    points: frozenset[Point] | None = None


class Maker:
    """A random moment of a random game, and the faults that can be made of it."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        if chance.random() < 0.3:
            self._begin_real()
        else:
            self._begin_random()

    def _begin_real(self) -> None:
        history = real_game(self.chance.choice(real_games()))
        start = history.positions[0]
        self.size = start.size
        self.game = Game(RULES, start)
        for move in history.moves[: self.chance.randrange(2, len(history.moves))]:
            assert move is not None
            self.game.play(move)

    def _begin_random(self) -> None:
        self.size = self.chance.choice([5, 6, 7, 9, 9, 13, 19])
        self.game = Game(RULES, Position.empty(self.size))
        for _ in range(self.chance.randrange(2, self.size * self.size)):
            if not self._play_on(self.game):
                break

    def _play_on(self, game: Game) -> bool:
        for _ in range(30):
            point = self._anywhere()
            move = Move(game.position.turn, point)
            if game.position.get(point) == Colour.EMPTY and game.judge(move).legal:
                game.play(move)
                return True
        return False

    def _anywhere(self) -> Point:
        return Point(self.chance.randrange(self.size), self.chance.randrange(self.size))

    @property
    def position(self) -> Position:
        return self.game.position

    def situation(self, phase: Phase = Phase.PLAY, evidence: Evidence = Evidence()) -> Situation:  # noqa: B008
        history = self.game.history
        return Situation(
            RULES,
            self.position,
            history.moves[-1] if history.moves else None,
            len(history.moves),
            phase,
            earlier=tuple(p.stones for p in history.positions[:-1]),
            evidence=evidence,
        )

    def trial(self, answer: str | None, *boards: bytes, evidence: Evidence = Evidence()) -> Trial:  # noqa: B008
        looks = [Observation(Arrangement(self.size, board)) for board in boards]
        return Trial(self.situation(evidence=evidence), looks, answer)

    def stones(self, colour: Colour | None = None) -> list[int]:
        board = self.position.stones
        return [i for i, there in enumerate(board) if there and (colour is None or there == colour)]

    def empty(self) -> list[int]:
        return [i for i, there in enumerate(self.position.stones) if not there]

    def legal(self, position: Position | None = None, capture: bool | None = None) -> Move | None:
        """A legal move of the player to move, with or without a capture where that is asked."""
        base = self.position if position is None else position
        order = [Point(*divmod(i, self.size)) for i in range(self.size**2) if not base.stones[i]]
        self.chance.shuffle(order)
        for point in order[:80]:
            move = Move(base.turn, point)
            if capture is not None and bool(base.captured_by(move)) != capture:
                continue
            if base is self.position and not self.game.judge(move).legal:
                continue
            try:
                base.play(move)
            except ValueError:
                continue
            return move
        return None

    # Faults

    def no_fault(self) -> Trial | None:
        boards, position, situation = [], self.position, self.situation()
        for _ in range(self.chance.randint(0, 3)):
            if not self._play_on(self.game):
                return None
            if self.chance.random() < 0.5:
                boards.append(self.position.stones)
        boards.append(self.position.stones)
        assert situation.position is position
        return Trial(situation, [Observation(Arrangement(self.size, board)) for board in boards], None)

    def double_move(self) -> Trial | None:
        last = self.game.moves[-1] if self.game.moves else None
        if last is None or last.point is None:
            return None  # After a pass the same stone is out of turn.
        board = self._stone_of(last.colour, self.position)
        return None if board is None else self.trial("double_move", board)

    def double_move_seen_before(self) -> Trial | None:
        first = self.legal()
        if first is None:
            return None
        after = self.position.play(first)
        board = self._stone_of(first.colour, after)
        return None if board is None else self.trial("double_move", after.stones, board)

    def two_at_once(self) -> Trial | None:
        first = self.legal(capture=False)
        if first is None:
            return None
        board = self._stone_of(first.colour, self.position.play(first))
        return None if board is None else self.trial("double_move", board)

    def _stone_of(self, colour: Colour, position: Position) -> bytes | None:
        spots = [i for i, there in enumerate(position.stones) if not there]
        index = self.chance.choice(spots)
        board, _, own = put(position.stones, index, int(colour), neighbours(self.size))
        return None if own else board

    def pass_or_double_move(self) -> Trial | None:
        trial = self.double_move()
        if trial is None or not self.game.moves:
            return None
        evidence = Evidence(last_press=self.position.turn)
        return self.trial("pass_or_double_move", *[t.arrangement.stones for t in trial.looks], evidence=evidence)

    def declared_pass(self) -> Trial | None:
        other = self.position.with_turn(self.position.turn.other)
        move = self.legal(other)
        if move is None or not self.game.judge(Move(self.position.turn, None)).legal:
            return None
        board = other.play(move).stones
        if self.game.history.earlier(board) is not None:
            return None
        return self.trial(None, board, evidence=Evidence(pass_declared_by=self.position.turn))

    def out_of_turn(self) -> Trial | None:
        self.game.play(Move(self.position.turn, None))
        board = self._stone_of(self.position.turn.other, self.position)
        return None if board is None else self.trial("out_of_turn", board)

    def white_first(self) -> Trial | None:
        self.game = Game(RULES, Position.empty(self.size))
        board = self._stone_of(WHITE, self.position)
        return None if board is None else self.trial("white_first", board)

    def wrong_colour(self) -> Trial | None:
        trial = self.double_move()
        if trial is None:
            return None
        evidence = Evidence(hand=self.position.turn)
        return self.trial("wrong_colour_stone", *[t.arrangement.stones for t in trial.looks], evidence=evidence)

    def forbidden_point(self) -> Trial | None:
        turn = int(self.position.turn)
        order = self.empty()
        self.chance.shuffle(order)
        for index in order:
            _, taken, own = put(self.position.stones, index, turn, neighbours(self.size))
            if own and not taken:
                board = bytearray(self.position.stones)
                board[index] = turn
                return self.trial("forbidden_point", bytes(board))
        return None

    def ko_retake(self) -> Trial | None:
        for _ in range(60):
            if self.position.ko is not None:
                break
            taking = self.legal(capture=True) if self.chance.random() < 0.5 else None
            if taking is not None:
                self.game.play(taking)
            elif not self._play_on(self.game):
                return None
        ko = self.position.ko
        if ko is None:
            return None
        index = ko.row * self.size + ko.col
        board, _, _ = put(self.position.stones, index, int(self.position.turn), neighbours(self.size))
        return self.trial("ko_retake", board)

    def repetition(self) -> Trial | None:
        if self.size > 6:
            return None
        for _ in range(200):
            turn = self.position.turn
            for index in self.empty():
                verdict = self.game.judge(Move(turn, Point(*divmod(index, self.size))))
                if verdict.breach == Breach.SUPERKO and verdict.position is not None:
                    return self.trial("superko_repetition", verdict.position.stones)
            taking = self.legal(capture=True)
            if taking is not None:
                self.game.play(taking)
            elif not self._play_on(self.game):
                return None
        return None

    def take_back(self) -> Trial | None:
        one, other = self.legal(), self.legal()
        if one is None or other is None or one == other:
            return None
        boards = [self.position.play(one).stones, self.position.play(other).stones]
        return self.trial("take_back", *boards)

    def take_back_in_one_look(self) -> Trial | None:
        last = self.game.moves[-1] if self.game.moves else None
        spots = self.empty()
        if last is None or last.point is None or not spots:
            return None
        board = bytearray(self.position.stones)
        board[last.point.row * self.size + last.point.col] = 0
        board[self.chance.choice(spots)] = int(last.colour)
        return self.trial("take_back", bytes(board))

    def lifted_and_set_again(self) -> Trial | None:
        move = self.legal()
        if move is None:
            return None
        board = self.position.play(move).stones
        return self.trial(None, board, self.position.stones, board)

    def moved_stone(self, with_move: bool = False) -> Trial | None:
        base = self.position
        if with_move:
            move = self.legal(capture=False)
            if move is None:
                return None
            base = base.play(move)
        last = self.game.moves[-1] if self.game.moves else None
        before = [i for i in self.stones() if last is None or last.point != Point(*divmod(i, self.size))]
        spots = [i for i, there in enumerate(base.stones) if not there]
        if not before or not spots:
            return None
        board = bytearray(base.stones)
        source, goal = self.chance.choice(before), self.chance.choice(spots)
        board[goal], board[source] = board[source], 0
        return self.trial("moved_stone", bytes(board))

    def moved_stone_with_move(self) -> Trial | None:
        return self.moved_stone(with_move=True)

    def vanished(self) -> Trial | None:
        if not self.stones():
            return None
        board = bytearray(self.position.stones)
        board[self.chance.choice(self.stones())] = 0
        return self.trial("stone_vanished", bytes(board))

    def own_stone_vanished_with_move(self) -> Trial | None:
        move = self.legal()
        mine = self.stones(self.position.turn)
        if move is None or not mine:
            return None
        after = self.position.play(move).stones
        board = bytearray(after)
        board[self.chance.choice(mine)] = 0
        if self.chance.random() < 0.1:
            # In one look the same picture as a stone that moved to where the new one stands.
            return self.trial("stone_vanished", bytes(board))
        return self.trial("stone_vanished", after, bytes(board))

    def colour_changed(self) -> Trial | None:
        if not self.stones():
            return None
        board = bytearray(self.position.stones)
        index = self.chance.choice(self.stones())
        board[index] = 3 - board[index]
        return self.trial("stone_colour_changed", bytes(board))

    def capture_open(self, reply: bool = False, press: bool = False) -> Trial | None:
        move = self.legal(capture=True)
        if move is None or move.point is None:
            return None
        due = sorted(self.position.captured_by(move))
        left = self.chance.sample(due, self.chance.randint(1, len(due)))
        after = self.position.play(move)
        board = bytearray(after.stones)
        for point in left:
            board[point.row * self.size + point.col] = int(move.colour.other)
        name = "missed_capture" if len(left) == len(due) else "partial_capture"
        boards = [bytes(board)]
        if reply:
            spots = [i for i, there in enumerate(board) if not there]
            spots = [i for i in spots if Point(*divmod(i, self.size)) not in due]
            if not spots:
                return None
            answer, taken, own = put(bytes(board), self.chance.choice(spots), int(after.turn), neighbours(self.size))
            if taken or own:
                return None
            boards.append(answer)
        evidence = Evidence(last_press=move.colour) if press else Evidence()
        return self.trial(name, *boards, evidence=evidence)

    def capture_open_pressed(self) -> Trial | None:
        return self.capture_open(press=True)

    def capture_open_with_reply(self) -> Trial | None:
        return self.capture_open(reply=True)

    def wrong_capture(self) -> Trial | None:
        move = self.legal()
        if move is None:
            return None
        after = self.position.play(move)
        theirs = [i for i, there in enumerate(after.stones) if there == move.colour.other]
        if not theirs:
            return None
        board = bytearray(after.stones)
        board[self.chance.choice(theirs)] = 0
        return self.trial("wrong_capture", bytes(board))

    def capture_restored(self) -> Trial | None:
        move = self.legal(capture=True)
        if move is None:
            return None
        after = self.position.play(move)
        board = bytearray(after.stones)
        for point in self.position.captured_by(move):
            board[point.row * self.size + point.col] = int(move.colour.other)
        return self.trial("capture_restored", after.stones, bytes(board))

    def paused(self) -> Trial | None:
        board = bytearray(self.position.stones)
        board[self.chance.choice(self.empty())] = self.chance.choice([1, 2])
        look = Observation(Arrangement(self.size, bytes(board)))
        return Trial(self.situation(Phase.PAUSED), [look], "extra_stone")

    def scattered(self) -> Trial | None:
        spots, stones = self.empty(), self.stones()
        count = self.chance.randint(4, 8)
        if len(spots) < count or len(stones) < count:
            return None
        board = bytearray(self.position.stones)
        goals = self.chance.sample(spots, count)
        for source, goal in zip(self.chance.sample(stones, count), goals, strict=True):
            board[goal], board[source] = board[source], 0
        return self.trial("multiple_changes", bytes(board))

    def clock_before_move(self) -> Trial | None:
        move = self.legal()
        if move is None:
            return None
        trial = self.trial("clock_before_move", self.position.stones, self.position.play(move).stones)
        pressed = Evidence(last_press=move.colour)
        trial.looks[0] = replace(trial.looks[0], settled=False, evidence=pressed)
        return trial

    def clock_before_capture(self) -> Trial | None:
        move = self.legal(capture=True)
        if move is None or move.point is None:
            return None
        board = bytearray(self.position.stones)
        board[move.point.row * self.size + move.point.col] = int(move.colour)
        trial = self.trial("clock_before_capture_complete", bytes(board), self.position.play(move).stones)
        pressed = Evidence(last_press=move.colour)
        trial.looks[0] = replace(trial.looks[0], settled=False, evidence=pressed)
        return trial

    def slow_capture(self) -> Trial | None:
        trial = self.clock_before_capture()
        if trial is None:
            return None
        trial.looks[0] = replace(trial.looks[0], evidence=Evidence())
        return replace(trial, answer=None)

    def dropped_stone(self) -> Trial | None:
        move = self.legal(capture=False)
        spots = [i for i in self.empty() if move and move.point != Point(*divmod(i, self.size))]
        if move is None or not spots:
            return None
        board = bytearray(self.position.stones)
        board[self.chance.choice(spots)] = int(move.colour)
        trial = self.trial("dropped_stone", bytes(board), self.position.play(move).stones)
        fell = Evidence(stone_motion="fell_and_rolled")
        trial.looks[0] = replace(trial.looks[0], settled=False, evidence=fell)
        return trial

    def wrong_handicap(self) -> Trial | None:
        if self.size < 9:
            return None
        count = self.chance.randint(2, 9)
        points = list(handicap_points(self.size, count))
        stars = star_points(self.size)
        choice = self.chance.random()
        if choice < 0.4:
            points[0] = self._anywhere()
            if points[0] in stars:
                return None
        elif choice < 0.7:
            points.pop()
        board = Position.empty(self.size).set_up(black=points).stones
        situation = replace(
            self.situation(Phase.SETUP),
            position=Position.empty(self.size),
            game_type=GameType.HANDICAP,
            handicap=count,
        )
        answer = "wrong_handicap" if choice < 0.7 else None
        return Trial(situation, [Observation(Arrangement(self.size, board))], answer)

    def continued(self) -> Trial | None:
        for _ in range(2):
            self.game.play(Move(self.position.turn, None))
        move = self.legal()
        if move is None:
            return None
        look = Observation(Arrangement(self.size, self.position.play(move).stones))
        return Trial(self.situation(Phase.STOPPED), [look], "game_continued_after_two_passes")

    def counting(self) -> Trial | None:
        stones, spots = self.stones(), self.empty()
        if len(stones) < 3 or not spots:
            return None
        dead = self.chance.sample(stones, min(3, len(stones)))
        board = bytearray(self.position.stones)
        added = self.chance.random() < 0.5
        if added:
            board[self.chance.choice(spots)] = self.chance.choice([1, 2])
        else:
            for index in dead:
                board[index] = 0
        situation = replace(
            self.situation(Phase.COUNTING),
            end_confirmed_by=frozenset({BLACK, WHITE}),
            agreed_dead=frozenset(Point(*divmod(i, self.size)) for i in dead),
        )
        answer = "stone_added_in_counting" if added else None
        return Trial(situation, [Observation(Arrangement(self.size, bytes(board)))], answer)


FAULTS: tuple[Callable[[Maker], Trial | None], ...] = (
    Maker.no_fault,
    Maker.double_move,
    Maker.double_move_seen_before,
    Maker.two_at_once,
    Maker.pass_or_double_move,
    Maker.declared_pass,
    Maker.out_of_turn,
    Maker.white_first,
    Maker.wrong_colour,
    Maker.forbidden_point,
    Maker.ko_retake,
    Maker.repetition,
    Maker.take_back,
    Maker.take_back_in_one_look,
    Maker.lifted_and_set_again,
    Maker.moved_stone,
    Maker.moved_stone_with_move,
    Maker.vanished,
    Maker.own_stone_vanished_with_move,
    Maker.colour_changed,
    Maker.capture_open,
    Maker.capture_open_pressed,
    Maker.capture_open_with_reply,
    Maker.wrong_capture,
    Maker.capture_restored,
    Maker.paused,
    Maker.scattered,
    Maker.clock_before_move,
    Maker.clock_before_capture,
    Maker.slow_capture,
    Maker.dropped_stone,
    Maker.wrong_handicap,
    Maker.continued,
    Maker.counting,
)


def verdict(trial: Trial, finding: Finding) -> str:
    """`right`, `both` where the answer is among several stories told, `wrong`."""

    def answers(one: Finding) -> bool:
        if trial.answer is None:
            return one.outcome is not Outcome.IRREGULARITY or one.severity == "info"
        return one.irregularity == trial.answer

    if answers(finding):
        return "right"
    return "both" if any(answers(o) for o in finding.alternatives) and fits(trial, finding) else "wrong"


def fits(trial: Trial, finding: Finding) -> bool:
    """Whether the legal moves of the story told first, played out by the rules, make the last picture."""
    if finding.outcome is not Outcome.MOVES:
        return True
    position = trial.situation.position
    for move in finding.moves:
        position = position.play(move)
    return position.stones == trial.looks[-1].arrangement.stones


def describe(trial: Trial, finding: Finding) -> str:
    position = trial.situation.position
    boards = [position.diagram().split("\n")] + [look.arrangement.diagram().split("\n") for look in trial.looks]
    rows = ["   ".join(row) for row in zip(*boards, strict=True)]
    points = {role: [p.name(position.size) for p in each] for role, each in finding.points.items()}
    others = [(other.irregularity, len(other.moves)) for other in finding.alternatives]
    told = f"got {finding.outcome.value} {finding.irregularity} {points}, others {others}"
    return "\n".join([f"{position.turn.name} to move, wanted {trial.answer}, {told}", *rows])


def step_alarms(history: History) -> Iterator[tuple[Trial, Finding]]:
    """Every step of a game, looked at one by one, that is not told as the move it was."""
    positions, moves = history.positions, history.moves
    for number, (before, after) in enumerate(pairwise(positions)):
        move = moves[number]
        if move is None or move.point is None:
            continue
        situation = Situation(
            RULES,
            before,
            moves[number - 1] if number else None,
            number,
            earlier=tuple(position.stones for position in positions[:number]),
        )
        trial = Trial(situation, [Observation(Arrangement(before.size, after.stones))], None)
        finding = classify(situation, trial.looks)
        if finding.outcome is not Outcome.MOVES or finding.moves != (move,):
            yield trial, finding


@cache
def real_games() -> list[str]:
    """The games of the tests' data file, one a line."""
    return [line for line in REAL_GAMES.read_text().splitlines() if not line.startswith("#")]


def real_game(line: str) -> History:
    """A game of the tests' data file."""
    size, _, handicap, *moves = line.split()
    stones = [] if handicap == "-" else [Point.from_sgf(text) for text in handicap.split(",")]
    start = Position.empty(int(size)).set_up(black=stones, turn=Colour.from_letter(moves[0][0]))
    game = Game(RULES, start)
    for text in moves:
        point = None if text[1:] == ".." else Point.from_sgf(text[1:])
        game.play(Move(Colour.from_letter(text[0]), point))
    return game.history


def legal_games(moves: int, chance: random.Random, show: int) -> int:
    """How many steps of the real games and of so many random moves raise an alert or are told otherwise."""
    lines = real_games()
    played = wrong = 0
    games = (real_game(line) for line in lines)
    while (history := next(games, None)) is not None or played < moves:
        if history is None:
            history = Maker(chance).game.history
        played += len(history.moves)
        for trial, finding in step_alarms(history):
            wrong += 1
            if wrong <= show:
                print(describe(trial, finding))
    print(f"{played} legal moves, {len(lines)} real games among them: {wrong} not told as they were")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--trials", type=int, default=20_000)
    parser.add_argument("--moves", type=int, default=0, help="legal moves to look at one by one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="how many wrong answers to show")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    tally: Counter[tuple[str, str]] = Counter()
    began, done, shown = time.perf_counter(), 0, 0
    while done < options.trials:
        make = chance.choice(FAULTS)
        trial = make(Maker(chance))
        if trial is None:
            continue
        finding = classify(trial.situation, trial.looks)
        result = verdict(trial, finding)
        tally[make.__name__, result] += 1
        done += 1
        if result == "wrong" and shown < options.show:
            shown += 1
            print(f"{make.__name__}: {describe(trial, finding)}\n")
    for make in FAULTS:
        counts = {result: tally[make.__name__, result] for result in ("right", "both", "wrong")}
        print(f"{make.__name__:30} {counts}")
    totals = {result: sum(n for (_, r), n in tally.items() if r == result) for result in ("right", "both", "wrong")}
    print(f"{done} trials: {totals}, {time.perf_counter() - began:.0f} s")
    alarms = legal_games(options.moves, chance, options.show) if options.moves else 0
    return 1 if totals["wrong"] or alarms else 0


if __name__ == "__main__":
    sys.exit(main())
