"""The hall: all boards, their workers, what they tell, and what is told to them."""

from __future__ import annotations

import asyncio
import logging
import threading
from pathlib import Path

import msgspec

from recorder.fault_wording import fault_texts
from recorder.hall import wire
from recorder.hall.attendant import Attendant, NotRunning, Refused
from recorder.hall.board import BoardConfig
from recorder.hall.cameras import Camera, list_cameras, preview_of
from recorder.hall.follower import Follower
from recorder.hall.hub import Hub
from recorder.hall.store import HallStore

__all__ = ["Hall", "NotRunning", "Refused"]

logger = logging.getLogger(__name__)

ANSWER = 15.0
"""Seconds a worker has to answer an order."""
_OFF = wire.Health(source="off")


class Hall:
    """Boards that are recorded and shown. Safe from several threads.

    Parameters
    ----------
    store : HallStore
        Its folder holds everything: `boards/ID/` has a board's log, record, pictures and films.

    Attributes
    ----------
    hub : Hub
    """

    def __init__(self, store: HallStore) -> None:
        self.store, self.hub = store, Hub()
        self._lock = threading.RLock()
        self._boards: dict[str, BoardConfig] = {}
        self._followers: dict[str, Follower] = {}
        self._attendants: dict[str, Attendant] = {}
        self._said: dict[str, str] = {}

    def start(self) -> None:
        """Begin with the boards of the store."""
        with self._lock:
            for board in self.store.boards():
                self._enter(board)

    def close(self) -> None:
        """End all recordings in good order."""
        with self._lock:
            attendants, self._attendants = list(self._attendants.values()), {}
            followers, self._followers = list(self._followers.values()), {}
        closers = [threading.Thread(target=attendant.close) for attendant in attendants]
        for closer in closers:
            closer.start()
        for closer in closers:
            closer.join()
        for follower in followers:
            follower.close()
        self.store.close()

    def boards(self) -> list[BoardConfig]:
        """The boards in their order."""
        with self._lock:
            return list(self._boards.values())

    def board(self, name: str) -> BoardConfig | None:
        """A board by its identity."""
        with self._lock:
            return self._boards.get(name)

    def folder(self, board: str) -> Path:
        """Where a board's files are."""
        return self.store.folder / "boards" / board

    def log_path(self, board: str) -> Path:
        """A board's log."""
        return self.folder(board) / "game.kifulog"

    def shown(self, board: str) -> int | None:
        """Number of the last event that everybody may know of; None where nothing is held back."""
        with self._lock:
            follower = self._followers.get(board)
        return follower.shown if follower else None

    def put(self, board: BoardConfig) -> BoardConfig:
        """A new board, or another way to watch one; its game goes on where it is watched anew.

        Returns
        -------
        BoardConfig
            The board as it is known from now on.
        """
        with self._lock:
            before = self._boards.get(board.id)
            self.store.put(board)
            if before is None:
                self._enter(board)
                return board
            self._boards[board.id] = board
            attendant, follower = self._attendants.get(board.id), self._followers[board.id]
        follower.set_delay(board.delay)
        if msgspec.structs.replace(before, name=board.name, delay=board.delay) != board:
            if attendant is not None:
                attendant.close()
            with self._lock:
                self._attend(board)
        self._status(board.id)
        return board

    def remove(self, board: str) -> None:
        """Take a board out of the hall; its files stay."""
        with self._lock:
            self.store.drop(board)
            self._boards.pop(board, None)
            attendant, follower = self._attendants.pop(board, None), self._followers.pop(board, None)
        if attendant is not None:
            attendant.close()
        if follower is not None:
            follower.close()
        self.hub.drop(board)

    def _enter(self, board: BoardConfig) -> None:
        self._boards[board.id] = board
        self.folder(board.id).mkdir(parents=True, exist_ok=True)
        self._followers[board.id] = follower = self._follow(board.id)
        follower.set_delay(board.delay)
        follower.read()
        self._attend(board)

    def _follow(self, board: str) -> Follower:
        """What follows a board's log."""
        return Follower(board, self.log_path(board), self.hub)

    def _attend(self, board: BoardConfig) -> None:
        self._attendants.pop(board.id, None)
        if board.running:
            follower = self._followers[board.id]
            self._attendants[board.id] = attendant = Attendant(
                board, self.folder(board.id), follower.read, lambda _health: self._status(board.id)
            )
            attendant.start()
        self._status(board.id)

    def _status(self, name: str) -> None:
        with self._lock:
            board, health = self._boards.get(name), self.health(name)
        if board is None:
            return
        public = {"board": name, "name": board.name or name, "source": health.source}
        # Figures that change every second are asked for by `view`; here they would wake every page.
        inner = public | {
            "message": health.message,
            "messages": fault_texts(health.message),
            "words": health.words,
            "reason": health.reason,
            "reasons": fault_texts(health.reason),
            "size": health.size,
            "corners": health.corners,
            "picture": health.picture,
        }
        self.hub.set_status(name, public, inner)
        said = f"{health.source}: {health.message}" if health.message else health.source
        if self._said.get(name) != said:
            self._said[name] = said
            logger.info("%s: %s", name, said)

    def health(self, board: str) -> wire.Health:
        """How a board's recording goes."""
        with self._lock:
            attendant = self._attendants.get(board)
        return attendant.health if attendant is not None else _OFF

    def _attendant(self, board: str) -> Attendant:
        with self._lock:
            attendant = self._attendants.get(board)
        if attendant is None:
            raise NotRunning("the board is not running: start it first")
        return attendant

    async def order(self, board: str, line: bytes) -> bytes:
        """Carry out an order; the JSON of the events it led to.

        Raises
        ------
        Refused
            Where it cannot be done; the message says why.
        NotRunning
            Where nobody records the board, or no answer came in time.
        """
        try:
            answer = await asyncio.wait_for(asyncio.wrap_future(self._attendant(board).order(line)), ANSWER)
        except TimeoutError:
            raise NotRunning("the recording does not answer; look at the board before trying again") from None
        with self._lock:
            follower = self._followers.get(board)
        if follower is not None:
            await asyncio.to_thread(follower.read)  # who gave an order sees at once what came of it
        return answer

    async def picture(self, board: str, width: int) -> bytes:
        """The latest picture as JPEG; raises NotRunning where there is nobody to take one."""
        try:
            return await asyncio.wait_for(asyncio.wrap_future(self._attendant(board).picture(width)), 5.0)
        except TimeoutError:
            raise NotRunning("the recording does not answer") from None

    def cameras(self) -> list[Camera]:
        """The cameras of this machine."""
        with self._lock:
            used = {board.source: board.name or board.id for board in self._boards.values() if board.running}
        return list_cameras(used)

    def preview(self, camera: str) -> bytes:
        """A picture of a camera that no board uses; empty where it gives none."""
        return preview_of(camera) if any(camera == c.id and not c.used_by for c in self.cameras()) else b""
