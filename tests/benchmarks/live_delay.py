"""From the hand gone from the board to the move at a viewer's page, and how many boards a machine can watch.

    python -m tests.benchmarks.live_delay
    python -m tests.benchmarks.live_delay --boards 4 --width 1280 --rate 30

The sample film is sent by network cameras (MJPEG over HTTP) at its own pace to a real `kifuwatch serve`; a viewer
follows each board by server-sent events. Prints the delay of the moves (median, 95th percentile), and for each
board how often it was looked at, how late, and what the boards' processes took of the processors.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys

import psutil

from tests.benchmarks.films import SAMPLE
from tests.benchmarks.live_boards import Viewer, Watched, camera_pictures, watch_cameras


def main() -> int:
    """Measure; the exit status is 1 where a delay is over the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=75.0, help="of the film")
    parser.add_argument("--width", type=int, default=960)
    parser.add_argument("--rate", type=int, default=10, help="pictures a second that the cameras send: 10, 20 or 30")
    parser.add_argument("--limit", type=float, default=2.5, help="seconds for 95 %% of the moves")
    options = parser.parse_args()
    pictures = camera_pictures(SAMPLE, options.seconds, options.width, options.rate)
    told = watch_cameras(pictures, options.rate, options.boards, options.seconds)
    report(told)
    print(f"processors: workers {told.workers:.2f}, console {told.console:.2f} of {psutil.cpu_count()}")
    return verdict(told, options.limit)


def delays(viewer: Viewer, began: float) -> list[float]:
    """Seconds from the hand's leaving to the arrival, for each true move that came."""
    truth = json.loads(SAMPLE.with_suffix(".json").read_text())["main_line"]
    return [
        viewer.moves[move["colour"], move["point"]] - began - move["t_clear"]
        for move in truth
        if (move["colour"], move["point"]) in viewer.moves
    ]


def report(told: Watched) -> None:
    """Print a line for each board."""
    for viewer, (name, seen) in zip(told.viewers, told.looks.items(), strict=True):
        rates, late = zip(*seen, strict=True)
        print(
            f"{name}: {len(delays(viewer, told.began))} moves; {statistics.median(rates):.1f} looks a second "
            f"(least {min(rates):.1f}), {statistics.median(late) * 1000:.0f} ms from picture to look (most "
            f"{max(late) * 1000:.0f})"
        )


def verdict(told: Watched, limit: float) -> int:
    """Print the delays of all boards; 1 where they are over the limit or nothing came."""
    all_delays = sorted(delay for viewer in told.viewers for delay in delays(viewer, told.began))
    if not all_delays:
        print("no move came")
        return 1
    high = all_delays[min(round(0.95 * len(all_delays)), len(all_delays) - 1)]
    print(f"hand gone to viewer: median {statistics.median(all_delays):.2f} s, 95 % within {high:.2f} s")
    return int(high > limit)


if __name__ == "__main__":
    sys.exit(main())
