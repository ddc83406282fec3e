"""Stones that cannot be captured even if their owner always passes.

Benson, "Life in the game of Go", Information Sciences 10 (1976): a set of chains is alive without conditions
where each has two regions that are vital to it. An estimate for the players to confirm, never a ruling: life
and death is theirs to agree on (Chinese rules 2002, articles 8 and 21.4).
"""

from __future__ import annotations

from engine.chains import chain_of, neighbours
from engine.point import Colour, Point
from engine.position import Position


def unconditional_life(position: Position, colour: Colour) -> frozenset[Point]:
    """The stones of a colour that live whatever happens.

    Raises ValueError where the colour is no player's.
    """
    if colour not in (Colour.BLACK, Colour.WHITE):
        raise ValueError(f"black or white stones can be alive, got {colour!r}")
    size, stones, around = position.size, position.stones, neighbours(position.size)
    chain_at: dict[int, int] = {}
    chains: list[list[int]] = []
    for index, there in enumerate(stones):
        if there == colour and index not in chain_at:
            chain = chain_of(stones, index, around)
            chain_at.update(dict.fromkeys(chain, len(chains)))
            chains.append(chain)
    regions = [_Region(region, stones, chain_at, around) for region in _regions(stones, colour, around)]
    alive = set(range(len(chains)))
    while True:
        vital: dict[int, int] = {}
        for region in regions:
            for chain_number in region.vital:
                vital[chain_number] = vital.get(chain_number, 0) + 1
        weak = {number for number in alive if vital.get(number, 0) < 2}
        if not weak:
            break
        alive -= weak
        regions = [region for region in regions if not region.walls & weak]
    return frozenset(Point(*divmod(i, size)) for number in alive for i in chains[number])


def unconditional_territory(position: Position, colour: Colour) -> frozenset[Point]:
    """Points enclosed by unconditionally alive chains whose empty points all touch them, opposing stones included.

    What the opponent has in there is dead as long as the owner answers: an estimate.
    """
    alive = {p.row * position.size + p.col for p in unconditional_life(position, colour)}
    around = neighbours(position.size)
    found: set[int] = set()
    for region in _regions(position.stones, colour, around):
        walls = {j for i in region for j in around[i] if position.stones[j] == colour}
        inside = [i for i in region if not any(j in walls for j in around[i])]
        if walls and walls <= alive and not any(position.stones[i] == 0 for i in inside):
            found.update(region)
    return frozenset(Point(*divmod(i, position.size)) for i in found)


def _regions(stones: bytes, colour: int, around: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    """Connected sets of points without a stone of the colour."""
    mask = bytes(there == colour for there in stones)
    seen: set[int] = set()
    found = []
    for index, own in enumerate(mask):
        if not own and index not in seen:
            region = chain_of(mask, index, around)
            seen.update(region)
            found.append(region)
    return found


class _Region:
    def __init__(
        self,
        points: list[int],
        stones: bytes,
        chain_at: dict[int, int],
        around: tuple[tuple[int, ...], ...],
    ) -> None:
        self.walls = {chain_at[j] for i in points for j in around[i] if j in chain_at}
        self.vital = set(self.walls)
        for i in points:
            if stones[i] == 0:
                self.vital &= {chain_at[j] for j in around[i] if j in chain_at}
