"""Random games played by the engine, sgfmill's board and GNU Go side by side.

    python tests/campaigns/engine_games.py --games 5000 --seed 1

Every stone: the board against sgfmill's. Every few moves: all legal moves of the player to move against GNU
Go's, under simple ko, positional and situational superko, with and without self-capture. Gaps of up to four
plies: what `explain` finds must contain the moves that were played. Prints one line and ends with status 0
where all agree; else it prints the board and what differs.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from typing import IO

from sgfmill.boards import Board

from engine.arrangement import Arrangement
from engine.errors import Breach
from engine.explain import explain
from engine.game import Game
from engine.point import Colour, Move, Point
from engine.position import Position, Suicide
from engine.rules import Ko, Rules
from engine.scoring import area_score, count

FLAGS = {
    Ko.SIMPLE: "--simple-ko",
    Ko.POSITIONAL: "--positional-superko",
    Ko.SITUATIONAL: "--situational-superko",
}


class GnuGo:
    """GNU Go spoken to over GTP."""

    def __init__(self, rules: Rules) -> None:
        program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
        if program is None:
            raise FileNotFoundError("GNU Go is not installed: install the package gnugo")
        suicide = "--forbid-suicide" if rules.suicide is Suicide.FORBIDDEN else "--allow-suicide"
        command = [program, "--mode", "gtp", "--chinese-rules", FLAGS[rules.ko], suicide]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in: IO[str] = self._process.stdin
        self._out: IO[str] = self._process.stdout

    def ask(self, command: str) -> str:
        """The answer to a command; raises ValueError where GNU Go refuses it."""
        self._in.write(command + "\n")
        self._in.flush()
        lines: list[str] = []
        while (line := self._out.readline()).strip() or not lines:
            if not line:
                raise ConnectionError(f"GNU Go ended at {command!r}")
            lines.append(line.strip())
        answer = " ".join(lines)
        if not answer.startswith("="):
            raise ValueError(f"GNU Go says {answer!r} to {command!r}")
        return answer[1:].strip()

    def close(self) -> None:
        """End the process."""
        self._in.write("quit\n")
        self._in.close()
        self._process.wait(timeout=10)
        self._out.close()


@dataclass
class Tally:
    games: int = 0
    moves: int = 0
    legality: int = 0
    gaps: int = 0
    scores: int = 0


class Disagreement(Exception):  # noqa: N818 - not always an error
    """Two programs see the same game differently."""


def random_rules(chance: random.Random) -> Rules:
    """Rules that GNU Go can follow too."""
    suicide = chance.choice([Suicide.FORBIDDEN, Suicide.FORBIDDEN, Suicide.SEVERAL])
    return Rules("random", chance.choice(list(FLAGS)), suicide, passes_to_end=None)


def gnugo_legal(gnugo: GnuGo, game: Game) -> set[Point]:
    """All points that GNU Go lets the player to move take."""
    size = game.position.size
    names = gnugo.ask(f"all_legal {game.position.turn.name.lower()}").split()
    return {Point.from_name(name, size) for name in names if name.lower() != "pass"}


def unseen_by_gnugo(game: Game) -> set[Point]:
    """Whole-board repetitions that take nothing: GNU Go looks for repetitions among captures only."""
    illegal = game.illegal_points()
    return {p for p, v in illegal.items() if v.breach == Breach.SUPERKO and not v.captured}


def our_legal(game: Game) -> set[Point]:
    """All points that we let the player to move take."""
    illegal = game.illegal_points()
    empty = Arrangement(game.position.size, game.position.stones).points(Colour.EMPTY)
    return {point for point in empty if point not in illegal}


def sgfmill_stones(board: Board) -> bytes:
    """sgfmill's board in our order, row 0 at the top."""
    values = {None: 0, "b": 1, "w": 2}
    return bytes(values[board.get(row, col)] for row in reversed(range(board.side)) for col in range(board.side))


def choose(game: Game, legal: set[Point], chance: random.Random) -> Point | None:
    """A random point, captures and fights more often than the open board."""
    if not legal or chance.random() < 0.01:
        return None
    points = sorted(legal)
    best = chance.choice(points)
    for _ in range(4):
        point = chance.choice(points)
        if game.position.captured_by(Move(game.position.turn, point)):
            best = point
    return best


def check_gap(game: Game, plies: int, rules: Rules) -> None:
    """The moves of the last plies must be among the explanations of the step."""
    positions, moves = game.history.positions, game.history.moves
    before = Game(rules, positions[0])
    played = moves[len(moves) - plies :]
    for move in moves[: len(moves) - plies]:
        if move is not None:
            before.play(move)
    passes = sum(move is not None and move.point is None for move in played)
    target = Arrangement(game.position.size, game.position.stones)
    found = explain(before.position, target, rules, plies, history=before.history, limit=100_000)
    if not passes and not any(each.moves == played for each in found):
        raise Disagreement(f"{played} not among {len(found)} explanations (complete: {found.complete})")


def play_out(game: Game, chance: random.Random, gnugo: GnuGo, board: Board) -> None:
    """Go on until nobody has a move that does not fill an eye of his own, so that all stones are alive."""
    size, passes = game.position.size, 0
    if size > 9:
        return
    for _ in range(20 * size * size):
        position = game.position
        moves = sorted(point for point in our_legal(game) if not is_own_eye(position, point))
        point = chance.choice(moves) if moves else None
        game.play(Move(position.turn, point))
        gnugo.ask(f"play {position.turn.name} {point.name(size) if point else 'pass'}")
        if point:
            board.play(size - 1 - point.row, point.col, position.turn.letter.lower())
        passes = 0 if point else passes + 1
        if passes == 2:
            return


def is_own_eye(position: Position, point: Point) -> bool:
    """Whether all points next to an empty point are stones of the player to move."""
    size = position.size
    beside = [Point(point.row + r, point.col + c) for r, c in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return all(position.get(p) == position.turn for p in beside if p.lies_on(size))


def check_score(game: Game, gnugo: GnuGo, board: Board) -> int:
    """The area of the final board against sgfmill's, and against GNU Go's where the game was played out."""
    counted = count(game.position)
    lead = counted.area[0] - counted.area[1]
    if lead != board.area_score():
        raise Disagreement(f"area differs by {lead}, sgfmill says {board.area_score()}")
    if game.history.passes < 2 or counted.shared or game.rules.suicide is not Suicide.FORBIDDEN:
        return 0
    empty = list(game.position.arrangement.points(Colour.EMPTY))
    players = (Colour.BLACK, Colour.WHITE)
    if any(game.position.captured_by(Move(colour, point)) for colour in players for point in empty):
        return 0  # A capture is held back by a repetition: the stones are not settled.
    gnugo.ask("komi 0")
    theirs = gnugo.ask("final_score")
    ours = area_score(game.position.size, counted, 0, game.rules).sgf
    if {theirs, ours} not in ({ours}, {"0", "Draw"}) and theirs.replace(".0", "") != ours:
        raise Disagreement(f"score {ours}, GNU Go says {theirs}")
    return 1


def play_one(rules: Rules, size: int, chance: random.Random, gnugo: GnuGo, tally: Tally) -> None:
    """One random game; raises Disagreement with the board where two programs differ."""
    game = Game(rules, Position.empty(size))
    board = Board(size)
    gnugo.ask(f"boardsize {size}")
    gnugo.ask("clear_board")
    tally.games += 1
    for number in range(chance.randrange(size * size, 3 * size * size)):
        legal = our_legal(game)
        if number % 5 == 0 or len(legal) < 8:
            tally.legality += 1
            theirs = gnugo_legal(gnugo, game) - unseen_by_gnugo(game)
            if theirs != legal:
                only = {p.name(size) for p in legal - theirs}, {p.name(size) for p in theirs - legal}
                raise Disagreement(f"{rules}, {game.position.turn!r}: only ours {only[0]}, theirs {only[1]}")
        point = choose(game, legal, chance)
        colour = game.position.turn
        after = game.play(Move(colour, point))
        tally.moves += 1
        gnugo.ask(f"play {colour.name} {point.name(size) if point else 'pass'}")
        if point:
            board.play(size - 1 - point.row, point.col, colour.letter.lower())
            if sgfmill_stones(board) != after.stones:
                raise Disagreement(f"sgfmill's board after {colour.name} {point.name(size)} is another")
        if number > 4 and chance.random() < 0.05:
            tally.gaps += 1
            check_gap(game, chance.randint(1, 4), rules)
    play_out(game, chance, gnugo, board)
    tally.scores += check_score(game, gnugo, board)
    taken = tuple(int(gnugo.ask(f"captures {side}")) for side in ("white", "black"))
    if taken != game.position.captives:
        raise Disagreement(f"captives {game.position.captives}, GNU Go counts {taken}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-size", type=int, default=19, help="largest board, 5 to 19")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    players: dict[Rules, GnuGo] = {}
    tally, began = Tally(), time.perf_counter()
    try:
        for number in range(options.games):
            rules = replace(random_rules(chance), name="random")
            size = chance.choice([n for n in (5, 5, 6, 7, 9, 13, 19) if n <= options.max_size])
            if rules not in players:
                players[rules] = GnuGo(rules)
            try:
                play_one(rules, size, chance, players[rules], tally)
            except Disagreement as difference:
                print(f"game {number} of seed {options.seed}, {size} lines: {difference}")
                return 1
    except FileNotFoundError as missing:
        print(missing, file=sys.stderr)
        return 2
    finally:
        for player in players.values():
            player.close()
    print(f"{tally}: all agree, {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
