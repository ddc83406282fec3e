"""What is known of a game besides what happens on the board: who plays, where, under which rules."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator
from typing import Annotated

import msgspec

from engine.rules import Rules
from engine.rulesets import RULESETS
from recorder.timing import parse_time

# SGF FF[4], game info properties: a side and how it won, or one of the words.
_RESULT = re.compile(r"[BW]\+(\d+(\.\d+)?|R|Resign|T|Time|F|Forfeit)?|0|Draw|Void|\?")
# SGF writes dates as YYYY-MM-DD; month and day may be missing; more days follow after commas.
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?(,(\d{4}-)?(\d\d-)?\d\d)*")


class GameFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Facts about one game. What is unknown is left empty and never written.

    Attributes
    ----------
    black, white, black_rank, white_rank, black_team, white_team : str
        Names in any script; ranks as players write them (`5d`, `3k`).
    event, round, place, name, operator : str
    date : str
        `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    rules : str
        As SGF names them where it has a name.
    komi : float or None
    handicap : int or None
        Stones Black is given; 0 says that it is an even game. None leaves it to what the camera sees.
    result : str
        As SGF writes it: `B+3.5`, `W+R`, `Draw`, `Void`.
    pairing : str
        Identity of the game in its tournament (`recorder.tournament`); it stands in no SGF.
    time, white_time : str
        How time is kept (see `recorder.timing`), and White's time where it differs.

    Raises
    ------
    ValueError
        Where date, komi, handicap, result or time are none.
    """

    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    black_team: str = ""
    white_team: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    name: str = ""
    operator: str = ""
    date: str = ""
    rules: str = ""
    komi: float | None = None
    handicap: Annotated[int, msgspec.Meta(ge=0)] | None = None
    result: str = ""
    pairing: str = ""
    time: str = ""
    white_time: str = ""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            if isinstance(text := getattr(self, name), str):
                # What a terminal of another encoding lets in must not keep the log from being written.
                msgspec.structs.force_setattr(self, name, text.encode(errors="replace").decode())
        if self.date and not _DATE.fullmatch(self.date):
            raise ValueError(f"a date is written YYYY-MM-DD, got {self.date!r}")
        for date in _dates(self.date):
            try:
                datetime.date.fromisoformat(date)
            except ValueError:
                raise ValueError(f"there is no day {date}: check the date") from None
        if self.komi is not None and not (math.isfinite(self.komi) and abs(self.komi) <= 361):
            raise ValueError(f"komi is a number of points such as 6.5, got {self.komi}")
        if self.handicap is not None and not (self.handicap == 0 or 2 <= self.handicap <= 40):
            raise ValueError(f"a handicap is 0 or from 2 stones on, got {self.handicap}")
        if self.result and not is_result(self.result):
            raise ValueError(f"a result is written like B+3.5, W+R, Draw or Void, got {self.result!r}")
        for time in filter(None, (self.time, self.white_time)):
            parse_time(time)


def _dates(text: str) -> Iterator[str]:
    """The days of an SGF date, missing months and days filled in: `2026-03-30,31,04-01` is three of them."""
    parts: list[str] = []
    for one in text.split(",") if text else ():
        given = one.split("-")
        # A part left out is that of the date before (SGF FF[4], DT): `2026-03,04` are two months.
        parts = given if len(given[0]) == 4 else parts[: max(1, len(parts) - len(given))] + given
        yield "-".join([*parts, "01", "01"][:3])


def is_result(text: str) -> bool:
    """Whether SGF would take the text as a result."""
    return _RESULT.fullmatch(text) is not None


def find_rules(text: str) -> Rules:
    """The rule set of that name: ours (`cn2002`), or what SGF calls it (`Chinese`), in any case.

    Where several have one SGF name it is the first of them. Raises ValueError with the names there are.
    """
    by_name = {rules.sgf_name.casefold(): rules for rules in reversed(RULESETS.values())} | RULESETS
    by_name["ing"] = by_name["goe"]
    try:
        return by_name[text.strip().casefold()]
    except KeyError:
        raise ValueError(f"no rule set {text!r}; there are {', '.join(sorted(by_name))}") from None


def today(facts: GameFacts) -> GameFacts:
    """The facts with today's date: for what is recorded while it is played."""
    return msgspec.structs.replace(facts, date=datetime.date.today().isoformat())


def merged(known: GameFacts, more: GameFacts) -> GameFacts:
    """The facts of `known`, replaced by those of `more` that are given."""
    told = {f: getattr(more, f) for f in more.__struct_fields__ if getattr(more, f) not in ("", None)}
    return msgspec.structs.replace(known, **told)
