"""Short films, drawn, of everything that happens round a game, through the whole way from frames to events.

    python tests/campaigns/watched_films.py --films 20 --seed 1 --kinds bump glare --verbose

Each film is a seed and a kind: the board is bumped or carried, the light changes, hands rest, stones are
counted ... while a real game goes on. Prints a line for each film that went wrong, with what replays it, and a
summary; ends with status 0 where every record is right, no alert was false or missing and a board that moved was
followed within three seconds.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from recorder import events
from recorder.session import Session
from recorder.settings import Settings
from tests.campaigns import film_hands as hands
from tests.campaigns import film_journeys as journeys
from tests.campaigns import film_mishaps as mishaps
from tests.campaigns import film_rooms as rooms
from tests.campaigns import film_wrongs as wrongs
from tests.campaigns.film_mishaps import FOUND
from tests.campaigns.film_script import Film, real_game, save
from tests.campaigns.film_takings import TAKINGS, Taking
from tests.campaigns.watched_games import distance
from tests.campaigns.watched_play import Wanted

OFF = 0.3
"""Cells by which the grid may be off."""

Kind = Callable[[Film, list[tuple[int, int]]], None]
"""Gets a film in which some moves are played, and the moves to come."""
KINDS: dict[str, Kind] = {
    kind.__name__: kind
    for kind in (
        hands.calm,
        mishaps.bump,
        mishaps.push,
        mishaps.turn,
        mishaps.carry,
        mishaps.drift,
        mishaps.shake,
        mishaps.knocked,
        mishaps.refocus,
        mishaps.exposure,
        mishaps.clouds,
        mishaps.lamp,
        mishaps.balance,
        mishaps.glare,
        journeys.held,
        journeys.turnabout,
        journeys.lift,
        journeys.halting,
        journeys.nudge,
        journeys.sag,
        journeys.swing,
        journeys.unseen,
        journeys.breathing,
        journeys.one_line,
        journeys.dimmed,
        journeys.cut,
        journeys.handheld,
        journeys.leant_on,
        journeys.amid_capture,
        hands.rest,
        hands.both,
        mishaps.spectator,
        mishaps.frozen,
        hands.capture,
        hands.counting,
        hands.resign,
        rooms.sleeved,
        rooms.shaded,
        rooms.lingering,
        rooms.leaning,
        rooms.reaching_out,
        rooms.two_boards,
        rooms.turned_empty,
        *wrongs.KINDS,
    )
}


def make(name: str, seed: int, first: int | None = None) -> Film:
    """The film of a kind and a seed; `first` moves are played before it happens, by default a few or some more."""
    rnd = random.Random(f"{name}{seed}")
    size = rnd.choice((9, 13, 19))
    film = Film(size, seed)
    game = real_game(size, rnd)
    # Not on a star at first: that may be the first stone of a handicap.
    film.now = 2.5
    first = rnd.choice((3, 6, 10)) if first is None else first
    film.play(game[:first], (0.8, 1.1))
    KINDS[name](film, game[first:])
    film.now += 2.5
    return film


@dataclass
class Result:
    """How a film was told."""

    errors: int
    withdrawn: int
    false: list[events.Alert]
    missed: list[Wanted]
    lost: list[float]
    """Times at which a board that had moved was not followed."""
    views: Sequence[str]
    told: list[events.Event]
    games: list[list[str]]

    def wrong(self, film: Film) -> list[str]:
        """What is wrong with it, in words."""
        found = []
        if self.errors:
            found.append(f"{self.errors} errors: told {' | '.join(' '.join(g) for g in self.games)}")
        found += [f"alert {a.id} {' '.join(a.points)} at {a.t:.1f}" for a in self.false]
        found += [f"no alert {'/'.join(sorted(w.ids))} {' '.join(sorted(w.points))}" for w in self.missed]
        found += [f"grid off at {t:.1f}" for t in self.lost]
        if film.views and film.views != list(self.views):
            found.append(f"view {self.views}")
        return found


def main_lines(told: list[events.Event]) -> tuple[list[list[str]], int]:
    """The main lines of the games in a log, and how many moves were withdrawn on the way."""
    games: list[dict[int, str]] = [{}]
    withdrawn, over = 0, False
    for event in told:
        if isinstance(event, events.Board) and over:
            games.append({})
            over = False
        if isinstance(event, events.Move):
            games[-1][event.n] = event.colour + event.point
        elif isinstance(event, events.Pass):
            games[-1][event.n] = event.colour + "pass"
        elif isinstance(event, events.Correction):
            withdrawn += sum(n >= event.n for n in games[-1])
            games[-1] = {n: m for n, m in games[-1].items() if n < event.n}
        elif isinstance(event, events.End):
            over = True
    return [[game[n] for n in sorted(game)] for game in games], withdrawn


def watch(film: Film, settings: Settings | None = None, taking: Taking | None = None) -> Result:
    """Let a session watch a film, taken by some camera, and compare what it tells with the truth."""
    session = Session(replace(settings or Settings(), live=film.live))
    told: list[events.Event] = []
    lost: list[float] = []
    due = sorted(t + FOUND for t in film.moved)
    for frame, corners in taking(film.frames(), film.seed) if taking else film.frames():
        told += session.feed(frame)
        while due and frame.time >= due[0]:
            due.pop(0)
            grid = session.grid
            if grid is None or np.linalg.norm(grid.corners - corners, axis=1).max() / grid.cell > OFF:
                lost.append(frame.time)
    told += session.finish()
    games, withdrawn = main_lines(told)
    wanted = film.truth
    if film.loose:
        wanted = min((turned(wanted, film.size, k) for k in range(4)), key=lambda w: distance(w[0], games[0]))
    errors = sum(distance(a, b) for a, b in zip(wanted, games, strict=False)) + 100 * abs(len(games) - len(wanted))
    false, missed = judged([e for e in told if isinstance(e, events.Alert) and e.severity != "info"], film)
    views = [e.state for e in told if isinstance(e, events.View)]
    return Result(errors, withdrawn, false, missed, lost, views, told, games)


def turned(games: list[list[str]], n: int, quarters: int) -> list[list[str]]:
    """The games on a board turned clockwise so many times."""

    def goes(move: str) -> str:
        col, row = (ord(letter) - 97 for letter in move[1:])
        for _ in range(quarters):
            col, row = n - 1 - row, col
        return move[0] + chr(97 + col) + chr(97 + row)

    return [[goes(move) for move in game] for game in games]


def judged(alerts: Sequence[events.Alert], film: Film) -> tuple[list[events.Alert], list[Wanted]]:
    """Alerts that are false, and those that never came."""

    def meets(alert: events.Alert, one: Wanted) -> bool:
        return alert.id in one.ids and bool(one.points & set(alert.points)) and alert.t >= one.seen

    false = [a for a in alerts if not any(meets(a, one) for one in film.due + film.allowed)]
    return false, [one for one in film.due if not any(meets(a, one) for a in alerts)]


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=1, help="films of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*", choices=sorted(KINDS), default=list(KINDS))
    parser.add_argument("--taken", choices=sorted(TAKINGS), help="by what camera")
    parser.add_argument("--verbose", action="store_true", help="all events of films that went wrong")
    parser.add_argument("--save", type=Path, help="folder for the films themselves, as .mp4")
    args = parser.parse_args()
    wrong, taken = 0, f" --taken {args.taken}" if args.taken else ""
    for name in args.kinds:
        bad, withdrawn, began = 0, 0, time.perf_counter()
        for seed in range(args.seed, args.seed + args.films):
            film = make(name, seed)
            if args.save:
                save(film, args.save / f"{name}-{seed}.mp4", TAKINGS[args.taken] if args.taken else None)
            result = watch(film, taking=TAKINGS[args.taken] if args.taken else None)
            withdrawn += result.withdrawn
            if faults := result.wrong(film):
                bad += 1
                print(f"--kinds {name} --seed {seed}{taken} ({film.size} lines): " + "; ".join(faults))
                if result.errors:
                    print("    true " + " | ".join(" ".join(g) for g in film.truth))
                if args.verbose:
                    for event in result.told:
                        print("   ", event)
        seconds = time.perf_counter() - began
        print(
            f"{name}: {args.films - bad} of {args.films} right, {withdrawn} moves withdrawn, {seconds:.0f} s",
            flush=True,
        )
        wrong += bad
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
