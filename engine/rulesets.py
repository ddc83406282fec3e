"""The rule sets by name, as data. A new one is one record here, not new code.

Articles are cited as in the Chinese texts: D0-B the rules of 2002 with the referee's part, D0-A their short
introduction, D0-C the ways of counting (China, Japan and Korea, Ing), D3 the older text (I general, II
competition). These texts are what the project stands on. What they do not say of the other rule sets comes from
these: JP1989 14 (a breach of the rules loses, unless the result is agreed), KBA 18 (the Korean association, 2024:
warnings cost two points, two lose; suspended for international events since 2025), AGA (illegal moves count as a
pass). What is named nowhere, Ing's and New Zealand's penalties and Ing's own ko rule among it, is left to the
referee.
"""

from __future__ import annotations

from types import MappingProxyType

from engine.position import Suicide
from engine.rules import HandicapReturn, Ko, Penalty, Rules, Scoring

_CN2002 = {
    "double_move": Penalty(1, articles=("D0-B 17.2",)),
    "out_of_turn": Penalty(articles=("D0-B 2.3", "D0-A 4")),
    "white_first": Penalty(articles=("D0-B 2.3", "D0-B 17.1")),
    "swapped_colours_early": Penalty(articles=("D0-B 17.1",)),
    "swapped_colours_late": Penalty(articles=("D0-B 17.1",)),
    "occupied_point": Penalty(articles=("D0-B 2.3", "D0-B 2.4")),
    "forbidden_point": Penalty(forfeits_turn=True, articles=("D0-B 5", "D0-B 19")),
    "ko_retake": Penalty(1, forfeits_turn=True, articles=("D0-B 18.3", "D0-B 20.1")),
    "superko_repetition": Penalty(None, articles=("D0-B 6", "D0-B 20.2", "D0-B 20.3")),
    "take_back": Penalty(1, articles=("D0-B 17.3",)),
    "dropped_stone": Penalty(articles=("D0-B 17.3",)),
    "moved_stone": Penalty(articles=("D0-B 17.5",)),
    "missed_capture": Penalty(1, articles=("D0-B 18.2", "D0-B 22.6")),
    "partial_capture": Penalty(1, articles=("D0-B 18.2", "D0-B 22.6")),
    "wrong_capture": Penalty(1, articles=("D0-B 18.1",)),
    "capture_restored": Penalty(None, articles=("D0-B 4", "D0-B 17.5")),
    "stone_colour_changed": Penalty(articles=("D0-B 17.5",)),
    "stone_vanished": Penalty(articles=("D0-B 17.5",)),
    "extra_stone": Penalty(articles=("D0-B 14", "D0-B 17.5")),
    "multiple_changes": Penalty(None, articles=("D0-B 17.6",)),
    "clock_before_move": Penalty(1, articles=("D0-B 17.4",)),
    "clock_before_capture_complete": Penalty(1, articles=("D0-B 22.6",)),
    "time_overrun": Penalty(loses=True, articles=("D0-B 12.3", "D0-B 22.5")),
    "wrong_handicap": Penalty(articles=("D0-A 4", "D0-C handicap")),
}

_CN_OLD = {
    "double_move": Penalty(loses=True, articles=("D3-II 8.1",)),
    "out_of_turn": Penalty(articles=("D3-I 2.1", "D3-II 12.1")),
    "white_first": Penalty(articles=("D3-I 2.1", "D3-II 12.1")),
    "occupied_point": Penalty(articles=("D3-II 12.1",)),
    "forbidden_point": Penalty(forfeits_turn=True, articles=("D3-I 5", "D3-II 10")),
    "ko_retake": Penalty(forfeits_turn=True, articles=("D3-II 11.1",)),
    "superko_repetition": Penalty(None, articles=("D3-II 11.2", "D3-II 11.3", "D3-II 11.4")),
    "take_back": Penalty(1, articles=("D3-II 8.2",)),
    "dropped_stone": Penalty(articles=("D3-II 8.2",)),
    "moved_stone": Penalty(articles=("D3-II 8.3",)),
    "missed_capture": Penalty(articles=("D3-I 4", "D3-II 12.1")),
    "partial_capture": Penalty(articles=("D3-I 4", "D3-II 12.1")),
    "wrong_capture": Penalty(1, articles=("D3-II 9",)),
    "capture_restored": Penalty(None, articles=("D3-II 12.1",)),
    "stone_colour_changed": Penalty(articles=("D3-II 8.3", "D3-II 12.1")),
    "stone_vanished": Penalty(articles=("D3-II 8.3",)),
    "extra_stone": Penalty(articles=("D3-II 5", "D3-II 12.1")),
    "multiple_changes": Penalty(None, articles=("D3-II 8.4",)),
    "time_overrun": Penalty(loses=True, articles=("D3-II 3.2",)),
}

# The Chinese texts name no Japanese penalty; only breaches of the rules of play are taken to fall under article 14.
_JAPAN = {
    each: Penalty(loses=True, articles=("JP1989 14",)) for each in ("double_move", "forbidden_point", "ko_retake")
}

# AGA: an illegal move noted before the reply is taken back and counts as a pass, with a pass stone.
_AGA = {
    each: Penalty(forfeits_turn=True, articles=("AGA, illegal moves",))
    for each in ("double_move", "forbidden_point", "ko_retake", "superko_repetition", "occupied_point")
}

_KOREA = {each: Penalty(1, articles=("KBA 18",)) for each in ("clock_before_move", "clock_before_capture_complete")}

_ALL = (
    Rules(
        "cn2002",
        handicap_return=HandicapReturn.HALF,
        in_stones=True,
        sgf_name="Chinese",
        penalties=MappingProxyType(_CN2002),
    ),
    Rules(
        "cn_old",
        passes_to_end=None,  # D3-I 7 names no passes.
        handicap_return=HandicapReturn.HALF,  # D3-I 9.1.2 is read as D0-C.
        warning_stones=0,  # D3-II 12.2: warnings are recorded, two lose.
        in_stones=True,
        end_signal_stones=True,
        sgf_name="Chinese",
        penalties=MappingProxyType(_CN_OLD),
    ),
    Rules(
        "jp",
        Ko.SIMPLE,
        komi=6.5,
        scoring=Scoring.TERRITORY,
        warnings_to_lose=None,
        warning_stones=0,
        uncaptured_corner=3,
        sgf_name="Japanese",
        penalties=MappingProxyType(_JAPAN),
    ),
    Rules(
        "kr",
        Ko.SIMPLE,
        komi=6.5,
        scoring=Scoring.TERRITORY,
        uncaptured_corner=2,
        sgf_name="Korean",
        penalties=MappingProxyType(_KOREA),
    ),
    Rules(
        "ing",
        suicide=Suicide.SEVERAL,  # His own ko rule is not modelled: any repetition is told, and a person decides.
        komi=8,
        scoring=Scoring.FILL_IN,
        free_handicap=True,
        stones_per_side=180,
        sgf_name="GOE",
    ),
    Rules(
        "aga",
        Ko.SITUATIONAL,
        handicap_return=HandicapReturn.ALL_BUT_ONE,
        warnings_to_lose=None,
        warning_stones=0,
        sgf_name="AGA",
        penalties=MappingProxyType(_AGA),
    ),
    Rules(
        "nz",
        Ko.SITUATIONAL,
        Suicide.ALLOWED,
        komi=7,
        free_handicap=True,
        warnings_to_lose=None,
        warning_stones=0,
        sgf_name="NZ",
    ),
)

RULESETS: dict[str, Rules] = {rules.name: rules for rules in _ALL}


def ruleset(name: str) -> Rules:
    """The rule set of that name, or of that name in SGF's RU (`GOE`, `Japanese` ...: the first that bears it).

    Raises ValueError with the names there are.
    """
    if name in RULESETS:
        return RULESETS[name]
    for rules in RULESETS.values():
        if rules.sgf_name.casefold() == name.casefold():
            return rules
    raise ValueError(f"no rule set {name!r}; there are {', '.join(RULESETS)}")
