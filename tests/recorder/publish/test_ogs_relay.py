"""The relay to OGS against a small server of ours that speaks the protocol its public client library describes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import msgspec
import pytest
from sgfmill import boards
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve

from recorder import events
from recorder.game_state import GameState
from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore
from recorder.log import EventLog
from recorder.projection import Projection
from recorder.publish.ogs import OgsRelay
from recorder.publish.ogs_path import path_of

Play = Callable[..., tuple[list[events.Event], boards.Board]]
RealGame = Callable[[int], tuple[list[events.Event], boards.Board]]

TOKEN = "a token"


class Command(Protocol):
    """The command line, see `tests/recorder/conftest.py`."""

    def __call__(self, *words: object, cwd: Path) -> subprocess.CompletedProcess[str]: ...

    def start(self, *words: object, cwd: Path) -> subprocess.Popen[str]: ...


def state_of(told: list[events.Event]) -> GameState:
    projection = Projection("table-1")
    for event in told:
        projection.take(event)
    return projection.public


def followed(path: str, size: int) -> dict[str, str]:
    """The position a review shows for a path: an oracle of its own, on sgfmill's board."""
    board, turn, rest = boards.Board(size), "b", path

    def square(vertex: str) -> tuple[int, int]:
        return size - 1 - (ord(vertex[1]) - 97), ord(vertex[0]) - 97

    while rest:
        if rest[0] == "!":
            row, col = square(rest[2:4])
            board.board[row][col] = {"0": None, "1": "b", "2": "w"}[rest[1]]
            rest = rest[4:]
            continue
        if rest[:2] != "..":
            board.play(*square(rest[:2]), turn)
        turn, rest = "w" if turn == "b" else "b", rest[2:]
    found = {}
    for colour, (row, col) in board.list_occupied_points():
        found[chr(97 + col) + chr(97 + size - 1 - row)] = colour.upper()
    return found


def stones_of(state: GameState) -> dict[str, str]:
    return dict.fromkeys(state.black, "B") | dict.fromkeys(state.white, "W")


class Ogs:
    """Keeps reviews in memory: who may write, and what was appended."""

    def __init__(self) -> None:
        self.appended: list[dict[str, Any]] = []
        self.said: list[str] = []
        self.connections = 0
        self._changed = threading.Condition()
        self._open: list[ServerConnection] = []
        self._server: Server | None = None
        self.port = 0

    def start(self) -> None:
        self._server = serve(self._talk, "127.0.0.1", self.port)
        self.port = self._server.socket.getsockname()[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
        for connection in self._open:
            with suppress(OSError):
                connection.socket.close()
        self._open.clear()

    def _talk(self, connection: ServerConnection) -> None:
        self._open.append(connection)
        self.connections += 1
        user: int | None = None
        with suppress(ConnectionClosed, OSError):
            for message in connection:
                command, data, *ticket = json.loads(message)
                with self._changed:
                    self.said.append(command)
                    self._changed.notify_all()
                if command == "authenticate":
                    user = 7 if data["jwt"] == TOKEN else None
                    known = {"id": user, "username": "relay"} if user else None
                    connection.send(json.dumps([ticket[0], known]))
                elif command == "review/connect":
                    content = [{"gamedata": {"width": 19, "height": 19}}, *self.appended]
                    connection.send(json.dumps([f"review/{data['review_id']}/full_state", content]))
                elif command == "review/append" and user:
                    review = data.pop("review_id")
                    connection.send(json.dumps([f"review/{review}/r", data]))
                    with self._changed:
                        self.appended.append(data)
                        self._changed.notify_all()

    def wait_for(self, path: str) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: bool(self.appended) and self.appended[-1]["m"] == path, 20)

    def hears_last(self, command: str) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self.said[-1:] == [command], 20)


@pytest.fixture
def ogs() -> Iterator[Ogs]:
    server = Ogs()
    server.start()
    yield server
    server.stop()


def relay_to(ogs: Ogs, jwt: str = TOKEN, said: list[str] | None = None) -> OgsRelay:
    tell = said.append if said is not None else (lambda _text: None)
    return OgsRelay(42, jwt, f"ws://127.0.0.1:{ogs.port}", tell, (0.05, 0.1))


def test_a_real_game_is_written_as_the_server_plays_it(game: RealGame) -> None:
    for number in (0, 2, 20):
        told, _ = game(number)
        state = state_of(told)
        path = path_of(state)
        assert followed(path, state.size) == stones_of(state)
        assert "!" not in path  # nothing had to be set by hand
        assert len(path) == 2 * len(state.moves)


def test_what_no_rules_allow_is_set_as_stones(play: Play) -> None:
    told, _ = play(["Bba", "Wab", "Bbb", "W..", "Bcc"], 9, ["gg", "cg"])
    more: list[events.Event] = [
        *told,
        # The same colour again, captured stones left where they are, a stone moved, one on another.
        events.Move(t=90, n=6, colour="B", point="dd", captured=(), t_placed=90, confidence=1),
        events.Move(t=91, n=7, colour="W", point="aa", captured=(), t_placed=91, confidence=1),
        events.Move(t=92, n=8, colour="B", point="ac", captured=(), t_placed=92, confidence=1),
        events.Edit(t=93, after=8, black=("ee",), white=("ii",), empty=("dd",), cause="seen"),
        events.Move(t=94, n=9, colour="W", point="cc", captured=("gg",), t_placed=94, confidence=1),
    ]
    more = [msgspec.structs.replace(event, seq=n, game="g") for n, event in enumerate(more, 1)]
    for count in range(1, len(more) + 1):
        state = state_of(more[:count])
        assert followed(path_of(state), 9) == stones_of(state)


def test_each_move_and_a_correction_are_shown(ogs: Ogs, play: Play) -> None:
    relay = relay_to(ogs)
    moves = ["Bdd", "Wpp", "Bdp", "Wpd"]
    for count in range(1, 5):
        state = state_of(play(moves[:count])[0])
        relay.show(state)
        ogs.wait_for(path_of(state))
    corrected = state_of(play(["Bdd", "Wpp", "Bdq"])[0])
    relay.show(corrected)
    ogs.wait_for("ddppdq")
    relay.close()
    assert ogs.said[:2] == ["authenticate", "review/connect"]
    assert ogs.hears_last("review/disconnect")
    assert {append["f"] for append in ogs.appended} == {0}


def test_a_server_that_goes_away_gets_everything_when_it_is_back(ogs: Ogs, play: Play) -> None:
    said: list[str] = []
    relay = relay_to(ogs, said=said)
    relay.show(state_of(play(["Bdd"])[0]))
    ogs.wait_for("dd")
    ogs.stop()
    for moves in (["Bdd", "Wpp"], ["Bdd", "Wpp", "Bdp"]):
        relay.show(state_of(play(moves)[0]))  # never held up
    ogs.start()
    ogs.wait_for("ddppdp")
    relay.close()
    assert ogs.connections >= 2
    assert sum("lost" in text for text in said) == 1


def test_a_token_that_is_none_is_told_once_and_nothing_is_tried_again(ogs: Ogs, play: Play) -> None:
    said: list[str] = []
    relay = relay_to(ogs, "stolen", said)
    relay.show(state_of(play(["Bdd"])[0]))
    relay.close()
    assert "does not know the account" in relay.refused
    assert ogs.connections == 1
    assert ogs.appended == []
    assert len(said) == 1


def test_a_board_that_was_not_found_yet_is_not_shown() -> None:
    with pytest.raises(ValueError, match="no board yet"):
        path_of(GameState(board="x"))


def test_a_board_of_a_running_console_is_relayed_and_goes_on(
    ogs: Ogs, play: Play, tmp_path: Path, kifuwatch: Command
) -> None:
    """Two processes: the console with a board, and the relay, which sees what the public sees."""
    told = play(["Bdd", "Wpp"])[0]
    folder = tmp_path / "data" / "boards" / "table-1"
    folder.mkdir(parents=True)
    with EventLog(folder / "game.kifulog", "table-1") as log:
        log.extend(told)
    store = HallStore(tmp_path / "data")
    store.put(BoardConfig(id="table-1", source="0", running=False))
    store.close()
    (tmp_path / "token").write_text(TOKEN + "\n", "utf-8")
    console = kifuwatch.start("serve", "--port", 0, "--data", tmp_path / "data", cwd=tmp_path)
    assert console.stdout is not None
    found = next((m for line in console.stdout if (m := re.search(r"console is at (http://\S+)/", line))), None)
    assert found is not None
    address = found[1]
    options = ["--ogs-review", 42, "--ogs-token", tmp_path / "token", "--server", f"ws://127.0.0.1:{ogs.port}"]
    relay = kifuwatch.start("relay", address, "table-1", *options, cwd=tmp_path)
    try:
        ogs.wait_for("ddpp")
        relay.send_signal(signal.SIGINT)
        _, said = relay.communicate(timeout=20)
        assert relay.returncode == 0, said
        assert "connected" in said
        assert "Traceback" not in said
        wrong = kifuwatch("relay", address, "nowhere", *options, cwd=tmp_path)
        assert wrong.returncode == 2
        assert "no such board" in wrong.stderr
    finally:
        for process in (relay, console):
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.wait(30)
        console.communicate()
