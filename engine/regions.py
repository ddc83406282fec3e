"""Empty regions of a board, and what it takes to have touched one and left it empty again."""

from __future__ import annotations

from engine.chains import chain_of


class Regions:
    """Empty regions of the target, and what it takes to have touched one.

    The last capture on a region takes stones of one colour from all of it at once. Wall stones of the other
    colour stay where they are; those of the same colour fell with it and were played again.
    """

    def __init__(self, target: bytes, around: tuple[tuple[int, ...], ...], pending: bool) -> None:
        self._target = target
        self._around = around
        self._pending = pending
        self._of: dict[int, tuple[list[int], tuple[int, int, int]]] = {}
        self._all: list[tuple[list[int], tuple[int, int, int]]] | None = None

    def at(self, index: int) -> tuple[list[int], tuple[int, int, int]]:
        """The region of a point, and how many of its walls are empty (none), black, white."""
        if index not in self._of:
            region = chain_of(self._target, index, self._around)
            walls = [self._target[j] for j in {j for i in region for j in self._around[i]}]
            # Captured stones that still lie there are walls that need not be played again.
            again = (0, 0, 0) if self._pending else (0, walls.count(1), walls.count(2))
            for i in region:
                self._of[i] = (region, again)
        return self._of[index]

    def all(self) -> list[tuple[list[int], tuple[int, int, int]]]:
        """All regions."""
        if self._all is None:
            self._all = []
            for index, there in enumerate(self._target):
                if there == 0 and index not in self._of:
                    self.at(index)
            self._all = [entry for index, entry in self._of.items() if entry[0][0] == index]
        return self._all

    @staticmethod
    def affordable(stones: bytes, entry: tuple[list[int], tuple[int, int, int]], spare: tuple[int, int, int]) -> bool:
        """Whether a colour can fill the region, be captured and restore its walls out of its spare moves."""
        region, again = entry
        for colour in (1, 2):
            left = spare[colour] - again[colour]
            if left < 0:
                continue
            for i in region:
                if stones[i] != colour:
                    left -= 1
                    if left < 0:
                        break
            else:
                return True
        return False
