"""What each ruling of the referee's book does to the board, the turn, the warnings and the result.

The ids are those of the options in the catalogue of irregularities; what they mean for the players is written in
the texts (`engine.wording.ruling_text`). Articles: Chinese rules 2002, referee's part, 17 to 22 and 24.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Effect:
    """What a ruling does.

    Attributes
    ----------
    board : str
        `void`: the irregular move leaves the main line, or a stone that was no move the board. `back`: the points
        hold again what they should. `exchange`: the stone becomes one of the other colour. `return`: the move
        goes back to the point where it was first. `place`: the stone goes to a point that the referee names.
        `pass`: the opponent passed before the move. Empty: nothing.
    warns : bool
        One warning for the player at fault.
    forfeits : bool
        The player at fault loses a turn.
    result : str
        `loses`: for the player at fault; `Draw`, `Void`; empty: the game goes on.
    """

    board: Literal["", "void", "back", "exchange", "return", "place", "pass"] = ""
    warns: bool = False
    forfeits: bool = False
    result: Literal["", "loses", "Draw", "Void"] = ""


_NOTHING = (
    "correct_colours", "count_as_agreed", "fix_header", "free_choice", "go_on", "go_on_first_pairing", "nothing",
    "play_on", "recheck", "referee_decides", "show_point", "stands", "straighten",
)  # fmt: skip

EFFECTS: dict[str, Effect] = {
    **dict.fromkeys(_NOTHING, Effect()),
    "as_pass": Effect(forfeits=True),
    "as_written": Effect("place"),
    "back_warning": Effect("back", warns=True),
    "back_warning_on_claim": Effect("return", warns=True),
    "both_lose": Effect(result="Void"),
    "draw": Effect(result="Draw"),
    "exchange_stone": Effect("exchange"),
    "loses": Effect(result="loses"),
    "no_result": Effect(result="Void"),
    "off_again": Effect("back"),
    "off_warning": Effect("back", warns=True),
    "other_point": Effect("void"),
    "play_elsewhere": Effect("void"),
    "reasonable_point": Effect("place"),
    "reconstruct": Effect("back"),
    "record_pass": Effect("pass"),
    "replay": Effect(result="Void"),
    "restore": Effect("back"),
    "second_void_warning": Effect("void", warns=True),
    "set_right": Effect("back"),
    "stone_off": Effect("void"),
    "void_forfeit": Effect("void", forfeits=True),
    "void_forfeit_warning": Effect("void", warns=True, forfeits=True),
    "void_warning": Effect("void", warns=True),
    "warning": Effect(warns=True),
}
"""By id of the option."""
