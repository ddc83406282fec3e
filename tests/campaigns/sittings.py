"""Sittings at one board, from the first test stone to the next game, and whether the record is what was played.

    python -m tests.campaigns.sittings --games 100 --seed 1

Each sitting begins in some way (test stones, handicap stones laid in any manner, a game joined in the middle or with
its record), goes on with legal moves and what people do besides (passes that are declared, orders that are taken back,
breaks with the stones taken off and laid again, deaths of the recorder), ends in some way (counting, a counting that
is broken off, the board swept) and is followed by another game. With `--hostile` orders come at random, twice and
contradicting each other, and only the accounts of the record must agree. Prints a line for each sitting that went
wrong, with the seed that replays it, and a summary; ends with status 0 where all was right.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from dataclasses import dataclass, field
from typing import Any

from engine.chains import neighbours, put
from engine.handicap import handicap_points, star_points
from recorder import events, orders
from recorder.settings import Settings
from tests.campaigns.sitting_board import Died, Sitting, Wrong, drawn
from tests.campaigns.watched_world import World

BLACK, WHITE = 1, 2


def vertex(point: int, n: int) -> str:
    """SGF letters."""
    return chr(97 + point % n) + chr(97 + point // n)


@dataclass
class Played:
    """What one game's record must say; None is not asked for."""

    moves: list[str] = field(default_factory=list)
    setup: dict[str, str] | None = field(default_factory=dict)
    board: bytes | None = None
    alerts: bool = False
    """Whether alerts may come."""
    gaps: list[tuple[int, int]] = field(default_factory=list)
    """Numbers of moves from and to which nobody may have looked: in any order within a colour."""

    def in_any_order(self, moves: list[str]) -> list[str]:
        """Moves, with those of each gap sorted within their colour."""
        for first, last in self.gaps:
            for colour in "BW":
                at = [i for i in range(first, min(last, len(moves))) if moves[i][0] == colour]
                moves = list(moves)
                for i, move in zip(at, sorted(moves[i] for i in at), strict=True):
                    moves[i] = move
        return moves


class Players:
    """Two people at a board.

    Parameters
    ----------
    seed : int
    n : int
        Number of lines.
    """

    def __init__(self, seed: int, n: int) -> None:
        self.n, self.world = n, World(n, seed)
        self.chance = random.Random(seed)
        self.around = neighbours(n)
        self.turn = BLACK
        self.sides = {BLACK: 1, WHITE: 2}
        self.said: list[str] = []
        self.world.wait(1.0)

    @property
    def board(self) -> bytes:
        """What lies there."""
        return bytes(self.world.board)

    def hand(self, acts: list[tuple[int, int]], side: int, pause: float | None = None, reach: float = 0.5) -> None:
        """A hand does this, and some time goes by."""
        self.world.visit(acts, side, reach=reach)
        self.world.wait(self.chance.uniform(0.6, 3.0) if pause is None else pause)

    def legal(self, colour: int) -> list[tuple[int, list[int]]]:
        """Points a player may take without a ko and without filling an eye, and what that captures."""
        found = []
        for p, there in enumerate(self.board):
            if there or all(self.board[q] == colour for q in self.around[p]):
                continue
            _, taken, own = put(self.board, p, colour, self.around)
            if not own and len(taken) != 1:
                found.append((p, taken))
        return found

    def play(self, count: int, pause: float | None = None) -> None:
        """So many moves."""
        for _ in range(count):
            options = self.legal(self.turn)
            if not options:
                return
            p, taken = self.chance.choice(options)
            self.hand([(p, self.turn), *((q, 0) for q in taken)], self.sides[self.turn], pause)
            self.said.append("BW"[self.turn - 1] + vertex(p, self.n))
            self.turn = 3 - self.turn

    def take_off(self, points: list[int], handful: int = 6, pause: float = 0.3) -> None:
        """Many stones by the handful."""
        for i in range(0, len(points), handful):
            self.hand([(p, 0) for p in points[i : i + handful]], self.chance.choice((1, 2)), pause, reach=0.15)

    def lay(self, stones: dict[int, int], handful: int = 3, pause: float = 0.3) -> None:
        """Many stones by the handful, in any order."""
        order = list(stones)
        self.chance.shuffle(order)
        for i in range(0, len(order), handful):
            part = order[i : i + handful]
            self.hand([(p, stones[p]) for p in part], self.chance.choice((1, 2)), pause, reach=0.3)

    def clear(self) -> None:
        """All stones leave the board."""
        points = [p for p, c in enumerate(self.board) if c]
        self.chance.shuffle(points)
        self.take_off(points)


class Script:
    """One sitting.

    Parameters
    ----------
    seed : int
    hostile : bool
        Whether orders come at random.
    """

    def __init__(self, seed: int, *, hostile: bool = False) -> None:
        chance = self.chance = random.Random(seed * 7919 + hostile)
        self.n = chance.choice((9, 9, 13))
        self.players = Players(seed, self.n)
        self.world = self.players.world
        self.games: list[Played] = []
        self.kinds: list[str] = []
        self.settings = Settings()
        self.so_far: list[events.Event] = []
        self.hostile, self.down = hostile, 0.0
        self.sitting = Sitting(self.world, self.settings)
        self.begin(chance.choice(BEGINNINGS))
        self.sitting.settings, self.sitting.so_far = self.settings, self.so_far
        self.middle()
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            self.do(chance.choice(BREAKS))
            self.middle()
        end = chance.choice(ENDS)
        self.do(end)
        if end != "stop":
            self.next_game()
        if hostile:
            self.pester()
        self.world.wait(8.0)
        if hostile:
            self.world.err(chance.choice((0.0, 0.0, 0.003, 0.01, 0.02)))

    def do(self, kind: str) -> None:
        """One thing of the lists below."""
        self.kinds.append(kind)
        getattr(self, kind)()

    @property
    def game(self) -> Played:
        """The one that is on."""
        return self.games[-1]

    def middle(self, least: int = 4, most: int = 14) -> None:
        """Some moves, and now and then a pass that is declared."""
        players = self.players
        for _ in range(self.chance.randint(least, most)):
            if self.chance.random() < 0.06 and self.world.now > self.down and not self._passed():
                self.world.wait(1.5)
                self.sitting.at(orders.DeclarePass())
                players.said.append("BW"[players.turn - 1] + "pass")
                players.turn = 3 - players.turn
                self.world.wait(0.5)
            else:
                players.play(1)
        self.world.wait(1.0)

    def _passed(self) -> bool:
        return any(move.endswith("pass") for move in self.players.said[-1:])

    # Beginnings

    def begin(self, kind: str) -> None:
        """Some way to begin."""
        self.kinds.append(kind)
        self.games.append(Played())
        self.players.said = self.games[-1].moves
        getattr(self, kind)()

    def plain(self) -> None:
        """An empty board."""
        self.settings = Settings(handicap=self.chance.choice((None, 0)))
        self.world.wait(self.chance.uniform(0.0, 2.0))

    def tests(self) -> None:
        """Test stones, laid before or after the camera looks on, and taken off."""
        self.plain()
        self.game.alerts = True  # who tries stones lays them in any order
        players, chance = self.players, self.chance
        points = chance.sample(range(self.n**2), chance.randint(1, 5))
        stones = {p: chance.choice((BLACK, WHITE)) for p in points}
        if chance.random() < 0.3:
            for p, c in stones.items():
                self.world.put(-1.0, p, c)
            self.kinds[-1] += "_lay"
            self.game.setup = None
        else:
            for p, c in stones.items():
                players.hand([(p, c)], chance.choice((1, 2)))
        self.world.wait(chance.uniform(0.2, 3.0))
        players.take_off(points, handful=chance.randint(1, 5), pause=chance.uniform(0.2, 1.5))
        self.world.wait(chance.uniform(0.5, 3.0))

    def handicap(self) -> None:
        """Handicap stones, laid in some manner."""
        chance, players = self.chance, self.players
        count = chance.randint(2, 5 if self.n == 9 else 9)
        self.settings = Settings(handicap=chance.choice((None, count)))
        points = [p.row * self.n + p.col for p in handicap_points(self.n, count)]
        chance.shuffle(points)
        side = chance.choice((1, 2))
        manner = chance.choice(("there", "at once", "slowly", "slowly", "wrong", "white"))
        self.kinds[-1] += f"_{manner.replace(' ', '_')}"
        if manner == "there":
            for p in points:
                self.world.put(-1.0, p, BLACK)
        elif manner == "at once":
            players.lay(dict.fromkeys(points, BLACK))
        else:
            free = [p for p in range(self.n**2) if p not in points]
            stars = {p.row * self.n + p.col for p in star_points(self.n)}
            wrong = chance.choice([p for p in free if p not in stars])
            if manner == "wrong":
                self.game.alerts = True  # it was taken back
                players.hand([(wrong, BLACK)], side)
                self.world.wait(chance.uniform(0.0, 3.0))
                players.hand([(wrong, 0), (points[0], BLACK)], side)
            elif manner == "white":
                self.game.alerts = True
                players.hand([(points[0], WHITE)], side)
                self.world.wait(chance.uniform(0.0, 3.0))
                players.hand([(points[0], 0)], side)
            for p in points[manner == "wrong" :]:
                players.hand([(p, BLACK)], side, pause=chance.choice((0.4, 1.0, 3.0, 8.0)))
        self.world.wait(chance.uniform(1.0, 4.0))
        self.game.setup = {vertex(p, self.n): "B" for p in points}
        players.turn = WHITE

    def joined(self) -> None:
        """A game that was on before the camera came."""
        before = self._before()
        self.game.setup = {vertex(p, self.n): "BW"[c - 1] for p, c in enumerate(self.players.board) if c}
        del self.game.moves[:before]
        to_move: Any = "BW"[self.players.turn - 1]
        self.settings = Settings(to_move=self.chance.choice((None, to_move)), handicap=self.chance.choice((None, 0)))
        self.world.wait(1.0)

    def known(self) -> None:
        """The same with its record so far."""
        before = self._before()
        board, told = bytes(self.n**2), [_board(self.n)]
        for number, move in enumerate(self.game.moves[:before], 1):
            p = (ord(move[2]) - 97) * self.n + ord(move[1]) - 97
            board, taken, _ = put(board, p, "BW".index(move[0]) + 1, self.players.around)
            told.append(_move(number, move, [vertex(q, self.n) for q in taken]))
        self.so_far = [*told]
        if self.chance.random() < 0.3:  # some of the moves are missing in it
            self.so_far = told[: -self.chance.randint(1, 3)]
            self.kinds[-1] += "_in_part"
            self.game.gaps.append((before - 4, before))
        self.world.wait(1.0)

    def _before(self) -> int:
        """A game that is on before the camera looks; how many moves it had."""
        players = self.players
        board = bytes(self.n**2)
        for _ in range(self.chance.randint(4, 30)):
            options = players.legal(players.turn)
            p, _ = self.chance.choice(options)
            board, _, _ = put(players.board, p, players.turn, players.around)
            self.world.board = list(board)
            players.said.append("BW"[players.turn - 1] + vertex(p, self.n))
            players.turn = 3 - players.turn
        for p, c in enumerate(board):
            if c:
                self.world.put(-1.0, p, c)
        return len(players.said)

    # What comes between

    def death(self) -> None:
        """The recorder dies, and goes on at once or after a few moves."""
        away = self.chance.choice((0.5, 3.0, 10.0))
        first = len(self.game.moves)
        self.game.gaps.append((max(0, first - 1), first + 12))
        self.sitting.at(Died(away, self.chance.random() < 0.5, self.chance.choice((0, 0, 1, 2))))
        if self.chance.random() < 0.5:
            self.world.wait(away + 2.0)
        # It dies with the next event that is told, which may come after the next move.
        self.down = self.world.now + away + 12.0

    def adjourned(self) -> None:
        """The stones are taken off while nobody looks, and laid again before the camera or behind its back."""
        players, chance = self.players, self.chance
        self.world.wait(2.0)
        lying = {p: c for p, c in enumerate(self.world.board) if c}
        begun = self.world.now
        off = len(lying) / 6 * 1.2 + 5
        watched = chance.random() < 0.6
        behind = 0.0 if watched else off + 5
        players.clear()
        self.sitting.at(Died(self.world.now - begun + behind + 1.0, True), begun)
        self.world.wait(1.5)
        wrong = chance.choice(("", "", "displaced", "added", "missing"))
        self.kinds[-1] += f"_{'watched' if watched else 'unwatched'}_{wrong}"
        laid = dict(lying)
        right: list[tuple[int, int]] = []
        if wrong and len(lying) > 4:
            p = chance.choice(list(lying))
            free = [q for q in range(self.n**2) if not lying.get(q) and self._is_calm_with(lying, q, lying[p])]
            if wrong in ("displaced", "missing"):
                del laid[p]
                right = [(p, lying[p])]
            if wrong in ("displaced", "added") and free:
                q = chance.choice(free)
                laid[q] = lying[p]
                right.append((q, 0))
            self.game.alerts = True
        if watched:
            players.lay(laid)
        else:
            for p, c in laid.items():
                self.world.put(self.world.now, p, c)
            self.world.wait(behind)
        self.world.wait(8.0)
        if right:
            self.world.wait(20.0)
            players.hand(right, 1)
            self.world.wait(8.0)

    def _is_calm_with(self, lying: dict[int, int], point: int, colour: int) -> bool:
        board = bytes(lying.get(p, 0) for p in range(self.n**2))
        _, taken, own = put(board, point, colour, self.players.around)
        return not taken and not own

    def undone(self) -> None:
        """The operator changes something and takes that back."""
        self._be_up()
        chance = self.chance
        name = f"u{self.world.now:.2f}"
        free = [p for p, c in enumerate(self.world.board) if not c]
        some: list[orders.Order] = [
            orders.DeclarePass(id=name),
            orders.SetStones(id=name, black=(vertex(chance.choice(free), self.n),)),
            orders.InsertMove(id=name, n=1, colour="B", point=None),
        ]
        self.sitting.at(chance.choice(some))
        self.world.wait(chance.choice((0.1, 1.0, 5.0)))
        self.sitting.at(orders.Undo(undone=name))
        self.world.wait(0.5)

    def paused(self) -> None:
        """The game is paused, a stone is touched and laid back."""
        self._be_up()
        self.sitting.at(orders.Pause())
        stones = [p for p, c in enumerate(self.world.board) if c]
        if stones and self.chance.random() < 0.5:
            p = self.chance.choice(stones)
            colour = self.world.board[p]
            self.players.hand([(p, 0)], 1)
            self.players.hand([(p, colour)], 1)
        self.world.wait(2.0)
        self.sitting.at(orders.Resume())
        self.world.wait(0.5)

    def _be_up(self) -> None:
        """Wait until the recorder runs, and has told what was played."""
        if self.world.now <= self.down:
            self.middle(2, 2)
        self.world.wait(max(2.0, self.down - self.world.now))

    # Ends

    def stop(self) -> None:
        """The source ends."""
        self.world.wait(5.0)
        self.game.board = self.players.board

    def swept(self) -> None:
        """Somebody resigns and the board is swept."""
        self.middle(20, 26)
        self.world.wait(1.0)
        self.game.board = self.players.board
        self.players.clear()

    def counted(self) -> None:
        """After two passes dead stones are taken off and the rest is rearranged; then the board is cleared."""
        self._pass_twice()
        self.game.board = self.players.board
        self._count()
        self.players.clear()

    def broken_off(self) -> None:
        """The counting is broken off, and the game goes on until the board is swept."""
        self._pass_twice()
        self.game.alerts = True  # played on after two passes
        before = {p: c for p, c in enumerate(self.world.board) if c}
        dead = self._dead()
        self.players.take_off(dead, handful=2, pause=1.0)
        self.world.wait(4.0)
        self.players.lay({p: before[p] for p in dead}, handful=2)
        self.world.wait(3.0)
        self.middle(20, 24)
        self.game.board = self.players.board
        self.players.clear()

    def by_order(self) -> None:
        """The result is declared, then the board is cleared."""
        self._be_up()
        self.game.board = self.players.board
        self.sitting.at(orders.DeclareResult(result="B+R"))
        self.world.wait(self.chance.choice((0.3, 3.0)))
        self.players.clear()

    def _pass_twice(self) -> None:
        self.middle(20, 26)
        self._be_up()
        for _ in range(2):
            self.sitting.at(orders.DeclarePass())
            self.players.said.append("BW"[self.players.turn - 1] + "pass")
            self.players.turn = 3 - self.players.turn
            self.world.wait(0.5)

    def _dead(self) -> list[int]:
        stones = [p for p, c in enumerate(self.world.board) if c]
        return self.chance.sample(stones, min(len(stones), self.chance.randint(3, 7)))

    def _count(self) -> None:
        players = self.players
        players.take_off(self._dead(), handful=2, pause=0.8)
        for _ in range(self.chance.randint(0, 4)):
            stones = [p for p, c in enumerate(self.world.board) if c]
            free = [p for p, c in enumerate(self.world.board) if not c]
            p, q = self.chance.choice(stones), self.chance.choice(free)
            players.hand([(p, 0), (q, self.world.board[p])], self.chance.choice((1, 2)), 0.5)
        self.world.wait(self.chance.uniform(0.5, 8.0))

    def next_game(self) -> None:
        """Another game on the same board, at once or later, the players having changed sides or not."""
        players, chance = self.players, self.chance
        soon = chance.choice((0.05, 0.3, 0.8, 2.0, 5.0, 20.0))
        self.kinds.append(f"next_{soon}")
        if chance.random() < 0.5:
            players.sides = {BLACK: players.sides[WHITE], WHITE: players.sides[BLACK]}
        self.world.wait(soon)
        self.games.append(Played())
        players.said = self.games[-1].moves
        players.turn = BLACK
        if chance.random() < 0.3:
            count = chance.randint(2, 5)
            points = [p.row * self.n + p.col for p in handicap_points(self.n, count)]
            self.kinds.append("handicap")
            if soon < 3:
                players.lay(dict.fromkeys(points, BLACK), handful=2)
            else:
                for p in points:
                    players.hand([(p, BLACK)], 1)
            self.world.wait(1.0)
            self.game.setup = {vertex(p, self.n): "B" for p in points}
            players.turn = WHITE
        players.play(chance.randint(4, 12), pause=chance.choice((None, 0.5)))
        self.world.wait(4.0)
        self.game.board = players.board

    # A hostile operator

    def pester(self) -> None:
        """Orders and deaths at any time, of any kind."""
        chance = self.chance
        for _ in range(chance.randint(4, 30)):
            at = chance.uniform(0.0, self.world.now)
            if chance.random() < 0.12:
                self.sitting.at(Died(chance.choice((0.2, 2.0, 15.0)), chance.random() < 0.5, chance.randint(0, 3)), at)
                continue
            order = self._any_order()
            self.sitting.at(order, at)
            if chance.random() < 0.2:
                self.sitting.at(order, at + chance.choice((0.0, 0.1, 3.0)))
            if chance.random() < 0.25 and order.id:
                self.sitting.at(orders.Undo(undone=order.id), at + chance.choice((0.0, 0.1, 3.0, 30.0)))

    def _any_order(self) -> orders.Order:
        chance = self.chance
        point = vertex(chance.randrange(self.n**2), self.n)
        other = vertex(chance.randrange(self.n**2), self.n)
        colour: Any = chance.choice("BW")
        n = chance.choice((1, 1, 2, 3, chance.randint(1, 30)))
        name = f"h{chance.randrange(10**9)}" if chance.random() < 0.8 else ""
        where = chance.choice((point, point, point, None))
        some: list[orders.Order] = [
            orders.InsertMove(id=name, n=n, colour=colour, point=where, force=chance.random() < 0.3),
            orders.InsertMove(id=name, n=n, colour=colour, point=where),
            orders.ChangeMove(id=name, n=n, colour=colour, point=where, force=chance.random() < 0.3),
            orders.DeleteMove(id=name, n=n),
            orders.DeleteMove(id=name, n=1),
            orders.DeclarePass(id=name, colour=chance.choice((None, colour))),
            orders.DeclarePass(id=name),
            orders.SetTurn(id=name, to_move=colour),
            orders.SetStones(id=name, black=(point,), empty=(other,) if other != point else ()),
            orders.SetStones(id=name, white=(point,)),
            orders.SetStones(id=name, empty=(point,)),
            orders.Pause(id=name),
            orders.Resume(id=name, played=chance.random() < 0.5),
            orders.Undo(id=name, undone=name or "x"),
            orders.FindAgain(id=name),
            orders.NextGame(id=name),
            orders.End(id=name),
            orders.DeclareResult(id=name, result=chance.choice(("B+R", "W+3.5", "Void"))),
            orders.DeclareDead(id=name, points=(point,), colour=chance.choice((None, colour))),
            orders.CountGame(id=name),
            orders.Rule(id=name, alert=chance.randint(0, 60), ruling="as I say", warnings={colour: 1}),
            orders.Rule(id=name, alert=0, ruling="put right", stones=orders.SetStones(black=(point,)), to_move=colour),
            orders.Dismiss(id=name, alert=chance.randint(1, 60)),
            orders.WithdrawRuling(id=name, ruling=chance.randint(1, 60)),
            orders.SetTime(id=name, system="10m+3x30s"),
            orders.StartClock(id=name),
            orders.PressClock(id=name),
        ]
        return chance.choice(some)

    # What became of it

    def live(self) -> None:
        """Live through it; raises Wrong."""
        self.sitting.live()
        if not self.hostile:
            self.check()

    def check(self) -> None:
        """The record is what was played."""
        sitting = self.sitting
        if sitting.refused:
            raise Wrong(f"refused: {sitting.refused}")
        if sitting.games != len(self.games):
            raise Wrong(f"{sitting.games} games were told, {len(self.games)} were played")
        for number, game in enumerate(self.games, 1):
            moves = sitting.moves(number)
            if game.in_any_order(moves) != game.in_any_order(game.moves):
                raise Wrong(f"game {number} is\n{' '.join(moves)}\nand was\n{' '.join(game.moves)}")
            if game.setup is not None and sitting.setup(number) != game.setup:
                raise Wrong(f"game {number} began with {sitting.setup(number)} instead of {game.setup}")
            if not game.alerts and sitting.alerts(number):
                raise Wrong(f"game {number} has alerts {sitting.alerts(number)}")
            if game.board is not None and sitting.board(number) != game.board:
                raise Wrong(f"game {number} ends in\n{drawn(sitting.board(number))}\nand ended in\n{drawn(game.board)}")


BEGINNINGS = ("plain", "tests", "tests", "handicap", "handicap", "joined", "known")
BREAKS = ("death", "death", "adjourned", "undone", "paused")
ENDS = ("stop", "swept", "counted", "broken_off", "by_order")


def _board(n: int) -> events.Event:
    return events.Board(t=0.0, size=n, corners=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)))


def _move(number: int, text: str, captured: list[str]) -> events.Event:
    player: events.Player = "B" if text[0] == "B" else "W"
    return events.Move(
        t=0.0, n=number, colour=player, point=text[1:], captured=tuple(captured), t_placed=0.0, confidence=1.0
    )


def trial(seed: int, *, hostile: bool = False) -> str:
    """One sitting; what went wrong in it, empty for nothing."""
    script = Script(seed, hostile=hostile)
    try:
        script.live()
    except Wrong as wrong:
        return f"{' '.join(script.kinds)}: {wrong}"
    except Exception:
        return f"{' '.join(script.kinds)}: {traceback.format_exc()}"
    return ""


def main() -> int:
    """Run from the command line; 0 where all was right."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50, help="sittings (default 50)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first one")
    parser.add_argument("--hostile", action="store_true", help="orders at random; only the accounts must agree")
    parser.add_argument("--verbose", action="store_true", help="what was told as well")
    given = parser.parse_args()
    wrong = 0
    began = time.perf_counter()
    for seed in range(given.seed, given.seed + given.games):
        fault = trial(seed, hostile=given.hostile)
        if fault or given.verbose:
            wrong += bool(fault)
            print(f"seed {seed}: {fault or 'right'}", flush=True)
        if given.verbose:
            script = Script(seed, hostile=given.hostile)
            try:
                script.live()
            except Exception as error:
                print(repr(error)[:60])
            for event in script.sitting.told:
                print("   ", event)
            print("   refused:", *script.sitting.refused, sep="\n      ")
    print(f"{given.games - wrong} of {given.games} sittings right; {time.perf_counter() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
