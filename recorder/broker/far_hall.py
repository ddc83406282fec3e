"""The hall of a hub: the boards of all agents, beside those of this machine, behind the same pages."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

import msgspec

from recorder.broker.address import BrokerAddress
from recorder.broker.asker import AgentRefused, Unreachable
from recorder.broker.collector import Collector
from recorder.broker.far_names import by_number, told_apart
from recorder.broker.gleaner import PATIENCE, Gleaner
from recorder.broker.messages import board_name
from recorder.broker.mirror import Mirror
from recorder.broker.waiting import awaited, waited
from recorder.hall import wire
from recorder.hall.board import BoardConfig
from recorder.hall.cameras import Camera
from recorder.hall.follower import Follower
from recorder.hall.hall import ANSWER, Hall, Refused
from recorder.hall.store import HallStore

logger = logging.getLogger(__name__)

SOON = 4.0
"""Seconds a machine has for what takes no time."""
_CONNECTING = wire.Health(source="connecting")


class FarHall(Hall):
    """Boards of other machines, and of this one.

    Parameters
    ----------
    store : HallStore
        What is gathered lies beside this machine's boards, under `AGENT-BOARD`.
    address : BrokerAddress
    say : callable
        Gets sentences for people.
    """

    def __init__(self, store: HallStore, address: BrokerAddress, say: Callable[[str], None]) -> None:
        super().__init__(store)
        self._far: dict[str, Mirror] = {}
        self._healths: dict[str, wire.Health] = {}
        self._news = threading.Condition()
        self.collector = Collector(address, store.folder / "boards", self, say)
        self._gleaner = Gleaner(self.folder, self._picture_of, self._keep_days)
        self._say = say

    def start(self) -> None:
        """Begin with this machine's boards; the others come as they are told."""
        super().start()
        self.collector.start()
        self._gleaner.start()

    def close(self) -> None:
        """End; what is gathered stays."""
        self._gleaner.close()
        self.collector.close()
        super().close()

    # What the collector tells

    def wanted(self, name: str) -> bool:
        """Whether a far board may have this name: not where a board of this machine has it."""
        with self._lock:
            return name not in self._boards or name in self._far

    def appeared(self, mirror: Mirror) -> None:
        """A board is new, or set up differently."""
        board = mirror.known.board
        source = f"{mirror.known.agent}: {board.source}"[:1000]
        with self._lock:
            self._far[mirror.name] = mirror
            self._boards[mirror.name] = msgspec.structs.replace(board, id=mirror.name, source=source)
            renamed = self._tell_apart()
            follower = self._followers.get(mirror.name)
            if follower is None:
                follower = self._followers[mirror.name] = Follower(mirror.name, mirror.path, self.hub)
        follower.set_delay(board.delay)
        follower.read()
        for name in {mirror.name, *renamed}:
            self._status(name)
        with self._news:
            self._news.notify_all()

    def _tell_apart(self) -> list[str]:
        """Call boards of one name by their machine too; which are called anew by that."""
        own = [b.name or b.id for name, b in self._boards.items() if name not in self._far]
        far = {name: (m.known.agent, m.known.board.name or m.known.board.id) for name, m in self._far.items()}
        shown = told_apart(own, far)
        renamed = [name for name in far if self._boards[name].name != shown[name]]
        for name in renamed:
            self._boards[name] = msgspec.structs.replace(self._boards[name], name=shown[name])
        return renamed

    def _call_anew(self) -> None:
        with self._lock:
            renamed = self._tell_apart()
        for name in renamed:
            self._status(name)

    def grown(self, mirror: Mirror, alerts: tuple[int, ...], facts: bool) -> None:
        """A board has new events, or more is known of its game."""
        with self._lock:
            follower = self._followers.get(mirror.name)
        if follower is not None:
            follower.read()
            if facts:
                follower.refresh()
        for alert in alerts:
            self._gleaner.want(mirror.name, alert)

    def vanished(self, name: str) -> None:
        """A board is not there any more; what was gathered of it stays on the disk."""
        with self._lock:
            self._far.pop(name, None)
            self._boards.pop(name, None)
            self._healths.pop(name, None)
            follower = self._followers.pop(name, None)
            renamed = self._tell_apart()
        if follower is not None:
            follower.close()
        self.hub.drop(name)
        for other in renamed:
            self._status(other)
        with self._news:
            self._news.notify_all()

    def _come(self, ready: Callable[[], bool]) -> None:
        """Wait a little until a machine has told what it was asked to do: whoever asked looks at it next."""
        with self._news:
            self._news.wait_for(ready, SOON)

    def told_health(self, name: str, health: wire.Health) -> None:
        """How a far board's recording goes."""
        with self._lock:
            self._healths[name] = health
        self._status(name)

    # What pages ask

    def boards(self) -> list[BoardConfig]:
        """This machine's boards in their order, then the others by machine and name."""
        with self._lock:
            far = sorted(self._far, key=by_number)
            return [b for name, b in self._boards.items() if name not in self._far] + [self._boards[n] for n in far]

    def health(self, board: str) -> wire.Health:
        """How a board's recording goes."""
        with self._lock:
            if board in self._far:
                return self._healths.get(board, _CONNECTING)
        return super().health(board)

    def put(self, board: BoardConfig) -> BoardConfig:
        """A new board, or another way to watch one, on whichever machine.

        A source `AGENT: CAMERA` belongs to that agent.

        Raises
        ------
        Refused, NotRunning
            Where its machine does not do it, or is not there.
        """
        with self._lock:
            mirror, before = self._far.get(board.id), self._boards.get(board.id)
        agent, mark, source = board.source.partition(": ")
        if mirror is not None and before is not None:
            known: dict[str, Any] = msgspec.to_builtins(before)
            fields = {k: v for k, v in msgspec.to_builtins(board).items() if known.get(k) != v}
            if "source" in fields:
                if agent != mirror.known.agent:
                    raise Refused("a board stays on its machine; make a new one on the other", "other_machine")
                fields["source"] = source
            self._ask(mirror.known.agent, "put", mirror.known.board.id, content=msgspec.json.encode(fields))
            self._come(lambda: self.board(board.id) != before)
            return board
        if before is None and mark and agent in self.collector.agents():
            fields = msgspec.to_builtins(board) | {"source": source}
            name = board_name(agent, self._ask(agent, "put", content=msgspec.json.encode(fields)).decode())
            self._come(lambda: self.board(name) is not None)
            return msgspec.structs.replace(board, id=name)
        super().put(board)
        self._call_anew()
        return board

    def remove(self, board: str) -> None:
        """Take a board out of the hall of its machine; raises as `put` does."""
        with self._lock:
            mirror = self._far.get(board)
        if mirror is None:
            super().remove(board)
            self._call_anew()
        elif self._agent_is_there(mirror):
            self._ask(mirror.known.agent, "remove", mirror.known.board.id)
            self._come(lambda: self.board(board) is None)
        else:
            self.collector.forget(board)  # a machine that does not come back must not stay for ever

    async def order(self, board: str, line: bytes) -> bytes:
        """Carry out an order; see `Hall.order`."""
        with self._lock:
            mirror = self._far.get(board)
        if mirror is None:
            return await super().order(board, line)
        future = self.collector.ask(mirror.known.agent, "order", mirror.known.board.id, content=line)
        return await awaited(future, ANSWER + 2)

    async def picture(self, board: str, width: int) -> bytes:
        """The latest picture as JPEG; see `Hall.picture`."""
        with self._lock:
            mirror = self._far.get(board)
        if mirror is None:
            return await super().picture(board, width)
        future = self.collector.ask(mirror.known.agent, "picture", mirror.known.board.id, number=width)
        return await awaited(future, 6.0)

    def cameras(self) -> list[Camera]:
        """The cameras of all machines; those of agents as `AGENT: CAMERA`."""
        asked = {agent: self.collector.ask(agent, "cameras") for agent in self.collector.agents()}
        cameras = super().cameras()
        for agent, future in asked.items():
            try:
                for camera in msgspec.json.decode(future.result(SOON), type=list[Camera]):
                    cameras.append(
                        msgspec.structs.replace(camera, id=f"{agent}: {camera.id}", name=f"{agent}: {camera.name}")
                    )
            except (AgentRefused, Unreachable, TimeoutError, msgspec.MsgspecError) as error:
                logger.info("the cameras of %s are not known: %s", agent, error)
        return cameras

    def preview(self, camera: str) -> bytes:
        """A picture of a camera that no board uses; empty where it gives none."""
        agent, mark, own = camera.partition(": ")
        if mark and agent in self.collector.agents():
            return self._ask(agent, "preview", content=own.encode(), patience=PATIENCE + 5)
        return super().preview(camera)

    def _agent_is_there(self, mirror: Mirror) -> bool:
        return mirror.known.agent in self.collector.agents()

    def _ask(self, agent: str, what: str, board: str = "", content: bytes = b"", patience: float = ANSWER) -> bytes:
        return waited(self.collector.ask(agent, what, board, content=content), patience)

    # Pictures of alerts

    def _picture_of(self, name: str, alert: int, moment: str) -> bytes:
        with self._lock:
            mirror = self._far.get(name)
        if mirror is None:
            raise Unreachable("the board is gone")
        future = self.collector.ask(mirror.known.agent, "evidence", mirror.known.board.id, alert, moment.encode())
        return future.result(PATIENCE)

    def _keep_days(self) -> dict[str, int]:
        with self._lock:
            return {name: mirror.known.board.keeping.days for name, mirror in self._far.items()}
