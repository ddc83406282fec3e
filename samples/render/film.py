"""A filmed game, rendered: `python -m samples.render.film --out FOLDER --moves GAME.sgf --seed 7`.

Writes FOLDER/game.mp4 (H.264), game.json (the truth: corners, moves and their times) and game.sgf; with --folder
the names are video.mp4, truth.json and game.sgf, as the scoring of filmed games wants them. --variant draws board,
table, stones, light, view and lens from the seed.

Needs Mitsuba 3 (extra "train"), whose LLVM variant wants the system's LLVM library (libLLVM.so; where it is not found,
set DRJIT_LIBLLVM_PATH to it), and ffmpeg.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

mi.set_variant("llvm_ad_rgb", "scalar_rgb")

from samples.render import script as scripts  # noqa: E402
from samples.render import setting as settings  # noqa: E402
from samples.render.camera import Camera  # noqa: E402
from samples.render.sensor import Encoder, Sensor  # noqa: E402
from samples.render.stage import Stage  # noqa: E402

Array = NDArray[np.float64]


def shot_film(
    game: scripts.Game,
    look: settings.Look,
    seed: int,
    path: Path,
    title: str,
    *,
    samples: int = 16,
    fps: int = 10,
    pace: float = 0.9,
    crf: int = 25,
    noise: float = 2.2,
    only: range | None = None,
) -> dict[str, Any]:
    """Renders a game to a film at `path` and returns its truth; with `only`, just those frames (to look at)."""
    rng = np.random.default_rng(seed)
    setting = settings.build(rng, game.size, look)
    ratio = setting.scene.ratio
    script = scripts.written(rng, game, setting.rests, setting.radius, ratio, setting.stone_height, fps, pace)
    camera = setting.scene.camera
    crossings = setting.scene.crossings()
    ring = np.array([crossings[0, 0], crossings[0, -1], crossings[-1, -1], crossings[-1, 0]])
    outline = (ring - ring.mean(0)) * (1 + 1.0 / (game.size - 1)) + ring.mean(0)

    def inside(places: Array) -> bool:
        p = camera.project(places)
        sides = np.roll(outline, -1, 0) - outline
        cross = [s[0] * (p[:, 1] - o[1]) - s[1] * (p[:, 0] - o[0]) for o, s in zip(outline, sides, strict=True)]
        return bool((np.array(cross) > 0).all(0).any())

    def visible(places: Array) -> bool:
        p = camera.project(places)
        margin = look.width / 8
        return bool(((p > -margin) & (p < [look.width + margin, look.height + margin])).all(1).any())

    flags = [
        scripts.covering(setting.arms[i.player], i, inside, visible) if i.player else (False, False)
        for i in script.instants
    ]
    stage = Stage(setting, seed * 100_000)
    taker = Camera(stage, script, samples, float(rng.uniform(0.52, 0.62)))
    corners = stage.lens.distort(ring)
    found = scripts.truth(game, script, [f[0] for f in flags], title, (look.width, look.height), corners)
    sensor = Sensor(rng, (look.height, look.width), noise)
    encoder = Encoder(path, look.width, look.height, fps, crf)
    started = time.perf_counter()
    for i, (instant, flag) in enumerate(zip(script.instants, flags, strict=True)):
        if only is None or i in only:
            encoder.write(sensor(taker.take(instant, flag[1]), i / fps))
        if i % 100 == 99:
            print(f"{i + 1} of {len(flags)} frames, {time.perf_counter() - started:.0f} s", flush=True)
    encoder.close()
    return found


def add_look(parser: argparse.ArgumentParser) -> None:
    """Options that choose a look."""
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--variant", action="store_true", help="draw board, table, light, view and lens from the seed")
    for name, value in vars(settings.Look()).items():
        if isinstance(value, bool):
            parser.add_argument(f"--{name}", action=argparse.BooleanOptionalAction)
        else:
            choices = settings.CHOICES.get(name)
            told = f"default {value}, or drawn with --variant" if name not in ("width", "height") else "pixels"
            parser.add_argument(f"--{name}", type=type(value), choices=choices, help=told)


def chosen_look(args: argparse.Namespace, look: settings.Look) -> settings.Look:
    """The look that the options ask for; `look` where they ask for nothing."""
    if args.variant:
        look = settings.drawn(np.random.default_rng([args.seed, 1]), look)
    return replace(look, **{name: getattr(args, name) for name in vars(look) if getattr(args, name) is not None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--moves", type=Path, required=True, help="the game to play, SGF")
    parser.add_argument("--first", type=int, default=1, help="first move to play; what stood before is set up")
    parser.add_argument("--count", type=int, default=60, help="how many moves to play")
    parser.add_argument("--folder", action="store_true", help="name the files video.mp4 and truth.json")
    parser.add_argument("--name", default="game")
    parser.add_argument("--fps", type=int, default=10)
    parser.add_argument("--pace", type=float, default=0.9, help="mean seconds of calm between two moves")
    parser.add_argument("--samples", type=int, default=16, help="paths a pixel of a frame with a hand")
    parser.add_argument("--crf", type=int, default=25, help="H.264 quality, lower is better and bigger")
    parser.add_argument("--noise", type=float, default=2.2, help="sensor noise, levels of 255")
    parser.add_argument("--only", type=str, help="render only frames A-B, to look at")
    add_look(parser)
    args = parser.parse_args()
    look = chosen_look(args, settings.Look())
    args.out.mkdir(parents=True, exist_ok=True)
    game = scripts.played(args.moves, args.first, args.count)
    film, truth = ("video.mp4", "truth.json") if args.folder else (f"{args.name}.mp4", f"{args.name}.json")
    only = None
    if args.only:
        a, b = args.only.split("-")
        only = range(int(a), int(b) + 1)
    found = shot_film(
        game,
        look,
        args.seed,
        args.out / film,
        args.name,
        samples=args.samples,
        fps=args.fps,
        pace=args.pace,
        crf=args.crf,
        noise=args.noise,
        only=only,
    )
    (args.out / truth).write_text(json.dumps(found, indent=1) + "\n")
    (args.out / f"{args.name}.sgf").write_bytes(scripts.sgf_text(game, args.name))


if __name__ == "__main__":
    main()
