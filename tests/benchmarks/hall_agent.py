"""An agent of a hall whose boards play by themselves, in a process of its own.

    python -m tests.benchmarks.hall_agent NAME BROKER FOLDER BOARDS PAUSE SECONDS PLAYED

It says that it is ready, begins when a line comes, prints what was played, and ends when another line comes.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import msgspec

from recorder import events
from recorder.broker.address import BrokerAddress
from recorder.broker.agent import Agent
from recorder.broker.messages import EventHead
from recorder.broker.mirror import MirrorLog
from recorder.hall.board import BoardConfig
from recorder.hall.wire import Health
from recorder.log import EventLog


def move(n: int, now: float) -> events.Move:
    """The move of that number, played now."""
    point = chr(97 + (n * 7) % 19) + chr(97 + (n // 19) % 19)
    colour: events.Player = "B" if n % 2 else "W"
    return events.Move(t=now, n=n, colour=colour, point=point, captured=(), t_placed=now, confidence=1.0)


def play(url: str, name: str, folder: Path, boards: int, pause: float, seconds: float, before: int) -> None:
    """The agent's side: moves whose time is that of the wall, until the time is over."""
    agent = Agent(BrokerAddress.parse(url), name, None, lambda _text: None)  # type: ignore[arg-type]
    logs: dict[str, EventLog] = {}
    kept: list[float] = []
    for number in range(boards):
        board = f"table-{number}"
        (folder / board).mkdir(parents=True)
        path = folder / board / "game.kifulog"
        corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
        begun: list[events.Event] = [events.Board(t=time.time(), size=19, corners=corners)]
        begun += [move(n, time.time()) for n in range(1, before + 1)]
        with MirrorLog(path, board) as whole:  # all in one go
            told = [msgspec.structs.replace(e, seq=n, game=f"{board}-1") for n, e in enumerate(begun, 1)]
            heads = [EventHead(type(e).__struct_config__.tag, e.t, e.seq, e.game) for e in told]  # type: ignore[arg-type]
            whole.take([(head, events.encode(e)) for head, e in zip(heads, told, strict=True)], {})
        logs[board] = EventLog(path, board, resume=True)
        agent.put(BoardConfig(id=board, source="0"), path)
        agent.health(board, Health(source="live"))
    agent.start()
    print("ready", flush=True)
    sys.stdin.readline()
    due = {board: time.monotonic() + random.uniform(0, pause) for board in logs}
    played = dict.fromkeys(logs, before)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        board = min(due, key=lambda name: due[name])
        time.sleep(max(0.0, due[board] - time.monotonic()))
        due[board] += pause
        played[board] += 1
        now = time.time()
        logs[board].append(move(played[board], now))
        kept.append(time.time() - now)
        agent.grown(board)
    print(json.dumps({"played": played, "kept": kept}), flush=True)
    sys.stdin.readline()
    for log in logs.values():
        log.close()
    agent.close()


if __name__ == "__main__":
    name, url, folder, boards, pause, seconds, before = sys.argv[1:]
    play(url, name, Path(folder), int(boards), float(pause), float(seconds), int(before))
