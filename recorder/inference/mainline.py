"""The game as inference believes it: moves, and the stones that lie otherwise than the moves say."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from recorder.events import Origin


@dataclass(eq=False)
class Outstanding:
    """An irregularity that was told and still stands.

    Attributes
    ----------
    seq : int
        Number of its alert in the log; 0 where nothing was told.
    id : str
        Name in the catalogue.
    proper : dict of int to int
        What the points would hold if it were put right; empty where only taking the move back does that.
    told : float
        Source time in seconds at which it was.
    """

    seq: int
    id: str
    proper: dict[int, int] = field(default_factory=dict)
    told: float = -math.inf


@dataclass(eq=False)
class Entry:
    """A move or a pass of the main line, with what lay on the board after it.

    Attributes
    ----------
    colour : int
    point : int or None
        Index row * n + col; None for a pass.
    after : bytes
        What lies on the board since, changes that were no moves included.
    captured : tuple of int
        All stones the move takes by the rules.
    placed : float
        Seconds, when it was first visible.
    possible : float
        Seconds, when its point was last seen without it.
    missed : float
        Nats against its having been there already then.
    told : float
        Seconds, when it was told.
    visited : bool
        Whether a hand was there when it appeared.
    weight : float
        How surely its stone is read, see `doubt.weight_of`.
    faults : list of Outstanding
        Irregularities of the move itself.
    confidence : float
    next_turn : int
        Who is to move after it, where a person said so; else 0.
    origin : {"camera", "operator", "referee"}
        Who says that it was played.
    held : float
        Seconds for which its stone was seen.
    """

    colour: int
    point: int | None
    after: bytes
    captured: tuple[int, ...]
    placed: float
    possible: float
    missed: float
    told: float
    visited: bool
    weight: float = 1.0
    faults: list[Outstanding] = field(default_factory=list)
    confidence: float = 1.0
    next_turn: int = 0
    origin: Origin = "camera"
    held: float = 0.0


class MainLine:
    """Entries from a start on.

    Parameters
    ----------
    size : int
    start : bytes
        What lay there before the first move.
    turn : int
        Who is to move first; 0 where that is not known.
    sure_turn : bool
        Whether the turn is more than a guess.
    """

    def __init__(self, size: int, start: bytes, turn: int, *, sure_turn: bool) -> None:
        self.size = size
        self.start = start
        self.first_turn = turn
        self.sure_turn = sure_turn
        self.entries: list[Entry] = []
        self.outstanding: list[Outstanding] = []
        self.open_turn: int | None = None
        """After how many entries it is not known who is to move."""
        self.withdrawn: dict[tuple[int, int], Entry] = {}
        """Moves taken out of the record again, by point and colour, the latest of each."""
        self.doubtful: set[int] = set()
        """Points of the start that were read with little certainty."""
        self.unseen: set[int] = set()
        """Points that have not been in view since the start: what is seen there first lay there then."""

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def board(self) -> bytes:
        """What lies on the board."""
        return self.board_after(len(self.entries))

    def board_after(self, count: int) -> bytes:
        """What lay on the board when so many entries had been made."""
        return self.entries[count - 1].after if count else self.start

    def turn_after(self, count: int) -> int:
        """Who was to move then; 0 where that is not known."""
        if count == self.open_turn:
            return 0
        if not count:
            return self.first_turn
        last = self.entries[count - 1]
        return last.next_turn or 3 - last.colour

    def is_turn_sure(self, count: int) -> bool:
        """Whether the turn was known then, and not only guessed."""
        return count != self.open_turn and (count > 0 or self.sure_turn)

    @property
    def settled(self) -> int:
        """How many entries stand whatever is seen: up to the last pass or turn that a person told."""
        told = (i for i, e in enumerate(self.entries, 1) if e.next_turn or (e.point is None and e.origin != "camera"))
        return max(told, default=0)

    def set_board(self, board: bytes) -> None:
        """Stones came, went or moved without being a move."""
        if self.entries:
            self.entries[-1].after = board
        else:
            self.start = board

    def boards_until(self, count: int) -> list[bytes]:
        """All boards from the start on, the latest last."""
        return [self.start, *(e.after for e in self.entries[:count])]

    def proper(self) -> dict[int, int]:
        """What points would hold if all that stands outstanding were put right."""
        wanted: dict[int, int] = {}
        for one in self.outstanding:
            wanted.update(one.proper)
        return wanted
