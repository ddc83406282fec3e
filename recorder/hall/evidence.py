"""Pictures of the board before, during and after an irregularity, kept beside the log.

The last minute is always at hand as small pictures; only what belongs to an alert reaches the disk.
"""

from __future__ import annotations

import time as clocks
from collections import deque
from pathlib import Path

from recorder import events
from recorder.atomic import write_atomically
from recorder.hall.picture import BoardPicture, board_picture
from vision.frame import Frame
from vision.grid import Grid

MOMENTS = ("before", "during", "after")
EVERY = 0.5
"""Seconds from one picture at hand to the next."""
AT_HAND = 60.0
"""Seconds the pictures at hand go back."""
BEFORE, DURING, AFTER = 1.0, 0.2, 1.5
"""Seconds before and after an irregularity was first seen, and after it was told, of the three pictures."""


def picture_path(folder: Path, seq: int, moment: str) -> Path:
    """Where a picture of an alert lies in a board's folder."""
    return folder / "evidence" / f"{seq}-{moment}.jpg"


class Evidence:
    """Keeps pictures of alerts: a sink, and an onlooker of all frames.

    Parameters
    ----------
    folder : Path
        The board's.
    wanted : bool
        Whether any are kept at all.
    """

    name = "the evidence pictures"

    def __init__(self, folder: Path, wanted: bool) -> None:
        self._folder, self._wanted = folder, wanted
        self._at_hand: deque[BoardPicture] = deque()
        self._waiting: list[events.Alert] = []

    def look(self, frame: Frame, grid: Grid | None) -> None:
        """Take a frame in."""
        if not self._wanted or grid is None:
            return
        if self._at_hand and 0 <= frame.time - self._at_hand[-1].time < EVERY:
            return
        picture = board_picture(frame, grid)
        if picture is None:
            return
        self._at_hand.append(picture)
        while self._at_hand[0].time < frame.time - AT_HAND:
            self._at_hand.popleft()
        ready = [alert for alert in self._waiting if frame.time >= alert.t + AFTER]
        self._waiting = [alert for alert in self._waiting if alert not in ready]
        for alert in ready:
            self._keep(alert, "after", picture)

    def send(self, event: events.Event) -> None:
        """Keep what belongs to an alert; raises OSError where it cannot be written."""
        if not isinstance(event, events.Alert) or not self._wanted or not self._at_hand:
            return
        self._waiting.append(event)
        earlier = [p for p in self._at_hand if p.time <= event.t_seen - BEFORE]
        self._keep(event, "before", earlier[-1] if earlier else self._at_hand[0])
        self._keep(event, "during", min(self._at_hand, key=lambda p: abs(p.time - event.t_seen - DURING)))

    def _keep(self, alert: events.Alert, moment: str, picture: BoardPicture) -> None:
        path = picture_path(self._folder, alert.seq, moment)
        path.parent.mkdir(exist_ok=True)
        points = [events.to_point(vertex) for vertex in alert.points]
        write_atomically(path, picture.marked((p.row, p.col) for p in points))

    def close(self) -> None:
        """Write what is still to be written: the last picture there is, as the one after."""
        waiting, self._waiting = self._waiting, []
        for alert in waiting:
            self._keep(alert, "after", self._at_hand[-1])


def expire(folder: Path, days: int) -> int:
    """Delete a board's pictures and films that are older than so many days (0: none); how many went."""
    gone = 0
    if days:
        oldest = clocks.time() - days * 86400
        for path in [*folder.glob("evidence/*.jpg"), *folder.glob("film/*.mkv")]:
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)
                gone += 1
    return gone
