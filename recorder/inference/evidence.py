"""Readings over time: what each point has shown, for how long, and whether a hand was there.

Everything is measured in seconds of source time, so that the number of frames a second does not matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from recorder.inference.doubt import LEAST, Floats, Mask, Noise, misread_cost, surest, weight_of, weight_of_still
from recorder.inference.look import UNKNOWN, Look
from vision.reading import Reading

MEMORY = 0.25
"""Seconds after which a reading counts a third of a new one."""
SETTLED = 0.75
"""Chance from which on a point counts as showing something."""
CLEARLY = 0.9
"""Chance from which on it shows it clearly."""
SPARSE = 0.45
"""Seconds between readings from which on a hand may come and go unseen."""
SURE, DOUBTFUL, SURE_FOR = 0.97, 0.9, 0.4
"""Chance over the last moments of what is surely read, mean chance of what was not, seconds it takes to tell."""
VISIT = 1.5
"""Seconds between a hand over a point and the change that is its doing."""


class Evidence:
    """Gathers readings of one board.

    Parameters
    ----------
    size : int
        Number of lines.
    stills : bool
        Whether every reading is a settled look by itself.
    """

    def __init__(self, size: int, *, stills: bool = False) -> None:
        self.size = size
        self._stills = stills
        self._noise = Noise(size * size)
        self._start()

    def _start(self) -> None:
        m = self.size * self.size
        self._last_time: float | None = None
        self._chances = np.full((m, 3), 1 / 3)
        self._state = np.full(m, UNKNOWN, np.int8)
        self._raw = np.full(m, UNKNOWN, np.int8)
        self._raw_since = np.zeros(m)
        self._raw_possible = np.full(m, -np.inf)
        self._since = np.zeros(m)
        self._possible = np.full(m, -np.inf)
        self._missed = np.full(m, 10.0)
        self._before = np.full(m, -np.inf)
        self._fresh = np.zeros(m)
        self._earlier = np.zeros(m)
        self._free = np.zeros(m)
        self._held = np.zeros(m)
        self._sureness = np.zeros(m)
        self._visited = np.zeros(m, np.bool_)
        self._updated = np.full(m, -np.inf)
        self._clear_since = np.full(m, np.inf)
        self._covered = np.full(m, -np.inf)
        self._settled = np.full(m, -np.inf)

    def forget(self) -> None:
        """Drop all that was seen: the board or the camera moved."""
        self._noise.forget()
        self._start()

    def begin_anew(self, points: list[int], t: float) -> None:
        """What these points show came with the hand that was over them last."""
        self._take_as_new(np.array(points, np.int64), t)

    def add(self, reading: Reading, board: bytes | None = None) -> Look:
        """Take a reading in and return what is known now; `board` is what is believed to lie there.

        Raises ValueError where the reading has another size or is older than the one before.
        """
        n = self.size
        if reading.size != n:
            raise ValueError(f"this board has {n} lines, got a reading of {reading.size}")
        t = reading.time
        if self._last_time is not None and t < self._last_time:
            raise ValueError(f"readings must come in order of time, got {t} after {self._last_time}")
        step = 0.1 if self._last_time is None else t - self._last_time
        chances = reading.chances.reshape(-1, 3).astype(np.float64)
        seen = reading.seen.reshape(-1)
        sparse = self._stills or step >= SPARSE
        credit = 1.0 if self._stills else min(max(step, 1e-3), 1.0)

        self._covered[grown(~seen, n)] = t
        self._clear_since = np.where(seen, np.minimum(self._clear_since, t), np.inf)

        # What was not in view just now begins anew: it may be another stone.
        broken = seen & (t - self._updated > step + 0.3)
        appeared = seen & (t - self._updated > step + 1e-6)
        self._before[appeared] = self._updated[appeared]
        self._earlier[appeared] = self._fresh[appeared]
        self._fresh[appeared] = 0.0
        self._chances[broken] = 1 / 3
        weight = 1.0 if self._stills else 1 - np.exp(-credit / MEMORY)
        self._chances[seen] += weight * (chances[seen] - self._chances[seen])
        raw = chances.argmax(axis=1).astype(np.int8)
        turned = seen & ((raw != self._raw) | broken)
        self._raw_since[turned] = t
        self._raw_possible[turned] = self._updated[turned]
        self._updated[seen] = t
        self._raw[seen] = raw[seen]
        if not self._stills:
            self._noise.update(chances, seen, self._covered >= t - VISIT, board, credit)

        likely = self._chances.argmax(axis=1).astype(np.int8)
        sure = surest(self._chances)
        settled = seen & (sure >= SETTLED)
        same = settled & (likely == self._state)
        clearly_before = self._settled.copy()
        self._settled[settled & (sure >= CLEARLY)] = t
        self._held[same] += credit
        self._fresh[same] += credit
        now = np.take_along_axis(chances, likely[:, None].astype(np.int64), axis=1)[:, 0]
        share = np.clip(credit / (self._held + 0.1), 0.05, 1.0)
        self._sureness[same] += (share * (now - self._sureness))[same]
        new = settled & (likely != self._state)
        # A thing cannot have come before the point was last seen to show something else.
        start = np.where(likely == self._raw, self._raw_since, t)
        visited = sparse | (self._covered[new] >= start[new] - VISIT)
        self._visited[new] = visited
        self._since[new] = start[new]
        # A stone comes and goes under a hand only: where none was, it did so when the point was last covered,
        # and either what was read since then is wrong or what is read now.
        possible = np.where(visited, self._raw_possible[new], self._before[new])
        self._possible[new] = np.minimum(possible, clearly_before[new])
        lasted = np.where(self._possible[new] <= self._before[new], self._earlier[new], self._fresh[new])
        lasted = np.where(visited, lasted, self._fresh[new])
        before = misread_cost(lasted, self._noise.nats) * self._weight(self._sureness[new])
        self._missed[new] = np.where(self._state[new] == UNKNOWN, 10.0, before)
        self._fresh[new] = 0.0
        self._held[new] = np.minimum(t - start[new], 1.0) * 0.5 if not self._stills else 1.0
        self._state[new] = likely[new]
        self._sureness[new] = now[new]
        self._renew(seen & same, sure, t)
        self._last_time = t
        clear = np.where(np.isfinite(self._clear_since), t - self._clear_since, -1.0) + (100.0 * self._stills) * seen
        self._free[new] = 0.0
        self._free = np.maximum(self._free, _least_around(clear, n))

        shown = np.where(settled, likely, UNKNOWN).astype(np.uint8)
        return Look(
            size=n,
            time=t,
            shown=shown.tobytes(),
            against=self._costs(seen, settled),
            since=self._since.copy(),
            possible=self._possible.copy(),
            missed=self._missed.copy(),
            held=self._held.copy(),
            visited=self._visited.copy(),
            clear=clear,
            free=self._free.copy(),
            unseen=~seen,
            last_seen=self._updated.copy(),
            chances=self._chances.copy(),
            weight=self._weight(self._sureness),
            fresh=self._fresh.copy(),
            settled=self._settled.copy(),
            covered=self._covered.copy(),
            noise=self._noise.nats,
            lasting=self._noise.lasting,
            supposed=self._noise.supposed,
            calm=self._noise.calm,
        )

    def _renew(self, points: Mask, chances: Floats, t: float) -> None:
        """What looked like a stone, and is surely one since a hand was over it, is taken for come with the hand.

        `chances` are those of what each point most likely shows.
        """
        if self._stills:
            return
        sure = chances >= SURE
        doubtful = (self._sureness < DOUBTFUL) & (self._since < self._before) & (self._state > 0)
        self._take_as_new(points & sure & doubtful & (self._fresh >= SURE_FOR), t)

    def _take_as_new(self, anew: Mask | NDArray[np.int64], t: float) -> None:
        self._since[anew] = t - self._fresh[anew]
        self._possible[anew] = self._before[anew]
        self._missed[anew] = LEAST
        self._visited[anew] = True
        self._held[anew] = self._fresh[anew]
        self._sureness[anew] = surest(self._chances[anew])

    def _weight(self, sureness: Floats) -> Floats:
        return weight_of_still(sureness) if self._stills else weight_of(sureness, self._noise.usual)

    def _costs(self, seen: Mask, settled: Mask) -> Floats:
        soft = -np.log(np.clip(self._chances, 0.004, 1))
        soft -= -np.log(np.clip(surest(self._chances), 0.004, 1))[:, None]
        if self._stills:
            # Pictures of one view err alike: the second says less than the first.
            return np.asarray(soft * np.minimum(1 + 0.25 * (self._held[:, None] - 1), 1.75) * seen[:, None])
        firm = misread_cost(self._held, self._noise.nats) * self._weight(self._sureness)
        costs = np.where(settled[:, None], firm[:, None], np.minimum(soft, 2.0))
        index = np.flatnonzero(settled)
        costs[index, self._state[index]] = 0.0
        return np.asarray(costs * seen[:, None])


def grown(mask: Mask, n: int) -> Mask:
    """The points of a mask and their eight neighbours, (n * n,)."""
    padded = np.zeros((n + 2, n + 2), np.bool_)
    padded[1:-1, 1:-1] = mask.reshape(n, n)
    rows = padded[:-2] | padded[1:-1] | padded[2:]
    return np.asarray(rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:]).reshape(-1)


def _least_around(values: Floats, n: int) -> Floats:
    """The least value within two lines of each point."""
    padded = np.full((n + 4, n + 4), np.inf)
    padded[2:-2, 2:-2] = values.reshape(n, n)
    rows = np.minimum(padded[:-1], padded[1:])
    rows = np.minimum(np.minimum(rows[:-3], rows[2:-1]), padded[4:])
    least = np.minimum(rows[:, :-1], rows[:, 1:])
    return np.asarray(np.minimum(np.minimum(least[:, :-3], least[:, 2:-1]), rows[:, 4:])).reshape(-1)
