"""What happens in a filmed game, frame by frame: which hand is where, which stones stand, and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sgfmill import boards, sgf

from samples.render.hands import Arm

Array = NDArray[np.float64]
Rng = np.random.Generator
Point = tuple[int, int]  # row from the top, column
UP = np.array([0.0, 0.0, 1.0])
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Stone:
    """A stone on the board: where it lies, (right, down) off its point in cells, and how it tilts."""

    colour: str  # "b" or "w"
    point: Point
    offset: tuple[float, float]
    tilt: tuple[float, float]


@dataclass(frozen=True)
class Step:
    """A move of the game and what it takes off; `colour` plays at `point`."""

    colour: str
    point: Point
    captured: tuple[Point, ...]


@dataclass
class Game:
    """A game as it was played."""

    size: int
    setup: dict[str, list[Point]]
    steps: list[Step]
    final: NDArray[np.int8]
    komi: float


@dataclass
class Instant:
    """One frame: which arrangement of stones, and the hand that is in the picture, if one is."""

    position: int
    player: str = ""
    pose: str = ""
    grip: Array = field(default_factory=lambda: np.zeros(3))
    held: str = ""  # colour of the stone between the fingers
    speed: Array = field(default_factory=lambda: np.zeros(3))  # cells a second


@dataclass
class Script:
    """All frames of a film; `positions[i]` are the stones of arrangement i, `captives[i]` the number on each lid."""

    fps: int
    instants: list[Instant]
    positions: list[dict[Point, Stone]]
    captives: list[dict[str, int]]
    moves: list[dict[str, Any]]  # colour, point, start, release, last: frames


def letters(point: Point) -> str:
    """SGF letters of a point."""
    return LETTERS[point[1]] + LETTERS[point[0]]


def played(path: Path, first: int, count: int) -> Game:
    """Moves `first` to `first + count - 1` of a record; what stood before them is setup.

    Raises
    ------
    ValueError
        Where the file is no record, holds an illegal move or too few moves.
    """
    record = sgf.Sgf_game.from_bytes(path.read_bytes())
    size = record.get_size()
    board = boards.Board(size)

    def stones() -> dict[Point, str]:
        return {(size - 1 - r, c): colour for colour, (r, c) in board.list_occupied_points()}

    setup: dict[str, list[Point]] = {"b": [], "w": []}
    steps: list[Step] = []
    number = 0
    for node in record.get_main_sequence():
        if node.has_setup_stones():
            board.apply_setup(*node.get_setup_stones())
        colour, move = node.get_move()
        if move is None or number >= first + count - 1:
            continue
        number += 1
        if number == first and count:
            setup = {c: sorted(p for p, other in stones().items() if other == c) for c in "bw"}
        before = stones()
        try:
            board.play(*move, colour)
        except ValueError:
            raise ValueError(f"{path}: move {number} is on an occupied point; give a legal record") from None
        if number >= first:
            gone = sorted(set(before) - set(stones()))
            steps.append(Step(colour, (size - 1 - move[0], move[1]), tuple(gone)))
    if count == 0:
        setup = {c: sorted(p for p, other in stones().items() if other == c) for c in "bw"}
    if number < first + count - 1:
        raise ValueError(f"{path} has only {number} moves; ask for fewer (--first, --count)")
    final = np.zeros((size, size), np.int8)
    for (row, col), colour in stones().items():
        final[row, col] = 1 if colour == "b" else 2
    return Game(size, setup, steps, final, record.get_komi())


def laid(rng: Rng, stones: dict[Point, Stone], colour: str, point: Point, radius: float, ratio: float) -> Stone:
    """A stone put down with a player's care: a little off its point, pushed aside where it would overlap another."""
    offset = np.clip(rng.normal(0, 0.055, 2), -0.16, 0.16)
    step = np.array([1.0, ratio])
    for _ in range(4):
        for (row, col), other in stones.items():
            if abs(row - point[0]) + abs(col - point[1]) == 1:
                away = (np.array([point[1] - col, point[0] - row]) + offset - other.offset) * step
                distance = float(np.linalg.norm(away))
                if distance < 2 * radius:
                    offset = offset + away / distance * (2 * radius - distance) / step
    offset = np.clip(offset, -0.3, 0.3)
    tilt = rng.normal(0, 0.012, 2)
    return Stone(colour, point, (float(offset[0]), float(offset[1])), (float(tilt[0]), float(tilt[1])))


def eased(u: float) -> float:
    """Progress of an unhurried reach at share u of its time: least jerk (Flash & Hogan 1985)."""
    u = min(max(u, 0.0), 1.0)
    return u**3 * (10 - 15 * u + 6 * u * u)


class Writer:
    """Writes a script: one visit of a hand after the other."""

    def __init__(self, rng: Rng, radius: float, ratio: float, size: int, height: float, fps: int) -> None:
        self.rng, self.radius, self.ratio, self.size, self.height = rng, radius, ratio, size, height
        self.script = Script(fps, [], [{}], [{"b": 0, "w": 0}], [])

    def place(self, stone: Stone) -> Array:
        """Where a stone's centre is, in cells."""
        half = (self.size - 1) / 2
        x = stone.point[1] + stone.offset[0] - half
        y = (half - stone.point[0] - stone.offset[1]) * self.ratio
        return np.array([x, y, self.height / 2])

    def wait(self, seconds: float) -> None:
        """Nobody moves."""
        for _ in range(max(1, round(seconds * self.script.fps))):
            self.script.instants.append(Instant(len(self.script.positions) - 1))

    def change(self, stones: dict[Point, Stone], captives: dict[str, int]) -> None:
        """From the next frame on, other stones stand."""
        self.script.positions.append(stones)
        self.script.captives.append(captives)

    def travel(self, player: str, pose: str, start: Array, end: Array, seconds: float, held: str, rise: float) -> None:
        """A hand goes from one place to another; the frame at the start is left out, that at the end is not."""
        fps = self.script.fps
        steps = max(2, round(seconds * fps))
        for i in range(1, steps + 1):
            here, before = (eased((i - back) / steps) for back in (0.0, 0.1))
            lift = rise * np.sin(np.pi * here)
            grip = start + (end - start) * here + lift * UP
            speed = (end - start) * (here - before) / (0.1 / fps)
            position = len(self.script.positions) - 1
            self.script.instants.append(Instant(position, player, pose, grip, held, speed))

    def stay(self, player: str, pose: str, grip: Array, frames: int, held: str) -> None:
        """A hand stays where it is."""
        position = len(self.script.positions) - 1
        self.script.instants += [Instant(position, player, pose, grip, held) for _ in range(frames)]

    def put(self, player: str, stone: Stone, rest: Array, again: Array | None) -> int:
        """A hand comes with a stone, puts it down and leaves (or goes on to `again`); the frame of the release."""
        rng, script = self.rng, self.script
        there = self.place(stone)
        self.travel(player, "hold", rest, there, rng.uniform(0.55, 0.85), stone.colour, 1.0)
        self.stay(player, "hold", there, int(rng.integers(1, 4)), stone.colour)
        self.change({**script.positions[-1], stone.point: stone}, script.captives[-1])
        release = len(script.instants)
        self.stay(player, "open", there + 0.3 * UP, 1, "")
        if again is None:
            self.travel(player, "open", there + 0.3 * UP, rest, rng.uniform(0.5, 0.8), "", 1.6)
        else:
            self.travel(player, "reach", there + 0.3 * UP, again, 0.3, "", 1.2)
        return release

    def take(self, player: str, stone: Stone, rest: Array, arrived: bool) -> None:
        """A hand comes (unless it is there), takes up a captive and leaves with it."""
        rng, script = self.rng, self.script
        there = self.place(stone)
        if not arrived:
            self.travel(player, "reach", rest, there, rng.uniform(0.45, 0.65), "", 1.0)
        self.stay(player, "pinch", there, 1, "")
        left = {p: s for p, s in script.positions[-1].items() if p != stone.point}
        self.change(left, script.captives[-1])
        self.stay(player, "pinch", there + 0.7 * UP, 1, stone.colour)
        self.travel(player, "pinch", there + 0.7 * UP, rest, rng.uniform(0.45, 0.7), stone.colour, 1.2)
        kept = dict(script.captives[-1])
        kept[player] += 1
        self.change(left, kept)


def written(
    rng: Rng, game: Game, rests: dict[str, Array], radius: float, ratio: float, height: float, fps: int, pace: float
) -> Script:
    """The script of a game: `pace` seconds of thought between moves, on the average."""
    writer = Writer(rng, radius, ratio, game.size, height, fps)
    script = writer.script
    start: dict[Point, Stone] = {}
    for colour, points in game.setup.items():
        for point in points:
            start[point] = laid(rng, start, colour, point, radius, ratio)
    script.positions[0] = start
    writer.wait(1.2)
    for step in game.steps:
        began = len(script.instants)
        stone = laid(rng, script.positions[-1], step.colour, step.point, radius, ratio)
        prisoners = [script.positions[-1][p] for p in step.captured]
        at_once = len(prisoners) == 1 or (len(prisoners) > 1 and rng.random() < 0.5)
        again = writer.place(prisoners[0]) if at_once else None
        release = writer.put(step.colour, stone, rests[step.colour], again)
        for i, prisoner in enumerate(prisoners):
            writer.take(step.colour, prisoner, rests[step.colour], at_once and i == 0)
        script.moves.append(
            {
                "colour": step.colour,
                "point": step.point,
                "start": began,
                "release": release,
                "last": len(script.instants),
            }
        )
        writer.wait(pace * rng.uniform(0.5, 1.5))
    writer.wait(1.0)
    return script


def sgf_text(game: Game, title: str) -> bytes:
    """The record of a game, as sgfmill writes it."""
    record = sgf.Sgf_game(game.size, encoding="UTF-8")
    root = record.get_root()
    root.set("KM", game.komi)
    root.set("GN", title)
    at = [[(game.size - 1 - r, c) for r, c in game.setup[colour]] for colour in "bw"]
    if at[0] or at[1]:
        root.set_setup_stones(at[0], at[1], None)
        root.set("PL", game.steps[0].colour)
        if len(at[0]) > 1 and not at[1]:
            root.set("HA", len(at[0]))
    for step in game.steps:
        record.extend_main_sequence().set_move(step.colour, (game.size - 1 - step.point[0], step.point[1]))
    return bytes(record.serialise())


def truth(
    game: Game, script: Script, over: list[bool], title: str, frame_size: tuple[int, int], corners: Array
) -> dict[str, Any]:
    """The truth about a film, as the scoring of filmed games wants it; `over[i]`: a hand is over the board."""
    fps = script.fps
    line, events = [], []
    for number, (step, move) in enumerate(zip(game.steps, script.moves, strict=True), 1):
        clear = next((i for i in range(move["last"], move["release"], -1) if over[i - 1]), move["release"])
        colour, point = step.colour.upper(), letters(step.point)
        release = round(move["release"] / fps, 2)
        line.append({"colour": colour, "point": point, "t_release": release, "t_clear": round(clear / fps, 2)})
        events.append(
            {
                "t_start": round(move["start"] / fps, 2),
                "t_release": release,
                "t_clear": round(move["last"] / fps, 2),
                "kind": "move",
                "sub": None,
                "colour": colour,
                "note": f"move {number}",
                "point": point,
                "captured": [letters(p) for p in step.captured],
            }
        )
    rounded = [[round(float(v), 2) for v in corner] for corner in corners]
    return {
        "title": title,
        "size": game.size,
        "fps": fps,
        "duration": round(len(script.instants) / fps, 2),
        "frame_size": list(frame_size),
        "corners": rounded,
        "corner_segments": [{"t_from": 0.0, "corners": rounded, "note": "initial"}],
        "setup": {"black": [letters(p) for p in game.setup["b"]], "white": [letters(p) for p in game.setup["w"]]},
        "main_line": line,
        "irregularities": [],
        "optional_alerts": [],
        "final_position": ["".join(".XO"[v] for v in row) for row in game.final],
        "events": events,
    }


def covering(arm: Arm, instant: Instant, inside: Any, visible: Any) -> tuple[bool, bool]:
    """Whether a hand is over the board, and whether it is in the picture, by its mesh's corners."""
    skin, _, sleeve = arm.meshes(instant.pose, instant.grip)
    corners = np.concatenate([skin.vertices, sleeve.vertices])
    return bool(inside(corners)), bool(visible(corners))
