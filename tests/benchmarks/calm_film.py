"""A long calm game, drawn: a hand lays a stone now and then, and between two moves nothing happens but noise.

What lies between two moves is a few seconds, drawn once and repeated: ten hours are made in minutes, and they are one
game from the first move to the last. The pictures are our own drawings (`samples.render.drawn`), so that it says
something of time and memory, and nothing of reading.
"""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from samples.render.drawn import DrawnBoard, DrawnCamera, Image, Light
from tests.benchmarks.films import SIZES, Film, coded, ffmpeg, probe
from tests.campaigns.film_script import Film as Script
from tests.campaigns.film_script import real_game

LINES, SEED, RATE = 19, 8, 10
LOOP = 4.0
"""Seconds between two moves that are drawn."""


def calm_film(folder: Path, size: str, seconds: float, moves: int) -> Film:
    """A film of so many moves, one as long after the other, of about that length; made where it is not there yet."""
    target = folder / f"calm_{size}_{seconds:g}s_{moves}.mp4"
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as parts:
            _make(target, Path(parts), SIZES[size], seconds, moves)
    return probe(target)


def _make(target: Path, parts: Path, size: tuple[int, int], seconds: float, moves: int) -> None:
    board, camera = DrawnBoard(LINES, seed=SEED), DrawnCamera(*size, seed=SEED)
    script = Script(LINES, SEED, RATE)
    names: list[str] = []
    length = 0.0
    for number, move in enumerate(real_game(LINES, random.Random(SEED))[:moves]):
        _encode(_pictures(script, board, camera, LOOP), size, parts / f"rest{number}.mp4")
        repeats = max(1, round((seconds * (number + 1) / moves - length) / LOOP))
        names += [f"rest{number}.mp4"] * repeats
        began = script.now
        script.play([move], (0.5, 0.5))
        length += repeats * LOOP + script.now - began
        _encode(_pictures(script, board, camera, script.now - began, began), size, parts / f"move{number}.mp4")
        names.append(f"move{number}.mp4")
        # What was drawn need not be drawn again.
        script.reaches.clear()
        script.changes = [(0.0, point, colour) for _, point, colour in script.changes]
    (parts / "list.txt").write_text("".join(f"file {name}\n" for name in names))
    ffmpeg("-f", "concat", "-i", parts / "list.txt", "-c", "copy", target)


def _pictures(
    script: Script, board: DrawnBoard, camera: DrawnCamera, seconds: float, start: float | None = None
) -> Iterator[Image]:
    """The script's pictures from a time on; of the board at rest without one."""
    view = camera.view(board, *script.base)
    for index in range(round(seconds * RATE)):
        time = script.now if start is None else start + index / RATE
        stones: dict[int, int] = {}
        for at, point, colour in sorted(script.changes):
            if at <= time:
                stones[point] = colour
        arms = [arm for arm in (reach.at(time) for reach in script.reaches) if arm] if start is not None else []
        drawn = board.draw(stones)
        yield camera.take(board, board.add_arms(drawn, arms) if arms else drawn, view, Light())


def _encode(pictures: Iterable[Image], size: tuple[int, int], target: Path) -> None:
    raw = f"-f rawvideo -pix_fmt bgr24 -s {size[0]}x{size[1]} -r {RATE} -i -"
    command = ["ffmpeg", "-y", "-loglevel", "error", *raw.split(), *coded(), str(target)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:
        assert encoder.stdin is not None
        for picture in pictures:
            encoder.stdin.write(picture.tobytes())
    if encoder.returncode:
        raise RuntimeError(f"ffmpeg could not make {target}")
