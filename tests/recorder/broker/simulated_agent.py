"""An agent whose boards play by themselves: `simulated_agent.py URL NAME FOLDER BOARDS PAUSE`.

Each line of standard input is a number: the boards play until each of them has told so many events, in turn, with
PAUSE seconds from one event to the next. Games go on where they were after a kill. It ends when its input does.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from recorder import events
from recorder.broker.address import BrokerAddress
from recorder.broker.agent import Agent
from recorder.broker.host import Refusal
from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.wire import Health
from recorder.log import EventLog

BOARD = events.Board(t=0.0, size=19, corners=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)))


class Echo:
    """A host that answers with what it was asked."""

    def __init__(self) -> None:
        self.orders = 0

    def order(self, board: str, line: bytes) -> bytes:
        if b"refuse" in line:
            raise Refusal("there is no such move", "no_move")
        self.orders += 1
        return f"{board} {self.orders} ".encode() + line

    def picture(self, board: str, width: int) -> bytes:
        return f"picture of {board}, {width} wide".encode()

    def evidence(self, board: str, alert: int, moment: str) -> bytes:
        return f"{board} {alert} {moment}".encode()

    def change(self, board: str, fields: bytes) -> bytes:
        return board.encode() + fields

    def remove(self, board: str) -> None:
        raise ZeroDivisionError(board)

    def cameras(self) -> bytes:
        return b"[]"

    def preview(self, camera: str) -> bytes:
        return camera.encode()


def told(number: int) -> events.Event:
    """The event of that number: a board, moves with an alert now and then, and another game after 150."""
    place = (number - 1) % 150
    if place == 0:
        return BOARD
    if place == 149:
        return events.End(t=float(number), reason="counted", result="B+0.5")
    if place % 37 == 5:
        return events.Alert(
            t=float(number), id="double_move", points=("dd",), colour="B", article="17.2", severity="critical",
            message="two moves", t_seen=float(number),
        )  # fmt: skip
    n = place - (place + 31) // 37
    point = chr(97 + (n * 7) % 19) + chr(97 + n // 19)
    colour: events.Player = "B" if n % 2 else "W"
    time = float(number)
    return events.Move(t=time, n=n, colour=colour, point=point, captured=(), t_placed=time, confidence=1.0)


def main() -> None:
    """Play."""
    url, name, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    boards, pause = int(sys.argv[4]), float(sys.argv[5])
    agent = Agent(BrokerAddress.parse(url), name, Echo(), lambda text: print(f"{name}: {text}", file=sys.stderr), 0.3)
    logs: dict[str, EventLog] = {}
    for number in range(1, boards + 1):
        board = f"table-{number}"
        (folder / board).mkdir(parents=True, exist_ok=True)
        path = folder / board / "game.kifulog"
        facts = GameFacts(black="柯洁", white=f"변상일 {number}")
        logs[board] = EventLog(path, board, facts, resume=True)
        logs[board].add_sitting(time.time(), float(logs[board].last), "rtsp://user:secret@camera/1")
        agent.put(BoardConfig(id=board, source="rtsp://user:secret@camera/1", name=f"Tisch {number}"), path)
        agent.health(board, Health(source="live"))
    agent.start()
    for line in sys.stdin:
        began, played = time.monotonic(), 0
        for number in range(1, int(line) + 1):
            for board, log in logs.items():
                if log.last < number:
                    log.append(told(number))
                    agent.grown(board)
                    played += 1
                    time.sleep(max(0.0, began + played * pause - time.monotonic()))
    for log in logs.values():
        log.close()
    agent.close()


if __name__ == "__main__":
    main()
