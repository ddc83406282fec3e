"""Where the game stands: played, counted or over, as the board itself shows it.

Players who count take dead stones off, whole groups at a time, then lay stones together and fill territory; who
resigns sweeps the board. None of this is a move or an irregularity. What tells it from an accident: whole chains
leave and nothing comes, late in the game, or after two passes; and from captures: no move takes these stones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.chains import chain_of, liberties_of, neighbours
from recorder.inference.counting import SEEN_SO, Counting
from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.stories import Story
from recorder.inference.succession import BEGUN, IN_VIEW, Leaving
from recorder.inference.tries import is_game
from recorder.inference.turnings import first_removals, last_board

LATE = 0.25
"""Moves and stones of the start, as a share of all points, from which on the end may come."""
DEAD_OFF, SWEPT = 4, 8
"""Stones that left without a move from which on it is counting: dead ones late in the game; any at all."""
MOST_SWEPT = 0.5
"""The same early in the game, as a share of all stones there were."""
PATIENCE = 6.0
"""Seconds for which a dead stone that left may be the first of several before it is called vanished."""
ONE_BY_ONE = 2
"""Times that stones were missed without any move after which more of them are likely being taken off."""
CLEARED, FEW, CLEAR_HELD = 0.08, 10, 1.0
"""A board is cleared where so few of at least so many stones are left for so long."""
LEAVING = 0.5
"""Share of the stones that must be gone for the board to be being cleared."""
BACK_HELD = 1.2
"""Seconds after which a board that looks as before the counting is played on."""

Kind = Literal["counting", "resumed", "cleared", "added"]


@dataclass(frozen=True)
class Turning:
    """What happened to the game; `points` are those of a stone added in counting."""

    kind: Kind
    points: tuple[int, ...] = ()


class Phase:
    """Watches one game.

    Parameters
    ----------
    size : int

    Attributes
    ----------
    state : {"play", "counting", "over"}
    leaving : Leaving or None
        What was seen of the stones' leaving, where the board is being cleared.
    """

    def __init__(self, size: int) -> None:
        self.state: Literal["play", "counting", "over"] = "play"
        self._around = neighbours(size)
        self._board = bytes(size * size)
        self._counting: Counting | None = None
        self.leaving: Leaving | None = None

    def watch(self, line: MainLine, look: Look) -> Turning | None:
        """What a look at the board turns the game into; None where it stays what it is."""
        if self.state == "over":
            return None
        self._board = last_board(line)
        if self._is_cleared(line, look):
            self.state = "over"
            return Turning("cleared")
        gone, new, changed = self._differing(line, look)
        if self.state == "play" and not (gone or new or changed):
            return None  # by far the most often
        if self.state == "counting":
            return self._counted(line, look, new, changed)
        free = self._without_a_move(look, gone, new)
        if not self.is_stopped(line) and line.entries:
            # What left before the last move was made did not leave at the end: the record is wrong about it.
            free = [p for p in free if look.since[p] > line.entries[-1].placed]
        if free and self._begins(line, free, new, changed):
            self.state = "counting"
            return Turning("counting")
        return None

    def holds(self, line: MainLine, story: Story, look: Look) -> bool:
        """Whether stones that left may be the first dead ones taken off, so that nothing is told yet."""
        self._board = last_board(line)
        points = [p for c in story.changes for p in c.points]
        if story.steps or not points or any(now for c in story.changes for now in c.now):
            return False
        since = look.time - max(float(look.since[p]) for p in points)
        if len(first_removals(line)) >= ONE_BY_ONE:
            return since < PATIENCE
        if not (self.is_stopped(line) or self._is_late(line)) or not self._may_be_dead(points):
            return False
        return since < PATIENCE

    @staticmethod
    def is_stopped(line: MainLine, count: int | None = None) -> bool:
        """Whether both players had passed after so many entries, all by default."""
        last = line.entries[: len(line) if count is None else count][-2:]
        return len(last) == 2 and all(e.point is None for e in last)

    def _is_late(self, line: MainLine) -> bool:
        return len(line) + len(line.start) - line.start.count(0) >= LATE * len(line.start)

    def _differing(self, line: MainLine, look: Look) -> tuple[list[int], list[int], list[int]]:
        """Points that are empty now, bear a stone now, bear another stone now; only what has been so for a while."""
        gone: list[int] = []
        new: list[int] = []
        changed: list[int] = []
        board = np.frombuffer(self._board, np.uint8)
        differs = (look.now != board) & (look.now != UNKNOWN) & ~look.unseen
        if not differs.any():
            return gone, new, changed
        if look.clear.max() < 100:
            differs &= look.held >= SEEN_SO
        for p in np.flatnonzero(differs).tolist():
            (new if not board[p] else changed if look.now[p] else gone).append(p)
        proper = line.proper()
        return [p for p in gone if proper.get(p) != 0], new, changed

    def _without_a_move(self, look: Look, gone: list[int], new: list[int]) -> list[int]:
        """Stones that left and that no stone on a new or covered point takes."""
        board = bytearray(self._board)
        free = []
        done: set[int] = set()
        stones = {p for p in range(len(board)) if look.shown[p] not in (0, UNKNOWN) and not board[p]} | set(new)
        for p in gone:
            if p in done:
                continue
            chain = chain_of(board, p, self._around)
            done.update(chain)
            ways_out = liberties_of(board, chain, self._around)
            if not all(q in stones or look.unseen[q] or look.shown[q] == UNKNOWN for q in ways_out):
                free += [q for q in chain if q in set(gone)]
        return free

    def _begins(self, line: MainLine, free: list[int], new: list[int], changed: list[int]) -> bool:
        stones = len(self._board) - self._board.count(0)
        if self.is_stopped(line) and free and not new and not changed:
            return True
        if len(new) + len(changed) > len(free) // 4:
            return False
        if not self._is_late(line):
            return len(free) >= max(SWEPT, MOST_SWEPT * stones)
        # Who lays a stone goes on playing: the record may lack the move that takes these.
        return len(free) >= SWEPT or (len(free) >= DEAD_OFF and not new and self._may_be_dead(free))

    def _may_be_dead(self, points: list[int]) -> bool:
        """Whether these are whole chains within what the other colour encloses, or at least among its stones."""
        board, gone = self._board, set(points)
        for p in points:
            if not board[p] or not gone.issuperset(chain_of(board, p, self._around)):
                return False
            if not self._is_enclosed(board, p, gone) and not self._is_among_others(board, p, gone):
                return False
        return True

    def _is_enclosed(self, board: bytes, p: int, gone: set[int]) -> bool:
        """Whether few stones of its colour are left where the other colour does not stand in the way."""
        other = 3 - board[p]
        inside = chain_of(bytes(there == other for there in board), p, self._around)
        own = sum(board[q] == board[p] and q not in gone for q in inside)
        walls = {r for q in inside for r in self._around[q] if board[r] == other}
        return 2 * own <= len(walls)

    def _is_among_others(self, board: bytes, p: int, gone: set[int]) -> bool:
        n = math.isqrt(len(board))
        far = sorted(
            (max(abs(q // n - p // n), abs(q % n - p % n)), stone)
            for q, stone in enumerate(board)
            if stone and q not in gone
        )
        reach = max(3, far[2][0] if len(far) > 2 else n)
        near = [stone for distance, stone in far if distance <= reach]
        return 3 * near.count(board[p]) < len(near)

    def _is_cleared(self, line: MainLine, look: Look) -> bool:
        board = self._board
        stones = len(board) - board.count(0)
        played = is_game(line) or (len(line) > 0 and any(line.start)) or 2 in line.start
        if not played or stones < FEW:
            return False
        gone = int(((np.frombuffer(board, np.uint8) > 0) & (look.now == 0)).sum())
        if self.leaving is None and gone >= LEAVING * stones:
            self.leaving = Leaving(board)
        elif self.leaving is not None and gone < LEAVING / 2 * stones:
            self.leaving = None
        bare = self.leaving.see(look) if self.leaving is not None else None
        if bare is None or look.time - bare < CLEAR_HELD or (look.now != UNKNOWN).mean() < IN_VIEW:
            return False
        # The next game may have begun already: what came since the stones had left is none of them.
        left = (look.now > 0) & (look.now != UNKNOWN)
        fresh = left & (look.since >= bare)
        return bool(fresh.sum() <= BEGUN and (left & ~fresh).sum() <= CLEARED * stones)

    def _counted(self, line: MainLine, look: Look, new: list[int], changed: list[int]) -> Turning | None:
        if self._counting is None:
            self._counting = Counting(self._board)
        added = self._counting.added(look, new, changed)
        if self._is_back(line, look, self._counting):
            self.state, self._counting = "play", None
            return Turning("resumed")
        return Turning("added", added) if added else None

    def _is_back(self, line: MainLine, look: Look, counting: Counting) -> bool:
        """Whether the board is as before the counting, but for a move or two; what a hand hides lies as it was seen."""
        board = np.frombuffer(self._board, np.uint8)
        other = np.flatnonzero(board != counting.lying).tolist()
        new, proper = [p for p in other if not board[p]], line.proper()
        gone = [p for p in other if not counting.lying[p] and proper.get(p) != 0]
        if any(board[p] and counting.lying[p] for p in other) or len(new) > 2:
            return False
        if self._without_a_move(look, gone, new):
            return False
        if gone and (not new or any(look.shown[q] == UNKNOWN for p in gone for q in (p, *self._around[p]))):
            return False
        return bool(new) or min((float(look.held[p]) for p in np.flatnonzero(board)), default=0.0) >= BACK_HELD
