"""A recording that was interrupted goes on with the same game, and tells what was played meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from recorder import events
from recorder.log import EventLog
from recorder.record import fold
from recorder.recording import Recording
from recorder.session import Session
from recorder.settings import Settings
from recorder.sinks import FanOut
from vision.film import FilmSource
from vision.frame import Frame

FILM = Path(__file__).parents[2] / "recorder" / "hall" / "films" / "irregular.mp4"


class Nobody:
    def at(self, time: float, text: str | None = None) -> None: ...

    def say(self, text: str) -> None: ...


class Part:
    """A stretch of the film, after which somebody stops the recording."""

    name, live, settled, duration = "film", False, False, None

    def __init__(self, first: float, last: float, stop: threading.Event) -> None:
        self.first, self.last, self.stop = first, last, stop
        self.step = 0.2

    def __iter__(self) -> Iterator[Frame]:
        source = FilmSource(FILM)
        source.step = self.step
        for frame in source:
            if frame.time >= self.last:
                self.stop.set()
            if frame.time >= self.first:
                yield frame

    def close(self) -> None: ...


def record(path: Path, first: float, last: float) -> list[events.Event]:
    """Record a part on a log, going on with the game in it; all events of the log."""
    stop = threading.Event()
    with EventLog(path, resume=True) as log:
        session = Session(Settings())
        session.resume(log.events(log.game) if log.game else [])
        Recording(session, log, FanOut([], print), Nobody()).run(Part(first, last, stop), None, stop, endless=True)
        return log.events()


def moves(told: list[events.Event]) -> list[str]:
    line = fold(told)
    assert line is not None
    return [f"{s.event.colour}{s.event.point}" for s in line.line if isinstance(s.event, events.Move)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[events.Event]:
    return record(tmp_path_factory.mktemp("whole") / "g.kifulog", 0, 40)


@pytest.mark.parametrize(("stop", "start"), [(25.0, 25.0), (25.0, 36.0), (12.0, 14.0)])
def test_an_interrupted_recording_has_the_same_game(
    whole: list[events.Event], tmp_path: Path, stop: float, start: float
) -> None:
    path = tmp_path / "g.kifulog"
    before = record(path, 0, stop)
    told = record(path, start, 40)
    assert told[: len(before)] == before
    assert moves(told) == moves(whole)
    assert len({e.game for e in told}) == 1
    assert not [e for e in told if isinstance(e, events.Setup | events.End)]
    assert [e.id for e in told if isinstance(e, events.Alert)] == [e.id for e in whole if isinstance(e, events.Alert)]


def test_a_game_that_was_over_stays_over_though_its_stones_still_lie_there(tmp_path: Path) -> None:
    path = tmp_path / "g.kifulog"
    before = record(path, 0, 16)
    with EventLog(path, resume=True) as log:
        before.append(log.append(events.End(t=16, reason="resigned", result="B+R")))
    with EventLog(path, resume=True) as log:
        session = Session(Settings())
        session.resume(log.events(log.game), doubted=True, reopen=False)
        stop = threading.Event()
        part = Part(20.5, 24, stop)  # a quiet stretch
        Recording(session, log, FanOut([], print), Nobody()).run(part, None, stop, endless=True)
        assert session.grid is not None
        assert log.events() == before
