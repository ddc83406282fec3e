"""A game that is known, and the first good look at the board on which it is to go on."""

from __future__ import annotations

import math

from recorder import events
from recorder.inference.joining import Laying, as_seen, displaced, is_another_game, is_turn_open, missed_moves
from recorder.inference.look import Look
from recorder.inference.mainline import MainLine
from recorder.inference.opening import Opening
from recorder.inference.phase import Phase
from recorder.inference.proposals import Proposals, differing
from recorder.inference.readiness import QUIET
from recorder.inference.teller import Teller
from recorder.settings import Settings

NOT_LAID = "the board does not show the game so far; waiting until the position is laid on it"
SEVERAL = 3
"""Points that differ from a known game from which on no irregularity is sought."""


class Arrival:
    """Waits for the board to show a game that is known, and brings the record up to what lies there.

    Parameters
    ----------
    settings : Settings

    Attributes
    ----------
    is_awaited : bool
        Whether a game is known that was not seen on the board yet.
    is_another : bool
        Whether that game does not go on, since another one lies on the board.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._doubted = False
        self._laying: Laying | None = None
        self.is_awaited = self.is_another = False

    def expect(self, *, doubted: bool) -> None:
        """A game is known; where it is `doubted`, a board that does not show it ends it at once."""
        self.is_awaited, self._doubted = True, doubted

    def see(
        self, line: MainLine, look: Look, opening: Opening, teller: Teller, proposals: Proposals, phase: Phase
    ) -> list[events.Event]:
        """Compare the game with a look at its board, where it is a good one."""
        if opening.start(look) is None:
            return []
        opening.begun = True
        if phase.state == "counting":
            self.is_awaited = False
            return []
        told: list[events.Event] = []
        if not (self._doubted and is_another_game(line, look)):
            laying = self._laying = self._laying or Laying(stills=self._settings.stills)
            if laying.waits(line, look) and not missed_moves(line, look, self._settings.rules):
                if laying.said or not laying.is_much:
                    return []
                laying.said = True
                return [teller.view("poor", NOT_LAID, look.time)]
            if laying.said:
                told.append(teller.view("back", "", look.time))
        self.is_awaited = False
        return told + self._go_on(line, look, opening, teller, proposals)

    def _go_on(
        self, line: MainLine, look: Look, opening: Opening, teller: Teller, proposals: Proposals
    ) -> list[events.Event]:
        """Bring the record up to what lies there: moves that were missed, or stones that lie otherwise."""
        if is_another_game(line, look):
            self.is_another = True
            return [teller.end(look.time, events.NOT_RESUMED)]
        if ways := missed_moves(line, look, self._settings.rules):
            return teller.tell(line, ways[0], ways, look, opening)
        if not displaced(line, look):
            best = proposals.of(look, sparse=True)[0]  # nobody looked: hands came and went
            plain = best.keep == len(line) and all(c.kind in QUIET for c in best.changes)
            if plain or differing(look, line) < SEVERAL:
                return []
        is_open = is_turn_open(line, look) and not self._settings.to_move
        since = self._laying.played_since if self._laying is not None else math.inf
        told = teller.put_right(line, as_seen(line, look, since), look.time)
        if is_open:
            line.open_turn = len(line)
        return told
