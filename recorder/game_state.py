"""What pages know of a game: its state, in the form in which JSON bears it, and what changed in it.

Times are source seconds, points SGF letters.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from recorder import events
from recorder.facts import GameFacts


class ShownMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move or a pass of the main line; a pass has no point."""

    n: int
    colour: events.Player
    point: str | None
    captured: tuple[str, ...]
    t: float
    confidence: float
    candidates: tuple[events.Candidate, ...] = ()


class ShownEdit(msgspec.Struct, frozen=True, kw_only=True):
    """Stones that changed after move `after` without being a move; to be shown after that move."""

    after: int
    black: tuple[str, ...]
    white: tuple[str, ...]
    empty: tuple[str, ...]
    cause: str


class ShownAlert(msgspec.Struct, frozen=True, kw_only=True):
    """An irregularity and what became of it.

    Attributes
    ----------
    seq : int
        Number of its event: the alert's name in orders and addresses.
    id, points, colour, article, severity, message, t_seen, t, options, default, alternatives, roles, late
        As in `events.Alert`.
    after : int
        Number of the last move when it was told.
    state : {"open", "ruled", "resolved"}
    ruling, ruling_seq, note : str, int, str
        What was decided, the number of that event (for `withdraw_ruling`), and the referee's words.
    how : str
        How it went away.
    answered : bool
        Whether the other player has played since: under many rules the right to object lapses with that.
    """

    seq: int
    id: str
    points: tuple[str, ...]
    colour: events.Player | None
    article: str
    severity: str
    message: str
    t_seen: float
    t: float
    options: tuple[str, ...]
    default: str
    alternatives: tuple[str, ...]
    roles: dict[str, tuple[str, ...]]
    late: bool
    after: int
    state: Literal["open", "ruled", "resolved"] = "open"
    ruling: str = ""
    ruling_seq: int = 0
    note: str = ""
    how: str = ""
    answered: bool = False


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """What both players had left at source time `time`, and whose time runs since (None: nobody's)."""

    time: float
    running: events.Player | None
    black: events.TimeLeft
    white: events.TimeLeft
    text: str = ""


class Viewing(msgspec.Struct, frozen=True, kw_only=True):
    """How the board is seen since `since`; `reason` is for the operator and the referee alone."""

    state: Literal["none", "good", "poor", "lost"] = "none"
    since: float = 0.0
    reason: str = ""


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it stands.

    Attributes
    ----------
    board, game : str
    seq : int
        Number of the last event that is in it. In the public state: how many public events are in it.
    size : int
        Number of lines; 0 while no board was found.
    phase : {"waiting", "playing", "counting", "ended"}
    black, white : tuple of points
        What stands on the board now.
    setup : pair of tuples of points, or None
        Black and white stones of the start, for stepping through the game.
    count : int
        Number of the last move.
    moves : tuple of ShownMove
    edits : tuple of ShownEdit
    last : str or None
        Point of the last move.
    to_move : {"B", "W"} or None
    captures : dict
        By colour: how many stones of the other colour that player has taken.
    warnings : dict
        By colour.
    alerts : tuple of ShownAlert
        Oldest first.
    view : Viewing
    clocks : Clocks or None
    paused : bool
    result : str or None
    facts : GameFacts
    unruled : tuple of GameState
        Games before this one of which alerts wait for the referee still, oldest first; only those alerts are in them.
    """

    board: str
    game: str = ""
    seq: int = 0
    size: int = 0
    phase: str = "waiting"
    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    setup: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    count: int = 0
    moves: tuple[ShownMove, ...] = ()
    edits: tuple[ShownEdit, ...] = ()
    last: str | None = None
    to_move: events.Player | None = None
    captures: dict[str, int] = msgspec.field(default_factory=dict)
    warnings: dict[str, int] = msgspec.field(default_factory=dict)
    alerts: tuple[ShownAlert, ...] = ()
    view: Viewing = Viewing()
    clocks: Clocks | None = None
    paused: bool = False
    result: str | None = None
    facts: GameFacts = GameFacts()
    unruled: tuple[GameState, ...] = ()


def waiting(state: GameState) -> GameState | None:
    """A game that is over, with the alerts in it that wait for the referee; None where none does."""
    alerts = tuple(alert for alert in state.alerts if alert.state == "open" and alert.severity != "info")
    return msgspec.structs.replace(state, alerts=alerts, unruled=()) if alerts else None


def brief(state: GameState) -> GameState:
    """The state without the way to it: for pages that show many boards."""
    return msgspec.structs.replace(state, moves=(), edits=(), setup=None)


def for_operator(state: GameState) -> GameState:
    """The state without alerts and warnings: the operator's machine stands at the players' table."""
    return msgspec.structs.replace(state, alerts=(), warnings={}, unruled=())


def changes(before: GameState, after: GameState) -> dict[str, Any]:
    """What has to be changed in `before` to become `after`: plain values, ready for JSON.

    Returns
    -------
    dict
        Always `board`, `game` and `seq`; every other field only where it differs, and then whole. Of the
        moves only the last ones: keep the first `moves_from` of those you have, and append `moves`.
    """
    told: dict[str, Any] = {"board": after.board, "game": after.game, "seq": after.seq}
    for name in after.__struct_fields__:
        if name in told or getattr(before, name) == getattr(after, name):
            continue
        if name == "moves":
            same = 0
            for old, new in zip(before.moves, after.moves, strict=False):
                if old != new:
                    break
                same += 1
            told["moves_from"] = same
            told["moves"] = msgspec.to_builtins(after.moves[same:])
        else:
            told[name] = msgspec.to_builtins(getattr(after, name))
    return told
