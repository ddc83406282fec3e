"""Stories: what may have happened between the board as believed and the board as seen.

A story keeps some of the record, adds moves, and lays the rest at the door of irregularities or of
misreadings. Each part has a cost in nats (minus the logarithm of how common it is, see `costs`); the cheapest
story is the likeliest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Fault = Literal["turn", "suicide", "ko", "superko"]
Kind = Literal[
    "repair", "left", "wrong_capture", "moved", "restored", "vanished", "changed", "extra", "many",
    "blob", "first_sight", "recovered", "amended",
]  # fmt: skip


@dataclass(frozen=True)
class Step:
    """One move of a story.

    Attributes
    ----------
    colour, point : int
        Point as row * n + col; None for a pass assumed, -1 for a move assumed where nothing can be seen.
    captured : tuple of int
        Stones it takes by the rules.
    faults : tuple of Fault
    again : bool
        Whether the record had this move already.
    after : bytes
        The board by the rules after it (a self-captured stone stays where it lies).
    """

    colour: int
    point: int | None
    captured: tuple[int, ...]
    faults: tuple[Fault, ...]
    again: bool
    after: bytes


@dataclass(frozen=True)
class Change:
    """Stones that lie otherwise than the moves say: which points, and what they hold now."""

    kind: Kind
    points: tuple[int, ...]
    now: tuple[int, ...]


@dataclass(frozen=True)
class Story:
    """One explanation.

    Attributes
    ----------
    keep : int
        How many entries of the record stand as they are.
    steps : tuple of Step
    changes : tuple of Change
    misread : tuple of int
        Points whose reading the story does not believe.
    cost : float
        Nats.
    board : bytes
        What lies on the board if it is true.
    """

    keep: int
    steps: tuple[Step, ...]
    changes: tuple[Change, ...]
    misread: tuple[int, ...]
    cost: float
    board: bytes

    @property
    def is_nothing(self) -> bool:
        """Whether it says that nothing happened."""
        return not self.steps and not any(c.kind != "blob" for c in self.changes)

    @property
    def has_hidden(self) -> bool:
        """Whether it assumes a move that cannot be seen."""
        return any(s.point == -1 for s in self.steps)

    @property
    def points(self) -> list[int]:
        """Points it says something new about."""
        new = [s.point for s in self.steps if s.point is not None and s.point >= 0 and not s.again]
        taken = [p for s in self.steps if not s.again for p in s.captured]
        return [*new, *taken, *(p for c in self.changes if c.kind != "blob" for p in c.points)]
