"""The root of a game's SGF tree: who plays, komi, time and result, and what stood there at the start."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from recorder import events
from recorder.branches import Branch
from recorder.facts import GameFacts, is_result
from recorder.game_info import info_texts, is_handicap
from recorder.phrases import comment
from recorder.record import Record
from recorder.timing import parse_time

Squares = Callable[[Iterable[str]], list[tuple[int, int]]]
"""Row from the bottom and column of points, as sgfmill has them."""

_TURNS = (events.Move, events.Pass)


def fill_root(root: Any, record: Record, facts: GameFacts, trunk: Branch, squares: Squares) -> None:
    """Write what a game's root says.

    Parameters
    ----------
    root : sgfmill node
    record : Record
    facts : GameFacts
    trunk : Branch
        The tree of the game; its first move says who begins where nobody did.
    squares : callable
    """
    for identifier, text in info_texts(facts).items():
        root.set(identifier, text)
    if facts.komi is not None:
        root.set("KM", facts.komi)
    if facts.time:
        time = parse_time(facts.time).sgf
        root.set("TM", float(time["TM"]))
        if "OT" in time:
            root.set("OT", time["OT"])
    result = facts.result or (record.end.result if record.end else "")
    if result and is_result(result):
        root.set("RE", result)
    _start(root, record, facts, trunk, squares)
    if text := comment(record.notes, record.size, end=record.end if not record.line else None):
        root.set("C", text)


def _start(root: Any, record: Record, facts: GameFacts, trunk: Branch, squares: Squares) -> None:
    """Stones of the start, and who begins."""
    setup = record.setup
    first = next((b.event.colour for b in trunk.main() if isinstance(b.event, _TURNS)), None)
    if setup and (setup.black or setup.white):
        root.set_setup_stones(sorted(squares(setup.black)), sorted(squares(setup.white)))
        to_move = setup.to_move or first
        if to_move is None and facts.handicap == len(setup.black):
            to_move = "W"
        if to_move:
            root.set("PL", to_move.lower())
        if is_handicap(setup, to_move, facts.handicap):
            root.set("HA", len(setup.black))
    elif (setup and setup.to_move == "W") or first == "W":
        root.set("PL", "w")
