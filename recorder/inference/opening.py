"""Before the first move: a good look at the board, stones that stand there, handicap stones laid one by one."""

from __future__ import annotations

import numpy as np

from engine.handicap import star_points
from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.teller import Teller
from recorder.settings import Settings

LAID_HELD, LAID_CLEAR = 0.6, 0.5
STAR_PATIENCE, HAND_PATIENCE = 1.5, 6.0
"""Seconds for which a lone black stone on a star may be the first of a handicap: after the hand has gone; at all."""
START_HELD = 0.5
# After so many seconds a start with so much of the board in view will do.
GOOD_ENOUGH = ((0.0, 0.995), (3.0, 0.95), (8.0, 0.85), (20.0, 0.6))
SEEN_EMPTY, MOVED_ON = 1.0, 2
"""Seconds for which a point was seen empty before its stone came; so many moves may have been made before the start."""
FEW = 40
DOUBTFUL = 0.6


class Opening:
    """Decides what stood there at the start and when the game begins.

    Parameters
    ----------
    size : int
    settings : Settings
    """

    def __init__(self, size: int, settings: Settings) -> None:
        self.settings = settings
        self.begun = False
        """Whether a setup was told or two moves were made: what comes now is the game."""
        self._since: float | None = None
        self._stars = {p.row * size + p.col for p in star_points(size)}
        self._empty: set[int] = set()
        """Points that were surely seen empty while no good look was to be had."""
        self.cleared: set[int] = set()
        """Points that were surely seen empty since the game was over."""

    def follow(self, before: Opening) -> None:
        """The game before is over: what lies where the board was cleared was laid for this one."""
        self._empty |= before.cleared

    def leave(self, look: Look) -> None:
        """The game is over: its stones are taken off."""
        self.cleared |= _surely_empty(look)

    def start(self, look: Look) -> MainLine | None:
        """The main line from a first good look; None where there was none yet."""
        if self._since is None:
            self._since = look.time
        total = len(look.shown)
        known = sum(s != UNKNOWN for s in look.shown)
        waited = look.time - self._since
        self._empty |= _surely_empty(look)
        stills = self.settings.stills
        enough = min(share for after, share in GOOD_ENOUGH if waited >= after or stills)
        if known < enough * total and not (stills and known > 0.5 * total):
            return None
        if not stills and any(look.held[p] < START_HELD for p in range(total) if look.shown[p] != UNKNOWN):
            return None
        stones = bytes(0 if s == UNKNOWN else s for s in look.shown)
        if stills:
            best = look.chances.argmax(axis=1)
            stones = bytes(int(c) if not u else 0 for c, u in zip(best, look.unseen, strict=True))
        played = [p for p, s in enumerate(stones) if s and p in self._empty]
        if not stills and len(played) <= MOVED_ON:
            # Only what was always there lay there at the start: play did not wait for a good look.
            stones = bytes(0 if p in played else s for p, s in enumerate(stones))
        turn, sure = self._turn(stones)
        self.begun = 2 in stones
        line = MainLine(look.size, stones, turn, sure_turn=sure)
        line.doubtful = {p for p in range(total) if look.weight[p] < DOUBTFUL and not look.unseen[p]}
        line.unseen = {p for p in range(total) if look.shown[p] == UNKNOWN and not stills and p not in self._empty}
        return line

    def _turn(self, stones: bytes) -> tuple[int, bool]:
        """Who is to move, and whether that is more than a guess."""
        if self.settings.to_move:
            return (1 if self.settings.to_move == "B" else 2), True
        black, white = stones.count(1), stones.count(2)
        if not black and not white:
            return 1, True
        if not white:
            return 2, black > 1
        if black + white <= FEW and black - white in (0, 1):
            return (1 if black == white else 2), False
        return 0, False

    def holds(self, line: MainLine, look: Look) -> bool:
        """Whether a lone first stone may yet turn out to be a handicap stone."""
        if self.begun or len(line) or self.settings.handicap == 0:
            return False
        stones = [p for p, s in enumerate(look.shown) if s in (1, 2)]
        if 2 not in look.shown and (any(line.start) or len(stones) > 1):
            return True  # Black lays handicap stones until White plays
        if any(line.start) or self.settings.handicap is not None:
            return False
        if len(stones) != 1 or look.shown[stones[0]] != 1 or stones[0] not in self._stars:
            return False
        if self.settings.stills:
            return False
        # The next one comes soon, or else the stone is told as a move and withdrawn when another one comes.
        if look.time - float(look.since[stones[0]]) >= HAND_PATIENCE:
            return False
        return float(look.clear.min()) < STAR_PATIENCE

    def before_play(self, line: MainLine, look: Look, teller: Teller) -> None:
        """Take stones that are laid before the game into the start of the main line."""
        if self.begun or self.settings.handicap == 0 or len(line) > 1:
            return
        shown = look.shown
        if 2 in shown:
            return
        black = [p for p, s in enumerate(shown) if s == 1]
        unseen = [p for p, s in enumerate(line.board) if s and shown[p] == UNKNOWN]
        if unseen or (len(line) and line.entries[0].point not in black):
            return
        wanted = bytes(1 if s == 1 else 0 for s in shown)
        if wanted == line.start or wanted == line.board:
            return
        laying = len(black) > 1 or any(line.start) or (self.settings.handicap or 0) > 1
        if not laying:
            return
        changed = [p for p in range(len(shown)) if wanted[p] != line.board[p]]
        if not self.settings.stills:
            if min(look.held[p] for p in changed) < LAID_HELD:
                return
            if float(look.clear.min()) < LAID_CLEAR:
                return  # a white stone may lie under a hand
        if len(line):
            # The stone told as the first move was the first of a handicap.
            teller.withdraw_first(line, look.time)
        line.start = wanted
        line.first_turn, line.sure_turn = (2, True) if len(black) > 1 else (2, False)
        if not black:
            line.first_turn, line.sure_turn = 1, True


def _surely_empty(look: Look) -> set[int]:
    empty = (look.now == 0) & (look.held >= SEEN_EMPTY) & (look.weight >= DOUBTFUL)
    return set(np.flatnonzero(empty).tolist())
