"""Languages of the pages: complete where that is promised, and chosen as the browser wishes."""

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.web.languages import COMPLETE, LANGUAGES, Texts, choose, read

KEYS = re.compile(r"""\bt\(["'`]([a-z_]+\.[a-z_]+)["'`]""")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", COMPLETE)
def test_english_and_chinese_say_everything(language: str) -> None:
    assert set(read("en")) - set(read(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_log_explains_the_public_sees_and_the_referee_decides_is_said_in_every_language(language: str) -> None:
    said = (
        "explain", "change", "fault", "review", "alert", "referee", "moment", "restore",
        "role", "how", "export", "figure",
    )  # fmt: skip
    assert {key for key in set(read("en")) - set(read(language)) if key.partition(".")[0] in said} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_says_what_english_does_not_and_all_fill_in_the_same(language: str) -> None:
    texts = read(language)
    assert set(texts) - set(read("en")) == set()
    assert {key for key, text in texts.items() if places(text) != places(read("en")[key])} == set()
    assert {key for key, text in texts.items() if not text.strip()} == set()


def test_every_language_has_its_file_and_no_file_is_left_over() -> None:
    import recorder.web.languages as module

    files = {path.stem for path in (Path(module.__file__).parent / "texts").iterdir()}
    assert files == set(LANGUAGES)


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("de-DE,de;q=0.9", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh_hans"),
        ("zh", "zh_hans"),
        ("zh-TW", "zh_hant"),
        ("zh-Hant-HK,en", "zh_hant"),
        ("zh-Hans-HK", "zh_hans"),
        ("fr;q=0.9, ja;q=0.8, en;q=0.7", "ja"),
        ("en;q=0.1, ko-KR", "ko"),
        ("ja;q=0, en", "en"),
        ("ja;q=nonsense, ko", "ko"),
    ],
)
def test_the_browser_chooses(accept: str, language: str) -> None:
    assert choose(accept) == language


def test_a_choice_made_before_goes_first_and_nonsense_in_it_counts_nothing() -> None:
    assert choose("ja", "ko") == "ko"
    assert choose("ja", "../../etc") == "ja"


@given(st.text(), st.text())
def test_whatever_a_browser_sends_there_is_a_language(accept: str, cookie: str) -> None:
    assert choose(accept, cookie) in LANGUAGES


def test_what_a_language_lacks_is_said_in_english() -> None:
    for language in LANGUAGES:
        texts = Texts(language)
        for key in read("en"):
            assert texts(key)


def test_values_are_filled_in_and_an_unknown_coded_word_stands_for_itself() -> None:
    assert Texts("en")("index.move", number=57) == "Move 57"
    assert Texts("zh_hans").coded("status", "never heard of") == "never heard of"


WEB = Path(__file__).parents[2] / "recorder" / "web"


def test_whatever_pages_and_scripts_say_there_is_a_text_for() -> None:
    from recorder.web.page import CONSOLE, VIEWER

    sources = [*(WEB / "templates").glob("*.html"), *(WEB / "static").glob("*.js")]
    asked = {(path.name, key) for path in sources for key in KEYS.findall(path.read_text("utf-8"))}
    assert len(asked) > 100
    assert {(name, key) for name, key in asked if key not in read("en")} == set()
    # A script has only those sections that its page gives it.
    console = {name for name, key in asked if name.endswith(".js") and key.partition(".")[0] not in VIEWER}
    assert {key for name, key in asked if name in console and key.partition(".")[0] not in CONSOLE} == set()
    assert console & {"play.js", "viewer.js", "index.js", "overlay.js", "facts.js", "clocks.js", "stream.js"} == set()
