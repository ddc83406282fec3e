"""How many points are read wrongly in films of our own, and for how long: what `recorder.inference.doubt` goes by.

    python -m tests.campaigns.misread_points --films 2 --seed 101

Reading statistics only: errors are counted as `Noise` counts them, and neither delays nor scores are looked at.
Films are the drawn ones of `watched_films`, of each kind, and the sample film. Prints the share of misread
points in each piece of a film of up to a minute, how long errors last, and the constants that the rules written
beside them give.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import recorder.inference.evidence
from recorder.inference.doubt import LONGEST, SHORTEST, Floats, Mask, Noise
from recorder.session import Session
from recorder.settings import Settings
from tests.campaigns.watched_films import KINDS, make
from vision.frame import Frame
from vision.sources import open_source

SAMPLE = Path(__file__).parent.parent.parent / "samples" / "game.mp4"
PIECE = 60.0
"""Seconds of a film that are counted together at most."""
SHORTEST_PIECE = 10.0
"""Seconds that say something of a share."""


@dataclass
class Piece:
    """Up to a minute of a film: seconds watched, points of the board, and seconds that each error lasted."""

    film: str
    points: int
    seconds: float = 0.0
    errors: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Share of the points that were misread, in the mean over time."""
        return sum(min(e, LONGEST) for e in self.errors) / (self.seconds * self.points)


class Listener(Noise):
    """Counts as `Noise` does, and keeps each error."""

    film = ""
    pieces: list[Piece] = []  # noqa: RUF012

    def update(self, chances: Floats, seen: Mask, near: Mask, board: bytes | None, step: float) -> None:
        """As for `Noise`."""
        before = self._open.copy()
        same = None if self._board is None or board is None else np.frombuffer(board, np.uint8) == self._board
        super().update(chances, seen, near, board, step)
        if board is None:
            return
        if not self.pieces or self.pieces[-1].film != self.film or self.pieces[-1].seconds >= PIECE:
            self.pieces.append(Piece(self.film, self._points))
        self.pieces[-1].seconds += step
        if same is not None:
            self.pieces[-1].errors += before[same & (before > 0) & (self._open == 0)].tolist()


def watch(frames: Iterable[Frame], settings: Settings) -> None:
    """Let a session watch a film."""
    session = Session(settings)
    for frame in frames:
        session.feed(frame)


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=2, help="drawn films of each kind")
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--kinds", nargs="*", choices=sorted(KINDS), default=list(KINDS))
    parser.add_argument("--seconds", type=float, default=600.0, help="begin no film after so long")
    args = parser.parse_args()
    recorder.inference.evidence.Noise = Listener  # type: ignore[attr-defined]
    began = time.perf_counter()
    Listener.film = SAMPLE.name
    watch(open_source(str(SAMPLE)), Settings())
    report(SAMPLE.name)
    for seed in range(args.seed, args.seed + args.films):
        for name in args.kinds:
            if time.perf_counter() - began < args.seconds:
                Listener.film = f"{name} {seed}"
                film = make(name, seed)
                watch((frame for frame, _ in film.frames()), Settings(live=film.live))
                report(Listener.film)
    conclude([p for p in Listener.pieces if p.seconds >= SHORTEST_PIECE])
    return 0


def report(film: str) -> None:
    """Print what was counted in a film."""
    for piece in (p for p in Listener.pieces if p.film == film):
        longest = max(piece.errors, default=0.0)
        share = piece.share if piece.seconds else 0.0
        print(
            f"{film}: {piece.points} points, {piece.seconds:.0f} s, share {share:.2e}, "
            f"{len(piece.errors)} errors, longest {longest:.1f} s",
            flush=True,
        )


def conclude(pieces: list[Piece]) -> None:
    """Print the shares, the lengths, and what the rules give."""
    shares = np.array([p.share for p in pieces])
    errors = np.array([e for p in pieces for e in p.errors])
    print(f"{len(pieces)} pieces, {sum(p.seconds for p in pieces):.0f} s, {len(errors)} errors")
    for name, values in (("share", shares), ("seconds", errors)):
        levels = (50, 75, 90, 95, 99, 100)
        print(name, ", ".join(f"{q}%: {v:.2e}" for q, v in zip(levels, np.percentile(values, levels), strict=True)))
    for bound in (0.5, 1.0, 2.0, 5.0, 10.0, 30.0):
        print(f"    {np.mean(errors >= bound):.3f} of the errors last {bound} s or longer")
    print(f"USUAL {np.percentile(shares, 90):.2e}")
    # Pieces put together by their share: in a single one, long errors are too few.
    order = np.argsort(shares)
    logs: tuple[list[float], list[float]] = [], []
    for group in (g for g in np.array_split(order[shares[order] > 0], 6) if g.size):
        watched = sum(pieces[i].seconds * pieces[i].points for i in group)
        found = [e for i in group for e in pieces[i].errors]
        share = sum(min(e, LONGEST) for e in found) / watched
        rate = sum(e >= SHORTEST for e in found) / watched
        print(f"    share {share:.2e}: {rate:.2e} errors of {SHORTEST} s or longer a second and point")
        if rate:
            logs[0].append(float(np.log(share)))
            logs[1].append(float(np.log(rate)))
    if len(logs[0]) > 2:
        slope = float(np.polyfit(np.array(logs[0]), np.array(logs[1]), 1)[0])
        top = float(np.log(np.percentile(shares, 99) / np.percentile(shares, 90)))
        print(f"BY_NOISE {slope:.2f}, 99% of the shares are below e^{top:.2f} times USUAL")


if __name__ == "__main__":
    sys.exit(main())
