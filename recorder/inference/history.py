"""What each point showed over the last minutes, cut into epochs: the stretches between two times at which hands left.

Stones come and go under hands only, so that a point may hold something else from one epoch to the next, hardly ever
within one. An epoch keeps for each point the runs of equal readings in it: for how long, and how surely they were
read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from recorder.inference.doubt import Floats, Mask, surest, weight_of
from recorder.inference.epoch import UNSEEN, WHOLE, Epoch, Run, dim_of
from recorder.inference.evidence import VISIT, grown
from recorder.inference.reach import EDGES, Reach
from recorder.inference.tips import untouched
from vision.reading import Reading

TOGETHER = 0.5
"""Seconds within which hands that leave points leave them at one time."""
RESTLESS = 0.6
"""Seconds after which an epoch ends where a point shows something else without a hand."""
LATELY = 10.0
"""Seconds: a hand covers points that were in view so lately."""
BETWEEN = 0.3
"""Seconds without any hand between two visits."""
BESIDE = 1.0
"""Seconds between a hand within two lines of a point and an error of reading that it brings about."""
UNSURELY = 0.2
"""Weight of what is read with hardly any certainty: it is right about as often as all else together."""
STEADY = 1.0
"""Seconds over which it is seen how surely a point is read just now."""
RESUMED = 2.0
"""Seconds without a hand after which a run of readings that was interrupted is another one."""


class History:
    """Keeps the epochs of one board.

    Parameters
    ----------
    size : int
        Number of lines.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.usual = 0.01
        """Doubt that readings leave usually."""
        self.epochs: deque[Epoch] = deque()
        self.first = 0
        """Number of the first epoch that is kept."""
        self._start()

    def _start(self) -> None:
        m = self.size**2
        self._reach = Reach(self.size)
        self._time = -np.inf
        self._label = np.full(m, UNSEEN, np.int8)
        self._seconds = np.zeros(m)
        self._lately, self._top, self._firm = np.zeros(m), np.zeros(m), np.zeros(m)
        self._peak = np.zeros(m)
        self._begun = np.zeros(m, np.bool_)
        self._dim = np.zeros(m)
        self._alone = np.zeros(m, np.bool_)
        self._before = np.full(m, UNSEEN, np.int8)
        self._other = np.full(m, UNSEEN, np.int8)
        self._other_peak, self._other_dim = np.zeros(m), np.zeros(m)
        self._other_end = np.full(m, -np.inf)
        self._in_view = np.zeros(m, np.bool_)
        self._covered = np.full(m, -np.inf)
        self._near = np.full(m, -np.inf)
        self._last_seen = np.full(m, -np.inf)
        self._arrived = self._left = -np.inf
        self._visit = 0

    def forget(self) -> None:
        """The board or the camera moved: what was seen before is another view."""
        self.first += len(self.epochs)
        self.epochs.clear()
        self._start()

    def drop(self, count: int) -> None:
        """Forget so many of the oldest epochs."""
        for _ in range(count):
            self.epochs.popleft()
        self.first += count

    def begin(self) -> None:
        """What lies on the board is settled up to now: what is seen from now on counts."""
        self.first += len(self.epochs)
        self.epochs.clear()
        for array in (self._seconds, self._top, self._firm, self._peak, self._dim):
            array[:] = 0.0
        self._begun[:] = False
        self._before[:] = UNSEEN

    def add(self, reading: Reading, ignored: Iterable[int] = (), *, anew: bool = False) -> None:
        """Take a reading in.

        `ignored` are points that cannot be told, whatever they show; `anew` says that anything may have happened
        since the reading before.
        """
        t, n = reading.time, self.size
        chances = reading.chances.reshape(-1, 3)
        seen = reading.seen.reshape(-1)
        if points := list(ignored):
            seen = seen.copy()
            seen[points] = False
        label = chances.argmax(axis=1).astype(np.int8)
        sure = surest(chances)
        step = min(1.0, t - self._time) if np.isfinite(self._time) else 0.1
        if (~seen & (self._last_seen >= t - LATELY)).any():
            if t - self._left > BETWEEN + step:
                self._visit, self._arrived = self._visit + 1, self._time
                self._reach.begin_visit()
            self._left = t
        self._reach.add(seen, t, step)
        hidden = grown(~seen, n)
        self._covered[hidden] = t
        self._near[grown(hidden, n)] = t
        appeared = seen & ~self._in_view
        turned = seen & (label != self._label)
        spontaneous = bool((turned & self._in_view & (self._label != UNSEEN)).any())
        lasted = t - self.epochs[-1].start if self.epochs else np.inf
        # Where all is as it was nothing happened, however long ago that was.
        anew = not self.epochs or (anew and bool((appeared | turned).any()))
        if anew or (lasted >= TOGETHER and appeared.any()) or (spontaneous and lasted >= RESTLESS):
            self._close()
            visited = np.ones(n * n, np.bool_) if anew else self._covered >= t - VISIT
            reached = np.ones((EDGES + 1, n * n), np.bool_) if anew else visited & self._reach.since(t - VISIT)
            touch = untouched(n * n) if anew else self._reach.touch_since(t - VISIT)
            self.epochs.append(Epoch(t, t, visited, reached, touch, self._visit, self._hands(), self._reach.sides))
        elif appeared.any():
            left = grown(appeared, n)
            self.epochs[-1].visited |= left
            self.epochs[-1].reached |= left & self._reach.since(t - VISIT)
            where = np.flatnonzero(left)
            self.epochs[-1].touch.renew(where, self._reach.touch_since(t - VISIT, where))
            self.epochs[-1].hands = max(self.epochs[-1].hands, self._hands())
            self.epochs[-1].sides = max(self.epochs[-1].sides, self._reach.sides)
        epoch = self.epochs[-1]
        epoch.end = t
        for p in np.flatnonzero(turned & (self._seconds > 0)).tolist():
            weight = float(self._top[p])
            epoch.ended.append(
                Run(p, int(self._label[p]), float(self._firm[p]) / weight, weight, float(self._peak[p]),
                    bool(self._begun[p]), bool(self._alone[p]), float(self._dim[p]))
            )  # fmt: skip
        under_hand = turned & appeared & (self._seconds == 0) & (self._before == UNSEEN)
        self._before[under_hand] = self._label[under_hand]
        if turned.any():
            self._turn(turned, label, t)
        self._label[seen] = label[seen]
        self._seconds[seen] += step
        self._weigh(sure, seen, step)
        self._last_seen[seen] = t
        self._in_view = seen
        self._time = t

    def _turn(self, turned: Mask, label: NDArray[np.int8], t: float) -> None:
        """Begin new runs, or go on with those that were interrupted for a moment."""
        peak, dim = self._so_far()
        again = turned & (label == self._other) & (self._other_end >= t - RESUMED) & (self._covered < self._other_end)
        went, went_dim = self._other_peak, self._other_dim
        self._other = np.where(turned, self._label, self._other)
        self._other_peak, self._other_dim = np.where(turned, peak, went), np.where(turned, dim, went_dim)
        self._other_end = np.where(turned, t, self._other_end)
        self._seconds[turned] = self._top[turned] = self._firm[turned] = 0.0
        self._peak = np.where(turned, np.where(again, went, 0.0), self._peak)
        self._dim = np.where(turned, np.where(again, went_dim, 0.0), self._dim)
        self._begun = np.where(turned, again, self._begun)
        self._alone = np.where(turned, ~again & (self._near < t - BESIDE), self._alone)

    def _weigh(self, sure: Floats, seen: Mask, step: float) -> None:
        """How surely it was read at the best, and for how many seconds it would weigh as much if it always were."""
        share = np.minimum(1.0, np.maximum(step / STEADY, step / np.maximum(self._seconds, max(step, 1e-3))))
        self._lately[seen] += (share * (sure - self._lately))[seen]
        weight = np.maximum(UNSURELY, weight_of(self._lately, self.usual))
        # A single look may be sure by chance.
        best = np.where(self._seconds > WHOLE, np.maximum(self._top, weight), weight)
        self._top[seen] = best[seen]
        self._firm[seen] += step * weight[seen]

    def _effective(self) -> Floats:
        """Seconds of the runs that go on, as if they were always read as surely as at the best."""
        return np.divide(self._firm, self._top, out=np.zeros_like(self._firm), where=self._top > 0)

    def _so_far(self) -> tuple[Floats, Floats]:
        """How surely they were read at the most, this epoch included, and how doubtful they are."""
        peak = np.maximum(self._peak, self._top * np.minimum(1.0, self._effective() / WHOLE))
        return peak, np.where(self._seconds > 0, dim_of(self._top, self._seconds), self._dim)

    def _hands(self) -> float:
        """Seconds for which hands were there in the visit that goes on or has just ended."""
        return max(0.0, self._left - self._arrived) if np.isfinite(self._arrived) else 0.0

    def _close(self) -> None:
        if not self.epochs:
            return
        self.epochs[-1] = self.latest()
        self._peak, self._dim = self._so_far()
        self._begun |= self._seconds > 0
        self._seconds = np.zeros_like(self._seconds)
        self._top, self._firm = np.zeros_like(self._top), np.zeros_like(self._firm)
        self._before = np.full_like(self._before, UNSEEN)

    def latest(self) -> Epoch:
        """The epoch that is open, as it stands now."""
        epoch, seen = self.epochs[-1], self._seconds > 0
        return Epoch(
            epoch.start, epoch.end, epoch.visited, epoch.reached, epoch.touch, epoch.visit, epoch.hands, epoch.sides,
            np.where(seen, self._label, UNSEEN).astype(np.int8),
            self._effective(), np.where(seen, self._top, 1.0), self._peak.copy(), self._begun.copy(),
            self._alone.copy(), self._dim.copy(), self._before.copy(), epoch.ended,
        )  # fmt: skip

    def window(self) -> list[Epoch]:
        """All epochs, the open one as it stands now."""
        return [*list(self.epochs)[:-1], self.latest()]
