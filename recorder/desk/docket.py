"""The alerts and rulings of one game: what is open, what was decided, and the warnings so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from engine.finding import Ruling
from engine.ledger import Ledger
from engine.point import Colour
from engine.rules import Rules
from recorder import events
from recorder.orders import OrderRefused


class Docket:
    """Reads alerts and rulings out of the events of one game.

    Parameters
    ----------
    told : sequence of Event
        Numbered as in the log.
    rules : Rules
    """

    def __init__(self, told: Sequence[events.Event], rules: Rules) -> None:
        self._rules = rules
        self.alerts: dict[int, events.Alert] = {}
        self.rulings: dict[int, events.Ruling] = {}
        self.resolved: dict[int, events.Resolved] = {}
        self.withdrawn: set[int] = set()
        for event in told:
            match event:
                case events.Alert():
                    self.alerts[event.seq] = event
                case events.Ruling() if event.withdraws:
                    self.withdrawn.add(event.withdraws)
                case events.Ruling():
                    self.rulings[event.seq] = event
                case events.Resolved():
                    self.resolved[event.alert] = event
                case _:
                    pass

    def alert(self, seq: int) -> events.Alert:
        """The alert of that number; raises OrderRefused where there is none."""
        try:
            return self.alerts[seq]
        except KeyError:
            raise OrderRefused(f"there is no alert {seq} in this game", "no_alert", alert=seq) from None

    def open(self) -> dict[int, events.Alert]:
        """The alerts that nobody has ruled on and that have not gone away, by number."""
        ruled = {r.alert for r in self.rulings.values() if r.seq not in self.withdrawn}
        return {n: alert for n, alert in self.alerts.items() if n not in ruled and n not in self.resolved}

    def ruling_on(self, alert: int) -> events.Ruling | None:
        """The ruling on an alert that holds."""
        found = (r for r in self.rulings.values() if r.alert == alert and r.seq not in self.withdrawn)
        return next(found, None)

    def ledger(self) -> Ledger:
        """Rulings that were made, as the engine keeps them."""
        ledger = Ledger(self._rules)
        for number, ruling in enumerate(self.rulings.values(), 1):
            added = {events.to_colour(player): count for player, count in ruling.added.items()}
            forfeits = events.to_colour(ruling.forfeits) if ruling.forfeits else None
            name = self.alerts[ruling.alert].id if ruling.alert in self.alerts else None
            made = Ruling(ruling.ruling, None, None, added, forfeits, ruling.result or None)
            ledger = ledger.ruled(made, 0, name, ruling.note)
            if ruling.seq in self.withdrawn:
                ledger = ledger.withdrawn(number)
        return ledger


def unruled(told: Sequence[events.Event], rules: Rules, but: str = "") -> dict[int, events.Alert]:
    """The alerts of a log's games that nobody has ruled on, by number, but for those of one game."""
    found: dict[int, events.Alert] = {}
    for game, of_game in groupby(told, lambda event: event.game):
        if game != but:
            found |= Docket(list(of_game), rules).open()
    for event in told:
        if isinstance(event, events.Resolved):
            found.pop(event.alert, None)
    return found


def by_player(warnings: Mapping[Colour, int]) -> dict[events.Player, int]:
    """Numbers by player, as events write them."""
    return {events.to_player(colour): number for colour, number in warnings.items()}
