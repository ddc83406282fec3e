"""Irregularities that were seen and could not be told yet: it was not certain that they are any."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recorder.inference.doubt import proof
from recorder.inference.irregularities import Finding
from recorder.inference.mainline import MainLine, Outstanding
from recorder.inference.stories import Fault

if TYPE_CHECKING:
    from recorder.inference.audit import Audit
    from recorder.inference.look import Look

SURELY, LAIN = 0.99, 8.0
"""Share of the chances of all records that must have stones lie wrongly or a move against the rules; and seconds for
which it must have been seen."""
SURELY_OUT_OF_TURN = 0.999
"""The same for moves out of turn, which a stone that nobody can read makes of moves in turn: these must also have been
seen for longer than errors last."""


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

    def add_stones(self, finding: Finding, standing: Outstanding, lying: dict[int, int]) -> None:
        """Stones lie otherwise than they should; `lying` says how, `standing` holds it in the record."""
        self._stones.append(_Stones(finding, standing, lying))

    def add_move(self, finding: Finding, fault: Fault) -> None:
        """A move seems to break a rule."""
        self._moves.append(_Move(finding, fault))

    def proven(self, line: MainLine, look: Look, audit: Audit) -> list[tuple[Finding, Outstanding | None]]:
        """What is certain now; it is not kept any longer. Stones come with what holds them in the record."""
        lasting = proof(look.noise, look.lasting)
        found: list[tuple[Finding, Outstanding | None]] = []
        for stones in list(self._stones):
            finding, standing, lying = stones
            if standing not in line.outstanding:
                self._stones.remove(stones)
            elif any(line.board[p] != c for p, c in lying.items()):
                line.outstanding.remove(standing)  # played on: what it was stays open
                self._stones.remove(stones)
            elif all(look.shown[p] == c for p, c in lying.items()):
                held = min(float(look.held[p]) for p in lying)
                if _are_real(finding, line, lying, lasting, held) or (
                    held >= LAIN and audit.share_lying_wrongly(lying) >= SURELY
                ):
                    found.append((finding, standing))
                    self._stones.remove(stones)
        for move in list(self._moves):
            finding, fault = move
            entry = finding.entry
            if entry is None or all(entry is not e for e in line.entries) or line.board[finding.points[0]] == 0:
                self._moves.remove(move)
                continue
            share = SURELY_OUT_OF_TURN if fault == "turn" else SURELY
            if look.shown[finding.points[0]] != entry.colour or look.time - entry.placed < (
                lasting if fault == "turn" else LAIN
            ):
                continue
            index = next(i for i, e in enumerate(line.entries) if e is entry)
            if audit.share_with_fault(line, index, fault) >= share:
                found.append((finding, None))
                self._moves.remove(move)
        return found


def _are_real(finding: Finding, line: MainLine, lying: dict[int, int], lasting: float, held: float) -> bool:
    """Whether stones have lain wrongly for longer than errors last, and were surely there before."""
    # A stone that came may have been a move that was not understood, and one that went may never have been.
    went = all(not c or finding.proper[p] for p, c in lying.items())
    return went and held >= lasting and all(e.held >= lasting for e in line.entries if e.point in lying)
