"""Hands over the board: over which edge they came, and where their fingers were.

Fingers put and take stones; arms only lie over the points behind them. A hand is known by what it hides: it grows in
from an edge, and its fingers are where it is farthest from there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import label as labelled

from recorder.inference.doubt import Floats, Mask
from recorder.inference.evidence import SPARSE, grown
from recorder.inference.tips import STAY, Tip, Tips, Touch, tip_of

EDGES = 4
"""Bottom, top, right, left; a fifth row holds what came nobody knows from where."""
FINGERS = 2.5
"""Lines behind the farthest point of a hand that its fingers take up."""
MOST = 0.5
"""Share of the board from which on what hides it is no hand."""
MOVING = 0.4
"""Seconds for which a hand that hid more of the board may hide more still."""
ARM = 6
"""Points that a hand hides at the least; what hides fewer may be its sleeve or shadow."""
AT_ONCE = 4
"""Lines from the edge on that are hidden at once: fingers that reach the far edge hide fewer."""
PRESENT = 0.3
"""Seconds from which on a hand has come."""
INWARD = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))
"""Rows and columns from each edge into the board."""


@dataclass(eq=False)
class _Hand:
    edges: tuple[int, ...]
    narrow: int
    entry: tuple[float, float]
    grew: float


class Reach:
    """Follows the hands over one board.

    Parameters
    ----------
    size : int
        Number of lines.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        rows, cols = np.divmod(np.arange(size * size), size)
        self._rows, self._cols = rows.astype(np.float64), cols.astype(np.float64)
        self._edges = np.stack([rows == size - 1, rows == 0, cols == size - 1, cols == 0])
        self.forget()

    def forget(self) -> None:
        """Another view begins."""
        m = self.size**2
        self._hands: dict[int, _Hand] = {}
        self._labels = np.zeros(m, np.int32)
        self._next = 1
        self._fingers: list[tuple[tuple[int, ...], Mask]] = []
        self._at: dict[int, tuple[Tip, Mask]] = {}
        self._tips = Tips(self.size)
        self._stayed = np.zeros(m)
        self._last = np.full((EDGES + 1, m), -np.inf)
        self._present = np.zeros((2, EDGES + 1))

    def begin_visit(self) -> None:
        """No hand was there just now."""
        self._present[:] = 0.0

    @property
    def sides(self) -> int:
        """Over how many edges hands came in this visit; 1 at the least."""
        sure, guessed = self._present[:, :EDGES] >= PRESENT
        opposite = (guessed[0] and guessed[1]) or (guessed[2] and guessed[3])
        return max(2 if opposite else 1, int(sure.sum()))

    def add(self, seen: Mask, time: float, step: float) -> None:
        """Take in what could be seen, (n * n,), `step` seconds after the last time."""
        hidden = ~seen
        if not hidden.any():
            if self._hands:
                self._stayed[:] = 0.0
                self._labels[:] = 0
                self._hands.clear()
                self._fingers.clear()
                self._at.clear()
            self._tips.add(seen, self._at, time, step)
            return
        if (hidden != (self._labels > 0)).any():
            self._follow(hidden, time)
            self._find_fingers()
        self._tips.add(seen, self._at if step < SPARSE else {}, time, step)
        self._stayed[seen] = 0.0
        fingers = np.logical_or.reduce([there for _, there in self._fingers])
        self._stayed[fingers if step < SPARSE else hidden] += step
        stay = hidden & (self._stayed >= STAY)
        self._present[0, list({h.edges[0] for h in self._hands.values() if len(h.edges) == 1})] += step
        self._present[1, list({h.narrow for h in self._hands.values()})] += step
        # What fingers touched stays theirs while it is hidden.
        points = np.flatnonzero(stay)
        last = self._last[:, points]
        self._last[:, points] = np.where(last >= time - step - 1e-6, time, last)
        for edges, there in self._fingers:
            for edge in edges:
                self._last[edge, stay & there] = time
            if edges == (EDGES,):
                self._tips.guess(stay & there, time)
        if step >= SPARSE:
            self._last[EDGES, stay] = time

    def since(self, time: float) -> Mask:
        """Where fingers of hands from each edge were since then, and one line around, (5, n * n)."""
        there = self._last >= time
        return np.stack([grown(one, self.size) if one.any() else one for one in there])

    def touch_since(self, time: float, points: NDArray[np.intp] | None = None) -> Touch:
        """How far from each of these points, or of all, the tips of hands rested since then, or since it was hidden."""
        return self._tips.since(time, points)

    def _follow(self, hidden: Mask, time: float) -> None:
        """Go on with the hands known: what is hidden now and was not belongs to one that moves, or is another."""
        n = self.size
        labels = self._labels
        left = np.bincount(labels[~hidden], minlength=self._next)
        labels[~hidden] = 0
        if hidden.sum() > MOST * hidden.size:
            # Where so much is hidden anything may happen, also where hands were before.
            labels[hidden] = self._next
            self._hands = {self._next: _Hand((EDGES,), EDGES, (0.0, 0.0), time)}
            self._next += 1
            return
        fresh = hidden & (labels == 0)
        if fresh.any():
            parts, count = labelled(fresh.reshape(n, n), np.ones((3, 3)))
            for part in range(1, count + 1):
                here = (parts == part).reshape(-1)
                beside = [k for k in np.unique(labels[grown(here, n)]).tolist() if k]
                moving = [k for k in beside if time - self._hands[k].grew <= MOVING]
                moving = [k for k in moving if not self._comes_towards(here, self._hands[k])]
                moving = [k for k in moving if not self._comes_beside(here, k, int(left[k]))]
                touches = bool((self._edges & here).any())
                if moving or (beside and not touches):
                    hand = (moving or beside)[0]
                    if touches and self._hands[hand].edges == (EDGES,):
                        self._recognize(hand, self._arrived(here | (labels == hand), time))
                else:
                    hand, self._next = self._next, self._next + 1
                    self._hands[hand] = self._arrived(here, time)
                self._hands[hand].grew = time
                labels[here] = hand
        there = set(np.unique(labels).tolist())
        self._hands = {k: h for k, h in self._hands.items() if k in there}

    def _comes_towards(self, here: Mask, hand: _Hand) -> bool:
        """Whether so much of the board beyond a hand was hidden at once that another comes from the edge over there."""
        for edge in hand.edges:
            beyond = edge ^ 1
            if edge < EDGES and (self._edges[beyond] & here).any() and not (self._edges[edge] & here).any():
                lines = (self._rows if edge < 2 else self._cols)[here]
                if np.ptp(lines) >= AT_ONCE - 1:
                    return True
        return False

    def _comes_beside(self, here: Mask, hand: int, left: int) -> bool:
        """Whether so much was hidden at once from an edge on, beside a hand that stayed, that another arm lies there.

        `left` is how many points that hand left.
        """
        count = here.sum()
        if count < ARM or 2 * left > count or self._hands[hand].edges == (EDGES,) or not (self._edges & here).any():
            return False
        return bool(2 * (here & ~grown(self._labels == hand, self.size)).sum() >= count)

    def _recognize(self, label: int, hand: _Hand) -> None:
        """Fingers came into view before the arm that shows from where they come."""
        self._hands[label] = hand
        points = np.flatnonzero(self._labels == label)
        before = self._last[EDGES, points]
        self._last[EDGES, points] = -np.inf
        for edge in hand.edges:
            self._last[edge, points] = before

    def _arrived(self, here: Mask, time: float) -> _Hand:
        touched = (self._edges & here).sum(axis=1)
        edges = tuple(np.flatnonzero(touched).tolist())
        across = (touched[0] and touched[1]) or (touched[2] and touched[3])
        if not edges or across or here.sum() > MOST * here.size:
            return _Hand((EDGES,), EDGES, (0.0, 0.0), time)
        # At a corner it may have come over either; an arm lies along the one on which it takes up more.
        narrow = min(edges, key=lambda e: int(touched[e]))
        points = np.flatnonzero(here & self._edges[narrow])
        entry = float(self._rows[points].mean()), float(self._cols[points].mean())
        return _Hand(edges, narrow, entry, time)

    def _find_fingers(self) -> None:
        self._fingers, self._at = [], {}
        hidden = self._labels > 0
        for label, hand in self._hands.items():
            there = self._labels == label
            if hand.edges == (EDGES,):
                self._fingers.append((hand.edges, there))
                continue
            points = np.flatnonzero(there)
            rows, cols = self._rows[points], self._cols[points]
            far: Floats = np.hypot(rows - hand.entry[0], cols - hand.entry[1])
            fingers = np.zeros_like(there)
            fingers[points[far >= far.max() - FINGERS]] = True
            beyond = grown(grown(fingers, self.size), self.size) & hidden & ~there
            if len(points) >= ARM:
                # Over or under another hand they go on.
                fingers |= beyond
            self._fingers.append((hand.edges, fingers))
            tip, which = tip_of(rows, cols, far, hand.entry, INWARD[hand.narrow])
            is_cut = bool(self._edges[hand.narrow ^ 1][points[which]].any())
            self._at[label] = tip._replace(is_cut=is_cut, is_veiled=bool(beyond.any())), fingers
