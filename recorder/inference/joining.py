"""A game that was known before the camera saw it: joined with its record so far, or resumed after a break.

What lies on the board is checked against what is known. Moves that were missed are put in where the rules say
which they were; what cannot have come by moves is told as an edit; and a board that shows another game altogether
is no continuation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from engine.arrangement import Arrangement
from engine.chains import neighbours, put
from engine.explain import explain
from engine.explanation import Explanation
from engine.point import Colour
from engine.position import Position
from engine.rules import Rules
from recorder import events
from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.stories import Step, Story

MOST_MISSED = 16
"""Stones that may have come in a gap for their moves to be sought."""
ORDERS, NODES = 60, 20_000
"""How many orders of the missed moves are looked at, and how long they are sought."""
ALIKE = 0.4
"""A board shows another game where less than this share of the known stones lies there."""


FEW, SHARE = 3, 0.1
"""Known stones that may be missing (so many, or such a share of them) on a board that shows the game."""
LAYING, LAID = 20.0, 4.0
"""Seconds after which a board on which no more of the known stones come is taken as it lies: at all; with so few."""
CONTRARY = 3
"""Stones that the game does not know from which on nothing is being laid: it was played on, or it is another game."""


class Laying:
    """Waits while the position of a game that goes on is laid on the board again.

    Parameters
    ----------
    stills : bool
        Whether every look is one at a board at rest: then nothing is being laid.

    Attributes
    ----------
    is_much : bool
        Whether so much is missing that people should be told.
    said : bool
        Whether they were.
    """

    def __init__(self, *, stills: bool) -> None:
        self._stills = stills
        self.is_much = self.said = False
        self._least = math.inf
        self._since = 0.0
        self._began: float | None = None

    @property
    def played_since(self) -> float:
        """Source time in seconds after which stones that come are moves; infinite where a position was being laid."""
        return math.inf if self.is_much or self._began is None else self._began

    def waits(self, line: MainLine, look: Look) -> bool:
        """Whether the board, on which stones of the game are missing that no moves took, does not show it yet."""
        self._began = look.time if self._began is None else self._began
        stones = [p for p, s in enumerate(line.board) if s]
        missing = sum(look.shown[p] == 0 for p in stones)
        contrary = sum(s not in (0, UNKNOWN, b) for s, b in zip(look.shown, line.board, strict=True))
        if not missing or contrary >= CONTRARY:
            return False
        self.is_much = self.is_much or missing > max(FEW, SHARE * len(stones))
        if missing < self._least:
            self._least, self._since = missing, look.time
        if is_another_game(line, look):
            return True
        patience = LAYING if self.is_much else LAID
        return not self._stills and look.time - self._since < patience


def as_known(told: Sequence[events.Event], time: float) -> list[events.Event]:
    """The events of another record, as the operator knows them at source time `time` in seconds."""
    known: list[events.Event] = []
    for event in told:
        if not isinstance(event, events.Board | events.End):
            changes = {"t": time, "seq": 0, "game": "", "origin": "operator"}
            if isinstance(event, events.Move):
                changes["t_placed"] = time
            known.append(msgspec.structs.replace(event, **changes))
    return known


def is_another_game(line: MainLine, look: Look) -> bool:
    """Whether so little of what is known lies on the board that it cannot be this game."""
    stones = [p for p, s in enumerate(line.board) if s and look.shown[p] != UNKNOWN]
    same = sum(look.shown[p] == line.board[p] for p in stones)
    return bool(stones) and same < ALIKE * len(stones)


def missed_moves(line: MainLine, look: Look, rules: Rules) -> list[Story]:
    """The moves that lead from the board as known to the board as seen, in all their orders, as equal stories.

    Empty where nothing is missing, and where no moves explain it.
    """
    board = line.board
    new = sum(bool(s) and s != UNKNOWN and s != b for s, b in zip(look.shown, board, strict=True))
    if not new or new > MOST_MISSED:
        return []
    turn = line.turn_after(len(line))
    found = explain(
        Position(line.size, board, Colour(turn or 1)),
        Arrangement(line.size, look.shown),
        rules,
        new + 2,
        turn_unknown=not turn or not line.is_turn_sure(len(line)),
        max_hidden=0,
        limit=ORDERS,
        max_nodes=NODES,
    )
    least = min((len(way.moves) for way in found), default=0)
    return [_story(line, way) for way in found if len(way.moves) == least]


def _story(line: MainLine, way: Explanation) -> Story:
    n = line.size
    around = neighbours(n)
    steps = []
    board = line.board
    for move in way.moves:
        assert move.point is not None
        p = move.point.row * n + move.point.col
        board, taken, _ = put(board, p, int(move.colour), around)
        steps.append(Step(int(move.colour), p, tuple(sorted(taken)), (), False, board))
    return Story(len(line), tuple(steps), (), (), 0.0, board)


def displaced(line: MainLine, look: Look) -> bool:
    """Whether stones of a known game do not lie where they lay, other than that a capture is being taken off."""
    board, around = line.board, neighbours(line.size)
    gone = {p for p, (b, s) in enumerate(zip(board, look.shown, strict=True)) if b and not s}
    new = [p for p, (b, s) in enumerate(zip(board, look.shown, strict=True)) if not b and s in (1, 2)]
    taken = (set(put(board, p, look.shown[p], around)[1]) for p in new)
    return bool(gone) and not any(gone <= some for some in taken)


def is_turn_open(line: MainLine, look: Look) -> bool:
    """Whether stones lie there that may have been moves: more of a colour came than went."""
    pairs = list(zip(line.board, look.shown, strict=True))
    came = [sum(not b and s == c for b, s in pairs) for c in (1, 2)]
    went = [sum(b == c and not s for b, s in pairs) for c in (1, 2)]
    return any(more > less for more, less in zip(came, went, strict=True))


def as_seen(line: MainLine, look: Look, since: float = math.inf) -> bytes:
    """The board as known, put right where it was seen to be otherwise; what was played after `since` is no part."""
    return bytes(
        b if s == UNKNOWN or (not b and look.since[p] > since) else s
        for p, (s, b) in enumerate(zip(look.shown, line.board, strict=True))
    )
