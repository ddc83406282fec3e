"""The whole way through a real browser: set up, recorded, ruled on, put right, looked at, and killed in between."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect
from sgfmill.sgf import Sgf_game

MakeConsole = Callable[..., Any]
Visit = Callable[..., Any]


def click_point(page: Page, name: str, size: int = 9) -> None:
    """Press a point of the board: by the geometry that the drawing tells."""
    board = page.locator(".goban .board")
    margin, cell = (float(board.get_attribute(f"data-{n}") or 0) for n in ("margin", "cell"))
    box = board.bounding_box()
    assert box is not None
    scale = box["width"] / (2 * margin + cell * (size - 1))
    col, row = "ABCDEFGHJ".index(name[0]), size - int(name[1:])
    board.click(position={"x": scale * (margin + cell * col), "y": scale * (margin + cell * row)})


def stones(page: Page) -> dict[str, str]:
    """What the drawing shows: points and colours."""
    circles = page.locator(".goban .stones circle")
    shown = circles.evaluate_all("all => all.map(c => [c.dataset.point, c.getAttribute('class')])")
    return dict(shown)


def seconds(clock: str) -> int:
    """What a clock such as 59:48 shows."""
    minutes, rest = clock.split()[0].split(":")
    return 60 * int(minutes) + int(rest)


def moves(page: Page) -> Locator:
    return page.locator("#moves li")


def test_from_a_camera_to_a_ruling_a_correction_and_a_restart(
    make_console: MakeConsole, visit: Visit, double_move_film: Path
) -> None:
    console = make_console()
    operator, referee, viewer = visit(console), visit(console), visit(console)

    # The referee waits; nothing has happened.
    referee.sign_in("referee")
    desk = referee.go("/referee")
    expect(desk.locator("#calm")).to_be_visible()

    # The operator sets a board up, with nothing but what the page says.
    operator.sign_in("operator")
    page = operator.page
    expect(page).to_have_url(re.compile("/operator$"))
    expect(page.locator("#looking")).to_contain_text("No camera was found")
    page.fill("#address", str(double_move_film))
    page.fill("#name", "Table 1")
    page.fill("#black", "柯洁")
    page.fill("#white", "변상일")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/operator/table-1$"))
    expect(page.locator("#next-title")).to_contain_text("9 lines", timeout=60_000)
    expect(page.locator("#picture")).to_be_visible()
    expect(page.locator("#grid .grid-lines")).to_be_visible()

    # Anybody looks on.
    watched = viewer.go("/boards/table-1")
    expect(watched.locator("#players")).to_contain_text("柯洁")
    expect(moves(watched)).to_have_count(4, timeout=90_000)
    expect(watched.locator("#last-words")).to_have_text("Move 4: Black C3")
    assert stones(watched) == {"cc": "B", "gg": "W", "gc": "B", "cg": "B"}

    # The irregularity is the referee's alone.
    alert = desk.locator("#open .alert")
    expect(alert).to_contain_text("Two moves in a row")
    assert "Two moves" not in watched.content() + page.content()
    alert.click()
    expect(desk).to_have_url(re.compile(r"/referee/table-1/\d+$"))
    expect(desk.locator("#message")).to_contain_text("C3")
    expect(desk.locator("#evidence img")).not_to_have_count(0)
    expect(desk.locator("#reply")).to_contain_text("not replied yet")
    desk.fill("#note", "Seen by both players.")
    usual = desk.locator("#options input:checked")
    expect(usual).to_have_value("second_void_warning")
    desk.get_by_role("button", name="Rule", exact=True).click()
    expect(desk.locator("#decided-title")).to_have_text("Ruled")
    expect(desk.locator("#decided-note")).to_have_text("Seen by both players.")
    expect(desk.locator("#tables")).to_contain_text("Black 1")

    # The operator puts a move right by pressing a point, and takes that back.
    page.locator("#moves button").nth(1).click()
    click_point(page, "H3")
    expect(page.locator("#point")).to_have_value("H3")
    page.get_by_role("button", name="Change").click()
    expect(moves(watched).nth(1)).to_contain_text("H3")
    page.locator("#undo").click()
    expect(moves(watched).nth(1)).to_contain_text("G3")

    # Time is kept; whoever comes later sees the same clock.
    page.click("#time-panel summary")
    page.get_by_role("button", name="Set the time").click()
    expect(page.locator("#said")).to_contain_text("60m+5x60s")
    page.get_by_role("button", name="Start the clock").click()
    running = watched.locator("#players .turn .clock")
    expect(running).to_contain_text("59:5")
    passer_by = visit(console)
    late = passer_by.go("/boards/table-1").locator("#players .turn .clock")
    expect(late).to_contain_text("59:")
    assert abs(seconds(late.inner_text()) - seconds(running.inner_text())) <= 3

    # The power fails. Everything that was confirmed is there again, and the pages come back by themselves.
    assert operator.complaints + referee.complaints + viewer.complaints == []
    before = [text.split() for text in moves(watched).all_inner_texts()]
    passing = passer_by.go("/")
    passing.evaluate("navigator.serviceWorker.ready")
    console.kill()
    with contextlib.suppress(Error):  # a browser calls it failed although a page is shown
        passing.reload()
    expect(passing.locator("h1")).to_have_text("The program does not answer")
    expect(watched.locator("#connection")).to_be_visible(timeout=30_000)
    console.start()
    expect(watched.locator("#connection")).to_be_hidden(timeout=60_000)
    assert [text.split() for text in moves(watched).all_inner_texts()][: len(before)] == before
    expect(desk.locator("#past .alert")).to_have_count(1)
    expect(passing.locator(".board-card")).to_contain_text("柯洁", timeout=60_000)

    # The record goes home with the operator.
    page.reload()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download SGF").click()
    game = Sgf_game.from_bytes(Path(download.value.path()).read_bytes())
    assert game.get_player_name("b") == "柯洁"
    assert [node.get_move() for node in game.get_main_sequence()][1:4] == [("b", (6, 2)), ("w", (2, 6)), ("b", (6, 6))]

    for who in (operator, referee, viewer):
        # While there is nobody to answer, browsers say so.
        cut_off = re.compile("Failed to fetch|ERR_FAILED|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|503")
        assert [text for text in who.complaints if not cut_off.search(text)] == []
