"""What all orders have, and how one is refused."""

from __future__ import annotations

import msgspec


class OrderRefused(ValueError):  # noqa: N818 (a refusal is an answer, not a fault of the program)
    """The order cannot be carried out; nothing was changed.

    Parameters
    ----------
    message : str
        A sentence for people, in English.
    code : str
        Key of the sentence in `recorder.wording`, so that a page can say it in another language.
    **arguments
        What the sentence names: move numbers, points, players.
    """

    def __init__(self, message: str, code: str = "refused", **arguments: object) -> None:
        super().__init__(message)
        self.code = code
        self.arguments = arguments


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="order"):
    """What all orders have.

    Attributes
    ----------
    id : str
        Any text of the sender's. An order with an id that was taken before does nothing more; without an id it
        is always taken, and cannot be undone.
    by : str
        Who gives it: `operator`, `referee`, a name.
    """

    id: str = ""
    by: str = "operator"
