"""The index by event and round: headings, links to them, and boards that move to where they belong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from recorder import events
from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore
from recorder.log import EventLog

Visit = Callable[..., Any]
CORNERS = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0))
LONG = "Internationale" + "Meisterschaft" * 5
BOARDS = {
    "free": GameFacts(),
    "nine": GameFacts(event="世界杯", round="9"),
    "ten": GameFacts(event="世界杯", round="10"),
    "long": GameFacts(
        event=LONG, round="Vorrunde" * 8, black="さくら・フォン・ハーベルマイヤー", black_rank="初段",
        white="신진서와아주긴이름을가진사람", white_rank="9단",
    ),
    "ten-too": GameFacts(event="世界杯", round="10"),
}  # fmt: skip


@pytest.fixture
def told(make_console: Callable[..., Any]) -> Any:
    """A console of five boards, each with a game of one move; nobody watches them now."""
    console = make_console()
    console.close()
    store = HallStore(console.data)
    for name, facts in BOARDS.items():
        store.put(BoardConfig(id=name, name=name, source="/dev/v4l/by-id/not-there", running=False))
        (console.data / "boards" / name).mkdir(parents=True)
        with EventLog(log_of(console, name), name, facts) as log:
            log.append(events.Board(t=0, size=9, corners=CORNERS))
            log.append(events.Move(t=2, n=1, colour="B", point="ee", captured=(), t_placed=1, confidence=1.0))
    store.close()
    console.start()
    return console


def log_of(console: Any, board: str) -> Path:
    return Path(console.data) / "boards" / board / "game.kifulog"


def outline(page: Page) -> list[str]:
    """The page from top to bottom: headings, and boards by their identity."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('main h1, #rounds h2, #rounds h3, #rounds .board-card')]
            .map(e => e.dataset.board ?? `${e.tagName} ${e.textContent.trim()}`)"""
    )
    return found


BEFORE = [
    "H1 Boards", f"H2 {LONG}", f"H3 {'Vorrunde' * 8}", "long",
    "H2 世界杯", "H3 Round 10", "ten", "ten-too", "H3 Round 9", "nine", "free",
]  # fmt: skip


def test_boards_stand_under_their_round_and_move_there_when_it_is_told(told: Any, visit: Visit) -> None:
    phone = visit(told, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = phone.go("/")
    assert outline(page) == BEFORE
    assert phone.sideways() == 0
    link = page.get_by_role("heading", name="Round 9").get_by_role("link").get_attribute("href")
    page.goto(f"{told.address}/{link}")
    expect(page.get_by_role("heading", name="Round 9")).to_be_in_viewport()
    page.evaluate("document.querySelector('[data-board=free] a').focus()")

    operator = visit(told)
    operator.sign_in("operator")
    mark = operator.page.request.get(f"{told.address}/api/session").json()["csrf"]

    def tell(board: str, **facts: Any) -> None:
        """Give the facts to the record, and have it read again."""
        with EventLog(log_of(told, board), board, resume=True) as log:
            log.append(events.FactsKnown(t=3, facts=GameFacts(**facts)))
        for delay in (1, 0):
            done = operator.page.request.patch(
                f"{told.address}/api/boards/{board}", data={"delay": delay}, headers={"X-CSRF-Token": mark}
            )
            assert done.ok, done.text()

    tell("free", event="世界杯", round="11", black="변상일")
    moved = [*BEFORE[:5], "H3 Round 11", "free", *BEFORE[5:-1]]
    expect(page.get_by_role("heading", name="Round 11")).to_be_visible()
    assert outline(page) == moved
    assert page.evaluate("document.activeElement.closest('.board-card')?.dataset.board") == "free", "focus is kept"
    expect(page.locator("[data-board=free] .stones circle")).to_have_count(1)
    expect(page.locator("[data-board=free]")).to_contain_text("변상일")
    assert phone.sideways() == 0

    tell("nine", round="10")
    expect(page.get_by_role("heading", name="Round 9")).to_have_count(0)
    after = [*BEFORE[:5], "H3 Round 11", "free", "H3 Round 10", "nine", "ten", "ten-too"]
    assert outline(page) == after
    # Whoever comes now sees the same from the beginning.
    assert outline(visit(told).go("/")) == after
    assert phone.complaints == []


def cut(page: Page) -> list[str]:
    """What stands on a page and is not shown whole: names, ranks, how a game stands."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.who, .who *, .tag, .board-card .name')]
            .filter(e => e.checkVisibility() && getComputedStyle(e).overflow === 'hidden')
            .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
            .map(e => e.textContent.trim())"""
    )
    return found


@pytest.mark.parametrize("width", [390, 1280])
def test_long_names_in_any_script_are_shown_whole(told: Any, visit: Visit, width: int) -> None:
    visitor = visit(told, viewport={"width": width, "height": 844})
    page = visitor.go("/")
    card = page.locator("[data-board=long]")
    expect(card).to_contain_text("さくら・フォン・ハーベルマイヤー")
    expect(card.locator(".name")).to_be_visible()
    assert cut(page) == []
    page = visitor.go("/boards/long")
    expect(page.locator("#players")).to_contain_text("신진서와아주긴이름을가진사람 9단")
    assert cut(page) == []


def test_a_board_that_is_new_comes_to_its_place_by_itself(told: Any, visit: Visit) -> None:
    operator = visit(told)
    operator.sign_in("operator")
    page = visit(told).go("/")
    assert outline(page) == BEFORE
    mark = operator.page.request.get(f"{told.address}/api/session").json()["csrf"]
    new = {"name": "Neu", "source": "/dev/none", "running": False, "facts": {"event": "世界杯", "round": "9"}}
    done = operator.page.request.post(f"{told.address}/api/boards", data=new, headers={"X-CSRF-Token": mark})
    name = done.json()["id"]
    expect(page.locator(f"#rounds h3 + ul [data-board={name}]")).to_be_visible()
    assert outline(page) == [*BEFORE[:-1], name, "free"]
    gone = operator.page.request.delete(f"{told.address}/api/boards/{name}", headers={"X-CSRF-Token": mark})
    assert gone.ok
    expect(page.locator(f"[data-board={name}]")).to_have_count(0)
    assert outline(page) == BEFORE
