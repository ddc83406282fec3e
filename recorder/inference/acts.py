"""How records go on in one epoch, and what it costs in nats: moves, moves taken up, and what is no move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.chains import neighbours, put
from engine.position import forbids
from engine.rules import Ko, Rules
from recorder.inference.change import Change, Spare
from recorder.inference.doubt import Floats
from recorder.inference.edits import edits
from recorder.inference.hypothesis import Hypothesis, Moves, Play, with_stone
from recorder.inference.stories import Fault
from recorder.inference.trellis import Column

MOVE = 3.5
PLY, AT_ONCE = 0.5, 3.0
"""Another move in the same visit of hands: where there was time for it, and where there was hardly any."""
TWO_HANDS, EACH_HAND = 2.2, 1.0
"""Seconds that a visit of two moves takes, and each further move."""
OUT_OF_VIEW = 0.7
"""A move at a point that stays out of view in this epoch: the next one will do as well."""
LOOSE = 3.0
"""More for a move at a point that was never seen well: its stone may have lain there from the start."""
WRONG_TURN, SUICIDE, REPEATED, PASSED = 5.5, 4.5, 5.0, 3.0
TAKEN_UP, FAULT_TAKEN_UP = 6.0, 1.5
"""A move taken up again: a good one, and one that broke a rule."""
UNDOABLE = 4.5
"""Nats by which what is seen may be against that."""
BACK = 12
"""Moves among which one that broke a rule is taken up late."""
RETOLD = 0.3
"""A move that follows another one than in the record as it was told: of orders that are as likely that one stands."""
LATELY_TOLD = 80
"""Moves for which that counts."""
KOS = 12
"""Boards back to which repetitions are looked for."""


class Acts:
    """Goes on with records.

    Parameters
    ----------
    size : int
    rules : Rules
    infer_passes : bool
    """

    def __init__(self, size: int, rules: Rules, *, infer_passes: bool) -> None:
        self.size = size
        self.unseen: frozenset[int] = frozenset()
        """Points that were not seen at the start."""
        self.doubtful: frozenset[int] = frozenset()
        """Points that were seen then, and not surely."""
        self.told: Moves = ()
        """The record as it was told."""
        self._before: dict[tuple[int, int | None], set[tuple[int, int | None] | None]] = {}
        self.asked: set[tuple[int, int]] = set()
        """See `Decoder.asked`."""
        self._rules, self._infer = rules, infer_passes
        self._around = neighbours(size)

    def know(self, told: Moves) -> frozenset[tuple[int, int | None]]:
        """Take in the record as it was told; returns the moves that follow others in it than they did before."""
        before: dict[tuple[int, int | None], set[tuple[int, int | None] | None]] = {}
        for i in range(max(0, len(told) - LATELY_TOLD), len(told)):
            before.setdefault(told[i], set()).add(told[i - 1] if i else None)
        moved = {m for m in (*before, *self._before) if before.get(m) != self._before.get(m)}
        self.told, self._before = told, before
        return frozenset(moved)

    def after(
        self,
        one: Hypothesis,
        changes: Sequence[Change],
        gains: Floats,
        column: Column,
        epoch: int,
        spare: Spare,
    ) -> Iterator[Hypothesis]:
        """The record with one thing more that happened as this epoch began."""
        left = [c for c in changes if c.point not in one.touched]
        again = MOVE + self._again(one, column)
        for change in left:
            if change.content and not one.board[change.point]:
                # No move is made up where nothing was ever read.
                read = change.forced or column.later[change.point, change.content]
                out_of_turn = one.turn and change.content != one.turn
                price = again + (min(PASSED, WRONG_TURN) if out_of_turn else 0.0)
                if read and spare.has(price, (change,)):
                    yield self._play(one, change, gains, column, epoch)
        yield from self._taken_up(one, gains, spare)
        # What a capture took off in this epoch has been counted.
        if left := [c for c in left if c.content != one.lying[c.point]]:
            yield from edits(one, left, self._loose(column), epoch, spare, self.size)

    def _play(self, one: Hypothesis, change: Change, gains: Floats, column: Column, epoch: int) -> Hypothesis:
        p, colour = change.point, change.content
        after, taken, own = put(one.board, p, colour, self._around)
        cost = one.cost + change.cost + MOVE + self._again(one, column)
        if not one.lying[p] and gains[p, 0] < 0:
            cost -= float(gains[p, 0])  # a stone captured just before was taken off here: the change is from that one
        if not column.shown[p]:
            cost += OUT_OF_VIEW
        if p in self._loose(column):
            cost += LOOSE
        cost += float(column.aside[p, colour])
        faults: list[Fault] = []
        plays = one.plays
        if one.turn and colour != one.turn:
            if self._infer:
                cost += PASSED
                plays = (*plays, Play(one.turn, None, (), epoch))
            else:
                cost += WRONG_TURN
                faults.append("turn")
        known = self._before.get((colour, p))
        if known is not None and (plays[-1][:2] if plays else None) not in known:
            cost += RETOLD
        if own:
            if forbids(self._rules.suicide, len(own)):
                cost += SUICIDE
                faults.append("suicide")
                after = with_stone(one.board, p, colour)  # it lies there, whatever the rules say
            else:
                taken = [*taken, *(q for q in own if q != p)]
        elif taken and self._rules.ko is not Ko.NONE and after in one.boards:
            if len(one.boards) > 1 and after == one.boards[-2] and len(taken) == 1:
                cost += REPEATED
                faults.append("ko")
            elif self._rules.ko is not Ko.SIMPLE:
                cost += REPEATED
                faults.append("superko")
        lying = bytearray(one.lying)
        lying[p] = after[p]
        for q in taken:
            if lying[q] and lying[q] == one.board[q] and gains[q, 0] < 0:
                lying[q] = 0
                cost += float(gains[q, 0])
        grown = one.copy()
        grown.cost, grown.board, grown.lying, grown.turn = cost, after, bytes(lying), 3 - colour
        grown.plays = (*plays, Play(colour, p, tuple(sorted(taken)), epoch, tuple(faults)))
        grown.told = one.told and self.told[len(plays) : len(plays) + 1] in ((), ((colour, p),))
        grown.boards = (*one.boards[-KOS:], after)
        grown.touched = one.touched | {p}  # where a stone was captured another one may be played at once
        grown.made = one.made + 1
        grown.lifted = -2
        return grown

    def _loose(self, column: Column) -> frozenset[int]:
        """Points at which what is seen from this epoch on may have lain from the start.

        What was seen there, though not surely, is believed where it changes just as fingers come there.
        """
        reached = np.asarray(column.reached, np.bool_)
        if not self.doubtful or reached.all():
            return self.unseen | self.doubtful
        return self.unseen | {p for p in self.doubtful if not reached[p]}

    def _again(self, one: Hypothesis, column: Column) -> float:
        """What another move in this visit of hands costs."""
        if not one.made or one.lifted == column.visit:
            return 0.0  # what was taken up is put elsewhere
        if one.made < column.sides:
            return PLY  # both have come
        return PLY if column.hands >= TWO_HANDS + EACH_HAND * (one.made - 1) else AT_ONCE

    def _taken_up(self, one: Hypothesis, gains: Floats, spare: Spare) -> Iterator[Hypothesis]:
        """The last move is taken up, or one that broke a rule."""
        last = len(one.plays) - 1
        for i in range(last, max(-1, last - BACK), -1):
            play = one.plays[i]
            p = play.point
            if p is None or p in one.touched or one.lying[p] != play.colour:
                continue
            if i < last and not play.faults:
                continue
            self.asked.add((p, 0))
            price = (FAULT_TAKEN_UP if play.faults else TAKEN_UP) + gains[p, 0]
            if gains[p, 0] < UNDOABLE and price - spare.least.get(p, 0.0) < spare.nats:
                yield self._without(one, i, p, gains)

    def _without(self, one: Hypothesis, index: int, p: int, gains: Floats) -> Hypothesis:
        play = one.plays[index]
        cost = one.cost + (FAULT_TAKEN_UP if play.faults else TAKEN_UP) + float(gains[p, 0])
        board, lying = bytearray(one.board), bytearray(one.lying)
        board[p] = lying[p] = 0
        for q in play.captured:
            if not board[q]:
                board[q] = 3 - play.colour
                if not lying[q]:
                    self.asked.add((q, 3 - play.colour))
                    lying[q] = 3 - play.colour
                    cost += float(gains[q, 3 - play.colour])
        grown = one.copy()
        grown.cost, grown.board, grown.lying = cost, bytes(board), bytes(lying)
        grown.plays = one.plays[:index] + one.plays[index + 1 :]
        grown.told = one.told and index == len(one.plays) - 1
        if index == len(one.plays) - 1:
            grown.boards = one.boards[:-1] or (bytes(board),)
            grown.turn = 3 - one.plays[index - 1].colour if index else play.colour
            grown.lifted = one.visit
        grown.touched = one.touched | {p, *play.captured}
        return grown
