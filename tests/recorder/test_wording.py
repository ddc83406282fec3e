"""What events say in English and Chinese."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import recorder
from engine.rulesets import RULESETS
from recorder import events, orders
from recorder.facts import GameFacts
from recorder.inference.arrival import NOT_LAID
from recorder.translations import languages
from recorder.wording import event_text, reason_text

SCRIPTS = {
    "zh_hans": "[\u4e00-\u9fff]",
    "zh_hant": "[\u4e00-\u9fff]",
    "ja": "[\u3040-\u30ff\u4e00-\u9fff]",
    "ko": "[\uac00-\ud7a3]",
}

LEFT = events.TimeLeft(main=0.0, periods=3, period=60.0)
CLOCKS: list[tuple[events.ClockAction, str]] = [
    ("start", ""), ("press", ""), ("pause", ""), ("resume", ""), ("adjust", ""), ("over", ""),
    ("call", "byo_yomi 3"), ("call", "periods_left 1"), ("system", "60m+3x60s"),
]  # fmt: skip
TOLD: list[events.Event] = [
    events.Board(t=0, size=19, corners=((0, 0), (9, 0), (9, 9), (0, 9))),
    events.Setup(t=0, black=("dd", "pp"), white=(), to_move="W"),
    events.Move(t=1, n=1, colour="W", point="dp", captured=("dq",), t_placed=1, confidence=1),
    events.Pass(t=2, n=2, colour="B", confidence=1),
    events.Alert(
        t=3, id="double_move", points=("qd",), colour="B", article="17.2", severity="critical", message="", t_seen=3,
        alternatives=("pass_or_double_move",),
    ),
    *(
        events.Edit(t=4, after=2, black=("aa",), white=("bb",), empty=("cc",), cause=cause)
        for cause in ("seen", "ruling", "operator")
    ),
    events.Ruling(
        t=5, alert=5, ruling="void_forfeit_warning", to_move="W", warnings={"B": 1, "W": 0}, added={"B": 1},
        forfeits="B", note="清源",
    ),
    events.Ruling(t=5, alert=5, ruling="withdrawn", to_move="W", warnings={"B": 0, "W": 0}, withdraws=9),
    events.Resolved(t=6, alert=5, how="put right on the board"),
    *(events.View(t=7, state=state, reason="the board is covered") for state in ("lost", "poor", "back")),
    events.Correction(t=8, n=2, reason="move 2 was changed by hand"),
    events.End(t=9, reason="by the referee's ruling", result="W+F"),
    events.Ordered(t=9, order=orders.DeleteMove(n=3)),
    events.Pause(t=9, state="paused", reason="counting begins"),
    events.Pause(t=9, state="resumed"),
    events.Turn(t=9, after=2, to_move="W"),
    events.FactsKnown(t=9, facts=GameFacts(black="柯洁")),
    *(
        events.Clock(t=9, action=action, colour="B", running="W", after=2, time=9, black=LEFT, white=LEFT, text=text)
        for action, text in CLOCKS
    ),
    events.Counted(t=9, dead=("aa",), result=None),
    events.Counted(t=9, dead=(), result=None),
    events.Counted(t=9, dead=(), result="B+3.5"),
    events.Counted(t=9, dead=(), result="B+3.5", by="GNU Go"),
]  # fmt: skip


def texts(language: str) -> dict[str, dict[str, str]]:
    text = files("recorder").joinpath(f"texts/{language}.toml").read_text(encoding="utf-8")
    return {name: part for name, part in tomllib.loads(text).items() if isinstance(part, dict)}


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", SCRIPTS)
def test_every_language_is_complete_and_names_the_same_things(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert {name: part.keys() for name, part in other.items()} == {n: p.keys() for n, p in english.items()}
    for name, part in english.items():
        for key, text in part.items():
            assert places(other[name][key]) == places(text), (name, key)


def test_every_kind_of_event_and_of_order_is_in_the_texts() -> None:
    assert {type(event) for event in TOLD} == set(events.KINDS)
    assert texts("en")["order"].keys() == {str(kind.__struct_config__.tag) for kind in orders.ORDERS}


@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize("event", TOLD, ids=lambda e: str(e.__struct_config__.tag))
def test_every_event_is_said_in_a_language_without_english(event: events.Event, language: str) -> None:
    said = event_text(event, 19, language)
    assert re.search(SCRIPTS[language], said)
    names = re.sub(r"D0-[AB]|D1-\w|D3-\w+|GNU Go|\b[A-T]\d+\b|60m\+3x60s", "", said)
    assert not re.search("[A-Za-z]{2,}", names), said


def test_events_are_said_in_english() -> None:
    said = [event_text(event, 19) for event in TOLD]
    assert said[2] == "Move 1: White D4. It takes 1: D3."
    assert said[5] == "After move 2 stones changed: Black on A19; White on B18; nothing on C17."
    assert said[8] == (
        "The referee on alert 5: The move is void, the turn is forfeited, and the player is warned. 清源 "
        "Black loses a turn. Warnings: Black 1, White 0. White is to move."
    )
    assert "The clock goes on" in event_text(TOLD[24], 19)
    assert all(said)


def test_a_result_is_said_in_the_unit_of_the_rules() -> None:
    end = events.End(t=9, reason="counted", result="B+3.5")
    assert "1 3/4" in event_text(end, 19, "en", RULESETS["cn2002"]) or "stones" in event_text(end, 19)
    assert "3.5" in event_text(end, 19, "en", RULESETS["jp"])


def test_a_language_without_texts_is_english_and_words_of_people_stay() -> None:
    turn = TOLD[19]
    assert event_text(turn, 19, "de") == event_text(turn, 19, "en")
    assert reason_text("午休", "zh_hant") == "午休"
    assert reason_text("by the referee's ruling: spoke", "zh_hans") == "裁判裁决：spoke"
    assert "en" in languages()


def reasons_of(folder: Path, places: dict[str, int]) -> list[str]:
    """All reasons that code writes into events, with 7 for what stands in braces; where functions take them."""
    found = []
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = constants(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            place = places.get(name)
            given: list[Any] = [k.value for k in node.keywords if k.arg in ("reason", "how")]
            given += [node.args[place]] if place is not None and len(node.args) > place else []
            found += [text for value in given if (text := named.get(getattr(value, "id", ""), written(value)))]
    return found


def constants(tree: ast.Module) -> dict[str, str]:
    """The texts that have names in a module."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if several and isinstance(node.value, ast.Tuple) else [node.value]
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name) and (text := written(value)):
                    found[name.id] = text
    return found


def written(value: ast.expr) -> str:
    match value:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(written(part) if isinstance(part, ast.Constant) else "7" for part in parts)
        case ast.BoolOp(values=[_, last]):
            return written(last)
    return ""


@pytest.mark.parametrize("reason", [events.COUNTING, events.NOT_RESUMED, NOT_LAID])
def test_reasons_that_have_a_name_have_their_texts(reason: str) -> None:
    assert reason in texts("en")["reason"].values()
    assert reason_text(reason, "zh_hans") != reason


@pytest.mark.parametrize(
    ("folder", "places", "among"),
    [
        ("desk", {"retell": 2, "resolve": 1, "reopen": 0, "end": 0}, "a pass was declared"),
        ("inference", {"end": 1}, "the board was cleared"),
        (".", {"finish": 0}, "the recording goes on"),
    ],
)
def test_every_reason_in_the_code_has_its_texts(folder: str, places: dict[str, int], among: str) -> None:
    reasons = reasons_of(Path(recorder.__file__).parent / folder, places)
    assert among in reasons
    untold = [reason for reason in reasons if reason_text(reason, "zh_hans") == reason]
    assert untold == []
