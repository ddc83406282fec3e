"""Judges the record by all that was seen over the last minute, and says which record explains it best."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.chains import neighbours, put
from engine.rules import Rules
from recorder.inference.acts import KOS
from recorder.inference.ballot import Ballot
from recorder.inference.decoder import Decoder
from recorder.inference.grip import Grip
from recorder.inference.history import History
from recorder.inference.hypothesis import Hypothesis, Moves, Play, alike, with_stone
from recorder.inference.level import Level
from recorder.inference.mainline import MainLine
from recorder.inference.sides import Sides
from recorder.inference.stories import Step, Story
from recorder.inference.trellis import ONSET, Column, look_back
from vision.reading import Reading

WINDOW, WELL_READ, SLACK = 45.0, 30.0, 10.0
"""Seconds that are explained anew each time: longer than readings err, on a board read badly and on one read well;
and by how many more they may grow."""
NOISY = 0.3
"""Nats of noise from which on a board is read badly."""
ROOTS = 10
"""Records carried from one window into the next."""
CLEAN = 8.0
"""Nats against a surely read point's being wrong, at once, on a board that is read well (`ONSET`: one read badly)."""
BY_NOISE = 1.25
"""Nats that each nat of the board's noise takes off."""
ALIKE = 0.7
"""Nats by which the record as it was told may be worse than another and still stand."""


class Auditor:
    """Carries the likeliest records of one board.

    Parameters
    ----------
    size : int
        Number of lines.
    rules : Rules
    infer_passes : bool
        Whether two moves of one colour mean a pass between them.
    """

    def __init__(self, size: int, rules: Rules, *, infer_passes: bool = False) -> None:
        self._around = neighbours(size)
        self._history = History(size)
        self._decoder = Decoder(size, rules, infer_passes=infer_passes)
        self._sides, self._grip = Sides(), Grip()
        self._columns: list[Column] = []
        self._levels: list[Level] = []
        self._roots: list[Hypothesis] = []
        self._found: list[Hypothesis] = []
        self._ballot: Ballot | None = None
        self._known: tuple[bytes, Moves] | None = None
        self._decoded = -math.inf
        self._window = WINDOW
        self._told: Moves = ()

    def add(self, reading: Reading, ignored: Iterable[int] = (), *, anew: bool = False) -> None:
        """Take a reading in; see `History.add`."""
        self._history.add(reading, ignored, anew=anew)

    def forget(self) -> None:
        """The board or the camera moved: what was seen before says nothing any more; the record stands."""
        self._history.forget()
        self._sides.forget()
        self._grip.forget()
        self._begin()
        self._known = None

    def _begin(self) -> None:
        self._columns.clear()
        self.make_anew()

    def follow(self, line: MainLine) -> None:
        """Begin anew where the record was changed by others."""
        known = (line.start, moves_of(line))
        if self._decoder.doubt(line.unseen, line.doubtful):
            self.make_anew()
        if known[1] != self._told:
            self._told, self._decoded = known[1], -math.inf
            moved = self._decoder.know(known[1])
            for root in self._roots:
                root.told = root.is_beside(known[1])
            whole = (i for i, level in enumerate(self._levels) if not level.fits(known[1], moved))
            del self._levels[next(whole, len(self._levels)) :]
        if known == self._known:
            return
        self._known = known
        self._history.begin()
        self._begin()
        self._found = []
        turn = line.turn_after(len(line)) if line.is_turn_sure(len(line)) else 0
        plays = tuple(Play(e.colour, e.point, e.captured, -1) for e in line.entries)
        boards = tuple(line.boards_until(len(line))[-KOS - 1 :])
        root = Hypothesis(line.board, turn, plays, boards)
        root.proper, root.edited = line.proper(), len(plays)
        self._roots = [root]

    def leave(self) -> None:
        """What is seen now is not followed: it begins anew later."""
        self._known = None
        self._history.begin()
        self._begin()

    def make_anew(self) -> None:
        """Forget what the steps have come to: the next time all are made again."""
        self._levels.clear()

    def acknowledge(self, line: MainLine) -> None:
        """The record was changed to what was found here."""
        self._known = (line.start, moves_of(line))

    def decode(self, time: float, noise: float) -> list[Hypothesis]:
        """The likeliest records by all that was seen up to now, the best first; `noise` in nats.

        They are the same objects until something new is seen.
        """
        if self._found and self._decoded == time:
            return self._found
        self._decoded = time
        history = self._history
        self._window = WELL_READ if noise < NOISY else WINDOW
        if self._decoder.widen(noisy=noise >= NOISY):
            self.make_anew()
        onset = max(ONSET, CLEAN - BY_NOISE * noise)
        # Where readings are good they say more than hands do.
        grip = self._grip if noise >= NOISY else None
        closed = len(history.epochs) - 1
        if closed < 0:
            self._found = self._roots
            return self._found
        for i in range(len(self._columns), closed):
            self._columns.append(Column(history.epochs[i], onset, self._sides, grip))
        columns = [*self._columns, Column(history.latest(), onset, self._sides, grip)]
        look_back(columns)
        hypotheses = self._step(columns)
        start = history.epochs[0].start
        if time - start > self._window + SLACK:
            cut = sum(e.start < time - self._window for e in history.epochs) - 1
            if cut > 0:
                self._move_on(hypotheses, cut)
        # What was told stands where something else is hardly likelier.
        stands = [h for h in hypotheses if h.told and len(h.plays) == len(self._told)]
        if stands and stands[0].cost < hypotheses[0].cost + ALIKE:
            hypotheses = [stands[0], *(h for h in hypotheses if h is not stands[0])]
        self._found = hypotheses
        return hypotheses

    def _step(self, columns: list[Column]) -> list[Hypothesis]:
        """The records at the end of all columns; what was found before stands as far as it would be found again."""
        levels, first = self._levels, self._history.first
        hypotheses = self._roots
        for i, column in enumerate(columns[:-1]):
            known = levels[i] if i < len(levels) else None
            if known is None or not known.stands(column):
                found = self._decoder.step(hypotheses, column, first + i)
                if known is not None and known.has(found):
                    found = known.found
                else:
                    del levels[i:]
                levels[i : i + 1] = [Level(hypotheses, column, found, self._decoder.asked, self._decoder.worth)]
            hypotheses = levels[i].found
        # The last epoch goes on: its costs are others each time.
        return self._decoder.step(hypotheses, columns[-1], first + len(columns) - 1)

    def _move_on(self, hypotheses: list[Hypothesis], count: int) -> None:
        """Let the window begin so many epochs later, with the records from which the likeliest come."""
        steps = len(self._levels) + 1 - count
        origins: dict[int, Hypothesis] = {}
        for one in hypotheses:
            origin = one.origin(steps)
            origins.setdefault(id(origin), origin)
        self._roots = list(origins.values())[:ROOTS]
        for play in hypotheses[0].plays:
            index = play.epoch - self._history.first
            if play.point is not None and 0 <= index < count:
                epoch = self._history.epochs[index]
                self._sides.add(play.colour, epoch.reached[:, play.point])
                self._grip.add(epoch.touch.at(play.point))
        for one in self._levels[count - 1].found:
            one.parent = None  # what came before is over
        self._history.drop(count)
        del self._columns[:count]
        del self._levels[:count]

    @property
    def ballot(self) -> Ballot:
        """The records decoded last, with their chances."""
        if self._ballot is None or self._ballot.records is not self._found:
            self._ballot = Ballot(self._found or self._roots)
        return self._ballot

    @property
    def decoded_at(self) -> float:
        """When that was, seconds."""
        return self._decoded

    def knows(self, moves: Moves) -> bool:
        """Whether one of the records carried begins with these moves."""
        return bool(self._found) and self.ballot.going_on(moves) is not None

    def since(self, epoch: int) -> float:
        """When an epoch began, seconds; long ago for those that are over and forgotten."""
        index = epoch - self._history.first
        return self._history.epochs[index].start if index >= 0 else -math.inf

    @property
    def is_full(self) -> bool:
        """Whether the window has become so long that it should be explained, and move on."""
        epochs = self._history.epochs
        return bool(epochs) and epochs[-1].end - epochs[0].start > self._window + SLACK

    def story(self, line: MainLine, best: Hypothesis, count: int) -> Story:
        """How the record becomes so much of this one."""
        moves, have = best.moves[:count], moves_of(line)
        keep = alike(moves, have)
        dropped = set(have[keep:])
        board = line.board_after(keep)
        steps = []
        for play in best.plays[keep:count]:
            if play.point is None:
                steps.append(Step(play.colour, None, (), (), False, board))
                continue
            after = bytearray(board)
            after[play.point] = 0
            board, taken, own = put(bytes(after), play.point, play.colour, self._around)
            if own:
                after[play.point] = play.colour
                board, taken = bytes(after), []
            again = (play.colour, play.point) in dropped
            steps.append(Step(play.colour, play.point, tuple(sorted(taken)), play.faults, again, board))
        # What lies otherwise than the moves say goes on lying so.
        before = line.board_after(keep)
        for entry in line.entries[keep:]:
            if entry.point is not None:
                free = with_stone(before, entry.point, 0)
                before, _, own = put(free, entry.point, entry.colour, self._around)
                if own:
                    before = with_stone(free, entry.point, entry.colour)  # as it was told: it lay there
        lying = zip(line.board, before, board, strict=True)
        real = bytes(there if old == new else new for there, old, new in lying)
        return Story(keep, tuple(steps), (), (), best.cost, real)


def moves_of(line: MainLine) -> Moves:
    """Colours and points of the record's moves."""
    return tuple((e.colour, e.point) for e in line.entries)


def moves_after(line: MainLine, story: Story) -> Moves:
    """The record's moves when a story is told."""
    return (*moves_of(line)[: story.keep], *((s.colour, s.point) for s in story.steps))
