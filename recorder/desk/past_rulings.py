"""What the referee says of alerts in a game that is over, while the next one is on."""

from __future__ import annotations

from collections.abc import Mapping

from recorder import events, orders
from recorder.desk.rulings import DISMISSED, effect_of
from recorder.orders import OrderRefused


def of_past(
    order: orders.Rule | orders.Dismiss, unruled: Mapping[int, events.Alert], time: float
) -> events.Resolved | None:
    """What a referee says of an alert of a game before; None where it is about none.

    Nothing of the game that is on changes, nor does the result of that one: it is told that the alert was dealt with,
    and how.

    Raises
    ------
    OrderRefused
        Where more is ordered than can be done for a game that is over.
    """
    if order.alert not in unruled:
        return None
    if isinstance(order, orders.Dismiss):
        how = DISMISSED + (f": {order.note}" if order.note else "")
    else:
        if order.result or order.warnings or order.to_move or order.forfeits or order.stones or order.move:
            raise OrderRefused(
                "that game is over and another has begun: it can be said what was ruled, and nothing more", "game_over"
            )
        effect_of(order, unruled[order.alert])  # refuses what is no option
        how = f"by the referee's ruling: {order.ruling}" + (f" {order.note}" if order.note else "")
    return events.Resolved(t=time, alert=order.alert, how=how, origin="referee")
