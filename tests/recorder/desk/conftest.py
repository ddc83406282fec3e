"""A board that is watched while people give orders: simulated readings, the real inference, log and SGF."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pysgf
import pytest
from sgfmill import boards, sgf

from recorder import events, orders
from recorder.desk.desk import Desk
from recorder.facts import GameFacts
from recorder.games import Games
from recorder.inference.inferencer import Inferencer
from recorder.record import fold
from recorder.settings import Settings
from recorder.sgf import to_sgf

_PATH = Path(__file__).parents[2] / "campaigns" / "watched_games.py"
_SPEC = importlib.util.spec_from_file_location("watched_games_of_the_desk", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
watched_games: Any = importlib.util.module_from_spec(_SPEC)
sys.modules["watched_games_of_the_desk"] = watched_games
_SPEC.loader.exec_module(watched_games)


class Table:
    """A board with players, a camera over it, and a desk where orders come in.

    Attributes
    ----------
    told : list of Event
        All that the log would hold, numbered.
    """

    def __init__(self, n: int = 9, settings: Settings | None = None, facts: GameFacts | None = None) -> None:
        self.n = n
        self.world = watched_games.World(n, 5)
        self.settings = settings or Settings(handicap=0)
        self.inferencer = Inferencer(n, self.settings)
        self.desk = Desk(self.settings, facts)
        self.facts = facts or GameFacts()
        self.told: list[events.Event] = []
        self._last = -1.0
        corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
        self._take([events.Board(t=0.0, size=n, corners=corners)])
        self.run(1.5)

    # What the desk asks of a session

    @property
    def watched(self) -> Inferencer:
        return self.inferencer

    def order_place(self, order: Any, time: float) -> list[events.Event]:
        raise NotImplementedError

    def order_next(self, time: float) -> list[events.Event]:
        raise NotImplementedError

    # What happens

    def at(self, vertex: str) -> int:
        return int(watched_games.index_of(vertex, self.n))

    def run(self, seconds: float = 2.0) -> list[events.Event]:
        """Time goes by, the camera looks on; what was told meanwhile."""
        self.world.wait(seconds)
        before = len(self.told)
        for reading in self.world.readings(10.0):
            if reading.time > self._last:
                self._last = reading.time
                self._see(self.inferencer.update(reading))
        return self.told[before:]

    def play(self, moves: str, pause: float = 1.5) -> list[events.Event]:
        """Each move by a hand of its own; stones taken off are written behind it: `Bcc-dd-ee`."""
        before = len(self.told)
        for text in moves.split():
            vertex, *taken = text[1:].split("-")
            colour = "BW".index(text[0]) + 1
            self.world.visit([(self.at(vertex), colour), *((self.at(t), 0) for t in taken)], colour)
            self.run(pause)
        return self.told[before:]

    def act(self, acts: str, side: int = 1, pause: float = 2.0) -> list[events.Event]:
        """One hand: `Bcc` lays black, `Wcc` white, `.cc` takes off."""
        self.world.visit([(self.at(text[1:]), ".BW".index(text[0])) for text in acts.split()], side)
        return self.run(pause)

    def misread(self, vertex: str, colour: int, seconds: float) -> None:
        """A hand comes and goes without a stone, and the camera reads one there for a while."""
        point = self.at(vertex)
        released, _ = self.world.visit([(point, 0)], colour)
        self.world.errors.append((released, released + seconds, point, colour, 0.99))

    def order(self, order: orders.Order) -> list[events.Event]:
        count = self.inferencer.count
        told = self.desk.order(order, max(self._last, 0.0), self)
        self.inferencer.count = count + len(told)
        return self._take(told, count)

    def refused(self, order: orders.Order) -> str:
        """Why an order cannot be carried out; nothing is changed by it."""
        line, count = self.record(), self.inferencer.count
        board = self.inferencer.board
        with pytest.raises(orders.OrderRefused) as refusal:
            self.order(order)
        assert (self.record(), self.inferencer.board, self.inferencer.count) == (line, board, count)
        return str(refusal.value)

    def _take(self, told: list[events.Event], count: int = 0) -> list[events.Event]:
        assert count == len(self.told)
        self.desk.hear(told, count)
        return self._keep(told)

    def _see(self, told: list[events.Event]) -> None:
        self._keep(self.desk.seen(told, len(self.told), self._last, self.inferencer))

    def _keep(self, told: list[events.Event]) -> list[events.Event]:
        count = len(self.told)
        self.told += [msgspec.structs.replace(event, seq=i) for i, event in enumerate(told, count + 1)]
        self.inferencer.count = len(self.told)
        return self.told[count:]

    def restart(self, away: float = 5.0) -> None:
        """The recorder is started anew from its log, and has seen nothing for a while."""
        self.told = [events.decode(events.encode(event)) for event in self.told]
        self.world.wait(away)
        self._last = self.world.now
        games = Games(self.settings, self.facts)
        games.count = len(self.told)
        games.resume(self.told)
        self.desk = games.desk
        assert isinstance(games.watched, Inferencer)
        self.inferencer = games.watched
        self.run(2.0)

    # What became of it

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]

    def alerts(self) -> list[str]:
        return [event.id for event in self.of(events.Alert)]

    def record(self) -> str:
        """The main line as text."""
        record = fold(self.told)
        assert record is not None
        line = [s.event for s in record.line if s.is_turn]
        assert [e.n for e in line] == list(range(1, len(line) + 1))  # type: ignore[union-attr]
        return " ".join(e.colour + (e.point if isinstance(e, events.Move) else "pass") for e in line)  # type: ignore[union-attr]

    def stones(self) -> dict[str, str]:
        """What lies on the table."""
        return {watched_games.vertex(p, self.n): "BW"[c - 1] for p, c in enumerate(self.world.board) if c}

    def sgf(self) -> bytes:
        content = to_sgf(self.told, self.facts)
        assert content is not None
        return content

    def shown(self) -> dict[str, str]:
        """What sgfmill shows at the end of the SGF's main line; pysgf reads the same moves."""
        content = self.sgf()
        game = sgf.Sgf_game.from_bytes(content)
        board = boards.Board(self.n)
        moves = []
        for node in game.get_main_sequence():
            if node.has_setup_stones():
                black, white, empty = node.get_setup_stones()
                for some, colour in ((black, "b"), (white, "w"), (empty, None)):
                    for row, col in some:
                        board.board[row][col] = colour
            colour, point = node.get_move()
            if colour and point:
                row, col = point
                if board.get(row, col) is not None:
                    board.board[row][col] = None
                board.play(row, col, colour)
                moves.append((colour.upper(), self.letters(point)))
        assert self.read_by_pysgf(content) == moves
        return {self.letters((r, c)): colour.upper() for colour, (r, c) in board.list_occupied_points()}

    def letters(self, square: tuple[int, int]) -> str:
        return chr(97 + square[1]) + chr(97 + self.n - 1 - square[0])

    def read_by_pysgf(self, content: bytes) -> list[tuple[str, str]]:
        node, found = pysgf.GoGame.from_string(content.decode()).root, []
        while True:
            found += [(m.player, m.sgf((self.n, self.n))) for m in node.moves if not m.is_pass]
            if not node.children:
                return found
            node = node.children[0]

    def check(self) -> None:
        """The record ends in what lies on the table, by all accounts."""
        assert self.shown() == self.stones()
        board = self.inferencer.board
        assert board is not None
        assert list(board) == self.world.board


@pytest.fixture
def table() -> Callable[..., Table]:
    return Table
