"""Games in which people give orders while they are watched, and how well record and board agree in the end.

    python tests/campaigns/ordered_games.py --games 50 --seed 1

Games of random legal moves in front of a simulated camera. In one half the operator changes the record at random
and takes that back again: the record must be the game. In the other half players commit faults, the referee rules
as the rules provide, and the players put the board right: no other alert may come, and record, SGF and table must
agree. Prints a line for each game that went wrong, with the seed that replays it, and a summary; ends with status
0 where all was right.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.chains import neighbours, put
from recorder import events, orders

_PATH = Path(__file__).parent.parent / "recorder" / "desk" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("table_of_ordered_games", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
_table: Any = importlib.util.module_from_spec(_SPEC)
sys.modules["table_of_ordered_games"] = _table
_SPEC.loader.exec_module(_table)


def legal(game: Any, colour: int) -> list[tuple[int, list[int]]]:
    """Points a player may take without a ko and without filling an eye, and what that captures."""
    board, around = bytes(game.world.board), neighbours(game.n)
    found = []
    for p, there in enumerate(board):
        if there or all(board[q] == colour for q in around[p]):
            continue
        _, taken, own = put(board, p, colour, around)
        if not own and len(taken) != 1:
            found.append((p, taken))
    return found


def corrected(seed: int, moves: int = 24) -> str:
    """A game whose record the operator changes and puts right again; what went wrong, empty for nothing."""
    chance = random.Random(seed)
    game = _table.Table(9)
    truth: list[str] = []
    for i in range(moves):
        colour = 1 + i % 2
        options = legal(game, colour)
        if not options:
            break
        p, taken = chance.choice(options)
        game.world.visit([(p, colour), *((q, 0) for q in taken)], colour)
        truth.append("BW"[colour - 1] + _vertex(p, game.n))
        game.run(chance.uniform(0.5, 1.8))
        if chance.random() < 0.4 and game.inferencer.line and len(game.inferencer.line) > 1:
            _change_and_undo(game, chance, f"o{i}")
    game.run(6.0)
    return _differences(game, record=" ".join(truth), alerts=0)


def _change_and_undo(game: Any, chance: random.Random, name: str) -> None:
    n = chance.randint(1, len(game.inferencer.line))
    free = [p for p, c in enumerate(game.inferencer.board) if not c and not game.world.board[p]]
    if not free:
        return
    point = _vertex(chance.choice(free), game.n)
    colour: Any = chance.choice("BW")
    possible: list[orders.Order] = [
        orders.InsertMove(id=name, n=n, colour=colour, point=point),
        orders.ChangeMove(id=name, n=n, colour=colour, point=point),
        orders.DeleteMove(id=name, n=n),
        orders.SetStones(id=name, black=(point,)),
    ]
    order = chance.choice(possible)
    try:
        game.order(order)
    except orders.OrderRefused:
        return  # what follows cannot stand
    game.run(chance.choice((0.0, 1.0)))
    game.order(orders.Undo(undone=name))


def ruled(seed: int, moves: int = 20) -> str:
    """A game with faults that are ruled on and put right; what went wrong, empty for nothing."""
    chance = random.Random(seed)
    game = _table.Table(9)
    alerts = 0
    for i in range(moves):
        line = game.inferencer.line
        colour = line.turn_after(len(line)) if line else 1
        kind = chance.choice(("double", "moved", "vanished", "changed")) if i > 4 and chance.random() < 0.3 else ""
        acts = _acts(game, chance, kind, colour)
        if not acts:
            break
        game.world.visit(acts, chance.choice((1, 2)) if kind in ("moved", "vanished", "changed") else acts[0][1])
        game.run(10.0 if kind else 2.0)
        alerts += bool(kind)
        if len(game.alerts()) != alerts:
            return f"move {i}: {kind or 'a move'} told as {game.alerts()}"
        if not kind:
            continue
        alert = game.of(events.Alert)[-1]
        told = game.order(orders.Rule(alert=alert.seq, ruling=alert.default, warnings={}))
        right = [
            (game.at(vertex), content)
            for event in told
            if isinstance(event, events.Edit)
            for content, vertices in enumerate((event.empty, event.black, event.white))
            for vertex in vertices
        ]
        if right:
            game.world.visit(right, chance.choice((1, 2)))
        game.run(3.0)
    game.run(4.0)
    return _differences(game, record=game.record(), alerts=alerts)


def _acts(game: Any, chance: random.Random, kind: str, colour: int) -> list[tuple[int, int]]:
    """What the next hand does: points and what they hold then."""
    board = game.world.board
    if kind in ("", "double"):
        whose = colour if not kind else 3 - colour
        options = legal(game, whose)
        if not options:
            return []
        p, taken = chance.choice(options)
        return [(p, whose), *((q, 0) for q in taken)]
    last = game.inferencer.line.entries[-1].point
    stone = chance.choice([p for p, c in enumerate(board) if c and p != last])
    if kind == "vanished":
        return [(stone, 0)]
    if kind == "changed":
        return [(stone, 3 - board[stone])]
    return [(stone, 0), (chance.choice([p for p, c in enumerate(board) if not c]), board[stone])]


def _differences(game: Any, record: str, alerts: int) -> str:
    if game.record() != record:
        return f"the record is {game.record()}, the game was {record}"
    if len(game.alerts()) != alerts:
        return f"alerts are {game.alerts()}"
    if list(game.inferencer.board) != game.world.board or game.shown() != game.stones():
        return "the record does not end in what lies on the table"
    return ""


def _vertex(p: int, n: int) -> str:
    return chr(97 + p % n) + chr(97 + p // n)


def main() -> int:
    """Run from the command line; 0 where all was right."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=50, help="games of each kind")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    given = parser.parse_args()
    kinds: tuple[Callable[[int], str], ...] = (corrected, ruled)
    wrong = 0
    for seed in range(given.seed, given.seed + given.games):
        for kind in kinds:
            if fault := kind(seed):
                wrong += 1
                print(f"{kind.__name__} {seed}: {fault}")
    print(f"{2 * given.games - wrong} of {2 * given.games} games right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
