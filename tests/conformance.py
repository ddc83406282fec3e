"""Answers to conformance cases: one JSON object a line, `{"id": ..., "got": {...}}`.

    python tests/conformance.py FOLDER

FOLDER holds `*.json`, each a list of cases of one of the kinds legality, capture, repetition, score and
transition. `got` has the keys of the case's `expect`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.arrangement import Arrangement
from engine.errors import Breach
from engine.finding import Ruling
from engine.game import Game
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.referee import classify
from engine.rules import HandicapReturn, Ko, Rules
from engine.rulesets import ruleset
from engine.scoring import (
    Score,
    area_score,
    count,
    fill_in,
    fill_in_score,
    handicap_points_returned,
    territory_score,
)
from engine.situation import Evidence, GameType, Observation, Phase, Situation

BLACK, WHITE = Colour.BLACK, Colour.WHITE
Case = dict[str, Any]

REASONS = {
    Breach.GAME_OVER: "game_over",
    Breach.OFF_BOARD: "off_board",
    Breach.WRONG_TURN: "not_your_turn",
    Breach.OCCUPIED: "occupied",
    Breach.SUICIDE: "suicide",
    Breach.KO: "ko",
    Breach.SUPERKO: "superko",
}


def position_of(case: Case) -> Position:
    return Position.from_diagram("\n".join(case["setup"]), Colour.from_letter(case["to_move"]))


def move_of(text: list[str], size: int) -> Move:
    point = None if text[1].lower() == "pass" else Point.from_name(text[1], size)
    return Move(Colour.from_letter(text[0]), point)


def names(points: Any, size: int) -> list[str]:
    return [point.name(size) for point in sorted(points)]


def played(case: Case, rules: Rules) -> Game:
    game = Game(rules, position_of(case))
    for text in case["moves"]:
        game.play(move_of(text, game.position.size))
    return game


def legality(case: Case) -> Case:
    game = played(case, ruleset(case["ruleset"]))
    size = game.position.size
    if case["query"]["type"] == "illegal_points":
        illegal = {p.name(size): REASONS[v.breach.first] for p, v in game.illegal_points().items()}
        return {"illegal_empty_points": illegal}
    verdict = game.judge(move_of(case["query"]["move"], size))
    return {"legal": verdict.legal, "reason": "ok" if verdict.legal else REASONS[verdict.breach.first]}


def capture(case: Case) -> Case:
    game = played(case, ruleset(case["ruleset"]))
    position = game.position
    last: Any = ()
    if game.moves:
        *_, before, _ = game.history.positions
        last = before.captured_by(game.moves[-1])
    return {
        "position": position.diagram().split("\n"),
        "stones_captured": {"B": position.captives[0], "W": position.captives[1]},
        "last_captured": names(last, position.size),
        "ko_point": position.ko.name(position.size) if position.ko else None,
        "to_move": position.turn.letter,
    }


def repetition(case: Case) -> Case:
    base = replace(ruleset(case["ruleset"]), passes_to_end=None)
    first: dict[str, int | None] = {}
    got: Case = {"reason": None, "repeats": None, "variant": "positional_superko"}
    kinds = {"simple_ko_only": Ko.SIMPLE, "situational_superko": Ko.SITUATIONAL, "positional_superko": Ko.POSITIONAL}
    for name, ko in kinds.items():
        game = Game(replace(base, ko=ko), position_of(case))
        first[name] = None
        for index, text in enumerate(case["moves"]):
            verdict = game.judge(move_of(text, game.position.size))
            if verdict.legal:
                game.play(verdict.move)
                continue
            first[name] = index
            if ko is Ko.POSITIONAL:
                got["reason"] = REASONS[verdict.breach.first]
                if verdict.repeats is not None and verdict.position is not None:
                    turn = game.history.positions[verdict.repeats].turn
                    got["repeats"] = {
                        "position_index": verdict.repeats,
                        "same_player_to_move": turn == verdict.position.turn,
                    }
            break
    return {"first_illegal_index": first, **got}


def number(value: Fraction | None) -> float | int | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def sides(black: Any, white: Any) -> Case:
    return {"B": black, "W": white}


def outcome(score: Score) -> Case:
    return {
        "winner": score.winner.letter if score.winner else None,
        "margin_points": number(score.margin),
        "result": score.sgf,
    }


def score(case: Case) -> Case:
    rules = ruleset(case["ruleset"])
    size = len(case["setup"])
    position = Position.from_diagram("\n".join(case["setup"]))
    dead, seki = ([Point.from_name(name, size) for name in case.get(key) or []] for key in ("dead", "seki"))
    counted = count(position, dead, seki)
    warnings = {Colour.from_letter(k): v for k, v in (case.get("warnings") or {}).items()}
    area = {**sides(*counted.area), "shared": counted.shared}
    if case["scoring"] == "area":
        returned = Fraction(0)
        if case["game_type"] == "even":
            returned = Fraction(case.get("komi_zi") or 0)
        elif case["game_type"] == "handicap":
            if rules.handicap_return is HandicapReturn.NONE:
                rules = replace(rules, handicap_return=HandicapReturn.HALF)
            returned = handicap_points_returned(rules, case["handicap"]) / 2
        result = area_score(size, counted, returned, rules, warnings)
        threshold = result.threshold or Fraction(0)
        return {
            "area": area,
            "count_zi": sides(number(result.black), number(result.white)),
            "threshold_zi": sides(number(threshold), number(size * size - threshold)),
            "margin_zi": number(result.margin_in_stones),
            "result_zi": result.in_stones,
            **outcome(result),
        }
    if case["scoring"] == "territory":
        captures = (case["captures"]["by_B"], case["captures"]["by_W"])
        result = territory_score(counted, captures, Fraction(case["komi_points"]), rules, warnings)
        prisoners = (captures[0] + counted.dead[1], captures[1] + counted.dead[0])
        return {
            "territory": sides(*counted.territory),
            "prisoners": sides(*prisoners),
            "score": sides(number(result.black), number(result.white)),
            **outcome(result),
        }
    filled = fill_in(counted, case["stones_per_side"])
    result = fill_in_score(counted, case["stones_per_side"], Fraction(case["komi_points"]), rules, warnings)
    return {
        "area": area,
        "surplus_spaces": sides(*filled.surplus_spaces),
        "leftover_stones": sides(*filled.leftover_stones),
        "difference_before_komi": filled.difference,
        **outcome(result),
    }


def evidence_of(given: Case) -> Evidence:
    """What is known of clock, hands and words."""

    def colour(key: str) -> Colour | None:
        return Colour.from_letter(given[key]) if given.get(key) else None

    presses = tuple(Colour.from_letter(letter) for letter in given.get("clock_presses") or ())
    return Evidence(
        colour("pass_declared_by"), presses, colour("clock_pressed_by"), colour("hand_side"), given.get("stone_motion")
    )


def observation_of(given: Case, size: int) -> Observation:
    seats = {"black": BLACK, "white": WHITE}
    signals = set()
    for stone in given.get("off_board_stones") or ():
        seat = seats.get(stone["beside"].split("_")[0])
        if seat is not None and Colour.from_letter(stone["colour"]) == seat.other:
            signals.add(seat)
    return Observation(
        Arrangement.from_diagram("\n".join(given["position"])),
        given.get("settled", True),
        evidence_of({**given, **(given.get("evidence") or {})}),
        {Point.from_name(name, size): (right, up) for name, (right, up) in (given.get("offsets") or {}).items()},
        frozenset(signals),
    )


def situation_of(case: Case) -> Situation:
    position = position_of(case)
    size = position.size
    if case.get("ko_point"):
        position = replace(position, ko=Point.from_name(case["ko_point"], size))
    evidence = case.get("evidence") or {}
    earlier = [Arrangement.from_diagram("\n".join(rows)).stones for rows in case.get("prior_positions") or ()]
    confirmed, dead = evidence.get("end_confirmed_by"), evidence.get("agreed_dead")
    return Situation(
        ruleset(case["ruleset"]),
        position,
        move_of(case["last_move"], size) if case.get("last_move") else None,
        case.get("move_number") or 0,
        Phase(case.get("phase") or "play"),
        GameType(case.get("game_type") or "even"),
        case.get("handicap") or 0,
        tuple(earlier),
        evidence_of(evidence),
        None if confirmed is None else frozenset(Colour.from_letter(letter) for letter in confirmed),
        None if dead is None else frozenset(Point.from_name(name, size) for name in dead),
        evidence.get("assigned_black_seat"),
        evidence.get("seat_of_hand_setting_black"),
    )


def written(moves: Any, size: int) -> list[list[str]]:
    return [[move.colour.letter, move.point.name(size) if move.point else "pass"] for move in moves]


def ruling_of(ruling: Ruling | None) -> Case | None:
    if ruling is None:
        return None
    warnings = ruling.warnings
    return {
        "default": ruling.option,
        "position_after": ruling.position.diagram().split("\n") if ruling.position else None,
        "to_move_after": ruling.to_move.letter if ruling.to_move else None,
        "warnings": None if warnings is None else sides(warnings.get(BLACK, 0), warnings.get(WHITE, 0)),
        "turn_forfeited": ruling.forfeits.letter if ruling.forfeits else None,
        "result": ruling.result,
    }


def transition(case: Case) -> Case:
    size = len(case["setup"])
    finding = classify(situation_of(case), [observation_of(each, size) for each in case["observed"]])
    return {
        "class": finding.outcome.value,
        "moves": written(finding.moves, size),
        "acceptable_move_orders": [written(order, size) for order in finding.orders],
        "irregularity": finding.irregularity,
        "accept_irregularities": [each.irregularity for each in finding.alternatives],
        "points": {role: names(points, size) for role, points in finding.points.items()},
        "points_all": names(finding.all_points, size),
        "articles": list(finding.articles),
        "severity": finding.severity,
        "needs_human": finding.needs_human,
        "ruling": ruling_of(finding.ruling),
    }


KINDS: dict[str, Callable[[Case], Case]] = {
    "legality": legality,
    "capture": capture,
    "repetition": repetition,
    "score": score,
    "transition": transition,
}


def main() -> int:
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print("usage: python tests/conformance.py FOLDER (a folder of case files *.json)", file=sys.stderr)
        return 2
    status = 0
    for file in sorted(Path(sys.argv[1]).glob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            try:
                got = KINDS[case["kind"]](case)
            except (ValueError, KeyError, IndexError) as error:
                print(f"{file.name}: case {case.get('id')}: {error!r}", file=sys.stderr)
                got, status = {}, 1
            print(json.dumps({"id": case.get("id"), "got": got}, ensure_ascii=False))
    return status


if __name__ == "__main__":
    sys.exit(main())
