"""Pages in a real browser: whoever looks, in whatever language, by keyboard or on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from recorder import events
from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore
from recorder.log import EventLog, LogReader

Visit = Callable[..., Any]
PUBLIC = ["/", "/boards/table-1", "/boards/table-2", "/overlay/table-1", "/sign-in", "/no/such/page"]
OPERATOR = ["/operator", "/operator/table-1"]
REFEREE = ["/referee", "/referee/table-1/159", "/referee/table-1/restore?move=100"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


@pytest.mark.parametrize("shape", [PHONE, {"viewport": {"width": 1280, "height": 800}}], ids=["phone", "desk"])
def test_no_page_scrolls_sideways_nor_complains(hall: Any, visit: Visit, shape: dict[str, Any]) -> None:
    visitor = visit(hall, **shape)
    wide, faults = {}, {}
    for role, paths in (("", PUBLIC), ("operator", OPERATOR), ("referee", REFEREE)):
        if role:
            visitor.sign_in(role)
        for path in paths:
            visitor.complaints.clear()
            visitor.go(path)
            visitor.page.wait_for_load_state("load")
            expect(visitor.page.locator("body")).to_be_visible()
            doubles = visitor.page.evaluate(
                "() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
                " return ids.filter((id, k) => ids.indexOf(id) !== k); }"
            )
            assert (path, doubles) == (path, [])
            if pixels := visitor.sideways():
                wide[path] = pixels
            # A page that is not there is a fault in a browser's eyes, and meant.
            if told := [text for text in visitor.complaints if "404" not in text]:
                faults[path] = told
    assert (wide, faults) == ({}, {})


def test_an_alert_that_is_no_more_leaves_the_others_to_choose(hall: Any, visit: Visit) -> None:
    visitor = visit(hall, **PHONE)
    visitor.sign_in("referee")
    page = visitor.go("/referee/table-1/158")
    page.locator("#open .alert").click()
    expect(page.locator("#what")).to_be_visible()
    expect(page.locator("#open")).to_be_hidden()


def test_marks_on_the_board_are_explained_in_chinese_too(hall: Any, visit: Visit) -> None:
    visitor = visit(hall, locale="zh-CN", viewport={"width": 1280, "height": 800})
    visitor.sign_in("referee")
    page = visitor.go("/referee/table-1/159")
    expect(page.locator("#legend li")).to_have_text("着手：D16")


def test_the_index_shows_every_board_with_its_stones(hall: Any, visit: Visit) -> None:
    page = visit(hall).go("/")
    expect(page.locator(".board-card")).to_have_count(3)
    first = page.locator(".board-card").first
    expect(first).to_contain_text("柯洁")
    expect(first).to_contain_text("Move 157")
    expect(page.locator(".board-card").nth(1)).to_contain_text("White wins by resignation")
    assert first.locator(".stones circle").count() > 100


def test_the_arrow_keys_step_through_the_moves_and_each_is_said(hall: Any, visit: Visit) -> None:
    page = visit(hall).go("/boards/table-1")
    said, count = page.locator("#last-words"), page.locator(".goban .stones circle")
    expect(page.locator("#moves li")).to_have_count(157)
    full = count.count()
    page.keyboard.press("ArrowLeft")
    expect(said).to_contain_text("Move 156")
    page.keyboard.press("Home")
    expect(said).to_have_text("Start of the game")
    expect(count).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r"Move 1: Black [A-T]\d+"))
    expect(count).to_have_count(1)
    expect(page.get_by_role("button", name="Live")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("End")
    expect(said).to_contain_text("Move 157")
    expect(count).to_have_count(full)


def test_a_move_in_the_list_shows_its_position(hall: Any, visit: Visit) -> None:
    page = visit(hall).go("/boards/table-1")
    page.locator("#moves button").nth(2).click()
    expect(page.locator(".goban .stones circle")).to_have_count(3)
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-count", "3")


def test_all_of_a_page_can_be_reached_by_keyboard_and_says_what_it_is(hall: Any, visit: Visit) -> None:
    visitor = visit(hall)
    visitor.sign_in("operator")
    for path in ("/boards/table-1", "/operator", "/operator/table-1"):
        page = visitor.go(path)
        # As a screen reader sees it: nothing that can be pressed or filled in is without a name.
        nameless = page.evaluate(
            """() => [...document.querySelectorAll('button, a[href], input:not([type=hidden]), select, textarea')]
                .filter(e => e.checkVisibility())
                .filter(e => !(e.innerText || e.ariaLabel || e.title || (e.labels && e.labels.length)))
                .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert nameless == []
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_class("skip")


@pytest.mark.parametrize(
    ("locale", "tag", "words"),
    [
        ("zh-CN", "zh-Hans", ["棋局", "黑方", "第157手"]),
        ("zh-TW", "zh-Hant", ["棋局", "登入"]),
        ("ja-JP", "ja", ["対局", "157手目"]),
        ("ko-KR", "ko", ["대국", "157수"]),
        ("de-DE", "en", ["Boards", "Move 157"]),
    ],
)
def test_the_browsers_language_is_spoken(hall: Any, visit: Visit, locale: str, tag: str, words: list[str]) -> None:
    page = visit(hall, locale=locale).go("/")
    expect(page.locator("html")).to_have_attribute("lang", tag)
    for word in words:
        expect(page.locator("body")).to_contain_text(word)


@pytest.mark.parametrize(
    ("locale", "words"), [("zh-CN", "请插上摄像头"), ("zh-TW", "請插上攝影機"), ("en-GB", "plug the camera in")]
)
def test_what_is_wrong_with_a_camera_is_said_in_the_operators_language(
    hall: Any, visit: Visit, locale: str, words: str
) -> None:
    visitor = visit(hall, locale=locale)
    visitor.sign_in("operator")
    page = visitor.go("/operator/table-3")
    page.locator("[data-act=start]").click()
    text = page.locator("#next-text")
    expect(text).to_contain_text(words)
    if locale != "en-GB":
        expect(text).not_to_contain_text("camera")
    page.click("#settings-panel summary")
    page.locator("[data-act=stop]").click()
    expect(page.locator("[data-act=start]")).to_be_visible()


def test_a_language_that_was_chosen_stays(hall: Any, visit: Visit) -> None:
    visitor = visit(hall)
    page = visitor.go("/boards/table-2")
    page.get_by_role("link", name="简体中文").click()
    expect(page.locator("#moves-title")).to_have_text("着手")
    page = visitor.go("/")
    expect(page.locator("h1")).to_have_text("棋局")


def test_light_and_dark_follow_the_system_and_the_switch(hall: Any, visit: Visit) -> None:
    visitor = visit(hall, color_scheme="dark")
    page = visitor.go("/boards/table-1")
    paint = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paint)
    page.click("#theme")
    light = page.evaluate(paint)
    assert sum(map(int, re.findall(r"\d+", light))) > 600 > 150 > sum(map(int, re.findall(r"\d+", dark)))
    page.reload()
    assert page.evaluate(paint) == light


def test_the_overlay_is_transparent_and_has_no_scroll_bars_at_any_size(hall: Any, visit: Visit) -> None:
    page = visit(hall).go("/overlay/table-1?names=1")
    for width, height in ((320, 240), (1080, 1080), (1920, 400)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".overlay-names")).to_contain_text("변상일")
        inside = page.evaluate(
            """() => { const r = document.querySelector('.board').getBoundingClientRect();
                return [r.left >= 0, r.top >= 0, r.right <= innerWidth, r.bottom <= innerHeight, r.width > 100,
                        document.documentElement.scrollHeight <= innerHeight]; }"""
        )
        assert all(inside)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert "overlay-names" not in visit(hall).go("/overlay/table-1?names=0").content()


def test_public_pages_and_what_they_ask_for_tell_nothing_of_alerts(hall: Any, visit: Visit) -> None:
    visitor = visit(hall)
    bodies: list[str] = []
    visitor.page.on("response", lambda r: bodies.append(r.text()) if "events" not in r.url else None)
    for path in ("/", "/boards/table-1", "/overlay/table-1"):
        page = visitor.go(path)
        expect(page.locator(".stones circle").first).to_be_visible()
        bodies.append(page.content())
    state = page.request.get(hall.address + "/api/boards/table-1").json()
    assert state["alerts"] == []
    assert "ko_retake" not in json.dumps(state) + "".join(bodies)


def test_others_are_sent_to_sign_in_and_come_back_to_where_they_were_going(hall: Any, visit: Visit) -> None:
    visitor = visit(hall)
    page = visitor.go("/referee/table-1/restore")
    expect(page).to_have_url(re.compile("/sign-in"))
    page.fill("#secret", "wrong-wrong-wrong")
    page.click("main button")
    expect(page.locator("[role=alert]")).to_contain_text("not the secret")
    page.fill("#secret", hall.secrets["referee"].upper().replace("-", " "))  # as a telephone's keyboard has it
    page.click("main button")
    expect(page.locator("h1")).to_have_text("Position to restore")
    page = visitor.go("/operator")  # the referee is no operator
    expect(page.locator("h1")).to_have_text("This page is for somebody else")


def test_a_position_to_restore_is_listed_row_by_row(hall: Any, visit: Visit) -> None:
    visitor = visit(hall)
    visitor.sign_in("referee")
    page = visitor.go("/referee/table-1/restore?move=3")
    expect(page.locator("#after")).to_have_text("After move 3")
    expect(page.locator(".goban .stones circle")).to_have_count(3)
    listed = page.locator("#rows td").all_inner_texts()
    assert sorted(filter(None, listed)) == ["D16", "Q3", "R16"] or len(" ".join(listed).split()) == 3
    page.emulate_media(media="print")
    expect(page.locator(".masthead")).to_be_hidden()
    expect(page.locator(".board .coordinates text").first).to_be_visible()


def test_an_alert_of_the_game_before_waits_for_the_referee_who_says_what_was_ruled(
    tmp_path: Path, make_console: Callable[..., Any], visit: Visit, double_move_film: Path
) -> None:
    store = HallStore(tmp_path)
    store.put(BoardConfig(id="one", source=str(double_move_film)))
    store.close()
    (tmp_path / "boards" / "one").mkdir(parents=True)
    with EventLog(tmp_path / "boards" / "one" / "game.kifulog", "one") as log:
        corners = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0))
        log.append(events.Board(t=0, size=9, corners=corners))
        for n, colour, point in ((1, "B", "cc"), (2, "W", "gg"), (3, "W", "cg")):
            log.append(events.Move(t=n, n=n, colour=colour, point=point, captured=(), t_placed=n - 0.5, confidence=1))  # type: ignore[arg-type]
        log.append(
            events.Alert(
                t=3, id="double_move", points=("cg",), colour="W", article="17.2", severity="critical", message="",
                t_seen=2.5, default="second_void_warning", options=("second_void_warning",), after=3,
            )
        )  # fmt: skip
        log.append(events.End(t=9, reason="ended by hand", result=None))
        log.append(events.Board(t=20, size=9, corners=corners))
        log.append(events.Move(t=22, n=1, colour="B", point="ee", captured=(), t_placed=21, confidence=1))
    console = make_console(folder=tmp_path)
    visitor = visit(console, viewport={"width": 1280, "height": 900})
    visitor.sign_in("referee")
    page = visitor.go("/referee")
    alert = page.locator("#open .alert")
    expect(alert).to_have_count(1)
    expect(alert).to_contain_text("the game before")
    alert.click()
    expect(page.locator("#message")).to_contain_text("C3")
    expect(page.locator("#alert-board .stones circle")).to_have_count(3)
    expect(page.locator("#more")).to_be_hidden()
    source = "fetch('/api/referee/boards/one').then(answer => answer.json()).then(state => state.source)"
    while page.evaluate(source) != "live":  # orders are for a board that is being recorded
        page.wait_for_timeout(100)
    page.get_by_role("button", name="Rule", exact=True).click()
    expect(page.locator("#said")).to_contain_text("The ruling is kept")
    expect(page.locator("#open .alert").filter(has_text="the game before")).to_have_count(0)
    assert visitor.complaints == []
    console.close()
    with LogReader(tmp_path / "boards" / "one" / "game.kifulog") as reader:
        told = reader.events()
    assert [e.how for e in told if isinstance(e, events.Resolved) and e.alert == 5] == [
        "by the referee's ruling: second_void_warning"
    ]


def test_names_are_text_and_never_markup(hall: Any, visit: Visit) -> None:
    visitor = visit(hall)
    visitor.sign_in("operator")
    page = visitor.go("/operator/table-3")
    name = "<img src=x onerror=document.title='x'>{{7*7}}"
    page.click("#settings-panel summary")
    page.fill("#board-name", name)
    page.locator("#settings-form button.primary").click()
    expect(page.locator("#said")).to_contain_text("saved")
    page = visitor.go("/")
    expect(page.locator(".board-card").nth(2)).to_contain_text("{{7*7}}")
    assert page.locator("img").count() == 0
