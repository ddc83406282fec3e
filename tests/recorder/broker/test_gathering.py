"""Several machines: every game is complete and the same on all sides, each event once, whatever breaks meanwhile."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from recorder.broker.asker import AgentRefused, Unreachable
from recorder.broker.log_lines import LogIdentity, LogLines
from recorder.broker.messages import Ask, Topics, board_name
from recorder.hall.board import is_board_id
from recorder.hall.evidence import picture_path
from recorder.log import EventLog, LogReader
from recorder.log_mending import forget_game

if TYPE_CHECKING:
    from tests.conftest import Broker
    from tests.recorder.broker.conftest import Gathering, SimulatedAgent

    Play = Callable[..., SimulatedAgent]
    Gather = Callable[..., Gathering]
    Until = Callable[[str, Callable[[], bool]], None]

TABLES = ("table-1", "table-2", "table-3", "table-4")
MOVES = 90


def equal(agents: Mapping[str, SimulatedAgent], hub: Gathering, moves: int, tables: tuple[str, ...] = TABLES) -> bool:
    """Whether a hub has all that the agents' logs hold, line by line, and that is all there will be."""
    for name, agent in agents.items():
        for table in tables:
            kept = hub.lines(board_name(name, table))
            if len(kept) < moves or kept != agent.lines(table):
                return False
    return True


def test_the_broker_stops_an_agent_is_killed_a_hub_is_replaced(
    broker: Broker, play: Play, gathering: Gather, until: Until
) -> None:
    """Three agents with four boards each, two hubs; with KIFUWATCH_OUTAGE=60 in the environment for so many seconds."""
    broker.start()
    names = ("hall-a", "hall-b", "cellar")
    agents = {name: play(name, 4, 20) for name in names}
    stays, goes = gathering(broker.url, "stays"), gathering(broker.url, "goes")
    for hub in (stays, goes):
        until("both hubs have the beginning", lambda hub=hub: equal(agents, hub, 20))  # type: ignore[misc]
    for agent in agents.values():
        agent.play(45)
    until("events come in", lambda: stays.heard["cellar-table-1"] > 25)

    broker.stop()
    until("both hubs notice", lambda: all("lost" in {h.source for h in hub.healths.values()} for hub in (stays, goes)))
    until("agents record on", lambda: all(len(agents[name].lines("table-4")) == 45 for name in names))
    assert not equal(agents, stays, 45), "the hub lacks what was recorded meanwhile"
    time.sleep(float(os.environ.get("KIFUWATCH_OUTAGE", "0")))
    agents["hall-b"].kill()
    far = len(agents["hall-b"].lines("table-1"))
    goes.close()
    shutil.rmtree(goes.folder)

    broker.start()
    agents["hall-b"] = play("hall-b", 4, MOVES)
    replaced = gathering(broker.url, "goes")
    for name in ("hall-a", "cellar"):
        agents[name].play(MOVES)
    for hub in (stays, replaced):
        until("every game is complete and equal", lambda hub=hub: equal(agents, hub, MOVES))  # type: ignore[misc]
        seqs = [msgspec.json.decode(line)["seq"] for line in hub.lines("hall-b-table-3")]
        assert seqs == list(range(1, MOVES + 1)), "each event once"
        alerts = [seq for name, seq in hub.alerts if name == "cellar-table-2"]
        assert len(alerts) == len(set(alerts)) == 3
        with LogReader(hub.folder / "hall-a-table-4" / "game.kifulog") as log:
            assert log.facts(log.games()[-1].game).white == "변상일 4"
        with LogReader(hub.folder / "hall-b-table-1" / "game.kifulog") as log:
            began = [(s.seq, s.source) for s in log.sittings()]
        assert began == [(0, "rtsp://camera/1"), (far, "rtsp://camera/1")], "wall times can be told on all sides"
    assert stays.mirrors["hall-a-table-1"].known.board.name == "Tisch 1"
    assert stays.mirrors["hall-a-table-1"].known.board.source == "rtsp://camera/1", "no password on the broker"
    until("all are seen to be live", lambda: {h.source for h in stays.healths.values()} == {"live"})


def test_a_machine_that_dies_is_told_by_its_last_will_and_what_was_kept_is_there_without_it(
    broker: Broker, play: Play, gathering: Gather, until: Until
) -> None:
    broker.start()
    agent = play("hall-a", 1, 10)
    hub = gathering(broker.url)
    until("the hub has it all", lambda: equal({"hall-a": agent}, hub, 10, ("table-1",)))
    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    client.publish("kifuwatch/agents/hall-a/online", b'{"online":false,"run":"before"}', qos=1, retain=True)
    until(
        "a will that comes late is put right",
        lambda: hub.said[-2:] == [f"the machine hall-a is {s}" for s in ("gone", "there")],
    )
    client.disconnect()
    client.loop_stop()

    agent.kill()
    until("the hub knows", lambda: hub.healths["hall-a-table-1"].source == "lost")
    assert "the machine hall-a cannot be reached" in hub.healths["hall-a-table-1"].message
    with pytest.raises(Unreachable):
        hub.collector.ask("hall-a", "picture", "table-1").result(5)
    hub.close()
    broker.stop()
    broken = hub.folder / "aaa"
    broken.mkdir()
    (broken / "mirror.json").write_text('{"agent": "x"')
    again = gathering(broker.url)
    until("the archive is there without broker and agent", lambda: "hall-a-table-1" in again.mirrors)
    assert len(again.lines("hall-a-table-1")) == 10


def test_what_is_asked_is_done_once_and_answered(broker: Broker, play: Play, gathering: Gather, until: Until) -> None:
    broker.start()
    play("hall-a", 1, 5)
    hub = gathering(broker.url)
    until("the agent is there", lambda: hub.collector.agents() == ["hall-a"])
    ask = hub.collector.ask
    assert ask("hall-a", "order", "table-1", content=b'{"order": "pause"}').result(5) == b'table-1 1 {"order": "pause"}'
    assert ask("hall-a", "picture", "table-1", number=640).result(5) == b"picture of table-1, 640 wide"
    with pytest.raises(AgentRefused, match="no such move") as refused:
        ask("hall-a", "order", "table-1", content=b"refuse").result(5)
    assert refused.value.code == "no_move"
    with pytest.raises(AgentRefused, match="ZeroDivisionError"):
        ask("hall-a", "remove", "table-1").result(5)
    with pytest.raises(AgentRefused, match="update it"):
        ask("hall-a", "juggle").result(5)
    # The broker may bring a request twice: it is carried out once, and answered alike.
    answers: list[bytes] = []
    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.on_message = lambda _client, _data, message: answers.append(bytes(message.payload))
    client.connect("127.0.0.1", broker.port)
    client.subscribe(Topics("kifuwatch").answers("somebody"), qos=1)
    client.loop_start()
    twice = msgspec.msgpack.encode(Ask(hub="somebody", ticket=7, what="order", board="table-1", content=b"x"))
    for number in (1, 2):
        client.publish(Topics("kifuwatch").ask("hall-a"), twice, qos=1)
        until("it is answered", lambda number=number: len(answers) == number)  # type: ignore[misc]
    client.publish(Topics("kifuwatch").ask("hall-a"), b"\xc1nonsense", qos=1)
    assert b"table-1 2 x" in answers[0]
    assert answers[0] == answers[1]
    assert ask("hall-a", "order", "table-1", content=b"y").result(5) == b"table-1 3 y"
    client.disconnect()
    client.loop_stop()


def test_two_machines_of_one_name_do_not_mix_their_boards(
    broker: Broker, play: Play, gathering: Gather, until: Until, capfd: pytest.CaptureFixture[str]
) -> None:
    broker.start()
    first = play("hall-a", 1, 20)
    hub = gathering(broker.url)
    until("the first is there", lambda: equal({"hall-a": first}, hub, 20, ("table-1",)))
    heard = ""

    def refused() -> bool:
        nonlocal heard
        heard += capfd.readouterr().err
        return "another agent is called hall-a" in heard

    play("hall-a", 1, 40, folder="elsewhere")
    until("the second says so", refused)
    assert hub.collector.agents() == ["hall-a"]


def test_messages_of_no_sense_do_no_harm(broker: Broker, play: Play, gathering: Gather, until: Until) -> None:
    broker.start()
    hub = gathering(broker.url)
    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    for topic in ("agents/x/online", "agents/x/boards/y/head", "agents/x/boards/y/events", "agents/../boards/../head"):
        client.publish(f"kifuwatch/{topic}", b'{"log": 1', qos=1).wait_for_publish(5)
    head = b'{"log":"l","last":3,"board":{"id":"../../x","source":"0"}}'
    client.publish("kifuwatch/agents/x/boards/y/head", head, qos=1).wait_for_publish(5)
    head = b'{"log":"l","last":3,"board":{"id":"y","source":"0"}}'
    client.publish("kifuwatch/agents/../boards/y/head", head, qos=1).wait_for_publish(5)
    client.publish("kifuwatch/agents/x/boards/z/head", head, qos=1).wait_for_publish(5)
    client.disconnect()
    client.loop_stop()
    agent = play("hall-a", 1, 5)
    until("others are gathered", lambda: equal({"hall-a": agent}, hub, 5, ("table-1",)))
    assert [folder.name for folder in hub.folder.iterdir()] == ["hall-a-table-1"]


def test_a_log_that_was_replaced_is_another_and_the_old_one_is_laid_aside(
    broker: Broker, play: Play, gathering: Gather, until: Until
) -> None:
    broker.start()
    hub = gathering(broker.url)
    agent = play("hall-a", 1, 12)
    until("the first is kept", lambda: equal({"hall-a": agent}, hub, 12, ("table-1",)))
    agent.close()
    for path in (agent.folder / "table-1").glob("game.kifulog*"):
        if not path.name.endswith(".mark"):
            path.unlink()
    other = play("hall-a", 1, 7)
    until("the second is kept", lambda: len(hub.lines("hall-a-table-1")) == 7)
    assert hub.lines("hall-a-table-1") == other.lines("table-1")
    aside = list((hub.folder / "hall-a-table-1").glob("game-*.kifulog"))
    assert len(aside) == 1
    with LogReader(aside[0]) as log:
        assert len(log.events()) == 12


def test_a_game_that_is_deleted_for_good_on_its_machine_goes_from_the_hub_too(
    broker: Broker, play: Play, gathering: Gather, until: Until
) -> None:
    broker.start()
    hub = gathering(broker.url)
    agent = play("hall-a", 1, 155, 0.0)
    until("both games are kept", lambda: equal({"hall-a": agent}, hub, 155, ("table-1",)))
    picture = picture_path(hub.folder / "hall-a-table-1", 6, "before")
    picture.parent.mkdir()
    picture.write_bytes(b"the alert of the first game")
    agent.close()
    forget_game(agent.folder / "table-1" / "game.kifulog", "table-1-1")
    agent = play("hall-a", 1, 158)
    until("the rest and what is new are kept", lambda: len(hub.lines("hall-a-table-1")) == 8)
    assert hub.lines("hall-a-table-1") == agent.lines("table-1")
    until("its pictures are gone", lambda: not picture.exists())
    assert not list((hub.folder / "hall-a-table-1").glob("game-*.kifulog")), "it is the same log"
    agent.close()
    forget_game(agent.folder / "table-1" / "game.kifulog", "table-1-2")
    play("hall-a", 1, 0)
    until("nothing is left", lambda: hub.lines("hall-a-table-1") == [])


def test_a_logs_identity_stays_while_it_grows_and_changes_with_the_log(tmp_path: Path) -> None:
    from recorder import events

    path = tmp_path / "game.kifulog"
    board = events.Board(t=0.0, size=19, corners=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)))

    def identity() -> str:
        with LogLines(path) as reader:
            return LogIdentity(path).of(reader)

    with EventLog(path) as log:
        log.append(board)
    first = identity()
    with EventLog(path) as log:
        log.append(events.View(t=1, state="lost", reason="dark"))
    assert identity() == first
    path.unlink()
    with EventLog(path) as log:
        log.append(board)
    assert identity() != first, "it is shorter than it was"


def test_names_of_boards_can_stand_in_addresses_however_long_the_machines_are_called() -> None:
    assert board_name("hall-a", "table-1") == "hall-a-table-1"
    long = {board_name("a" * 40, "b" * 39 + str(n)) for n in range(10)}
    assert len(long) == 10
    assert all(is_board_id(name) for name in long)
