"""A real console, a real browser, and a film that plays as if it were a camera."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from sgfmill.boards import Board

from recorder import events
from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore
from recorder.log import EventLog
from samples.render.drawn import Arm, DrawnBoard, DrawnCamera, Light

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=20_000)  # a machine that runs other tests meanwhile is slow


class Console:
    """`kifuwatch serve` as people run it: a process of its own.

    Attributes
    ----------
    address : str
    secrets : dict
        By role.
    """

    def __init__(self, data: Path, *options: str) -> None:
        self.data, self.options = data, options
        self.address = ""
        self.secrets: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self.port = 0

    def start(self) -> None:
        """Start, and wait until it says where it is."""
        command = [sys.executable, "-m", "recorder.cli", "serve", "--data", str(self.data), "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, *self.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
            start_new_session=True,  # so that its workers can be killed with it
        )
        assert self._process.stdout is not None
        lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout, lines), daemon=True)
        self._reader.start()
        try:
            while not self._greeted:
                self._take(lines.get(timeout=60))
        except Empty:
            raise AssertionError("the console did not say where it is within a minute") from None
        with contextlib.suppress(Empty):  # the secrets follow at the first start only
            while len(self.secrets) < 2:
                self._take(lines.get(timeout=5 if not self.secrets else 1))

    _greeted = False

    @staticmethod
    def _read(stream: Any, lines: Queue[str]) -> None:
        for line in stream:
            lines.put(line)

    def _take(self, line: str) -> None:
        if found := re.search(r"console is at (http://\S+?:(\d+))/", line):
            self.address, self.port, self._greeted = found[1], int(found[2]), True
        if found := re.search(r"secret of the (\w+): (\S+)", line):
            self.secrets[found[1]] = found[2]

    def kill(self) -> None:
        """As a power cut does it: all of its processes, at once."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._end()

    def _end(self) -> None:
        assert self._process is not None
        assert self._reader is not None
        self._reader.join(10)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process, self._greeted = None, False

    def close(self) -> None:
        """As Ctrl-C does it."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
        else:
            self._end()


@pytest.fixture(scope="module")
def make_console(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Console]]:
    made: list[Console] = []

    def make(*options: str, folder: Path | None = None) -> Console:
        made.append(Console(folder or tmp_path_factory.mktemp("hall"), *options))
        made[-1].start()
        return made[-1]

    yield make
    for console in made:
        console.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, which looks for nothing in the network; it ends with the module, for others to have theirs."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, headless=True, args=quiet)
        yield launched
        launched.close()


class Visitor:
    """Somebody with a browser of their own, and what that browser complained of.

    Attributes
    ----------
    page : Page
    complaints : list of str
        Errors of scripts, and what the console of the browser says.
    """

    def __init__(self, context: BrowserContext, console: Console) -> None:
        self.context, self.console = context, console
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(30_000)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def go(self, path: str) -> Page:
        """Open a page of the console."""
        self.page.goto(self.console.address + path)
        return self.page

    def sign_in(self, role: str) -> None:
        """As the sign-in page asks."""
        page = self.go("/sign-in")
        page.fill("#secret", self.console.secrets[role])
        with page.expect_navigation():
            page.click("main button")

    def sideways(self) -> int:
        """Pixels by which the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; options are those of a browser context."""
    contexts: list[BrowserContext] = []

    def make(console: Console, **options: Any) -> Visitor:
        contexts.append(browser.new_context(**({"locale": "en-GB", "reduced_motion": "reduce"} | options)))
        return Visitor(contexts[-1], console)

    yield make
    for context in contexts:
        context.close()


SIZE = 9


@pytest.fixture(scope="session")
def double_move_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """9 lines: Black C7, White G3, Black G7, and Black again C3; then two minutes of nothing."""
    path = tmp_path_factory.mktemp("film") / "double_move.mp4"
    film(path, [(1, 2, 2), (2, 6, 6), (1, 6, 2), (1, 2, 6)], still=120)
    return path


def film(path: Path, moves: Sequence[tuple[int, int, int]], still: float, fps: int = 5) -> None:
    """A drawn film: moves (1 black or 2 white, column, row), each by a hand; then seconds of a still board."""
    board, camera = DrawnBoard(SIZE, cell=32, seed=3), DrawnCamera(seed=3, noise=1.0)
    view = camera.view(board, (0, 0.3), 0.05, 0.78, 0.35)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (camera.width, camera.height))
    assert writer.isOpened()
    stones: dict[int, int] = {}

    def take(*arms: Arm) -> np.ndarray:
        drawn = board.draw(stones)
        return camera.take(board, board.add_arms(drawn, arms) if arms else drawn, view, Light())

    def wait(seconds: float) -> None:
        # Two pictures in turn: drawing each would take as long as the film.
        pictures = [take(), take()]
        for index in range(round(seconds * fps)):
            writer.write(pictures[index % 2])

    wait(2)
    for colour, x, y in moves:
        edge, shoulder = (SIZE + 4.5, SIZE + 8.5) if colour == 1 else (-5.5, -9.5)
        for share in (0.66, 0.33, 0.0):
            writer.write(take(Arm((x, y + share * (edge - y)), (x + 1, shoulder), stone=colour)))
        stones[y * SIZE + x] = colour
        for share in (0.0, 0.4, 0.8):
            writer.write(take(Arm((x, y + share * (edge - y)), (x + 1, shoulder))))
        wait(1.6)
    wait(still)
    writer.release()


GAMES = ROOT / "tests" / "engine" / "data" / "real_games.txt"


def events_of(line: str, count: int) -> Iterator[events.Event]:
    """A real game's first moves as they are told; what is captured, sgfmill says."""
    size, _, handicap, *moves = line.split()
    n = int(size)
    assert handicap == "-"
    yield events.Board(t=0, size=n, corners=((10, 10), (90, 10), (90, 90), (10, 90)))
    board = Board(n)
    for number, text in enumerate(moves[:count], 1):
        colour: events.Player = "B" if text[0] == "B" else "W"
        point = text[1:]
        before = {p for _, p in board.list_occupied_points()}
        board.play(n - 1 - (ord(point[1]) - 97), ord(point[0]) - 97, colour.lower())
        gone = before - {p for _, p in board.list_occupied_points()}
        captured = tuple(chr(97 + c) + chr(97 + n - 1 - r) for r, c in sorted(gone))
        yield events.Move(
            t=10 * number, n=number, colour=colour, point=point, captured=captured, t_placed=10 * number - 1,
            confidence=0.6 if number == 20 else 0.99,
        )  # fmt: skip


def fill(folder: Path) -> None:
    """A hall of three boards whose games were recorded before; no camera is running."""
    names = [
        GameFacts(
            black="柯洁", white="변상일", black_rank="9d", white_rank="9d", event="世界杯", round="决赛", komi=7.5
        ),
        GameFacts(black="Ilić", white="党毅飛", white_rank="5d"),
        GameFacts(),
    ]
    lines = [line for line in GAMES.read_text().splitlines() if line.startswith("19") and line.split()[2] == "-"]
    store = HallStore(folder)
    for number, (facts, count) in enumerate(zip(names, (157, 60, 12), strict=True)):
        name = f"table-{number + 1}"
        source = "/dev/v4l/by-id/not-there"
        store.put(BoardConfig(id=name, name=f"Table {number + 1}", source=source, facts=facts, running=False))
        place = folder / "boards" / name
        place.mkdir(parents=True)
        log = EventLog(place / "game.kifulog", name, facts)
        log.extend(events_of(lines[number], count))
        if number == 0:
            log.append(
                events.Alert(
                    t=1580, id="ko_retake", points=("dd",), colour="B", article="18.3", severity="critical",
                    message="Black took the ko back at once: D16", t_seen=1579, default="void_forfeit_warning",
                    options=("void_forfeit_warning", "void_forfeit"), roles={"move": ("dd",)},
                )
            )  # fmt: skip
        if number == 1:
            log.append(events.End(t=700, reason="resigned", result="W+R"))
        log.close()
    store.close()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    """A console of three boards whose games were recorded before."""
    folder = tmp_path_factory.mktemp("hall")
    fill(folder)
    console = Console(folder)
    console.start()
    yield console
    console.close()
