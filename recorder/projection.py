"""A board as pages show it: the state of its game, folded out of the events of the log.

Times are source seconds, points SGF letters. `GameState` is what the referee may see; `public` is what
everybody may: without alerts, rulings, warnings and the words of faults, and with numbers that do not show
that there were any.
"""

from __future__ import annotations

import msgspec

from recorder import events
from recorder.facts import GameFacts, merged
from recorder.game_state import Clocks, GameState, ShownAlert, Viewing, waiting
from recorder.line_stones import LineStones
from recorder.record import Folding

MOST_UNRULED = 5
"""Games before the one that is on whose alerts still wait to be ruled on, at most; older ones are in the log."""

PUBLIC_KINDS = (
    events.Board, events.Setup, events.Move, events.Pass, events.Edit, events.View, events.Correction, events.End,
    events.Pause, events.Turn, events.FactsKnown, events.Clock,
)  # fmt: skip
"""What everybody may know of; alerts, rulings, orders and estimates are not among it."""


def is_public(event: events.Event) -> bool:
    """Whether everybody may know that this happened."""
    return isinstance(event, PUBLIC_KINDS)


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
        self._unruled: tuple[GameState, ...] = ()
        self._begin("")

    def _begin(self, game: str) -> None:
        self._game, self._seq = game, 0
        self._folding = Folding()
        self._alerts: dict[int, ShownAlert] = {}
        self._warnings: dict[str, int] = {}
        self._view = Viewing()
        self._to_move: events.Player | None = None
        self._clocks: Clocks | None = None
        self._paused = self._counting = False
        self._known = GameFacts()
        self._state: GameState | None = None

    def take(self, event: events.Event) -> None:
        """Take the next event of the log."""
        if event.game != self._game:
            self._leave()
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
            case events.Move() | events.Pass() | events.Correction() | events.Setup() | events.Turn():
                self._to_move = None
                self._answer(event)
            case events.Alert():
                self._alerts[event.seq] = _shown(event, self._count())
            case events.Ruling():
                self._rule(event)
            case events.Resolved():
                self._become(event.alert, state="resolved", how=event.how)
                self._unruled = _without(self._unruled, event.alert)
            case events.Pause():
                self._paused = event.state == "paused"
                self._counting = self._paused and event.reason == events.COUNTING
            case events.End():
                self._paused = self._counting = False
            case events.FactsKnown():
                self._known = merged(self._known, event.facts)
            case events.Clock():
                text = event.text if event.action == "system" or self._clocks is None else self._clocks.text
                self._clocks = Clocks(
                    time=event.time, running=event.running, black=event.black, white=event.white, text=text
                )

    def _leave(self) -> None:
        """Another game begins: what nobody ruled on in this one stays with the referee."""
        left = waiting(self.state)
        if left is not None:
            self._unruled = (*self._unruled, left)[-MOST_UNRULED:]

    def _rule(self, event: events.Ruling) -> None:
        self._warnings = {str(colour): count for colour, count in event.warnings.items()}
        self._to_move = event.to_move or self._to_move
        if event.withdraws:
            for seq, alert in self._alerts.items():
                if alert.ruling_seq == event.withdraws:
                    self._become(seq, state="open", ruling="", ruling_seq=0, note=event.note)
        else:
            self._become(event.alert, state="ruled", ruling=event.ruling, ruling_seq=event.seq, note=event.note)

    def tell(self, facts: GameFacts) -> None:
        """Take what is known of the game besides."""
        self._facts, self._state = facts, None

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
            unruled=(),
            view=msgspec.structs.replace(self._view, reason=""),
        )

    def _fold(self) -> GameState:
        facts = merged(self._facts, self._known)
        state = GameState(
            board=self._board, game=self._game, seq=self._seq, facts=facts, view=self._view,
            warnings=self._warnings, alerts=tuple(self._alerts.values()), clocks=self._clocks, paused=self._paused,
            result=facts.result or None, unruled=self._unruled,
        )  # fmt: skip
        record = self._folding.result()
        if record is None:
            return state
        board = LineStones(record.setup)
        for step in record.line:
            board.take(step)
        return msgspec.structs.replace(
            state,
            size=record.size,
            phase="ended" if record.end else "counting" if self._counting else "playing",
            black=board.points("B"),
            white=board.points("W"),
            setup=(record.setup.black, record.setup.white) if record.setup else None,
            count=board.moves[-1].n if board.moves else 0,
            moves=tuple(board.moves),
            edits=tuple(board.edits),
            last=board.moves[-1].point if board.moves else None,
            to_move=None if record.end else self._to_move or board.to_move,
            captures=board.captures,
            result=facts.result or (record.end.result if record.end else None),
        )


def _without(games: tuple[GameState, ...], alert: int) -> tuple[GameState, ...]:
    """The games that wait for the referee, once an alert is dealt with."""
    left = (
        waiting(msgspec.structs.replace(game, alerts=tuple(a for a in game.alerts if a.seq != alert))) for game in games
    )
    return tuple(game for game in left if game is not None)


def _shown(event: events.Alert, count: int) -> ShownAlert:
    names = set(ShownAlert.__struct_fields__) & set(event.__struct_fields__) - {"after"}
    return ShownAlert(
        **{name: getattr(event, name) for name in names}, after=count if event.after is None else event.after
    )
