"""Chains and liberties on boards written as bytes, row by row from the top.

These functions trust their arguments: they are the inner loop of everything else.
A chain (unit) shares its liberties (Chinese rules 2002, article 3).
"""

from __future__ import annotations

from functools import cache


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """For each point of a board of `size` lines the indices of the points next to it along a line."""
    return tuple(
        tuple(
            r * size + c
            for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
            if 0 <= r < size and 0 <= c < size
        )
        for row in range(size)
        for col in range(size)
    )


def chain_of(stones: bytes | bytearray, index: int, around: tuple[tuple[int, ...], ...]) -> list[int]:
    """All points joined to `index` by points of the same content, itself first (also of empty points)."""
    colour = stones[index]
    found = [index]
    seen = {index}
    for i in found:
        for j in around[i]:
            if stones[j] == colour and j not in seen:
                seen.add(j)
                found.append(j)
    return found


def liberties_of(stones: bytes | bytearray, chain: list[int], around: tuple[tuple[int, ...], ...]) -> set[int]:
    """The empty points next to a chain."""
    return {j for i in chain for j in around[i] if stones[j] == 0}


def surrounded(stones: bytes | bytearray, index: int, around: tuple[tuple[int, ...], ...]) -> list[int] | None:
    """The chain at `index` where it has no liberty, else None."""
    colour = stones[index]
    found = [index]
    seen = {index}
    for i in found:
        for j in around[i]:
            there = stones[j]
            if there == 0:
                return None
            if there == colour and j not in seen:
                seen.add(j)
                found.append(j)
    return found


def put(
    stones: bytes, index: int, colour: int, around: tuple[tuple[int, ...], ...]
) -> tuple[bytes, list[int], list[int]]:
    """Put a stone on an empty point and take off what has no liberty, the opponent's first.

    Returns the new board, the opponent's stones taken, and the own stones taken (self-capture).
    Chinese rules 2002, article 4; article 5 says when the third must be empty.
    """
    board = bytearray(stones)
    board[index] = colour
    other = 3 - colour
    taken: list[int] = []
    free = False
    for j in around[index]:
        there = board[j]
        if there == 0:
            free = True
        elif there == other:
            dead = surrounded(board, j, around)
            if dead:
                taken += dead
                for k in dead:
                    board[k] = 0
    own: list[int] = []
    if not free and not taken:
        own = surrounded(board, index, around) or []
        for k in own:
            board[k] = 0
    return bytes(board), taken, own
