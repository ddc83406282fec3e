"""The usual ways to find, follow and read a board, each loaded when it is first wanted: that takes a second."""

from __future__ import annotations

from recorder.sight.glances import ReadsBoards
from recorder.sight.seeking import FindGrid, FollowGrid


def usual_find() -> FindGrid:
    """Find the grid of a board anywhere in a picture."""
    from calibration.detect import find_grid

    return find_grid


def usual_follow() -> FollowGrid:
    """Find a known grid again."""
    from calibration.follow import follow

    return follow


def usual_reader(stills: bool) -> ReadsBoards:
    """The learned reader, which takes its time with settled pictures."""
    from vision.reader import Reader

    return Reader(turns=4 if stills else 1)
