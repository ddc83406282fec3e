"""Readings over time into events."""

from __future__ import annotations

import math

from recorder import events
from recorder.desk.overruled import Overruled
from recorder.inference.evidence import UNKNOWN, Evidence, Look
from recorder.inference.joining import as_seen, is_another_game, missed_moves
from recorder.inference.jolt import Jolt
from recorder.inference.mainline import MainLine
from recorder.inference.offcentre import OffCentre
from recorder.inference.opening import Opening
from recorder.inference.phase import Phase
from recorder.inference.search import Search
from recorder.inference.stories import Story
from recorder.inference.teller import Teller
from recorder.inference.trace import Tracer
from recorder.settings import Settings
from vision.reading import Reading

# How long things must have been so, in seconds, before they are told.
MOVE_HELD, MOVE_CLEAR = 0.3, 0.3
SEVERAL_HELD, SEVERAL_CLEAR = 0.5, 0.5
UNDO_HELD, UNDO_CLEAR = 0.7, 0.7
FAULT_HELD, FAULT_CLEAR = 0.8, 0.6
TURN_HELD, TURN_CLEAR = 0.6, 0.4
LAIN_HELD, LAIN_CLEAR = 1.6, 0.5
LEFT_CLEAR = 1.2
QUIET = frozenset({"first_sight", "recovered", "amended"})
QUIET_HELD = 2.0
MANY_CLEAR = 1.3
MARGIN = 0.7
STILL_MARGIN = 1.0
RIVAL_PATIENCE = 1.5
DOUBT_PATIENCE = 6.0
UNREAD_PATIENCE = 3.0
CERTAIN = 0.75
MISSABLE = 3.0
HIDDEN_PATIENCE = 20.0
BLIND_PATIENCE = 8.0
SEARCH_EVERY, SEARCH_SELDOM = 0.15, 1.0
DOUBT = 2.5
SEVERAL = 3
"""Points that differ from a known game from which on no irregularity is sought."""


class Inferencer:
    """Tells what happens on one board.

    Parameters
    ----------
    size : int
        Number of lines.
    settings : Settings

    Raises
    ------
    ValueError
        From `update`, where a reading has another size or comes out of order.
    """

    def __init__(self, size: int, settings: Settings | None = None) -> None:
        self.size = size
        self._joining: bool | None = None
        self.is_another = False
        """Whether the game that was known does not go on, since another one lies on the board."""
        self.settings = settings or Settings()
        self._evidence = Evidence(size, stills=self.settings.stills)
        self._opening = Opening(size, self.settings)
        self._line: MainLine | None = None
        self._search: Search | None = None
        self._teller = Teller(size, self.settings)
        self._off_centre = OffCentre(size)
        self._look: Look | None = None
        self._step = 0.0
        self._searched = -math.inf
        self._pause = SEARCH_EVERY
        self._signature: bytes = b""
        self._waiting: dict[str, float] = {}
        self._stories: list[Story] = []
        self._clear: dict[tuple[object, ...], float] = {}
        self.tracer = Tracer()
        self._phase = Phase(size)
        self._jolt = Jolt()
        self._ended = False
        self.overruled = Overruled()
        self.paused = False
        """Whether nothing that is seen becomes a move."""

    @property
    def line(self) -> MainLine | None:
        """The main line as it is believed; None before the first good look."""
        return self._line

    @property
    def look(self) -> Look | None:
        """What was seen last."""
        return self._look

    def open(self, time: float) -> list[events.Event]:
        """The game has begun, as a person says: tell what stood there at the start, where it was not told yet."""
        if self._line is None:
            return []
        self._opening.begun = True
        return self._teller.setup(self._line, time)

    def doubt(self) -> None:
        """Another game may have begun meanwhile: a board that shows one ends the game that was resumed."""
        self._joining = True

    def resume(self, line: MainLine) -> None:
        """A game goes on that was told before: this is its main line; raises ValueError where its size is another."""
        if line.size != self.size:
            raise ValueError(f"the game so far is one of {line.size} lines, not of {self.size}")
        self._joining = False
        if self.settings.to_move and line.entries:
            line.entries[-1].next_turn = 1 if self.settings.to_move == "B" else 2
        self._line = line
        self._search = Search(line, self.settings.rules, self.settings.passes == "infer")
        self._opening.begun = True
        self._teller.resume()

    def close(self) -> None:
        """The game is over, as a person says: nothing is told any more."""
        self._ended = True

    def reopen(self) -> None:
        """The game goes on after all."""
        self._ended = False
        self._phase = Phase(self.size)

    @property
    def begun(self) -> bool:
        """Whether anything stands in the record, or on the board."""
        return self._line is not None and (len(self._line) > 0 or any(self._line.start))

    @property
    def ended(self) -> bool:
        """Whether the game is over: what comes on the board now is another one."""
        return self._ended

    @property
    def board(self) -> bytes | None:
        """What is believed to lie on the board, n * n values; None before the first good look."""
        return self._line.board if self._line else None

    @property
    def moves(self) -> int:
        """How many moves and passes the main line has."""
        return len(self._line) if self._line else 0

    @property
    def suspicious(self) -> bool:
        """Whether so much differs that the grid should be looked at again."""
        if self._line is None or self._look is None:
            return False
        return self._differing(self._look, self._line) >= 4

    @property
    def count(self) -> int:
        """Number of the last event as the log will number it; whoever tells other events counts them in."""
        return self._teller.count

    @count.setter
    def count(self, value: int) -> None:
        self._teller.count = value

    def forget(self) -> None:
        """The board or the camera moved: what was seen until now no longer counts, the record stands."""
        self._evidence.forget()
        self._off_centre.forget()
        self._look = None
        self._waiting.clear()
        self._signature = b""

    def jolted(self, time: float) -> None:
        """The board or the camera moved: stones may have slid without a hand."""
        self._jolt.strike(time)

    def update(self, reading: Reading) -> list[events.Event]:
        """Take one reading in and return what can be told now, in order."""
        last = self._look.time if self._look else None
        look = self._look = self.overruled.mask(self._evidence.add(reading), self._line)
        self._step = look.time - last if last is not None else 0.0
        if self._ended or (self.paused and self._line is not None):
            return []
        if self._line is None:
            line = self._opening.start(look)
            if line is None:
                return []
            self._line = line
            self._search = Search(line, self.settings.rules, self.settings.passes == "infer")
            return self._teller.open(line, look.time, self._opening)
        if self._joining is not None:
            return self._join(self._line, look) or []
        if self._line.unseen:
            board = self._line.board
            self._line.unseen -= {p for p in self._line.unseen if look.shown[p] == board[p] and look.held[p] > 1}
        self._opening.before_play(self._line, look, self._teller)
        told = self._teller.take()
        if (turning := self._phase.watch(self._line, look)) is not None:
            told += self._teller.turned(turning, look)
        if self._phase.state != "play":
            self._ended = self._phase.state == "over"
            return told
        if pairs := self._jolt.slid(self._line, look):
            told += self._teller.slid(self._line, pairs, look)
        told += self._follow(self._line, look)
        if not self.settings.stills:
            pushed, right = self._off_centre.update(reading, look, self._line.board)
            told += self._teller.off_centre(pushed, right, look.time)
        return told

    def _join(self, line: MainLine, look: Look) -> list[events.Event] | None:
        """Compare a known game with the first good look at its board; None where there was none yet."""
        if self._opening.start(look) is None:
            return None
        self._opening.begun = True
        doubted, self._joining = self._joining, None
        if doubted and is_another_game(line, look):
            self.is_another = self._ended = True
            return [self._teller.end(look.time, "another game lies on the board: this one was not resumed")]
        assert self._search is not None
        self._search.sparse = True  # nobody looked: hands came and went
        if ways := missed_moves(line, look, self.settings.rules):
            return self._teller.tell(line, ways[0], ways, look, self._opening)
        plain = all(c.kind in QUIET for c in self._search.stories(look)[0].changes)
        if plain or self._differing(look, line) < SEVERAL:
            return []
        told = self._teller.put_right(line, as_seen(line, look), look.time)
        if not self.settings.to_move:
            line.open_turn = len(line)
        return told

    def finish(self, time: float, reason: str = "the source ended") -> list[events.Event]:
        """No more readings will come, for this reason: tell what was still held back, and the end."""
        told: list[events.Event] = []
        if self._ended:
            return told
        if self._line is not None and self._look is not None and self._phase.state == "play":
            told += self._settle_last(self._line, self._look)
            told += self._teller.close(self._line, time, self._opening)
        self._ended = True
        told.append(self._teller.end(time, reason))
        return told

    def _settle_last(self, line: MainLine, look: Look) -> list[events.Event]:
        """Plain moves that only lacked a little time when the source ended."""
        if self._search is None or self._opening.holds(line, look):
            return []
        self._search.sparse = self._is_sparse
        stories = self._search.stories(look)
        best = stories[0]
        plain = best.keep == len(line) and not best.changes and not best.has_hidden
        if best.steps and plain and not any(s.faults for s in best.steps):
            return self._teller.tell(line, best, stories, look, self._opening)
        return []

    @property
    def _is_sparse(self) -> bool:
        return self.settings.stills or self._step >= 0.45

    def _follow(self, line: MainLine, look: Look) -> list[events.Event]:
        differing = self._differing(look, line)
        undecided = self.settings.stills
        if not differing and not undecided:
            self._waiting.clear()
            return []
        if differing > max(12, 0.12 * look.size**2) and not self._waited("blind", look.time, BLIND_PATIENCE):
            return []
        if self._opening.holds(line, look):
            return []
        if look.shown == self._signature:
            if look.time - self._searched < self._pause:
                return []
            self._pause = min(self._pause * 1.3, SEARCH_SELDOM)
        else:
            self._pause = SEARCH_EVERY
        self._signature, self._searched = look.shown, look.time
        assert self._search is not None
        self._search.sparse = self._is_sparse
        stories = self._stories = self._search.stories(look)
        best = self._ripe(line, stories, look)
        self.tracer.weigh(line, look, stories, best)
        if best is None:
            return []
        self._waiting.clear()
        self._clear.clear()
        self._signature = b""
        certain = self._is_certain(line, best, self._margin(best, stories), look)
        return self._teller.tell(line, best, stories, look, self._opening, silent=not certain)

    def _ripe(self, line: MainLine, stories: list[Story], look: Look) -> Story | None:
        """The story to be told now: the likeliest, or as much of its beginning as is sure; None to wait."""
        best = stories[0]
        if best.is_nothing or self._phase.holds(line, best, look):
            return None
        if self._is_ready(line, best, stories, look):
            return best
        if best.changes or best.has_hidden or best.keep < len(line):
            return None
        for count in range(len(best.steps) - 1, 0, -1):
            part = best.steps[:count]
            shorter = next((s for s in stories if s.keep == best.keep and s.steps == part), None)
            if shorter is None or shorter.changes:
                continue
            rivals = [s for s in stories if s.cost < best.cost + MARGIN or s.cost <= shorter.cost]
            if all(s.keep == best.keep and s.steps[:count] == part for s in rivals if not s.is_nothing):
                alone = [shorter, *(s for s in stories if s.steps[:count] != part)]
                if self._is_ready(line, shorter, alone, look):
                    return shorter
        return None

    def _differing(self, look: Look, line: MainLine) -> int:
        return sum(s != b and s != UNKNOWN for s, b in zip(look.shown, line.board, strict=True))

    def _waited(self, why: str, now: float, patience: float) -> bool:
        since = self._waiting.setdefault(why, now)
        return now - since >= patience

    def _is_ready(self, line: MainLine, best: Story, stories: list[Story], look: Look) -> bool:
        if best.has_hidden and not self._waited("hidden", look.time, HIDDEN_PATIENCE):
            return False
        margin = self._margin(best, stories)
        if self.settings.stills:
            new = [s.point for s in best.steps if s.point is not None and not s.again]
            doubt = max((max(0.0, 0.85 - float(look.weight[p])) for p in new), default=0.0)
            return margin >= STILL_MARGIN + 3.0 * doubt
        points = best.points
        if not points:
            points = [e.point for e in line.entries[best.keep :] if e.point is not None]
        taken = {p for s in best.steps for p in s.captured}
        unread = [p for p in points if look.unseen[p] or look.shown[p] == UNKNOWN]
        if any(p not in taken for p in unread):
            return False
        # A captured stone's point that cannot be read must not hold the game up for ever.
        if unread and not self._waited("unread", look.time, UNREAD_PATIENCE):
            return False
        kinds = {c.kind for c in best.changes} - {"repair", *QUIET, "blob"}
        faults = {f for s in best.steps if not s.again for f in s.faults}
        if (kinds or faults) and not self._is_certain(line, best, margin, look):
            # A wrong alert is worse than a late one; a plain move is told without it in the end.
            if kinds or faults != {"turn"} or not self._waited("doubt", look.time, DOUBT_PATIENCE):
                return False
        elif margin < MARGIN and not self._waited("rival", look.time, RIVAL_PATIENCE):
            return False
        held, clear, radius = MOVE_HELD, MOVE_CLEAR, 1
        if len([s for s in best.steps if not s.again]) > 1:
            held, clear, radius = SEVERAL_HELD, SEVERAL_CLEAR, 2
        if best.keep < len(line):
            held, clear, radius = UNDO_HELD, UNDO_CLEAR, 2
        if kinds or faults:
            held, clear, radius = FAULT_HELD, FAULT_CLEAR, 4
            if not kinds and faults == {"turn"}:
                held, clear, radius = TURN_HELD, TURN_CLEAR, 3
                if min((look.held[p] for p in points), default=0.0) >= LAIN_HELD:
                    # It has lain there while others play on.
                    clear, radius = LAIN_CLEAR, 1
        if QUIET & {c.kind for c in best.changes}:
            held = max(held, QUIET_HELD)
        if "many" in kinds:
            clear = MANY_CLEAR
        changed = [p for p in points if look.shown[p] != line.board[p]]
        # Doubtful readings have to last.
        # Seen every time, so that the time in view is known when a hand comes back.
        self._cleared(best, points, radius, look)
        if any(look.held[p] < held + DOUBT * max(0.0, 0.85 - look.weight[p]) for p in changed):
            return False
        if "left" in kinds or kinds & {"wrong_capture"}:
            # Taking stones off is part of the move: while it goes on nothing is wrong.
            clear = LEFT_CLEAR
            if changed and look.time - max(look.since[p] for p in changed) < LEFT_CLEAR:
                return False
        return self._cleared(best, points, radius, look) >= clear

    def _is_certain(self, line: MainLine, story: Story, margin: float, look: Look) -> bool:
        """Whether an irregularity may be told: all that bears on it was read surely."""
        if margin < MARGIN or any(look.weight[p] < CERTAIN for p in story.points):
            return False
        if any(s.faults == ("turn",) for s in story.steps):
            last = line.entries[story.keep - 1] if story.keep else None
            if last is not None and last.weight < CERTAIN:
                return False
            if any(look.shown[p] not in (UNKNOWN, line.board[p]) for p in story.misread):
                return False
            return not self._may_be_missed(line, story, look)
        return True

    def _may_be_missed(self, line: MainLine, story: Story, look: Look) -> bool:
        """Whether the stone that would make the turn right may lie where a hand was and be read badly."""
        first = next(s for s in story.steps if "turn" in s.faults)
        since = line.entries[story.keep - 1].placed if story.keep else 0.0
        told = set(story.points)
        return any(
            not there and p not in told and not look.unseen[p]
            and look.costs[p][3 - first.colour] < MISSABLE and look.clear[p] < look.time - since
            for p, there in enumerate(line.board)
        )  # fmt: skip

    def _cleared(self, story: Story, points: list[int], radius: int, look: Look) -> float:
        """The longest time for which all was in view around the points since the story came up, seconds.

        A hand that comes back later changes nothing about what could be seen before.
        """
        key = (story.keep, tuple((s.colour, s.point) for s in story.steps), story.changes)
        longest = max(self._clear.get(key, 0.0), look.clear_around(points, radius))
        self._clear = {**{k: v for k, v in self._clear.items() if k[0] == story.keep}, key: longest}
        return longest

    def _margin(self, best: Story, stories: list[Story]) -> float:
        same = {(s.colour, s.point) for s in best.steps}
        for other in stories[1:]:
            if other.board != best.board or {(s.colour, s.point) for s in other.steps} != same:
                return other.cost - best.cost
        return math.inf
