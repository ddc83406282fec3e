"""What agents and hubs tell each other, and under which topics.

`PREFIX/agents/AGENT/...`, JSON, for any program that wants to listen:

- `online` (retained, last will): `Presence`
- `boards/BOARD/head` (retained): `Head`, how far the board's log goes; empty when the board is gone
- `boards/BOARD/health` (retained): `recorder.hall.wire.Health`
- `boards/BOARD/events`: `Batch`, new events as they are kept

`PREFIX/agents/AGENT/ask` and `PREFIX/hubs/HUB/answers` bear requests (`Ask`) and what came of them (`Answer`), as
MessagePack. A board's log has an identity; its events are known by it and their number, so whoever gets one twice
keeps it once, and whoever sees a gap asks for what is missing.
"""

from __future__ import annotations

import hashlib
import re

import msgspec

from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.log import Sitting

QOS = 1


class Presence(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an agent is there; `run` changes with every start of it."""

    online: bool
    run: str = ""
    version: str = ""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """A board and how far its log goes.

    Attributes
    ----------
    log : str
        Identity of the log.
    last : int
        Number of its last event.
    board : BoardConfig
        Without passwords of its source.
    games : tuple of str, or None
        The games it holds, where that is known. Another that ended before `reach` was deleted for good.
    reach : int
        Up to which number this is known; more than `last` where the last events were deleted.
    """

    log: str
    last: int
    board: BoardConfig
    games: tuple[str, ...] | None = None
    reach: int = 0


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Events of a board in the order of their numbers.

    Attributes
    ----------
    log : str
    after : int
        Number of the event before the first of these; 0 where they are the log's first.
    last : int
        Number of the last event in the log; more than the batch's last where more is to be had.
    events : list of JSON objects
        The lines of the log.
    facts : dict
        By game: what is known of it.
    sittings : list of Sitting
        When the source of these events began to be recorded: their wall times hang on it, and the public's delay.
    """

    log: str
    after: int
    last: int
    events: list[msgspec.Raw] = []
    facts: dict[str, GameFacts] = {}
    sittings: list[Sitting] = []


class EventHead(msgspec.Struct, frozen=True):
    """Of an event what a log files it by; the rest is kept as it came, whatever a newer version put there."""

    kind: str
    t: float
    seq: int
    game: str


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A request to an agent.

    Attributes
    ----------
    hub : str
        Whom to answer.
    ticket : int
        Which of its requests this is; the same twice is carried out once.
    what : str
        `events` (after number `number`), `order` (`content`), `picture` (of width `number`), `evidence` (`content`
        is the moment, `number` the alert), `put` (`content`: fields of a `BoardConfig` to change), `remove`,
        `cameras`, `preview` (`content`: the camera), `who`.
    board : str
        As the agent calls it.
    """

    hub: str
    ticket: int
    what: str
    board: str = ""
    number: int = 0
    content: bytes = b""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a request. `refused` is empty where it was done; `code` says the same as a key."""

    ticket: int
    content: bytes = b""
    refused: str = ""
    code: str = ""


class Topics:
    """The topics below a prefix."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._board = re.compile(rf"{re.escape(prefix)}/agents/([^/]+)/boards/([^/]+)/(head|health|events)")
        self._online = re.compile(rf"{re.escape(prefix)}/agents/([^/]+)/online")

    def online(self, agent: str) -> str:
        """Where an agent says that it is there."""
        return f"{self.prefix}/agents/{agent}/online"

    def board(self, agent: str, board: str, what: str) -> str:
        """Where a board's `head`, `health` or `events` are told."""
        return f"{self.prefix}/agents/{agent}/boards/{board}/{what}"

    def ask(self, agent: str) -> str:
        """Where an agent is asked."""
        return f"{self.prefix}/agents/{agent}/ask"

    def answers(self, hub: str) -> str:
        """Where a hub is answered."""
        return f"{self.prefix}/hubs/{hub}/answers"

    def of_hub(self, hub: str) -> tuple[str, ...]:
        """What a hub listens to: its answers, and whatever the agents tell."""
        told = (self.board("+", "+", what) for what in ("head", "health", "events"))
        return (self.answers(hub), self.online("+"), *told)

    def of_board(self, topic: str) -> tuple[str, str, str] | None:
        """Agent, board and what is told of it."""
        found = self._board.fullmatch(topic)
        return (found[1], found[2], found[3]) if found else None

    def of_agent(self, topic: str) -> str | None:
        """The agent whose presence a topic tells."""
        found = self._online.fullmatch(topic)
        return found[1] if found else None


def board_name(agent: str, board: str) -> str:
    """The identity under which every hub shows a board: the agent's name and its own, as short as needed."""
    name = f"{agent}-{board}"
    if len(name) <= 40:
        return name
    mark = hashlib.blake2s(name.encode(), digest_size=4).hexdigest()
    return f"{name[:31].rstrip('-')}-{mark}"


def without_password(source: str) -> str:
    """The address of a source without the user and the password that may stand in it."""
    scheme, mark, rest = source.partition("://")
    if not mark:
        return source
    head, slash, path = rest.partition("/")
    return f"{scheme}://{head.rpartition('@')[2]}{slash}{path}"
