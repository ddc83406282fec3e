"""Events about the recording: how the board is seen, and what people ordered and told."""

from __future__ import annotations

from typing import Literal

from recorder.events.told import Told
from recorder.facts import GameFacts
from recorder.orders import Order


class View(Told, frozen=True, kw_only=True, tag="view"):
    """The board cannot be seen well, or can again."""

    state: Literal["lost", "back", "poor"]
    reason: str


class Ordered(Told, frozen=True, kw_only=True, tag="order"):
    """A person's order was taken; what it did is told by the events after it, with the same `t`."""

    order: Order


class FactsKnown(Told, frozen=True, kw_only=True, tag="facts"):
    """Facts of the game that a person gave while it ran; fields that are given replace those of before."""

    facts: GameFacts
