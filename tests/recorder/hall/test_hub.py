"""Resuming at the hub: nothing is missed and nothing comes twice, however often somebody comes back."""

from __future__ import annotations

import asyncio
import random
from contextlib import aclosing

import msgspec

from recorder import events
from recorder.hall.hub import Audience, Hub, Message
from recorder.projection import Projection

CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))


class Player:
    """Plays events into a hub, a board each."""

    def __init__(self, hub: Hub, board: str) -> None:
        self.hub, self.board, self.projection, self.seq = hub, board, Projection(board), 0
        self.tell(events.Board(t=0, size=19, corners=CORNERS))

    def tell(self, event: events.Event) -> None:
        self.seq += 1
        self.projection.take(msgspec.structs.replace(event, seq=self.seq, game="g"))
        self.hub.tell(self.board, self.projection)

    def move(self, n: int) -> None:
        point = chr(97 + n % 19) + chr(97 + n // 19 % 19)
        self.tell(
            events.Move(t=n, n=n, colour="B", point=point, captured=(), t_placed=n, confidence=1.0),
        )

    def alert(self, t: float) -> None:
        self.tell(
            events.Alert(t=t, id="x", points=(), colour=None, article="", severity="info", message="secret", t_seen=t)
        )


async def first(hub: Hub, audience: Audience, cursor: str = "", board: str | None = None) -> list[Message]:
    """What is there at once."""
    async with aclosing(hub.follow(audience, board, cursor, beat=0)) as following:
        return await anext(following)


def test_a_newcomer_gets_the_whole_states_and_then_the_changes() -> None:
    async def play() -> None:
        hub = Hub()
        one, two = Player(hub, "one"), Player(hub, "two")
        one.move(1)
        following = hub.follow("public")
        told = await anext(following)
        assert [(m.event, m.board) for m in told] == [("state", "one"), ("state", "two")]
        assert [m.cursor is None for m in told] == [True, False]
        two.move(1)
        (change,) = await anext(following)
        assert (change.event, change.board) == ("change", "two")
        assert msgspec.json.decode(change.data)["count"] == 1

    asyncio.run(play())


def test_who_comes_back_gets_what_he_missed_and_nothing_twice() -> None:
    async def play() -> None:
        hub, dice = Hub(), random.Random(5)
        players = [Player(hub, name) for name in ("one", "two", "three")]
        seen: dict[str, list[int]] = {p.board: [] for p in players}
        cursor, counts = "", dict.fromkeys(seen, 0)
        for _ in range(1000):
            for _ in range(dice.randrange(4)):
                player = dice.choice(players)
                counts[player.board] += 1
                player.move(counts[player.board])
            for message in await first(hub, "public", cursor):
                cursor = message.cursor or cursor
                seen[message.board].append(msgspec.json.decode(message.data).get("count", 0))
        for board, numbers in seen.items():
            assert numbers == list(range(numbers[0], counts[board] + 1))
            assert len(numbers) > 300

    asyncio.run(play())


def test_the_public_is_told_nothing_of_an_alert_not_even_by_a_gap() -> None:
    async def play() -> None:
        hub = Hub()
        player = Player(hub, "one")
        before = hub.cursor("public")
        player.alert(5)
        assert hub.cursor("public") == before
        assert await first(hub, "public", before) == []
        told = await first(hub, "referee", f"{hub.run}.1")
        assert b"secret" in told[0].data
        audiences: tuple[Audience, ...] = ("index", "public", "operator")
        for audience in audiences:
            assert all(b"secret" not in m.data for m in await first(hub, audience))

    asyncio.run(play())


def test_a_cursor_of_before_the_restart_or_of_long_ago_or_of_nobody_gives_whole_states() -> None:
    async def play() -> None:
        hub = Hub(kept=20)
        player = Player(hub, "one")
        old = hub.cursor("public")
        for n in range(1, 30):
            player.move(n)
        for cursor in (
            old,
            "feedbeef.3",
            f"{hub.run}.99999999",
            f"{hub.run}.-1",
            f"{hub.run}.x",
            "%00'--",
            f"{hub.run}.²",
        ):
            assert [m.event for m in await first(hub, "public", cursor)] == ["state"]

    asyncio.run(play())


def test_the_stream_of_one_board_can_be_resumed_although_others_play() -> None:
    async def play() -> None:
        hub = Hub()
        one, two = Player(hub, "one"), Player(hub, "two")
        (state,) = await first(hub, "public", board="one")
        assert state.cursor is not None
        two.move(1)
        one.move(1)
        two.move(2)
        told = await first(hub, "public", state.cursor, "one")
        assert [m.board for m in told] == ["one"]

    asyncio.run(play())


def test_boards_that_go_and_statuses_that_change_are_told() -> None:
    async def play() -> None:
        hub = Hub()
        Player(hub, "one")
        hub.set_status("one", {"source": "live"}, {"source": "live", "message": "inner"})
        following = hub.follow("index")
        assert [m.event for m in await anext(following)] == ["state", "status"]
        hub.set_status("one", {"source": "live"}, {"source": "live", "message": "inner"})
        hub.set_status("one", {"source": "lost"}, {"source": "lost", "message": "inner"})
        (status,) = await anext(following)
        assert (status.data, status.cursor) == (b'{"source":"lost"}', None)
        hub.drop("one")
        assert [m.event for m in await anext(following)] == ["gone"]

    asyncio.run(play())
