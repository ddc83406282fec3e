"""What it costs, in nats, that a point held this or that over epochs, and the least that it costs from there on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recorder.inference.doubt import Floats
from recorder.inference.epoch import UNSEEN, WHOLE, Epoch, dim_of
from recorder.inference.grip import Grip
from recorder.inference.sides import Sides

Masks = NDArray[np.bool_]

CHANGE = 3.0
"""Nats that a change costs at least which a hand may have made."""
UNVISITED = 6.0
"""More where no hand was."""
ARM = 3.0
"""More where only an arm was, and no fingers."""
ONSET = 4.5
"""Nats against a surely read point's being wrong, at once."""
RATE = 0.15
"""More for each second for which it stays so: errors last for seven seconds or so, half a minute at most."""
DIM = 3.0
"""Nats that a point is read without any certainty, whatever it holds."""
ALONE = 3.0
"""More for an error that begins where no hand is near."""
JUST_THEN = 1.5
"""More for one that ends while a hand is there: errors end at any time, what lies there changes under hands."""


class Column:
    """The costs of one epoch.

    Parameters
    ----------
    epoch : Epoch
    onset : float
        Nats.
    sides : Sides
        Which player's hands come over which edge.
    grip : Grip or None
        How far from the tips of hands moves are made; None where that does not matter.

    Attributes
    ----------
    same, new : ndarray of shape (n * n, 3), float64
        Cost of each content, where it was the content before, and where the point held until now what it showed.
    carried : ndarray of shape (n * n,), int8
        What the point showed at the end of the epoch before, where it goes on showing it; else 3.
    visited, reached : ndarray of shape (n * n,), bool
    visit, hands, sides : int, float, int
        As in the epoch.
    aside : ndarray of shape (n * n, 3), float64
        Cost of a move by each colour's hand, which was there.
    shown : ndarray of shape (n * n,), bool
        What was in view.
    read, later : ndarray of shape (n * n, 3), bool
        What was read at the point at any time in this epoch; in this one or any later one.
    onward : ndarray of shape (n * n, 3), float64
        The least that all later epochs cost, given the content in this one.
    stay : ndarray of shape (n * n, 3), float64
        Cost of this and all later epochs where the content stays what it was before.
    delta : ndarray of shape (n * n, 3, 3), float64
        What it costs more that the content becomes another (content before, content now).
    """

    def __init__(self, epoch: Epoch, onset: float, sides: Sides, grip: Grip | None) -> None:
        m = len(epoch.label)
        self.visited, self.reached = epoch.visited, epoch.reached.any(axis=0)
        self.visit, self.hands, self.sides = epoch.visit, epoch.hands, epoch.sides
        self.aside = sides.costs(epoch.reached)
        if grip is not None:
            beside = grip.costs(epoch.touch)
            self.aside += np.where(self.reached, beside, np.maximum(0.0, beside - ARM))[:, None]
        seen = epoch.label != UNSEEN
        self.shown = seen
        weight = epoch.weight * np.minimum(1.0, epoch.seconds / WHOLE)
        begun = epoch.begun & seen
        self._unseen: Floats = onset * epoch.peak + DIM * epoch.dim
        lasting = RATE * epoch.seconds * epoch.weight
        fresh = onset * weight + lasting
        more = onset * np.maximum(0.0, weight - epoch.peak) + lasting
        fresh += np.where(epoch.alone & ~begun, ALONE * weight, 0.0)
        wrong = np.ones((m, 3))
        wrong[np.arange(m), np.where(seen, epoch.label, 0)] = 0.0
        wrong *= seen[:, None]
        self.new: Floats = wrong * fresh[:, None]
        self.same: Floats = wrong * np.where(begun, more, fresh)[:, None]
        self.carried = np.where(begun, epoch.label, UNSEEN)
        self._before = epoch.before
        dim = dim_of(epoch.weight, epoch.seconds)
        dimmed = DIM * np.maximum(0.0, dim - epoch.dim) * seen
        self.same += dimmed[:, None]
        self.new += (DIM * dim * seen)[:, None]
        self.read: Masks = np.zeros((m, 3), np.bool_)
        self.read[np.arange(m)[seen], epoch.label[seen]] = True
        for run in epoch.ended:
            self.read[run.point, run.label] = True
            d = (1 - min(1.0, run.weight)) * min(1.0, run.seconds / WHOLE)
            self.same[run.point] += DIM * max(0.0, d - run.dim)
            self.new[run.point] += DIM * d
            w = run.weight * min(1.0, run.seconds / WHOLE)
            lasts = RATE * run.seconds * run.weight
            new = onset * w + lasts + (ALONE * w if run.alone and not run.begun else 0.0)
            same = onset * max(0.0, w - run.peak) + lasts if run.begun else new
            for c in range(3):
                if c != run.label:
                    self.same[run.point, c] += same
                    self.new[run.point, c] += new
            if run.begun:
                self.carried[run.point] = run.label
        self.later: Masks = self.read
        self._steps: Floats | None = None
        self.onward: Floats = np.zeros((m, 3))
        self.stay: Floats = self.same
        self.delta: Floats = np.zeros((m, 3, 3))

    def steps(self) -> Floats:
        """Cost of this epoch by content before and content now, (n * n, 3, 3), without what the change costs."""
        if self._steps is not None:
            return self._steps
        steps = np.repeat(self.same[:, None, :], 3, axis=1)
        index = np.flatnonzero(self.carried != UNSEEN)
        held = self.carried[index]
        steps[index, held] = self.new[index]
        steps[index, held, held] = self.same[index, held]
        index = np.flatnonzero(self._before != UNSEEN)
        steps[index] += JUST_THEN
        steps[index, self._before[index]] -= JUST_THEN
        self._steps = steps
        return steps

    def add_unseen(self, after: Floats, carried: NDArray[np.int8]) -> None:
        """Add to the steps what it costs that a point changes out of view and then shows what it showed before.

        `carried` is what the next epoch in which it is seen says of that.
        """
        index = np.flatnonzero(~self.shown & (carried != UNSEEN))
        held, wrong = carried[index], self._unseen[index]
        for other in (1, 2):
            after[index, held, (held + other) % 3] += wrong


_OTHER = 1 - np.eye(3)


def look_back(columns: Sequence[Column]) -> None:
    """Work out, from the last column to the first, the least that follows and what each change gains."""
    onward = np.zeros_like(columns[-1].same)
    later: Masks = np.zeros_like(columns[-1].read)
    carried = np.full(len(onward), UNSEEN, np.int8)
    for column in reversed(columns):
        column.onward = onward
        later = column.later = column.read | later
        after = column.steps() + onward[:, None, :]
        column.add_unseen(after, carried)
        carried = np.where(column.shown, column.carried, carried)
        column.stay = np.einsum("ijj->ij", after).copy()
        after += np.where(column.reached, 0.0, np.where(column.visited, ARM, UNVISITED))[:, None, None] * _OTHER
        column.delta = after - column.stay[:, :, None]
        by_content = after + CHANGE * _OTHER
        onward = np.minimum(np.minimum(by_content[..., 0], by_content[..., 1]), by_content[..., 2])
