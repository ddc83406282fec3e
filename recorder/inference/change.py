"""What may have happened at one point in one epoch, and what may be paid for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Change(NamedTuple):
    """What it costs that a point holds something else from this epoch on: less than 0 where all speaks for it.

    `forced` where other points speak for it.
    """

    cost: float
    point: int
    content: int
    forced: bool = False


class Spare(NamedTuple):
    """What acts may cost until a record is hopeless.

    `nats` on top of the least that all points come to that have not changed yet, `least` for each that may.
    """

    nats: float
    least: dict[int, float]

    def has(self, price: float, changes: Iterable[Change]) -> bool:
        """Whether an act of this price that explains these changes is worth being thought of."""
        return price + sum(c.cost - self.least.get(c.point, 0.0) for c in changes) < self.nats
