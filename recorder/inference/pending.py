"""Irregularities that were seen and could not be told yet: it was not certain that they are any."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.chains import neighbours, put
from recorder.inference.doubt import LONGEST_PROOF, proof
from recorder.inference.irregularities import Finding
from recorder.inference.mainline import MainLine, Outstanding
from recorder.inference.stories import Fault

if TYPE_CHECKING:
    from recorder.inference.audit import Audit
    from recorder.inference.look import Look

SURELY, LAIN = 0.99, 0.8
"""Share of the chances of all records that must have stones lie wrongly or a move against the rules; and for how much
of the time that errors last it must have been seen: few last so long."""


class _Stones(NamedTuple):
    finding: Finding
    standing: Outstanding
    lying: dict[int, int]


class _Move(NamedTuple):
    finding: Finding
    fault: Fault


class Pending:
    """Keeps what may be irregular until it is certain, or over."""

    def __init__(self) -> None:
        self._stones: list[_Stones] = []
        self._moves: list[_Move] = []

    def add_stones(self, line: MainLine, finding: Finding, lying: dict[int, int]) -> None:
        """Stones lie otherwise than they should; `lying` says how.

        A stone that went and one of its colour that came, neither of them told yet, are one that was moved.
        """
        other = next(
            (s for s in self._stones if s.standing in line.outstanding and _is_moved(finding, s.finding)), None
        )
        if other is not None:
            self._stones.remove(other)
            line.outstanding.remove(other.standing)
            pair = sorted((finding, other.finding), key=lambda f: not f.proper[f.points[0]])
            points = pair[0].points + pair[1].points
            proper, lying = {**finding.proper, **other.finding.proper}, {**lying, **other.lying}
            seen = max(finding.seen, other.finding.seen)
            finding = Finding("moved_stone", points, finding.colour, seen, None, proper)
        standing = Outstanding(0, finding.name, finding.proper)
        line.outstanding.append(standing)
        self._stones.append(_Stones(finding, standing, lying))

    def add_move(self, finding: Finding, fault: Fault) -> None:
        """A move seems to break a rule."""
        self._moves.append(_Move(finding, fault))

    def proven(self, line: MainLine, look: Look, audit: Audit) -> list[tuple[Finding, Outstanding | None]]:
        """What is certain now; it is not kept any longer. Stones come with what holds them in the record."""
        found: list[tuple[Finding, Outstanding | None]] = []
        for stones in list(self._stones):
            finding, standing, lying = stones
            if standing not in line.outstanding:
                self._stones.remove(stones)
            elif any(line.board[p] != c for p, c in lying.items()) or _was_taken(finding, line):
                line.outstanding.remove(standing)  # played on: what it was stays open
                self._stones.remove(stones)
            elif _lie_wrongly(stones, line, look, audit):
                found.append((finding, standing))
                self._stones.remove(stones)
        for move in list(self._moves):
            index = next((i for i, e in enumerate(line.entries) if e is move.finding.entry), None)
            if index is None or not line.board[move.finding.points[0]]:
                self._moves.remove(move)
            elif _breaks_a_rule(move, index, line, look, audit):
                found.append((move.finding, None))
                self._moves.remove(move)
        return found


def _was_taken(finding: Finding, line: MainLine) -> bool:
    """Whether a move made since takes a stone that seems to have gone: it may have been misread until then."""
    if not any(finding.proper.values()):
        return False
    for i, entry in enumerate(line.entries):
        if entry.point is None or entry.placed < finding.seen or entry.point in finding.proper:
            continue
        before = bytearray(line.board_after(i))
        before[entry.point] = 0
        for p, content in finding.proper.items():
            before[p] = content
        taken = put(bytes(before), entry.point, entry.colour, neighbours(line.size))[1]
        if any(finding.proper.get(p) for p in taken):
            return True
    return False


def _is_moved(one: Finding, other: Finding) -> bool:
    """Whether of two stones of one colour one went and one came, not too long after one another."""
    if {one.name, other.name} != {"stone_vanished", "extra_stone"} or len(one.points) + len(other.points) > 2:
        return False
    return one.colour == other.colour and abs(one.seen - other.seen) < LONGEST_PROOF


def _lie_wrongly(stones: _Stones, line: MainLine, look: Look, audit: Audit) -> bool:
    """Whether it is certain that stones lie where they should not."""
    finding, _, lying = stones
    if any(look.shown[p] != c for p, c in lying.items()):
        return False
    lasting, held = proof(look.noise, look.lasting), min(float(look.held[p]) for p in lying)
    # A stone that came may have been a move that was not understood, and one that went may never have been.
    went = all(not c or finding.proper[p] for p, c in lying.items())
    if went and held >= lasting and all(e.held >= lasting for e in line.entries if e.point in lying):
        return True
    return held >= LAIN * lasting and audit.share_lying_wrongly(lying) >= SURELY


def _breaks_a_rule(move: _Move, index: int, line: MainLine, look: Look, audit: Audit) -> bool:
    """Whether it is certain that a move of the main line breaks a rule."""
    entry = line.entries[index]
    lasting = LAIN * proof(look.noise, look.lasting)
    if look.shown[move.finding.points[0]] != entry.colour or look.time - entry.placed < lasting:
        return False
    return audit.share_with_fault(line, index, move.fault) >= SURELY
