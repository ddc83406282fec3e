"""Stories that go back or roundabout: a move taken back and made elsewhere, moves by way of another look.

Take-backs: Chinese rules 2002, article 17.3; D3-II 8.2.
"""

from __future__ import annotations

from dataclasses import replace

from engine.arrangement import Arrangement
from engine.history import History
from engine.point import Move
from engine.position import Position
from engine.rules import Rules
from engine.step import Step
from engine.story import Story


def take_back(move: Move, other: Move, stood: Position, left: Position) -> Story:
    """A stone released on one point and set on another before the reply (article 17.3).

    Parameters
    ----------
    move, other : Move
        What was played, and what instead of it.
    stood, left : Position
        The board after the one and after the other.
    """
    assert move.point is not None
    assert other.point is not None
    roles = {"from": (move.point,), "to": (other.point,)}
    return Story("take_back", (move,), roles, 3, left, move.colour, stood)


def played_instead(
    history: History, rules: Rules, target: Arrangement, last: Move | None, restorable: frozenset[int]
) -> Story | None:
    """The picture as another move in place of the last one, with what that one took put back.

    Parameters
    ----------
    history : History
        Ends with the move; it is left as it was.
    last, restorable : Move or None, frozenset of int
        As they were before the move.
    """
    stood = history.position
    move = history.pop()
    step = Step(history, rules, target, last, restorable)
    again = step.stories()[0]
    history.push(move, stood)
    if move is None or move.point is None or again.irregularity is not None or len(again.moves) != 1:
        return None
    if again.moves[0] == move or again.moves[0].point is None:
        return None
    return replace(take_back(move, again.moves[0], stood, again.left), moves=())


def by_way_of(
    between: Arrangement, history: History, rules: Rules, target: Arrangement, last: Move | None
) -> Story | None:
    """The picture as legal moves that pass through another look; the history is left as it was."""
    first = Step(history, rules, between, last).stories()[0]
    if first.irregularity is not None:
        return None
    depth = len(history.moves)
    for move in first.moves:
        history.push(move, history.position.play(move, rules.suicide))
    second = Step(history, rules, target, first.moves[-1]).stories()[0]
    while len(history.moves) > depth:
        history.pop()
    if second.irregularity is not None:
        return None
    moves = first.moves + second.moves
    roles = {"moves": tuple(move.point for move in moves if move.point)}
    return Story(None, moves, roles, len(moves), second.left)
