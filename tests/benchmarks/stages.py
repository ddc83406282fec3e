"""Where the time of `record` goes, stage by stage: a program that runs the real command and watches it.

    python -m tests.benchmarks.stages record FILM -o game.sgf

Everything after the program's name are the command's own words; `--first-frame` before them ends when the first
frame has come. Prints one JSON object behind what the command prints: what `Stopwatch` counts of each stage, and
what else went by in the main thread and, of the processor, in others.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from tests.benchmarks.stopwatch import Stopwatch

STAGES = {
    "decode": ("vision.film:FilmSource.__iter__",),
    "wait for decoding": ("vision.ahead:AheadSource.__iter__",),
    "find": ("calibration.detect:find_grid",),
    "follow": ("calibration.follow:follow", "recorder.sight.tracking:Tracker.track",
               "recorder.sight.tracking:Tracker.anchor"),
    "flatten": ("vision.grid:Grid.flatten",),
    "change test": ("vision.change:ChangeWatch.look",),
    "read": ("vision.reader:Reader.read",),
    "infer": ("recorder.inference.inferencer:Inferencer.update",),
    "log": ("recorder.log:EventLog.append", "recorder.log:EventLog.append_traces", "recorder.sinks:FanOut.send"),
}  # fmt: skip
"""What is counted as which stage. A stage that is called from another is not counted twice."""


def measure(words: list[str]) -> int:
    """Run a command and print what its stages took; its exit status."""
    watch = Stopwatch()
    for stage, places in STAGES.items():
        for place in places:
            watch.wrap(stage, place)
    from recorder.cli import app

    began, processor, own = time.perf_counter(), time.process_time(), time.thread_time()
    status: Any = app(words, standalone_mode=False)
    report = {
        "seconds": watch.seconds, "processor": watch.processor, "calls": watch.calls,
        "rest": time.perf_counter() - began - sum(watch.seconds.values()) + watch.elsewhere[0],
        "rest_processor": time.thread_time() - own - sum(watch.processor.values()) + watch.elsewhere[1],
        "other_threads": time.process_time() - processor - (time.thread_time() - own) - watch.elsewhere[1],
    }  # fmt: skip
    print(json.dumps(report), flush=True)
    return int(status or 0)


def stop_at_first_frame(words: list[str]) -> int:
    """Run a command until its source has given the first frame, and print a line then."""
    from recorder.cli import app
    from vision.film import FilmSource

    frames = FilmSource.__iter__

    def first(source: FilmSource) -> Any:
        next(iter(frames(source)))
        print("first frame", flush=True)
        os._exit(0)

    FilmSource.__iter__ = first  # type: ignore[method-assign]
    app(words, standalone_mode=False)
    return 1


def main() -> int:
    """Run the command given as this program's arguments."""
    words = sys.argv[1:]
    return stop_at_first_frame(words[1:]) if words[0] == "--first-frame" else measure(words)


if __name__ == "__main__":
    sys.exit(main())
