"""What boards of several machines are called on one page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping


def by_number(name: str) -> tuple[str | int, ...]:
    """Orders names as people count: `a-2` before `a-10`."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name))


def told_apart(own: Iterable[str], far: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Names of far boards that differ from all others: where two have one name, their machines are named too.

    Parameters
    ----------
    own : iterable of str
        What this machine's boards are called.
    far : mapping from identity to machine and name
    """
    times = Counter([*own, *(name for _, name in far.values())])
    return {
        board: (name if times[name] == 1 else f"{name} ({machine})")[:200] for board, (machine, name) in far.items()
    }
