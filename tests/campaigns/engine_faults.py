"""Random games with random faults: each inserted fault must be named, and no legal play may raise an alert.

    python tests/campaigns/engine_faults.py --trials 20000 --moves 100000 --seed 1

A trial takes a random moment of a random or real game, inserts one fault (or none) and asks the referee's book. The
fault must come out first, with its points, the legal moves and the usual ruling; or as one of several stories that
fit the same pictures, which an exhaustive search on its own (`brute_force`) must show. How often is printed, by
kind. Ends with status 1 where a fault is not named, a second story does not fit, more than 2 % of the trials are
told as two stories, or a legal step raises an alert. `--prove N` asks the search about every Nth trial on a small
board too: a story of legal moves that fits must not be kept silent.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from engine.arrangement import Arrangement
from engine.finding import Finding, Outcome
from engine.history import History
from engine.referee import classify
from engine.situation import Observation, Situation
from tests.campaigns import hall_faults, stone_faults
from tests.campaigns.brute_force import fitting
from tests.campaigns.moments import RULES, Moment, Trial, real_game, real_games

FAULTS: tuple[Callable[[Moment], Trial | None], ...] = (
    stone_faults.no_fault,
    stone_faults.double_move,
    stone_faults.double_move_seen_before,
    stone_faults.two_at_once,
    stone_faults.pass_or_double_move,
    stone_faults.declared_pass,
    stone_faults.out_of_turn,
    stone_faults.white_first,
    stone_faults.wrong_colour,
    stone_faults.forbidden_point,
    stone_faults.ko_retake,
    stone_faults.repetition,
    stone_faults.take_back,
    stone_faults.take_back_in_one_look,
    stone_faults.lifted_and_set_again,
    stone_faults.moved_stone,
    stone_faults.moved_stone_with_move,
    stone_faults.vanished,
    stone_faults.own_stone_vanished_with_move,
    stone_faults.colour_changed,
    hall_faults.capture_open,
    hall_faults.capture_open_pressed,
    hall_faults.capture_open_with_reply,
    hall_faults.wrong_capture,
    hall_faults.capture_restored,
    hall_faults.paused,
    hall_faults.scattered,
    hall_faults.clock_before_move,
    hall_faults.clock_before_capture,
    hall_faults.slow_capture,
    hall_faults.dropped_stone,
    hall_faults.wrong_handicap,
    hall_faults.continued,
    hall_faults.counting,
)
BY_PICTURE = frozenset(FAULTS[:4] + FAULTS[6:8] + FAULTS[9:21] + FAULTS[22:25])
"""Faults whose pictures alone tell the story, so that the search knows as much as the referee's book."""

AT_MOST = 0.02
"""Trials that may be told as two stories."""


def name_of(finding: Finding) -> str | None:
    """The irregularity, None where all is legal."""
    grave = finding.outcome is Outcome.IRREGULARITY and finding.severity != "info"
    return finding.irregularity if grave or finding.outcome is Outcome.IRREGULARITY else None


def answers(trial: Trial, finding: Finding) -> bool:
    """Whether one story is the answer."""
    if trial.answer is None:
        return finding.outcome is not Outcome.IRREGULARITY or finding.severity == "info"
    return finding.irregularity == trial.answer


def verdict(trial: Trial, finding: Finding) -> str:
    """`right`, `both` where the answer is among several stories that all fit, `wrong`."""
    told = (finding, *finding.alternatives)
    if answers(trial, finding) and differs(trial, finding):
        return "wrong"
    # Which of two new stones of one colour was moved is open, the story is one.
    if len({(name_of(story), story.all_points) for story in told}) == 1:
        return "right" if answers(trial, finding) else "wrong"
    proved = {name_of(story) for story in told} <= fitting(trial)
    return "both" if proved and any(answers(trial, story) for story in told) else "wrong"


def differs(trial: Trial, finding: Finding) -> str:
    """What else is not as it should be: points, moves, or the ruling; empty where all is right."""
    size = trial.situation.position.size
    points = {p.row * size + p.col for p in finding.all_points}
    if trial.points is not None and points != trial.points:
        return "points"
    if trial.moves is not None and finding.moves != trial.moves and trial.moves not in finding.orders:
        return "moves"
    if trial.right is None:
        return ""
    right, ruling = trial.right, finding.ruling
    if ruling is None:
        return "no ruling"
    if right.board is not None and (ruling.position is None or ruling.position.stones != right.board):
        return "board of the ruling"
    same = (right.turn in (None, ruling.to_move), right.warnings in (None, ruling.warnings))
    return "" if all(same) and (right.forfeits, right.result) == (ruling.forfeits, ruling.result) else "ruling"


def describe(trial: Trial, finding: Finding) -> str:
    """A trial and what was told of it, for people."""
    position = trial.situation.position
    boards = [position.diagram().split("\n")] + [look.arrangement.diagram().split("\n") for look in trial.looks]
    rows = ["   ".join(row) for row in zip(*boards, strict=True)]
    points = {role: [p.name(position.size) for p in each] for role, each in finding.points.items()}
    others = [(other.irregularity, len(other.moves)) for other in finding.alternatives]
    told = f"got {finding.outcome.value} {finding.irregularity} {points}, others {others}, not right: "
    told += differs(trial, finding) if answers(trial, finding) else "the name"
    told += f" (fitting: {fitting(trial)})" if finding.alternatives else ""
    return "\n".join([f"{position.turn.name} to move, wanted {trial.answer}, {told}", *rows])


def kept_silent(trial: Trial, finding: Finding) -> bool:
    """Whether legal moves alone explain what was told as a fault and nothing else."""
    told = {name_of(finding), *(name_of(other) for other in finding.alternatives)}
    return None not in told and None in fitting(trial)


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


def legal_games(moves: int, chance: random.Random, show: int) -> int:
    """How many steps of the real games and of so many random moves raise an alert or are told otherwise."""
    lines = real_games()
    played = wrong = 0
    games = (real_game(line) for line in lines)
    while (history := next(games, None)) is not None or played < moves:
        if history is None:
            history = Moment(chance).game.history
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
    parser.add_argument("--prove", type=int, default=0, help="search for silent stories in every Nth small trial")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="how many wrong answers to show")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    tally: Counter[tuple[str, str]] = Counter()
    began, done, shown, small, proved, silent = time.perf_counter(), 0, 0, 0, 0, 0
    while done < options.trials:
        make = chance.choice(FAULTS)
        trial = make(Moment(chance))
        if trial is None:
            continue
        finding = classify(trial.situation, trial.looks)
        result = verdict(trial, finding)
        tally[make.__name__, result] += 1
        done += 1
        if options.prove and make in BY_PICTURE and trial.situation.position.size < 7:
            small += 1
            proved += small % options.prove == 0
            if small % options.prove == 0 and kept_silent(trial, finding):
                silent += 1
                print(f"{make.__name__}: legal moves were kept silent: {describe(trial, finding)}\n")
        if result == "wrong" and shown < options.show:
            shown += 1
            print(f"{make.__name__}: {describe(trial, finding)}\n")
    for make in FAULTS:
        counts = {result: tally[make.__name__, result] for result in ("right", "both", "wrong")}
        print(f"{make.__name__:30} {counts}")
    totals = {result: sum(n for (_, r), n in tally.items() if r == result) for result in ("right", "both", "wrong")}
    if options.prove:
        print(f"{proved} trials searched for stories kept silent: {silent}")
    alarms = legal_games(options.moves, chance, options.show) if options.moves else 0
    print(f"{done} trials: {totals}, {time.perf_counter() - began:.0f} s")
    return 1 if totals["wrong"] or silent or alarms or totals["both"] > AT_MOST * done else 0


if __name__ == "__main__":
    sys.exit(main())
