"""The stones, moves and edits of a line of play, step by step, in the form in which pages show them."""

from __future__ import annotations

from functools import lru_cache

from recorder import events
from recorder.game_state import ShownEdit, ShownMove
from recorder.record import Step


@lru_cache(maxsize=8192)
def _shown_move(event: events.Move | events.Pass) -> ShownMove:
    """The same object each time: states of long games are compared after every event."""
    if isinstance(event, events.Pass):
        return ShownMove(
            n=event.n, colour=event.colour, point=None, captured=(), t=event.t, confidence=event.confidence
        )
    return ShownMove(
        n=event.n,
        colour=event.colour,
        point=event.point,
        captured=event.captured,
        t=event.t_placed,
        confidence=event.confidence,
        candidates=event.candidates,
    )


class LineStones:
    """The stones of a line, step by step.

    Parameters
    ----------
    setup : Setup or None
        What stood there at the start.

    Attributes
    ----------
    moves : list of ShownMove
    edits : list of ShownEdit
    captures : dict
        By colour: how many stones of the other colour that player has taken.
    to_move : {"B", "W"} or None
    """

    def __init__(self, setup: events.Setup | None) -> None:
        self._stones: dict[str, events.Player] = {}
        self.moves: list[ShownMove] = []
        self.edits: list[ShownEdit] = []
        self.captures = {"B": 0, "W": 0}
        self.to_move: events.Player | None = "B"
        if setup is not None:
            self._set(setup)

    def points(self, colour: str) -> tuple[str, ...]:
        """Where the stones of a colour stand now, in order."""
        return tuple(sorted(point for point, stone in self._stones.items() if stone == colour))

    def _set(self, setup: events.Setup) -> None:
        self._stones = dict.fromkeys(setup.black, "B")
        self._stones |= dict.fromkeys(setup.white, "W")
        self.to_move = setup.to_move or ("W" if setup.black and not setup.white else "B")

    def take(self, step: Step) -> None:
        """Take the next step of the line."""
        match event := step.event:
            case events.Move():
                self._stones[event.point] = event.colour
                for point in event.captured:
                    taken = self._stones.pop(point, None)
                    if taken is not None:
                        self.captures["W" if taken == "B" else "B"] += 1
                self.moves.append(_shown_move(event))
                self.to_move = "W" if event.colour == "B" else "B"
            case events.Pass():
                self.moves.append(_shown_move(event))
                self.to_move = "W" if event.colour == "B" else "B"
            case events.Edit():
                self._change(event)
            case events.Turn():
                self.to_move = event.to_move
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
