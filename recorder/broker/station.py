"""The hall of an agent: boards recorded as in any hall, told to a broker instead of pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from recorder.broker.address import BrokerAddress
from recorder.broker.agent import Agent
from recorder.broker.host import Refusal
from recorder.hall.board import BoardConfig, free_id
from recorder.hall.evidence import MOMENTS, picture_path
from recorder.hall.follower import Follower
from recorder.hall.hall import Hall, NotRunning, Refused
from recorder.hall.store import HallStore


class _Bell(Follower):
    """In place of what follows a log for pages: tells the agent that it has grown."""

    def __init__(self, board: str, station: Station) -> None:
        super().__init__(board, station.log_path(board), station.hub)
        self._station = station

    def read(self) -> None:
        """The log has grown."""
        self._station.agent.grown(self._board)

    def refresh(self) -> None:
        """What is known of the game has changed."""
        self._station.agent.grown(self._board)


class Station(Hall):
    """A machine's boards, and what is asked of it.

    Parameters
    ----------
    store : HallStore
    address : BrokerAddress
    name : str
        The machine's name among the agents.
    say : callable
        Gets sentences for people.

    Raises
    ------
    BrokerError
        Where the name is none.
    """

    def __init__(self, store: HallStore, address: BrokerAddress, name: str, say: Callable[[str], None]) -> None:
        super().__init__(store)
        self.agent = Agent(address, name, _Answering(self), say)

    def start(self) -> None:
        """Begin with the boards of the store."""
        self.agent.start()
        super().start()

    def close(self) -> None:
        """End all recordings in good order; what they still tell is told."""
        super().close()
        self.agent.close()

    def put(self, board: BoardConfig) -> BoardConfig:
        """A new board, or another way to watch one."""
        super().put(board)
        self.agent.put(board, self.log_path(board.id))
        return board

    def remove(self, board: str) -> None:
        """Take a board out of the hall."""
        super().remove(board)
        self.agent.drop(board)

    def _follow(self, board: str) -> Follower:
        return _Bell(board, self)  # there are no pages here

    def _enter(self, board: BoardConfig) -> None:
        self.agent.put(board, self.log_path(board.id))
        super()._enter(board)

    def _status(self, name: str) -> None:
        super()._status(name)
        if self.board(name) is not None:
            self.agent.health(name, self.health(name))


class _Answering:
    """Carries out what hubs ask."""

    def __init__(self, station: Station) -> None:
        self._station = station

    def order(self, board: str, line: bytes) -> bytes:
        """Carry out an order."""
        self._known(board)
        return _answered(self._station.order(board, line))

    def picture(self, board: str, width: int) -> bytes:
        """The latest picture as JPEG."""
        self._known(board)
        return _answered(self._station.picture(board, min(max(width, 160), 1920)))

    def evidence(self, board: str, alert: int, moment: str) -> bytes:
        """A picture of the board around an alert; empty where there is none."""
        self._known(board)
        if moment not in MOMENTS:
            raise Refusal(f"there is no picture {moment!r} an alert", "unknown")
        path = picture_path(self._station.folder(board), alert, moment)
        return path.read_bytes() if path.is_file() else b""

    def change(self, board: str, fields: bytes) -> bytes:
        """Set up a board; without a name for it, a new one."""
        try:
            changes = msgspec.json.decode(fields, type=dict[str, Any])
            known = self._station.board(board)
            if known is None:
                taken = {other.id for other in self._station.boards()}
                changes["id"] = free_id(str(changes.get("id") or changes.get("name", "")), taken)
                config = msgspec.convert(changes, BoardConfig)
            else:
                config = msgspec.convert(msgspec.to_builtins(known) | changes | {"id": known.id}, BoardConfig)
        except (msgspec.MsgspecError, ValueError) as error:
            raise Refusal(str(error), "no_board") from error
        self._station.put(config)
        return config.id.encode()

    def remove(self, board: str) -> None:
        """Take a board out of the hall."""
        self._known(board)
        self._station.remove(board)

    def cameras(self) -> bytes:
        """The machine's cameras, as JSON."""
        return msgspec.json.encode(self._station.cameras())

    def preview(self, camera: str) -> bytes:
        """What a camera sees, as JPEG."""
        return self._station.preview(camera)

    def _known(self, board: str) -> None:
        if self._station.board(board) is None:
            raise Refusal(f"there is no board {board} here", "no_board")


def _answered(doing: Coroutine[Any, Any, bytes]) -> bytes:
    """What a hall answers, in a thread without a loop."""
    try:
        return asyncio.run(doing)
    except Refused as error:
        raise Refusal(str(error), error.code) from error
    except NotRunning as error:
        raise Refusal(str(error), "not_running") from error
