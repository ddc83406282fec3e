"""How fast kifuwatch is: all benchmarks with one command, as a table and a plot.

    python -m tests.benchmarks.suite                            everything: some hours, most of them a ten-hour film
    python -m tests.benchmarks.suite --only films start stages  these parts alone
    python -m tests.benchmarks.suite --quick                    a few seconds of each, to see that it runs

Writes benchmarks.md and benchmarks.svg (into build/ without -o), and prints the former. Films are made from the sample
once and kept (some gigabytes). Nothing else should run meanwhile: the load is told beside the figures. Needs ffmpeg;
the part `others` also mosquitto.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.benchmarks import films
from tests.benchmarks.goals import table
from tests.benchmarks.machine import load, machine
from tests.benchmarks.others import PROGRAMS
from tests.benchmarks.parts import FULL, PARTS, QUICK, Suite
from tests.benchmarks.plot import plot
from tests.benchmarks.report import Findings, Table

ROOT = Path(__file__).parents[2]


def positive(text: str) -> int:
    """A number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number from 1 on")
    return int(text)


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few seconds of each part; the figures mean little")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS), help="these parts")
    parser.add_argument("--sizes", nargs="+", choices=list(films.SIZES), default=list(films.SIZES), help="of films")
    parser.add_argument("--programs", nargs="*", choices=list(PROGRAMS), default=list(PROGRAMS), help="of `others`")
    parser.add_argument("--boards", nargs="+", type=positive, help="numbers of live boards, ascending")
    parser.add_argument("--rounds", type=positive, help="how often record and decoding alone take turns")
    parser.add_argument("--film", type=Path, default=films.SAMPLE, help="in place of the sample")
    parser.add_argument("--photos", type=Path, help="a folder of photographs to be read, besides our own")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "benchmarks", help="where films are kept")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "build", help="folder for table and plot")
    options = parser.parse_args(words)
    if not options.film.is_file():
        parser.error(f"there is no film {options.film}")
    return options


def main() -> int:
    """Measure; the exit status is 1 where a part failed."""
    options = arguments()
    extent = QUICK if options.quick else FULL
    extent = replace(extent, counts=tuple(options.boards or extent.counts), rounds=options.rounds or extent.rounds)
    suite = Suite(extent, options.sizes, options.cache, options.film, options.photos, options.programs)
    options.output.mkdir(parents=True, exist_ok=True)
    setting, found, failed = machine(), Findings(), 0
    for name in options.only:
        began = time.monotonic()
        try:
            found.add(PARTS[name](suite))
        except (RuntimeError, LookupError, ValueError, OSError) as error:
            failed += 1
            found.tables.append(Table(f"The part `{name}` failed", ("what", "why"), [(name, str(error))]))
        print(f"{name}: {time.monotonic() - began:.0f} s, {load()}", file=sys.stderr, flush=True)
        # After each part, since the next may take hours.
        text = "\n".join(
            part.markdown() for part in (setting, table(found.goals, judged=not extent.quick), *found.tables)
        )
        (options.output / "benchmarks.md").write_text(text, encoding="utf-8")
        if found.figures:
            plot(found.figures, options.output / "benchmarks.svg")
    print(text)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
