"""What the moves of a story do not explain: irregularities, arms read as stones, misreadings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from recorder.inference import costs
from recorder.inference.look import Look
from recorder.inference.mainline import MainLine
from recorder.inference.stories import Change, Kind, Step

BLOB_CLEAR = 1.0
"""Seconds in view after which stones beside each other are no arm any more."""
JUST_CAPTURED = 4.0
"""Seconds after a capture was told in which stones may go with it."""
RESTORED_LATE = 6
"""Moves after a capture in which its stones may be put back."""
RECENT = 80
"""Moves whose stones may prove never to have been."""
SWEPT, SWEPT_AT_ONCE = 3, 2.5
"""Lines and seconds within which stones are swept off their points together."""
READABLE = 0.6
"""Weight of a reading that may amend the start."""


class Leftovers:
    """Explains the points at which the board of some moves differs from what is shown.

    Parameters
    ----------
    look : Look
    line : MainLine
    keep : int
        How many entries of the record stand.
    steps : sequence of Step
    board : bytes
        The board by the rules after the steps.
    arms : bool
        Whether an arm may be read as stones (not in settled pictures).

    Attributes
    ----------
    cost : float
        Nats.
    changes : list of Change
    misread : list of int
        Points whose reading is not believed.
    """

    def __init__(
        self, look: Look, line: MainLine, keep: int, steps: Sequence[Step], board: bytes, *, arms: bool
    ) -> None:
        self._look, self._line, self._keep, self._steps, self._board = look, line, keep, steps, board
        self.cost = 0.0
        self.changes: list[Change] = []
        self.misread: list[int] = []
        self._extra: list[int] = []
        self._gone: list[int] = []
        self._changed: list[int] = []
        self._arms = arms

    def explain(self, extra: list[int], gone: list[int], changed: list[int]) -> None:
        """Explain stones where none should be, stones that are gone, and stones of the other colour."""
        self._extra, self._gone, self._changed = extra, gone, changed
        self._known_already()
        self._of_captures()
        self._moved()
        if self._arms:
            self._blobs()
        self._singly()

    @property
    def _rest(self) -> list[int]:
        return [*self._extra, *self._gone, *self._changed]

    def _wrong(self, points: Iterable[int]) -> float:
        """What it costs to believe none of these readings."""
        return sum(self._look.costs[p][self._board[p]] for p in points)

    def _unvisited(self, points: Iterable[int]) -> float:
        look = self._look
        doubts = (float(look.missed[p]) for p in points if not look.visited[p])
        return min(costs.UNVISITED, max(doubts, default=0.0))

    def _never_sure(self, points: Iterable[int]) -> float:
        """More for what happens to stones that were never read surely: they may never have been."""
        weights = {e.point: e.weight for e in self._line.entries[-RECENT:]}
        return costs.OF_DOUBTFUL * sum(1 - min(1.0, weights.get(p, 1.0)) for p in points if self._board[p])

    def _take(self, kind: Kind, points: list[int], price: float) -> None:
        """Lay these points at the door of one thing."""
        if not points:
            return
        self.cost += price
        self._change(kind, points)
        for some in (self._extra, self._gone, self._changed):
            some[:] = [p for p in some if p not in points]

    def _take_if_cheaper(self, kind: Kind, points: list[int], more: float = 0.0) -> None:
        """The same, where it is likelier than that all were misread."""
        price = costs.CHANGES[kind] + more + self._unvisited(points) + self._never_sure(points)
        if points and price < self._wrong(points):
            self._take(kind, points, price)

    def _change(self, kind: Kind, points: Sequence[int]) -> None:
        self.changes.append(Change(kind, tuple(points), tuple(self._look.shown[p] for p in points)))

    def _known_already(self) -> None:
        """What lay otherwise before, what is put right, what was never seen well at the start."""
        line, look = self._line, self._look
        shown, proper = look.shown, line.proper()
        if self._keep < len(line):
            board = line.board
            known = [p for p in self._rest if p in proper and shown[p] == board[p]]
            self._take("recovered", known, costs.CHANGES["recovered"])
        first = [p for p in self._rest if p in line.unseen and not self._played_on(p)]
        self._take("first_sight", first, costs.CHANGES["first_sight"])
        doubtful = [p for p in self._rest if p in line.doubtful and not self._played_on(p)]
        doubtful = [p for p in doubtful if look.weight[p] > READABLE]
        self._take("amended", doubtful, costs.CHANGES["amended"])
        # What lay there at the start and went with no hand near was never there.
        ghosts = [p for p in self._gone if line.start[p] and not look.visited[p] and not self._played_on(p)]
        self._take("amended", ghosts, costs.CHANGES["amended"])
        fixed = [p for p in self._rest if proper.get(p) == shown[p]]
        self._take("repair", fixed, costs.CHANGES["repair"] + self._unvisited(fixed) / 3)

    def _of_captures(self) -> None:
        """Captured stones left or put back, and stones with liberties taken off with them."""
        line, look = self._line, self._look
        captured = {q: 3 - s.colour for s in self._steps if not s.again for q in s.captured}
        left = [p for p in self._extra if captured.get(p) == look.shown[p]]
        self._take("left", left, costs.CHANGES["left"])
        for s in reversed(self._steps):
            if s.point is not None and s.point >= 0:
                self._wrongly_captured(s.colour, [s.point, *s.captured])
        if not self._steps and self._keep:
            entry = line.entries[self._keep - 1]
            lately = line.entries[max(0, self._keep - RESTORED_LATE) : self._keep]
            taken = {p: 3 - e.colour for e in lately for p in e.captured}
            back = [p for p in self._extra if taken.get(p) == look.shown[p]]
            if not self._gone:
                self._take_if_cheaper("restored", back)
            if entry.point is not None and entry.captured and look.time - entry.told < JUST_CAPTURED:
                self._wrongly_captured(entry.colour, [entry.point, *entry.captured])

    def _wrongly_captured(self, colour: int, around: list[int]) -> None:
        n = self._look.size
        taken = [p for p in self._gone if self._board[p] == 3 - colour]
        close = [p for p in taken if any(near(p, q, n, 2) for q in around)]
        if len(taken) <= 8:
            # Stones of one chain go together.
            self._take_if_cheaper("wrong_capture", [p for p in taken if any(near(p, q, n, 3) for q in close)])

    def _moved(self) -> None:
        """One stone gone here and come there."""
        if len(self._extra) != 1 or len(self._gone) != 1:
            return
        source, target = self._gone[0], self._extra[0]
        if self._look.shown[target] == self._board[source]:
            entries = self._line.entries
            is_last = self._keep > 0 and entries[self._keep - 1].point == source
            self._take_if_cheaper("moved", [source, target], costs.LAST_MOVED if is_last else 0.0)

    def _blobs(self) -> None:
        """A sleeve or an arm reads as a cluster of stones of one colour."""
        look = self._look
        told = {e.point for e in self._line.entries[self._keep :]}
        for colour in (1, 2):
            blob = [p for p in self._extra if look.shown[p] == colour and p not in told]
            blob = [p for p in blob if any(q != p and near(p, q, look.size, 2) for q in blob)]
            price = costs.CHANGES["blob"] + costs.EACH_OF_BLOB * len(blob)
            beside_hand = all(look.free[p] < BLOB_CLEAR for p in blob)
            if len(blob) > 1 and beside_hand and price < self._wrong(blob):
                self.cost += price
                self.changes.append(Change("blob", tuple(blob), tuple(self._board[p] for p in blob)))
                self._extra[:] = [p for p in self._extra if p not in blob]

    def _singly(self) -> None:
        """Each point by itself, or several that one hand swept at once."""
        told = {e.point for e in self._line.entries[self._keep :]}
        single = {p: self._alone(p, told) for p in self._rest}
        swept = self._swept([p for p in single if p not in told or p not in self._extra])
        # Errors gather near hands as well.
        many = costs.CHANGES["many"] + costs.EACH_OF_MANY * len(swept) + self._unvisited(swept) + 1.5 * self._look.noise
        if len(swept) >= 3 and many < sum(single[p][0] for p in swept):
            self.cost += many
            self._change("many", swept)
            single = {p: one for p, one in single.items() if p not in swept}
        by_kind: dict[Kind, list[int]] = {}
        for p, (price, kind) in single.items():
            self.cost += price
            if kind:
                by_kind.setdefault(kind, []).append(p)
            else:
                self.misread.append(p)
        for kind, points in by_kind.items():
            self._change(kind, points)

    def _alone(self, p: int, told: set[int | None]) -> tuple[float, Kind | None]:
        """What a point costs by itself, and what it then is; None for misread."""
        kind: Kind = "extra" if p in self._extra else "vanished" if p in self._gone else "changed"
        # What the record had as a move is not undone to be called a change.
        price = costs.CHANGES[kind] + self._unvisited([p]) + self._never_sure([p])
        price += costs.NO_CHANGE if p in told else 0.0
        wrong = self._look.costs[p][self._board[p]]
        return (price, kind) if price < wrong else (wrong, None)

    def _swept(self, points: list[int]) -> list[int]:
        """The most of these that changed at one time and lie in one place."""
        look, best = self._look, list[int]()
        for first in points:
            group = [first]
            for p in group:
                group += [
                    q for q in points
                    if q not in group and near(p, q, look.size, SWEPT)
                    and abs(look.since[q] - look.since[first]) < SWEPT_AT_ONCE
                ]  # fmt: skip
            if len(group) > len(best):
                best = group
        return sorted(best)

    def _played_on(self, p: int) -> bool:
        return any(e.point == p or p in e.captured for e in self._line.entries)


def near(p: int, q: int, n: int, reach: int) -> bool:
    """Whether two points lie within so many lines of each other on a board of `n` lines."""
    return abs(p // n - q // n) <= reach and abs(p % n - q % n) <= reach
