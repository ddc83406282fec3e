"""Texts: every irregularity, ruling and call in every language, results in the words of the rule sets."""

import re
import tomllib
from importlib.resources import files

import pytest

from engine.catalogue import catalogue
from engine.clock import Clock
from engine.finding import Finding, Outcome
from engine.point import Colour, Point
from engine.rulesets import ruleset
from engine.timekeeping import TimeSystem
from engine.wording import (
    call_text,
    irregularity_name,
    languages,
    message,
    result_text,
    ruling_text,
    severity_name,
)

CHINESE = re.compile("[一-鿿]")
PLACE = re.compile(r"\{\w+\}")


def test_there_are_english_and_both_chinese_scripts() -> None:
    assert {"en", "zh_hans", "zh_hant"} <= set(languages())


@pytest.mark.parametrize("language", sorted(languages()))
def test_everything_is_said_in_every_language(language: str) -> None:
    for each in catalogue().values():
        name = irregularity_name(each.id, language)
        finding = Finding(
            Outcome.IRREGULARITY, irregularity=each.id, points={"move": (Point(3, 3),)}, colour=Colour.BLACK
        )
        told = message(finding, 19, language)
        assert "{" not in told
        assert severity_name(each.severity, language)
        for option in each.options:
            assert ruling_text(option, language)
        if language.startswith("zh"):
            assert CHINESE.search(name)
            assert CHINESE.search(told)


def keys(language: str) -> dict[str, str]:
    """Every text of a language's own file by `section.key`."""
    file = files("engine").joinpath(f"texts/{language}.toml")
    found = {}
    for section, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
        for key, text in entries.items() if isinstance(entries, dict) else [("", entries)]:
            found[f"{section}.{key}"] = " ".join(text) if isinstance(text, list) else str(text)
    return found


@pytest.mark.parametrize("language", sorted(languages()))
def test_a_language_has_no_texts_that_nobody_says(language: str) -> None:
    own, english = keys(language), keys("en")
    extra = {"result.mixed"} if language.startswith("zh") else set()
    assert own.keys() <= english.keys() | extra
    for key, text in own.items():
        if key in english:
            assert set(PLACE.findall(text)) <= set(PLACE.findall(english[key])), key


def test_every_language_is_complete() -> None:
    english = keys("en")
    for language in languages():
        assert english.keys() <= keys(language).keys()
    options = {option for each in catalogue().values() for option in each.options}
    assert options <= {key.removeprefix("ruling.") for key in english}
    assert catalogue().keys() <= {key.removeprefix("irregularity.") for key in english}


def test_rules_are_spoken_of_in_japanese_and_korean() -> None:
    assert irregularity_name("double_move", "ja") == "二手打ち"
    assert irregularity_name("double_move", "ko") == "연속 두 수"
    for language in ("ja", "ko"):
        assert irregularity_name("sealed_move_mismatch", language) != irregularity_name("sealed_move_mismatch")
        assert ruling_text("reasonable_point", language) != ruling_text("reasonable_point")
        assert result_text("B+R", ruleset("jp"), language) != result_text("B+R", ruleset("jp"))


def test_simplified_and_traditional_are_different_scripts() -> None:
    assert irregularity_name("double_move", "zh_hans") == "一方连下两着"
    assert irregularity_name("double_move", "zh_hant") == "一方連下兩著"


def test_a_message_names_player_points_articles_and_look_alikes() -> None:
    other = Finding(Outcome.IRREGULARITY, irregularity="missed_capture")
    finding = Finding(
        Outcome.IRREGULARITY,
        irregularity="ko_retake",
        points={"move": (Point(3, 3),)},
        colour=Colour.WHITE,
        late=True,
        alternatives=(other,),
        rules=ruleset("cn2002"),
    )
    told = message(finding, 19)
    for part in ("White", "D16", "D0-B 18.3", "time for a claim has passed", "Capture not made"):
        assert part in told
    with pytest.raises(ValueError, match="without an irregularity"):
        message(Finding(Outcome.NO_CHANGE), 19)


@pytest.mark.parametrize(
    ("result", "rules", "language", "words"),
    [
        ("B+1.5", "cn2002", "zh_hans", "黑方胜3/4子"),
        ("W+3.5", "cn2002", "zh_hant", "白方勝1又3/4子"),
        ("B+3.5", "cn2002", "en", "Black wins by 1 3/4 stones"),
        ("W+2.5", "jp", "zh_hant", "白方勝2.5目"),
        ("W+R", "cn2002", "zh_hans", "白方中盘胜"),
        ("W+2.5", "jp", "ja", "白2.5目勝ち"),
        ("B+6.5", "kr", "ko", "흑 6.5집 승"),
        ("B+3.5", "cn2002", "ja", "黒1 3/4子勝ち"),
        ("B+T", "kr", "en", "Black wins on time"),
        ("B+F", "cn_old", "en", "Black wins by forfeit"),
        ("Draw", "cn2002", "zh_hans", "和棋"),
        ("Void", "cn2002", "en", "No result"),
        (None, "cn2002", "en", "Result unknown"),
        ("?", "cn2002", "zh_hans", "结果不明"),
    ],
)
def test_results_in_words(result: str | None, rules: str, language: str, words: str) -> None:
    assert result_text(result, ruleset(rules), language) == words


def test_the_clock_speaks() -> None:
    clock = Clock(TimeSystem.byo_yomi(0, 2, 60))
    clock.start(Colour.BLACK, 0)
    said = [call_text(call, "zh_hans") for call in clock.advance(120)]
    assert said[:2] == ["30秒", "40秒"]
    assert "最后一次读秒" in said
    assert said[-2:] == ["10", "黑方时间到"]


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="zh_hans"):
        irregularity_name("double_move", "xx")
