"""The exported pages in a real browser, from a plain file server with a strict policy, without us behind them."""

from __future__ import annotations

import functools
import http.server
import json
import re
import subprocess
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, Page
from sgfmill import boards, sgf, sgf_moves

from recorder import events
from recorder.facts import GameFacts
from recorder.log import EventLog
from recorder.publish.game import Game, load, make_game
from recorder.publish.site import write_site
from recorder.publish.site_folder import SiteError
from recorder.web.languages import Texts

Play = Callable[..., tuple[list[events.Event], boards.Board]]
RealGame = Callable[[int], tuple[list[events.Event], boards.Board]]
Run = Callable[..., subprocess.CompletedProcess[str]]

NAMES = ["柯洁", "신진서", "さくら", "O'Brien & <b>Sons</b>", "Łukasz", "王", "Zoë"]
ABORTED = "net::ERR_ABORTED"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files and nothing else, as a CDN serves them."""

    def log_message(self, *_: object) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


class Published:
    """An event of two rounds, exported once and served."""

    def __init__(self, folder: Path, games: list[Game], ends: dict[str, boards.Board], address: str) -> None:
        self.folder, self.games, self.ends, self.address = folder, games, ends, address


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory, game: RealGame, play: Play) -> Iterator[Published]:
    folder = tmp_path_factory.mktemp("export") / "site"
    games: list[Game] = []
    ends: dict[str, boards.Board] = {}
    for place, number in enumerate((2, 20, 9, 1)):
        told, ends[f"table-{place}-1"] = game(number)
        result = ("B+R", "W+3.5", None, "Draw")[place]
        if result:
            told.append(events.End(t=9000, seq=900, reason="secret words", result=result))
        facts = GameFacts(
            black=NAMES[place], white=NAMES[place + 3], event="Kraków 2026 公开赛", round=str(1 + place // 3),
            name=f"Table {place + 1}", date="2026-11-30", komi=7.5,
        )  # fmt: skip
        made = make_game(f"table-{place}-1", f"table-{place}", told, facts)
        assert made is not None
        games.append(made)
    # A small one in which an alert, a ruling and a withdrawn move must stay with the referee.
    told, ends["table-9-1"] = play(["Bdd", "Wff", "Bgg"], 9)
    alert = events.Alert(
        t=35, seq=50, id="ko_retake", points=("gg",), colour="B", article="18.3", severity="critical",
        message="secret alert", t_seen=35,
    )  # fmt: skip
    wrong = events.Move(t=36, seq=51, n=4, colour="W", point="aa", captured=(), t_placed=36, confidence=1)
    ruling = events.Ruling(t=37, seq=52, alert=50, ruling="secret ruling", to_move="W", warnings={"B": 1, "W": 0})
    back = events.Correction(t=38, seq=53, n=4, reason="secret reason")
    made = make_game("table-9-1", "table-9", [*told, alert, wrong, ruling, back], GameFacts(round="2", name="Table 10"))
    assert made is not None
    games.append(made)
    write_site(games, folder, Texts("en"), address="https://example.org/open")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Published(folder, games, ends, f"http://127.0.0.1:{server.server_port}/")
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page(chromium: Browser, published: Published) -> Iterator[Page]:
    made = chromium.new_page(viewport={"width": 1280, "height": 800})
    faults: list[str] = []
    made.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    made.on("pageerror", lambda error: faults.append(str(error)))
    # A page that is left stops loading its pictures: no fault of the server's or the policy's.
    made.on("requestfailed", lambda request: faults.append(request.url) if request.failure != ABORTED else None)
    made.on("request", lambda request: faults.append(request.url) if published.address not in request.url else None)
    yield made
    made.close()
    assert faults == []


def stones_on(page: Page) -> set[tuple[str, str]]:
    found = page.eval_on_selector_all(
        "#board .stones circle", "circles => circles.map(c => [c.dataset.point, c.getAttribute('class')])"
    )
    return {(point, colour) for point, colour in found}


def stones_of(board: boards.Board) -> set[tuple[str, str]]:
    return {
        (chr(97 + col) + chr(97 + board.side - 1 - row), colour.upper())
        for colour, (row, col) in board.list_occupied_points()
    }


def open_game(page: Page, published: Published, slug: str, move: str = "") -> None:
    page.goto(f"{published.address}games/{slug}/index.html{move}")
    page.wait_for_selector("body[data-ready]")


def test_every_game_of_a_round_is_reached_and_ends_in_the_position_sgfmill_reaches(
    page: Page, published: Published
) -> None:
    page.goto(published.address)
    assert page.locator("h1").inner_text() == "Round 2"
    page.get_by_role("link", name="1", exact=True).click()
    page.wait_for_url("**/rounds/1.html")
    links = page.locator(".board-card a").evaluate_all("links => links.map(link => link.href)")
    assert len(links) == 3
    for link in links:
        page.goto(link)
        page.wait_for_selector("body[data-ready]")
        slug = link.split("/")[-2]
        assert stones_on(page) == stones_of(published.ends[slug])


def test_a_game_is_stepped_through_move_by_move(page: Page, published: Published) -> None:
    slug = "table-2-1"
    told = next(game.told for game in published.games if game.ident == slug)
    size = published.ends[slug].side
    open_game(page, published, slug)
    page.keyboard.press("Home")
    board = boards.Board(size)
    assert stones_on(page) == set()
    for event in [e for e in told if isinstance(e, events.Move)][:60]:
        page.keyboard.press("ArrowRight")
        board.play(size - 1 - (ord(event.point[1]) - 97), ord(event.point[0]) - 97, event.colour.lower())
        assert stones_on(page) == stones_of(board)
    page.get_by_role("button", name="Last move").click()
    assert stones_on(page) == stones_of(published.ends[slug])


def test_an_address_may_name_a_move(page: Page, published: Published) -> None:
    open_game(page, published, "table-9-1", "#1")
    assert stones_on(page) == {("dd", "B")}


def test_nothing_that_is_the_referees_or_was_withdrawn_leaves_the_house(published: Published) -> None:
    for path in published.folder.rglob("*"):
        if path.is_file() and path.suffix not in (".png", ".pdf", ".zip"):
            assert "secret" not in path.read_text("utf-8"), path
    state = json.loads((published.folder / "games/table-9-1/game.json").read_text("utf-8"))
    assert len(state["moves"]) == 3
    assert state["alerts"] == []


def test_every_link_leads_to_a_file_and_none_elsewhere(published: Published) -> None:
    pages = list(published.folder.rglob("*.html"))
    assert len(pages) == 8
    for path in pages:
        html = path.read_text("utf-8")
        for link in re.findall(r'(?:href|src)="([^"#]+)"', html):
            assert not urlsplit(link).scheme, link
            target = urlsplit(urljoin(f"file://{path}", link)).path
            assert Path(target).is_file(), f"{path.name}: {link}"


def test_the_record_and_the_archive_are_what_sgf_programs_read(published: Published) -> None:
    content = (published.folder / "games/table-0-1/game.sgf").read_bytes()
    board, plays = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(content))
    for colour, square in plays:
        if square is not None:
            board.play(*square, colour)
    assert stones_of(board) == stones_of(published.ends["table-0-1"])
    with zipfile.ZipFile(published.folder / "rounds/1.zip") as archive:
        assert len(archive.namelist()) == 3
        assert any("柯洁" in name for name in archive.namelist())
        assert archive.read(next(n for n in archive.namelist() if "柯洁" in n)) == content


def test_names_are_texts_and_never_markup(page: Page, published: Published) -> None:
    open_game(page, published, "table-0-1")
    assert page.locator("b").count() == 0
    assert "O'Brien & <b>Sons</b>" in page.locator("[data-player=W] .name").inner_text()
    head = (published.folder / "games/table-0-1/index.html").read_text("utf-8")
    assert 'property="og:image" content="https://example.org/open/games/table-0-1/preview.png"' in head


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_a_telephone(chromium: Browser, published: Published, scheme: str) -> None:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, color_scheme="dark" if scheme == "dark" else "light"
    )
    narrow = context.new_page()
    for path in ("index.html", "rounds/1.html", "games/table-0-1/index.html"):
        narrow.goto(published.address + path)
        narrow.wait_for_load_state("networkidle")
        assert narrow.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_publishing_again_brings_corrections_and_takes_away_what_is_gone(tmp_path: Path, play: Play) -> None:
    def made(ident: str, black: str, moves: list[str]) -> Game:
        game = make_game(ident, ident, play(moves, 9)[0], GameFacts(black=black, round="1"))
        assert game is not None
        return game

    site = tmp_path / "site"
    write_site([made("a", "Ann", ["Bdd", "Wff"]), made("b", "Bob", ["Bcc"])], site, Texts("zh_hans"))
    kept = (site / "games/b/preview.png").stat().st_mtime_ns
    write_site([made("a", "Anna", ["Bdd", "Wfg", "Bgg"]), made("b", "Bob", ["Bcc"])], site, Texts("zh_hans"))
    assert "Anna" in (site / "games/a/index.html").read_text("utf-8")
    assert len(json.loads((site / "games/a/game.json").read_text("utf-8"))["moves"]) == 3
    assert (site / "games/b/preview.png").stat().st_mtime_ns == kept
    write_site([made("b", "Bob", ["Bcc"])], site, Texts("zh_hans"))
    assert not (site / "games/a/index.html").exists()
    assert "games/a" not in (site / "index.html").read_text("utf-8")


def test_games_with_the_same_identity_in_different_logs_have_addresses_of_their_own(tmp_path: Path, play: Play) -> None:
    first, second = play(["Bdd"], 9)[0], play(["Bee"], 9)[0]
    second[0] = msgspec.structs.replace(second[0], t=1.0)
    games = [make_game("board-1", "board", told, GameFacts(round="1")) for told in (first, second)]
    write_site([g for g in games if g], tmp_path / "site", Texts("en"))
    one = sorted(path.name for path in (tmp_path / "site/games").iterdir())
    write_site([g for g in reversed(games) if g], tmp_path / "site", Texts("en"))
    assert sorted(path.name for path in (tmp_path / "site/games").iterdir()) == one
    assert len(one) == 2


def test_a_folder_of_somebody_else_is_left_as_it_is(tmp_path: Path, play: Play) -> None:
    (tmp_path / "letters.txt").write_text("mine", "utf-8")
    game = make_game("a", "a", play(["Bdd"], 9)[0], GameFacts())
    assert game is not None
    with pytest.raises(SiteError, match="holds something else"):
        write_site([game], tmp_path, Texts("en"))
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_a_delay_holds_back_what_happened_since(tmp_path: Path, play: Play, kifuwatch: Run) -> None:
    log_path = tmp_path / "game.kifulog"
    with EventLog(log_path) as log:
        log.add_sitting(time.time() - 1000, 0.0, "0")
        # At 300, 600 and 900 s: 700, 400 and 100 s ago.
        log.extend(play(["Bdd", "Wgg", "Bee"], 9, pace=300.0)[0])
    assert kifuwatch("publish", log_path, "-o", tmp_path / "late", "--delay", "500").returncode == 0
    assert kifuwatch("publish", log_path, "-o", tmp_path / "now").returncode == 0
    moves = []
    for name in ("late", "now"):
        (path,) = (tmp_path / name / "games").glob("*/game.json")
        moves.append(len(json.loads(path.read_text("utf-8"))["moves"]))
    assert moves == [1, 3]


def test_the_command_publishes_a_hall(tmp_path: Path, play: Play, kifuwatch: Run) -> None:
    for table in (1, 2):
        folder = tmp_path / "boards" / f"table-{table}"
        folder.mkdir(parents=True)
        with EventLog(folder / "game.kifulog", board=folder.name, facts=GameFacts(round="3", black="王")) as log:
            log.extend(play(["Bdd", "Wgg"], 9)[0])
    done = kifuwatch(
        "publish", tmp_path / "boards", "-o", tmp_path / "site", "--language", "zh_hant", "--title", "公開賽"
    )
    assert done.returncode == 0, done.stderr
    assert "2 games" in done.stderr
    assert "第 3 輪" in (tmp_path / "site/index.html").read_text("utf-8")
    assert kifuwatch("publish", tmp_path / "boards", "-o", tmp_path / "boards").returncode == 2
    # A recording's own SGF is not another game, nor is what was published before; somebody else's is.
    (tmp_path / "boards/table-1/game.sgf").write_bytes(b"(;GM[1]SZ[9];B[aa])")
    (tmp_path / "boards/table-1/game-2.sgf").write_bytes(b"(;GM[1]SZ[9];B[aa])")
    (tmp_path / "boards/game.sgf").write_bytes(b"(;GM[1]SZ[9];B[aa])")
    assert len(load(tmp_path)) == 3
    assert "https://" in kifuwatch("publish", tmp_path / "boards", "-o", "s", "--address", "x", cwd=tmp_path).stderr
