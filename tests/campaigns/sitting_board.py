"""A board at which people sit: what the camera reads of it, what is ordered, when the recorder dies, and its log.

A script is written first (hands on a simulated board, orders and deaths at their times) and then lived through. After
everything that is told the record must be one and the same by all accounts: folded out of the log, as inference
believes it, as an SGF program shows it, as pages show it, kept up live or made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np
from sgfmill import boards, sgf

from recorder import events, orders
from recorder.inference.inferencer import Inferencer
from recorder.inference.resumption import resumed_line
from recorder.moments import Moments
from recorder.projection import Projection
from recorder.record import fold
from recorder.session import Session
from recorder.settings import Settings
from recorder.sgf import to_sgf
from recorder.sgf_reader import read_sgf
from tests.campaigns.watched_world import World
from vision.frame import Frame
from vision.grid import Grid
from vision.reading import Reading

OF_A_GAME = (
    events.Setup, events.Move, events.Pass, events.Edit, events.Correction, events.Alert, events.Turn,
)  # fmt: skip
"""What cannot be told before the stones that stood there at the start."""


class Wrong(AssertionError):  # noqa: N818 (what is wrong, is said)
    """The record is not one and the same by all accounts, or not what was played."""


class Readerless:
    """In place of a reader: the readings come from elsewhere."""

    def read(self, frame: Frame, grid: Grid) -> Reading:
        raise NotImplementedError


class ShownReadings(Session):
    """A session that is shown readings in place of pictures."""

    def show(self, reading: Reading) -> list[events.Event]:
        """What this reading confirms, in order."""
        self._time = reading.time
        count = self.count
        told: list[events.Event] = []
        if self.grid is None:
            told += self._place(grid_of(reading.size), reading.time)
        assert self.grid is not None
        return self._heard(told + self._infer(reading, self.grid), count)


def grid_of(size: int) -> Grid:
    """Any grid of so many lines."""
    return Grid(size, np.array([[0.0, 0.0], [90.0, 0.0], [90.0, 90.0], [0.0, 90.0]]))


@dataclass(frozen=True)
class Died:
    """The recorder is killed after so many of the events of the next batch, and started again after a while.

    Attributes
    ----------
    away : float
        Seconds.
    wanted : bool
        Whether it is started with `--resume`; else it begins by itself, as the console's does.
    kept : int
        Events of what is being told that are on the disk already.
    """

    away: float
    wanted: bool
    kept: int = 0


Act = orders.Order | Died | Callable[[], None]


@dataclass
class Sitting:
    """A board, its recorder and its log.

    Parameters
    ----------
    world : World
    settings : Settings
    so_far : sequence of Event
        Of a game that is joined with its record.
    """

    world: World
    settings: Settings
    so_far: Sequence[events.Event] = ()
    acts: list[tuple[float, Act]] = field(default_factory=list)
    told: list[events.Event] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def at(self, act: Act, time: float | None = None) -> None:
        """An order, or a death, at that time of the script; now by default."""
        self.acts.append((self.world.now if time is None else time, act))

    def __post_init__(self) -> None:
        self._dying: Died | None = None
        self._down: Died | None = None
        self._pages, self._moments = Projection("b"), Moments()
        self._ended, self._games = False, 0
        self.session = ShownReadings(self.settings, reader=Readerless())

    # The recorder

    def live(self, fps: float = 10.0, jitter: float = 0.003) -> None:
        """Live through the script; raises Wrong where accounts differ."""
        self.session = ShownReadings(self.settings, reader=Readerless())
        self.session.resume(self.so_far, in_log=False)
        waiting = sorted(self.acts, key=lambda one: one[0])
        back = 0.0
        for reading in self.world.readings(fps, jitter=jitter):
            while waiting and waiting[0][0] <= reading.time:
                _, act = waiting.pop(0)
                if isinstance(act, Died):
                    self._dying = act
                elif not callable(act):
                    self._order(act, reading.time)
            if self._dying is not None and not self._dying.kept:
                back = self._die(reading.time)
            if reading.time < back:
                continue
            if self._down is not None:
                self._resume(self._down)
            self._keep(self.session.show(reading))
            if self._down is not None:
                back = reading.time + self._down.away
        if self._down is not None:
            self._resume(self._down)
        self._keep(self.session.finish())
        self._check_kept()

    def _order(self, order: orders.Order, time: float) -> None:
        if self._down is not None:
            return
        before = self._believed()
        try:
            self._keep(self.session.order(order, time))
        except orders.OrderRefused as refusal:
            self.refused.append(f"{orders.order_name(order)}: {refusal}")
            if self._believed() != before or self.session.count != len(self.told):
                raise Wrong(f"{order} was refused and changed something: {refusal}") from refusal

    def _believed(self) -> object:
        line = self.session.watched.line if self.session.watched else None
        if line is None:
            return None
        return (line.start, [(e.colour, e.point, e.after, e.next_turn) for e in line.entries], line.first_turn)

    def _keep(self, told: list[events.Event]) -> None:
        """Each event into the log, as `EventLog` numbers it; the recorder may die in between."""
        kept = told
        if told and self._dying is not None:
            kept = told[: self._dying.kept]
        for event in kept:
            if not self._games or (self._ended and isinstance(event, events.Board)):
                self._games += 1
                self._ended = False
            numbered = msgspec.structs.replace(event, seq=len(self.told) + 1, game=f"b-{self._games}")
            numbered = events.decode(events.encode(numbered))
            self.told.append(numbered)
            self._pages.take(numbered)
            self._moments.send(numbered)
            if isinstance(event, events.End):
                self._ended = True
            elif isinstance(event, events.Pause) and event.state == "resumed":
                self._ended = False
        if told and self._dying is not None:
            self._down, self._dying = self._dying, None
            return
        if self.session.count != len(self.told):
            raise Wrong(f"the session counts {self.session.count} events, the log {len(self.told)}")
        if told:
            self._check()

    def _die(self, time: float) -> float:
        assert self._dying is not None
        self._down, self._dying = self._dying, None
        return time + self._down.away

    def _resume(self, died: Died) -> None:
        self._down = None
        self._check_kept()
        game = self.game()
        self.session = ShownReadings(self.settings, reader=Readerless())
        self.session.count = len(self.told)
        if game:
            self.session.resume(game, doubted=not died.wanted, reopen=died.wanted)
        else:
            self.session.resume(self.so_far, in_log=False)
        if died.wanted:
            self._ended = False

    def game(self, number: int | None = None) -> list[events.Event]:
        """The events of one game, the last one by default."""
        name = f"b-{self._games if number is None else number}"
        return [e for e in self.told if e.game == name]

    # Accounts

    def _check(self) -> None:
        """All accounts of the game that is on agree."""
        game = self.game()
        record = fold(game)
        if record is None:
            raise Wrong("events of a game come before its board")
        first = next((i for i, e in enumerate(game) if isinstance(e, events.Setup)), None)
        if first is not None:
            early = [e for e in game[:first] if isinstance(e, OF_A_GAME)]
            gone = {e.n for e in game[:first] if isinstance(e, events.Correction)}
            if early and 1 not in gone:
                raise Wrong(f"told before the setup: {early}")
        numbers = [step.number for step in record.line if step.is_turn]
        if numbers != list(range(1, len(numbers) + 1)):
            raise Wrong(f"moves are numbered {numbers}")
        line = resumed_line(record)
        shown = _shown(to_sgf(game) or b"", record.size)
        if shown != line.board:
            raise Wrong(f"an SGF program shows another board:\n{drawn(shown)}\nby the log it is\n{drawn(line.board)}")
        state = self._pages.state
        pages = bytearray(record.size**2)
        for colour, vertices in ((1, state.black), (2, state.white)):
            for vertex in vertices:
                pages[_index(vertex, record.size)] = colour
        if bytes(pages) != line.board:
            raise Wrong(f"pages show another board:\n{drawn(bytes(pages))}\nby the log it is\n{drawn(line.board)}")
        watched = self.session.watched
        if watched is None or watched.line is None:
            return
        believed = watched.line
        quiet = not record.line and (record.setup is None or not (record.setup.black or record.setup.white))
        if quiet and not len(believed):
            return  # what stood there at the start may be held back until it is known whether more is laid
        if believed.board != line.board:
            raise Wrong(f"inference believes\n{drawn(believed.board)}\nby the log it is\n{drawn(line.board)}")
        if [(e.colour, e.point) for e in believed.entries] != [(e.colour, e.point) for e in line.entries]:
            raise Wrong("inference believes in other moves than the log says")

    def _check_kept(self) -> None:
        """What was kept up live is what is made anew from the log."""
        pages, moments = Projection("b"), Moments(self.told)
        for event in self.told:
            pages.take(event)
        if pages.state != self._pages.state or pages.public != self._pages.public:
            raise Wrong("pages made anew from the log differ from those kept up live")
        if _of(moments) != _of(self._moments):
            raise Wrong("what a person should look at is another, made anew from the log")

    # What became of it

    @property
    def games(self) -> int:
        """How many games the log holds."""
        return self._games

    def moves(self, number: int | None = None) -> list[str]:
        """The main line of a game, as `Bcc` and `Wpass`."""
        record = fold(self.game(number))
        found = [] if record is None else [s.event for s in record.line if s.is_turn]
        return [e.colour + (e.point if isinstance(e, events.Move) else "pass") for e in found]  # type: ignore[union-attr]

    def setup(self, number: int | None = None) -> dict[str, str]:
        """The stones of the start as told."""
        record = fold(self.game(number))
        if record is None or record.setup is None:
            return {}
        return dict.fromkeys(record.setup.black, "B") | dict.fromkeys(record.setup.white, "W")

    def alerts(self, number: int | None = None) -> list[str]:
        """Warnings and more, by id."""
        return [e.id for e in self.game(number) if isinstance(e, events.Alert) and e.severity != "info"]

    def board(self, number: int | None = None) -> bytes:
        """Where a game's record ends."""
        record = fold(self.game(number))
        return b"" if record is None else resumed_line(record).board

    @property
    def inferencer(self) -> Inferencer:
        """What inference believes now."""
        assert self.session._inferencer is not None
        return self.session._inferencer


def _of(moments: Moments) -> list[Any]:
    return [(m.size, m.told, m.withdrawn, m.aftermath, sorted(m.open), m.is_settled, m.points) for m in moments.found()]


def _shown(content: bytes, size: int) -> bytes:
    """What a plain SGF program shows at the end of the main line; read also by our own reader."""
    game = sgf.Sgf_game.from_bytes(content)
    board = boards.Board(size)
    for node in game.get_main_sequence():
        colour, point = node.get_move()
        if node.has_setup_stones():
            if colour:
                raise Wrong("a node of the SGF holds both stones that are set and a move")
            for squares, content_ in zip(node.get_setup_stones(), ("b", "w", None), strict=True):
                for row, col in squares:
                    board.board[row][col] = content_
        if colour and point:
            row, col = point
            board.board[row][col] = None
            board.play(row, col, colour)
    found = bytearray(size * size)
    for colour, (row, col) in board.list_occupied_points():
        found[(size - 1 - row) * size + col] = "bw".index(colour) + 1
    told, _ = read_sgf(content)
    record = fold(told)
    assert record is not None
    if resumed_line(record).board != bytes(found):
        raise Wrong("our reader of SGF shows another board than sgfmill")
    return bytes(found)


def _index(vertex: str, size: int) -> int:
    return (ord(vertex[1]) - 97) * size + ord(vertex[0]) - 97


def drawn(board: bytes) -> str:
    """A board as text."""
    n = int(len(board) ** 0.5)
    return "\n".join(" ".join(".XO"[c] for c in board[r * n : r * n + n]) for r in range(n))
