"""The main line as people may change it: moves, passes and what was laid by hand, played again from any point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from engine.chains import neighbours, put
from engine.position import forbids
from engine.rules import Ko, Rules
from recorder import events
from recorder.record import Record

if TYPE_CHECKING:
    from recorder.inference.mainline import Entry


Breach = Literal["occupied", "suicide", "ko", "superko"]


@dataclass(frozen=True)
class Laid:
    """Points set by hand after a move: what they hold by index, and why."""

    content: Mapping[int, int]
    cause: events.Cause
    origin: events.Origin = "camera"


@dataclass(frozen=True, eq=False)
class Turn:
    """A move or a pass, and what was laid by hand after it. Equal only to itself, so that it can be found again.

    Attributes
    ----------
    colour : int
    point : int or None
        Index row * n + col; None for a pass.
    told : Move, Pass or None
        How it was told last; None where a person puts it in now.
    entry : Entry or None
        What inference knows of it.
    laid : tuple of Laid
    to_move : int
        Who is to move after it, where a person said so; else 0.
    origin : str
        Who says that it was played.
    forced : bool
        Whether it stands although the rules forbid it.
    """

    colour: int
    point: int | None
    told: events.Move | events.Pass | None = None
    entry: Entry | None = None
    laid: tuple[Laid, ...] = ()
    to_move: int = 0
    origin: events.Origin = "camera"
    forced: bool = False


@dataclass(frozen=True, eq=False)
class Played:
    """A turn as it came out when it was played.

    Attributes
    ----------
    turn : Turn
    taken : tuple of int
        What it takes by the rules.
    plain : bytes
        The board by the rules after it.
    after : bytes
        What lay there, with all that was laid by hand.
    laid : tuple of Laid
        Only what changes something.
    breaches : frozenset of str
    """

    turn: Turn
    taken: tuple[int, ...]
    plain: bytes
    after: bytes
    laid: tuple[Laid, ...] = ()
    breaches: frozenset[Breach] = field(default_factory=frozenset)


def turns_of(record: Record, size: int, entries: Sequence[Entry] = ()) -> list[Turn]:
    """The turns of a record's main line, with what inference knows of them where it is in step."""
    found: list[Turn] = []
    extra: list[list[Laid]] = []
    to_move: list[int] = []
    for step in record.line:
        event = step.event
        if isinstance(event, events.Move | events.Pass):
            point = index_of(event.point, size) if isinstance(event, events.Move) else None
            entry = entries[len(found)] if len(found) < len(entries) else None
            colour = int(events.to_colour(event.colour))
            found.append(Turn(colour, point, event, entry, origin=event.origin))
            extra.append([])
            to_move.append(0)
        elif not found:
            continue  # what was laid before the first move is part of the start
        elif isinstance(event, events.Edit):
            extra[-1].append(Laid(content_of(event, size), event.cause, event.origin))
        elif isinstance(event, events.Turn):
            to_move[-1] = int(events.to_colour(event.to_move))
    return [
        Turn(t.colour, t.point, t.told, t.entry, tuple(laid), turn, t.origin)
        for t, laid, turn in zip(found, extra, to_move, strict=True)
    ]


def laid_at_start(record: Record, size: int) -> set[int]:
    """Points that were changed by hand before the first move."""
    found: set[int] = set()
    for step in record.line:
        if isinstance(step.event, events.Move | events.Pass):
            break
        if isinstance(step.event, events.Edit):
            found |= content_of(step.event, size).keys()
    return found


def index_of(vertex: str, size: int) -> int:
    """Index of a point in SGF letters; raises ValueError where it is not on a board of `size` lines."""
    point = events.to_point(vertex)
    if not point.lies_on(size):
        raise ValueError(f"the point {vertex} is not on a board of {size} lines")
    return point.row * size + point.col


def changed(board: bytes, content: Mapping[int, int]) -> bytes:
    """A board with these points set."""
    other = bytearray(board)
    for p, colour in content.items():
        other[p] = colour
    return bytes(other)


def content_of(edit: events.Edit, size: int) -> dict[int, int]:
    """What an edit sets, by index."""
    groups = ((edit.empty, 0), (edit.black, 1), (edit.white, 2))
    return {index_of(vertex, size): colour for vertices, colour in groups for vertex in vertices}


def play(size: int, rules: Rules, start: bytes, turns: Sequence[Turn]) -> list[Played]:
    """Play turns from a start, whatever the rules say of them; where a stone lay already, the new one lies now."""
    around = neighbours(size)
    boards = [start]
    played: list[Played] = []
    for turn in turns:
        board = boards[-1]
        taken: list[int] = []
        breaches: set[Breach] = set()
        plain = board
        if turn.point is not None:
            if board[turn.point]:
                breaches.add("occupied")
                plain = changed(board, {turn.point: turn.colour})
            else:
                plain, taken, own = put(board, turn.point, turn.colour, around)
                if own and forbids(rules.suicide, len(own)):
                    breaches.add("suicide")
                    plain = changed(board, {turn.point: turn.colour})
                elif taken and rules.ko is not Ko.NONE:
                    if len(boards) >= 2 and len(taken) == 1 and plain == boards[-2]:
                        breaches.add("ko")
                    elif rules.ko is not Ko.SIMPLE and plain in boards:
                        breaches.add("superko")
        after = plain
        laid = []
        for one in turn.laid:
            if content := {p: c for p, c in one.content.items() if after[p] != c}:
                laid.append(Laid(content, one.cause, one.origin))
                after = changed(after, content)
        boards.append(after)
        played.append(Played(turn, tuple(taken), plain, after, tuple(laid), frozenset(breaches)))
    return played
