"""A machine with cameras, as the broker's other side sees it: it tells what it records, and does what it is asked."""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import msgspec

from recorder.broker.address import BrokerAddress, BrokerError
from recorder.broker.host import Host, Refusal
from recorder.broker.link import Link, Will
from recorder.broker.messages import Answer, Ask, Presence, Topics
from recorder.broker.outbox import Outbox
from recorder.hall.board import BoardConfig, is_board_id
from recorder.hall.wire import Health

logger = logging.getLogger(__name__)

REMEMBERED = 500
"""Answers that are kept, for requests that come twice."""
PATIENCE = 2.0
"""Seconds from the first connection until boards are told, as a rule."""


class Agent:
    """Publishes boards and carries out requests.

    Parameters
    ----------
    address : BrokerAddress
    name : str
        The machine's name among the agents: small letters, figures, hyphens.
    host : Host
    say : callable
        Gets sentences for people.
    patience : float
        Seconds that another agent of the same name has to say that it is there.

    Raises
    ------
    BrokerError
        Where the name is none.
    """

    def __init__(
        self,
        address: BrokerAddress,
        name: str,
        host: Host,
        say: Callable[[str], None],
        patience: float = PATIENCE,
    ) -> None:
        if not is_board_id(name):
            raise BrokerError("an agent's name is up to 40 small letters, figures and hyphens, such as hall-a")
        self.name, self.run = name, secrets.token_hex(8)
        self._host, self._say, self._patience = host, say, patience
        self._topics = Topics(address.prefix)
        self._outbox = Outbox(self._tell)
        self._healths: dict[str, bytes] = {}
        self._lock = threading.Lock()
        self._answers: OrderedDict[tuple[str, int], Answer | None] = OrderedDict()
        self._pool = ThreadPoolExecutor(8, thread_name_prefix="asked")
        self._alone = self._closing = False
        self._other = threading.Event()
        self._link = Link(
            address,
            take=self._take,
            up=self._up,
            down=say,
            topics=(self._topics.ask(name), self._topics.answers(self.run), self._topics.online(name)),
            will=Will(self._topics.online(name), msgspec.json.encode(Presence(online=False, run=self.run))),
        )

    def start(self) -> None:
        """Begin; returns at once, whether the broker is there or not."""
        self._outbox.start()
        self._link.start()

    def close(self) -> None:
        """Say goodbye and end."""
        self._outbox.close()
        self._closing = True
        farewell = (self._topics.online(self.name), msgspec.json.encode(Presence(online=False, run=self.run)))
        self._link.close(farewell if self._alone else None)
        self._pool.shutdown(wait=False, cancel_futures=True)

    @property
    def doubled(self) -> bool:
        """Whether another agent of the same name is there; then nothing is told."""
        return self._other.is_set()

    # What is told

    def put(self, board: BoardConfig, log: Path) -> None:
        """A board that is new, or set up differently."""
        self._outbox.put(board, log)

    def drop(self, board: str) -> None:
        """A board that is not there any more."""
        self._outbox.drop(board)
        with self._lock:
            self._healths.pop(board, None)
        self._tell(board, "health", b"", True)

    def grown(self, board: str) -> None:
        """A board's log has grown."""
        self._outbox.grown(board)

    def health(self, board: str, health: Health) -> None:
        """How a board's recording goes. What changes with every picture is not told."""
        steady = msgspec.structs.replace(health, age=None, late=0.0, looks=0.0, idle=0.0)
        told = msgspec.json.encode(steady)
        with self._lock:
            if self._healths.get(board) == told:
                return
            self._healths[board] = told
        self._tell(board, "health", told, True)

    def _tell(self, board: str, what: str, content: bytes, retain: bool) -> bool:
        return self._alone and self._link.publish(self._topics.board(self.name, board, what), content, retain=retain)

    def _up(self) -> None:
        if self._alone:
            self._tell_all()
            return
        # At the first connection: is somebody of our name there already? His boards and ours would be mixed up.
        ask = Ask(hub=self.run, ticket=0, what="who", content=self.run.encode())
        self._link.publish(self._topics.ask(self.name), msgspec.msgpack.encode(ask))
        threading.Thread(target=self._claim, name="claiming the name", daemon=True).start()

    def _claim(self) -> None:
        if self._other.wait(self._patience):
            self._say(
                f"another agent is called {self.name}; give this one another --name. It records, but tells nothing"
            )
            return
        if not self._alone and self._link.connected.is_set():
            self._alone = True
            self._say(f"connected to the broker {self._link.address} as {self.name}")
            self._tell_all()

    def _tell_presence(self) -> None:
        presence = Presence(online=True, run=self.run, version=version("kifuwatch"))
        self._link.publish(self._topics.online(self.name), msgspec.json.encode(presence), retain=True)

    def _tell_all(self) -> None:
        self._tell_presence()
        with self._lock:
            healths = dict(self._healths)
        for board, told in healths.items():
            self._tell(board, "health", told, True)
        self._outbox.again()

    # What is asked

    def _take(self, topic: str, payload: bytes) -> None:
        if topic == self._topics.answers(self.run):
            if not self._alone:
                self._other.set()
            return
        if topic == self._topics.online(self.name):
            # The last will of a connection that died before comes late, where the network was cut.
            if self._alone and not self._closing and not _says_online(payload):
                self._tell_presence()
            return
        try:
            ask = msgspec.msgpack.decode(payload, type=Ask)
        except msgspec.MsgspecError as error:
            logger.warning("a request that is none: %s", error)
            return
        if ask.what == "who":
            if self._alone and ask.hub != self.run:
                self._answer(ask, Answer(ticket=ask.ticket, content=self.run.encode()))
            return
        if not self._alone:
            return
        key = (ask.hub, ask.ticket)
        with self._lock:
            if key in self._answers:
                again = self._answers[key]
            else:
                self._answers[key] = again = None
                while len(self._answers) > REMEMBERED:
                    self._answers.popitem(last=False)
                self._pool.submit(self._carry_out, ask)
        if again is not None:
            self._answer(ask, again)

    def _carry_out(self, ask: Ask) -> None:
        try:
            answer = Answer(ticket=ask.ticket, content=self._done(ask))
        except Refusal as error:
            answer = Answer(ticket=ask.ticket, refused=str(error), code=error.code)
        except Exception as error:  # a request must not end the agent
            logger.exception("the request %s could not be carried out", ask.what)
            answer = Answer(ticket=ask.ticket, refused=f"{type(error).__name__}: {error}", code="fault")
        with self._lock:
            # Events and pictures are not kept: they are large, and asking twice does no harm.
            if (ask.hub, ask.ticket) in self._answers and ask.what in ("order", "put", "remove"):
                self._answers[ask.hub, ask.ticket] = answer
        self._answer(ask, answer)

    def _answer(self, ask: Ask, answer: Answer) -> None:
        self._link.publish(self._topics.answers(ask.hub), msgspec.msgpack.encode(answer))

    def _done(self, ask: Ask) -> bytes:
        match ask.what:
            case "events":
                batch = self._outbox.batch(ask.board, ask.number)
                if batch is None:
                    raise Refusal("there is no log of this board", "no_log")
                return msgspec.json.encode(batch)
            case "order":
                return self._host.order(ask.board, ask.content)
            case "picture":
                return self._host.picture(ask.board, ask.number)
            case "evidence":
                return self._host.evidence(ask.board, ask.number, ask.content.decode())
            case "put":
                return self._host.change(ask.board, ask.content)
            case "remove":
                self._host.remove(ask.board)
                return b""
            case "cameras":
                return self._host.cameras()
            case "preview":
                return self._host.preview(ask.content.decode())
        raise Refusal(f"this agent does not know how to do {ask.what!r}; update it", "unknown")


def _says_online(payload: bytes) -> bool:
    try:
        return msgspec.json.decode(payload, type=Presence).online
    except msgspec.MsgspecError:
        return False
