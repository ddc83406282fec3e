"""Games for the tests of publishing: real ones, and small ones with ko, captures and changes of the stones."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, sync_playwright
from sgfmill import boards

from recorder import events

REAL_GAMES = Path(__file__).parents[2] / "engine" / "data" / "real_games.txt"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, which looks for nothing in the network."""
    with sync_playwright() as playwright:
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
        launched = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        yield launched
        launched.close()


def board_event(size: int = 19) -> events.Board:
    return events.Board(t=0.0, size=size, corners=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)))


def square(vertex: str, size: int) -> tuple[int, int]:
    """Row (from the bottom, as sgfmill counts) and column."""
    return size - 1 - (ord(vertex[1]) - 97), ord(vertex[0]) - 97


def vertex(row: int, col: int, size: int) -> str:
    return chr(97 + col) + chr(97 + size - 1 - row)


def occupied(board: boards.Board) -> dict[str, str]:
    return {vertex(row, col, board.side): colour.upper() for colour, (row, col) in board.list_occupied_points()}


def played(
    moves: Sequence[str], size: int = 19, handicap: Sequence[str] = (), pace: float = 10.0
) -> tuple[list[events.Event], boards.Board]:
    """Events of a game told as `Bdd`, `W..`, with the captures sgfmill finds; and sgfmill's last board."""
    board = boards.Board(size)
    told: list[events.Event] = [board_event(size)]
    if handicap:
        told.append(events.Setup(t=0, black=tuple(handicap), white=(), to_move="W"))
        board.apply_setup([square(point, size) for point in handicap], [], [])
    for n, move in enumerate(moves, 1):
        colour: events.Player = "B" if move[0] == "B" else "W"
        if move[1:] == "..":
            told.append(events.Pass(t=pace * n, n=n, colour=colour, confidence=1))
            continue
        before = occupied(board)
        board.play(*square(move[1:], size), colour.lower())
        taken = tuple(sorted(set(before) - set(occupied(board))))
        told.append(
            events.Move(
                t=pace * n,
                n=n,
                colour=colour,
                point=move[1:],
                captured=taken,
                t_placed=pace * n,
                confidence=1,
            )
        )
    return [msgspec.structs.replace(event, seq=seq, game="board-1") for seq, event in enumerate(told, 1)], board


@cache
def real_game(number: int) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Size, handicap stones and moves of a real game."""
    lines = [line for line in REAL_GAMES.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    size, _, stones, *moves = lines[number].split()
    return int(size), () if stones == "-" else tuple(stones.split(",")), tuple(moves)


@pytest.fixture(scope="session")
def game() -> Callable[[int], tuple[list[events.Event], boards.Board]]:
    """A real game's events and sgfmill's last board, by its place in the file of real games."""

    def of(number: int) -> tuple[list[events.Event], boards.Board]:
        size, handicap, moves = real_game(number)
        return played(moves, size, handicap)

    return of


@pytest.fixture(scope="session")
def play() -> Callable[..., tuple[list[events.Event], boards.Board]]:
    return played
