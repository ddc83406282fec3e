"""The demonstration's second film: a small game in which a player moves twice and a sleeve pushes a stone.

    python -m samples.render.irregular recorder/hall/films/irregular.mp4

Drawn, not rendered: it takes seconds. Needs ffmpeg.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import numpy as np

from tests.campaigns.film_script import Film

SIZE, RATE = 9, 10
BEFORE = "B:ee W:ge B:gd W:fd B:ed W:fe"
TWICE = "B:ff B:gf"
BETWEEN = "W:hf B:gg W:dd B:dc W:cd B:hg"
PUSHED = ("dc", "cc")
AFTER = "W:bb B:hd W:he"
CALM = "B:ec W:dc B:eb W:db B:de W:ce B:df W:cf B:dg W:cg"
AT_LAST = "W:bg W:bf"


def moves(text: str) -> list[tuple[int, int]]:
    """Colour and index of each move."""
    return [("BW".index(move[0]) + 1, index(move[2:])) for move in text.split()]


def index(vertex: str) -> int:
    """Row * lines + column."""
    return (ord(vertex[1]) - 97) * SIZE + ord(vertex[0]) - 97


def script() -> Film:
    """What happens when."""
    film = Film(SIZE, seed=7, fps=RATE)
    film.now = 6.0  # time to find the board
    film.play(moves(BEFORE), (0.8, 1.3))
    film.play(moves(TWICE), (0.9, 1.2))
    film.now += 9
    film.play(moves(BETWEEN), (0.8, 1.3))
    film.now += 3
    film.visit([(index(PUSHED[0]), 0), (index(PUSHED[1]), 1)], 1, each=0.5)
    film.now += 10
    film.play(moves(AFTER), (0.8, 1.3))
    film.now += 4
    film.play(moves(CALM), (3.0, 5.0))
    film.play(moves("B:eh"), (3.0, 5.0))
    film.play(moves(AT_LAST), (1.0, 1.5))
    film.now += 25
    return film


def main() -> None:
    """Write the film."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film", type=Path)
    target = parser.parse_args().film
    raw = f"-f rawvideo -pix_fmt bgr24 -s 640x480 -r {RATE} -i -"
    coded = "-c:v libx264 -preset slow -crf 26 -pix_fmt yuv420p -movflags +faststart"
    command = ["ffmpeg", "-y", "-loglevel", "error", *raw.split(), *coded.split(), str(target)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as ffmpeg:
        assert ffmpeg.stdin is not None
        for frame, _ in script().frames():
            ffmpeg.stdin.write(np.ascontiguousarray(frame.image).tobytes())
        ffmpeg.stdin.close()


if __name__ == "__main__":
    main()
