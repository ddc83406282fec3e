"""Anything may be seen: whatever the looks and the evidence, the referee's book answers, and says what it means."""

import random

import pytest

from engine.arrangement import Arrangement
from engine.finding import Finding, Outcome
from engine.game import Game
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.referee import classify
from engine.rulesets import RULESETS, ruleset
from engine.situation import Evidence, GameType, Observation, Phase, Situation
from engine.wording import languages, message

BLACK, WHITE = Colour.BLACK, Colour.WHITE
SIDES = (None, None, None, BLACK, WHITE)


def some_evidence(chance: random.Random) -> Evidence:
    if chance.random() < 0.5:
        return Evidence()
    return Evidence(
        chance.choice(SIDES),
        tuple(chance.choices((BLACK, WHITE), k=chance.randrange(3))),
        chance.choice(SIDES),
        chance.choice(SIDES),
        chance.choice((None, None, "fell_and_rolled", "slid")),
        chance.random() < 0.1,
        chance.random() < 0.1,
    )


def some_situation(chance: random.Random, name: str) -> Situation:
    rules, size = ruleset(name), chance.choice((5, 6, 7, 9))
    game = Game(rules, Position.empty(size))
    for _ in range(chance.randrange(size * size)):
        point = Point(chance.randrange(size), chance.randrange(size))
        if game.judge(Move(game.position.turn, point)).legal:
            game.play(Move(game.position.turn, point))
        elif chance.random() < 0.05 and not game.history.passes:
            game.play(Move(game.position.turn, None))
    kind = chance.choice((GameType.EVEN, GameType.EVEN, GameType.FIRST_MOVE, GameType.HANDICAP))
    stones = [p for colour in (BLACK, WHITE) for p in game.position.arrangement.points(colour)]
    return Situation(
        rules,
        game.position,
        game.moves[-1] if game.moves and chance.random() < 0.9 else None,
        len(game.moves),
        chance.choice((Phase.PLAY, Phase.PLAY, Phase.PLAY, *Phase)),
        kind,
        3 if kind is GameType.HANDICAP else 0,
        tuple(p.stones for p in game.history.positions[:-1]) if chance.random() < 0.8 else (),
        some_evidence(chance),
        chance.choice((None, None, frozenset[Colour](), frozenset({BLACK}), frozenset({BLACK, WHITE}))),
        chance.choice((None, frozenset(chance.sample(stones, len(stones) // 4)))),
        chance.choice((None, None, "north")),
        chance.choice((None, "north", "south")),
    )


def some_looks(chance: random.Random, situation: Situation) -> list[Observation]:
    size, position = situation.position.size, situation.position
    looks = []
    board = bytearray(position.stones)
    for _ in range(chance.randint(1, 4)):
        for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 8))):
            board[chance.randrange(size * size)] = chance.choice((0, 1, 2, 1, 2, 3))
        offsets = {Point(chance.randrange(size), chance.randrange(size)): (0.4, -0.2)} if chance.random() < 0.1 else {}
        signals = frozenset({chance.choice((BLACK, WHITE))}) if chance.random() < 0.1 else frozenset[Colour]()
        seen = Arrangement(size, bytes(board))
        looks.append(Observation(seen, chance.random() < 0.8, some_evidence(chance), offsets, signals))
    return looks


def check(finding: Finding, situation: Situation, looks: list[Observation]) -> None:
    size = situation.position.size
    assert all(point.lies_on(size) for point in finding.all_points)
    assert (finding.irregularity is not None) or finding.outcome is not Outcome.IRREGULARITY
    if finding.irregularity is not None:
        assert finding.articles
        assert finding.options
        assert all(message(finding, size, language) for language in languages())
    if finding.ruling is not None:
        assert finding.ruling.option in finding.options
        assert finding.ruling.position is None or finding.ruling.position.size == size
    settled = [look for look in looks if look.settled]
    if finding.outcome is Outcome.MOVES and settled and finding.position is not None:
        last = settled[-1].arrangement.stones
        told = finding.position.stones
        assert all(b in (3, a) for a, b in zip(told, last, strict=True)), "legal moves must make the last look"


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_whatever_is_seen_there_is_an_answer(name: str) -> None:
    chance = random.Random(f"any {name}")
    for _ in range(60):
        situation = some_situation(chance, name)
        looks = some_looks(chance, situation)
        finding = classify(situation, looks)
        for each in (finding, *finding.alternatives):
            check(each, situation, looks)
