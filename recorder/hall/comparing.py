"""What two recordings of the same games have in common, in words."""

from __future__ import annotations

from collections.abc import Iterable

from recorder import events
from recorder.phrases import gtp_name
from recorder.record import fold


def differences(before: Iterable[events.Event], now: Iterable[events.Event]) -> list[str]:
    """A sentence for each game: as before, or from which move on it is another."""
    old, new = _games(before), _games(now)
    said = []
    for number in range(max(len(old), len(new))):
        name = f"game {number + 1}"
        if number >= len(new):
            said.append(f"{name}: {len(old[number])} moves before, none now")
        elif number >= len(old):
            said.append(f"{name}: none before, {len(new[number])} moves now")
        else:
            said.append(f"{name}: {_difference(old[number], new[number])}")
    return said


def _difference(old: list[str], new: list[str]) -> str:
    if old == new:
        return f"{len(new)} moves, as before"
    same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    was, is_now = (line[same] if same < len(line) else "nothing" for line in (old, new))
    return f"{len(new)} moves, {len(old)} before; from move {same + 1} on another: {is_now}, before {was}"


def _games(told: Iterable[events.Event]) -> list[list[str]]:
    by_game: dict[str, list[events.Event]] = {}
    for event in told:
        by_game.setdefault(event.game, []).append(event)
    lines = []
    for game in by_game.values():
        record = fold(game)
        moves = [s.event for s in record.line if isinstance(s.event, events.Move | events.Pass)] if record else []
        if record and moves:
            lines.append([_name(move, record.size) for move in moves])
    return lines


def _name(move: events.Move | events.Pass, size: int) -> str:
    return f"{move.colour} {gtp_name(move.point, size) if isinstance(move, events.Move) else 'pass'}"
