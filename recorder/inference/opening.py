"""Before the first move: a good look at the board, stones that stand there, handicap stones laid one by one."""

from __future__ import annotations

import math

import numpy as np

from engine.handicap import star_points
from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.stories import Story
from recorder.inference.succession import Leaving
from recorder.inference.teller import Teller
from recorder.inference.tries import Tries
from recorder.settings import Settings

LAID_HELD, LAID_CLEAR = 0.6, 0.5
STAR_PATIENCE, HAND_PATIENCE = 1.5, 6.0
"""Seconds for which a lone black stone on a star may be the first of a handicap: after the hand has gone; at all."""
START_HELD = 0.5
# After so many seconds a start with so much of the board in view will do.
GOOD_ENOUGH = ((0.0, 0.995), (3.0, 0.95), (8.0, 0.85), (20.0, 0.6))
SEEN_EMPTY, MOVED_ON = 1.0, 2
"""Seconds for which a point was seen empty before its stone came; so many moves may have been made before the start."""
FEW, FEW_OLD = 40, 10
"""Stones of a game that was hardly begun when it was joined; those of the game before from which on it is waited until
they have left."""
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
        self._old: Leaving | None = None
        self._followed = math.inf
        self.came_unseen: list[int] = []
        """Points on which a stone like that of the game before came while a hand was there, when the game began."""
        self._tries = Tries(stills=settings.stills)

    def follow(self, old: Leaving, look: Look) -> None:
        """Another game was over when this look was taken: what comes once its stones have left is of this one."""
        self._old, self._followed = old, look.time

    def start(self, look: Look) -> MainLine | None:
        """The main line from a first good look; None where there was none yet."""
        if self._since is None:
            self._since = look.time
        if self._old is not None and self._is_old(self._old, look):
            return None
        self._empty |= _surely_empty(look)
        total, stills = len(look.shown), self.settings.stills
        # Where every stone of the game before was seen to leave there is nothing to wait for.
        if (self._old is None or self._old.bare is None) and not self._is_good(look, look.time - self._since):
            return None
        stones = bytes(0 if s == UNKNOWN else s for s in look.shown)
        if stills:
            best = look.chances.argmax(axis=1)
            stones = bytes(int(c) if not u else 0 for c, u in zip(best, look.unseen, strict=True))
        stones = self._before_play(stones, look)
        turn, sure = self._turn(stones)
        self.begun = 2 in stones or (self.settings.handicap == 0 and any(stones))
        line = MainLine(look.size, stones, turn, sure_turn=sure)
        if self._old is None:
            line.doubtful = {p for p in range(total) if look.weight[p] < DOUBTFUL and not look.unseen[p]}
            line.unseen = {p for p in range(total) if look.shown[p] == UNKNOWN and not stills and p not in self._empty}
        return line

    def _is_good(self, look: Look, waited: float) -> bool:
        """Whether enough is seen well enough to know what lay there, having waited so many seconds for it."""
        total, stills = len(look.shown), self.settings.stills
        known = [p for p, s in enumerate(look.shown) if s != UNKNOWN]
        if stills and len(known) > 0.5 * total:
            return True
        enough = min(share for after, share in GOOD_ENOUGH if waited >= after or stills)
        return len(known) >= enough * total and (stills or all(look.held[p] >= START_HELD for p in known))

    def _before_play(self, stones: bytes, look: Look) -> bytes:
        """Only what was always there lay there at the start: play did not wait for a good look."""
        if self._old is not None:
            bare = self._followed if self._old.bare is None else self._old.bare
            fresh = [p for p, s in enumerate(stones) if s and look.since[p] >= bare]
            unseen = self._old.came_unseen(look)
            if unseen and _may_be_played([*fresh, *unseen], stones):
                self.came_unseen = unseen
                fresh += unseen
            laid = self._handicap_of(fresh, stones, look)
            return bytes(0 if p in fresh and p not in laid else s for p, s in enumerate(stones))
        if self.settings.stills:
            return stones
        played = {p for p, s in enumerate(stones) if s and p in self._empty}
        return bytes(0 if p in played else s for p, s in enumerate(stones)) if len(played) <= MOVED_ON else stones

    def _handicap_of(self, fresh: list[int], stones: bytes, look: Look) -> set[int]:
        """Those of the stones that came which are a handicap, White having played already."""
        order = sorted(fresh, key=lambda p: float(look.since[p]))
        black = [p for p in order if stones[p] == 1]
        white = [p for p in order if stones[p] == 2]
        more = len(black) - len(white)
        if not white or more < 1 or self.settings.handicap == 0:
            return set()
        first = float(look.since[white[0]])
        leading = [p for p in black if look.since[p] < first]
        if more == 1:  # two stones and White's first, or Black, White, Black of which one was covered for long
            known = len(leading) == 2 and set(leading) <= self._stars and first - look.since[leading[1]] >= SEEN_EMPTY
            return set(leading) if known else set()
        return set(black[: max(more, min(more + 1, len(leading)))])

    def _is_old(self, old: Leaving, look: Look) -> bool:
        """Whether the stones of the game before lie there still; not where all of them do, and it is played on."""
        if old.see(look) is not None or old.stones < FEW_OLD:
            return False
        came = (look.since > max(self._followed, float(self._since or 0.0))) & (look.held >= LAID_HELD)
        new = came & ((look.now == 1) | (look.now == 2))
        return not (new.any() and old.is_untouched(look))

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
        """Whether a first stone may yet turn out to be a handicap stone, or stones that leave to have been tries."""
        if self._tries.are_leaving(line, look):
            return True
        if self.begun or self.settings.handicap == 0:
            return False
        stones = [p for p, s in enumerate(look.shown) if s in (1, 2)]
        if len(line):
            # What was told as the first move may be the first of several: `before_play` knows when hands are gone.
            first = line.entries[0]
            if len(line) > 1 or first.colour != 1 or first.point is None or any(line.start) or 2 in look.shown:
                return False
            return bool(look.shown[first.point]) and any(p != first.point for p in stones)
        if 2 not in look.shown and (any(line.start) or len(stones) > 1):
            return True  # Black lays handicap stones until White plays
        if self.settings.handicap is not None:
            return bool(stones) and 2 not in look.shown  # announced: the first black stone belongs to it
        if any(line.start):
            return False
        if len(stones) != 1 or look.shown[stones[0]] != 1 or stones[0] not in self._stars:
            return False
        if self.settings.stills:
            return False
        # The next one comes soon, or else the stone is told as a move and withdrawn when another one comes.
        if look.time - float(look.since[stones[0]]) >= HAND_PATIENCE:
            return False
        return float(look.clear.min()) < STAR_PATIENCE

    def lays_on(self, line: MainLine, story: Story) -> bool:
        """Whether a story only has Black lay more stones before White plays: what is a handicap is told otherwise."""
        if self.begun or self.settings.handicap == 0 or self.settings.stills or story.changes:
            return False
        colours = [e.colour for e in line.entries[: story.keep]] + [s.colour for s in story.steps]
        return len(colours) > 1 and set(colours) == {1}

    def before_play(self, line: MainLine, look: Look, teller: Teller) -> bool:
        """Take stones that are laid before the game into the start of the main line, and leave out those only tried.

        True where all begins anew, since all that came was tried.
        """
        if self._tries.are_gone(line, look):
            self._tries.forget()
            teller.withdraw_tries(line, look.time)
            line.start = bytes(len(line.start))
            line.first_turn, line.sure_turn = 1, True
            self.begun = False
            return True
        if not self.begun and self.settings.handicap != 0 and len(line) <= 1:
            self._lay_handicap(line, look, teller)
        return False

    def _lay_handicap(self, line: MainLine, look: Look, teller: Teller) -> None:
        """Handicap stones may still be laid."""
        shown = look.shown
        if 2 in shown:
            self._lay_late(line, look, teller)
            return
        black = [p for p, s in enumerate(shown) if s == 1]
        unseen = [p for p, s in enumerate(line.board) if s and shown[p] == UNKNOWN]
        if unseen or (len(line) and line.entries[0].point not in black):
            return
        wanted = bytes(1 if s == 1 else 0 for s in shown)
        if len(black) == 1 and any(line.start) and not line.start[black[0]] and self.settings.handicap is None:
            wanted = bytes(len(shown))  # all that was laid has left again: this is the first move
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
            teller.layout.withdraw_first(line, look.time)
        line.start = wanted
        line.first_turn, line.sure_turn = (2, True) if len(black) > 1 else (2, False)
        if not any(wanted):
            line.first_turn, line.sure_turn = 1, True
        teller.layout.lay(line, look.time)

    def _lay_late(self, line: MainLine, look: Look, teller: Teller) -> None:
        """White has played before all that Black laid was seen well."""
        stones = [p for p, s in enumerate(look.shown) if s in (1, 2)]
        if line.entries or self.settings.stills or any(look.held[p] < LAID_HELD for p in stones):
            return
        laid = self._handicap_of(stones, look.shown, look)
        wanted = bytes(1 if p in laid else 0 for p in range(len(look.shown)))
        if not laid or wanted == line.start or any(s and not w for s, w in zip(line.start, wanted, strict=True)):
            return
        line.start, line.first_turn, line.sure_turn = wanted, 2, True
        teller.layout.lay(line, look.time)


def _may_be_played(points: list[int], stones: bytes) -> bool:
    """Whether the stones on these points may be the first moves of an even game."""
    return sum(stones[p] == 1 for p in points) - sum(stones[p] == 2 for p in points) in (0, 1)


def _surely_empty(look: Look) -> set[int]:
    empty = (look.now == 0) & (look.held >= SEEN_EMPTY) & (look.weight >= DOUBTFUL)
    return set(np.flatnonzero(empty).tolist())
