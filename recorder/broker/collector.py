"""A hub's side of the broker: all agents' boards gathered into mirrors, whatever comes in whatever order.

Agents tell heads and events; what is missing is asked for, batch by batch, at the pace at which it is kept. So a hub
that was away, or begins with nothing, ends up with the same logs as one that was always there.
"""

from __future__ import annotations

import logging
import queue
import secrets
import threading
import time as clocks
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import msgspec

from recorder.broker.address import BrokerAddress
from recorder.broker.arrears import Arrears
from recorder.broker.asker import Asker, failed
from recorder.broker.attendance import Attendance
from recorder.broker.link import Link
from recorder.broker.messages import Answer, Batch, Head, Presence, Topics, board_name
from recorder.broker.mirror import Known, Mirror
from recorder.broker.onlooker import Onlooker
from recorder.hall.board import is_board_id
from recorder.hall.wire import Health
from recorder.log import LogError

logger = logging.getLogger(__name__)

TICK = 0.5
"""Seconds from one look at what is due to the next, where nothing happens."""


class Collector(threading.Thread):
    """Gathers the boards of all agents.

    Parameters
    ----------
    address : BrokerAddress
    folder : Path
        In it each board gets a folder of its own.
    onlooker : Onlooker
    say : callable
        Gets sentences for people.
    """

    def __init__(self, address: BrokerAddress, folder: Path, onlooker: Onlooker, say: Callable[[str], None]) -> None:
        super().__init__(name="collector", daemon=True)
        self.id = secrets.token_hex(8)
        self._folder, self._onlooker, self._say = folder, onlooker, say
        self._topics = topics = Topics(address.prefix)
        self._inbox: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._mirrors: dict[str, Mirror] = {}
        self._arrears = Arrears()
        self._complaint = ""
        self._link = Link(
            address,
            take=lambda topic, payload: self._inbox.put(lambda: self._take(topic, payload)),
            up=lambda: self._inbox.put(self._up),
            down=lambda why: self._inbox.put(lambda: self._down(why)),
            topics=topics.of_hub(self.id),
        )
        self._asker = Asker(self.id, topics, self._link)
        self._attendance = Attendance(self._link.connected.is_set)

    def run(self) -> None:
        """Gather until closed."""
        for folder in sorted(self._folder.iterdir()) if self._folder.is_dir() else ():
            try:
                if (mirror := Mirror.load(folder)) is not None and not mirror.known.gone:
                    self._mirrors[mirror.name] = mirror
                    self._appear(mirror)
            except Exception:  # one that is broken keeps the others from nobody
                logger.exception("what was gathered in %s cannot be used", folder)
        self._link.start()
        due = 0.0
        while True:
            try:
                act = self._inbox.get(timeout=TICK)
            except queue.Empty:
                act = self._tick
            if act is None:
                break
            try:
                act()
                if clocks.monotonic() > due:
                    self._tick()
                    due = clocks.monotonic() + TICK
            except LogError as error:
                if str(error) != self._complaint:
                    self._say(str(error))
                self._complaint = str(error)
            except Exception:  # whatever somebody publishes, the others are gathered
                logger.exception("a message could not be used")
        self._link.close()
        for mirror in self._mirrors.values():
            mirror.close()

    def close(self) -> None:
        """End."""
        self._inbox.put(None)
        if self.is_alive():
            self.join()
        self._asker.give_up("the hub is closing")

    def ask(self, agent: str, what: str, board: str = "", number: int = 0, content: bytes = b"") -> Future[bytes]:
        """Ask an agent for something; `AgentRefused` or `Unreachable` where nothing comes of it. From any thread."""
        if not self._attendance.is_there(agent):
            return failed(f"the machine {agent} cannot be reached")
        return self._asker.ask(agent, what, board, number, content)

    def forget(self, name: str) -> None:
        """Leave out a board whose machine is not there. From any thread."""

        def drop() -> None:
            if (mirror := self._mirrors.get(name)) is not None:
                topic = self._topics.board(mirror.known.agent, mirror.known.board.id, "head")
                self._link.publish(topic, b"", retain=True)
            self._drop(name)

        self._inbox.put(drop)

    def agents(self) -> list[str]:
        """The agents that are there."""
        return self._attendance.agents()

    # What comes, in this thread

    def _take(self, topic: str, payload: bytes) -> None:
        if topic == self._topics.answers(self.id):
            self._asker.take(msgspec.msgpack.decode(payload, type=Answer))
        elif (agent := self._topics.of_agent(topic)) is not None:
            self._present(agent, payload)
        elif (place := self._topics.of_board(topic)) is not None and all(map(is_board_id, place[:2])):
            agent, board, what = place  # no other name must become that of a folder
            name = board_name(agent, board)
            match what:
                case "head":
                    self._head(agent, board, payload)
                case "health" if payload:
                    self._attendance.told(name, msgspec.json.decode(payload, type=Health))
                    if name in self._mirrors:
                        self._show_health(self._mirrors[name])
                case "events":
                    self._batch(name, msgspec.json.decode(payload, type=Batch))

    def _present(self, agent: str, payload: bytes) -> None:
        online = bool(payload) and msgspec.json.decode(payload, type=Presence).online
        if self._attendance.note(agent, online=online):
            self._say(f"the machine {agent} is {'there' if online else 'gone'}")
        for mirror in self._mirrors.values():
            if mirror.known.agent == agent:
                self._show_health(mirror)

    def _head(self, agent: str, board: str, payload: bytes) -> None:
        name = board_name(agent, board)
        if not payload:
            self._drop(name)
            return
        mirror = self._mirrors.get(name)
        head = msgspec.json.decode(payload, type=Head)
        if head.board.id != board:
            return
        known = Known(agent=agent, log=head.log, board=head.board)
        if mirror is None:
            if not self._onlooker.wanted(name):
                self._say(f"the board {board} of {agent} is left out: there is another board {name} here")
                return
            mirror = self._mirrors[name] = Mirror.load(self._folder / name) or Mirror(self._folder / name, known)
            mirror.remember(known)
            self._appear(mirror)
        elif mirror.known != known:
            mirror.remember(known)
            self._arrears.answered(name)
            self._appear(mirror)
        if head.games is not None and mirror.path.exists() and mirror.forget_all_but(head.games, head.reach):
            # Whoever follows the log has read what is gone.
            self._onlooker.vanished(name)
            self._appear(mirror)
        if head.last > mirror.last:
            self._want(mirror, head.last)
        else:
            self._arrears.drop(name)

    def _drop(self, name: str) -> None:
        if (mirror := self._mirrors.pop(name, None)) is not None:
            mirror.remember(msgspec.structs.replace(mirror.known, gone=True))
            mirror.close()
            self._onlooker.vanished(name)

    def _batch(self, name: str, batch: Batch) -> None:
        mirror = self._mirrors.get(name)
        if mirror is None or batch.log != mirror.known.log:
            return  # its head comes, and then the rest is asked for
        taken = mirror.take(batch)
        self._complaint = ""
        if taken.new or taken.facts:
            self._onlooker.grown(mirror, taken.alerts, taken.facts)
        if taken.lacking is not None:
            self._want(mirror, batch.last)
        else:
            self._arrears.gathered(name, mirror.last)

    def _want(self, mirror: Mirror, last: int) -> None:
        """Ask for what comes after the end of a mirror, unless that is under way."""
        name = mirror.name
        self._arrears.owe(name, last)
        if not self._arrears.may_ask(name) or not self._attendance.is_there(mirror.known.agent):
            return
        self._arrears.ask(name)
        future = self.ask(mirror.known.agent, "events", mirror.known.board.id, mirror.last)
        future.add_done_callback(lambda done: self._inbox.put(lambda: self._got(name, done)))

    def _got(self, name: str, done: Future[bytes]) -> None:
        if (error := done.exception()) is not None:
            logger.debug("%s: %s", name, error)
            self._arrears.ask(name)
        else:
            self._arrears.answered(name)
            self._batch(name, msgspec.json.decode(done.result(), type=Batch))

    def _up(self) -> None:
        self._say(f"connected to the broker {self._link.address}")
        self._arrears.start_again()

    def _down(self, why: str) -> None:
        self._say(why)
        self._attendance.lose_all()
        self._asker.give_up("the connection to the broker was lost")
        for mirror in self._mirrors.values():
            self._show_health(mirror)

    def _tick(self) -> None:
        for name, last in self._arrears.owed().items():
            if (mirror := self._mirrors.get(name)) is None or mirror.last >= last:
                self._arrears.drop(name)
            else:
                self._want(mirror, last)

    def _appear(self, mirror: Mirror) -> None:
        self._onlooker.appeared(mirror)
        self._show_health(mirror)

    def _show_health(self, mirror: Mirror) -> None:
        self._onlooker.told_health(mirror.name, self._attendance.health(mirror))
