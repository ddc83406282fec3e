"""The end of a game at the desk: dead stones as the players name them, the count by the rule set, estimates."""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence

from engine.ending import Ending
from engine.estimate import Estimate, certain_dead, gnugo_dead
from engine.point import Colour, Point
from engine.position import Position
from engine.rules import Scoring
from engine.scoring import Terms, final_score
from recorder import events, orders
from recorder.desk.chronicle import Chronicle
from recorder.desk.findings import situation
from recorder.desk.table import Table
from recorder.desk.turns import index_of
from recorder.game_info import is_handicap
from recorder.orders import OrderRefused

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def declare_dead(order: orders.DeclareDead, table: Table) -> None:
    """Name dead stones; raises OrderRefused where a point holds no stone."""
    position = _position(table)
    chains: set[Point] = set()
    for vertex in order.points:
        try:
            point = Point(*divmod(index_of(vertex, table.size), table.size))
        except ValueError as error:
            raise OrderRefused(str(error), "off_board", point=vertex, size=table.size) from error
        if not position.get(point):
            raise OrderRefused(f"no stone lies on {point.name(table.size)}", "no_stone", point=vertex)
        chains |= position.chain(point)
    dead = tuple(sorted(events.to_vertex(point) for point in chains))
    table.begin()
    table.say(events.Counted(t=table.time, dead=dead, result=None, colour=order.colour, origin=table.origin))


def count_game(table: Table, chronicle: Chronicle) -> None:
    """Count with the dead stones that were named, tell it, and end the game with its result.

    Raises
    ------
    OrderRefused
        Where the game has a result, the players do not name the same stones, or something is not known that counts.
    """
    check_open(table)
    position = _position(table)
    dead = agreed_dead(chronicle.told, position)
    terms = terms_of(table, chronicle)
    score = final_score(position, terms, dead, warnings=chronicle.docket().ledger().warnings)
    table.begin()
    vertices = tuple(sorted(events.to_vertex(point) for point in dead))
    black, white = float(score.black), float(score.white)
    table.say(
        events.Counted(t=table.time, dead=vertices, result=score.sgf, black=black, white=white, origin=table.origin)
    )
    table.end("counted", score.sgf)


def end_game(reason: str, result: str | None, table: Table, chronicle: Chronicle) -> None:
    """The game is over; raises OrderRefused where it is over already and no other result is given."""
    if chronicle.ended and result in (None, table.result):
        raise OrderRefused("the game is over already", "over_already", result=table.result)
    table.end(reason, result)


def check_open(table: Table) -> None:
    """Raise OrderRefused where the game has a result."""
    if table.result:
        raise OrderRefused(f"the game is over already: {table.result}", "over_already", result=table.result)


def agreed_dead(told: Sequence[events.Event], position: Position) -> frozenset[Point]:
    """The dead stones both players name; none where nobody named any. Raises OrderRefused where they differ."""
    ending = Ending(position)
    for event in told:
        if isinstance(event, events.Move):
            ending = Ending(position)  # it was played on: what was called dead before says nothing
        elif isinstance(event, events.Counted) and event.result is None:
            points = [events.to_point(vertex) for vertex in event.dead]
            if any(not position.get(point) for point in points):
                continue  # taken off since
            for colour in (events.to_colour(event.colour),) if event.colour else (BLACK, WHITE):
                ending = ending.claim_dead(colour, points)
    if len(ending.dead) < 2:
        if ending.dead:
            missing = "White" if BLACK in ending.dead else "Black"
            raise OrderRefused(f"{missing} has not said which stones are dead", "one_side", colour=missing[0])
        return frozenset()
    agreed = ending.agreed_dead
    if agreed is None:
        names = ", ".join(point.name(position.size) for point in sorted(ending.disputed))
        raise OrderRefused(f"the players do not agree on the stones {names}: play on, or name them anew", "disputed")
    return agreed


def terms_of(table: Table, chronicle: Chronicle) -> Terms:
    """What the count needs to know beside the board; raises OrderRefused where it is not known."""
    rules, facts, record = table.rules, chronicle.facts, chronicle.record()
    setup = record.setup if record else None
    given = facts.handicap
    stones = len(setup.black) if setup and is_handicap(setup, setup.to_move, given) else 0
    handicap = given if given is not None else stones
    komi = facts.komi
    if komi is None and handicap >= 2:
        komi = 0.0
    if komi is None and table.size != 19:
        raise OrderRefused(f"the komi on {table.size} lines is not known: give it first", "no_komi", size=table.size)
    if rules.scoring is Scoring.TERRITORY and setup and setup.white:
        raise OrderRefused(
            "prisoners taken before the recording began are not known: count on the board, and declare the result",
            "no_prisoners",
        )
    return Terms(rules, rules.komi if komi is None else komi, handicap)


def _position(table: Table) -> Position:
    return situation(table.size, table.rules, table.line.start, table.turn, table.turns).position


class Estimates:
    """Estimates of the count: what is certain at once, GNU Go's opinion when it is there."""

    def __init__(self) -> None:
        self._found: queue.SimpleQueue[tuple[Estimate, Position, Terms]] = queue.SimpleQueue()
        self._running: threading.Thread | None = None

    def ask(self, table: Table, chronicle: Chronicle) -> None:
        """Tell what is certain (Benson 1976), and ask GNU Go, where it is installed and not asked already."""
        position, terms = _position(table), terms_of(table, chronicle)
        table.begin()
        table.say(_estimated(certain_dead(position), position, terms, table.time))
        if self._running is None or not self._running.is_alive():
            self._running = threading.Thread(target=self._think, args=(position, terms), daemon=True)
            self._running.start()

    def _think(self, position: Position, terms: Terms) -> None:
        found = gnugo_dead(position)
        if isinstance(found, Estimate):
            self._found.put((found, position, terms))

    def wait(self, seconds: float) -> None:
        """Wait for an answer that is under way."""
        if self._running is not None:
            self._running.join(seconds)

    def take(self, time: float) -> list[events.Event]:
        """The answers that have come, as events at `time`."""
        found: list[events.Event] = []
        while not self._found.empty():
            found.append(_estimated(*self._found.get(), time))
        return found


def _estimated(estimate: Estimate, position: Position, terms: Terms, time: float) -> events.Counted:
    score = final_score(position, terms, estimate.dead)
    by: events.CountedBy = "Benson" if estimate.source == "Benson" else "GNU Go"
    dead = tuple(sorted(events.to_vertex(point) for point in estimate.dead))
    return events.Counted(
        t=time, dead=dead, result=score.sgf, black=float(score.black), white=float(score.white), by=by
    )
