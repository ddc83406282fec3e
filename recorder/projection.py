"""A board as pages show it: the state of its game, folded out of the events of the log.

Times are source seconds, points SGF letters. `GameState` is what the referee may see; `public` is what
everybody may: without alerts, rulings, warnings and the words of faults, and with numbers that do not show
that there were any.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from recorder import events
from recorder.facts import GameFacts
from recorder.record import Folding, Step

PUBLIC_KINDS = (events.Board, events.Setup, events.Move, events.Pass, events.Edit, events.View, events.Correction)
"""What everybody may know of, besides the end."""


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
    after : int
        Number of the last move when it was told.
    state : {"open", "ruled", "resolved"}
    ruling, how : str
        What was decided; how it went away.
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
    after: int
    state: Literal["open", "ruled", "resolved"] = "open"
    ruling: str = ""
    how: str = ""
    answered: bool = False


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
    phase : {"waiting", "playing", "ended"}
    black, white : tuple of points
        What stands on the board now.
    setup : pair of tuples of points, or None
        Black and white stones of the start, for stepping through the game.
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
    clocks : dict or None
    paused : bool
    result : str or None
    facts : GameFacts
    """

    board: str
    game: str = ""
    seq: int = 0
    size: int = 0
    phase: str = "waiting"
    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    setup: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    moves: tuple[ShownMove, ...] = ()
    edits: tuple[ShownEdit, ...] = ()
    last: str | None = None
    to_move: events.Player | None = None
    captures: dict[str, int] = msgspec.field(default_factory=dict)
    warnings: dict[str, int] = msgspec.field(default_factory=dict)
    alerts: tuple[ShownAlert, ...] = ()
    view: Viewing = Viewing()
    clocks: dict[str, Any] | None = None
    paused: bool = False
    result: str | None = None
    facts: GameFacts = GameFacts()


def is_public(event: events.Event) -> bool:
    """Whether everybody may know that this happened."""
    return isinstance(event, (*PUBLIC_KINDS, events.End))


class Projection:
    """Folds the events of one board's log; the state is that of the last game.

    Parameters
    ----------
    board : str
        The board's identity.
    """

    def __init__(self, board: str) -> None:
        self._board = board
        self._public = 0
        self._facts = GameFacts()
        self._begin("")

    def _begin(self, game: str) -> None:
        self._game, self._seq = game, 0
        self._folding = Folding()
        self._alerts: dict[int, ShownAlert] = {}
        self._warnings: dict[str, int] = {}
        self._view = Viewing()
        self._to_move: events.Player | None = None
        self._state: GameState | None = None

    def take(self, event: events.Event) -> None:
        """Take the next event of the log."""
        if event.game != self._game:
            self._begin(event.game)
        self._seq, self._state = event.seq, None
        self._public += is_public(event)
        self._folding.take(event)
        match event:
            case events.Board():
                if self._view.state == "none":
                    self._view = Viewing(state="good", since=event.t)
            case events.View():
                state = "good" if event.state == "back" else event.state
                self._view = Viewing(state=state, since=event.t, reason=event.reason)
            case events.Move() | events.Pass() | events.Correction() | events.Setup():
                self._to_move = None
                self._answer(event)
            case events.Alert():
                self._alert(event)
            case events.Ruling():
                self._warnings = {colour: count for colour, count in event.warnings.items()}  # noqa: C416 (of plain str)
                self._to_move = event.to_move
                self._become(event.alert, state="ruled", ruling=event.ruling)
            case events.Resolved():
                self._become(event.alert, state="resolved", how=event.how)

    def tell(self, facts: GameFacts) -> None:
        """Take what is known of the game besides."""
        self._facts, self._state = facts, None

    def _alert(self, event: events.Alert) -> None:
        told = {f: getattr(event, f) for f in ("seq", "id", "points", "colour", "article", "severity", "message")}
        self._alerts[event.seq] = ShownAlert(**told, t_seen=event.t_seen, t=event.t, after=self._count())

    def _count(self) -> int:
        record = self._folding.result()
        return next((s.number for s in reversed(record.line) if s.is_turn), 0) if record else 0

    def _answer(self, event: events.Event) -> None:
        if isinstance(event, events.Move | events.Pass):
            seen = event.t_placed if isinstance(event, events.Move) else event.t
            for seq, alert in self._alerts.items():
                if seen > alert.t_seen and event.colour != alert.colour:
                    self._become(seq, answered=True)

    def _become(self, seq: int, **changes: object) -> None:
        if seq in self._alerts:
            self._alerts[seq] = msgspec.structs.replace(self._alerts[seq], **changes)

    @property
    def state(self) -> GameState:
        """The state as the referee may see it."""
        if self._state is None:
            self._state = self._fold()
        return self._state

    @property
    def public(self) -> GameState:
        """The state as everybody may see it; `seq` counts the public events alone."""
        return msgspec.structs.replace(
            self.state,
            seq=self._public,
            alerts=(),
            warnings={},
            view=msgspec.structs.replace(self._view, reason=""),
        )

    def _fold(self) -> GameState:
        state = GameState(
            board=self._board, game=self._game, seq=self._seq, facts=self._facts, view=self._view,
            warnings=self._warnings, alerts=tuple(self._alerts.values()), result=self._facts.result or None,
        )  # fmt: skip
        record = self._folding.result()
        if record is None:
            return state
        board = _Stones(record.setup)
        for step in record.line:
            board.take(step)
        last = next((m for m in reversed(board.moves)), None)
        return msgspec.structs.replace(
            state,
            size=record.size,
            phase="ended" if record.end else "playing",
            black=board.points("B"),
            white=board.points("W"),
            setup=(record.setup.black, record.setup.white) if record.setup else None,
            moves=tuple(board.moves),
            edits=tuple(board.edits),
            last=last.point if last else None,
            to_move=None if record.end else self._to_move or board.to_move,
            captures=board.captures,
            result=self._facts.result or (record.end.result if record.end else None),
        )


class _Stones:
    """The stones of a line, step by step."""

    def __init__(self, setup: events.Setup | None) -> None:
        self._stones: dict[str, events.Player] = {}
        self.moves: list[ShownMove] = []
        self.edits: list[ShownEdit] = []
        self.captures = {"B": 0, "W": 0}
        self.to_move: events.Player | None = "B"
        if setup is not None:
            self._set(setup)

    def points(self, colour: str) -> tuple[str, ...]:
        return tuple(sorted(point for point, stone in self._stones.items() if stone == colour))

    def _set(self, setup: events.Setup) -> None:
        self._stones = dict.fromkeys(setup.black, "B")
        self._stones |= dict.fromkeys(setup.white, "W")
        self.to_move = setup.to_move or ("W" if setup.black and not setup.white else "B")

    def take(self, step: Step) -> None:
        match event := step.event:
            case events.Move():
                self._stones[event.point] = event.colour
                for point in event.captured:
                    taken = self._stones.pop(point, None)
                    if taken is not None:
                        self.captures["W" if taken == "B" else "B"] += 1
                self.moves.append(
                    ShownMove(
                        n=event.n,
                        colour=event.colour,
                        point=event.point,
                        captured=event.captured,
                        t=event.t_placed,
                        confidence=event.confidence,
                        candidates=event.candidates,
                    )
                )
                self.to_move = "W" if event.colour == "B" else "B"
            case events.Pass():
                self.moves.append(
                    ShownMove(
                        n=event.n, colour=event.colour, point=None, captured=(), t=event.t, confidence=event.confidence
                    )
                )
                self.to_move = "W" if event.colour == "B" else "B"
            case events.Edit():
                self._change(event)
            case events.Setup():
                # Set up anew in the middle: everything that stands is part of the change.
                gone = tuple(p for p in self._stones if p not in event.black and p not in event.white)
                self._set(event)
                after = self.moves[-1].n if self.moves else 0
                self.edits.append(
                    ShownEdit(after=after, black=event.black, white=event.white, empty=gone, cause="operator")
                )

    def _change(self, event: events.Edit) -> None:
        for point in event.empty:
            self._stones.pop(point, None)
        self._stones |= dict.fromkeys(event.black, "B")
        self._stones |= dict.fromkeys(event.white, "W")
        self.edits.append(
            ShownEdit(after=event.after, black=event.black, white=event.white, empty=event.empty, cause=event.cause)
        )


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
